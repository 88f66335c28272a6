//! What a program thinks of its move, read from what it writes to stderr.

/// The numbers that the jury can draw; a program that says nothing of one has none.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Opinion {
    pub depth: Option<f64>,
    /// For the mover, in the program's own unit.
    pub score: Option<f64>,
    pub nodes: Option<f64>,
}

impl Opinion {
    /// Reads lines such as `E9-K7 depth 9 score +0.31 nodes 812000`: each number stands behind its word, in any order,
    /// with `:` or `=` between them or nothing but blanks. Everything else is passed over; the last of several counts.
    /// Depth 0 is a move without a search, a forced one mostly: its score says nothing.
    pub fn read<S: AsRef<str>>(lines: &[S]) -> Opinion {
        let mut opinion = Opinion::default();
        for line in lines {
            let separator = |c: char| c.is_whitespace() || matches!(c, ':' | '=' | ',' | ';' | '|' | '(' | ')');
            let words: Vec<&str> = line.as_ref().split(separator).filter(|w| !w.is_empty()).collect();
            for pair in words.windows(2) {
                let place = match pair[0].to_ascii_lowercase().as_str() {
                    "depth" => &mut opinion.depth,
                    "score" => &mut opinion.score,
                    "nodes" => &mut opinion.nodes,
                    _ => continue,
                };
                if let Some(number) = pair[1].parse().ok().filter(|n: &f64| n.abs() < 1e15) {
                    *place = Some(number);
                }
            }
        }
        if opinion.depth == Some(0.0) {
            opinion.score = None;
        }
        opinion
    }
}
