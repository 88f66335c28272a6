//! JSON, as far as the jury writes it. Whole numbers, `bool` and arrays of finite numbers are JSON as Rust prints them.

use std::fmt::Write;

/// Text on one line; it may stand inside a `<script>`.
pub fn text(text: &str) -> String {
    let mut quoted = "\"".to_string();
    for c in text.chars() {
        match c {
            '"' => quoted += "\\\"",
            '\\' => quoted += "\\\\",
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' | '\0'..='\u{1f}' | '\u{7f}' => {
                let _ = write!(quoted, "\\u{:04x}", c as u32);
            }
            c => quoted.push(c),
        }
    }
    quoted + "\""
}

/// `None` (no pair yet, or an infinite Elo) is null. Nine decimals: the rest is rounding. -0 is 0.
pub fn number(number: Option<f64>) -> String {
    let rounded = |number: f64| format!("{:.9}", number).parse().unwrap_or(number) + 0.0;
    number.filter(|number| number.is_finite()).map_or("null".to_string(), |number| rounded(number).to_string())
}

/// An array of such numbers, or of arrays.
pub fn numbers(list: &[f64]) -> String {
    format!("[{}]", list.iter().map(|n| number(Some(*n))).collect::<Vec<String>>().join(", "))
}

/// Points of a picture: an array of pairs.
pub fn places(list: &[(f64, f64)]) -> String {
    format!("[{}]", list.iter().map(|&(x, y)| numbers(&[x, y])).collect::<Vec<String>>().join(", "))
}

pub fn texts(list: &[String]) -> String {
    format!("[{}]", list.iter().map(|line| text(line)).collect::<Vec<String>>().join(", "))
}

/// An object on one line.
pub fn object(fields: &[(&str, String)]) -> String {
    let fields: Vec<String> = fields.iter().map(|(key, value)| format!("\"{}\": {}", key, value)).collect();
    format!("{{{}}}", fields.join(", "))
}

/// Objects, a line each.
pub fn objects(list: &[String]) -> String {
    format!("[\n    {}\n  ]", list.join(",\n    "))
}

/// A whole file: an object with a line for each field.
pub fn document(fields: &[(&str, String)]) -> String {
    let fields: Vec<String> = fields.iter().map(|(key, value)| format!("  \"{}\": {}", key, value)).collect();
    format!("{{\n{}\n}}\n", fields.join(",\n"))
}
