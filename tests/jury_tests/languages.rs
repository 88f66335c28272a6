//! Programs as source files, in every language whose compiler is installed; their names.

use super::prelude::*;

/// Those of the programs whose tool, the first word, is in PATH. What the others would show is said not to be proven.
fn here<'a>(all: &'a [[&'a str; 3]], what: &str) -> Vec<&'a [&'a str; 3]> {
    let is_here = |tool: &str| sh(Path::new("/"), &format!("command -v {}", tool)).0 == Some(0);
    let (here, missing): (Vec<&[&str; 3]>, Vec<_>) = all.iter().partition(|one| is_here(one[0]));
    let [tools, names] = [0, 1].map(|i| missing.iter().map(|one| one[i]).collect::<Vec<_>>().join(", "));
    if !missing.is_empty() {
        not_proven(&format!("{}: {}", what, names), &format!("not here: {}", tools));
    }
    here
}

/// By language: its compiler, a file's name, a program that writes a line to stderr and ends.
const PROGRAMS: [[&str; 3]; 11] = [
    ["rustc", "no-name-1.2.rs", "fn main() { eprintln!(\"here I am\"); }"],
    ["gcc", "c.c", "#include <stdio.h>\nint main(void) { fputs(\"here I am\", stderr); return 0; }"],
    ["g++", "p.CPP", "#include <iostream>\nint main() { std::cerr << \"here I am\"; }"],
    ["javac", "J.java", "class J { public static void main(String[] a) { System.err.println(\"here I am\"); } }"],
    ["python3", "y.py", "import sys\nprint(\"here I am\", file=sys.stderr)"],
    ["node", "s.MJS", "console.error(\"here I am\")"],
    ["fpc", "q.pas", "begin writeln(stderr, 'here I am') end."],
    ["ghc", "h.hs", "import System.IO\nmain = hPutStrLn stderr \"here I am\""],
    ["ocamlopt", "m.ml", "let () = prerr_endline \"here I am\""],
    ["go", "g.go", "package main\nfunc main() { println(\"here I am\") }"],
    ["mcs", "d.cs", "class D { static void Main() { System.Console.Error.WriteLine(\"here I am\"); } }"],
];

// In Lamistra a forfeit ends the game.
#[test]
fn a_source_file_is_a_program_in_every_language() {
    let folder = scratch("languages");
    for &[tool, name, right] in here(&PROGRAMS, "a source file is a program") {
        folder.put(name, right);
        let line = format!("$J match lamistra {} random --games 2 --dir {}", name, tool);
        folder.says(
            &line,
            0,
            &format!(
                "{} forfeited 2 games (2 closed): mend that first. In game 1: closed: |here I am|!random forfeited",
                name
            ),
        );
        // The program does not need its source.
        fs::remove_file(folder.join(name)).unwrap();
        folder.says(&format!("$J match --resume {} --games 4", tool), 0, "forfeited 4 games (4 closed)");
        folder.put(name, right.replace("\"here I am\"", "(nonsense").replace("'here I am'", "(nonsense"));
        let text = folder.says(&format!("$J match lamistra random ./{} --games 2 --dir wrong", name), 2, "");
        assert!(text.starts_with(&format!("jury: ./{} does not compile by {}", name, tool)), "{}: {}", name, text);
        assert!(text.to_lowercase().contains("error") && text.lines().count() < 16, "{}: {}", name, text);
    }
}

#[test]
fn a_compiler_is_named_if_it_is_not_here_and_shown_from_its_first_error_on() {
    let folder = scratch("compiler");
    folder.says("mkdir bin; for tool in sh seq kill date; do ln -s $(command -v $tool) bin; done", 0, "");
    let line = "PATH=$PWD/bin $J match lamistra NAME random --games 2 --dir m";
    for [tool, name, right] in PROGRAMS {
        folder.put(name, right);
        let why = format!("jury: {}: needs {}, which is not here: install it, or give what", name, tool);
        folder.says(&line.replace("NAME", name), 2, &why);
    }
    for (script, head, tail) in [
        ("seq 9; echo an Error; seq 101 140; exit 1", "-o g g.go\n  an Error\n", "  111\n  (29 lines more)\n"),
        ("exit 3", "does not compile by go build -o g g.go", "\n"),
        // Ctrl-C, which also ends the compiler, is no mistake in the source.
        ("kill -TERM $PPID; exit 1", "jury: interrupted\n", "\n"),
    ] {
        folder.put("bin/go", format!("#!/bin/sh\n{}\n", script));
        let code = if head.contains("interrupted") { 130 } else { 2 };
        let text = folder.says(&line.replace("NAME", "g.go"), code, head);
        assert!(text.ends_with(tail), "{}: {}", script, text);
    }
}

#[test]
fn each_starter_plays_whole_games_and_knows_all_moves() {
    let all = [
        ["python3", "ayu.py", "ayu"],
        ["g++", "ayu.cpp", "ayu"],
        ["javac", "Ayu.java", "ayu"],
        ["python3", "lamistra.py", "lamistra"],
        ["python3", "ontherun.py", "ontherun"],
        ["python3", "spaghetti.py", "spaghetti"],
        ["python3", "symple.py", "symple"],
    ];
    let source = |file: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/starters").join(file);
    for [_, file, _] in all {
        let lines = fs::read_to_string(source(file)).unwrap().lines().count();
        assert!(lines <= if file == "ayu.cpp" { 250 } else { 120 }, "{}: {} lines", file, lines);
    }
    for &[_, file, game] in here(&all, "a starter plays") {
        let text = format!("{} {{seconds}}", source(file).display());
        let own = entrants::prepare(game, &[text], &|_| scratch("starters")).unwrap().remove(0);
        (0..2).for_each(|seat| a_starter_plays(game, file, &own, seat));
    }
}

fn a_starter_plays(name: &str, file: &str, own: &Entrant, seat: usize) {
    let mut commands = [random(name), random(name)];
    commands[seat] = words::joined(&own.command(1.0, 1, &[]));
    let limits = [Limits { seconds: 120.0, memory: Memory::TODAY }; 2];
    let folder = format!("starter-{}-{}", file, seat);
    let outcome = play(name, [&commands[0], &commands[1]], limits, &folder);
    assert_eq!(outcome.forfeits(), [None, None], "{}", file);
    assert_eq!(outcome.accounts[seat].exit, "0", "{}", file);
    let mut game = games::new(name, 1).unwrap();
    let (mut counted, mut said) = (0, Vec::new());
    for (entry, note) in outcome.entries.iter().zip(&outcome.notes) {
        // Where two lines follow each other, a busy jury may find the words for the second with the first.
        said.extend(&note.log);
        if let Entry::Line(side, line) = entry {
            // `MOVE of N moves`: where the jury can list them, there are N. (Detectives count moves of four lines.)
            let at = said.iter().position(|said| said.starts_with(&format!("{} of ", line)));
            let number = at.map(|at| &said.remove(at)[line.len() + 4..]);
            if let (Some(number), Some(choices)) = (number.filter(|_| *side == seat), game.choices()) {
                assert_eq!(number, format!("{} moves", choices.len()), "{}: {}", file, line);
                counted += 1;
            }
            game.write(line).unwrap();
        }
    }
    // The starter in C++ is a plain player: it writes what its search found.
    let counts = file != "ayu.cpp" && name != "symple" && (name, seat) != ("ontherun", 0);
    assert!(counted > 0 || !counts, "{}", file);
}
