//! Fits the curve from a score to the points that a player can expect (`Score::chance`), and measures its error.
//!
//! ```sh
//! chance fit < crates/rules/tests/data/games.jsonl         # games of people
//! chance play --games 2000 --nodes 300 > games.jsonl       # games of the engine, with about this number of positions a move
//! chance fit --nodes 20000 < games.jsonl
//! ```
//!
//! With the same arguments, both commands print the same on every machine.

#![expect(clippy::print_stdout, reason = "a program for the terminal prints")]

use std::{
    error::Error,
    io::{self, Write as _},
};

use clap::Parser;
use fastrand::Rng;
use serde::{Deserialize, Serialize};
use sumito_engine::{Limits, Root, Score, Searcher, Stop};
use sumito_rules::{Color, Layout, Mode, Move, Position, Team};

/// Fit the curve of winning chances
#[derive(Parser)]
enum Command {
    /// Let the engine play against itself
    Play {
        /// Number of games
        #[arg(long, default_value_t = 2000)]
        games: u64,
        /// Approximate number of positions searched for each move
        #[arg(long, default_value_t = 300)]
        nodes: u64,
        /// Seed of the games
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Search the positions of games from standard input, and fit the curve to their results
    Fit {
        /// Number of positions searched for each position of a game
        #[arg(long, default_value_t = 20_000)]
        nodes: u64,
    },
}

/// A game of two. Other fields of a line are ignored.
#[derive(Serialize, Deserialize)]
struct Game {
    start: String,
    moves: Vec<String>,
    /// `black`, `white` or `draw`. Games without a winner on the board may have ended by a resignation, and are left out.
    board_winner: Option<String>,
}

/// A position of a game: the score for the player to move, and the points of that player.
#[derive(Clone, Copy)]
struct Sample {
    score: f64,
    points: f64,
}

/// The result of a drawn game.
const DRAW: &str = "draw";

/// Number of random plies at the start of a game, so that no two games are the same.
const CHANCE_PLIES: std::ops::RangeInclusive<u32> = 2..=8;

/// A game is drawn after this many plies without an ejection.
const QUIET_PLIES: u32 = 100;

/// Number of drawn sets of games from which the error of the fit is estimated.
const SETS: usize = 200;

/// Search table in MiB.
const TABLE: usize = 4;

fn main() -> Result<(), Box<dyn Error>> {
    match Command::parse() {
        Command::Play { games, nodes, seed } => {
            for game in 1..=games {
                let line = serde_json::to_string(&play(nodes, seed.wrapping_mul(1_000_003) ^ game)?)?;
                writeln!(io::stdout(), "{line}")?;
            }
        }
        Command::Fit { nodes } => {
            let games = io::stdin()
                .lines()
                .map(|line| samples(&serde_json::from_str(&line?)?, nodes))
                .collect::<Result<Vec<_>, _>>()?;
            report(&games.into_iter().filter(|game| !game.is_empty()).collect::<Vec<_>>());
        }
    }
    Ok(())
}

fn play(nodes: u64, seed: u64) -> Result<Game, Box<dyn Error>> {
    let mut rng = Rng::with_seed(seed);
    let layouts: Vec<_> = Layout::ALL.into_iter().filter(|layout| layout.fits(Mode::Two)).collect();
    let layout = layouts[rng.usize(..layouts.len())];
    let mut root = Root::new(Position::start(Mode::Two, layout)?);
    let mut game = Game { start: layout.to_string(), moves: Vec::new(), board_winner: Some(DRAW.to_owned()) };
    let mut searcher = Searcher::new(1);
    let mut keys = vec![root.position().key()];
    let chance_plies = rng.u32(CHANCE_PLIES);
    loop {
        let position = *root.position();
        if let Some(winner) = position.winner() {
            game.board_winner = Some(name(winner).to_owned());
            return Ok(game);
        }
        let is_repeated = keys.iter().filter(|&&key| key == position.key()).count() > 2;
        let legal: Vec<Move> = position.legal_moves().into_iter().collect();
        if legal.is_empty() || is_repeated || position.quiet_plies() >= QUIET_PLIES {
            return Ok(game);
        }
        let m = if position.ply() < chance_plies {
            legal[rng.usize(..legal.len())]
        } else {
            let limits = Limits::nodes(nodes / 2 + rng.u64(..nodes));
            searcher.search(&root, &limits, &Stop::new(), &mut |_| {}).best.unwrap_or(legal[0])
        };
        game.moves.push(m.to_string());
        root.play(m)?;
        keys.push(root.position().key());
    }
}

fn name(team: Team) -> &'static str {
    if team == Mode::Two.team_of(Color::Black) { "black" } else { "white" }
}

/// Searches the positions of a game. Those with a forced end are left out: their result is certain.
fn samples(game: &Game, nodes: u64) -> Result<Vec<Sample>, Box<dyn Error>> {
    let mut root = Root::new(Position::start(Mode::Two, game.start.parse()?)?);
    let mut searcher = Searcher::new(TABLE);
    let mut samples = Vec::new();
    let Some(winner) = &game.board_winner else { return Ok(samples) };
    for text in &game.moves {
        let m = root.position().parse_move(text)?;
        let found = searcher.search(&root, &Limits::nodes(nodes), &Stop::new(), &mut |_| {});
        if let Score::Marbles(hundredths) = found.score {
            let own = name(Mode::Two.team_of(root.position().turn()));
            let points = if winner == DRAW { 0.5 } else { f64::from(u8::from(winner == own)) };
            samples.push(Sample { score: f64::from(hundredths), points });
        }
        root.play(m)?;
    }
    Ok(samples)
}

fn chance(score: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-score / scale).exp())
}

/// The mean logarithmic loss of a curve.
fn loss(samples: &[Sample], scale: f64) -> f64 {
    let loss = |sample: &Sample| {
        let expected = chance(sample.score, scale).clamp(1e-9, 1.0 - 1e-9);
        -(sample.points * expected.ln() + (1.0 - sample.points) * (1.0 - expected).ln())
    };
    samples.iter().map(loss).sum::<f64>() / samples.len() as f64
}

/// Returns the scale with the least loss, by ternary search: the loss has one minimum.
fn fit(samples: &[Sample]) -> f64 {
    let (mut low, mut high) = (5.0, 1000.0);
    while high - low > 0.1 {
        let third = (high - low) / 3.0;
        if loss(samples, low + third) < loss(samples, high - third) {
            high -= third;
        } else {
            low += third;
        }
    }
    f64::midpoint(low, high)
}

fn report(games: &[Vec<Sample>]) {
    let all = games.concat();
    if all.is_empty() {
        return println!("no positions");
    }
    let scale = fit(&all);
    let mut rng = Rng::with_seed(1);
    let mut scales: Vec<f64> = (0..SETS)
        .map(|_| {
            let drawn: Vec<_> =
                (0..games.len()).flat_map(|_| &games[rng.usize(..games.len())]).copied().collect();
            fit(&drawn)
        })
        .collect();
    scales.sort_by(f64::total_cmp);
    println!("{} games, {} positions without a forced end", games.len(), all.len());
    println!(
        "scale {scale:.1}, 95 % from {:.1} to {:.1}; logarithmic loss {:.4}, of no curve {:.4}",
        scales[SETS / 40],
        scales[SETS - 1 - SETS / 40],
        loss(&all, scale),
        loss(&all, f64::INFINITY)
    );
    let used = Score::Marbles(100).chance();
    println!("one marble ahead: {:.3} by this fit, {used:.3} by Score::chance", chance(100.0, scale));
    println!("score from..to | positions | points | Score::chance");
    let mut error = 0.0;
    for bucket in -5..5 {
        let (from, to) = (f64::from(bucket) * 40.0, f64::from(bucket + 1) * 40.0);
        let is_in =
            |sample: &&Sample| (sample.score >= from || bucket == -5) && (sample.score < to || bucket == 4);
        let inside: Vec<_> = all.iter().filter(is_in).collect();
        let count = inside.len().max(1) as f64;
        let points = inside.iter().map(|sample| sample.points).sum::<f64>() / count;
        let expected =
            inside.iter().map(|sample| Score::Marbles(sample.score as i32).chance()).sum::<f64>() / count;
        error += (points - expected).abs() * inside.len() as f64 / all.len() as f64;
        println!("{from:5} {to:5} | {:6} | {points:.3} | {expected:.3}", inside.len());
    }
    println!("mean error of Score::chance over these rows: {error:.3}");
}
