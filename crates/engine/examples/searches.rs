//! Writes searches of 300 positions of all modes, against which the WebAssembly module is tested (`sdk/typescript/tests/engine.test.ts`).
//! With `--check`, reports whether the file is out of date. `cargo xtask generate` runs it.

#![expect(clippy::print_stderr, reason = "a program for people")]

use std::{env, fs, path::Path, process::ExitCode};

use fastrand::Rng;
use serde::Serialize;
use sumito_engine::{Level, Limits, Root, Score, ScoredLine, Searcher, Stop};
use sumito_rules::{Layout, Mode, Position};

/// The file, relative to this crate.
const FILE: &str = "tests/data/searches.jsonl";

const POSITIONS: u64 = 300;

/// Positions of each search.
const NODES: u64 = 4000;

/// A search, and its result.
#[derive(Serialize)]
struct Searched {
    position: String,
    options: Options,
    go: String,
    best: String,
    nodes: u64,
    lines: Vec<Found>,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct Options {
    level: u8,
    seed: u64,
    #[serde(rename = "MultiPV")]
    multi_pv: u8,
}

#[derive(Serialize)]
struct Found {
    depth: u8,
    score: WireScore,
    /// In thousandths of a point.
    chance: u16,
    line: Vec<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum WireScore {
    Marbles(i32),
    Win(u16),
    Loss(u16),
}

fn main() -> ExitCode {
    let content: String = (0..POSITIONS)
        .map(|number| serde_json::to_string(&searched(number)).expect("numbers and texts are JSON") + "\n")
        .collect();
    let target = Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE);
    if fs::read_to_string(&target).is_ok_and(|present| present == content) {
        return ExitCode::SUCCESS;
    }
    if env::args().any(|argument| argument == "--check") {
        eprintln!("{FILE} is out of date: run `cargo xtask generate`");
        return ExitCode::FAILURE;
    }
    if let Err(error) = fs::write(&target, content) {
        eprintln!("{} cannot be written: {error}", target.display());
        return ExitCode::FAILURE;
    }
    eprintln!("{FILE} written");
    ExitCode::SUCCESS
}

/// Searches a position after some moves. Every third search is for several lines, every third at a level.
fn searched(number: u64) -> Searched {
    let mode = Mode::ALL[number as usize % Mode::ALL.len()];
    let root = root(mode, number);
    let (lines, level, seed) = match number / Mode::ALL.len() as u64 % 3 {
        0 => (1, Level::FULL, 0),
        1 => (2 + (number % 4) as u8, Level::FULL, 0),
        _ => (1, Level::all().nth(number as usize / 12 % 12).unwrap_or(Level::FULL), number),
    };
    let limits = Limits { lines, seed, ..Limits::nodes(NODES).at(level) };
    let mut said = Vec::new();
    let found = Searcher::new(1).search(&root, &limits, &Stop::new(), &mut |depth| {
        said.retain(|line: &Found| line.depth == depth.depth);
        said.push(line(depth.depth, &ScoredLine { score: depth.score, moves: depth.line.clone() }));
    });
    Searched {
        position: format!("mode {mode} line {}", root.position()),
        options: Options { level: level.number(), seed, multi_pv: lines },
        go: format!("nodes {NODES}"),
        best: found.best.map_or_else(|| "none".to_owned(), |best| best.to_string()),
        nodes: found.nodes,
        lines: said,
    }
}

fn line(depth: u8, ScoredLine { score, moves }: &ScoredLine) -> Found {
    Found {
        depth,
        score: match *score {
            Score::Marbles(hundredths) => WireScore::Marbles(hundredths),
            Score::Win(plies) => WireScore::Win(plies),
            Score::Loss(plies) => WireScore::Loss(plies),
        },
        chance: (1000.0 * score.chance()).round() as u16,
        line: moves.iter().map(ToString::to_string).collect(),
    }
}

/// A position of a game of random moves, which ejects whenever it can.
fn root(mode: Mode, seed: u64) -> Root {
    let mut rng = Rng::with_seed(seed);
    let layouts: Vec<_> = Layout::ALL.into_iter().filter(|layout| layout.fits(mode)).collect();
    let layout = layouts[rng.usize(..layouts.len())];
    let mut position = Position::start(mode, layout).expect("the layout fits the mode");
    for _ in 0..rng.usize(..80) {
        let moves: Vec<_> = position.legal_moves().into_iter().collect();
        let ejection = moves.iter().find(|&&m| position.effect(m).ejected_from().is_some());
        let Some(&m) = ejection.or_else(|| rng.choice(&moves)) else { break };
        let Ok(played) = position.play(m) else { break };
        if played.position.winner().is_some() {
            break;
        }
        position = played.position;
    }
    Root::new(position)
}
