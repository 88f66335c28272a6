//! What stands for a program on the command line, made into a command that can be started.

use crate::games;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A program as the match keeps it: its name as it was given, and the command with `{seconds}` and `{seed}` open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    pub name: String,
    pub template: String,
}

impl Entrant {
    /// Reads a program's words:
    /// - `random`, `greedy` and the other styles of the game's sparring partners: this jury's own;
    /// - one word that ends in `.rs`: a source file, compiled as the contest does (`rustc -O`);
    /// - one word that is a file whose name begins with the game's: one of our players, built;
    /// - anything else: a shell-like command.
    ///
    /// The first three get `{seconds} {seed}`. Every file that the command names is copied to `folder` (those of the
    /// system are not), so that building a program anew does not change a match that is running.
    pub fn prepare(game: &str, words: &str, folder: &Path) -> Result<Entrant, String> {
        fs::create_dir_all(folder).map_err(|e| format!("{}: {}", folder.display(), e))?;
        let folder = folder.canonicalize().map_err(|e| e.to_string())?;
        let lone = if words.split_whitespace().count() == 1 { words.trim() } else { "" };
        if games::is_partner(lone) {
            games::check_partner(game, lone)?;
            // The game's name is a word of the partner's, whatever files there are of that name.
            let jury = std::env::current_exe().map_err(|e| e.to_string())?;
            let jury = copy(&jury_beside(&jury).display().to_string(), &folder)?;
            let template = format!("{} {} {} {{seconds}} {{seed}}", jury, lone, game);
            return Ok(Entrant { name: words.to_string(), template });
        }
        let template = if lone.ends_with(".rs") {
            format!("{} {{seconds}} {{seed}}", compile(Path::new(lone), &folder)?.display())
        } else if file_name(Path::new(lone)).starts_with(game) && Path::new(lone).is_file() {
            // With a slash it is a file to the shell too.
            let slash = if lone.contains('/') { "" } else { "./" };
            format!("{}{} {{seconds}} {{seed}}", slash, lone)
        } else {
            words.to_string()
        };
        let mut copied = Vec::new();
        for word in template.split_whitespace() {
            copied.push(if word.starts_with('{') { word.to_string() } else { copy(word, &folder)? });
        }
        Ok(Entrant { name: words.to_string(), template: copied.join(" ") })
    }

    /// The command for one game.
    pub fn command(&self, seconds: f64, seed: u64) -> String {
        self.template.replace("{seconds}", &seconds.to_string()).replace("{seed}", &seed.to_string())
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().map_or(String::new(), |n| n.to_string_lossy().into_owned())
}

/// The `jury` program: ourselves, or, in a test, the program built beside the test.
fn jury_beside(ourselves: &Path) -> PathBuf {
    if file_name(ourselves) == "jury" {
        return ourselves.to_path_buf();
    }
    let up = ourselves.parent().and_then(Path::parent).unwrap_or(Path::new("."));
    up.join("jury")
}

fn compile(source: &Path, folder: &Path) -> Result<PathBuf, String> {
    let stem = source.file_stem().map_or("program".into(), |s| s.to_string_lossy().into_owned());
    let program = folder.join(stem);
    let output = Command::new("rustc").arg("-O").arg("-o").arg(&program).arg(source).output();
    let output = output.map_err(|e| format!("rustc: {}", e))?;
    if !output.status.success() {
        return Err(format!("{} does not compile:\n{}", source.display(), String::from_utf8_lossy(&output.stderr)));
    }
    Ok(program)
}

/// Copies a file that the command names; anything else stays as it is.
fn copy(word: &str, folder: &Path) -> Result<String, String> {
    let path = Path::new(word);
    let Ok(full) = path.canonicalize() else { return Ok(word.to_string()) };
    let system = ["/usr", "/bin", "/lib", "/opt", "/dev"].iter().any(|root| full.starts_with(root));
    // A bare word without a slash is looked up in PATH by the shell, unless it is an argument that names a file here.
    if full.is_dir() && word.contains('/') {
        return Ok(full.display().to_string());
    }
    if system || !full.is_file() || full.starts_with(folder) {
        return Ok(if word.contains('/') { full.display().to_string() } else { word.to_string() });
    }
    let to = folder.join(file_name(&full));
    fs::copy(&full, &to).map_err(|e| format!("{}: {}", full.display(), e))?;
    Ok(to.display().to_string())
}
