//! Pages: what they show, as text.

use super::prelude::*;
use jury::rules::game::{Delivery, Fault, Seat};
use jury::rules::map::{generate, APART};
use jury::rules::sparring::Open;
use jury::rules::{picture, spaghetti};

/// The first sample of a game, with invented thoughts and clocks.
pub fn told(game: &str) -> String {
    let mut text = String::new();
    let mut count = 0;
    for line in first_sample(game).lines() {
        if let Some(seat) = ["1", "2"].into_iter().find(|seat| line.starts_with(&format!("{} ", seat))) {
            count += 1;
            let score = f64::from((count * 37) % 41 - 20) / 4.0;
            text += &format!("# log {}: nodes {} score {} depth {}\n", seat, 1000 * count, score, count % 9);
            text += &format!("# clock {}: {:.3}\n", seat, 0.01 * f64::from(count));
        }
        text += &format!("{}\n", line);
    }
    text
}

/// Where a page leads.
pub fn links(html: &str) -> Vec<&str> {
    html.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

/// Says where HTML is not well formed: tags not closed or in the wrong order, attributes without quotes.
pub fn malformed(html: &str) -> Option<String> {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = html.strip_prefix("<!DOCTYPE html>")?;
    while let Some(start) = rest.find('<') {
        let text = &rest[..start];
        let signs = ["&amp;", "&lt;", "&gt;", "&quot;", "&#39;"];
        if signs.iter().fold(text.to_string(), |text, sign| text.replace(sign, "")).contains('&') {
            return Some(format!("a bare & in {:?}", text));
        }
        let (tag, after) = rest[start + 1..].split_once('>')?;
        rest = after;
        if let Some(closed) = tag.strip_prefix('/') {
            if open.pop() != Some(closed) {
                return Some(format!("</{}> closes {:?}", closed, open));
            }
            continue;
        }
        if tag.matches('"').count() % 2 == 1 || tag.contains('<') || tag.contains('\'') && !tag.contains("content=") {
            return Some(format!("strange tag {:?}", tag));
        }
        match tag.split(|c: char| c.is_whitespace() || c == '/').next()? {
            "meta" | "input" | "br" => {}
            _ if tag.ends_with('/') => {}
            name @ ("script" | "style") => rest = rest.split_once(&format!("</{}>", name))?.1,
            name => open.push(name),
        }
    }
    open.pop().map(|tag| format!("<{}> is not closed", tag))
}

pub const HOSTILE: &str =
    "\"'><script>hacked=1</script><img src=http://example.org/x onerror=hacked=2>&amp;\u{2028}end";

/// A transcript with hostile names and lines.
pub fn hostile() -> String {
    let sample = fs::read_to_string("tests/samples/ayu/game-01.txt").unwrap();
    let log =
        format!("# log 1: </script><script>hacked=3</script><!-- {}\n# log 1: ]]>\\ \u{2029}\n1 B1-B2\n", HOSTILE);
    sample.replace("# player 1: peer-b", &format!("# player 1: {}", HOSTILE)).replace("1 B1-B2\n", &log)
}

#[test]
fn pages_are_well_formed_whatever_they_tell() {
    let folder = scratch("hostile");
    let html = show::draw(&hostile(), "").unwrap().0;
    // The only scripts are the page's own two.
    assert_eq!((malformed(&html), html.matches("<script").count()), (None, 2));
    folder.put("game.txt", hostile());
    let index = show::folder(&folder, None, HOSTILE, "").unwrap();
    let text = holds("index", fs::read_to_string(&index).unwrap(), "!<script|!<img");
    assert_eq!(malformed(&text), None);
    for game in games::names() {
        assert_eq!(malformed(&show::draw(&told(game), "").unwrap().0), None, "{}", game);
    }
}

#[test]
fn a_page_tells_forfeits_and_who_played_on() {
    let program = "sh -c 'read line; echo B1-B2; read line; echo oops >&2; echo B1-B9; cat >/dev/null'";
    let record = duel("ayu", program, &random("ayu"), 60.0, "forfeit");
    let html = show::draw(&record.text(), "").unwrap().0;
    let words = "\"forfeit\": \"illegal: \\\"B1-B9\\\"|\"log\": [\"oops\"]|\"jury\": true|\"result\": [0, ";
    holds("page", &html, words);
    holds("both play", html.split("\"forfeit\": \"illegal").next().unwrap(), "\"jury\": false|!\"jury\": true");
    assert_eq!(html.matches("\"seat\":").count(), record.entries.len() + 1);
}

/// A game whose second line is a swap: from then on the seats have swapped colours.
struct Swapped(Box<dyn Game>);

impl Game for Swapped {
    fn setup(&self) -> Vec<String> {
        self.0.setup()
    }
    fn to_write(&self) -> Option<Seat> {
        self.0.to_write()
    }
    fn write(&mut self, line: &str) -> Result<Vec<Delivery>, Fault> {
        self.0.write(line)
    }
    fn points(&self) -> [i32; 2] {
        self.0.points()
    }
    fn picture(&self, seat: Option<usize>, lines: &[String]) -> picture::Picture {
        let seats = (lines.len() > 1).then_some(["Black", "White"]);
        picture::Picture { seats, ..self.0.picture(seat, lines) }
    }
}

#[test]
fn after_a_swap_the_seats_have_the_names_of_their_colours() {
    let text = told("ayu");
    let record = transcript::read(&text).unwrap();
    let game = Swapped(games::from_setup("ayu", &record.setup).unwrap());
    let pages = [show::draw(&text, "").unwrap().0, show::replay(&record, Box::new(game), "").unwrap()];
    let swap = |text: &str| text.replace("White", "?").replace("Black", "White").replace('?', "Black");
    // The heading, the players, and the data of the curves and the table.
    for (begin, end) in [("<h1>", "</header>"), ("\"seats\": [", "]"), ("\"verdict\": ", "\n")] {
        let [plain, swapped] =
            pages.each_ref().map(|page| page.split_once(begin).unwrap().1.split_once(end).unwrap().0);
        assert!(plain.contains("White") || plain.contains("Black"), "{}", plain);
        assert_eq!(swap(plain), swapped);
    }
}

#[test]
fn an_index_has_a_line_for_each_game() {
    let text = "# game: ayu\n# player 1: x<\n# player 2: y\n# used 1: 0.126 s wall\n# used 2: 1.000 s wall\n1 a\n2 b\n\
                # forfeit: 1 crash exit 3\n1 c\n# forfeit: 2 time-out late\nR 7 8\n";
    let index = show::index("T<", "P", &[("a&b.html".into(), transcript::read(text).unwrap())]);
    let cells = index.split("<td").skip(1).map(|cell| cell.split_once('>').unwrap().1.split("</td>").next().unwrap());
    let row = "<a href=\"a%26b.html\">a&amp;b</a>|<bdi>x&lt;</bdi>|<b><bdi>y</bdi></b>|7 : 8|3|0.13 : 1.00";
    assert_eq!(cells.collect::<Vec<_>>().join("|"), format!("{}|1: crash, 2: time-out", row));
    holds("index", &index, "<h1>T&lt;</h1>|\nP<table|>White</th>");
    assert!(!show::index("T", "P", &[]).contains("<table>"));
}

#[test]
fn a_board_is_drawn_by_what_lies_on_its_places() {
    use picture::{Piece, Places};
    // A board without one corner, with a stack of two.
    let at = |column: usize, row: usize| {
        let stack = Piece { disc: Some("red"), sign: "2".to_string(), ..Piece::default() };
        (column + row < 4).then(|| if (column, row) == (1, 0) { stack } else { Piece::default() })
    };
    for (places, shape) in [
        (Places::Squares, "<g><rect class=\"cell\""),
        (Places::Points, "<g><circle class=\"cell spot\""),
        (Places::Hexagons, "<g><path class=\"cell\""),
    ] {
        let picture = picture::Picture::board('A', places, [3; 2], at);
        assert_eq!(picture.shapes.len(), 1 + 8, "what never changes, and the places");
        assert!(picture.shapes[1..].iter().all(|place| place.starts_with(shape)), "{:?}", picture.shapes);
        holds("labels", &picture.shapes[0], ">C<|>3<");
        holds("a stack", &picture.shapes[2], "class=\"red\"|>2<");
        assert!(picture.mark_changes && picture.width > 3.0 && picture.height > 3.0);
        let inside = |(x, y): (f64, f64)| x > 0.0 && y > 0.0 && x < picture.width && y < picture.height;
        assert!(picture.places.iter().all(|(_, place)| inside(*place)), "{:?}", picture.places);
    }
    // A hexagon has six corners. A row of them is half a cell to the right of the row below it.
    let picture = picture::Picture::board('A', Places::Hexagons, [3; 2], |_, _| Some(Piece::disc("blue")));
    let path = picture.shapes[1].split(" d=\"M").nth(1).unwrap().split('Z').next().unwrap();
    assert_eq!(path.split('L').collect::<BTreeSet<_>>().len(), 6, "{}", path);
    let x = |place: usize| picture.shapes[1 + place].split("cx=\"").nth(1)?.split('"').next()?.parse::<f64>().ok();
    assert_eq!(x(3).unwrap() - x(0).unwrap(), 0.5);
}

#[test]
fn signs_show_the_same_board() {
    use picture::{Picture, Piece, Places};
    let at = |column: usize, row: usize| match (column, row) {
        (1, 0) => Some(Piece { sign: "12".to_string(), ..Piece::disc("white") }),
        (0, 1) => Some(Piece::disc("black")),
        (2, 1) => Some(Piece { dot: Some("white"), ..Piece::default() }),
        (0, 0) => None,
        _ => Some(Piece::default()),
    };
    let told = |picture: Picture| Picture { caption: "1 : 2".to_string(), ..picture }.in_signs();
    assert_eq!(told(Picture::board('A', Places::Squares, [3, 2], at)), " 2  x  .  +\n 1    12  .\n    A  B  C\n1 : 2");
    assert_eq!(told(Picture::board('A', Places::Hexagons, [3, 2], at)), " 2  x  .  +\n 1   12  .\n    A  B  C\n1 : 2");
}

#[test]
fn a_text_is_safe_and_stands_around_its_place() {
    let mut picture = picture::Picture::new(1.0, 1.0);
    picture.text("c", (1.0, 2.0), 0.4, "<'\u{7}\n\t\"&>");
    let expected = "<text class=\"c\" x=\"1\" y=\"2.14\" font-size=\"0.4\">&lt;&#39;\u{fffd}\n\t&quot;&amp;&gt;</text>";
    assert_eq!(picture.shapes, [expected]);
}

#[test]
fn no_letter_at_the_side_lies_on_a_cell() {
    for name in ["ayu", "lamistra", "spaghetti", "symple"] {
        let picture = games::new(name, 1).unwrap().picture(None, &[]);
        let shapes = picture.shapes.concat();
        let labels = shapes.split("<text class=\"label\" x=\"").skip(1).map(|text| {
            let numbers: Vec<f64> = text.split('"').step_by(2).take(2).map(|number| number.parse().unwrap()).collect();
            (numbers[0], numbers[1])
        });
        let labels: Vec<(f64, f64)> = labels.collect();
        let on = |x: f64, y: f64| picture.places.iter().any(|(_, (a, b))| (x - a).abs() < 0.5 && (y - b).abs() < 0.5);
        assert!(labels.len() > 10 && !labels.iter().any(|(x, y)| on(*x, *y)), "{}: {:?}", name, labels);
    }
}

/// Each line of the samples, with the game before and after it.
fn replay<G: Game + Clone>(game: &str, start: fn(&[String]) -> Result<G, String>) -> Vec<(G, G, String)> {
    let mut all = Vec::new();
    for record in samples(game) {
        let mut game = start(&record.setup).unwrap();
        // A map is laid out once, here: its copies have it.
        game.picture(None, &[]);
        for line in record.lines() {
            let before = game.clone();
            game.write(&line).unwrap();
            all.push((before, game.clone(), line));
        }
    }
    all
}

#[test]
fn the_fugitive_is_always_where_the_page_says_that_he_can_be() {
    let mut widest = 0;
    for (before, game, line) in replay("ontherun", ontherun::Match::from_setup) {
        if game.to_write().is_none() || game.fugitive == 0 {
            continue;
        }
        assert!(game.suspects.contains(&game.fugitive), "turn {}: {:?}", game.turn, game.suspects);
        assert!(game.suspects.iter().all(|city| !game.detectives.contains(city)) || game.turn == 1);
        if before.to_write() == Some(ontherun::FUGITIVE) && line.contains(' ') && ontherun::is_announcement(game.turn) {
            assert_eq!(game.suspects, [game.fugitive]);
        }
        widest = widest.max(game.suspects.len());
        let picture = game.picture(None, &[]);
        let shapes = picture.shapes.concat();
        let signs = picture.colours.map(|colour| shapes.matches(&format!("class=\"{}\"", colour)).count());
        assert_eq!((signs[ontherun::DETECTIVES], signs[ontherun::FUGITIVE]), (4, 1));
        let rings = picture.shapes.iter().filter(|shape| shape.contains("class=\"may\"")).count();
        assert!(rings == game.suspects.len() && picture.caption.contains(" dashed,"), "{}", picture.caption);
    }
    assert!(widest > 20, "at most {} cities", widest);
}

#[test]
fn maps_are_laid_out_like_maps() {
    for seed in 1..4 {
        let map = generate(seed);
        let places = map.layout();
        assert_eq!(places, map.layout(), "the same map looks the same");
        assert_eq!(places.len(), map.cities);
        assert!(places.iter().all(|(x, y)| (0.0..=1.0).contains(x) && (0.0..=1.0).contains(y)), "{:?}", places);
        let far = |a: usize, b: usize| (places[a].0 - places[b].0).hypot(places[a].1 - places[b].1);
        let all: Vec<f64> = (0..map.cities).flat_map(|a| (0..a).map(move |b| (a, b))).map(|(a, b)| far(a, b)).collect();
        let roads: Vec<f64> = map.connections[0].iter().map(|(a, b)| far(a - 1, b - 1)).collect();
        let mean = |lengths: &[f64]| lengths.iter().sum::<f64>() / lengths.len() as f64;
        assert!(mean(&roads) < mean(&all) / 4.0, "roads {} of {}", mean(&roads), mean(&all));
        assert!(all.iter().all(|length| *length > 0.95 * APART), "two cities on one another");
    }
}

#[test]
fn paths_that_light_up_are_those_that_paid() {
    let mut count = 0;
    for (before, after, line) in replay("spaghetti", spaghetti::Match::from_setup) {
        let paid = before.paid(spaghetti::parse_move(&line).unwrap());
        let sum: i32 = paid.iter().map(|path| path.points).sum();
        let seat = before.to_write().unwrap();
        assert_eq!(after.points[seat] - before.points[seat], sum, "{}", line);
        for path in &paid {
            // Where the path leaves a cell, there is another piece of it, or the edge of the board.
            let mut loose = 0;
            for &((r, c), ref sides) in &path.segments {
                let beside = [(r.wrapping_sub(1), c), (r, c + 1), (r + 1, c), (r, c.wrapping_sub(1))];
                for side in sides {
                    let (next, back) = (beside[*side], (side + 2) % 4);
                    loose += usize::from(!path.segments.iter().any(|(cell, s)| *cell == next && s.contains(&back)));
                }
            }
            assert_eq!(loose, if path.points == -5 { 0 } else { 2 }, "{}: {:?}", line, path);
            count += 1;
        }
        let lit = after.picture(None, &[line]).shapes.concat().matches("class=\"paid").count();
        assert_eq!(lit, paid.iter().map(|path| path.segments.len()).sum::<usize>());
    }
    assert!(count > 30, "{} paths", count);
}

#[test]
fn the_page_of_a_match_has_its_verdict_its_bar_its_curve_and_its_games() {
    let folder = scratch("match-page");
    folder.says(
        "$J match spaghetti greedy random --games 6 --dir 'a match' && $J show 'a match'",
        0,
        "/a%20match/index.html\n",
    );
    let page = folder.read("a match/index.html");
    assert_eq!(malformed(&page), None);
    let words =
        "class=\"verdict\"|>Blue</th>|A: <b><bdi>greedy</bdi></b><br>B: <b><bdi>random</bdi></b>|href=\"00006.html\"";
    holds("match", &page, &format!("<title>Spaghetti (2022): a match</title>|{}", words));
    // The bar of pairs has its full width, and the curve of the score ends where its axes end.
    let numbers = |before: &str| -> Vec<f64> {
        page.split(before).skip(1).map(|rest| rest.split(['"', ',']).next().unwrap().parse().unwrap()).collect()
    };
    assert!((numbers("y=\"15\" width=\"").iter().sum::<f64>() - 354.0).abs() < 0.3, "{}", page);
    let curve = page.split("<polyline points=\"").nth(1).unwrap().split('"').next().unwrap();
    let ends: Vec<&str> = curve.split(' ').filter_map(|point| point.split(',').next()).collect();
    assert_eq!(ends.last().unwrap().parse::<f64>().unwrap(), numbers(" x2=\"")[0], "{}", curve);
    let links = "href=\"00001.html\">game before|href=\"00003.html\">next game";
    holds("game", folder.read("a match/00002.html"), links);
}
