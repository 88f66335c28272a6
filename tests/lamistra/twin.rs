//! One game by the player's fast rules and by the jury's slow ones.

use super::common;
use super::player::eval::{Position, LEARNED};
use super::player::rules::{bits, parse_role, role_letter, Board, Move, FLAG, FRESH, MOVED, NONE, SPY, STOCK};
use jury::rules::game::{Game, Rng};
use jury::rules::lamistra::{Match, ROLES, SIZE};

pub struct Twin {
    pub game: Match,
    pub board: Board,
    /// With the evaluation kept from move to move.
    pub position: Position,
    /// The game with left and right exchanged.
    mirror: Board,
    /// The lines of an unfinished ply: the move, the attacker's role.
    pub begun: Vec<String>,
    /// The last move of each side if it was quiet, else `a1-a1`.
    quiet: [String; 2],
    pub played: Vec<String>,
}

impl Twin {
    pub fn new() -> Twin {
        let board = Board::new();
        let position = Position::new(&LEARNED, &board);
        let (begun, played) = (Vec::new(), Vec::new());
        let quiet = [0, 1].map(|_| Move::NULL.to_string());
        Twin { game: Match::new(), board, position, mirror: board, begun, quiet, played }
    }

    /// Applies a line to the jury's rules. The player's get the whole ply once it is complete.
    pub fn write(&mut self, line: &str) {
        let ply = self.game.ply();
        self.game.write(line).unwrap_or_else(|fault| panic!("{:?} then {:?}: {}", self.played, line, fault));
        self.played.push(line.to_string());
        self.begun.push(line.to_string());
        if self.game.ply() > ply {
            let mut mv = Move::parse(&self.begun[0]).unwrap();
            let mut answer = NONE;
            if let [_, attacker, defender] = &self.begun[..] {
                mv.role = parse_role(attacker).unwrap();
                answer = parse_role(defender).unwrap();
            }
            self.quiet[self.board.turn()] = if answer == NONE { mv } else { Move::NULL }.to_string();
            self.board.play(mv, answer);
            self.position = self.position.after(&LEARNED, mv, answer);
            let across = |cell: u8| cell / 7 * 7 + 6 - cell % 7;
            self.mirror.play(Move { from: across(mv.from), to: across(mv.to), ..mv }, answer);
            self.begun.clear();
        }
    }

    pub fn sample(name: &str, plies: usize) -> Twin {
        let mut twin = Twin::new();
        for (_, line) in common::sample("lamistra", name).0 {
            if twin.game.ply() == plies {
                break;
            }
            twin.write(&line);
        }
        assert_eq!((twin.game.ply(), twin.begun.len()), (plies, 0));
        twin
    }

    /// The board by the jury's rules, as the player prints it.
    fn drawn(&self) -> String {
        let sign = |row: usize, column: usize| match self.game.piece((column, row)) {
            None if [(3, 1), (3, 5)].contains(&(row, column)) => '~',
            None => '.',
            Some(piece) => match (piece.side, piece.role) {
                (side, None) => [['?', '!'], ['+', '-']][usize::from(piece.moved)][side],
                (0, Some(role)) => role,
                (_, Some(role)) => role.to_ascii_lowercase(),
            },
        };
        let mut text = String::new();
        for row in (0..SIZE).rev() {
            text += &format!("{}{}\n", row + 1, (0..SIZE).map(|c| format!(" {}", sign(row, c))).collect::<String>());
        }
        text += &format!("  a b c d e f g  after {} plies", self.game.ply());
        for (side, name) in ["Red ", "Blue"].iter().enumerate() {
            let stock = |&role: &char| role.to_string().repeat(self.game.stock(side, role));
            text += &format!("\n{} {} {}", name, ROLES.iter().map(stock).collect::<String>(), self.quiet[side]);
        }
        text
    }

    /// The first difference of the two rules, in words.
    pub fn difference(&self) -> Option<String> {
        let (game, board) = (&self.game, &self.board);
        let drawn = self.drawn();
        if board.to_string() != drawn {
            return Some(format!("printed:\n{}\njury:\n{}\n", board, drawn));
        }
        let read = read_board(&drawn);
        if *board != read {
            return Some(format!("{:?}, from nothing {:?}", board, read));
        }
        if let Some(side) = (0..2).find(|&side| board.spare(side) != game.spare(side) as i32) {
            if [0, 1].iter().all(|&side| board.alive(side, FLAG) == 1) {
                return Some(format!("spare of side {}", side));
            }
        }
        let fresh = Position::new(&LEARNED, board);
        if self.position != fresh {
            return Some(format!("evaluation {:?}, from nothing {:?}", self.position, fresh));
        }
        if fresh.evaluate(&LEARNED) != Position::new(&LEARNED, &self.mirror).evaluate(&LEARNED) {
            return Some("evaluation of the mirrored position".to_string());
        }
        let over = game.to_write().is_none();
        let result = if over { Some(game.points()) } else { None };
        if board.result() != result {
            return Some(format!("result {:?}, jury {:?}", board.result(), result));
        }
        if over || !self.begun.is_empty() {
            return None;
        }
        let mut ours: Vec<String> = board.legal_moves().map(|mv| mv.to_string()).collect();
        let mut theirs = game.legal_lines();
        ours.sort();
        theirs.sort();
        if ours != theirs {
            return Some(format!("moves {:?}, jury {:?}", ours, theirs));
        }
        for line in &ours {
            let mv = Move::parse(line).unwrap();
            if mv.to_string() != *line {
                return Some(format!("{:?} reads as {}", line, mv));
            }
            let mut fight = game.clone();
            fight.write(line).unwrap();
            if board.is_attack(mv) != (fight.ply() == game.ply()) {
                return Some(format!("{:?}: attack or not", line));
            }
            if board.is_attack(mv) {
                let letters = |set| bits(set).map(|r| role_letter(r).to_string()).collect::<Vec<_>>();
                if letters(board.attacker_roles(mv.from)) != fight.legal_lines() {
                    return Some(format!("{:?}: attacker's roles", line));
                }
                let attacker = fight.legal_lines()[0].clone();
                fight.write(&attacker).unwrap();
                if letters(board.defender_roles(mv.to)) != fight.legal_lines() {
                    return Some(format!("{:?}: defender's roles", line));
                }
            }
        }
        None
    }

    /// Plays one line for each choice until the game is over. Only every 16th choice may name the flag, and every
    /// fourth takes an attack if there is one. So the games are long and eventful.
    pub fn follow(choices: &[u16]) -> Twin {
        let mut twin = Twin::new();
        for &choice in choices {
            let mut lines = twin.game.legal_lines();
            if lines.is_empty() {
                break;
            }
            if choice % 16 != 0 && lines.len() > 1 {
                lines.retain(|line| line != "V");
            }
            if choice % 4 == 1 && twin.begun.is_empty() {
                let attacks = |line: &String| twin.board.is_attack(Move::parse(line).unwrap());
                if lines.iter().any(attacks) {
                    lines.retain(attacks);
                }
            }
            let line = lines[usize::from(choice / 16) % lines.len()].clone();
            twin.write(&line);
        }
        twin
    }
}

/// A board as `Display` prints it, set up piece by piece.
pub fn read_board(text: &str) -> Board {
    let lines: Vec<&str> = text.lines().collect();
    let ply = lines[7].split(' ').rev().nth(1).unwrap().parse().unwrap();
    let mut board = Board::new();
    if ply % 2 == 1 {
        board.play(Move::parse("d3-d4").unwrap(), NONE);
    }
    (0..49).for_each(|cell| assert!(board.lift(cell) <= MOVED));
    board.ply = ply;
    for (row, line) in lines[..7].iter().enumerate() {
        for (column, sign) in line[2..].split(' ').enumerate() {
            let piece = match sign {
                "." | "~" => continue,
                "?" => (0, FRESH),
                "!" => (1, FRESH),
                "+" => (0, MOVED),
                "-" => (1, MOVED),
                role => (usize::from(*role > *"a"), parse_role(&role.to_uppercase()).unwrap()),
            };
            board.put((7 * (6 - row) + column) as u8, piece.0, piece.1);
        }
    }
    for (side, line) in lines[8..].iter().enumerate() {
        let (stock, quiet) = line[5..].split_once(' ').unwrap();
        for role in FLAG..=SPY {
            let left = stock.matches(role_letter(role)).count();
            (left..usize::from(STOCK[usize::from(role)])).for_each(|_| board.take(side, role));
        }
        board.set_ban(side, Move::parse(quiet).unwrap());
    }
    board
}

/// Positions of random games with a fight of two hidden pieces.
pub fn fights(n: usize) -> Vec<(Board, Move)> {
    let mut rng = Rng(11);
    let mut found = Vec::new();
    while found.len() < n {
        let choices: Vec<u16> = (0..20 + rng.below(120)).map(|_| rng.next() as u16).collect();
        let twin = Twin::follow(&choices);
        if twin.begun.is_empty() && twin.board.result().is_none() {
            let open = |mv: &Move| {
                twin.board.is_attack(*mv)
                    && twin.board.attacker_roles(mv.from).count_ones() > 1
                    && twin.board.defender_roles(mv.to).count_ones() > 2
            };
            let fight = twin.board.legal_moves().find(open);
            found.extend(fight.map(|mv| (twin.board, mv)));
        }
    }
    found
}
