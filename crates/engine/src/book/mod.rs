//! The opening book: sound first moves of two players, from every layout.
//!
//! `cargo xtask book` writes it (docs/engine.md). A line of the file is a layout, the moves to a position, `=`, and the moves of the book
//! there, each with its score in hundredths of a marble for the player to move.

use std::{collections::BTreeMap, sync::LazyLock};

use fastrand::Rng;
use sumito_rules::{Bitboard, Color, Mode, Move, Position, Symmetry};

/// The output of `cargo xtask book`.
static OPENINGS: &str = include_str!("openings.txt");

static BOOK: LazyLock<Book> =
    LazyLock::new(|| Book::read(OPENINGS).expect("the book was written for these layouts"));

/// A position however the board is turned or mirrored: the least of its twelve images, as cells of Black and of White, and the turn.
/// The cells say how many marbles are ejected.
pub type BookKey = (u64, u64, bool);

/// A move with its score in hundredths of a marble.
type BookMove = (Move, i32);

/// Moves by position, each as on the least image of its position.
struct Book(BTreeMap<BookKey, Vec<BookMove>>);

impl Book {
    /// Parses the file; `None` if it is invalid.
    fn read(text: &str) -> Option<Self> {
        let mut book = BTreeMap::new();
        for line in text.lines() {
            let (path, moves) = line.split_once('=')?;
            let mut path = path.split_whitespace();
            let mut position = Position::start(Mode::Two, path.next()?.parse().ok()?).ok()?;
            for text in path {
                position = position.play(position.parse_move(text).ok()?).ok()?.position;
            }
            let (key, symmetries) = least_image(&position);
            let words: Vec<_> = moves.split_whitespace().collect();
            let (pairs, []) = words.as_chunks() else { return None };
            let moves = pairs.iter().map(|[text, score]| {
                let m = position.parse_move(text).ok()?;
                Some((symmetries.first()?.of_move(m), score.parse().ok()?))
            });
            book.insert(key, moves.collect::<Option<_>>()?);
        }
        Some(Self(book))
    }

    /// Returns the moves of the book in a position, in one of the orientations that look alike.
    fn moves(&self, position: &Position, rng: &mut Rng) -> Vec<BookMove> {
        let (key, symmetries) = least_image(position);
        let Some(moves) = self.0.get(&key) else { return Vec::new() };
        let back = symmetries[rng.usize(..symmetries.len())].inverse();
        moves.iter().map(|&(m, score)| (back.of_move(m), score)).collect()
    }
}

/// Returns the key of a position, and the symmetries that map the position to it.
pub fn least_image(position: &Position) -> (BookKey, Vec<Symmetry>) {
    let image = |symmetry: Symmetry| {
        let cells = |color: Color| -> u64 {
            position.marbles(color).iter().map(|cell| symmetry.of_cell(cell)).collect::<Bitboard>().bits()
        };
        (cells(Color::Black), cells(Color::White), position.turn() == Color::White)
    };
    let images = Symmetry::ALL.map(image);
    let least = images.into_iter().min().unwrap_or_default();
    (least, Symmetry::ALL.into_iter().zip(images).filter(|&(_, key)| key == least).map(|(s, _)| s).collect())
}

/// Disadvantage, in hundredths of a marble, at which a move is chosen a third (1/e) as often.
const SPREAD: f64 = 8.0;

/// Returns a move of the book and its score, by the seed of a game; `None` if the position is not in the book.
pub(crate) fn choose(position: &Position, seed: u64) -> Option<(Move, i32)> {
    if position.mode() != Mode::Two {
        return None;
    }
    let mut rng = Rng::with_seed(seed ^ position.key() ^ u64::from(position.ply()));
    let moves = BOOK.moves(position, &mut rng);
    let best = moves.iter().map(|&(_, score)| score).max()?;
    let weight = |score: i32| (f64::from(score - best) / SPREAD).exp();
    let mut draw = rng.f64() * moves.iter().map(|&(_, score)| weight(score)).sum::<f64>();
    let drawn = moves.iter().find(|&&(_, score)| {
        draw -= weight(score);
        draw <= 0.0
    });
    // The sum is rounded.
    drawn.or(moves.last()).copied()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use sumito_rules::Layout;

    use super::*;

    /// Bytes of the book.
    const MAX: usize = 64 << 10;

    #[test]
    fn the_book_is_small_and_its_moves_are_legal() {
        assert!(OPENINGS.len() <= MAX, "{}", OPENINGS.len());
        assert!(Book::read(OPENINGS).is_some());
        assert!(Book::read("standard = a1b9 3").is_none() && Book::read("standard = a1b2").is_none());
    }

    #[test]
    fn every_layout_of_two_players_has_varied_openings() {
        for layout in Layout::ALL.into_iter().filter(|layout| layout.fits(Mode::Two)) {
            let mut openings = BTreeSet::new();
            for seed in 1..100 {
                let mut position = Position::start(Mode::Two, layout).unwrap();
                let mut opening = Vec::new();
                while let Some((m, _)) = choose(&position, seed) {
                    position = position.play(m).unwrap().position;
                    opening.push(m);
                }
                assert_eq!(opening.len(), 4, "{layout}: {opening:?}");
                openings.insert(opening);
            }
            assert!(openings.len() > 3, "{layout}: {openings:?}");
        }
    }

    #[test]
    fn images_of_a_position_have_the_images_of_its_moves() {
        let start = Position::start(Mode::Two, Layout::GermanDaisy).unwrap();
        let (key, symmetries) = least_image(&start);
        for m in start.legal_moves() {
            let after = start.play(m).unwrap().position;
            for symmetry in &symmetries {
                let back = symmetries[0].inverse();
                let image = back.of_move(symmetry.of_move(m));
                let other = start.play(image).unwrap().position;
                assert_eq!(least_image(&other).0, least_image(&after).0);
            }
        }
        assert!(symmetries.len() > 1 && !key.2);
    }
}
