//! Learns the weights of Toy Game's terms from the player's own games. `make tune GAME=toygame` prints how. The code
//! is in `terms.rs`, for every game that `make new` makes.

#[path = "../../toygame.rs"]
#[allow(dead_code)]
mod player;

mod common;
mod terms;

fn main() -> std::io::Result<()> {
    terms::run("toygame")
}
