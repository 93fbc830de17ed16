//! Tunes the weights of the evaluation (docs/adr/0022).
//!
//! ```sh
//! tune play --games 3000 --nodes 3000 > positions.txt   # the engine plays against itself
//! tune recorded < games.jsonl >> positions.txt          # games of people, as in crates/rules/tests/data
//! tune fit < positions.txt                              # prints the table for src/weights.rs
//! ```
//!
//! Each line of `positions.txt` is a position's line and black's final points: 1, 0.5 or 0. `fit` searches the weights with which the
//! evaluation, put through a logistic curve, predicts those points best (Österlund's "Texel method").

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program for the terminal prints")]

use std::{error::Error, io};

use clap::Parser;
use fastrand::Rng;
use sumito_engine::{
    Limits, Root, Score, Searcher, Stop,
    evaluate::{count, count_captured},
    weights::{TERMS, WEIGHTS},
};
use sumito_rules::{Color, Layout, Mode, Position};

/// Tune the weights of the evaluation.
#[derive(Parser)]
enum Command {
    /// Let the engine play against itself and print the quiet positions of its games
    Play {
        /// Number of games
        #[arg(long, default_value_t = 3000)]
        games: usize,
        /// Positions searched for each move
        #[arg(long, default_value_t = 3000)]
        nodes: u64,
        /// Seed of the openings
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Print the quiet positions of recorded games, read as JSON, one game per line
    Recorded,
    /// Read positions and print the weights that fit them best
    Fit(Fit),
}

#[derive(clap::Args)]
struct Fit {
    /// Number of passes over all positions
    #[arg(long, default_value_t = 400)]
    rounds: usize,
}

#[derive(serde::Deserialize)]
struct Recorded {
    start: String,
    moves: Vec<String>,
    board_winner: Option<String>,
}

fn main() -> Result<(), Box<dyn Error>> {
    match Command::parse() {
        Command::Play { games, nodes, seed } => {
            for game in 0..games {
                play(nodes, seed.wrapping_mul(1_000_003) ^ game as u64)?;
            }
        }
        Command::Recorded => {
            for line in io::stdin().lines() {
                recorded(&serde_json::from_str(&line?)?)?;
            }
        }
        Command::Fit(options) => {
            let lines = io::stdin().lines().collect::<Result<Vec<_>, _>>()?;
            let samples = lines.iter().map(|line| Sample::read(line)).collect::<Result<Vec<_>, _>>()?;
            fit(&samples, &options);
        }
    }
    Ok(())
}

/// Number of random first moves of a game, so that no two games are the same.
const CHANCE_PLIES: usize = 6;

/// A game is ended after this many plies without an ejection.
const QUIET_PLIES: u32 = 80;

fn play(nodes: u64, seed: u64) -> Result<(), Box<dyn Error>> {
    let mut rng = Rng::with_seed(seed);
    let layouts = [Layout::BelgianDaisy, Layout::Standard, Layout::GermanDaisy, Layout::SwissDaisy];
    let mut root = Root::new(Position::start(Mode::Two, layouts[rng.usize(..layouts.len())])?);
    let mut searcher = Searcher::new(4);
    let mut seen = Vec::new();
    let points = loop {
        let position = *root.position();
        if let Some(team) = position.winner() {
            break if team.index() == 0 { 1.0 } else { 0.0 };
        }
        if position.quiet_plies() >= QUIET_PLIES {
            break 0.5;
        }
        let legal: Vec<_> = position.legal_moves().into_iter().collect();
        if legal.is_empty() {
            break if position.turn() == Color::Black { 0.0 } else { 1.0 };
        }
        let m = if (position.ply() as usize) < CHANCE_PLIES {
            legal[rng.usize(..legal.len())]
        } else {
            // Varied slightly, so that games from the same opening diverge.
            let limits = Limits::nodes(nodes / 2 + rng.u64(..nodes));
            let found = searcher.search(&root, &limits, &Stop::new(), &mut |_| {});
            match (found.best, found.score) {
                (None, _) => break 0.5,
                (Some(_), Score::Win(_) | Score::Loss(_)) => {
                    let mover_wins = matches!(found.score, Score::Win(_));
                    break if mover_wins == (position.turn() == Color::Black) { 1.0 } else { 0.0 };
                }
                (Some(best), Score::Marbles(_)) => {
                    if is_quiet(&position) {
                        seen.push(position);
                    }
                    best
                }
            }
        };
        root.play(m)?;
    };
    print(&seen, points);
    Ok(())
}

fn recorded(game: &Recorded) -> Result<(), Box<dyn Error>> {
    let mut position = Position::start(Mode::Two, game.start.parse()?)?;
    let mut seen = Vec::new();
    for text in &game.moves {
        position.play_unchecked(position.parse_move(text)?);
        if position.winner().is_none() && is_quiet(&position) {
            seen.push(position);
        }
    }
    print(
        &seen,
        match game.board_winner.as_deref() {
            Some("black") => 1.0,
            Some("white") => 0.0,
            _ => 0.5,
        },
    );
    Ok(())
}

/// Returns whether the side to move cannot eject a marble. Other positions are left to the search.
fn is_quiet(position: &Position) -> bool {
    !position.legal_moves().iter().any(|m| position.effect(m).ejected.is_some())
}

fn print(positions: &[Position], points: f64) {
    for position in positions {
        println!("{position} {points}");
    }
}

/// The terms of a position's evaluation, from black's view, with the game's result.
struct Sample {
    counts: [f32; TERMS],
    points: f32,
}

impl Sample {
    fn read(line: &str) -> Result<Self, Box<dyn Error>> {
        let (position, points) = line.rsplit_once(' ').ok_or("a line is a position and points")?;
        let position = Position::parse(Mode::Two, position)?;
        let mut counts = [0.0; TERMS];
        for (color, sign) in [(Color::Black, 1.0), (Color::White, -1.0)] {
            let opponent = position.mode().next(color);
            let mut tally = [0; TERMS];
            count(position.marbles(color), position.marbles(opponent), position.turn() == color, &mut tally);
            count_captured(position.captured()[color.index()], &mut tally);
            counts.iter_mut().zip(tally).for_each(|(sum, count)| *sum += sign * count as f32);
        }
        Ok(Self { counts, points: points.parse()? })
    }

    fn evaluate(&self, weights: &[f64; TERMS]) -> f64 {
        self.counts.iter().zip(weights).map(|(&count, weight)| f64::from(count) * weight).sum()
    }
}

/// The share of points predicted by an evaluation in logits.
fn share(worth: f64) -> f64 {
    1.0 / (1.0 + (-worth).exp())
}

/// The mean squared error of the predictions.
fn error(samples: &[&Sample], weights: &[f64; TERMS]) -> f64 {
    let difference = |sample: &&Sample| share(sample.evaluate(weights)) - f64::from(sample.points);
    samples.iter().map(|sample| difference(sample).powi(2)).sum::<f64>() / samples.len() as f64
}

/// One in this many samples is held out for validation.
const HELD_BACK: usize = 10;

fn fit(samples: &[Sample], options: &Fit) {
    // Positions of one game are adjacent: whole stretches are held out.
    let stretch = |at: usize| (at / 500).is_multiple_of(HELD_BACK);
    let (mut learned, mut held) = (Vec::new(), Vec::new());
    for (at, sample) in samples.iter().enumerate() {
        if stretch(at) { held.push(sample) } else { learned.push(sample) }
    }
    // The current weights, at the scale with the best predictions.
    let scaled = |scale: f64| WEIGHTS.map(|weight| f64::from(weight) * scale);
    let scale = (1..100)
        .map(|step| f64::from(step) * 1e-4)
        .min_by(|&a, &b| error(&learned, &scaled(a)).total_cmp(&error(&learned, &scaled(b))))
        .unwrap_or(1e-3);
    let mut weights = scaled(scale);
    eprintln!(
        "{} samples, error {:.5}, {:.5} of those held back",
        samples.len(),
        error(&learned, &weights),
        error(&held, &weights)
    );
    // Adam (Kingma and Ba, 2015), on all samples together.
    let (mut mean, mut square) = ([0.0; TERMS], [0.0; TERMS]);
    for round in 1..=options.rounds {
        let mut gradient = [0.0; TERMS];
        for sample in &learned {
            let predicted = share(sample.evaluate(&weights));
            let slope = (predicted - f64::from(sample.points)) * predicted * (1.0 - predicted);
            gradient.iter_mut().zip(sample.counts).for_each(|(sum, count)| *sum += slope * f64::from(count));
        }
        for term in 0..TERMS {
            let slope = gradient[term] / learned.len() as f64;
            mean[term] = 0.9 * mean[term] + 0.1 * slope;
            square[term] = 0.999 * square[term] + 0.001 * slope * slope;
            let (m, s) = (
                mean[term] / (1.0 - 0.9f64.powi(round as i32)),
                square[term] / (1.0 - 0.999f64.powi(round as i32)),
            );
            weights[term] -= 0.01 * m / (s.sqrt() + 1e-9);
        }
        if round % 50 == 0 {
            eprintln!(
                "round {round}: error {:.5}, {:.5} of those held back",
                error(&learned, &weights),
                error(&held, &weights)
            );
        }
    }
    // The first marble has the value 1,000.
    let unit = 1000.0 / weights[0];
    println!("{:?}", weights.map(|weight| (weight * unit).round() as i32));
}
