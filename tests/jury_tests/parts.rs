//! A match that was played in parts.

use super::prelude::*;
use jury::count::parts;

#[test]
fn parts_joined_are_the_whole() {
    let folder = scratch("parts");
    let play = "$J match spaghetti greedy random --games 18 --seed 9 --jobs 2 --force --dir";
    let parts = format!("{} whole && for k in 1 2 3 4; do {} p$k --part $k/4 || exit; done", play, play);
    // And joined as the manual says.
    folder.says(&(parts + "; cp -r p1 gathered; cp p[2-4]/0*.txt gathered; sed -i '/^parts*=/d' gathered/plan"), 0, "");
    let folders = ["p1", "p2", "p3", "p4"].map(|name| folder.join(name));
    // Nine pairs: three for the first, two for each of the others.
    let counts = folders.each_ref().map(|f| show::transcripts(f).unwrap().len());
    assert_eq!(counts, [6, 4, 4, 4]);
    let paths: Vec<&Path> = folders.iter().map(PathBuf::as_path).collect();
    let joined = parts::join(&paths).unwrap();
    assert!(joined.notes.is_empty(), "{:?}", joined.notes);
    assert_eq!(Plan::resume(&folders[2]).unwrap().part, Some([3, 4]));
    let [whole, gathered] = ["whole", "gathered"].map(|name| Plan::resume(&folder.join(name)).unwrap());
    // Times and memory differ from run to run.
    let lasting = |text: String| {
        let differs = [" bad exits", "most_", "waited for a processor", "kept_waiting"];
        let used = |line: &&str| !differs.iter().any(|words| line.contains(words));
        text.lines().filter(used).map(str::to_string).collect::<Vec<_>>()
    };
    let expected = summary::summarise(&whole).unwrap();
    let of_joined = summary::summary(&joined.plan, &joined.played);
    for (plan, found) in [(&joined.plan, of_joined), (&gathered, summary::summarise(&gathered).unwrap())] {
        assert_eq!(lasting(found.text(plan, true)), lasting(expected.text(&whole, true)));
        assert_eq!(lasting(found.json(plan)), lasting(expected.json(&whole)));
    }
    let read = |name: &str, number: usize| folder.join(name).read(&format!("{:05}.txt", number));
    (1..=18).for_each(|n| assert_eq!(moves(&read("whole", n)), moves(&read("gathered", n)), "game {}", n));
    // Each part would have its look.
    let three = parts::join(&paths[1..]).unwrap();
    assert!(summary::summary(&three.plan, &three.played).look.is_none());
    let other_files = |folder: &str| format!("{}: the files of A are not those of p1: |!of B", folder);
    folder.steps(&[
        // A mistake is explained: a part of another match, or one that is missing.
        ("cp -r p1 other; sed -i s/^seconds-a=30/seconds-a=7/ other/plan", 0, ""),
        ("$J summary p2 other", 2, "seconds-a is 30 and 7"),
        ("$J summary p1 p1", 2, "game 1 is in"),
        ("$J summary .", 2, "plan"),
        ("$J summary p2 p3 p4", 0, "6 of 18 games are missing: 1, 2, 9, 10, 17, 18\n"),
        ("$J summary p2", 0, "14 of 18 games are missing: 1, 2, 5, 6, 7, 8, 9, 10, 13, 14, ...\n"),
        // Another build of A. Of a program that was built from a source only the source counts.
        ("echo x >p2/a/random; $J summary p1 p2 p3 p4", 0, &(other_files("p2") + "|!p3: |!p4: ")),
        ("for k in 1 2 3; do echo $((k / 3)) >p$k/a/mine.c; echo $((k / 2)) >p$k/a/mine; done", 0, ""),
        ("$J summary p1 p2", 0, "!the files of A"),
        ("$J summary p1 p3", 0, &other_files("p3")),
        // A joined match goes on without its parts.
        ("rm -r p?; $J match --resume gathered --games 20 --force --verbose", 0, "20 games in 10 pairs|B: no forfeit"),
    ]);
    for word in ["0/4", "5/4", "1", "a/b", "1/0"] {
        assert!(parts::parse(word).is_err(), "{}", word);
    }
}
