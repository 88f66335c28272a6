//! Every place that the jury writes to. Here alone files and folders are made, written, moved and removed.
//!
//! Whatever is there already stays as it is, unless it is the jury's own: a file of the same kind, or the folder of this
//! very match. That is asked before the first byte is written. No link is followed to a file.

use crate::run::leftovers::{self, random};
use crate::run::system;
use crate::text::print::Shown;
use std::env;
use std::ffi::OsStr;
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::fs::{DirBuilderExt, FileTypeExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// What the jury may write over: a file of this kind, known by its first bytes.
pub struct Kind {
    pub what: &'static str,
    /// It may also go to a pipe, or whatever else loses nothing.
    pub streams: bool,
    pub is: fn(&str) -> bool,
}

/// A file that the jury wrote for other programs.
pub const JSON: Kind = Kind { what: "JSON", streams: true, is: |text| text.starts_with("{\n  \"jury\": \"") };

/// Nothing may be there.
pub const NEW: Kind = Kind { what: "", streams: false, is: |_| false };

/// A file that the caller has read, and changes.
pub const READ: Kind = Kind { what: "", streams: false, is: |_| true };

/// A match's or a tournament's plan. One that is being made is empty.
pub const PLAN: Kind =
    Kind { what: "plan of a match", streams: false, is: |text| PLANS.iter().any(|head| text.starts_with(head)) };
const PLANS: [&str; 2] = ["game=", "tournament="];

/// Where matches are kept. The folder itself is none.
pub const MATCHES: &str = "matches";

fn named(path: &Path, why: impl std::fmt::Display) -> String {
    format!("{}: {}", path.shown(), why)
}

/// An error of a path, which it names.
pub fn at<T>(path: &Path, result: io::Result<T>) -> io::Result<T> {
    result.map_err(|e| io::Error::new(e.kind(), named(path, e)))
}

/// The same as text.
pub fn said<T>(path: &Path, result: io::Result<T>) -> Result<T, String> {
    result.map_err(|e| named(path, e))
}

/// The folder of a file; `.` for a bare name.
pub fn home(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A full path without links, also of what is not there yet.
pub fn full(path: &Path) -> io::Result<PathBuf> {
    path.canonicalize().or_else(|e| match path.file_name() {
        Some(name) if e.kind() == ErrorKind::NotFound && !path.is_symlink() => Ok(full(home(path))?.join(name)),
        _ => Err(e),
    })
}

/// Where the system has files that nobody keeps. An empty TMPDIR is none, as for a shell.
pub fn temporary() -> PathBuf {
    Some(env::temp_dir()).filter(|path| !path.as_os_str().is_empty()).unwrap_or("/tmp".into())
}

/// The first 1024 bytes of a file as text: they show its kind. A character that is cut off there is left out.
fn head(path: &Path) -> Option<String> {
    let mut bytes = Vec::new();
    without_waiting(path, false).ok()?.take(1024).read_to_end(&mut bytes).ok()?;
    match String::from_utf8(bytes) {
        Err(e) if e.utf8_error().error_len().is_some() => None,
        Err(e) => Some(String::from_utf8_lossy(&e.as_bytes()[..e.utf8_error().valid_up_to()]).into_owned()),
        text => text.ok(),
    }
}

/// The text of a file. An error for what is none: the other end of a pipe may never write.
pub fn text(path: &Path) -> io::Result<String> {
    let (mut file, mut text) = (without_waiting(path, false)?, String::new());
    if !file.metadata()?.is_file() {
        return Err(io::Error::other("this is no file"));
    }
    file.read_to_string(&mut text).map(|_| text)
}

/// The text of what somebody named: a file, or a shell's pipe. /dev/zero would never end: an error for more than 64 MB.
pub fn given(path: impl AsRef<Path>) -> io::Result<String> {
    const MOST: u64 = 64 << 20;
    let mut text = String::new();
    match File::open(path)?.take(MOST + 1).read_to_string(&mut text)? as u64 > MOST {
        true => Err(io::Error::other("more than 64 MB")),
        false => Ok(text),
    }
}

/// Opens a file to read it, or a pipe of ours to write to it. Nobody has to wait for the other end.
pub fn without_waiting(path: impl AsRef<Path>, writes: bool) -> io::Result<File> {
    OpenOptions::new().read(!writes).write(writes).custom_flags(system::NO_WAIT).open(path)
}

/// Nothing there is lost by writing: a pipe, a terminal, /dev/null, what the shell opened for us.
pub fn is_stream(path: &Path) -> bool {
    let opened = ["/dev/stdout", "/dev/stderr", "/dev/fd", "/proc/self/fd"].iter().any(|own| path.starts_with(own));
    let kind = path.metadata().map(|data| data.file_type());
    kind.is_ok_and(|kind| kind.is_char_device() || kind.is_fifo() || kind.is_socket() || opened && kind.is_file())
}

/// An error if something else than a file of that kind is there. Returns whether anything is.
fn check(path: &Path, kind: &Kind) -> io::Result<bool> {
    let taken = |why: String| Err(io::Error::new(ErrorKind::AlreadyExists, named(path, why)));
    match path.symlink_metadata() {
        Err(e) if e.kind() == ErrorKind::NotFound => Ok(false),
        Err(e) => at(path, Err(e)),
        Ok(data) if data.is_dir() => taken("is a folder; name a file".to_string()),
        Ok(data) if data.is_file() && head(path).is_some_and(|text| (kind.is)(&text)) => Ok(true),
        Ok(_) if kind.what.is_empty() => taken("is there already".to_string()),
        Ok(data) => {
            let link = if data.is_symlink() { "a link, and " } else { "" };
            taken(format!("is there already: {}no {} of the jury's; name another file", link, kind.what))
        }
    }
}

/// Writes to a stream. Our own stdout and stderr are written where they stand: another descriptor of a file would begin at
/// its start. A pipe that nobody reads is an error. A reader that takes nothing for a second is left after Ctrl-C.
fn pour(path: &Path, mut text: &[u8]) -> io::Result<()> {
    let (out, err) = (io::stdout(), io::stderr());
    let ours = [out.as_fd(), err.as_fd()].into_iter().filter_map(|own| own.try_clone_to_owned().ok().map(File::from));
    let is_path = |file: &File| file.metadata().is_ok_and(|data| id(path) == Some((data.dev(), data.ino())));
    let again = || OpenOptions::new().append(true).custom_flags(system::NO_WAIT).open(path);
    let room =
        |pipe: BorrowedFd| system::wait_for(None, Some(pipe), Some(Duration::from_secs(1))) || !system::interrupted();
    let mut file = ours.into_iter().find(is_path).map_or_else(again, Ok)?;
    while !text.is_empty() {
        match file.write(text) {
            Ok(0) => return Err(ErrorKind::WriteZero.into()),
            Ok(bytes) => text = &text[bytes..],
            Err(e) if e.kind() == ErrorKind::Interrupted || e.kind() == ErrorKind::WouldBlock && room(file.as_fd()) => {
            }
            Err(e) => return Err(e),
        }
    }
    Ok(())
}

/// Writes a file whole or not at all, also at a power cut, where nothing is or one of that kind.
pub fn write(path: &Path, kind: &Kind, text: impl AsRef<[u8]>) -> io::Result<()> {
    if kind.streams && is_stream(path) {
        return at(path, pour(path, text.as_ref()));
    }
    let there = check(path, kind)?;
    let half = home(path).join(format!(".half-{:016x}", random()));
    let written = fresh(&half).and_then(|mut file| {
        // Who may read the old one may read this one.
        let old = path.metadata().ok().filter(|_| there);
        old.map_or(Ok(()), |old| file.set_permissions(old.permissions()))?;
        file.write_all(text.as_ref()).and_then(|()| file.sync_all())
    });
    // A link replaces nothing: somebody may have been faster. Not every file system has links.
    let moved = written.and_then(|()| match there {
        true => fs::rename(&half, path),
        false => fs::hard_link(&half, path).or_else(|e| match e.kind() {
            ErrorKind::AlreadyExists => Err(e),
            _ => check(path, kind).and_then(|_| fs::rename(&half, path)),
        }),
    });
    remove(&half);
    at(path, moved)
}

fn fresh(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).open(path)
}

/// The names that a match or a tournament gives to what is in its folder.
fn digits(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Is it the name of a game's transcript in a match's folder?
pub fn is_game(name: &str) -> bool {
    name.strip_suffix(".txt").is_some_and(digits)
}

/// ... of the folder with the games of two programs in a tournament's?
pub fn is_pairing(name: &str) -> bool {
    name.split_once('-').is_some_and(|(a, b)| digits(a) && digits(b))
}

fn is_reserved(name: &str) -> bool {
    let own = ["plan", "files", "looks", "a", "b", "programs", "copy", "file"];
    let of_game = is_game(name) || name.ends_with(".html");
    own.contains(&name) || of_game || is_pairing(name) || name.starts_with("work-")
}

/// Does the folder hold a match or a tournament?
pub fn is_held(folder: &Path) -> bool {
    head(&folder.join("plan")).is_some_and(|text| (PLAN.is)(&text))
}

/// The same of one that is being made: its plan is empty.
pub fn is_match(folder: &Path) -> bool {
    is_held(folder) || folder.join("plan").metadata().is_ok_and(|plan| plan.is_file() && plan.len() == 0)
}

/// Is it the name of a scratch folder (`Scratch::new`)? Some other jury's, perhaps, which comes and goes.
pub fn is_scratch(name: &str) -> bool {
    let ours = ["jury-", "work-"].iter().any(|ours| name.starts_with(ours));
    let number = name.rsplit_once('-').map_or("", |(_, number)| number);
    ours && number.len() == 16 && number.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// The same file, whatever its names?
pub fn is_same(one: &Path, other: &Path) -> bool {
    id(one).is_some() && id(one) == id(other)
}

fn id(path: &Path) -> Option<(u64, u64)> {
    path.metadata().ok().map(|data| (data.dev(), data.ino()))
}

/// An error unless a result of that kind can be written there at the end. Until then nothing changes. `inputs` are
/// programs, their files, and what else is read.
pub fn ready(path: &Path, kind: &Kind, inputs: &[PathBuf]) -> Result<(), String> {
    let file = id(path).filter(|_| !path.metadata().is_ok_and(|data| data.file_type().is_char_device()));
    if file.is_some() && inputs.iter().any(|input| id(input) == file) {
        return Err(named(path, "is read for this, so it is no place for a result; name another file"));
    }
    if is_stream(path) {
        let opened = OpenOptions::new().append(true).custom_flags(system::NO_WAIT).open(path);
        // It stays open: who reads a pipe would take it for the end.
        return said(path, opened.map(std::mem::forget));
    }
    let place = said(path, full(path))?;
    for folder in place.ancestors().skip(1).filter(|folder| is_match(folder)) {
        let below = place.strip_prefix(folder).ok().and_then(|rest| rest.iter().next()).and_then(OsStr::to_str);
        if below.is_some_and(is_reserved) {
            let why = format!("{} is a match, which uses this name itself; name another file", folder.shown());
            return Err(named(path, why));
        }
    }
    check(path, kind).map_err(|e| e.to_string())?;
    let half = home(path).join(format!(".half-{:016x}", random()));
    said(path, fresh(&half).map(|_| remove(&half)))
}

/// Makes the folder that a file is to lie in.
pub fn parent(path: &Path) -> Result<(), String> {
    said(home(path), fs::create_dir_all(home(path)))
}

/// A folder for pages or other files that each are checked: made, or one that is there and no link.
pub fn shared(folder: &Path) -> Result<(), String> {
    let other = folder.symlink_metadata().is_ok_and(|data| !data.is_dir());
    let no_folder = || Err(io::Error::other("this is a link or no folder"));
    said(folder, if other { no_folder() } else { fs::create_dir_all(folder) })
}

/// A folder for what is built or copied: made here, or empty. Without `keep` what is made is removed again.
pub fn folder(path: &Path) -> Result<Option<Scratch>, String> {
    parent(path)?;
    match fs::create_dir(path) {
        Ok(()) => Ok(Some(Scratch::of(path))),
        Err(e) if e.kind() == ErrorKind::AlreadyExists => empty(path).map(|()| None),
        Err(e) => said(path, Err(e)),
    }
}

/// An error if the folder holds anything.
fn empty(folder: &Path) -> Result<(), String> {
    let first = said(folder, fs::read_dir(folder))?.next().transpose();
    said(folder, first)?.map_or(Ok(()), |entry| {
        let mut entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let what = if entries.any(|entry| is_held(&entry.path())) { "holds matches" } else { "is not empty" };
        let how = "only a folder that is missing or empty is filled; name another one";
        Err(format!("{} {}: {} is there already; {}", folder.shown(), what, entry.path().shown(), how))
    })
}

/// Writes the plan of a match into its folder. It is locked (`Hold`), so it stays the same file.
pub fn plan(folder: &Path, text: &str) -> io::Result<()> {
    let path = folder.join("plan");
    if fs::read(&path).is_ok_and(|old| old == text.as_bytes()) {
        return Ok(());
    }
    let is_new = path.symlink_metadata().is_ok_and(|data| data.is_file() && data.len() == 0);
    if !is_new && !check(&path, &PLAN)? {
        self::folder(folder).map_err(io::Error::other)?.into_iter().for_each(Scratch::keep);
        at(&path, fresh(&path))?;
    }
    // Written over, then cut: a plan that a kill interrupts is the old one or the new one.
    let opened = OpenOptions::new().write(true).open(&path);
    let cut = |mut file: File| file.write_all(text.as_bytes()).and_then(|()| file.set_len(text.len() as u64));
    at(&path, opened.and_then(cut))
}

/// A match's folder. While the value lives no other process can hold it. A killed process holds nothing.
pub struct Hold {
    folder: PathBuf,
    /// The file `plan`, locked.
    plan: File,
    /// Of a new match: the folders that we made, this one and the one that it lies in.
    made: Option<Vec<PathBuf>>,
    /// Those of its programs.
    pub programs: Vec<Scratch>,
}

/// Makes and holds the folder of a new match or tournament. It is missing or empty, and neither holds nor lies in one.
pub fn hold_new(folder: &Path) -> Result<Hold, String> {
    let place = said(folder, full(folder))?;
    if full(Path::new(MATCHES)).is_ok_and(|matches| matches == place) {
        return Err(format!("{} is where matches are kept, so it is none; name a folder in it", folder.shown()));
    }
    if let Some(outer) = place.ancestors().skip(1).find(|outer| is_held(outer)) {
        return Err(format!("{} lies in a match, {}; name another folder", folder.shown(), outer.shown()));
    }
    let path = folder.join("plan");
    if is_held(folder) {
        return Err(format!("{} holds a match; go on with it by --resume, or name another folder", folder.shown()));
    }
    if path.symlink_metadata().is_ok_and(|data| data.is_file() && data.len() == 0) {
        let why = "a match is running in this folder, or one was killed as it began and left its empty";
        return Err(format!("{}: {} {}; name another folder", folder.shown(), why, path.shown()));
    }
    let missing = [folder, home(folder)].into_iter().filter(|one| !one.exists()).map(Path::to_path_buf).collect();
    self::folder(folder)?.into_iter().for_each(Scratch::keep);
    lock(folder, &path, Some(missing), OpenOptions::new().write(true).create_new(true))
}

/// Holds the folder of a match or tournament that goes on.
pub fn hold(folder: &Path) -> Result<Hold, String> {
    let path = folder.join("plan");
    check(&path, &PLAN).map_err(|e| e.to_string())?;
    let hold = lock(folder, &path, None, OpenOptions::new().write(true))?;
    if hold.plan.metadata().is_ok_and(|data| data.nlink() < 2) {
        return Ok(hold);
    }
    // Other names of the file, as in a copy by `cp -al`, keep what it holds.
    fs::read(&path).and_then(|text| write(&path, &PLAN, text)).map_err(|e| e.to_string())?;
    lock(folder, &path, None, OpenOptions::new().write(true))
}

fn lock(folder: &Path, path: &Path, made: Option<Vec<PathBuf>>, how: &OpenOptions) -> Result<Hold, String> {
    let hold = how.open(path).map(|plan| Hold { folder: folder.to_path_buf(), plan, made, programs: Vec::new() });
    match hold.and_then(|hold| system::lock(&hold.plan).map(|()| hold)) {
        Ok(hold) => Ok(hold),
        Err(e) if [ErrorKind::AlreadyExists, ErrorKind::WouldBlock].contains(&e.kind()) => {
            Err(format!("{}: a match is running in this folder", folder.shown()))
        }
        Err(e) => said(path, Err(e)),
    }
}

impl Drop for Hold {
    /// Of a match that did not begin the empty plan and our folders are removed, nothing that somebody else put there.
    fn drop(&mut self) {
        let (programs, made) = (self.programs.drain(..), self.made.take());
        let Some(made) = made.filter(|_| self.plan.metadata().is_ok_and(|data| data.len() == 0)) else {
            return programs.for_each(Scratch::keep);
        };
        drop(programs);
        let ours = ["programs", "plan"].map(|name| self.folder.join(name));
        ours.iter().chain(&made).for_each(|path| remove(path));
    }
}

/// A folder that we made. It is removed with everything in it when the value is dropped, or when the jury is killed.
pub struct Scratch {
    path: PathBuf,
    /// Its device and inode number.
    id: (u64, u64),
}

impl Scratch {
    /// A folder where the system has those that nobody keeps.
    pub fn temporary(name: &str) -> Result<Scratch, String> {
        Scratch::new(&temporary(), name).map_err(|e| format!("{} (TMPDIR says where)", e))
    }

    /// Makes a folder in `parent`. Its name ends with a number that cannot be guessed.
    pub fn new(parent: &Path, name: &str) -> io::Result<Scratch> {
        let path = at(parent, parent.canonicalize())?.join(format!("{}-{:016x}", name, random()));
        make_folder(&path)?;
        let scratch = Scratch::of(&path);
        leftovers::watch_folder(scratch.id, &path);
        Ok(scratch)
    }

    /// Takes a folder that the caller just made, under its own name. If the jury is killed, it stays.
    fn of(path: &Path) -> Scratch {
        Scratch { path: path.to_path_buf(), id: own_id(path).unwrap_or_default() }
    }

    /// From now on it is not removed.
    pub fn keep(self) {
        std::mem::forget(self);
    }

    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Only what we made: another folder may have taken its name.
        if own_id(&self.path) == Some(self.id) {
            let _ = fs::remove_dir_all(&self.path).or_else(|_| {
                // A program may have locked folders.
                leftovers::output(Command::new("chmod").args(["-R", "u+rwx", "--"]).arg(&self.path))?;
                fs::remove_dir_all(&self.path)
            });
        }
    }
}

/// Makes a folder that only we can read. An error if the name is taken, even by a link.
pub fn make_folder(path: &Path) -> io::Result<()> {
    at(path, DirBuilder::new().mode(0o700).create(path))
}

/// Device and inode number. Links are not followed.
fn own_id(path: &Path) -> Option<(u64, u64)> {
    path.symlink_metadata().ok().map(|data| (data.dev(), data.ino()))
}

/// Removes a file that we made, or a folder if it is empty.
pub fn remove(path: &Path) {
    let is_folder = path.symlink_metadata().is_ok_and(|data| data.is_dir());
    let _ = if is_folder { fs::remove_dir(path) } else { fs::remove_file(path) };
}

pub fn remove_own(path: &Path, kind: &Kind) {
    if check(path, kind).is_ok_and(|there| there) {
        remove(path);
    }
}

/// Copies a file or a folder to where nothing is, by `cp`: what we write ourselves is also open, for a moment, in each child
/// that another thread starts, and a file that is open for writing cannot be run ("Text file busy").
pub fn copy(from: &Path, to: &Path) -> Result<(), String> {
    check(to, &NEW).map_err(|e| e.to_string())?;
    let output = said(from, leftovers::output(Command::new("cp").arg("-RH").arg("--").args([from, to])))?;
    match String::from_utf8_lossy(&output.stderr).trim() {
        _ if output.status.success() => Ok(()),
        "" => Err(named(from, format!("cp failed, {}", output.status))),
        why => Err(named(from, why)),
    }
}
