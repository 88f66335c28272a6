//! The plan of the house: which folder may use which. It is read from the source.

use super::prelude::*;

/// Each folder uses only those before it (the plan in `tests/README.md`).
const FOLDERS: [&str; 8] = ["text", "rules", "run", "play", "count", "pages", "board", "command"];

/// The name at the beginning of a text.
fn word(text: &str) -> &str {
    text.trim().split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("")
}

/// The modules, as `folder::module`, that a source names by their full path.
fn used(source: &str) -> Vec<String> {
    let code = source.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let mut found = Vec::new();
    for path in ["crate::", "jury::", "super::"].iter().flat_map(|root| code.split(root).skip(1)) {
        let Some((folder, rest)) = path.split_once("::").filter(|(folder, _)| FOLDERS.contains(folder)) else {
            continue;
        };
        // `{a, b}` are modules: an item of a module stands behind the module's own name.
        let list = rest.strip_prefix('{').map_or(word(rest), |list| list.split('}').next().unwrap_or(""));
        let modules = list.split(',').map(word).filter(|name| !name.contains(char::is_uppercase));
        found.extend(modules.map(|name| format!("{}::{}", folder, name)));
    }
    found
}

/// Every module of the library with those that it uses.
fn house() -> BTreeMap<String, Vec<String>> {
    let modules = all_in(Path::new("tests/jury"), &["template", "ground"]).into_iter().filter_map(|(path, text)| {
        let module = path.to_str()?.strip_suffix(".rs")?.replace('/', "::");
        let mut used = used(&String::from_utf8_lossy(&text));
        used.retain(|other| *other != module);
        Some((module, used))
    });
    modules.filter(|(module, _)| module.contains("::") && !module.ends_with("::mod")).collect()
}

fn floor(module: &str) -> usize {
    FOLDERS.iter().position(|folder| module.starts_with(&format!("{}::", folder))).unwrap()
}

/// The first use of a folder above, or of a module that is not there.
fn upwards(house: &BTreeMap<String, Vec<String>>) -> Option<String> {
    house.iter().find_map(|(module, used)| {
        let wrong = used.iter().find(|other| floor(other) > floor(module) || !house.contains_key(*other))?;
        Some(format!("{} uses {}", module, wrong))
    })
}

/// The modules that stand in a circle: those left when again and again the ones that use no other are taken away.
fn circles(mut house: BTreeMap<String, Vec<String>>) -> Vec<String> {
    loop {
        let left: Vec<String> = house.keys().cloned().collect();
        house.retain(|_, used| used.iter().any(|other| left.contains(other)));
        if house.len() == left.len() {
            return left;
        }
    }
}

#[test]
fn each_folder_uses_only_those_before_it_and_no_modules_stand_in_a_circle() {
    let plan = house();
    assert!(plan.len() > 40, "{} modules", plan.len());
    assert_eq!(upwards(&plan), None);
    assert_eq!(circles(plan.clone()), [""; 0]);
    let knows =
        |(module, used): (&String, &Vec<String>)| module.starts_with("run::") && used.iter().any(|u| floor(u) == 1);
    assert!(!plan.iter().any(knows), "`run` knows no game: it stands beside `rules`");
    // A wrong arrow is seen however it is written.
    for line in [
        "use crate::count::stats::{self, elo};",
        "use crate::pages::{folders, show};",
        "fn f() { crate::board::http::g() }",
    ] {
        let mut wrong = plan.clone();
        wrong.insert("play::referee".to_string(), used(line));
        assert!(upwards(&wrong).is_some(), "{}", line);
    }
    let mut wrong = plan;
    wrong.insert("rules::game".to_string(), used("use crate::rules::games;"));
    assert!(circles(wrong).contains(&"rules::games".to_string()));
}

/// The jury with its template may not grow beyond this. A new feature names the one that leaves.
#[test]
fn the_jury_does_not_grow() {
    let sources =
        all_in(Path::new("tests/jury"), &[]).into_iter().filter(|(path, _)| path.extension() == Some("rs".as_ref()));
    let lines: usize = sources.map(|(_, text)| String::from_utf8_lossy(&text).lines().count()).sum();
    assert!(lines <= 10_500, "{} lines", lines);
}
