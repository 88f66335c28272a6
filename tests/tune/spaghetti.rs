//! Learns the network of `spaghetti.rs` from own games, and plays weights against weights. Without words it says how it
//! is used. `make tune GAME=spaghetti ARGS='match new.txt - 100 400 1'` does what `USAGE` calls `match new.txt - 100
//! 400 1`.
//!
//! A generation, - being the weights in the player:
//!
//! ```text
//! trees t.txt - 1100 1000 11           1,100 games of 1,000 nodes a decision, about 1,000,000 positions of their trees
//! play g.txt - 1545 400 101            games of 400 nodes; one in four is against a weaker player, for the contempt
//! play h.txt - 1473 400 202
//! learn new.txt - 0.5 5 0.0005 g.txt h.txt t.txt
//! match new.txt - 300 1000 2           new against old in pairs, the same tiles and the sides swapped
//! table new.txt                        the text for the player, if the match says so
//! ```
//!
//! What a position is to be worth: what the moves of its game brought, LAMBDA times a ply less, and in place of the
//! rest what the search said on the way (TD(lambda)). The means of the independent cells are taken off.
//!
//! One step of training by numbers (`back`, `Adam`). The network says 0.9 of a position whose target is 0.5, in units
//! of 5 points. The error is 0.4. A unit of the second layer has the value 0.8, and its weight to the output is 0.5:
//!
//! ```text
//! slope of the weight     error * value  = 0.4 * 0.8 = 0.32     a larger weight makes the error larger
//! blame of the unit       error * weight = 0.4 * 0.5 = 0.2      goes on to the units before it in the same way
//! Adam, rate 0.003        say the slopes of late are 0.3 on average and of the size 0.6
//!                         step = 0.003 * 0.3 / 0.6 = 0.0015, the weight becomes 0.4985
//! ```
//!
//! From nothing (`learn new.txt 0 0.5 12 0.003 ...`, 700 games of `trees`) the player still loses 3.9 +- 2.3 points a
//! game against the weights in the player, 6.7 as Red (80 games of 200 nodes). Without `trees` and by 512 positions a
//! step it was 7.7 +- 3.4 (40 games), and 13 as Red. Two things were to blame. What good players avoid is rare in their
//! games: see `trees`. And the fit was far from its end: see `BATCH`. Twelve epochs more no longer help in games held
//! back: what is missing now is games.
//!
//! The weights in the player were not made by these commands. Earlier forms of this tool made a network with weights
//! for pairs of kinds: twelve rounds of 8,000 own games at three plies a move and of games against weaker players, and
//! 120,000 solved ends. The network of the player has 64 units a cell instead. It was fitted to what that network says
//! of 460,000 positions, by a program that was not kept. `learn` goes on from there. The commands above took its error
//! in games held back down everywhere, but what they made did not win: -0.4 +- 1.0 points a game (200 games of 1,000
//! nodes).

#[path = "../../spaghetti.rs"]
#[allow(dead_code)]
mod spaghetti;

mod common;

use common::{samples, Adam, Progress, Records, Words};
use jury::game::Rng;
use jury::spaghetti::draw_tiles;
use jury::stats;
use spaghetti::contest::{mix64, Budget};
use spaghetti::eval::{kinds, mirror, Position, POINT};
use spaghetti::net::{self, *};
use spaghetti::rules::{cells, Board, Move};
use spaghetti::search::{is_repeat, Bound, Report, Search};
use std::io::Write;
use std::{f32, fs, io};

const USAGE: &str = "\
usage: tune-spaghetti COMMAND
  play FILE WEIGHTS COUNT NODES SEED           games of WEIGHTS, NODES nodes a decision
  trees FILE WEIGHTS COUNT NODES SEED          games with what their searches found on the way
  learn NEW OLD LAMBDA EPOCHS RATE FILE...     weights NEW from OLD and games, such as 0.5 8 0.0005
  match NEW OLD PAIRS NODES SEED               the verdict
  table WEIGHTS                                the text for the player
  explain FILE...                              what each kind of end is worth to the player's network
COUNT is the number of lines that FILE shall have. A run of `play` that was stopped goes on where it was, with the same
result; `trees` begins anew.
WEIGHTS, OLD: a file that `learn` wrote, - for those in the player, or 0: for `learn` random numbers, for the others
a network that sees nothing. In `match` OLD may also be greedy or careful, and NEW and OLD may name the contempt of the
player: new.txt@0.";

/// What is missing or wrong ends the program: it is a tool, not a contestant.
fn main() -> io::Result<()> {
    let words = Words::new(USAGE);
    match words.command() {
        "play" => play(words.text(1), &weights(words.text(2)), words.number(3), words.number(4), words.number(5)),
        "trees" => trees(words.text(1), &weights(words.text(2)), words.number(3), words.number(4), words.number(5)),
        "learn" => {
            learn(words.text(1), words.text(2), words.number(3), words.number(4), words.number(5), words.from(6))
        }
        "match" => {
            play_match(words.text(1), words.text(2), words.number(3), words.number(4), words.number(5));
            Ok(())
        }
        "table" => {
            print!("{}", table(&weights(words.text(1))));
            Ok(())
        }
        "explain" => explain(words.from(1)),
        other => words.refuse(&format!("{:?} is no command", other)),
    }
}

/// The weights that a word of the command line names. With `0`, all weights 0, the network says 0 of every position,
/// and only the mean of the independent cells and what a move gains at once are left.
fn weights(file: &str) -> Vec<f32> {
    match file {
        "-" => net::learned(),
        "0" => vec![0.0; WEIGHTS],
        file => {
            let text = fs::read_to_string(file).expect("the weights' file");
            text.split_whitespace().map(|word| word.parse().expect("a weight")).collect()
        }
    }
}

/// Weights as text, one a line.
fn text(weights: &[f32]) -> String {
    weights.iter().map(|w| format!("{}\n", w)).collect()
}

/// A file of `count` lines, each made with a generator of its own: line i depends on the seed and on i alone.
fn record(path: &str, count: usize, seed: u64, mut line: impl FnMut(&mut Rng, usize) -> String) -> io::Result<()> {
    let mut records = Records::open(path)?;
    let mut progress = Progress::new("line", records.done, count);
    while records.done < count {
        let i = records.done;
        records.push(&line(&mut Rng(mix64(mix64(seed) ^ i as u64)), i))?;
        progress.tell(records.done, "");
    }
    Ok(())
}

/// Weights as they stand in the player: whole units, as `contest::decode` reads them.
fn table(weights: &[f32]) -> String {
    let whole: Vec<i16> = weights.iter().enumerate().map(|(i, w)| (w / net::weight_step(i)).round() as i16).collect();
    common::encode(&whole).lines().map(|row| format!("        {}\\\n", row)).collect()
}

// ---------------------------------------------------------------------------------------------------------------------
// Games
// ---------------------------------------------------------------------------------------------------------------------

/// From so many empty cells on the search goes to the end of the game: what it says there is certain.
const SOLVED_CELLS: u32 = 9;

/// A board with the jury's tiles, Blue on turn; the tiles are the first two moves of a line.
fn start(rng: &mut Rng) -> (Board, String) {
    let mut board = Board::new();
    let tiles = draw_tiles(rng);
    for tile in &tiles {
        board.play(Move::parse(tile).unwrap());
    }
    (board, tiles.concat())
}

/// Any tile on any empty cell, all with the same chance.
fn random_move(board: &Board, rng: &mut Rng) -> Move {
    let all: Vec<usize> = cells(board.empty).collect();
    Move { cell: *rng.pick(&all) as u8, tile: rng.below(3) as u8 }
}

/// A search with such weights and an empty table. Each game begins with a copy of it: what a search learned in other
/// games would make a line depend on those before.
fn searcher(weights: &[f32], contempt: f32) -> Search {
    let mut search = Search::new(0);
    search.network = Network::new(weights, mirror);
    search.contempt = contempt;
    search
}

/// A search of so many nodes, near the end of the game one to its end.
fn look(search: &mut Search, board: &Board, nodes: u64) -> Report {
    let nodes = if board.empty.count_ones() <= SOLVED_CELLS { u64::MAX } else { nodes };
    search.think(board, Budget::fixed(i32::MAX, nodes)).expect("a board that is not full")
}

/// Up to so many good moves, less one, from which a game begins; in its line a point follows them.
fn begin(search: &Search, longest: usize, rng: &mut Rng, board: &mut Board, line: &mut String) {
    for _ in 0..rng.below(longest) {
        let mv = stray(search, board, rng);
        *line += &mv.to_string();
        board.play(mv);
    }
    line.push('.');
}

/// The best of a few random moves by static value: of one it is any move, of 40 a good one. Positions that only strong
/// play leads to are much alike, and the search asks the network about what lies beside the good moves too.
fn stray(search: &Search, board: &Board, rng: &mut Rng) -> Move {
    let position = Position::new(&search.network, board, search.contempt * (1 - 2 * board.turn as i32) as f32);
    let value = |mv: &Move| board.gain(*mv) * POINT - position.play(&search.network, *mv).evaluate(&search.network);
    (0..rng.below(40) + 1).map(|_| random_move(board, rng)).max_by_key(value).unwrap()
}

/// Games, one a line: the moves of the beginning, a dot, the moves of the rest. For each move of the rest follows a word:
/// what the search said before it, in sixteenths of a point for the side on turn, a move beside the one played and what
/// the search says after that one.
///
/// ```text
/// cersbl...gdr.hfl... -37,aas,52 ...    a game between equals
/// bcersbl...gdr.hfl... -37,aas,52 x ... the program is Blue (r: Red), the other side is careful; it gives no score
/// ```
fn play(path: &str, weights: &[f32], count: usize, nodes: u64, seed: u64) -> io::Result<()> {
    // What is learned with the contempt 1 is what a position is worth against somebody weaker.
    let (equal, scorn) = (searcher(weights, 0.0), searcher(weights, 1.0));
    record(path, count, seed, |rng, game| {
        let weaker = if game % 4 == 0 { Some(1 - game / 4 % 2) } else { None };
        let mut search = if weaker.is_some() { scorn.clone() } else { equal.clone() };
        search.rng.0 = rng.next();
        let (mut board, tiles) = start(rng);
        let mut line = ["r", "b", ""][weaker.unwrap_or(2)].to_string() + &tiles;
        // Half of the beginnings are short, so that what strong play leads to is learned well.
        let longest = if rng.below(2) == 0 { 8 } else { 45 };
        begin(&search, longest, rng, &mut board, &mut line);
        let mut words = String::new();
        while board.empty != 0 {
            let mv = if weaker == Some(board.turn) {
                words += " x";
                Player::Simple(true).choose(&board, nodes, rng)
            } else {
                let report = look(&mut search, &board, nodes);
                words += &format!(" {}", report.score);
                let beside = stray(&search, &board, rng);
                let mut after = board;
                after.play(beside);
                if weaker.is_none() && after.empty != 0 {
                    words += &format!(",{},{}", beside, look(&mut search, &after, nodes).score);
                }
                report.best
            };
            line += &mv.to_string();
            board.play(mv);
        }
        line + &words
    })
}

/// Positions of one decision that `trees` keeps.
const KEPT: usize = 30;

/// Games between equals, one a line, written as `play` does it. After each score follow positions from the tree of the
/// search: the moves that lead there, a sign, and what the table knows of it, without the mean.
///
/// ```text
/// cersbl.gdr... -37,aas>52,aashbl<-6,gcr=8 ...    after aas the side on turn has at least 52
/// ```
///
/// The network is asked at the leaves of such trees, not in games. What good players avoid is rare in games: that Red
/// has to open a long path for want of a free move, for instance. A network that learned from games alone walks into
/// it.
fn trees(path: &str, weights: &[f32], count: usize, nodes: u64, seed: u64) -> io::Result<()> {
    let mut file = io::BufWriter::new(fs::File::create(path)?);
    let mut progress = Progress::new("line", 0, count);
    // One search plays them all: 32 MB would take long to copy.
    let mut search = searcher(weights, 0.0);
    for game in 0..count {
        let rng = &mut Rng(mix64(mix64(seed) ^ game as u64));
        search.table.iter_mut().for_each(|entry| entry.hash = 0);
        search.rng.0 = rng.next();
        let (mut board, mut line) = start(rng);
        let longest = if game % 3 == 0 { 8 } else { 45 };
        begin(&search, longest, rng, &mut board, &mut line);
        let mut words = String::new();
        while board.empty != 0 {
            let nodes = if board.empty.count_ones() <= 12 { 20_000 } else { nodes };
            let report = search.think(&board, Budget::fixed(i32::MAX, nodes)).expect("a board that is not full");
            words += &format!(" {}", report.score);
            if board.empty.count_ones() > 3 {
                let mut found = Vec::new();
                harvest(&search, &Position::new(&search.network, &board, 0.0), "", 3, &mut found);
                rng.shuffle(&mut found);
                found.iter().take(KEPT).for_each(|known| words += known);
            }
            // One move in eight is any good one.
            let mv = if rng.below(8) == 0 { stray(&search, &board, rng) } else { report.best };
            line += &mv.to_string();
            board.play(mv);
        }
        writeln!(file, "{}{}", line, words)?;
        progress.tell(game + 1, "");
    }
    file.flush()
}

/// What the table knows of positions below this one, at most so many plies: those searched two plies deep or more.
fn harvest(search: &Search, position: &Position, path: &str, plies: u32, found: &mut Vec<String>) {
    for cell in cells(position.board.empty).filter(|cell| !position.is_independent(*cell)) {
        let ends = position.board.ends(cell);
        for tile in (0..3).filter(|tile| !is_repeat(&ends, *tile)) {
            let mv = Move { cell: cell as u8, tile };
            let next = position.play(&search.network, mv);
            let hash = next.hash();
            let entry = search.table[hash as usize & (search.table.len() - 1)];
            if entry.hash != hash || entry.depth < 2 || next.is_decided() {
                continue;
            }
            let sign = match entry.bound {
                Bound::Lower => '>',
                Bound::Exact => '=',
                Bound::Upper => '<',
            };
            found.push(format!(",{}{}{}{}", path, mv, sign, entry.score));
            if plies > 1 && entry.depth > 2 && found.len() < 400 {
                harvest(search, &next, &format!("{}{}", path, mv), plies - 1, found);
            }
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Learning
// ---------------------------------------------------------------------------------------------------------------------

/// Positions of a step of the fit; the last of an epoch may have fewer. More make fewer steps of the same data: from
/// nothing, ten epochs of 100,000 positions explain 21 % of what is to come with 9 to 11 cells empty by 512 a step,
/// 40 % by 128.
const BATCH: usize = 128;

/// Largest error that counts in full, in units of the output.
/// That is 20 points. A game that went wildly wrong shall not pull harder than that.
const MOST_ERROR: f32 = 4.0;

/// One position as the network sees it, and what it should say.
struct Example {
    /// The kinds of each connected cell's four ends, as the side on turn sees them.
    cells: Vec<[u8; 4]>,
    /// The inputs of the whole board.
    board: [f32; BOARD_INPUTS],
    /// The margin still to come but for the mean of the independent cells, in units of the output (`SCALE` points).
    target: f32,
    /// 1 if the target is the least that it is worth, -1 if it is the most, 0 if it is just that.
    bound: i8,
    /// Empty cells, independent ones too. Only `explained` asks for it.
    empty: u32,
}

/// Moves that are written without anything between them, three letters each.
fn moves(text: &str) -> Vec<Move> {
    (0..text.len() / 3).map(|i| Move::parse(&text[3 * i..3 * i + 3]).expect("moves")).collect()
}

/// The positions of all files, and those of every tenth game, which are held back.
fn examples(files: &[String], lambda: f32) -> io::Result<[Vec<Example>; 2]> {
    let network = Network::new(&weights("0"), mirror);
    let (learned, tests, _) = samples(files, |line| {
        let mut examples = Examples { network: &network, list: Vec::new() };
        examples.read(line, lambda);
        Some(examples.list)
    })?;
    Ok([learned, tests])
}

/// Collects examples. Only the network's inputs are wanted; they do not depend on weights, so it has none.
struct Examples<'a> {
    network: &'a Network,
    list: Vec<Example>,
}

impl Examples<'_> {
    /// A position of which a score is known, in sixteenths of a point for the side on turn.
    fn add(&mut self, board: &Board, score: f32, contempt: f32) {
        // The same that the player adds to the network's answer is taken off here.
        let position = Position::new(self.network, board, contempt);
        self.push(&position, score - position.mean() as f32, 0);
    }

    /// A position of which a score without the mean is known, or a bound of it. Where the network is not asked there is
    /// nothing to learn.
    fn push(&mut self, position: &Position, score: f32, bound: i8) {
        let board = &position.board;
        if !position.is_decided() {
            let connected = cells(board.empty).filter(|cell| !position.is_independent(*cell));
            let view = |kind| if board.turn == 0 { kind as u8 } else { mirror(kind) as u8 };
            let cells = connected.map(|cell| kinds(board, cell).map(view)).collect();
            let target = score / (POINT as f32 * SCALE);
            self.list.push(Example { cells, board: position.inputs(), target, bound, empty: board.empty.count_ones() });
        }
    }

    /// The positions of a line.
    fn read(&mut self, line: &str, lambda: f32) {
        let (game, words) = line.split_once(' ').expect("moves and a blank");
        let (contempt, game) = match game.as_bytes()[0] {
            b'b' if game.len() % 3 == 2 => (1.0, &game[1..]),
            b'r' if game.len() % 3 == 2 => (-1.0, &game[1..]),
            _ => (0.0, game),
        };
        let (beginning, rest) = game.split_once('.').expect("a dot");
        let mut board = Board::new();
        // The beginning is not learned from: it was not played to win.
        for mv in moves(beginning) {
            board.play(mv);
        }
        // For each move the position before it, what it brought, and what the search said; `x` is no number.
        let mut played = Vec::new();
        for (mv, word) in moves(rest).into_iter().zip(words.split(' ')) {
            let parts: Vec<&str> = word.split(',').collect();
            played.push((board, board.gain(mv) * POINT, parts[0].parse::<f32>().ok()));
            let after = |path| {
                let mut after = board;
                for mv in moves(path) {
                    after.play(mv);
                }
                after
            };
            let mut beside = None;
            for part in &parts[1..] {
                match (part.find(|c| "<=>".contains(c)), beside) {
                    (Some(at), _) => {
                        let position = Position::new(self.network, &after(&part[..at]), contempt);
                        let bound = part.as_bytes()[at] as i8 - b'=' as i8;
                        self.push(&position, part[at + 1..].parse().expect("a score"), bound);
                    }
                    (_, Some(path)) => self.add(&after(path), part.parse().expect("a score"), contempt),
                    _ => beside = Some(part),
                }
            }
            board.play(mv);
        }
        // What weaker players do, the search does not foresee: there the game itself counts for more.
        let lambda = if contempt == 0.0 { lambda } else { 0.8 + 0.2 * lambda };
        // From the end of the game, with g for what a move gained and s for what the search said before it:
        //
        //     lambda 1     value = g1 - g2 + g3 - ...         the game alone: true, but full of chance
        //     lambda 0     value = g1 - s2                    the next search alone: calm, but it may be wrong
        //     between      value = g1 - (lambda * value2 + (1 - lambda) * s2)
        //
        // The signs change because the sides do. Where nothing was said the game alone goes on.
        let (mut value, mut said) = (0.0, Some(0.0));
        for (board, gain, score) in played.iter().rev() {
            value = *gain as f32 - said.map_or(value, |said| lambda * value + (1.0 - lambda) * said);
            said = *score;
            self.add(board, value, contempt);
        }
    }
}

/// Random numbers about 0 for the weights between layers; biases begin at 0.
/// If all weights began at 0, all hidden units would be the same and learn the same for ever. The random beginning makes them
/// different.
fn random_weights(rng: &mut Rng) -> Vec<f32> {
    let mut weights = weights("0");
    let mut fill = |part: &mut [f32], deviation: f32| {
        for w in part {
            // Twelve numbers from 0 to 1 have a variance of 1 together.
            // 6 is their mean.
            let sum: f32 = (0..12).map(|_| rng.below(1 << 20) as f32 / (1 << 20) as f32).sum();
            *w = (sum - 6.0) * deviation;
        }
    };
    fill(&mut weights[..AT_BIAS], 0.25);
    fill(&mut weights[AT_CELL..AT_BOARD], 0.1);
    fill(&mut weights[AT_BOARD..AT_FIRST], 0.2);
    fill(&mut weights[AT_INNER..AT_SECOND], 0.25);
    fill(&mut weights[AT_LAST..AT_STRAIGHT], 0.25);
    weights
}

/// Adds `x` times the numbers from `from` on.
/// Slices of the weights are mostly left open at their end: `zip` stops with the shorter side, so the length of `sums`
/// or of `from` says how many numbers belong to the part.
fn add_times(sums: &mut [f32], x: f32, from: &[f32]) {
    for (sum, w) in sums.iter_mut().zip(from) {
        *sum += x * w;
    }
}

/// What the network computes of a position: the hidden units of each cell, their sums over the cells, the hidden layers
/// before they are cut off at 0, the output. The same network as the player's, but nothing is rounded, and the cells are
/// added up before their weights to the first layer and not after.
struct Pass {
    cells: Vec<[f32; CELL_UNITS]>,
    sums: [f32; CELL_UNITS],
    first: [f32; FIRST],
    second: [f32; SECOND],
    output: f32,
}

/// The N weights from a place on.
fn part<const N: usize>(weights: &[f32], at: usize) -> [f32; N] {
    weights[at..at + N].try_into().unwrap()
}

/// From the inputs to the output.
fn pass(weights: &[f32], example: &Example) -> Pass {
    let cut = |x: &f32| x.max(0.0);
    let mut sums = [0.0; CELL_UNITS];
    let mut cell = |kinds: &[u8; 4]| {
        let mut units: [f32; CELL_UNITS] = part(weights, AT_BIAS);
        for kind in kinds {
            add_times(&mut units, 1.0, &weights[usize::from(*kind) * CELL_UNITS..]);
        }
        units = units.map(|x| cut(&x));
        add_times(&mut sums, 1.0, &units);
        units
    };
    let cells = example.cells.iter().map(&mut cell).collect();
    let mut first: [f32; FIRST] = part(weights, AT_FIRST);
    for (i, x) in sums.iter().enumerate() {
        add_times(&mut first, *x, &weights[AT_CELL + i * FIRST..]);
    }
    // The board's inputs go to the first layer and straight to the output.
    let mut output = weights[AT_OUTPUT];
    for (i, x) in example.board.iter().enumerate() {
        add_times(&mut first, *x, &weights[AT_BOARD + i * FIRST..]);
        output += x * weights[AT_STRAIGHT + i];
    }
    let mut second: [f32; SECOND] = part(weights, AT_SECOND);
    for (i, x) in first.iter().enumerate() {
        add_times(&mut second, cut(x), &weights[AT_INNER + i * SECOND..]);
    }
    for (i, x) in second.iter().enumerate() {
        output += cut(x) * weights[AT_LAST + i];
    }
    Pass { cells, sums, first, second, output }
}

/// How far the output is off. A bound that holds says nothing.
fn miss(pass: &Pass, example: &Example) -> f32 {
    let error = pass.output - example.target;
    if error * f32::from(example.bound) > 0.0 {
        0.0
    } else {
        error
    }
}

/// From the output back: adds to the gradient what the weights had to do with the error. Returns the error squared.
///
/// What the error says of a hidden unit is its blame: what each unit behind it is blamed for, times the weight between the
/// two. A unit that is cut off has none.
fn back(weights: &[f32], example: &Example, gradient: &mut [f32]) -> f64 {
    let pass = pass(weights, example);
    // The slope of half the squared error is the error itself.
    let error = miss(&pass, example).clamp(-MOST_ERROR, MOST_ERROR);
    if error == 0.0 {
        return 0.0;
    }
    gradient[AT_OUTPUT] += error;
    add_times(&mut gradient[AT_STRAIGHT..], error, &example.board);
    let mut of_second = [0.0; SECOND];
    for i in (0..SECOND).filter(|i| pass.second[*i] > 0.0) {
        gradient[AT_LAST + i] += error * pass.second[i];
        of_second[i] = error * weights[AT_LAST + i];
    }
    add_times(&mut gradient[AT_SECOND..], 1.0, &of_second);
    let dot = |from: usize, with: &[f32]| -> f32 { weights[from..].iter().zip(with).map(|(w, x)| w * x).sum() };
    let mut of_first = [0.0; FIRST];
    for i in (0..FIRST).filter(|i| pass.first[*i] > 0.0) {
        add_times(&mut gradient[AT_INNER + i * SECOND..], pass.first[i], &of_second);
        of_first[i] = dot(AT_INNER + i * SECOND, &of_second);
    }
    add_times(&mut gradient[AT_FIRST..], 1.0, &of_first);
    for (i, x) in example.board.iter().enumerate() {
        add_times(&mut gradient[AT_BOARD + i * FIRST..], *x, &of_first);
    }
    // Every cell's units lead on by the same weights, so their blame is the same for all cells, but where they are cut off.
    let mut of_sums = [0.0; CELL_UNITS];
    for i in 0..CELL_UNITS {
        add_times(&mut gradient[AT_CELL + i * FIRST..], pass.sums[i], &of_first);
        of_sums[i] = dot(AT_CELL + i * FIRST, &of_first);
    }
    for (kinds, units) in example.cells.iter().zip(&pass.cells) {
        let mut of_cell = of_sums;
        (0..CELL_UNITS).filter(|i| units[*i] <= 0.0).for_each(|i| of_cell[i] = 0.0);
        add_times(&mut gradient[AT_BIAS..], 1.0, &of_cell);
        for kind in kinds {
            add_times(&mut gradient[usize::from(*kind) * CELL_UNITS..], 1.0, &of_cell);
        }
    }
    f64::from(error).powi(2)
}

/// The gradient over a batch and the sum of its squared errors.
fn gradient(weights: &[f32], examples: &[Example], batch: &[usize]) -> (Vec<f32>, f64) {
    let (mut gradient, mut squares) = (vec![0.0; WEIGHTS], 0.0);
    for example in batch.iter().map(|i| &examples[*i]) {
        squares += back(weights, example, &mut gradient);
    }
    (gradient, squares)
}

/// Adam with a rate that falls like a cosine. Tells after each epoch how well the network does in games that it has not
/// learned from.
fn learn(new: &str, old: &str, lambda: f32, epochs: usize, rate: f32, files: &[String]) -> io::Result<()> {
    // Always the same numbers: two fits with the same files differ only by what they were asked to do differently.
    let mut rng = Rng(7);
    let [examples, tests] = examples(files, lambda)?;
    eprintln!("{} positions to learn from, {} to test", examples.len(), tests.len());
    let mut learned = if old == "0" { random_weights(&mut rng) } else { weights(old) };
    let mut adam = Adam::new(WEIGHTS);
    let mut progress = Progress::new("epoch", 0, epochs);
    let mut order: Vec<usize> = (0..examples.len()).collect();
    let steps = epochs * ((examples.len() + BATCH - 1) / BATCH);
    let mut step = 0;
    for epoch in 0..epochs {
        rng.shuffle(&mut order);
        let mut squares = 0.0;
        for batch in order.chunks(BATCH) {
            let (gradient, more) = gradient(&learned, &examples, batch);
            squares += more;
            step += 1;
            // From 1.01 of the rate down to 0.01 of it: large steps to get near, small ones to settle.
            let rate = rate * (0.51 + 0.5 * (step as f32 / steps as f32 * f32::consts::PI).cos());
            adam.step(learned.iter_mut(), gradient.iter().map(|slope| slope / batch.len() as f32), rate);
            // Each step also draws the weight towards 0 a little, and the player's text has no room beyond 12.
            learned.iter_mut().for_each(|weight| *weight = (*weight * (1.0 - rate * 1e-3)).clamp(-12.0, 12.0));
        }
        // Root of the mean square, in points, while the weights were still moving.
        let error = f64::from(SCALE) * (squares / examples.len() as f64).sqrt();
        progress.tell(epoch + 1, &format!("error {:.3} points{}", error, explained(&learned, &tests)));
    }
    fs::write(new, text(&learned))
}

/// The part of the variance that the network explains, by the number of empty cells, and behind a slash the error of
/// bounds in points.
/// 1 is a network that knows everything, 0 one that knows no more than the mean. By number of empty cells, for early
/// positions have more chance ahead of them, and a mean over all would hide how the ends are understood.
fn explained(weights: &[f32], tests: &[Example]) -> String {
    let mut line = String::new();
    for (low, high) in [(1, 8), (9, 11), (12, 15), (16, 20), (21, 30), (31, 40), (41, 61)] {
        let some = tests.iter().filter(|e| (low..=high).contains(&e.empty));
        let (exact, bounds): (Vec<&Example>, Vec<&Example>) = some.partition(|e| e.bound == 0);
        let squares = |some: &[&Example]| some.iter().map(|e| miss(&pass(weights, e), e).powi(2)).sum::<f32>();
        let mean = exact.iter().map(|e| e.target).sum::<f32>() / exact.len() as f32;
        let all: f32 = exact.iter().map(|e| (e.target - mean).powi(2)).sum();
        let error = SCALE * (squares(&bounds) / bounds.len().max(1) as f32).sqrt();
        line += &format!("  {}-{}: {:.3}/{:.2}", low, high, 1.0 - squares(&exact) / all, error);
    }
    line
}

/// Prints what an end of each kind is worth to the side on turn, in points: the network's margin less what it says with
/// a dead end in its place; means over the positions of the files that have 12 to 22 empty cells.
fn explain(files: &[String]) -> io::Result<()> {
    let weights = net::learned();
    let mut sums = [(0.0, 0); KINDS];
    for mut example in examples(files, 1.0)?.into_iter().flatten().filter(|e| (12..=22).contains(&e.empty)) {
        let value = pass(&weights, &example).output;
        for (cell, side) in (0..4 * example.cells.len()).map(|i| (i / 4, i % 4)) {
            let kind = std::mem::replace(&mut example.cells[cell][side], 0);
            if example.cells[cell] != [0; 4] {
                let sum = &mut sums[usize::from(kind)];
                *sum = (sum.0 + value - pass(&weights, &example).output, sum.1 + 1);
            }
            example.cells[cell][side] = kind;
        }
    }
    for (kind, (sum, count)) in sums.iter().enumerate().skip(1) {
        println!("kind {:2}  {:+.2}  {} ends", kind, sum * SCALE / *count as f32, count);
    }
    Ok(())
}

// ---------------------------------------------------------------------------------------------------------------------
// Matches
// ---------------------------------------------------------------------------------------------------------------------

/// One side of a match: the program with some weights, or own points less, for `careful`, the best reply's.
#[derive(Clone)]
enum Player {
    Engine(Box<Search>),
    Simple(bool),
}

impl Player {
    /// The player that a word names: `greedy`, `careful`, or weights, perhaps with a contempt, such as `new.txt@0`.
    fn new(word: &str) -> Player {
        match word {
            "greedy" => Player::Simple(false),
            "careful" => Player::Simple(true),
            file => {
                let (file, contempt) = file.split_once('@').unwrap_or((file, ""));
                let contempt = contempt.parse().unwrap_or(Search::new(0).contempt);
                Player::Engine(Box::new(searcher(&weights(file), contempt)))
            }
        }
    }

    /// The move of this side on a board that is not full.
    fn choose(&mut self, board: &Board, nodes: u64, rng: &mut Rng) -> Move {
        let careful = match self {
            Player::Engine(search) => return look(search, board, nodes).best,
            Player::Simple(careful) => *careful,
        };
        let all = |board: &Board| -> Vec<Move> {
            cells(board.empty).flat_map(|cell| (0..3).map(move |tile| Move { cell: cell as u8, tile })).collect()
        };
        let value = |mv: &Move| {
            let mut after = *board;
            after.play(*mv);
            let reply = all(&after).into_iter().map(|r| after.gain(r)).max().unwrap_or(0);
            board.gain(*mv) - if careful { reply } else { 0 }
        };
        // One of the best by chance, or every game from the same tiles would be the same.
        let mut moves = all(board);
        rng.shuffle(&mut moves);
        moves.into_iter().max_by_key(value).unwrap()
    }
}

/// Pairs of games; prints the mean difference of the points and the new side's mean points.
/// Chance in the tiles may favour a side. In a pair both play both sides of the same board, so that a lucky draw for
/// the one is a lucky draw for the other, and the difference of a pair is what the two have made of it.
fn play_match(new: &str, old: &str, pairs: u64, nodes: u64, seed: u64) {
    let mut rng = Rng(seed);
    let mut differences = Vec::new();
    let (mut sum, mut by_side) = (0, [0, 0]);
    let mut players = [Player::new(new), Player::new(old)];
    for pair in 0..pairs {
        let first = start(&mut rng).0;
        let mut difference = 0;
        for new_side in 0..2 {
            let mut board = first;
            let mut points = [50, 50];
            while board.empty != 0 {
                // Player 0 is the new one; with `new_side` 1 it is Red.
                let player = board.turn ^ new_side;
                let mv = players[player].choose(&board, nodes, &mut rng);
                points[player] += board.gain(mv);
                board.play(mv);
            }
            // Points below 0 count as 0, as in the contest.
            by_side[new_side] += points[0].max(0) - points[1].max(0);
            difference += points[0].max(0) - points[1].max(0);
            sum += points[0].max(0);
        }
        differences.push(f64::from(difference) / 2.0);
        if (pair + 1) % 20 == 0 || pair + 1 == pairs {
            let e = stats::estimate(&differences);
            let own = f64::from(sum) / 2.0 / (pair + 1) as f64;
            let [blue, red] = by_side.map(|sum| f64::from(sum) / (pair + 1) as f64);
            eprintln!(
                "{} pairs: {:+.2} +- {:.2} points a game ({:+.1} as Blue, {:+.1} as Red), {:.1} own",
                pair + 1,
                e.mean,
                e.half,
                blue,
                red,
                own
            );
        }
    }
}
