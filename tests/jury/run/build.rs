//! Builds a source file as the contest does.

use crate::run::files::{file_name, near, text_of};
use crate::run::languages::Language;
use crate::run::start::check_program;
use crate::run::{leftovers, place, system};
use crate::text::print::Shown;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The most lines of a compiler's message that are shown.
const SHOWN: usize = 12;

/// A compiler's message from its first error on.
fn head(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let is_error = |line: &&str| line.to_lowercase().contains("error");
    let first = if lines.len() > SHOWN { lines.iter().position(is_error).unwrap_or(0) } else { 0 };
    let shown = lines[first..].iter().take(SHOWN).map(|line| format!("  {}\n", line)).collect::<String>();
    match lines.len().saturating_sub(first + SHOWN) {
        0 => shown.trim_end().to_string(),
        left => format!("{}  ({} lines more)", shown, left),
    }
}

impl Language {
    /// Builds a copy of the source in the folder, with small letters in its ending. Returns the words that start it.
    pub fn build(&self, source: &Path, folder: &Path) -> Result<Vec<String>, String> {
        let ending = source.extension().unwrap_or_default().to_ascii_lowercase();
        let (said, name) = (source.shown(), file_name(&source.with_extension(ending)));
        let missing = |e| format!("{}: {}{}", said, e, near(&source.to_string_lossy(), &[]));
        let text = fs::read(source).map_err(missing)?;
        let stem = source.file_stem().map_or(String::new(), |stem| stem.to_string_lossy().into_owned());
        for tool in [self.build.first(), self.start.first()].into_iter().flatten().filter(|tool| *tool != "{program}") {
            let how = "install it, or give what you built (a program, or a command such as 'dotnet mine.dll')";
            check_program(tool, &[]).map_err(|_| format!("{}: needs {}, which is not here: {}", said, tool, how))?;
        }
        // What the compiler writes lies there too: a folder of ours.
        if folder.join(&name) != source {
            place::write(&folder.join(&name), place::NEW, text).map_err(|e| e.to_string())?;
        }
        let place = text_of(folder)?;
        let fill = |words: &[String], home: &str| -> Vec<String> {
            let (source, program) = (format!("{}{}", home, name), format!("{}{}", home, stem));
            let values = [("{folder}", &place), ("{source}", &source), ("{program}", &program), ("{class}", &stem)];
            let fill = |word: &String| values.iter().fold(word.clone(), |word, (key, value)| word.replace(key, value));
            words.iter().map(fill).collect()
        };
        // There the compiler's messages name the file without a folder.
        let build = fill(&self.build, "");
        if let Some((tool, words)) = build.split_first() {
            let output =
                leftovers::output(Command::new(tool).args(words).current_dir(folder)).map_err(|e| e.to_string())?;
            // Ctrl-C ends the compiler too.
            if system::interrupted() {
                return Err("interrupted".to_string());
            }
            if !output.status.success() {
                let why = head(&String::from_utf8_lossy(&[output.stderr, output.stdout].concat()));
                return Err(format!("{} does not compile by {}\n{}", said, build.join(" "), why));
            }
        }
        Ok(fill(&self.start, &format!("{}/", place)))
    }
}
