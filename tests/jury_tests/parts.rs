//! A match that was played in parts.

use super::prelude::*;
use jury::count::parts;

#[test]
fn parts_joined_are_the_whole() {
    let folder = scratch("parts");
    let play = |more: &str| {
        let line = "$J match spaghetti greedy random --games 18 --seed 9 --jobs 2 --force";
        folder.says(&format!("{} {}", line, more), 0, "");
    };
    play("--dir whole");
    let names = ["p1", "p2", "p3", "p4"];
    for (k, name) in names.iter().enumerate() {
        play(&format!("--part {}/4 --dir {}", k + 1, name));
    }
    let folders = names.map(|name| folder.join(name));
    // Nine pairs: three for the first, two for each of the others.
    let counts = folders.each_ref().map(|f| show::transcripts(f).unwrap().len());
    assert_eq!(counts, [6, 4, 4, 4]);
    let paths: Vec<&Path> = folders.iter().map(PathBuf::as_path).collect();
    let joined = parts::join(&paths).unwrap();
    assert!(joined.notes.is_empty(), "{:?}", joined.notes);
    assert_eq!(Plan::resume(&folders[2]).unwrap().part, Some([3, 4]));
    let whole = Plan::resume(&folder.join("whole")).unwrap();
    let gathered = folder.join("gathered");
    // As the manual says.
    folder.says("cp -r p1 gathered; cp p[2-4]/0*.txt gathered; sed -i '/^parts*=/d' gathered/plan", 0, "");
    // Times and memory differ from run to run.
    let lasting = |text: String| {
        let differs = [" bad exits", "most_", "waited for a processor", "kept_waiting"];
        let used = |line: &&str| !differs.iter().any(|words| line.contains(words));
        text.lines().filter(used).map(str::to_string).collect::<Vec<_>>()
    };
    let expected = summary::summarise(&whole).unwrap();
    for (plan, found) in [
        (joined.plan.clone(), summary::summary(&joined.plan, &joined.played)),
        (Plan::resume(&gathered).unwrap(), summary::summarise(&Plan::resume(&gathered).unwrap()).unwrap()),
    ] {
        assert_eq!(lasting(found.text(&plan, true)), lasting(expected.text(&whole, true)));
        assert_eq!(lasting(found.json(&plan)), lasting(expected.json(&whole)));
    }
    for number in 1..=18 {
        let read = |name: &str| folder.join(name).read(&format!("{:05}.txt", number));
        assert_eq!(moves(&read("whole")), moves(&read("gathered")), "game {}", number);
    }
    // A mistake is explained: a part of another match, or one that is missing.
    folder.says("cp -r p1 other; sed -i 's/^seconds-a=30/seconds-a=7/' other/plan", 0, "");
    let other = folder.join("other");
    let refused = |paths: &[&Path], why: &str| match parts::join(paths) {
        Ok(_) => panic!("{:?} joined", paths),
        Err(error) => assert!(error.contains(why), "{}", error),
    };
    refused(&[&folders[1], &other], "seconds-a is 30 and 7");
    refused(&[&folders[0], &folders[0]], "game 1 is in");
    refused(&[], "one or more folders");
    refused(&[&folder], "plan");
    let three = parts::join(&paths[1..]).unwrap();
    holds("three parts", three.notes.join("\n"), "6 of 18 games are missing: 1, 2, 9, 10, 17, 18");
    assert!(summary::summary(&three.plan, &three.played).look.is_none(), "each part would have its look");
    let one = parts::join(&paths[1..2]).unwrap();
    assert_eq!(one.notes, ["14 of 18 games are missing: 1, 2, 5, 6, 7, 8, 9, 10, 13, 14, ..."]);
    // Another build of A.
    folders[1].put("a/random", "x");
    let notes = parts::join(&paths).unwrap().notes;
    assert!(notes.len() == 1 && notes[0].contains("p2: the files of A are not those of "), "{:?}", notes);
    // Of a program that was built from a source only the source counts.
    for (folder, source, built) in [(&folders[0], "one", "x"), (&folders[1], "one", "y"), (&folders[2], "two", "y")] {
        folder.put("a/mine.c", source);
        folder.put("a/mine", built);
    }
    let differs = |one: usize, other: usize| {
        let notes = parts::join(&[paths[one], paths[other]]).unwrap().notes;
        notes.iter().any(|note| note.contains("the files of A are not those of"))
    };
    assert!(!differs(0, 1) && differs(1, 2));
    // A joined match goes on without its parts.
    let goes_on = "rm -r p1 p2 p3 p4; $J match --resume gathered --games 20 --force --verbose";
    folder.says(goes_on, 0, "20 games in 10 pairs|B: no forfeit");
    for word in ["0/4", "5/4", "1", "a/b", "1/0"] {
        assert!(parts::parse(word).is_err(), "{}", word);
    }
}
