//! An Abalone engine for two, three and four players.
//!
//! A [`Searcher`] searches the best move of a [`Root`] within [`Limits`], until a [`Stop`]. Its only input from outside is the monotonic
//! clock, and only with a time limit: the same root, seed and node limit give the same move on every machine, with one thread and a
//! [cleared](Searcher::clear) searcher.
//!
//! ```
//! use sumito_engine::{Limits, Root, Searcher, Stop};
//! use sumito_rules::{Layout, Mode, Position};
//!
//! let root = Root::new(Position::start(Mode::Two, Layout::BelgianDaisy)?);
//! let mut searcher = Searcher::new(1);
//! let found = searcher.search(&root, &Limits::depth(4), &Stop::new(), &mut |progress| println!("{}", progress.score));
//! assert!(root.position().legal_moves().contains(found.best.unwrap()));
//! # Ok::<(), sumito_rules::SetupError>(())
//! ```

mod alpha_beta;
pub mod book;
mod chance;
mod choose;
mod deepen;
pub mod evaluate;
mod history;
mod judge;
mod level;
mod limits;
mod line;
pub mod network;
mod pace;
mod path;
mod pause;
mod picker;
mod quiescence;
mod report;
mod root;
mod score;
mod searcher;
mod threats;
mod transposition_table;
pub mod uai;
mod weak_search;
pub mod weights;

pub use chance::shares;
pub use level::{InvalidLevel, Level};
pub use limits::{Limits, Stop};
pub use pace::{TimeLeft, time_for_move};
pub use report::{Progress, ScoredLine, SearchResult};
pub use root::{DrawRules, Root};
pub use score::Score;
pub use searcher::{Clock, Searcher, SlicedSearch};
