//! Makes the collection of puzzles: from recorded games, and from games that the engine plays against itself.
//!
//! ```sh
//! mine --games games.txt --folder collection    # the same files for the same games, on every machine
//! mine --check --folder collection              # searches each puzzle once more
//! ```

#![expect(clippy::print_stderr, reason = "a program for the terminal prints")]

use std::collections::BTreeSet;
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use clap::Parser;
use sumito_engine::{Level, Limits, Root, Searcher, Stop};
use sumito_puzzles::{Finder, Puzzle, SymmetryKey, longest};
use sumito_rules::{Layout, Mode, Position};

/// Number of puzzles by mode.
const COUNTS: [(Mode, usize); 4] =
    [(Mode::Two, 2_000), (Mode::Three, 120), (Mode::Four, 80), (Mode::FourConsecutive, 40)];

/// Shares of the puzzles of one, two and three moves, in hundredths.
const SHARES: [usize; 3] = [40, 25, 35];

/// Number of games that are searched at the same time.
const AT_ONCE: u64 = 8;

/// Searched positions for each move of a game: few, so that mistakes happen.
const NODES: u64 = 4_000;

/// Makes or checks the collection of puzzles.
#[derive(Parser)]
struct Options {
    /// Folder with a file for each mode
    #[arg(long)]
    folder: PathBuf,
    /// Recorded games of two players from the Belgian daisy: an id and the moves on each line
    #[arg(long, required_unless_present = "check")]
    games: Option<PathBuf>,
    /// Seed of the other games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write nothing, but check the puzzles in the folder
    #[arg(long)]
    check: bool,
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::parse();
    for (mode, count) in COUNTS {
        let file = options.folder.join(format!("{mode}.txt"));
        if options.check {
            check(&file)?;
            continue;
        }
        let mut collection = Collection::new(mode, count);
        if let Some(games) = options.games.as_ref().filter(|_| mode == Mode::Two) {
            for line in fs::read_to_string(games)?.lines().filter(|line| !line.starts_with('#')) {
                collection.extend(puzzles_in(&recorded(line)?));
            }
        }
        collection.fill(mode, options.seed)?;
        fs::write(file, collection.text())?;
    }
    Ok(())
}

/// Fails unless each line is the puzzle of its position, and all are different.
fn check(file: &Path) -> Result<(), Box<dyn Error>> {
    let text = fs::read_to_string(file)?;
    let mut known = BTreeSet::new();
    for line in text.lines() {
        let puzzle: Puzzle = line.parse()?;
        if Puzzle::find(puzzle.start()).as_ref() != Some(&puzzle) {
            return Err(format!("not a puzzle with this solution: {line}").into());
        }
        if !known.insert(SymmetryKey::of(puzzle.start())) {
            return Err(format!("duplicate: {line}").into());
        }
    }
    eprintln!("{}: {} puzzles are correct", file.display(), known.len());
    Ok(())
}

/// Different puzzles, of each length as many as wanted.
struct Collection {
    puzzles: Vec<Puzzle>,
    known: BTreeSet<SymmetryKey>,
    by_length: [usize; SHARES.len()],
    wanted: [usize; SHARES.len()],
}

impl Collection {
    fn new(mode: Mode, count: usize) -> Self {
        let wanted = if longest(mode) == 1 {
            [count, 0, 0]
        } else {
            SHARES.map(|share| (count * share).div_ceil(100))
        };
        Self { puzzles: Vec::new(), known: BTreeSet::new(), by_length: Default::default(), wanted }
    }

    /// Adds puzzles of games that the engine plays, until there are enough.
    fn fill(&mut self, mode: Mode, seed: u64) -> Result<(), Box<dyn Error>> {
        for first in (0..).step_by(AT_ONCE as usize) {
            if self.by_length == self.wanted {
                break;
            }
            let found = thread::scope(|scope| {
                let games: Vec<_> = (first..first + AT_ONCE)
                    .map(|number| scope.spawn(move || puzzles_in(&self_played(mode, seed, number))))
                    .collect();
                games
                    .into_iter()
                    .map(|game| game.join().map_err(|_| "a game panicked"))
                    .collect::<Result<Vec<_>, _>>()
            })?;
            for puzzles in found {
                self.extend(puzzles);
            }
            if first % 80 == 0 {
                eprintln!("{mode}: {first} games, puzzles by length: {:?}", self.by_length);
            }
        }
        Ok(())
    }

    fn extend(&mut self, puzzles: Vec<Puzzle>) {
        for puzzle in puzzles {
            let length = puzzle.length() as usize - 1;
            if self.by_length[length] < self.wanted[length]
                && self.known.insert(SymmetryKey::of(puzzle.start()))
            {
                self.by_length[length] += 1;
                self.puzzles.push(puzzle);
            }
        }
    }

    fn text(&self) -> String {
        self.puzzles.iter().fold(String::new(), |mut text, puzzle| {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{puzzle}");
            text
        })
    }
}

fn puzzles_in(positions: &[Position]) -> Vec<Puzzle> {
    let mut finder = Finder::default();
    positions.iter().filter_map(|position| finder.look_at(position)).collect()
}

/// Returns the positions of a recorded game.
fn recorded(line: &str) -> Result<Vec<Position>, Box<dyn Error>> {
    let mut position = Position::start(Mode::Two, Layout::BelgianDaisy)?;
    let mut positions = Vec::new();
    for text in line.split_whitespace().skip(1) {
        position = position.play(position.parse_move(text)?)?.position;
        positions.push(position);
    }
    Ok(positions)
}

/// Plays a game with a random start, at levels that the number of the game decides; returns its positions.
fn self_played(mode: Mode, seed: u64, number: u64) -> Vec<Position> {
    let mut random = fastrand::Rng::with_seed(seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let layouts: Vec<_> = Layout::ALL.into_iter().filter(|layout| layout.fits(mode)).collect();
    let Ok(start) = Position::start(mode, layouts[random.usize(..layouts.len())]) else { return Vec::new() };
    let levels: Vec<Level> = Level::all().skip(2).collect();
    let players: Vec<_> = (0..mode.seats()).map(|_| levels[random.usize(..levels.len())]).collect();
    let opening = random.usize(2..8);
    let mut searcher = Searcher::new(8);
    let mut root = Root::new(start);
    let mut positions = Vec::new();
    for ply in 0..240 {
        let moves: Vec<_> = root.position().legal_moves().iter().collect();
        let next = if ply < opening {
            moves.get(random.usize(..moves.len().max(1))).copied()
        } else {
            let mut limits = Limits::nodes(NODES).at(players[ply % players.len()]);
            limits.seed = random.u64(..);
            searcher.search(&root, &limits, &Stop::new(), &mut |_| {}).best
        };
        let Some(next) = next else { break };
        if root.play(next).is_err() || root.position().winner().is_some() {
            break;
        }
        positions.push(*root.position());
    }
    positions
}
