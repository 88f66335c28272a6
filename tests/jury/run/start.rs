//! What can be started, by its file's first bytes. A refusal says what to give instead.

use crate::run::files::{in_path, is_executable, near};
use crate::run::languages;
use crate::text::print::Shown;
use std::fs::{File, Metadata};
use std::io::Read;
use std::path::{Path, PathBuf};

/// The arguments of our own programs. `{past}`: the lines that it has written already, when it is started in the middle of
/// a game. Else it is left out.
pub const ARGUMENTS: [&str; 3] = ["{seconds}", "{seed}", "{past}"];

/// An error unless it is a file: reading a pipe would wait without end.
pub fn check_file(word: &str, data: &Metadata) -> Result<(), String> {
    match (data.is_file(), data.is_dir()) {
        (true, _) => Ok(()),
        (_, true) => Err(format!("{}: a folder, no program: name the file in it", word)),
        _ => Err(format!("{}: a pipe or a device, no program", word)),
    }
}

/// An error unless the first word of a command is a program that starts here. One of the names `known` may be meant.
pub fn check_program(word: &str, known: &[&str]) -> Result<(), String> {
    let path = if word.contains('/') { Some(PathBuf::from(word)) } else { in_path(word) };
    let missing = || format!("{}: no such program in PATH, nor a file here{}", word, near(word, known));
    let path = path.ok_or_else(missing)?;
    check_file(word, &path.metadata().map_err(|e| format!("{}: {}{}", word, e, near(word, &[])))?)?;
    let mut head = Vec::new();
    if File::open(&path).and_then(|file| file.take(512).read_to_end(&mut head)).is_err() {
        // Some programs may be run, but not read.
        return Ok(());
    }
    let text = String::from_utf8_lossy(&head);
    let script = text.strip_prefix("#!").map(|text| text.split('\n').next().unwrap_or(""));
    let starts = |line: &str| line.split_whitespace().next().is_some_and(|tool| is_executable(Path::new(tool)));
    Err(match script {
        Some(line) if line.ends_with('\r') => {
            format!("{}: its lines end with CR LF, as on Windows; a script needs LF alone", word)
        }
        Some(line) if !starts(line) => format!("{}: its first line, {:?}, names nothing that runs here", word, line),
        None if !is_native(&head) => format!("{}: {}", word, what_it_is(word, &head)),
        _ if !is_executable(&path) => format!("{}: no permission to run it (chmod +x)", word),
        _ => return Ok(()),
    })
}

/// Is it an ELF file for this kind of machine? A processor of 64 bits also runs programs of 32.
fn is_native(head: &[u8]) -> bool {
    let machine = |head: &[u8]| head.get(18..20).filter(|_| head.starts_with(b"\x7fELF")).map(<[u8]>::to_vec);
    let mut ours = [0; 20];
    let _ = File::open("/proc/self/exe").and_then(|mut file| file.read_exact(&mut ours));
    let machine_of = machine(head);
    machine_of.is_some() && (machine_of == machine(&ours) || machine_of.as_deref() == Some(&[3, 0]))
}

/// What a file is that Linux does not start, and what to give instead.
fn what_it_is(word: &str, head: &[u8]) -> String {
    let path = Path::new(word);
    let is = |ending: &str| path.extension().is_some_and(|other| other.eq_ignore_ascii_case(ending));
    let folder = word.rsplit_once('/').map_or(".", |(folder, _)| folder);
    match head {
        [] => "an empty file".to_string(),
        _ if is("class") => {
            format!("a Java class: give 'java -cp {} {}'", folder, path.file_stem().unwrap_or_default().shown())
        }
        _ if is("jar") => format!("a Java archive: give 'java -jar {}'", word),
        [b'M', b'Z', ..] => {
            format!(
                "a program for Windows: build it here, or give 'wine {}' (.NET: mono or dotnet) if that is here",
                word
            )
        }
        [0x7f, b'E', b'L', b'F', ..] => "a program for another kind of machine: build it here".to_string(),
        [0xef, 0xbb, 0xbf, b'#', b'!', ..] => {
            "a byte order mark stands before its #!: save it without one (UTF-8, no BOM)".to_string()
        }
        _ if head.contains(&0) => "no program that Linux starts".to_string(),
        _ => {
            let other = "for another language give the command that starts it";
            format!("a text, no program; the jury builds {}; {}", languages::endings(), other)
        }
    }
}

/// An error when a command cannot work because of what stands behind its first word.
pub fn check_words(words: &[String]) -> Result<(), String> {
    let is_like_one = |word: &&String| (word.starts_with("{se") || word.starts_with("{pa")) && word.ends_with('}');
    if let Some(word) = words.iter().filter(is_like_one).find(|word| !ARGUMENTS.contains(&word.as_str())) {
        return Err(format!("{} means nothing: {} do", word, ARGUMENTS.join(", ")));
    }
    if let Some(word) = words.iter().find(|word| word.contains(char::is_whitespace) && word.contains(ARGUMENTS[2])) {
        return Err(format!("{:?}: {{past}} is a word of its own: sh -c '... \"$1\"' sh {{past}}", word));
    }
    // `python3 mine.py` where there is no such file.
    let is_code = |word: &&String| languages::of(Path::new(word)).is_some() || word.ends_with(".jar");
    let mut files = words.iter().skip(1).filter(|word| !word.starts_with('-') && !word.contains([' ', '{', ':', '*']));
    match files.find(|word| is_code(word) && !Path::new(word).exists()) {
        Some(word) => Err(format!("{}: no such file, which {} would need{}", word, words[0], near(word, &[]))),
        None => Ok(()),
    }
}
