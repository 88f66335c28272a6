//! Pages and the live board in a browser, by clicks and by keys.

use super::board::Board;
use super::chromium::Browser;
use super::pages::{forfeited, hostile, told, HOSTILE};
use super::prelude::*;
use jury::pages::folders;

/// Elements wider than the window that are in no scrolling box.
const CUT_OFF: &str = "[...document.body.querySelectorAll('*')].filter(e => !e.closest('#moves, script') \
    && e.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5).map(e => e.outerHTML.slice(0, 80)).join('; ')";

/// What should be seen without scrolling, and is not; a caption of more than two lines, a title with rules of more than one.
const UNSEEN: &str = "(scrollTo(0, 0), [...document.querySelectorAll('#board, #status, #question, #line, #desk button')]
    .filter(e => { const b = e.getBoundingClientRect(); return b.width && (Math.min(b.left, b.top) < 0 || b.right > innerWidth || b.bottom > innerHeight); })
    .map(e => e.id || e.textContent).concat(document.getElementById('caption').clientHeight > 45 ? 'caption' : [])
    .concat(document.getElementById('rules') && document.querySelector('header').clientHeight > 45 ? 'title' : []).join())";

/// Names of cities that lie over each other.
const TANGLED: &str = "[...document.querySelectorAll('.near')].map(e => e.getBoundingClientRect()).filter((a, i, all) => all.slice(0, i)
    .some(b => Math.max(a.left, b.left) < Math.min(a.right, b.right) && Math.max(a.top, b.top) < Math.min(a.bottom, b.bottom))).length";

/// Waits until an expression of the page is true.
fn until(browser: &mut Browser, what: &str) {
    let comes = comes_true(|| browser.ask(what) == "true");
    assert!(comes, "{} does not come: {}", what, browser.ask("document.getElementById('status').textContent"));
}

/// Clicks the middle of an element. Nothing may lie over it.
fn click(browser: &mut Browser, what: &str) {
    let place = browser.ask(&format!(
        "(() => {{ const e = {}; e.scrollIntoView({{ block: 'center', inline: 'center' }}); const b = e.getBoundingClientRect();
        const [x, y] = [b.x + b.width / 2, b.y + b.height / 2]; const top = document.elementFromPoint(x, y);
        return e.contains(top) ? x + ' ' + y : 'covered by ' + (top && top.outerHTML.slice(0, 200)); }})()",
        what
    ));
    let numbers: Vec<f64> = place.split(' ').filter_map(|word| word.parse().ok()).collect();
    let [x, y] = numbers[..] else { panic!("{}: {}", what, place) };
    browser.click(x, y);
}

fn button(browser: &mut Browser, name: &str) {
    click(browser, &format!("document.getElementById('{}')", name));
}

/// The same by clicks, or by keys alone.
fn control(browser: &mut Browser, keys: bool, name: &str) {
    if !keys {
        return button(browser, name);
    }
    let there = format!("document.activeElement.id === '{}'", name);
    (0..60).for_each(|_| {
        if browser.ask(&there) == "false" {
            browser.press("Tab", 9)
        }
    });
    assert_eq!(browser.ask(&there), "true", "the tabulator does not lead to {}", name);
    browser.press("Enter", 13);
}

/// The windows in which a whole board is seen.
const SIZES: [(u32, u32); 4] = [(1366, 768), (1200, 900), (1920, 1080), (390, 844)];

/// Whatever the window, light or dark: nothing is cut off, and what should be seen without scrolling is.
fn fits(browser: &mut Browser, what: &str) {
    for ((width, height), dark) in SIZES.into_iter().flat_map(|size| [(size, false), (size, true)]) {
        browser.look(width, height, dark);
        assert_eq!(browser.ask(UNSEEN) + &browser.ask(CUT_OFF), "", "{} at {} x {}", what, width, height);
        assert_eq!(browser.ask(TANGLED), "0", "{} at {} x {}", what, width, height);
        let paper = browser.ask("getComputedStyle(document.body).backgroundColor");
        assert_eq!(paper == "rgb(23, 24, 27)", dark, "{}", paper);
    }
}

const READY: &str = "(typeof live !== 'undefined' && live && (live.asked || live.over))";

/// Does something and waits until the page is ready again.
fn then(browser: &mut Browser, act: impl FnOnce(&mut Browser)) {
    let before = browser.ask("heard");
    act(browser);
    until(browser, &format!("Boolean(({} && heard !== {}) || trouble)", READY, before));
    assert_eq!(browser.ask("trouble"), "");
}

/// The page has drawn the next parts, and one of them has the focus.
const FOLLOWS: &str = "open.some((part) => part.line === document.activeElement.dataset.line)";

/// Takes so many turns, of random parts, by clicks or by keys; fewer if the game ends before. Returns the lines.
fn make_moves(browser: &mut Browser, keys: bool, turns: usize, rng: &mut Rng) -> Vec<String> {
    let (mut lines, own) = (Vec::new(), format!("steps.filter((step) => step.seat === live.person).length < {turns}"));
    while browser.ask(&own) == "true" && browser.ask("live.over") == "false" {
        let (mut parts, mut line, before) = (0, String::new(), browser.ask("heard"));
        // A move that nothing can follow is played at once.
        while browser.ask("heard") == before {
            let open: usize = browser.ask("open.length").parse().unwrap();
            if browser.ask("chosen.length > 0 && chosen.at(-1).whole") == "true" && rng.below(2) == 0 {
                then(browser, |browser| button(browser, "send"));
                break;
            }
            assert!(open > 0, "nothing follows {:?}", line);
            assert_eq!(browser.ask("document.querySelectorAll('.part').length"), open.to_string());
            if keys {
                // The tabulator leads to the first part of the game. Later the focus is there already.
                let there = |browser: &mut Browser| browser.ask("document.activeElement.matches('.part')") == "true";
                assert!(lines.is_empty() && parts == 0 || there(browser), "the focus is lost after {:?}", lines);
                for _ in (0..60).filter(|_| lines.is_empty() && parts == 0) {
                    if !there(browser) {
                        browser.press("Tab", 9);
                    }
                }
                for _ in 0..rng.below(6) {
                    let arrow = rng.below(4);
                    browser.press(["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"][arrow], 37 + arrow as u32);
                }
                line = browser.ask("document.activeElement.dataset.line");
                browser.press("Enter", 13);
            } else {
                let part = format!("document.querySelectorAll('.part')[{}]", rng.below(open));
                line = browser.ask(&format!("{}.dataset.line", part));
                click(browser, &format!("({0}.querySelector('.hit') || {0})", part));
            }
            parts += 1;
            let played = format!("{} && heard !== {}", READY, before);
            until(browser, &format!("Boolean(({played}) || trouble || (chosen.length === {parts} && {FOLLOWS}))"));
            assert_eq!(browser.ask("trouble"), "", "after {}", line);
        }
        lines.push(line);
    }
    lines
}

#[test]
fn a_person_plays_every_game_by_clicks_and_by_keys() {
    let folder = scratch("board-browser");
    let Some(mut browser) = Browser::start(&folder, "a person can play every game on the live board") else { return };
    let browser = &mut browser;
    // At a desk and on a phone, by clicks and by keys alone; each game in both colours, as either side.
    let ways = [(1366, 768, false), (1366, 768, true), (390, 844, false), (390, 844, true)];
    let games = games::names().into_iter().enumerate();
    for ((i, game), (wide, high, keys)) in games.flat_map(|game| ways.map(|way| (game, way))) {
        let folder = scratch(&format!("board-browser-{}-{}-{}", game, wide, keys));
        let (phone, by_keys) = (usize::from(wide < 500), usize::from(keys));
        let (seat, dark) = ((i + by_keys + phone) % 2, by_keys == phone);
        let players = [["human", "greedy"], ["greedy", "human"]][seat];
        let board = Board::start(&folder, &[game, players[0], players[1], "--seed", "3", "--time", "10"]);
        browser.look(wide, high, dark);
        browser.visit(&board.address);
        until(browser, &format!("Boolean({})", READY));
        let mut lines = make_moves(browser, keys, 3, &mut Rng(5));
        assert!(lines.len() >= 3, "{}: {:?}", game, lines);
        fits(browser, game);
        browser.look(wide, high, dark);
        then(browser, |browser| control(browser, keys, "takeback"));
        lines.pop();
        // Enter plays a hint.
        control(browser, keys, "hint");
        until(browser, "!['', 'A program thinks about it ...'].includes(trouble)");
        assert_eq!(browser.ask("hinted !== null"), "true", "{}: {}", game, browser.ask("trouble"));
        lines.push(browser.ask("element('line').value"));
        let before = browser.ask("heard");
        browser.press("Enter", 13);
        until(browser, &format!("Boolean({} && heard !== {})", READY, before));
        // Turned, what is clicked is what was meant. Escape takes it back.
        control(browser, keys, "turn");
        let part =
            "[...document.querySelectorAll('.part')].find((e) => !open.find((p) => p.line === e.dataset.line).whole)";
        if !keys && browser.ask(&format!("Boolean({})", part)) == "true" {
            let line = browser.ask(&format!("{}.dataset.line", part));
            click(browser, &format!("(({0}).querySelector('.hit') || {0})", part));
            until(browser, "chosen.length === 1");
            assert_eq!(browser.ask("chosen[0].line"), line);
            browser.press("Escape", 27);
            until(browser, "chosen.length === 0");
        }
        control(browser, keys, "resign");
        until(browser, "trouble !== ''");
        control(browser, keys, "resign");
        until(browser, "live.over");
        fits(browser, "its end");
        for (control, step) in [("back", "end - 1"), ("next", "end")] {
            self::control(browser, keys, control);
            assert_eq!(browser.ask("now"), browser.ask(step));
        }
        // Where the game had ended before, this is its second transcript.
        let file = browser.ask("live.message.split(' ').at(-1).slice(0, -1)");
        let record = transcript::check(&folder.read(&file)).unwrap();
        let own = record.entries.iter().filter(|entry| entry.seat() == seat).filter_map(|entry| entry.line());
        assert_eq!(own.collect::<Vec<_>>(), lines, "{}", game);
        browser.visit("about:blank");
        assert!(browser.complaints.is_empty(), "{}: {:?}", game, browser.complaints);
    }
}

/// What a page should show at a step: the shapes, the points, the text.
type Expected = (String, [i32; 2], String);

/// The steps of a transcript without forfeits, from the rules alone.
fn expected(record: &Record) -> Vec<Expected> {
    let mut game = games::from_setup(&record.name, &record.setup).unwrap();
    let mut steps = vec![(game.picture(None, &[]).shapes.concat(), [0; 2], "The start.".to_string())];
    let (mut lines, mut begun) = (Vec::new(), String::new());
    for line in record.lines() {
        let seat = game.to_write();
        let is_told = !game.write(&line).unwrap().is_empty() || game.to_write() != seat;
        begun += &format!("{}{}", if begun.is_empty() { ": " } else { " " }, line);
        lines.push(line);
        if is_told {
            steps.push((game.picture(None, &lines).shapes.concat(), game.standing(), std::mem::take(&mut begun)));
        }
    }
    steps.last_mut().unwrap().1 = record.points;
    steps
}

/// The board, the text and the points are those of the step.
fn compare(browser: &mut Browser, steps: &[Expected], now: usize) {
    let (shapes, points, text) = &steps[now];
    let status = browser.ask("document.getElementById('status').textContent");
    let begin = format!("{} of {}. ", now, steps.len() - 1);
    assert!(status.contains(text) && (now == 0 || status.starts_with(&begin)), "{} in {}", text, status);
    // How often each class occurs in the board, and its words.
    let mut classes: Vec<&str> = shapes.split("class=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    classes.sort();
    let words: String = shapes.split('<').filter_map(|tag| tag.split_once('>')).map(|(_, text)| text).collect();
    let look = "[...document.querySelectorAll('#board [class]')].map(e => e.getAttribute('class').trim()).filter(c => c)
        .sort().join(',') + ' ' + [...document.getElementById('board').children].slice(1).map(e => e.textContent).join('')";
    assert_eq!(browser.ask(look), format!("{} {}", classes.join(","), words), "the board at {}", status);
    if now > 0 {
        let numbers = "[...document.querySelectorAll('#numbers tbody tr')].map(r => Number(r.cells[1].textContent))";
        assert_eq!(browser.ask(numbers), format!("{},{}", points[0], points[1]), "{}", status);
    }
}

#[test]
fn a_page_shows_every_step_of_a_game() {
    let folder = scratch("browser");
    let Some(mut browser) = Browser::start(&folder, "pages work in a browser") else { return };
    let browser = &mut browser;
    for game in games::names() {
        let text = told(game);
        let record = transcript::read(&text).unwrap();
        let steps = expected(&record);
        let end = steps.len() - 1;
        folder.put("game.html", show::draw(&text, "").unwrap().0);
        browser.look(1200, 800, false);
        browser.open(&folder.join("game.html"));
        compare(browser, &steps, 0);
        for now in (1..=end).filter(|now| *now < 4 || now % 13 == 0 || now + 2 > end) {
            browser.ask(&format!("(show({}), 0)", now - 1));
            browser.press("ArrowRight", 39);
            compare(browser, &steps, now);
        }
        let status = browser.ask("document.getElementById('status').textContent");
        assert!(status.ends_with(&verdict::winner(&games::seats(game), record.points)), "{}", status);
        // Each curve has a point for each move with a score: up is more for the first mover.
        let points = "[...document.querySelectorAll('[data-band=score]')].map(l => l.getAttribute('points').split(' ')
            .map(p => Number(p.split(',')[1])))";
        let scores =
            "[0, 1].map(s => steps.filter(t => t.seat === s && t.score !== null).map(t => s ? -t.score : t.score))";
        let straight = "(p, s) => p.length === s.length && p.every((y, i) => (y - p[0]) * (s[i] - s[0]) <= 0)";
        let agree = format!("(([a, b], [c, d], f) => f(a, c) && f(b, d))({}, {}, {})", points, scores, straight);
        assert_eq!(browser.ask(&agree), "true", "{}", game);
        // By a move of the list, by button, by key, by a click on the curve.
        browser.ask("document.querySelector('#moves :nth-child(3)').click()");
        compare(browser, &steps, 2);
        browser.press("End", 35);
        button(browser, "back");
        compare(browser, &steps, end - 1);
        browser.press("Home", 36);
        browser.press("ArrowRight", 39);
        compare(browser, &steps, 1);
        click(browser, "document.getElementById('curve')");
        let now: usize = browser.ask("now").parse().unwrap();
        assert!(now.abs_diff(end * (180 - 46) / (352 - 46)) <= 1, "{} of {}", now, end);
        browser.press("End", 35);
        fits(browser, game);
    }
    // Behind a forfeit no program shows what it can.
    folder.put("forfeit.html", show::draw(&forfeited(), "").unwrap().0);
    browser.open(&folder.join("forfeit.html"));
    browser.press("End", 35);
    assert_eq!(browser.ask("element('status').textContent.slice(-21)"), "White forfeited at 3.");
    assert_eq!(browser.ask("over < end && values('score').slice(over).every((v) => v === null)"), "true");
    browser.ask("show(over - 1)");
    assert_eq!(browser.ask("say(steps[now]).includes('<img src=x>') + document.images.length"), "1");
    // Whatever names and lines say stays text.
    folder.put("hostile/game.txt", hostile());
    let index = folders::make(&folder.join("hostile"), None, "").unwrap();
    for (page, name) in [(&folder.join("hostile/game.html"), ".players b"), (&index, "bdi")] {
        browser.open(page);
        browser.press("ArrowRight", 39);
        let all = format!("typeof hacked + document.querySelector('{}').textContent", name);
        assert_eq!(browser.ask(&all), format!("undefined{}", HOSTILE));
        assert_eq!(browser.ask(CUT_OFF), "");
    }
    assert!(browser.complaints.is_empty(), "{:?}", browser.complaints);
}
