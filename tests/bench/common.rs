//! What the benches share. A count depends on no machine. If a change of the player alters it, the player thinks
//! differently.

/// Prints the nodes of all searches together.
pub fn run<T: Copy>(positions: &[T], nodes: impl Fn(T) -> u64) {
    println!("nodes {}", positions.iter().map(|position| nodes(*position)).sum::<u64>());
}

/// The moves of a sample: what both sides have written.
#[allow(dead_code)] // Two games draw their positions by lot.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| line.strip_prefix("1 ").or_else(|| line.strip_prefix("2 ")))
}
