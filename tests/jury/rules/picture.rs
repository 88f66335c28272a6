//! A board as a list of SVG shapes.
//!
//! A game draws in units of its own (a cell is 1 wide, say) and gives what it draws classes. `page.css` colours the
//! classes, light and dark. What never changes during a game is joined into one shape (`join`): a page holds it once.

use crate::text::html::escape;

/// A picture of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    pub width: f64,
    pub height: f64,
    /// SVG elements, the lowest first.
    pub shapes: Vec<String>,
    /// The position in a sentence or two, for people who cannot see the picture, and below it.
    pub caption: String,
    /// The seats' names if they are not those of the game's title: after a swap, say.
    pub seats: Option<[&'static str; 2]>,
    /// The page marks what changed since the last position, because the game does not.
    pub mark_changes: bool,
    /// The classes of the two sides, for a page's curves and tables too.
    pub colours: [&'static str; 2],
    /// A score that is worth three quarters of the page's score bar, in the unit of the programs.
    pub scale: f64,
    /// The places' names (capitals do not matter) as the game's lines write them, and where they are clicked.
    pub places: Vec<(String, (f64, f64))>,
}

/// How the places of a board lie. The first row is the lowest.
#[derive(Clone, Copy, PartialEq)]
pub enum Places<'a> {
    /// Square cells.
    Squares,
    /// Points where lines cross.
    Points,
    /// Hexagons with a corner on top. Each row is half a cell to the right of the one below: the neighbours of (0, 0)
    /// are (1, 0), (0, 1), (-1, 1) and the opposite ones.
    Hexagons,
    /// A map: where each place is (y goes down, neighbours are about 1 apart), and which are joined. It has one row.
    Map(&'a [(f64, f64)], &'a [(usize, usize)]),
}

/// What a place shows.
#[derive(Clone, Debug, Default)]
pub struct Piece {
    /// The class of a disc: `white`, `black`, `red`, `blue`, `neutral`.
    pub disc: Option<&'static str>,
    /// The class of a small dot: the side that an empty place belongs to.
    pub dot: Option<&'static str>,
    /// Text on it: the height of a stack, a letter.
    pub sign: String,
    /// A cell that differs from the others.
    pub dark: bool,
}

impl Piece {
    pub fn disc(class: &'static str) -> Piece {
        Piece { disc: Some(class), ..Piece::default() }
    }
}

/// A number with at most two digits behind the point.
fn short(x: f64) -> String {
    let text = format!("{:.2}", x);
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0" } else { text }.to_string()
}

impl Picture {
    pub fn new(width: f64, height: f64) -> Picture {
        let (shapes, caption, places, colours) = (Vec::new(), String::new(), Vec::new(), ["white", "black"]);
        let (seats, mark_changes, scale) = (None, false, 1.0);
        Picture { width, height, shapes, caption, seats, mark_changes, colours, scale, places }
    }

    /// Joins all shapes so far into one.
    pub fn join(&mut self) {
        self.shapes = vec![self.shapes.concat()];
    }

    pub fn line(&mut self, class: &str, from: (f64, f64), to: (f64, f64)) {
        let [x1, y1, x2, y2] = [from.0, from.1, to.0, to.1].map(short);
        self.shapes
            .push(format!("<line class=\"{}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>", class, x1, y1, x2, y2));
    }

    pub fn circle(&mut self, class: &str, centre: (f64, f64), radius: f64) {
        let [x, y, r] = [centre.0, centre.1, radius].map(short);
        self.shapes.push(format!("<circle class=\"{}\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>", class, x, y, r));
    }

    /// A rectangle. `corner` is its upper left one.
    pub fn rect(&mut self, class: &str, corner: (f64, f64), width: f64, height: f64) {
        let [x, y, w, h] = [corner.0, corner.1, width, height].map(short);
        let size = format!("width=\"{}\" height=\"{}\"", w, h);
        self.shapes.push(format!("<rect class=\"{}\" x=\"{}\" y=\"{}\" {}/>", class, x, y, size));
    }

    /// A path in SVG's own notation.
    pub fn path(&mut self, class: &str, d: &str) {
        self.shapes.push(format!("<path class=\"{}\" d=\"{}\"/>", class, escape(d)));
    }

    /// Text around a point, `size` high.
    pub fn text(&mut self, class: &str, centre: (f64, f64), size: f64, text: &str) {
        // Text stands on its base line. Its middle is about a third of its size above it.
        let [x, y, size] = [centre.0, centre.1 + 0.35 * size, size].map(short);
        let text = escape(text);
        self.shapes
            .push(format!("<text class=\"{}\" x=\"{}\" y=\"{}\" font-size=\"{}\">{}</text>", class, x, y, size, text));
    }

    /// A board of columns and rows. `at` says what lies there; `None`: there is no place. The page marks what has
    /// changed. A game may draw more over it, and set `colours` and `caption`. Places are named A1 and so on, as at
    /// the sides. On a map their names are numbers from 1.
    pub fn board(places: Places, columns: usize, rows: usize, at: impl Fn(usize, usize) -> Option<Piece>) -> Picture {
        Picture::lettered('A', places, [columns, rows], at)
    }

    /// The same, with columns from another letter on: `'a'` in a game whose lines have small letters.
    pub fn lettered(a: char, places: Places, size: [usize; 2], at: impl Fn(usize, usize) -> Option<Piece>) -> Picture {
        let [columns, rows] = size;
        let centre = |column: f64, row: f64| match places {
            Places::Hexagons => (column + row / 2.0, -row * 0.75_f64.sqrt()),
            Places::Map(points, _) => points[column as usize],
            _ => (column, -row),
        };
        let all = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        let pieces: Vec<(usize, usize, Piece)> = all.filter_map(|(c, r)| Some((c, r, at(c, r)?))).collect();
        let corner = |pick: fn(f64, f64) -> f64, sign: f64| {
            let centres = pieces.iter().map(|(column, row, _)| centre(*column as f64, *row as f64));
            let (x, y) = centres.reduce(|a, b| (pick(a.0, b.0), pick(a.1, b.1))).unwrap_or_default();
            (x + sign * 1.2, y + sign * 1.2)
        };
        let ((left, top), (right, bottom)) = (corner(f64::min, -1.0), corner(f64::max, 1.0));
        let centre = |column: f64, row: f64| (centre(column, row).0 - left, centre(column, row).1 - top);
        let mut picture = Picture::new(right - left, bottom - top);
        picture.mark_changes = true;
        if places == Places::Points {
            picture.rect("wood", (0.6, 0.6), picture.width - 1.2, picture.height - 1.2);
        }
        let joined: Vec<[(f64, f64); 2]> = match places {
            Places::Map(_, links) => {
                links.iter().map(|&(a, b)| [centre(a as f64, 0.0), centre(b as f64, 0.0)]).collect()
            }
            Places::Points => {
                let there = |c: usize, r: usize| pieces.iter().any(|(column, row, _)| (*column, *row) == (c, r));
                let lines = pieces.iter().flat_map(|&(c, r, _)| [(c, r, c + 1, r), (c, r, c, r + 1)]);
                let lines = lines.filter(|&(_, _, c, r)| there(c, r));
                lines.map(|(a, b, c, d)| [centre(a as f64, b as f64), centre(c as f64, d as f64)]).collect()
            }
            _ => Vec::new(),
        };
        joined.iter().for_each(|[from, to]| picture.line("line", *from, *to));
        let letter = |column: usize| char::from(a as u8 + (column % 26) as u8).to_string();
        let is_map = matches!(places, Places::Map(..));
        for &(column, row, _) in &pieces {
            let name = if is_map { (column + 1).to_string() } else { format!("{}{}", letter(column), row + 1) };
            picture.places.push((name, centre(column as f64, row as f64)));
        }
        if !is_map {
            // Left of the first place of each row, below the first of each column.
            for column in 0..columns {
                if let Some((_, row, _)) = pieces.iter().find(|(c, ..)| *c == column) {
                    picture.text("label", centre(column as f64, *row as f64 - 0.85), 0.4, &letter(column));
                }
            }
            for row in 0..rows {
                if let Some((column, ..)) = pieces.iter().find(|(_, r, _)| *r == row) {
                    picture.text("label", centre(*column as f64 - 0.9, row as f64), 0.4, &(row + 1).to_string());
                }
            }
        }
        picture.join();
        pieces
            .iter()
            .for_each(|(column, row, piece)| picture.place(places, centre(*column as f64, *row as f64), piece));
        picture
    }

    /// White and black stones (by seat) on the points of a square board. The game marks the last move itself.
    pub fn stones(side: usize, at: impl Fn(usize, usize) -> Option<usize>) -> Picture {
        let stone = |seat| Piece::disc(["white", "black"][seat]);
        let board = Picture::board(Places::Points, side, side, |column, row| {
            Some(at(column, row).map_or(Piece::default(), stone))
        });
        Picture { mark_changes: false, ..board }
    }

    /// A line under all that lies on the places.
    pub fn below(&mut self, class: &str, from: (f64, f64), to: (f64, f64)) {
        self.line(class, from, to);
        self.shapes[1..].rotate_right(1);
    }

    /// A place and what lies on it, in one shape: so the page marks the place.
    fn place(&mut self, places: Places, (x, y): (f64, f64), piece: &Piece) {
        let mut place = Picture::new(1.0, 1.0);
        let class = if piece.dark { "cell dark" } else { "cell" };
        match places {
            Places::Squares => place.rect(class, (x - 0.5, y - 0.5), 1.0, 1.0),
            Places::Hexagons => {
                let (half, side) = (0.5, 0.5 / 0.75_f64.sqrt());
                let points = [
                    (0.0, -side),
                    (half, -side / 2.0),
                    (half, side / 2.0),
                    (0.0, side),
                    (-half, side / 2.0),
                    (-half, -side / 2.0),
                ];
                let points = points.map(|(a, b)| format!("{} {}", short(x + a), short(y + b)));
                place.path(class, &format!("M{}Z", points.join("L")));
            }
            Places::Points => place.circle("cell spot", (x, y), 0.42),
            Places::Map(..) => place.circle(class, (x, y), 0.3),
        }
        if let Some(class) = piece.dot {
            place.circle(class, (x, y), 0.12);
        }
        if let Some(class) = piece.disc {
            place.circle(class, (x, y), 0.38);
        }
        let dark = piece.disc.is_some_and(|class| class != "white");
        place.text(if dark { "role" } else { "sign" }, (x, y), 0.45, &piece.sign);
        self.shapes.push(format!("<g>{}</g>", place.shapes.concat()));
    }

    /// What a terminal shows. A single sign gets a cell, longer words stay text.
    pub fn plain(drawing: &str) -> Picture {
        let lines: Vec<Vec<char>> = drawing.lines().map(|line| line.chars().collect()).collect();
        let width = lines.iter().map(Vec::len).max().unwrap_or(0);
        let mut picture = Picture::new(0.5 * width as f64 + 1.0, lines.len() as f64 + 0.5);
        picture.mark_changes = true;
        picture.rect("board", (0.0, 0.0), picture.width, picture.height);
        for (row, line) in lines.iter().enumerate() {
            let mut column = 0;
            while column < line.len() {
                let end = (column..line.len()).find(|i| line[*i] == ' ').unwrap_or(line.len());
                let word: String = line[column..end].iter().collect();
                let centre = (0.5 + 0.25 * (column + end) as f64, 0.75 + row as f64);
                if end == column + 1 {
                    // In one shape: so the page marks the cell.
                    let mut cell = Picture::new(1.0, 1.0);
                    cell.rect("cell", (centre.0 - 0.45, centre.1 - 0.45), 0.9, 0.9);
                    if word != "." {
                        cell.text("sign", centre, 0.7, &word);
                    }
                    picture.shapes.push(format!("<g>{}</g>", cell.shapes.concat()));
                } else if !word.is_empty() {
                    picture.text("sign", centre, 0.7, &word);
                }
                column = end + 1;
            }
        }
        picture
    }
}
