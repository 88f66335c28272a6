//! The rules of Symple, slow and plain: the reference that the player's fast rules are tested against.

use crate::game::{Delivery, Fault, Game, Partner, Rng, Seat, Style};

/// One game.
#[derive(Clone, Debug)]
pub struct Match {}

impl Match {
    pub fn new() -> Match {
        Match {}
    }
}

impl Game for Match {
    fn setup(&self) -> Vec<String> {
        todo!()
    }
    fn opening(&self) -> Vec<Delivery> {
        todo!()
    }
    fn to_write(&self) -> Option<Seat> {
        todo!()
    }
    fn write(&mut self, _line: &str) -> Result<Vec<Delivery>, Fault> {
        todo!()
    }
    fn points(&self) -> [i32; 2] {
        todo!()
    }
    fn farewell(&self, _seat: Seat) -> Option<&'static str> {
        todo!()
    }
    fn forfeit_points(&self, _offender: Seat) -> Option<[i32; 2]> {
        todo!()
    }
    fn stand_in(&self, _rng: &mut Rng) -> String {
        todo!()
    }
    fn draw(&self) -> String {
        todo!()
    }
}

/// A sparring partner.
pub fn partner(_style: Style, _rng: Rng) -> Result<Box<dyn Partner>, String> {
    todo!()
}
