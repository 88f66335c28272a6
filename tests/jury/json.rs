//! JSON, as far as the jury writes it. What has no number (no pair yet, the Elo of a clean sweep) is null.

use std::fmt::Write;

pub trait Json {
    fn json(&self) -> String;
}

/// What is JSON already.
pub struct Raw(pub String);

impl Json for Raw {
    fn json(&self) -> String {
        self.0.clone()
    }
}

impl Json for str {
    /// On one line; it may stand inside a `<script>`.
    fn json(&self) -> String {
        let mut quoted = "\"".to_string();
        for c in self.chars() {
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
}

impl Json for String {
    fn json(&self) -> String {
        self.as_str().json()
    }
}

impl Json for f64 {
    fn json(&self) -> String {
        Some(self).filter(|number| number.is_finite()).map_or("null".to_string(), f64::to_string)
    }
}

macro_rules! written_as_they_are {
    ($($number:ty)*) => {$(
        impl Json for $number {
            fn json(&self) -> String {
                self.to_string()
            }
        }
    )*};
}
written_as_they_are!(bool i32 u64 usize);

impl<T: Json> Json for Option<T> {
    fn json(&self) -> String {
        self.as_ref().map_or("null".to_string(), T::json)
    }
}

impl<T: Json> Json for [T] {
    fn json(&self) -> String {
        format!("[{}]", self.iter().map(T::json).collect::<Vec<String>>().join(", "))
    }
}

impl<T: Json, const N: usize> Json for [T; N] {
    fn json(&self) -> String {
        self.as_slice().json()
    }
}

impl<T: Json> Json for Vec<T> {
    fn json(&self) -> String {
        self.as_slice().json()
    }
}

/// The fields of an object.
pub type Fields<'a> = [(&'a str, &'a dyn Json)];

/// An object on one line.
pub fn object(fields: &Fields) -> Raw {
    let fields: Vec<String> = fields.iter().map(|(key, value)| format!("{}: {}", key.json(), value.json())).collect();
    Raw(format!("{{{}}}", fields.join(", ")))
}

/// An object with a line for each field.
pub fn document(fields: &Fields) -> String {
    let fields: Vec<String> = fields.iter().map(|(key, value)| format!("  {}: {}", key.json(), value.json())).collect();
    format!("{{\n{}\n}}\n", fields.join(",\n"))
}

/// Numbers by name, such as forfeits by kind.
pub fn counts(names: &[&str], counts: &[usize]) -> Raw {
    let fields: Vec<(&str, &dyn Json)> = names.iter().zip(counts).map(|(name, n)| (*name, n as &dyn Json)).collect();
    object(&fields)
}

/// A list with a line for each member.
pub fn long<T: Json>(members: &[T]) -> Raw {
    let members: Vec<String> = members.iter().map(T::json).collect();
    Raw(format!("[\n    {}\n  ]", members.join(",\n    ")))
}
