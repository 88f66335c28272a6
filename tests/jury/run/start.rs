//! What can be started. A program is tried before the first game. A refusal says what to give instead.

use crate::run::files::{file_name, in_path, is_executable, near};
use crate::run::{languages, leftovers, system};
use crate::text::print::Shown;
use std::ffi::CString;
use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

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

/// An error unless there is such a program. It is not tried. One of the names `known` may be meant.
fn check_there(word: &str, known: &[&str]) -> Result<(), String> {
    if !word.contains('/') && in_path(word).is_some() {
        return Ok(());
    }
    let name = if word.contains('=') { "; a name before = has letters, digits, and - _ . + alone" } else { "" };
    match Path::new(word).metadata() {
        Ok(data) if !data.is_file() => check_file(word, &data),
        data if word.contains('/') => data.map(drop).map_err(|e| format!("{}: {}{}{}", word, e, name, near(word, &[]))),
        _ => Err(format!("{}: no such program in PATH, nor a file here{}{}", word, name, near(word, known))),
    }
}

/// Starts it and ends it before its first instruction. An error says why Linux does not start it.
pub fn attempt(program: &Path) -> io::Result<()> {
    let path = CString::new(std::path::absolute(program)?.into_os_string().into_vec())?;
    let mut command = Command::new(program);
    // A script's interpreter is not found by a name that is relative to here.
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).current_dir("/proc");
    system::only_start(&mut command, path);
    let mut child = leftovers::spawn(&mut command)?;
    child.kill().and_then(|()| child.wait()).map(drop)
}

/// Linux does not say which.
pub const NO_LEAVE: &str = "no permission to run it (chmod +x?), or nothing may run there (mounted noexec?)";

/// An error unless the first word of a command is a program that starts here.
pub fn check_program(word: &str, known: &[&str]) -> Result<(), String> {
    check_there(word, known)?;
    let path = if word.contains('/') { PathBuf::from(word) } else { in_path(word).unwrap_or_default() };
    let mut head = Vec::new();
    let _ = File::open(&path).and_then(|file| file.take(512).read_to_end(&mut head));
    let text = String::from_utf8_lossy(&head);
    let script = text.strip_prefix("#!").map(|text| text.split('\n').next().unwrap_or(""));
    let fail = |why: String| Err(format!("{}: {}", word, why));
    if let Some(why) = script.and_then(no_interpreter) {
        return fail(why);
    }
    if !is_executable(&path) {
        let known = if script.is_some() || is_native(&head) { None } else { what_it_is(word, &head) };
        return fail(known.unwrap_or("no permission to run it (chmod +x)".to_string()));
    }
    let Err(e) = attempt(&path) else { return Ok(()) };
    let tool = script.and_then(|line| line.split_whitespace().next());
    fail(match (e.kind(), script) {
        (io::ErrorKind::PermissionDenied, _) if tool.is_none_or(|tool| is_executable(Path::new(tool))) => {
            NO_LEAVE.to_string()
        }
        (_, Some(line)) => format!("its first line, {:?}, names nothing that runs here", line),
        (io::ErrorKind::NotFound, _) => "built for another system: its loader is not here".to_string(),
        _ => what_it_is(word, &head).unwrap_or(e.to_string()),
    })
}

/// Why the program that a script's first line names does not start.
fn no_interpreter(line: &str) -> Option<String> {
    if line.ends_with('\r') {
        return Some("its lines end with CR LF, as on Windows; a script needs LF alone".to_string());
    }
    let mut tools = line.split_whitespace().filter(|tool| !tool.starts_with('-') && !tool.contains('='));
    let (first, second) = (tools.next()?, tools.next());
    let missing = match second.filter(|_| first.ends_with("/env")) {
        Some(tool) => Some(tool).filter(|tool| in_path(tool).is_none()),
        None => Some(first).filter(|tool| !Path::new(tool).exists()),
    };
    missing.map(|tool| format!("its first line asks for {}, which is not here", tool))
}

/// Class (32 or 64 bits), order of bytes and machine of an ELF file.
fn machine(head: &[u8]) -> Option<[u8; 4]> {
    let elf = head.len() > 19 && head.starts_with(b"\x7fELF");
    elf.then(|| [head[4], head[5], head[18], head[19]])
}

/// Is it a program for the machine that this jury was built for?
fn is_native(head: &[u8]) -> bool {
    let mut ours = [0; 20];
    let read = File::open("/proc/self/exe").and_then(|mut file| file.read_exact(&mut ours));
    read.is_ok() && machine(head) == machine(&ours)
}

/// What a file is that Linux does not start, and what to give instead.
fn what_it_is(word: &str, head: &[u8]) -> Option<String> {
    let path = Path::new(word);
    let is = |ending: &str| path.extension().is_some_and(|other| other.eq_ignore_ascii_case(ending));
    let folder = word.rsplit_once('/').map_or(".", |(folder, _)| folder);
    let class = path.file_stem().unwrap_or_default().shown();
    // A macOS program for several machines begins as a Java class does; there a small number follows.
    let java = head.starts_with(b"\xca\xfe\xba\xbe") && head.get(4..8).is_some_and(|n| n >= &[0, 0, 0, 45][..]);
    let mac = [b"\xcf\xfa\xed\xfe", b"\xce\xfa\xed\xfe", b"\xca\xfe\xba\xbe"];
    let is_elf = head.starts_with(b"\x7fELF");
    let windows = "a program for Windows: build it here, or give 'wine";
    let other = "for another language give the command that starts it";
    let kinds = [
        (head.is_empty(), "an empty file".to_string()),
        (java || is("class"), format!("a Java class: give 'java -cp {} {}'", folder, class)),
        (is("jar"), format!("a Java archive: give 'java -jar {}'", word)),
        (head.starts_with(b"MZ"), format!("{} {}' (.NET: mono or dotnet) if that is here", windows, word)),
        (mac.iter().any(|magic| head.starts_with(*magic)), "a program for macOS: build it here".to_string()),
        (is_native(head) || is_elf && machine(head).is_none(), "no whole program (not linked, or cut off)".to_string()),
        (machine(head).is_some(), "a program for another kind of machine: build it here".to_string()),
        (
            head.starts_with(b"\xef\xbb\xbf#!"),
            "a byte order mark stands before its #!: save it without one (UTF-8, no BOM)".to_string(),
        ),
        (!head.contains(&0), format!("a text, no program; the jury builds {}; {}", languages::endings(), other)),
    ];
    kinds.into_iter().find(|(is, _)| *is).map(|(_, what)| what)
}

/// Options of Java before a path of folders and archives.
pub const CLASSES: [&str; 5] = ["-cp", "-classpath", "--class-path", "-p", "--module-path"];

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
    for word in words.iter().skip(1).filter(|word| !word.starts_with('-') && !word.contains([' ', '{', ':', '*'])) {
        let is_code = languages::of(Path::new(word)).is_some() || [".jar", ".exe"].iter().any(|e| word.ends_with(e));
        if is_code && !Path::new(word).exists() {
            return Err(format!("{}: no such file, which {} would need", word, words[0]));
        }
    }
    let java = file_name(Path::new(&words[0])) == "java";
    if let Some(word) = words.iter().find(|word| java && word.ends_with(".class") && Path::new(word).is_file()) {
        return Err(format!("{}: {}", word, what_it_is(word, b"\0").unwrap_or_default()));
    }
    let class_path = |word: &String| CLASSES.contains(&word.split('=').next().unwrap_or(""));
    let says_where =
        |word: &String| word == "-jar" || class_path(word) || word.starts_with('@') || Path::new(word).is_file();
    let how =
        "a program works in an empty folder, so name that of its classes: java -cp FOLDER Mine, or give Mine.java";
    match java && !words.iter().skip(1).any(says_where) {
        true => Err(format!("{}: {}", words.join(" "), how)),
        false => Ok(()),
    }
}
