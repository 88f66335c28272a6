//! What the benches share. A count depends on no machine. If a change of the player alters it, the player thinks
//! differently.

/// Searches each of the few positions, or, with the argument `deep`, of those that take about as long as a move of the
/// contest. `search` returns what to print of one, and its nodes. Prints the count, and on stderr how much of it fits into a
/// second of the processor's time.
pub fn run<T: Copy>(few: &[T], deep: &[T], search: impl Fn(T) -> (String, u64)) {
    let mut nodes = 0;
    for &position in if std::env::args().nth(1).as_deref() == Some("deep") { deep } else { few } {
        let (found, count) = search(position);
        println!("{}  nodes {:8}", found, count);
        nodes += count;
    }
    println!("nodes {}", nodes);
    // The nanoseconds in which this process had a processor: a busy machine hardly changes them.
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let time: f64 = text.split(' ').next().and_then(|time| time.parse().ok()).unwrap_or(f64::NAN);
    eprintln!("{:.0} nodes a second", nodes as f64 * 1e9 / time);
}

/// The moves of a sample: what both sides have written.
#[allow(dead_code)] // Two games draw their positions by lot.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| line.strip_prefix("1 ").or_else(|| line.strip_prefix("2 ")))
}
