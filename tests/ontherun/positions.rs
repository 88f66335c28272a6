//! Positions with known answers.

use super::*;

/// The value of a key in an object of the file of positions: a number, a word or a list.
fn value<'a>(object: &'a str, key: &str) -> &'a str {
    let at = object.find(&format!("\"{}\"", key)).unwrap_or_else(|| panic!("no {} in {}", key, object));
    let value = &object[at + key.len() + 3..];
    let end = if value.trim_start().starts_with('[') { value.find(']') } else { value.find([',', '}']) };
    &value[..end.unwrap_or(value.len())]
}

fn numbers(object: &str, key: &str) -> Vec<usize> {
    value(object, key).split(|c: char| !c.is_ascii_digit()).filter_map(|w| w.parse().ok()).collect()
}

fn words<'a>(object: &'a str, key: &str) -> Vec<&'a str> {
    value(object, key).split('"').skip(1).step_by(2).collect()
}

#[test]
fn the_known_positions() {
    let text = fs::read_to_string("tests/samples/ontherun/positions.json").unwrap();
    let mut kinds = Vec::new();
    for object in text.split("\n {").skip(1) {
        let (kind, map) = (words(object, "kind")[0], sample_map(words(object, "map")[0]));
        let fast = fast(&map);
        match kind {
            "belief" => {
                // Where the fugitive can be after hidden rides and joint moves.
                let mut suspects = numbers(object, "fugitive_start");
                let mut support = set(&suspects);
                let mut detectives = numbers(object, "detectives_start");
                let history = &object[object.find("history").unwrap()..object.find("belief_after").unwrap()];
                for step in history.split('{').skip(1) {
                    let mode = MODES.iter().position(|m| words(step, "news")[0] == m.to_string()).unwrap();
                    suspects = reachable(&map, &suspects, mode, &detectives);
                    support = fast.reach(&support, mode).minus(&set(&detectives));
                    detectives = numbers(step, "detectives");
                    suspects.retain(|s| !detectives.contains(s));
                    support = support.minus(&set(&detectives));
                }
                assert_eq!((cities(&support), &suspects), (numbers(object, "belief_after"), &cities(&support)));
            }
            "forced_announcement" => {
                let (turn, city) = (numbers(object, "turn")[0], numbers(object, "fugitive")[0]);
                let text = |(mode, to): (usize, usize)| format!("{} {}", MODES[mode], to);
                let all: BTreeSet<String> = rides(&map, city).into_iter().map(text).collect();
                assert_eq!(all, words(object, "all_moves").into_iter().map(String::from).collect());
                let board = known(four(&numbers(object, "detectives")), city, turn);
                let good = words(object, "moves_not_surely_arrested");
                for depth in 1..=3 {
                    let chosen = Search::new(fast.clone(), 1).think(&board, turns(depth)).unwrap().best.to_string();
                    assert!(good.contains(&chosen.as_str()), "{} is none of {:?}", chosen, good);
                }
            }
            _ => {
                let announced = || vec![parse_ride(words(object, "news")[0]).unwrap().1];
                let wanted = if kind == "must_arrest" { announced() } else { numbers(object, "belief") };
                let from = four(&numbers(object, "detectives"));
                let all = joint_moves(&map, from.map(usize::from));
                assert_eq!(all.len(), numbers(object, "joint_moves")[0]);
                let found = fast.cover(&from, &set(&wanted)).expect("a joint move").map(usize::from);
                assert!(all.contains(&found) && wanted.iter().all(|w| found.contains(w)), "{:?}", found);
            }
        }
        kinds.push(kind);
    }
    assert_eq!((kinds.iter().collect::<BTreeSet<_>>().len(), kinds.len()), (4, 8));
}
