//! One tournament: entries, pairings, results, standings. Free of I/O.
//!
//! A [`Tournament`] is a value. [`Tournament::decide`] returns the events that a command causes and changes nothing; [`Tournament::apply`]
//! applies a recorded event. The state is the fold of the events, so the [`Record`]s suffice to rebuild the tournament.
//!
//! ```text
//! command ──decide──▶ events ──(store)──▶ apply ──▶ tournament ──(create missing games)──▶ rooms
//!    ▲                                                                                       │
//!    └──────────────── GameFinished, for every game that ends, any number of times ◀─────────┘
//! ```
//!
//! A tournament does not play games itself. [`Tournament::games_to_make`] lists the games in progress, each with the id of its room, which
//! is derived from the tournament's id and the game's number. After a crash the same list leads to the same rooms. Results come back as
//! [`Command::GameFinished`]; a known result has no effect.
//!
//! Times and the presence of players are arguments ([`Context`]). The owner of a tournament sends [`Command::Tick`] at
//! [`Tournament::next_alarm`], and when a player comes or goes.

#![forbid(unsafe_code)]

mod actor;
mod arena;
mod bracket;
mod command;
mod command_error;
mod direct_encounter;
mod double_elimination;
mod event;
pub mod export;
mod format;
mod game;
mod groups;
mod ids;
pub mod import;
mod invitation;
mod knockout;
pub mod limits;
mod matching;
mod notice;
mod participant;
mod round;
mod round_robin;
mod seats;
mod settings;
mod standing;
mod standings;
mod swiss;
mod teams;
mod tournament;
mod verdict;

pub use actor::Actor;
pub use bracket::{BracketMatch, BracketSlot};
pub use command::{Applicant, Command, Context, Rewording};
pub use command_error::CommandError;
pub use event::{Event, PlannedGame, Record};
pub use format::{Arena, DoubleElimination, Format, Groups, Knockout, RoundRobin, Swiss};
pub use game::{AddedTime, Game, PendingGame};
pub use groups::GroupPlace;
pub use ids::{ClubId, GameNumber, ParticipantId};
pub use invitation::{Invitation, InvitationStatus};
pub use notice::{Announcement, Penalty};
pub use participant::{Member, Participant, PlannedBye};
pub use round::{Bye, Draft, Round};
pub use settings::{Entry, Rounds, Settings, SettingsError, Start, Teams};
pub use standing::{Score, Standing};
pub use sumito_vocabulary::{
    Admission, BracketPart, ByeKind, Membership, SwissPairing, TieBreak, TournamentFormatName,
    TournamentStatus, UnplayedRounds,
};
pub use teams::{Team, TeamStanding, TeamStatus};
pub use tournament::{ReplayError, Tournament};
pub use verdict::{RulingReason, Verdict};
