//! HTML: text made safe, and tables.

/// Text for HTML and SVG, also between double quotes.
pub fn escape(text: &str) -> String {
    // HTML allows no other control characters.
    let text = text.replace(|c: char| c.is_control() && c != '\n' && c != '\t', "\u{fffd}");
    let marks = [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("'", "&#39;")];
    marks.iter().fold(text, |text, (mark, safe)| text.replace(mark, safe))
}

/// A table of HTML cells. Columns not in `left` are numbers. On a phone each row is a card: the first cell leads it, with the
/// texts beside that, and the others have their heads.
pub fn table(heads: &[&str], rows: &[Vec<String>], left: &[usize]) -> String {
    let class = |i: usize| if left.contains(&i) { "text" } else { "n" };
    let head = |(i, word): (usize, &&str)| format!("<th class=\"{}\">{}</th>", class(i), escape(word));
    let cell = |(i, cell): (usize, &String)| {
        let lead = if i == 0 || (0..=i).all(|i| left.contains(&i)) { " lead" } else { "" };
        format!("<td class=\"{}{}\" data-l=\"{}\">{}</td>", class(i), lead, escape(heads[i]), cell)
    };
    let row = |row: &Vec<String>| format!("<tr>{}</tr>\n", row.iter().enumerate().map(cell).collect::<String>());
    format!(
        "<table class=\"cards\">\n<thead><tr>{}</tr></thead>\n<tbody>\n{}</tbody>\n</table>\n",
        heads.iter().enumerate().map(head).collect::<String>(),
        rows.iter().map(row).collect::<String>()
    )
}
