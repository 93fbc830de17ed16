//! Commands, one per line.

use std::{iter::from_fn, time::Duration};

use super::{UaiError, position};
use crate::Root;

/// A command to the engine.
#[derive(Clone, Debug)]
pub enum Command {
    /// Identify the engine.
    Uai,
    /// Answer when ready.
    IsReady,
    /// Set an option.
    SetOption {
        /// The option's name.
        name: String,
        /// The new value.
        value: String,
    },
    /// The next position is from a new game.
    NewGame,
    /// Set the position.
    Position(Box<Root>),
    /// Start a search.
    Go(Go),
    /// Stop searching and print the move.
    Stop,
    /// End the program.
    Quit,
    /// Run the benchmark: not supported by every program.
    Bench,
}

/// Limits of a search, as in `go`.
#[derive(Clone, Default, Debug)]
pub struct Go {
    /// Maximum time of the search.
    pub time: Option<Duration>,
    /// Maximum depth in plies.
    pub depth: Option<u8>,
    /// Maximum number of positions.
    pub nodes: Option<u64>,
    /// The time left to each seat, and the increment.
    pub clock: Option<(Vec<Duration>, Duration)>,
    /// The moves to search, as text; empty: all moves.
    pub moves: Vec<String>,
}

impl Go {
    /// Returns whether only `stop` ends the search.
    pub fn is_infinite(&self) -> bool {
        self.time.is_none() && self.depth.is_none() && self.nodes.is_none() && self.clock.is_none()
    }
}

impl Command {
    /// Parses a line; `None` if it is empty.
    ///
    /// # Errors
    /// Fails with a description of the fault.
    pub fn parse(line: &str) -> Result<Option<Self>, UaiError> {
        let mut words = line.split_whitespace();
        let Some(first) = words.next() else { return Ok(None) };
        let rest: Vec<&str> = words.collect();
        Ok(Some(match first {
            "uai" => Self::Uai,
            "isready" => Self::IsReady,
            "newgame" => Self::NewGame,
            "stop" => Self::Stop,
            "quit" => Self::Quit,
            "bench" => Self::Bench,
            "setoption" => option(&rest)?,
            "position" => Self::Position(Box::new(position::read(&rest)?)),
            "go" => Self::Go(go(&rest)?),
            _ => return Err(UaiError::new(format!("unknown command {first}"))),
        }))
    }
}

fn option(words: &[&str]) -> Result<Command, UaiError> {
    match words {
        ["name", name, "value", value] => {
            Ok(Command::SetOption { name: (*name).to_owned(), value: (*value).to_owned() })
        }
        _ => Err(UaiError::new("write: setoption name NAME value VALUE")),
    }
}

/// The words that start a part of `go`.
const KEYWORDS: [&str; 7] = ["infinite", "searchmoves", "clock", "movetime", "depth", "nodes", "increment"];

fn go(words: &[&str]) -> Result<Go, UaiError> {
    let mut go = Go::default();
    let mut words = words.iter().copied().peekable();
    let mut increment = Duration::ZERO;
    let mut clocks = None;
    while let Some(word) = words.next() {
        let mut number =
            || words.next_if(|next| next.parse::<u64>().is_ok()).and_then(|next| next.parse().ok());
        match word {
            "infinite" => {}
            "searchmoves" => {
                // The first word of the next limit ends the list.
                go.moves
                    .extend(from_fn(|| words.next_if(|next| !KEYWORDS.contains(next))).map(str::to_owned));
                if go.moves.is_empty() {
                    return Err(UaiError::new("go searchmoves requires a move"));
                }
            }
            "clock" => {
                let clock: Vec<_> = from_fn(number).map(Duration::from_millis).collect();
                clocks = Some(clock);
            }
            "movetime" | "depth" | "nodes" | "increment" => {
                let Some(value) = number() else {
                    return Err(UaiError::new(format!("go {word} requires a number")));
                };
                match word {
                    "movetime" => go.time = Some(Duration::from_millis(value)),
                    "depth" => go.depth = Some(u8::try_from(value).unwrap_or(u8::MAX)),
                    "nodes" => go.nodes = Some(value),
                    _ => increment = Duration::from_millis(value),
                }
            }
            _ => return Err(UaiError::new(format!("unknown word after go: {word}"))),
        }
    }
    go.clock = clocks.map(|clocks| (clocks, increment));
    Ok(go)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_go(line: &str) -> Go {
        match Command::parse(line) {
            Ok(Some(Command::Go(go))) => go,
            _ => panic!("{line} is not read as go"),
        }
    }

    #[test]
    fn the_ways_to_go_are_read() {
        assert!(read_go("go infinite").is_infinite());
        assert_eq!(read_go("go movetime 1000").time, Some(Duration::from_secs(1)));
        let both = read_go("go depth 8 nodes 1000000");
        assert_eq!((both.depth, both.nodes), (Some(8), Some(1_000_000)));
        let some = read_go("go depth 3 searchmoves a1b2 i5h5 nodes 7");
        assert_eq!(
            (some.moves, some.depth, some.nodes),
            (vec!["a1b2".to_owned(), "i5h5".to_owned()], Some(3), Some(7))
        );
        let (clocks, increment) = read_go("go clock 60000 59000 increment 1000").clock.unwrap();
        assert_eq!((clocks.len(), clocks[1].as_secs(), increment.as_secs()), (2, 59, 1));
    }

    #[test]
    fn invalid_commands_are_errors() {
        for line in [
            "go depth",
            "go sideways",
            "go searchmoves",
            "go searchmoves depth 3",
            "setoption Hash 3",
            "castle",
            "position",
            "go movetime soon",
        ] {
            assert!(Command::parse(line).is_err(), "{line}");
        }
        assert!(matches!(Command::parse("   "), Ok(None)));
    }
}
