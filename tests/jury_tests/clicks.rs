//! Moves that a person clicks together part by part, without a page.

use super::prelude::*;
use jury::rules::game::Part;
use jury::rules::picture::Picture;

/// The first sample of each game.
fn records() -> Vec<Record> {
    games::names().into_iter().map(|game| transcript::read(&first_sample(game)).unwrap()).collect()
}

fn after(record: &Record, lines: &[String]) -> Box<dyn Game> {
    let mut game = games::from_setup(&record.name, &record.setup).unwrap();
    lines.iter().for_each(|line| drop(game.write(line).unwrap()));
    game
}

/// The next parts. Each occurs once, on the board or with a name.
fn parts(game: &dyn Game, begun: &str) -> Vec<Part> {
    let parts = game.parts(begun);
    let size = game.picture(None, &[]);
    for text in [game.question(begun).as_str(), game.goal()] {
        assert!(text.ends_with(['?', '.']), "{:?}", text);
    }
    let mut seen = BTreeSet::new();
    let mut buttons = BTreeSet::new();
    for part in &parts {
        assert!(part.line.starts_with(begun) && part.line != begun && seen.insert(&part.line), "{:?}", part);
        match part.place {
            Some((x, y)) => {
                assert!((0.0..size.width).contains(&x) && (0.0..size.height).contains(&y), "{:?}", part)
            }
            None => assert!(buttons.insert(&part.label) && !part.label.is_empty(), "{:?}", part),
        }
    }
    parts
}

#[test]
fn parts_lead_to_every_line_that_was_written_and_to_no_illegal_one() {
    for record in records() {
        let (lines, mut rng) = (record.lines(), Rng(1));
        for played in (0..lines.len()).filter(|i| *i < 6 || i % 17 == 0) {
            let game = after(&record, &lines[..played]);
            let what = format!("{} after {:?}", record.name, &lines[..played]);
            // The line that was written can be clicked.
            let mut reached = vec![(String::new(), false)];
            while !reached.contains(&(lines[played].clone(), true)) {
                let next = reached.iter().flat_map(|(line, _)| parts(game.as_ref(), line));
                let next = next.filter(|part| lines[played].starts_with(&part.line));
                reached = next.map(|part| (part.line, part.whole)).collect();
                assert!(!reached.is_empty(), "{}: {} cannot be clicked", what, lines[played]);
            }
            // Any clicked line is legal.
            for _ in 0..3 {
                let mut part = rng.pick(&parts(game.as_ref(), "")).clone();
                while !part.whole {
                    part = rng.pick(&parts(game.as_ref(), &part.line)).clone();
                }
                let written = after(&record, &lines[..played]).write(&part.line);
                assert!(written.is_ok(), "{}: {} is {:?}", what, part.line, written);
            }
        }
    }
}

#[test]
fn a_line_falls_into_parts() {
    let names = ["A1", "A10", "ce", "39"].map(|name| (name.to_string(), (1.0, 2.0)));
    let picture = Picture { places: names.to_vec(), ..Picture::new(3.0, 3.0) };
    // Parts are separated by strokes. A star marks those that are clicked on the board.
    for (line, wanted) in [
        ("A1-A10", "A1*|-A10*"),
        ("a10a1", "a10*|a1*"),
        ("A11", "A11"),
        ("C 39", "C| 39*"),
        ("C 390", "C| 390"),
        ("cer", "ce*|r"),
        ("pass", "pass"),
        ("-3,4", "-3|,4"),
        ("A1!", "A1*|!"),
        ("e2e4q", "e2|e4|q"),
    ] {
        let mut found = Vec::new();
        let mut begun = String::new();
        while begun != line {
            let next = Part::split(&[line.to_string(), "A1".to_string()], &picture, &begun);
            let part = next.iter().find(|part| line.starts_with(&part.line)).unwrap();
            let star = if part.place.is_some() { "*" } else { "" };
            found.push(format!("{}{}", &part.line[begun.len()..], star));
            begun = part.line.clone();
        }
        assert_eq!(found.join("|"), wanted);
    }
}
