//! What the benches share.

/// `deep`, the argument: positions that take about as long as a move of the contest.
#[allow(dead_code)] // Two searches know no depth.
pub fn deep() -> bool {
    std::env::args().nth(1).as_deref() == Some("deep")
}

/// Prints the count, and on stderr how much of it fits into a second of the processor's time.
pub fn report(nodes: u64) {
    println!("nodes {}", nodes);
    // The nanoseconds in which this process had a processor: a busy machine hardly changes them.
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let time: f64 = text.split(' ').next().and_then(|time| time.parse().ok()).unwrap_or(f64::NAN);
    eprintln!("{:.0} nodes a second", nodes as f64 * 1e9 / time);
}
