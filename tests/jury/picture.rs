//! A board as a list of SVG shapes.
//!
//! A game draws in units of its own (a cell is 1 wide, say) and names what it draws by classes; `page.css` gives the
//! classes their colours, in light and in dark. What never changes during a game is joined into one shape (`join`), so
//! that a page holds it once.

/// A picture of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    pub width: f64,
    pub height: f64,
    /// SVG elements, the undermost first.
    pub shapes: Vec<String>,
    /// The position in a sentence or two: for those who cannot see the picture, and below it.
    pub caption: String,
    /// What changed since the last position is to be marked by the page, because the game does not.
    pub mark_changes: bool,
    /// The classes of the two sides, which a page's curves and tables have too.
    pub colours: [&'static str; 2],
}

/// A number with at most two digits behind the point.
fn short(x: f64) -> String {
    let text = format!("{:.2}", x);
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0" } else { text }.to_string()
}

/// Text for HTML and SVG, also between double quotes.
pub fn escape(text: &str) -> String {
    let mut safe = String::new();
    for c in text.chars() {
        match c {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '"' => safe += "&quot;",
            '\'' => safe += "&#39;",
            // HTML knows no other control characters.
            c if c.is_control() && c != '\n' && c != '\t' => safe.push('\u{fffd}'),
            c => safe.push(c),
        }
    }
    safe
}

impl Picture {
    pub fn new(width: f64, height: f64) -> Picture {
        let (shapes, caption) = (Vec::new(), String::new());
        Picture { width, height, shapes, caption, mark_changes: false, colours: ["white", "black"] }
    }

    /// Makes all shapes so far one.
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

    /// A rectangle by its upper left corner.
    pub fn rect(&mut self, class: &str, corner: (f64, f64), width: f64, height: f64) {
        let [x, y, w, h] = [corner.0, corner.1, width, height].map(short);
        let size = format!("width=\"{}\" height=\"{}\"", w, h);
        self.shapes.push(format!("<rect class=\"{}\" x=\"{}\" y=\"{}\" {}/>", class, x, y, size));
    }

    /// A path in SVG's own letters.
    pub fn path(&mut self, class: &str, d: &str) {
        self.shapes.push(format!("<path class=\"{}\" d=\"{}\"/>", class, escape(d)));
    }

    /// Text around a point, `size` high.
    pub fn text(&mut self, class: &str, centre: (f64, f64), size: f64, text: &str) {
        // Letters stand on a line; their middle is about a third of their size above it.
        let [x, y, size] = [centre.0, centre.1 + 0.35 * size, size].map(short);
        let text = escape(text);
        self.shapes
            .push(format!("<text class=\"{}\" x=\"{}\" y=\"{}\" font-size=\"{}\">{}</text>", class, x, y, size, text));
    }

    /// What a terminal shows: a sign that stands alone gets a cell, longer words stand as they are.
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
                    // Together, so that the page marks the cell and not the sign.
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
