//! Writes the opening book (`src/book/openings.txt`): a tree of sound first moves from each layout of two players.
//!
//! The engine searches the best moves of each position with a number of nodes. The moves of which the score is near the best are searched
//! on. At the end, the score of a move is the score of the best reply in the book. With the same number of nodes, the book is the same on
//! every machine.

#![expect(clippy::print_stderr, reason = "a program for the terminal says how far it is")]

use std::{
    collections::{BTreeMap, BTreeSet},
    error::Error,
    fmt::Write as _,
    fs,
    path::PathBuf,
};

use clap::Parser;
use sumito_engine::{
    Limits, Root, Score, ScoredLine, Searcher, Stop,
    book::{BookKey, least_image},
};
use sumito_rules::{Layout, Mode, Move, Position};

/// Write the opening book.
#[derive(Parser)]
struct Arguments {
    /// Number of positions searched for each position of the book
    #[arg(long, default_value_t = 300_000)]
    nodes: u64,
    /// File that the book is written to
    #[arg(long)]
    out: PathBuf,
}

/// Most moves of a position, by ply.
const MOVES: [usize; 4] = [4, 4, 2, 2];

/// Most hundredths of a marble that a move may be worse than the best.
const WIDTH: i32 = 20;

/// A move, with its score in hundredths of a marble.
#[derive(Clone, Copy)]
struct Candidate {
    m: Move,
    score: i32,
}

/// A position of the book.
struct Page {
    position: Position,
    path: Vec<Move>,
    candidates: Vec<Candidate>,
}

/// The tree of a layout.
struct Tree {
    pages: BTreeMap<BookKey, Page>,
    /// In the order of their plies.
    keys: Vec<BookKey>,
}

impl Tree {
    /// Searches all positions of a layout.
    fn grow(layout: Layout, nodes: u64, searcher: &mut Searcher) -> Result<Self, Box<dyn Error>> {
        let mut tree = Self { pages: BTreeMap::new(), keys: Vec::new() };
        let mut next = vec![(Position::start(Mode::Two, layout)?, Vec::new())];
        for max in MOVES {
            for (position, path) in std::mem::take(&mut next) {
                let (key, _) = least_image(&position);
                if tree.pages.contains_key(&key) {
                    continue;
                }
                let candidates = candidates(&position, max, nodes, searcher);
                for Candidate { m, .. } in &candidates {
                    let path = path.iter().chain([m]).copied().collect();
                    next.push((position.play(*m)?.position, path));
                }
                tree.keys.push(key);
                tree.pages.insert(key, Page { position, path, candidates });
            }
        }
        Ok(tree)
    }

    /// Corrects each score by the replies, from the last ply to the first, and leaves out the moves that are then too weak.
    fn back_up(&mut self) -> Result<(), Box<dyn Error>> {
        for key in self.keys.iter().rev() {
            let Some(page) = self.pages.get(key) else { continue };
            let position = page.position;
            let mut candidates = page.candidates.clone();
            for candidate in &mut candidates {
                let after = position.play(candidate.m)?.position;
                if let Some(replies) = self.pages.get(&least_image(&after).0) {
                    candidate.score =
                        replies.candidates.first().map_or(candidate.score, |reply| -reply.score);
                }
            }
            if let Some(page) = self.pages.get_mut(key) {
                page.candidates = near_the_best(candidates);
            }
        }
        Ok(())
    }

    /// Writes the positions that the moves of the book lead to.
    fn write(&self, layout: Layout, text: &mut String) -> Result<(), Box<dyn Error>> {
        let mut reached: BTreeSet<BookKey> = self.keys.first().copied().into_iter().collect();
        for key in &self.keys {
            let Some(page) = self.pages.get(key).filter(|_| reached.contains(key)) else { continue };
            write!(text, "{layout}")?;
            for m in &page.path {
                write!(text, " {m}")?;
            }
            text.push_str(" =");
            for Candidate { m, score } in &page.candidates {
                write!(text, " {m} {score}")?;
                reached.insert(least_image(&page.position.play(*m)?.position).0);
            }
            text.push('\n');
        }
        Ok(())
    }
}

/// Returns the best moves of a position, the best first. Of moves to positions that look alike, there is only one.
fn candidates(position: &Position, max: usize, nodes: u64, searcher: &mut Searcher) -> Vec<Candidate> {
    let mut seen = BTreeSet::new();
    let moves: Vec<Move> = position
        .legal_moves()
        .iter()
        .filter(|&m| position.play(m).is_ok_and(|played| seen.insert(least_image(&played.position).0)))
        .collect();
    searcher.clear();
    let limits = Limits { lines: max as u8, moves, ..Limits::nodes(nodes) };
    let found = searcher.search(&Root::new(*position), &limits, &Stop::new(), &mut |_| {});
    let best = ScoredLine { score: found.score, moves: found.line };
    let scored = |line: ScoredLine| match line.score {
        Score::Marbles(score) => line.moves.first().map(|&m| Candidate { m, score }),
        Score::Win(_) | Score::Loss(_) => None,
    };
    near_the_best([best].into_iter().chain(found.others).filter_map(scored).collect())
}

fn near_the_best(mut candidates: Vec<Candidate>) -> Vec<Candidate> {
    candidates.sort_by_key(|candidate| -candidate.score);
    let best = candidates.first().map_or(0, |candidate| candidate.score);
    candidates.retain(|candidate| best - candidate.score <= WIDTH);
    candidates
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = Arguments::parse();
    let mut searcher = Searcher::new(16);
    let mut text = String::new();
    for layout in Layout::ALL.into_iter().filter(|layout| layout.fits(Mode::Two)) {
        let mut tree = Tree::grow(layout, options.nodes, &mut searcher)?;
        tree.back_up()?;
        tree.write(layout, &mut text)?;
        eprintln!("{layout}: {} positions, {} bytes in all", tree.pages.len(), text.len());
    }
    fs::write(options.out, text)?;
    Ok(())
}
