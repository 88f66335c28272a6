//! What a program writes to stderr about its move.

/// The numbers that the jury can draw. `None`: the program did not say it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Thoughts {
    pub depth: Option<f64>,
    /// For the side that moves, in the program's own unit.
    pub score: Option<f64>,
    pub nodes: Option<f64>,
}

impl Thoughts {
    /// Reads lines such as `E9-K7 depth 9 score +0.31 nodes 812000`. Each number stands behind its word, with blanks,
    /// `:` or `=` between them, in any order. Everything else is ignored; the last of several numbers counts. Depth 0
    /// is a move without a search, mostly a forced one. Its score says nothing.
    pub fn read<S: AsRef<str>>(lines: &[S]) -> Thoughts {
        let mut thoughts = Thoughts::default();
        for line in lines {
            let separator = |c: char| c.is_whitespace() || matches!(c, ':' | '=' | ',' | ';' | '|' | '(' | ')');
            let words: Vec<&str> = line.as_ref().split(separator).filter(|w| !w.is_empty()).collect();
            for pair in words.windows(2) {
                let place = match pair[0].to_ascii_lowercase().as_str() {
                    "depth" => &mut thoughts.depth,
                    "score" => &mut thoughts.score,
                    "nodes" => &mut thoughts.nodes,
                    _ => continue,
                };
                if let Some(number) = pair[1].parse().ok().filter(|n: &f64| n.abs() < 1e15) {
                    *place = Some(number);
                }
            }
        }
        if thoughts.depth == Some(0.0) {
            thoughts.score = None;
        }
        thoughts
    }
}
