//! Pages: what they show, as text.

use super::prelude::*;
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
fn a_page_tells_forfeits_and_who_played_on() {
    let program = "sh -c 'read line; echo B1-B2; read line; echo oops >&2; echo B1-B9; cat >/dev/null'";
    let record = duel("ayu", program, &random("ayu"), 60.0, "forfeit");
    let html = show::draw(&record.text(), "").unwrap().0;
    let words = "\"forfeit\": \"illegal: \\\"B1-B9\\\"|\"log\": [\"oops\"]|\"jury\": true|\"result\": [0, ";
    holds("page", &html, words);
    holds("both play", html.split("\"forfeit\": \"illegal").next().unwrap(), "\"jury\": false|!\"jury\": true");
    assert_eq!(html.matches("\"seat\":").count(), record.entries.len() + 1);
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
        (Places::Squares, "rect class=\"cell\""),
        (Places::Points, "circle class=\"cell spot\""),
        (Places::Hexagons, "path class=\"cell\""),
    ] {
        let picture = picture::Picture::board('A', places, [3; 2], at);
        let drawn = picture.shapes[1..].iter().filter(|place| place.starts_with(&format!("<g><{}", shape))).count();
        assert_eq!((drawn, picture.shapes.len()), (8, 9), "the places, and what never changes");
        holds("labels", &picture.shapes[0], ">C<|>3<");
        holds("a stack", &picture.shapes[2], "class=\"red\"|>2<");
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
    for (places, signs) in
        [(Places::Squares, " 2  x  .  +\n 1    12  .\n"), (Places::Hexagons, " 2  x  .  +\n 1   12  .\n")]
    {
        let picture = Picture { caption: "1 : 2".to_string(), ..Picture::board('A', places, [3, 2], at) };
        assert_eq!(picture.in_signs(), format!("{}    A  B  C\n1 : 2", signs));
    }
}

#[test]
fn a_text_is_safe_and_stands_around_its_place() {
    let mut picture = picture::Picture::new(1.0, 1.0);
    picture.text("c", (1.0, 2.0), 0.4, "<'\u{7}\n\t\"&>");
    let expected = "<text class=\"c\" x=\"1\" y=\"2.14\" font-size=\"0.4\">&lt;&#39;\u{fffd}\n\t&quot;&amp;&gt;</text>";
    assert_eq!(picture.shapes, [expected]);
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
        assert!(rings == game.suspects.len() && picture.caption.contains("(ringed)"), "{}", picture.caption);
    }
    assert!(widest > 20, "at most {} cities", widest);
}

#[test]
fn paths_that_light_up_are_those_that_paid() {
    let mut count = 0;
    for (before, after, line) in replay("spaghetti", spaghetti::Match::from_setup) {
        let paid = before.paid(spaghetti::parse_move(&line).unwrap());
        let sum: i32 = paid.iter().map(|path| path.points).sum();
        let seat = before.to_write().unwrap();
        assert_eq!(after.points[seat] - before.points[seat], sum, "{}", line);
        count += paid.len();
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
    let words =
        "class=\"verdict\"|<p>greedy in pairs: won both |>Blue</th>|A: <b><bdi>greedy</bdi></b><br>B: <b><bdi>random</bdi></b>|href=\"00006.html\"";
    holds("match", &page, &format!("<title>Spaghetti (2022): a match</title>|{}", words));
    // The curve of the score ends where its axes end.
    let numbers = |before: &str| -> Vec<f64> {
        page.split(before).skip(1).map(|rest| rest.split(['"', ',']).next().unwrap().parse().unwrap()).collect()
    };
    let curve = page.split("<polyline points=\"").nth(1).unwrap().split('"').next().unwrap();
    let ends: Vec<&str> = curve.split(' ').filter_map(|point| point.split(',').next()).collect();
    assert_eq!(ends.last().unwrap().parse::<f64>().unwrap(), numbers(" x2=\"")[0], "{}", curve);
    let links = "href=\"00001.html\">game before|href=\"00003.html\">next game";
    holds("game", folder.read("a match/00002.html"), links);
}
