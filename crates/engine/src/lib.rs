//! A player of Abalone for two, three and four players.
//!
//! A [`Searcher`] looks for the best move of a [`Root`] within [`Limits`], until it is told to [`Stop`]. It has no link to
//! the world but the monotonic clock, and only if a limit of time is given: the same root, seed and limit of nodes give the same
//! move on every machine, with one thread and a searcher that was [cleared](Searcher::clear).
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
mod choose;
pub mod evaluate;
mod history;
mod judge;
mod level;
mod limits;
mod line;
pub mod network;
mod pace;
mod path;
mod picker;
mod quiescence;
mod report;
mod root;
mod score;
mod searcher;
mod table;
mod threats;
pub mod uai;
pub mod weights;

pub use level::{Level, NoSuchLevel};
pub use limits::{Limits, Stop};
pub use pace::{TimeLeft, time_for_move};
pub use report::{Found, Progress};
pub use root::{DrawRules, Root};
pub use score::Score;
pub use searcher::Searcher;
