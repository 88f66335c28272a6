//! Positions with known answers. A row begins with the number of its map.

use super::ontherun::rules::union;
use super::*;

fn numbered(map: usize) -> map::Map {
    sample_map(&format!("maps/map-{}.txt", map))
}

#[test]
fn where_the_fugitive_can_be() {
    // The fugitive's start; where the detectives stood, and the joint moves that answered rides by car.
    let rows = [
        (5001, 12, [[40, 24, 18, 9], [4, 2, 12, 16], [53, 24, 50, 48], [4, 48, 55, 16], [53, 2, 41, 46]]),
        (5002, 4, [[29, 28, 11, 16], [7, 30, 18, 22], [36, 35, 11, 14], [24, 38, 18, 19], [17, 13, 11, 30]]),
    ];
    let found = [
        "1 3 6 10 12 13 14 15 18 19 20 25 26 30 32 33 34 35 38 40 42 44 50 57",
        "1 2 4 5 6 7 10 20 23 25 29 32 33 34 36 37 40",
    ];
    for ((map, start, [mut detectives, history @ ..]), last) in rows.into_iter().zip(found) {
        let (map, mut suspects) = (numbered(map), vec![start]);
        let (fast, mut support) = (fast(&map), set(&suspects));
        for joint in history {
            suspects = reachable(&map, &suspects, 0, &detectives);
            support = union(&support, &fast.by_mode[0]).minus(&set(&detectives)).minus(&set(&joint));
            detectives = joint;
            suspects.retain(|s| !detectives.contains(s));
        }
        let last: Vec<usize> = last.split(' ').map(|city| city.parse().unwrap()).collect();
        assert_eq!([cities(&support), suspects], [last.clone(), last]);
    }
}

#[test]
fn the_fugitive_announces_no_city_where_it_is_surely_arrested() {
    // In turn 5: where the fugitive stands, its rides, and those after which it is not surely arrested.
    let rows: [(usize, [usize; 4], usize, &str, &str); 2] = [
        (5001, [53, 2, 41, 46], 34, "C 6, C 18, C 25, C 40, C 41", "C 18"),
        (5002, [17, 13, 11, 30], 2, "C 10, C 18, C 40, T 24, T 37", "C 10, C 40"),
    ];
    for (map, detectives, city, all, good) in rows {
        let map = numbered(map);
        let ours: BTreeSet<String> =
            rides(&map, city).iter().map(|(mode, to)| format!("{} {}", MODES[*mode], to)).collect();
        assert_eq!(ours, all.split(", ").map(String::from).collect());
        for depth in 1..=3 {
            let report = Search::new(fast(&map), 1).think(&known(four(&detectives), city, 5), turns(depth)).unwrap();
            let chosen = report.best.to_string();
            assert!(good.split(", ").any(|ride| ride == chosen), "{} is none of {}", chosen, good);
        }
    }
}

#[test]
fn the_jury_knows_all_joint_moves() {
    let rows = [(5001, [53, 2, 41, 46]), (5002, [17, 13, 11, 30]), (5015, [3, 40, 39, 6]), (5027, [5, 26, 16, 30])];
    assert_eq!(rows.map(|(map, from)| joint_moves(&numbered(map), from).len()), [680, 361, 370, 222]);
}
