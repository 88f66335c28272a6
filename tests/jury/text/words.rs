//! Words: a command split as a shell does, and the known word that is nearest to a mistyped one.

/// Characters that mean something to a shell, but nothing here. Outside of quotes they are refused.
const SHELL: &str = "|&;<>()$`\n";

/// Splits a command into words as a shell does, by blanks, quotes and backslashes. It knows nothing else of a shell.
/// An error says so, and how to use one.
pub fn words(command: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    // The word that is being read. An empty pair of quotes makes an empty word.
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = command.chars().peekable();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(end), c) if c == end => quote = None,
            (Some('"'), '\\') if chars.peek().is_some_and(|next| "\"\\$`".contains(*next)) => {
                word.get_or_insert_default().extend(chars.next())
            }
            (Some(_), c) => word.get_or_insert_default().push(c),
            (None, '\'' | '"') => {
                word.get_or_insert_default();
                quote = Some(c);
            }
            (None, '\\') => word.get_or_insert_default().extend(chars.next()),
            (None, c) if SHELL.contains(c) => {
                return Err(format!("{:?} in {:?} is for a shell: quote it, or write sh -c '...'", c, command))
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (None, c) => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        return Err(format!("a quote in {:?} has no end", command));
    }
    words.extend(word);
    if words.is_empty() {
        return Err("a command without a word".to_string());
    }
    Ok(words)
}

/// The word in quotes if it needs them, so that `words` reads it back.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "_./=:,@%+{}-".contains(c);
    // bash makes several words of these.
    let braces = word.contains('{') && (word.contains(',') || word.contains(".."));
    match !word.is_empty() && word.chars().all(plain) && !braces {
        true => word.to_string(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

/// Words as one text, so that `words` reads them back.
pub fn joined(words: &[impl AsRef<str>]) -> String {
    words.iter().map(|word| quoted(word.as_ref())).collect::<Vec<String>>().join(" ")
}

/// `; did you mean X?` with the known word that is nearest to an unknown one. Empty if none is near.
pub fn meant<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> String {
    let near = known.map(|known| (typing_errors(word, known), known)).min();
    match near {
        Some((errors, known)) if errors <= 1 + word.len() / 5 => format!("; did you mean {}?", known),
        _ => String::new(),
    }
}

/// How many letters are wrong, missing or too many. Two swapped neighbours count as one error.
fn typing_errors(one: &str, other: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let mut table = vec![vec![0; b.len() + 1]; a.len() + 1];
    for (i, j) in (0..=a.len()).flat_map(|i| (0..=b.len()).map(move |j| (i, j))) {
        let mut least = if i == 0 || j == 0 { i + j } else { usize::MAX };
        if i > 0 && j > 0 {
            let changed = table[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            least = changed.min(table[i - 1][j] + 1).min(table[i][j - 1] + 1);
        }
        if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
            least = least.min(table[i - 2][j - 2] + 1);
        }
        table[i][j] = least;
    }
    table[a.len()][b.len()]
}
