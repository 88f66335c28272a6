//! A new game: the files of the template under its name, and its lines in the files that list the games.

use crate::play::session;
use crate::rules::games;
use crate::run::{leftovers, place};
use crate::text::print::Shown;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// The template's name in its own text, beside the title.
const TEMPLATE: &str = "toygame";

/// The template's files and where they go; NAME is the game.
const FILES: [(&str, &str); 5] = [
    ("player.rs", "NAME.rs"),
    ("jury.rs", "tests/jury/rules/NAME.rs"),
    ("test.rs", "tests/NAME.rs"),
    ("bench.rs", "tests/bench/NAME.rs"),
    ("sample.txt", "tests/samples/NAME/game-01.txt"),
];

/// What is added to files that are there: before a line, or, without one, at the end. Rustfmt puts modules in order.
const LINES: [(&str, &str, Option<&str>); 4] = [
    ("tests/jury/rules/games.rs", "    crate::rules::NAME::LISTING,\n", Some("];")),
    ("tests/jury/rules/mod.rs", "pub mod NAME;\n", None),
    ("Cargo.toml", "    { name = \"bench-NAME\", path = \"tests/bench/NAME.rs\" },\n", Some("]")),
    ("tests/players/Cargo.toml", "    { name = \"NAME\", path = \"../../NAME.rs\", test = false },\n", Some("]")),
];

/// The player's module that is the same in all files, and the template's line that it replaces.
const MODULE: (&str, &str) =
    ("// Contest: ", "// `make new` puts the module `contest` here, word for word as in the other players.\n");

/// Words that cannot name a game: Rust's, the standard library's crates and types, names that the template's files
/// use at their top, folders of cargo's target.
const RESERVED: &str = "
    abstract as async await become box break const continue crate do dyn else enum extern false final fn for gen if impl
    in let loop macro match mod move mut override priv pub ref return self static struct super trait true try type typeof
    unsafe unsized use virtual where while yield union
    alloc core proc_macro std test bool char f32 f64 i8 i16 i32 i64 i128 isize str u8 u16 u32 u64 u128 usize
    codecup common contest eval jury lib main name players protocol quickcheck rules search template
    build deps examples incremental bench";

/// Makes the game in the tree at `root`. Returns the files made or changed. On an error nothing is changed.
pub fn make(root: &Path, name: &str, kind: &str) -> Result<Vec<String>, String> {
    check_name(root, name)?;
    let read = |path: &str| fs::read_to_string(root.join(path)).map_err(|e| format!("{}: {}", path, e));
    let pieces = match kind {
        "turns" => None,
        "at-once" => Some(read("tests/jury/template/at-once.rs")?),
        _ => return Err(format!("{:?} is no kind of game: turns, at-once", kind)),
    };
    // Everything is made in memory first.
    let mut made = Vec::new();
    for (from, to) in FILES {
        let text = read(&format!("tests/jury/template/{}", from))?;
        let mut text = spliced(from, &text, pieces.as_deref());
        text = text.replace(TEMPLATE, name).replace("Toy Game", &title(name));
        if to == "NAME.rs" {
            text = text.replacen(MODULE.1, &module(root)?, 1);
        }
        if to.ends_with(".rs") {
            text = formatted(text);
        }
        made.push((to.replace("NAME", name), None, text));
    }
    for (path, lines, before) in LINES {
        let (text, lines) = (read(path)?, lines.replace("NAME", name));
        let at = before.map_or(Some(text.len()), |line| Some(text.find(&format!("\n{}\n", line))? + 1));
        let (head, tail) = text.split_at(at.ok_or(format!("{}: no place for {:?}", path, lines))?);
        let longer = format!("{}{}{}", head, lines, tail);
        let longer = if before.is_none() { formatted(longer) } else { longer };
        made.push((path.to_string(), Some(text), longer));
    }
    for (i, (path, before, text)) in made.iter().enumerate() {
        let kind = if before.is_some() { &place::READ } else { &place::NEW };
        let path = root.join(path);
        if let Err(why) = place::parent(&path).and_then(|()| place::write(&path, kind, text).map_err(|e| e.to_string()))
        {
            made[..i].iter().for_each(|(path, before, _)| undo(&root.join(path), before.as_deref()));
            return Err(why);
        }
    }
    Ok(made.into_iter().map(|(path, _, _)| path).collect())
}

/// The text of a template's file, with the pieces of another kind of game instead of its own. What differs between the
/// kinds stands between two lines of four strokes, the first of which names the place.
fn spliced(file: &str, text: &str, pieces: Option<&str>) -> String {
    let (mut made, mut own) = (String::new(), true);
    for line in text.split_inclusive('\n') {
        match (line.trim().strip_prefix("////"), pieces) {
            (Some(""), _) => own = true,
            (Some(place), Some(pieces)) => {
                own = false;
                let piece = pieces.split_once(&format!("\n//// {}{}\n", file, place)).map_or("", |(_, rest)| rest);
                made += piece.find("////").map_or(piece, |end| &piece[..end]);
            }
            (Some(_), None) => {}
            (None, _) => made += if own { line } else { "" },
        }
    }
    made
}

fn check_name(root: &Path, name: &str) -> Result<(), String> {
    let letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    // A name in snake case, as rustc's lints want it: no `__`, no `_` at the end.
    let snake = name.chars().all(letter) && !name.contains("__") && !name.ends_with('_');
    let folders = ["tests/NAME", "tests/jury/rules/NAME", "tests/samples/NAME"];
    let places = FILES.iter().map(|(_, to)| *to).chain(folders);
    let mut places = places.map(|place| root.join(place.replace("NAME", name)));
    let why = match places.find(|path| path.symlink_metadata().is_ok()) {
        _ if !name.starts_with(|c: char| c.is_ascii_lowercase()) || !snake || name.len() > 30 => {
            "small letters, digits and single _ between them, a letter first, 30 at most".to_string()
        }
        _ if RESERVED.split_whitespace().chain([TEMPLATE, session::WORD]).any(|word| word == name) => {
            "the word is in use".to_string()
        }
        _ if games::is_partner(name) => "a sparring partner has it".to_string(),
        _ if games::find(name).is_ok() => "there is such a game already".to_string(),
        Some(path) => format!("{} is there already", path.shown()),
        None => return Ok(()),
    };
    Err(format!("{:?} is no name for a game: {}", name, why))
}

/// A first title, made of the name.
fn title(name: &str) -> String {
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    name.split('_').filter(|word| !word.is_empty()).map(capital).collect::<Vec<_>>().join(" ")
}

/// The module `contest` with its banner, from the first player of the table that exists.
fn module(root: &Path) -> Result<String, String> {
    let players =
        games::names().into_iter().filter_map(|name| fs::read_to_string(root.join(format!("{}.rs", name))).ok());
    let find = |text: String| {
        let head = text.find(MODULE.0)?;
        // From the banner's upper line to the bracket that closes the module.
        let begin = text[..head].trim_end().rfind('\n')? + 1;
        let end = head + text[head..].find("\n}\n")? + 3;
        Some(text[begin..end].to_string())
    };
    players.filter_map(find).next().ok_or("no player here holds the module `contest`".to_string())
}

/// The names decide the order of `use` lines. Without rustfmt the text stays as it is.
fn formatted(text: String) -> String {
    let mut rustfmt = Command::new("rustfmt");
    rustfmt.args(["--edition", "2021"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let output = leftovers::spawn(&mut rustfmt).and_then(|mut child| {
        child.stdin.take().map_or(Ok(()), |mut input| input.write_all(text.as_bytes()))?;
        child.wait_with_output()
    });
    let sound = output.ok().filter(|output| output.status.success() && !output.stdout.is_empty());
    sound.and_then(|output| String::from_utf8(output.stdout).ok()).unwrap_or(text)
}

/// Restores a file's text, or removes the file and the folders that are empty then.
fn undo(path: &Path, before: Option<&str>) {
    match before {
        Some(text) => drop(place::write(path, &place::READ, text)),
        None => {
            place::remove(path);
            path.parent().filter(|folder| folder.is_dir()).into_iter().for_each(place::remove);
        }
    }
}
