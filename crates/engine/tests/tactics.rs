//! Forced ejections from recorded games: `tactics` in `tools/lab` created the file by exhaustive search.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod forced;

use serde::Deserialize;
use sumito_engine::{Limits, Root, Searcher, Stop};
use sumito_rules::{Mode, Position};

#[derive(Deserialize)]
struct Task {
    position: String,
    plies: u32,
    moves: Vec<String>,
}

impl Task {
    fn position(&self) -> Position {
        Position::parse(Mode::Two, &self.position).unwrap()
    }
}

fn tasks() -> Vec<Task> {
    include_str!("data/tactics.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The longer tasks take seconds; `tactics verify` checks them all.
#[test]
fn the_shorter_tasks_are_as_written() {
    let short: Vec<_> = tasks().into_iter().filter(|task| task.plies == 3).collect();
    assert!(short.len() > 50 && tasks().len() >= 100);
    for task in short {
        let position = task.position();
        let moves: Vec<_> = forced::winning(&position, task.plies).iter().map(ToString::to_string).collect();
        assert_eq!(moves, task.moves, "{position}");
        assert!(forced::winning(&position, 1).is_empty(), "{position}");
    }
}

#[test]
fn the_engine_finds_them() {
    let tasks: Vec<_> = tasks().into_iter().step_by(4).collect();
    let mut searcher = Searcher::new(8);
    let solved = tasks
        .iter()
        .filter(|task| {
            searcher.clear();
            let found = searcher.search(
                &Root::new(task.position()),
                &Limits::nodes(300_000),
                &Stop::new(),
                &mut |_| {},
            );
            found.best.is_some_and(|best| task.moves.contains(&best.to_string()))
        })
        .count();
    assert!(solved * 100 >= tasks.len() * 90, "{solved} of {}", tasks.len());
}
