//! What `jury help` says, from the tables of commands and options.

use crate::command::options::{all, Command};
use crate::rules::games;
use crate::text::words::meant;

const PROGRAMS: &str = "\
A, B, P: a sparring partner, a source file (.rs .cpp .java .py and others, built as the contest does), a program, any
command, the game's name (our player), or git:REV or git:REV:FILE, as it was at a commit; NAME= before it is its name.
It is started bare, as at the contest, unless its command has {seconds}, {seed} or {past} (tests/jury/README.md).
";

/// All commands (also for a partner), or one with its options.
pub fn text(commands: &[Command], command: Option<&str>) -> Result<String, String> {
    let Some(name) = command.filter(|name| !games::is_partner(name)) else { return Ok(overview(commands)) };
    let command = commands.iter().find(|command| command.name == name).ok_or_else(|| unknown(commands, name))?;
    let mut text = command.help.to_string();
    if [" A", "[A]", "P1", "PROGRAM"].iter().any(|word| text.contains(word)) {
        text += &format!("\n{}", PROGRAMS);
    }
    for choice in all().iter().filter(|choice| choice.is_of(name)) {
        text += &format!("  {:24} {}\n", format!("{} {}", choice.name, choice.values), choice.words);
    }
    Ok(text)
}

fn overview(commands: &[Command]) -> String {
    let first = |command: &Command| command.help.split_inclusive('\n').next();
    let mut text: String = commands.iter().filter_map(first).collect();
    text += "jury PARTNER GAME [SECONDS [SEED [PAST]]]   a sparring partner that speaks the contest's protocol\n\n";
    text += PROGRAMS;
    text += "\ngames and their sparring partners\n";
    for game in games::TABLE {
        text += &format!("  {:13} {}; {} s; {}\n", game.name, game.title, game.seconds, game.partners.join(", "));
    }
    text + "\n`jury help COMMAND` tells the options of a command\n"
}

pub fn unknown(commands: &[Command], name: &str) -> String {
    let partners = games::TABLE.iter().flat_map(|game| game.partners).copied();
    let near = meant(name, commands.iter().map(|command| command.name).chain(partners));
    format!("no command {:?}{}; `jury help` lists them", name, near)
}
