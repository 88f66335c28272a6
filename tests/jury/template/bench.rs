//! `make bench GAME=toygame`: nodes of fixed positions, a count that depends on no machine. If a change of the player alters
//! it, the player thinks differently. The code is in `made.rs`, for every game that `make new` makes.

#[path = "../../toygame.rs"]
#[allow(dead_code)]
mod player;

mod made;

fn main() {
    made::run(include_str!("../samples/toygame/game-01.txt"));
}
