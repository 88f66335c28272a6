//! One game as the command line asks for it, for `play` and `human`.

use crate::command::options::Asked;
use crate::play::transcript;
use crate::rules::games;
use crate::run::{leftovers, place};
use crate::text::print::Shown;
use std::path::{Path, PathBuf};

pub struct Opening {
    pub game: &'static str,
    /// The seconds of both sides.
    pub seconds: [f64; 2],
    pub seed: u64,
    pub setup: Vec<String>,
    /// The transcript, once the game is over.
    pub out: PathBuf,
}

impl Opening {
    /// An error if the transcript cannot be written at the end.
    pub fn new(asked: &Asked, game: &str) -> Result<Opening, String> {
        let game = games::find(game)?.name;
        let seed = asked.seed.unwrap_or_else(|| leftovers::random() >> 32);
        let setup = asked
            .setup
            .as_deref()
            .map_or_else(|| Ok(games::new(game, seed)?.setup()), |file| read_setup(game, file))?;
        let name = Path::new(place::MATCHES).join(format!("{}-{}-{}.txt", asked.command, game, seed));
        let mut free = transcript::names(&name).filter(|name| name.symlink_metadata().is_err());
        let out = asked.out.clone().or_else(|| free.next()).unwrap_or_default();
        place::folder(place::folder_of(&out))?;
        place::check_writable(&out, transcript::GAME)?;
        Ok(Opening { game, seconds: asked.seconds(game)?, seed, setup, out })
    }
}

/// The start that a file holds, in the form that `jury setup` prints.
fn read_setup(game: &str, file: &Path) -> Result<Vec<String>, String> {
    let text = place::read(file)?;
    let lines = transcript::without_mark(&text).trim_end().lines();
    let lines: Vec<String> = lines.map(|line| line.trim_end().to_string()).collect();
    let start = games::from_setup(game, &lines).map_err(|why| format!("{}: {}", file.shown(), why))?;
    Ok(start.setup())
}
