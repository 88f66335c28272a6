//! A board as a list of SVG shapes; and the same board as signs (`in_signs`).
//!
//! A game draws in units of its own (a cell is 1 wide, say) and gives what it draws classes. `page.css` colours the
//! classes, light and dark. What never changes during a game is joined into one shape (`join`): a page holds it once.

use crate::text::html::escape;

/// A picture of a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    pub width: f64,
    pub height: f64,
    /// SVG elements, the lowest first.
    pub shapes: Vec<String>,
    /// The position in a sentence or two, for people who cannot see the picture, and below it.
    pub caption: String,
    /// The page marks what changed since the last position, because the game does not.
    pub mark_changes: bool,
    /// The classes of the two sides, for a page's curves and tables too.
    pub colours: [&'static str; 2],
    /// A score that is worth three quarters of the page's score bar, in the unit of the programs.
    pub scale: f64,
    /// The places' names (capitals do not matter) as the game's lines write them, and where they are clicked.
    pub places: Vec<(String, (f64, f64))>,
    /// What lies on these places by column and row, if `board` drew them: for `in_signs`.
    pub pieces: Vec<(usize, usize, Piece)>,
}

/// How the places of a board lie. The first row is the lowest.
#[derive(Clone, Copy, PartialEq)]
pub enum Places {
    /// Square cells.
    Squares,
    /// Points where lines cross.
    Points,
    /// Hexagons with a corner on top. Each row is half a cell to the right of the one below: the neighbours of (0, 0)
    /// are (1, 0), (0, 1), (-1, 1) and the opposite ones.
    Hexagons,
}

/// What a place shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Piece {
    /// The class of a disc: `white`, `black`, `red`, `blue`, `neutral`. Of a square, if it is one.
    pub disc: Option<&'static str>,
    pub square: bool,
    /// The class of a small dot: the side that an empty place belongs to, a mark on a disc.
    pub dot: Option<&'static str>,
    /// Text on it: the height of a stack, a letter.
    pub sign: String,
    /// The class of a cell that differs from the others: `cell dark`, `cell was`, `lake`.
    pub ground: &'static str,
    /// Among signs: another one than above.
    pub other_sign: Option<char>,
}

impl Piece {
    pub fn disc(class: &'static str) -> Piece {
        Piece { disc: Some(class), ..Piece::default() }
    }

    fn seen(&self, colours: [&str; 2]) -> String {
        let side = |class: &str| colours.iter().position(|colour| *colour == class).unwrap_or(2);
        let sign = match (self.other_sign, self.disc, self.dot) {
            (Some(sign), ..) => sign,
            _ if !self.sign.is_empty() => return self.sign.clone(),
            (_, Some(class), _) => ['o', 'x', '#'][side(class)],
            (.., Some(class)) => ['+', '-', ','][side(class)],
            _ => '.',
        };
        sign.to_string()
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
        Picture { width, height, colours: ["white", "black"], scale: 1.0, ..Picture::default() }
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
    /// changed. A game may draw more over it, and set `colours` and `caption`. Places are named A1 and so on, or a1
    /// where `a` is small, as in the game's lines.
    pub fn board(a: char, places: Places, size: [usize; 2], at: impl Fn(usize, usize) -> Option<Piece>) -> Picture {
        let [columns, rows] = size;
        let centre = |column: f64, row: f64| match places {
            Places::Hexagons => (column + row / 2.0, -row * 0.75_f64.sqrt()),
            _ => (column, -row),
        };
        let all = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        let pieces: Vec<(usize, usize, Piece)> = all.filter_map(|(c, r)| Some((c, r, at(c, r)?))).collect();
        // Letters stand below and to the left.
        let corner = |pick: fn(f64, f64) -> f64, right: f64, down: f64| {
            let centres = pieces.iter().map(|(column, row, _)| centre(*column as f64, *row as f64));
            let (x, y) = centres.reduce(|a, b| (pick(a.0, b.0), pick(a.1, b.1))).unwrap_or_default();
            (x + right, y + down)
        };
        let ((left, top), (right, bottom)) = (corner(f64::min, -1.2, -0.7), corner(f64::max, 0.7, 1.2));
        let centre = |column: f64, row: f64| (centre(column, row).0 - left, centre(column, row).1 - top);
        let mut picture = Picture::new(right - left, bottom - top);
        picture.mark_changes = true;
        if places == Places::Points {
            picture.rect("wood", (0.6, 0.1), picture.width - 0.7, picture.height - 0.7);
            let there = |to: (usize, usize)| pieces.iter().any(|(column, row, _)| (*column, *row) == to);
            let lines = pieces.iter().flat_map(|&(c, r, _)| [[(c, r), (c + 1, r)], [(c, r), (c, r + 1)]]);
            for ends in lines.filter(|[_, to]| there(*to)) {
                let [from, to] = ends.map(|(column, row)| centre(column as f64, row as f64));
                picture.line("line", from, to);
            }
        }
        let letter = |column: usize| char::from(a as u8 + (column % 26) as u8).to_string();
        for &(column, row, _) in &pieces {
            let name = format!("{}{}", letter(column), row + 1);
            picture.places.push((name, centre(column as f64, row as f64)));
        }
        // Left of the first place of each row, below the first of each column.
        for (i, (column, row, _)) in pieces.iter().enumerate() {
            let (x, y) = (*column as f64, *row as f64);
            if !pieces[..i].iter().any(|(other, ..)| other == column) {
                picture.text("label", centre(x, y - 0.85), 0.4, &letter(*column));
            }
            if !pieces[..i].iter().any(|(_, other, _)| other == row) {
                picture.text("label", centre(x - 0.9, y), 0.4, &(row + 1).to_string());
            }
        }
        picture.join();
        for (column, row, piece) in &pieces {
            picture.place(places, centre(*column as f64, *row as f64), piece);
        }
        picture.pieces = pieces;
        picture
    }

    /// White and black stones, by seat, on the points of a square board. The game marks the last move itself.
    pub fn stones(side: usize, at: impl Fn(usize, usize) -> Option<usize>) -> Picture {
        let stone = |seat: usize| Piece::disc(["white", "black"][seat]);
        let at = |column, row| Some(at(column, row).map_or(Piece::default(), stone));
        Picture { mark_changes: false, ..Picture::board('A', Places::Points, [side; 2], at) }
    }

    /// A place and what lies on it, in one shape: so the page marks the place.
    fn place(&mut self, places: Places, (x, y): (f64, f64), piece: &Piece) {
        let mut place = Picture::new(1.0, 1.0);
        let class = if piece.ground.is_empty() { "cell" } else { piece.ground };
        match places {
            Places::Squares => place.rect(class, (x - 0.5, y - 0.5), 1.0, 1.0),
            Places::Hexagons => {
                let side = 0.5 / 0.75_f64.sqrt();
                let corners = [(0.0, -1.0), (0.5, -0.5), (0.5, 0.5), (0.0, 1.0), (-0.5, 0.5), (-0.5, -0.5)];
                let points = corners.map(|(a, b)| format!("{} {}", short(x + a), short(y + b * side)));
                place.path(class, &format!("M{}Z", points.join("L")));
            }
            Places::Points => place.circle("cell spot", (x, y), 0.42),
        }
        match piece.disc {
            Some(class) if piece.square => place.rect(class, (x - 0.36, y - 0.36), 0.72, 0.72),
            Some(class) => place.circle(class, (x, y), 0.38),
            None => {}
        }
        if let Some(class) = piece.dot {
            place.circle(class, (x, y), 0.12);
        }
        let dark = piece.disc.is_some_and(|class| class != "white");
        place.text(if dark { "role" } else { "sign" }, (x, y), 0.45, &piece.sign);
        self.shapes.push(format!("<g>{}</g>", place.shapes.concat()));
    }

    /// The same as text: a sign for each place that `board` drew, and the caption.
    pub fn in_signs(&self) -> String {
        let signs: Vec<String> = self.pieces.iter().map(|piece| piece.2.seen(self.colours)).collect();
        let wide = 1 + signs.iter().map(|sign| sign.chars().count()).max().unwrap_or(0);
        let left = self.places.iter().map(|(_, place)| place.0).fold(f64::INFINITY, f64::min);
        // A line of these pieces, each where it lies.
        let line = |head: String, mut all: Vec<usize>, word: &dyn Fn(usize) -> String| {
            all.sort_by(|a, b| self.places[*a].1 .0.total_cmp(&self.places[*b].1 .0));
            let (mut line, mut end) = (head, 0);
            for i in all {
                let at = ((self.places[i].1 .0 - left) * wide as f64).round() as usize;
                line += &format!("{}{:>2$}", " ".repeat(at.saturating_sub(end)), word(i), wide);
                end = at.max(end) + wide;
            }
            line + "\n"
        };
        let rows = self.pieces.iter().map(|piece| piece.1 + 1).max().unwrap_or(0);
        let of_row = |row: usize| (0..signs.len()).filter(|i| self.pieces[*i].1 == row).collect();
        let sign = |i: usize| signs[i].clone();
        let lines = (0..rows).rev().map(|row| line(format!("{:2}", row + 1), of_row(row), &sign));
        let lowest = (0..signs.len()).filter(|i| !self.pieces[..*i].iter().any(|p| p.0 == self.pieces[*i].0));
        let letter = |i: usize| self.places[i].0.trim_end_matches(char::is_numeric).to_string();
        let text = lines.collect::<String>() + &line("  ".to_string(), lowest.collect(), &letter);
        text + &self.caption
    }
}
