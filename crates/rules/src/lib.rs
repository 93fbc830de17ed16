//! The rules of Abalone for two, three and four players.
//!
//! A [`Position`] provides its legal moves, plays a [`Move`], explains illegal moves, and describes the effect of a move. It is a small
//! value without any external state: no clock, no randomness, no identity. Rules of a match (draws, time, resignation) are outside of this
//! crate.
//!
//! ```
//! use sumito_rules::{Layout, Mode, Position};
//!
//! let mut position = Position::start(Mode::Two, Layout::BelgianDaisy)?;
//! for text in ["a1b2", "i5h5", "c2c3"] {
//!     position = position.play(position.parse_move(text)?)?.position;
//! }
//! println!("{} moves in {position}", position.legal_moves().len());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod assumption;
mod bitboard;
mod cell;
mod color;
mod dialect;
mod direction;
mod effect;
mod ejections;
mod formations;
mod game_reader;
mod illegal;
mod layout;
mod marble_move;
mod mode;
mod move_list;
mod notation;
mod perft;
mod play;
mod position;
mod position_text;
mod ray;
mod record;
mod record_text;
mod setup;
mod symmetry;
mod text_reader;
mod zobrist;

pub use assumption::Assumption;
pub use bitboard::{Bitboard, Cells};
pub use cell::{Cell, CellError};
pub use color::{Color, ColorError};
pub use dialect::ResultToken;
pub use direction::Direction;
pub use effect::{Effect, Played};
pub use ejections::Ejections;
pub use formations::{Block, Contact, Formations, Group, GroupKind};
pub use game_reader::{GameReader, GameReading, Step, StepKind};
pub use illegal::IllegalMove;
pub use layout::{Layout, LayoutError};
pub use marble_move::{Move, Shape};
pub use mode::{Mode, ModeError, Team};
pub use move_list::{MoveList, Moves};
pub use notation::{MoveError, NotationError};
pub use perft::{perft, perft_playing};
pub use position::Position;
pub use position_text::PositionError;
pub use record::{Record, TagError, Turn, tag};
pub use record_text::{Place, RecordError, RecordErrorKind};
pub use setup::{MARBLES_TO_WIN, Setup, SetupError};
pub use symmetry::Symmetry;
pub use text_reader::Tag;
