//! A suite of forced ejections, taken from recorded games.
//!
//! In each of them, the side to move has already ejected five marbles, regardless of the real count in the game, so that the ejection wins.
//! Otherwise a program might rightly prefer another move, and the result would not show whether it had seen the ejection.
//!
//! ```sh
//! tactics make < games.jsonl > tactics.jsonl      # finds them by trying everything; takes some minutes
//! tactics verify < tactics.jsonl                  # tries everything once more
//! tactics solve --time 1000 < tactics.jsonl       # lets the engine find them
//! ```

#![expect(clippy::print_stdout, reason = "a program for the terminal prints")]

#[path = "../../../../../crates/engine/tests/forced/mod.rs"]
mod forced;

use std::{error::Error, io, time::Duration};

use clap::Parser;
use serde::{Deserialize, Serialize};
use sumito_engine::{Limits, Root, Searcher, Stop};
use sumito_rules::{Color, MARBLES_TO_WIN, Mode, Position, Setup};

/// Suite of forced ejections.
#[derive(Parser)]
enum Command {
    /// Find positions in recorded games, read as JSON, one game per line
    Make,
    /// Search each position of a suite exhaustively, and fail if the solution differs
    Verify,
    /// Let the engine search each position of a suite
    Solve {
        /// Milliseconds for each position
        #[arg(long, default_value_t = 1000)]
        time: u64,
    },
}

#[derive(Deserialize)]
struct Game {
    start: String,
    moves: Vec<String>,
}

/// A position with its number of plies to the win, and all winning moves.
#[derive(Serialize, Deserialize)]
struct Task {
    position: String,
    plies: u32,
    moves: Vec<String>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let lines = io::stdin().lines().collect::<Result<Vec<_>, _>>()?;
    match Command::parse() {
        Command::Make => lines.iter().try_for_each(|line| make(&serde_json::from_str(line)?)),
        Command::Verify => {
            for line in &lines {
                let task: Task = serde_json::from_str(line)?;
                let moves = solutions(&Position::parse(Mode::Two, &task.position)?, task.plies);
                if moves != task.moves {
                    return Err(format!("{}: {moves:?}, not {:?}", task.position, task.moves).into());
                }
            }
            println!("{} tasks are as written", lines.len());
            Ok(())
        }
        Command::Solve { time } => solve(&lines, Duration::from_millis(time)),
    }
}

/// Minimum distance in plies between positions of one game, so that the suite has no near-duplicates.
const PLIES_BETWEEN: usize = 8;

/// Maximum number of solutions: with more, the task is too easy.
const MAX_SOLUTIONS: usize = 4;

fn make(game: &Game) -> Result<(), Box<dyn Error>> {
    let mut position = Position::start(Mode::Two, game.start.parse()?)?;
    let mut last = None;
    for (at, text) in game.moves.iter().enumerate() {
        position.play_unchecked(position.parse_move(text)?);
        if position.winner().is_some() || last.is_some_and(|last| at < last + PLIES_BETWEEN) {
            continue;
        }
        let position = before_the_last_marble(&position)?;
        let mut shortest = [1, 3, 5].into_iter().map(|plies| (plies, solutions(&position, plies)));
        let found = shortest.find(|(_, moves)| !moves.is_empty());
        if let Some((plies @ 3.., moves)) = found
            && moves.len() <= MAX_SOLUTIONS
        {
            println!("{}", serde_json::to_string(&Task { position: position.to_string(), plies, moves })?);
            last = Some(at);
        }
    }
    Ok(())
}

/// Returns the position with five marbles ejected by the side to move.
fn before_the_last_marble(position: &Position) -> Result<Position, Box<dyn Error>> {
    let mut captured = [position.captured()[0], position.captured()[1]];
    captured[position.turn().index()] = MARBLES_TO_WIN - 1;
    let setup = [Color::Black, Color::White]
        .into_iter()
        .fold(Setup::new(Mode::Two), |setup, color| setup.marbles(color, position.marbles(color)))
        .turn(position.turn())
        .captured(&captured)
        .quiet_plies(position.quiet_plies())
        .ply(position.ply());
    Ok(setup.position()?)
}

fn solutions(position: &Position, plies: u32) -> Vec<String> {
    forced::winning(position, plies).iter().map(ToString::to_string).collect()
}

fn solve(lines: &[String], time: Duration) -> Result<(), Box<dyn Error>> {
    let mut searcher = Searcher::new(64);
    let mut solved = 0;
    for line in lines {
        let task: Task = serde_json::from_str(line)?;
        let root = Root::new(Position::parse(Mode::Two, &task.position)?);
        searcher.clear();
        let found = searcher.search(&root, &Limits::time(time), &Stop::new(), &mut |_| {});
        let best = found.best.map(|m| m.to_string()).unwrap_or_default();
        if task.moves.contains(&best) {
            solved += 1;
        } else {
            println!(
                "{}: {best} ({}, depth {}), not {:?}",
                task.position, found.score, found.depth, task.moves
            );
        }
    }
    println!("{solved} of {} solved in {time:?} each", lines.len());
    Ok(())
}
