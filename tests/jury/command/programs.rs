//! What several commands need: folders and files that are ready for what will be written, the words at the end.

use crate::command::options::Asked;
use crate::count::plan::Plan;
use crate::pages::show;
use crate::play::transcript;
use crate::run::leftovers;
use crate::run::place::{self, Scratch};
use crate::text::print::{self, Shown};
use crate::text::words::quoted;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Prints the text and ends the command with success.
pub fn say(text: &str) -> Result<ExitCode, String> {
    print::out(text);
    Ok(ExitCode::SUCCESS)
}

/// A page's address for the browser.
pub fn link(page: &Path) -> Result<String, String> {
    let whole = place::with_path(page, page.canonicalize())?;
    let steps: Vec<String> = whole.iter().skip(1).map(show::address).collect();
    Ok(format!("file:///{}", steps.join("/")))
}

pub fn ourselves() -> String {
    std::env::args_os().next().map_or("jury".into(), |jury| quoted(&jury.to_string_lossy()))
}

pub fn write_json(asked: &Asked, text: &str) -> Result<(), String> {
    let write = |file: &Path| place::write(file, place::JSON, text).map_err(|e| e.to_string());
    asked.json.as_deref().map_or(Ok(()), write)
}

/// A new folder: the one of `--dir`, or one under matches/. Where games are played must be a place, too.
pub fn new_folder(asked: &Asked, game: &str) -> Result<Scratch, String> {
    Scratch::temporary("jury-match")?;
    let date = leftovers::output(Command::new("date").arg("+%Y-%m-%d-%H%M")).map_err(|e| e.to_string())?.stdout;
    let date = String::from_utf8_lossy(&date);
    let name = |n: usize| format!("{}-{}{}", game, date.trim(), if n == 1 { String::new() } else { format!("-{}", n) });
    let made = match &asked.dir {
        Some(folder) => Scratch::named(folder),
        // Another match, begun in the same minute, may have the name.
        None => {
            let mut all = (1..100).map(|n| Scratch::named(&Path::new(place::MATCHES).join(name(n))));
            let taken = |made: &io::Result<_>| made.as_ref().is_err_and(|e| e.kind() == io::ErrorKind::AlreadyExists);
            all.find(|made| !taken(made)).unwrap_or(Err(io::ErrorKind::AlreadyExists.into()))
        }
    };
    made.map_err(|why| format!("{}; a match wants a new folder (--resume goes on with one)", why))
}

/// The file for the transcript of a game. An error if it cannot be written at the end.
pub fn transcript_file(asked: &Asked, game: &str, seed: u64) -> Result<PathBuf, String> {
    let name = Path::new(place::MATCHES).join(format!("{}-{}-{}.txt", asked.command, game, seed));
    let mut free = transcript::names(&name).filter(|name| name.symlink_metadata().is_err());
    let out = asked.out.clone().or_else(|| free.next()).unwrap_or_default();
    place::folder(place::folder_of(&out))?;
    place::check_writable(&out, transcript::GAME)?;
    Ok(out)
}

/// Says where the transcripts are, and how to go on if games are missing: with the options of now. Other
/// programs (`InvalidData`: that write no opening) never will.
pub fn end(asked: &Asked, plan: &Plan, played: &io::Result<bool>) -> Result<ExitCode, String> {
    say(&format!("transcripts: {}\n", plan.folder.shown()))?;
    let place = quoted(&plan.folder.display().to_string());
    let json = asked.json.iter().map(|file| format!(" --json {}", quoted(&file.display().to_string())));
    let json = json.collect::<String>();
    let line = format!("go on with: {} {} --resume {}{}", ourselves(), asked.command, place, json);
    match played {
        Err(why) if why.kind() == io::ErrorKind::InvalidData => Err(why.to_string()),
        Err(why) => Err(format!("{}\n{}", why, line)),
        Ok(true) => Ok(ExitCode::SUCCESS),
        Ok(false) => say(&format!("interrupted; {}\n", line)),
    }
}
