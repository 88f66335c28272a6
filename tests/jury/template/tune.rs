//! Learns the weights of Toy Game's terms from games that the player plays against itself: `make tune GAME=toygame` prints
//! how. All of it is in `terms.rs`, for every game that `make new` has made.

#[path = "../../toygame.rs"]
#[allow(dead_code)]
mod player;

mod common;
mod terms;

fn main() -> std::io::Result<()> {
    terms::run("toygame")
}
