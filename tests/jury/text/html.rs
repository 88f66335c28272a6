//! HTML: text made safe, and tables.

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
            // HTML allows no other control characters.
            c if c.is_control() && c != '\n' && c != '\t' => safe.push('\u{fffd}'),
            c => safe.push(c),
        }
    }
    safe
}

/// A table of HTML cells. Columns not in `left` are numbers. On a phone each row is a block of cells with their
/// heads.
pub fn table(heads: &[&str], rows: &[Vec<String>], left: &[usize]) -> String {
    let class = |i: usize| if left.contains(&i) { "" } else { " class=\"n\"" };
    let head = |(i, word): (usize, &&str)| format!("<th{}>{}</th>", class(i), escape(word));
    let cell = |(i, cell): (usize, &String)| format!("<td{} data-l=\"{}\">{}</td>", class(i), escape(heads[i]), cell);
    let row = |row: &Vec<String>| format!("<tr>{}</tr>\n", row.iter().enumerate().map(cell).collect::<String>());
    format!(
        "<table class=\"cards\">\n<thead><tr>{}</tr></thead>\n<tbody>\n{}</tbody>\n</table>\n",
        heads.iter().enumerate().map(head).collect::<String>(),
        rows.iter().map(row).collect::<String>()
    )
}
