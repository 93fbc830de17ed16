//! Many puzzles: copies of the collection, of all ratings.

use sumito_puzzles::{Puzzle, collection, themes};
use sumito_ratings::Rating;
use sumito_store::{NewPuzzle, Store};

/// Puzzles that are stored at once.
const AT_ONCE: usize = 1_000;

/// Stores this number of puzzles.
pub(crate) async fn add(store: &Store, count: u64, seed: u64) -> anyhow::Result<()> {
    let bits = |puzzle: &Puzzle| themes(puzzle).into_iter().fold(0, |bits, theme| bits | theme.bit());
    let collection: Vec<(u32, Puzzle)> = collection().map(|puzzle| (bits(&puzzle), puzzle)).collect();
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut puzzles = collection.iter().cycle().zip(0..count).map(|((themes, puzzle), number)| NewPuzzle {
        id: format!("{number:011}"),
        mode: puzzle.start().mode(),
        line: puzzle.to_string(),
        themes: *themes,
        rating: Rating { value: rng.f64().mul_add(1_600.0, 700.0), ..Rating::START },
        shuffle: rng.u32(..1 << 31),
        origin: None,
    });
    loop {
        let some: Vec<_> = puzzles.by_ref().take(AT_ONCE).collect();
        if some.is_empty() {
            return Ok(());
        }
        store.add_puzzles(&some).await?;
    }
}
