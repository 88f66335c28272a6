//! One game by the player's fast rules and by the jury's slow ones.

use super::player::eval::{Position, LEARNED};
use super::player::rules::{MOVED, STOCK};
use super::*;
use jury::rules::lamistra::{ROLES, SIZE};

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
        let ply = self.game.ply;
        self.game.write(line).unwrap_or_else(|fault| panic!("{:?} then {:?}: {}", self.played, line, fault));
        self.played.push(line.to_string());
        self.begun.push(line.to_string());
        if self.game.ply > ply {
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
        for line in common::sample("lamistra", name).lines() {
            if twin.game.ply == plies {
                break;
            }
            twin.write(&line);
        }
        assert_eq!((twin.game.ply, twin.begun.len()), (plies, 0));
        twin
    }

    /// The board by the jury's rules, as the player prints it.
    fn drawn(&self) -> String {
        // The jury has one blank more before the number of a row.
        let mut text = String::new();
        self.game.draw().lines().take(SIZE).for_each(|line| text += &format!("{}\n", &line[1..]));
        text += &format!("  a b c d e f g  after {} plies", self.game.ply);
        for (side, name) in ["Red ", "Blue"].iter().enumerate() {
            let stock = |&role: &char| role.to_string().repeat(self.game.stock(side, role));
            text += &format!("\n{} {} {}", name, ROLES.iter().map(stock).collect::<String>(), self.quiet[side]);
        }
        text
    }

    /// The first difference of the two rules, in words: the player's view, then the jury's.
    pub fn difference(&self) -> Option<String> {
        let (game, board) = (&self.game, &self.board);
        let (drawn, fresh) = (self.drawn(), Position::new(&LEARNED, board));
        let text = |what: &dyn std::fmt::Debug| format!("{:?}", what);
        let result = game.to_write().is_none().then(|| game.points());
        let mirrored = Position::new(&LEARNED, &self.mirror).evaluate(&LEARNED);
        let mut views = vec![
            ("from nothing", text(board), text(&read_board(&drawn))),
            ("evaluation", text(&self.position), text(&fresh)),
            ("evaluation of the mirrored position", text(&fresh.evaluate(&LEARNED)), text(&mirrored)),
            ("result", text(&board.result()), text(&result)),
            ("printed", board.to_string(), drawn),
        ];
        if [0, 1].iter().all(|&side| board.alive(side, FLAG) == 1) {
            views.push(("spare", text(&[board.spare(0), board.spare(1)]), text(&[0, 1].map(|side| game.spare(side)))));
        }
        if result.is_none() && self.begun.is_empty() {
            let mut moves: Vec<String> = board.legal_moves().map(|mv| self.roles(mv)).collect();
            let mut theirs: Vec<String> =
                game.choices().unwrap().into_iter().map(|line| self.jury_roles(line)).collect();
            moves.sort();
            theirs.sort();
            views.push(("moves", text(&moves), text(&theirs)));
        }
        let differs = views.into_iter().find(|(_, ours, theirs)| ours != theirs);
        differs.map(|(what, ours, theirs)| format!("{}:\n{}\njury:\n{}\n", what, ours, theirs))
    }

    /// A move; if it is an attack, also the roles that the attacker and the defender may name.
    fn roles(&self, mv: Move) -> String {
        let letters = |set| bits(set).map(role_letter).collect::<String>();
        if !self.board.is_attack(mv) {
            return mv.to_string();
        }
        format!("{} {} {}", mv, letters(self.board.attacker_roles(mv.from)), letters(self.board.defender_roles(mv.to)))
    }

    /// The same by the jury's rules.
    fn jury_roles(&self, line: String) -> String {
        let (mut fight, mut words) = (self.game.clone(), vec![line.clone()]);
        fight.write(&line).unwrap();
        while fight.ply == self.game.ply {
            let roles = fight.choices().unwrap();
            fight.write(&roles[0]).unwrap();
            words.push(roles.concat());
        }
        words.join(" ")
    }

    /// Plays one line, unless the game is over. Only every 16th choice may name the flag, and every fourth takes an
    /// attack if there is one. So the games are long and eventful.
    pub fn choose(&mut self, choice: u16) {
        let mut lines = self.game.choices().unwrap();
        if choice % 16 != 0 && lines.len() > 1 {
            lines.retain(|line| line != "V");
        }
        if choice % 4 == 1 && self.begun.is_empty() {
            let attacks = |line: &String| self.board.is_attack(Move::parse(line).unwrap());
            if lines.iter().any(attacks) {
                lines.retain(attacks);
            }
        }
        if let Some(line) = lines.get(usize::from(choice / 16) % lines.len().max(1)) {
            self.write(line);
        }
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
        let mut twin = Twin::new();
        (0..20 + rng.below(120)).for_each(|_| twin.choose(rng.next() as u16));
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
