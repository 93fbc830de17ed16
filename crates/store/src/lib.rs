//! Persistent storage in SQLite, PostgreSQL or SQLite in memory, chosen by URL. The only crate that contains SQL.
//!
//! Each subject (users, rooms, events, games, outages, the feed of finished games) has its types and its part of the [`Store`] in a file
//! here, and its queries in `queries/`. Both databases share the text of each query: `queries/` is compiled twice, once for each, so that
//! the compiler checks both and neither can fall behind. `store_api!` declares the public methods, which call these queries.
//!
//! Each purpose has its own pool of connections, so that purposes do not wait for each other: reading rooms and tokens, lists of games,
//! new users, projections of finished games. The event log has the [`Writer`], which alone writes events of rooms and tournaments.

#![allow(clippy::missing_errors_doc, reason = "`StoreError` documents the errors that all calls share")]

mod accounts;
mod activity;
mod administration;
mod analyses;
mod appeals;
mod apps;
mod archive;
mod challenges;
mod chat;
mod claims;
mod clubs;
mod conversations;
mod copy;
mod error;
mod events;
mod explorer;
mod facets;
mod files;
mod follows;
mod games;
mod idempotency;
mod lease;
mod login_attempts;
mod mail;
pub mod migrations;
mod moderation;
mod moderation_records;
mod move_timings;
mod nodes;
mod notes;
mod outages;
mod payload;
mod personal;
mod players;
mod postgres;
mod projections;
mod push;
mod puzzles;
mod ratings;
mod receipts;
mod registration;
mod reminders;
mod rooms;
mod sessions;
mod signals;
#[cfg(feature = "simulated")]
pub mod simulated;
mod sqlite;
mod stale;
mod statistics;
mod studies;
pub mod sweep;
mod tournaments;
mod two_factor;
mod users;
mod vacations;
mod webhooks;
mod writer;

use tokio_util::sync::CancellationToken;

use sumito_config as config;

pub use accounts::{
    AcceptedTerms, AccountRow, DeleteOutcome, Grounds, NewCredentials, Outdated, RecoveryOutcome, Stored,
};
pub use activity::{ActiveDay, ActivityDelta, BestWin, RatedWin, RatingDay};
pub use administration::{AdministrationState, ClaimedByNode, StoredAnnouncement};
pub use analyses::{StoredAnalysis, TooManyAnalyses};
pub use appeals::{
    AddedAppeal, AppealDecision, AppealRow, AppealToken, Decided, ImposedSanction, NewAppeal, NewDecision,
    WaitingAppeal,
};
pub use apps::{AppRow, AppTokenLimits, CodeRow, DeviceRow, DeviceSelector};
pub use archive::ArchiveStats;
pub use challenges::{AddChallengeError, ChallengeChange, ChallengeRow, ChallengeTerms, PairingRow};
pub use chat::{
    AddedLine, LineContent, LineLimit, LineLimits, LineRow, LineSelector, NewLine, channel_club, club_channel,
};
pub use claims::{Claim, ClaimKey, ClaimKind, Mandate, Membership, PastClaim, Tenure};
pub use clubs::{
    AddedAnnouncement, ClubAnnouncementRow, ClubChange, ClubEntry, ClubFilter, ClubLinkRow, ClubMemberCursor,
    ClubMemberRow, ClubOutcome, ClubRequestRow, ClubRow, ClubSettings, ClubStanding, NewClubAnnouncement,
    NewClubLink,
};
pub use conversations::{
    COUNTED_LINES, ConversationLimits, ConversationRow, ConversationView, HiddenConversation, UserPair,
};
pub use copy::{CopyError, CopyStats, backup, copy};
pub use error::{ConnectError, Source, StoreError};
pub use events::{Change, EventHash, RoomChange, RoomMembership, StoredEvent};
pub use explorer::{
    CanonicalPosition, EXPLORED_PLIES, ExploredCounts, ExplorerMove, PositionKey, rating_band,
};
pub use follows::{Acquaintance, FollowCounts, FollowRow, FollowerRow};
pub use games::{
    FinishedGame, GameCursor, GameFilter, GameMoves, GameSummary, PlayerCounts, TournamentGame, WinnerFilter,
    imported_room,
};
pub use idempotency::{BegunRequest, IdempotentRequest, StoredAnswer};
pub use login_attempts::AttemptKey;
pub use mail::{MailAddressKey, MailLookup, MailRow};
pub use moderation::{
    ActiveSanction, FiledReport, LogRow, ModerationAction, ModerationCounts, ModerationFigures, NewSanction,
    ReportsTogether, SanctionRow, SanctionTarget,
};
pub use moderation_records::{ModerationNoteRow, NetworkUser, NewModerationNote, ReportsWith};
pub use nodes::{LEASE, LeaseDeadline, NodeId, NodeRow, Sharing};
pub use notes::NoteRow;
pub use outages::Outage;
pub use payload::UnloadRecord;
pub use personal::{NOT_EXPORTED, PERSONAL, PersonalPart, PersonalType};
pub use players::{AddedReport, AvatarRow, FaceRow, ProfileRow, ReportLimits, ReportRow};
pub use projections::{FeedConsumer, FeedEntry, Projection, ProjectionUpdate};
pub use push::PushRow;
pub use puzzles::{
    LeftOut, NewPuzzle, PuzzleAttempt, PuzzleOrigin, PuzzleRow, PuzzleRun, PuzzleSearch, PuzzleSolver,
    RecordDay, ReportedAttempt, RunRecord,
};
pub use ratings::{
    ConductViolation, LeaderCursor, LeaderRow, RatedGame, RatingChange, RatingPoint, RatingRow, SuspectPair,
    pool_of, pool_with,
};
pub use receipts::{NewReceipt, ReceiptKeyRow, ReceiptRow};
pub use registration::{AccountSearch, ListedAccount, NewAccount, NewRegistrationLink, RegistrationLinkRow};
pub use reminders::ReminderRow;
pub use rooms::{
    COMMAND_REPEATED_WITHIN, EARLIER_EVENTS, NewRoom, PairedSeek, RoomCursor, RoomRow, StoredRoom,
};
pub use sessions::{NewSession, SessionId, SessionRow, SessionSelector, TokenHash, TokenOwner};
pub use signals::{FoundSignal, PoolGame, SignalKind, SignalRow};
pub use stale::{Removal, Stale, StaleCursor, StaleIds};
pub use statistics::{
    GameKey, GameTotals, OpponentRow, ResultCounts, Score, Statistics, StatisticsDelta, Streak,
};
pub use studies::{
    AddedStudy, AppendedStudyEvent, NewStudy, NewStudyEvent, OnlyPublic, StoredStudy, StudyEvent,
    StudyFilter, StudyRow,
};
pub use sumito_clubs::{ClubLimits, ClubRefusal, Joined};
pub use sumito_vocabulary::{
    AppealOutcome, ChallengeStatus, ClubJoining, ClubRole, ModerationActionKind, Preset, PuzzleVote,
    RatingBand, Role, RunKind, SanctionKind, StudyRole, StudyVisibility, Visibility,
};
pub use tournaments::{
    InvitationRow, ListedTournament, OfClub, StoredTournament, TournamentChange, TournamentEvent,
    TournamentFilter, TournamentRow, TournamentState,
};
pub use two_factor::{SecondFactor, TwoFactorRow};
pub use users::{BotCursor, BotRow, ListedBot, UserRow};
pub use vacations::{VacationAllowance, VacationRow, VacationStart};
pub use webhooks::{DeliveryOutcome, DueDelivery, Pace, WebhookMessage, WebhookRow};
pub use writer::Writer;

/// Handle to the storage. Cheap to clone.
///
/// Every query may fail as [`StoreError`] describes. Methods have a section on errors only if there is more to say.
#[derive(Clone, Debug)]
pub struct Store(Backend);

#[derive(Clone, Debug)]
enum Backend {
    Sqlite(sqlite::Queries),
    Postgres(Box<postgres::Queries>),
    #[cfg(feature = "simulated")]
    Simulated(simulated::Queries),
}

/// Calls a query on the database in use.
macro_rules! each {
    ($store:expr, $queries:ident => $call:expr) => {
        match &$store.0 {
            $crate::Backend::Sqlite($queries) => $call,
            $crate::Backend::Postgres($queries) => $call,
            #[cfg(feature = "simulated")]
            $crate::Backend::Simulated($queries) => $call,
        }
    };
}
use each;

/// Calls a query on the database in use. The simulated store does not support it.
macro_rules! each_database {
    ($store:expr, $queries:ident => $call:expr) => {
        match &$store.0 {
            $crate::Backend::Sqlite($queries) => $call,
            $crate::Backend::Postgres($queries) => $call,
            #[cfg(feature = "simulated")]
            $crate::Backend::Simulated(_) => Err($crate::simulated::not_simulated()),
        }
    };
}
use each_database;

/// Declares queries of the [`Store`]: for each signature, a method that calls the query of the same name on the database in use.
///
/// `store_api! { each: … }` declares queries that the simulated store supports, `store_api! { each_database: … }` the others. A method that
/// does more than that is an ordinary function with [`each!`] or [`each_database!`] in its body.
///
/// The methods hide the types of the futures of queries. Otherwise the compiler would prove in each caller of a method, and in the callers of
/// these, that a query with all of `SQLx` inside it can move between threads: a large part of the time to build the server.
macro_rules! store_api {
    ($dispatch:ident: $(
        $(#[$attribute:meta])*
        pub async fn $name:ident(&self $(, $argument:ident: $type:ty)* $(,)?) -> $output:ty;
    )*) => {
        impl $crate::Store {
            $(
                $(#[$attribute])*
                pub async fn $name(&self, $($argument: $type),*) -> $output {
                    $crate::$dispatch!(self, queries => futures_util::FutureExt::boxed(queries.$name($($argument),*)).await)
                }
            )*
        }
    };
}
use store_api;

impl Store {
    /// Opens the database at `url` for a server: creates a missing SQLite file, waits for other servers to stop, fences servers that have
    /// died, and runs the migrations. `memory:` is a new, empty store that is dropped with its last clone.
    ///
    /// # Errors
    /// [`ConnectError`] for a fault of the URL, the database or its tables, or if another server uses it.
    pub async fn connect(url: &str, config: &config::Database) -> Result<Self, ConnectError> {
        let backend = match scheme(url) {
            "sqlite" => Backend::Sqlite(sqlite::connect(url, config).await?),
            "postgres" | "postgresql" => {
                Backend::Postgres(Box::new(postgres::connect(url, config, Sharing::Alone).await?))
            }
            "memory" => Backend::Sqlite(sqlite::in_memory().await?),
            // The URL may contain a password: only the scheme goes into the message.
            other => return Err(ConnectError::Scheme(other.to_owned())),
        };
        Ok(Self(backend))
    }

    /// Opens the PostgreSQL database at `url` for a server that shares it with other servers: creates the tables, waits for servers that do
    /// not share it, and fences servers that have died. [`membership`](Self::membership) has the owners of all things.
    ///
    /// # Errors
    /// [`ConnectError`], the same as for [`connect`](Self::connect), and [`ConnectError::NotShared`] for other databases.
    pub async fn join(url: &str, config: &config::Database) -> Result<Self, ConnectError> {
        match scheme(url) {
            "postgres" | "postgresql" => {
                Ok(Self(Backend::Postgres(Box::new(postgres::connect(url, config, Sharing::Shared).await?))))
            }
            _ => Err(ConnectError::NotShared),
        }
    }

    /// Opens the database at `url` for reading, even while a server uses it. Creates and changes nothing.
    ///
    /// # Errors
    /// [`ConnectError`] for a fault of the URL or the database, if there is no database, or if its tables have a
    /// different version.
    pub async fn open_existing(url: &str, config: &config::Database) -> Result<Self, ConnectError> {
        let backend = match scheme(url) {
            "sqlite" => Backend::Sqlite(sqlite::open_existing(url, config).await?),
            "postgres" | "postgresql" => {
                Backend::Postgres(Box::new(postgres::open_existing(url, config).await?))
            }
            "memory" => return Err(ConnectError::Missing(url.to_owned())),
            other => return Err(ConnectError::Scheme(other.to_owned())),
        };
        Ok(Self(backend))
    }

    /// Opens the database at `url` for changing users, even while a server uses it. Does not create or migrate tables, and has no
    /// [`Writer`].
    ///
    /// # Errors
    /// [`ConnectError`], the same as for [`open_existing`](Self::open_existing).
    pub async fn open_beside(url: &str, config: &config::Database) -> Result<Self, ConnectError> {
        let backend = match scheme(url) {
            "sqlite" => Backend::Sqlite(sqlite::open_beside(url, config).await?),
            "postgres" | "postgresql" => {
                Backend::Postgres(Box::new(postgres::open_beside(url, config).await?))
            }
            "memory" => return Err(ConnectError::Missing(url.to_owned())),
            other => return Err(ConnectError::Scheme(other.to_owned())),
        };
        Ok(Self(backend))
    }

    /// Waits for pending queries, closes all connections and lets another server use the database. The [`Writer`] must be closed before.
    pub async fn close(&self) {
        each!(self, queries => queries.close().await);
    }

    /// Returns the number of connections in use by pool.
    pub fn connections_used(&self) -> [(&'static str, u32); 4] {
        match &self.0 {
            Backend::Sqlite(queries) => queries.connections_used(),
            Backend::Postgres(queries) => queries.connections_used(),
            #[cfg(feature = "simulated")]
            Backend::Simulated(_) => Default::default(),
        }
    }

    /// Checks that the database answers.
    pub async fn ping(&self) -> Result<(), StoreError> {
        each!(self, queries => queries.ping().await)
    }

    /// Returns a token that is cancelled when another server has fenced this one and claimed the database: this server must then stop,
    /// since it can store no more events.
    pub fn fenced(&self) -> CancellationToken {
        match &self.0 {
            Backend::Postgres(queries) => queries.fenced(),
            // The lock of a file cannot be lost.
            Backend::Sqlite(_) => CancellationToken::new(),
            #[cfg(feature = "simulated")]
            Backend::Simulated(queries) => queries.fenced(),
        }
    }
}

/// Returns the part before the first colon.
fn scheme(url: &str) -> &str {
    url.split_once(':').map_or(url, |(scheme, _)| scheme)
}
