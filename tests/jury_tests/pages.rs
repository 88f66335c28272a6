//! Pages: what they show, as text.

use super::prelude::*;
use jury::rules::picture;

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

/// A game in which White forfeits at its second move.
pub fn forfeited() -> String {
    let program =
        "sh -c 'read line; echo B1-B2; read line; echo oops score 3 >&2; echo \"<img src=x>\"; cat >/dev/null'";
    duel("ayu", program, &random("ayu"), 60.0, "forfeit").text()
}

#[test]
fn the_page_of_a_game_is_as_ever() {
    let number = |game| checksum(&special(&show::draw(&told(game), "the way back").unwrap().0));
    let found: Vec<u32> = games::names().into_iter().map(number).collect();
    assert_eq!(found, [1078151326, 2470128489, 1716572330, 4270931912, 2703931030]);
}

#[test]
fn a_page_tells_forfeits_and_who_played_on() {
    let html = show::draw(&forfeited(), "").unwrap().0;
    let words =
        "\"forfeit\": \"unreadable: \\\"\\u003cimg src=x|\"log\": [\"oops score 3\"]|\"jury\": true|\"result\": [0, ";
    holds("page", &html, words);
    holds("both play", html.split("\"forfeit\": \"unreadable").next().unwrap(), "\"jury\": false|!\"jury\": true");
}

#[test]
fn an_index_has_a_line_for_each_game() {
    let text = "# game: ayu\n# player 1: x<\n# player 2: y\n# used 1: 0.126 s wall\n# used 2: 1.000 s wall\n1 a\n2 b\n\
                # forfeit: 1 crash exit 3\n1 c\n# forfeit: 2 time-out late\nR 7 8\n";
    let index = show::index("T<", "P", &[("a&b.html".into(), transcript::read(text).unwrap())]);
    let cells = index.split("<td").skip(1).map(|cell| cell.split_once('>').unwrap().1.split("</td>").next().unwrap());
    let row = "<a href=\"a%26b.html\">a&amp;b</a>|<i><bdi>x&lt;</bdi></i>|<b><bdi>y</bdi></b>|7 : 8|3|0.13 : 1.00";
    assert_eq!(cells.collect::<Vec<_>>().join("|"), format!("{}|White: crash, Black: time-out", row));
    holds("index", &index, "<h1>T&lt;</h1>|\nP<table|>White</th>");
    assert!(!show::index("T", "P", &[]).contains("<table>"));
}

#[test]
fn hexagons_lie_side_by_side() {
    use picture::{Picture, Piece, Places};
    // A board without one corner, with a stack of two.
    let stack = |column, row| if (column, row) == (1, 0) { "2".to_string() } else { String::new() };
    let piece = |column, row| Piece { sign: stack(column, row), ..Piece::disc("red") };
    let at = |column: usize, row: usize| (column + row < 4).then(|| piece(column, row));
    let shapes = Picture::board('A', Places::Hexagons, [3; 2], at).shapes;
    // The places, and what never changes.
    assert_eq!((shapes.len(), checksum(&shapes.concat())), (9, 1462629937), "{:?}", shapes);
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

#[test]
fn the_page_of_a_match_has_its_verdict_its_programs_its_sides_its_curve_and_its_games() {
    let folder = scratch("match-page");
    // It plays two games, and in the others ends at once.
    folder.put("p.sh", "echo >>$0.n; n=$(wc -l <$0.n); [ $n -gt 2 ] || exec $J greedy spaghetti 30 1\n");
    let play = "export J; $J match spaghetti \"env J=$J sh p.sh\" random --games 6 --jobs 1 --dir 'a match'";
    let text = folder.says(&format!("{} 2>/dev/null && $J show 'a match'", play), 0, "");
    assert!(text.ends_with("/a%20match/index.html\n"), "{}", text);
    let page = folder.read("a match/index.html");
    let words = "<a href=\"00003.html\">forfeits: 4 closed</a>|>16.67 : 33.67<|won both 1, one each 0, lost both 2;";
    holds("match", &page, words);
    assert_eq!(checksum(&without_figures(&folder, &special(&page))), 4198519189);
    let rows: Vec<&str> = links(&page).into_iter().filter(|link| link.starts_with('0')).collect();
    assert_eq!(rows[1..].join(" "), "00003.html 00004.html 00005.html 00006.html 00001.html 00002.html");
    // The curve of the score ends where its axes end.
    let numbers = |before: &str| -> Vec<f64> {
        page.split(before).skip(1).map(|rest| rest.split(['"', ',']).next().unwrap().parse().unwrap()).collect()
    };
    let curve = page.split("<polyline points=\"").nth(1).unwrap().split('"').next().unwrap();
    let ends: Vec<&str> = curve.split(' ').filter_map(|point| point.split(',').next()).collect();
    assert_eq!(ends.last().unwrap().parse::<f64>().unwrap(), numbers(" x2=\"")[0], "{}", curve);
    let game = special(&folder.read("a match/00002.html"));
    let head = game.split("<main>").next().unwrap();
    assert_eq!(checksum(head), 310005104, "{}", head);
}
