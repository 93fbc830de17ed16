//! The recorded games for the load.

/// The start layout of all games.
pub(crate) const LAYOUT: &str = "belgian_daisy";

/// Returns the recorded games, as lists of moves. Each ends with the sixth ejection.
pub(crate) fn recorded() -> Vec<Vec<&'static str>> {
    let lines = include_str!("../data/games.txt").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split_whitespace().skip(1).collect()).collect()
}
