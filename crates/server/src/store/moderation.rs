//! What moderators have decided, and what they have done.

use std::net::IpAddr;

use sumito_game::{Timestamp, UserId};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use uuid::Uuid;

use crate::names::{self, Called};

use super::{ReportRow, SessionId, Store, StoreError, each_database};
use crate::text::Text;

/// What is kept from somebody.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SanctionKind {
    /// To be here: nobody logs in, becomes a guest or makes an account.
    Ban,
    /// To be read by others.
    Mute,
}

impl SanctionKind {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Ban, Self::Mute];

    /// As it is stored.
    pub fn word(self) -> &'static str {
        match self {
            Self::Ban => "ban",
            Self::Mute => "mute",
        }
    }

    /// Reads what [`word`](Self::word) writes.
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }
}

/// What a moderator wants to keep from a user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSanction {
    /// From whom.
    pub user: UserId,
    /// What they are called, for the log.
    pub name: String,
    /// What.
    pub kind: SanctionKind,
    /// Whether also from whoever comes from where the user's sessions were begun.
    pub networks: bool,
    /// Why.
    pub reason: Text,
    /// Who says so.
    pub made_by: UserId,
    /// When.
    pub created_at: Timestamp,
    /// When it ends by itself.
    pub ends_at: Option<Timestamp>,
}

/// Something that is kept from a user or a network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SanctionRow {
    /// What it is called by; ids grow with time.
    pub id: Uuid,
    /// What is kept.
    pub kind: SanctionKind,
    /// From whom.
    pub whom: Sanctioned,
    /// Why.
    pub reason: String,
    /// The name of who said so.
    pub made_by: String,
    /// When it began.
    pub created_at: Timestamp,
    /// When it ends by itself.
    pub ends_at: Option<Timestamp>,
}

/// From whom something is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sanctioned {
    /// A user, and what they are called.
    User(UserId, String),
    /// An IPv4 address or the /64 network of an IPv6 address, as text.
    Network(String),
}

/// A report that waits for a moderator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitingReport {
    /// What was told.
    pub report: ReportRow,
    /// What the reporter is called; `None` for a guest who is gone.
    pub reporter: Option<String>,
    /// What the reported player is called; `None` for a guest who is gone.
    pub reported: Option<String>,
}

/// What moderators do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DeedKind {
    /// Keep somebody away.
    Ban,
    /// Let nobody read somebody.
    Mute,
    /// End a sanction before its time.
    Lift,
    /// Give an account another name.
    Rename,
    /// End what goes on in a room.
    CloseRoom,
    /// Be done with a report.
    CloseReport,
    /// Remove a line of a chat.
    RemoveLine,
    /// Remove all that somebody has said in chats.
    ClearLines,
    /// Replace words of a tournament.
    Reword,
    /// Let the server take no new games.
    Drain,
    /// Let it take new games again.
    Undrain,
    /// Tell everybody something, or take that back.
    Announce,
    /// Read settings again.
    Reload,
    /// Act in a tournament of others.
    Tournament,
}

impl DeedKind {
    /// All of them.
    pub const ALL: [Self; 14] = [
        Self::Ban,
        Self::Mute,
        Self::Lift,
        Self::Rename,
        Self::CloseRoom,
        Self::CloseReport,
        Self::RemoveLine,
        Self::ClearLines,
        Self::Reword,
        Self::Drain,
        Self::Undrain,
        Self::Announce,
        Self::Reload,
        Self::Tournament,
    ];

    /// As it is stored.
    pub fn word(self) -> &'static str {
        match self {
            Self::Ban => "ban",
            Self::Mute => "mute",
            Self::Lift => "lift",
            Self::Rename => "rename",
            Self::CloseRoom => "close_room",
            Self::CloseReport => "close_report",
            Self::RemoveLine => "remove_line",
            Self::ClearLines => "clear_lines",
            Self::Reword => "reword",
            Self::Drain => "drain",
            Self::Undrain => "undrain",
            Self::Announce => "announce",
            Self::Reload => "reload",
            Self::Tournament => "tournament",
        }
    }

    /// Reads what [`word`](Self::word) writes.
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }
}

impl From<SanctionKind> for DeedKind {
    fn from(kind: SanctionKind) -> Self {
        match kind {
            SanctionKind::Ban => Self::Ban,
            SanctionKind::Mute => Self::Mute,
        }
    }
}

/// What a moderator has done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deed {
    /// Ids grow with time.
    pub id: Uuid,
    /// When.
    pub at: Timestamp,
    /// Who.
    pub by: UserId,
    /// What.
    pub kind: DeedKind,
    /// Whom or what it concerned: the id of a user, a room, a sanction.
    pub target: String,
    /// In words.
    pub words: String,
}

/// A line of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogRow {
    /// What it is called by.
    pub id: Uuid,
    /// When.
    pub at: Timestamp,
    /// The name of who did it.
    pub by: String,
    /// What.
    pub kind: DeedKind,
    /// Whom or what it concerned.
    pub target: String,
    /// In words.
    pub words: String,
}

/// Why somebody may not do something, and until when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InForce {
    /// When it ends by itself.
    pub ends_at: Option<Timestamp>,
    /// Why.
    pub reason: String,
}

impl InForce {
    /// Until when, as the end of a sentence; nothing where it does not end by itself.
    pub fn until(&self) -> String {
        let moment = self.ends_at.and_then(|moment| {
            let seconds = moment.0.div_euclid(1_000_000);
            OffsetDateTime::from_unix_timestamp(seconds).ok()?.format(&Rfc3339).ok()
        });
        moment.map_or_else(String::new, |moment| format!(" until {moment}"))
    }
}

impl Store {
    /// Keeps something from somebody, and writes it into the log. A ban ends all sessions and tokens of the user: they are returned.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when nothing can be stored.
    pub async fn sanction(&self, sanction: &NewSanction) -> Result<Vec<SessionId>, StoreError> {
        each_database!(self, queries => queries.sanction(sanction).await)
    }

    /// Ends a sanction before its time, and writes it into the log; `false` where it is not in force.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when nothing can be stored.
    pub async fn lift_sanction(&self, id: Uuid, by: UserId, now: Timestamp) -> Result<bool, StoreError> {
        each_database!(self, queries => queries.lift_sanction(id, by, now).await)
    }

    /// What of a kind is kept from a user or a network at this moment: the one that ends last.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn sanction_in_force(
        &self,
        kind: SanctionKind,
        user: Option<UserId>,
        network: Option<IpAddr>,
        now: Timestamp,
    ) -> Result<Option<InForce>, StoreError> {
        each_database!(self, queries => queries.sanction_in_force(kind, user, network, now).await)
    }

    /// What is kept from people at this moment, the newest first; of one user where `user` is given.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn sanctions(
        &self,
        user: Option<UserId>,
        before: Option<Uuid>,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<SanctionRow>, StoreError> {
        each_database!(self, queries => queries.sanctions(user, before, now, limit).await)
    }

    /// Gives an account another name, and writes it into the log; `false` where there is no such account.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when somebody has that name.
    pub async fn rename(&self, user: UserId, name: &str, key: &str, deed: &Deed) -> Result<bool, StoreError> {
        let renamed = each_database!(self, queries => queries.rename(user, name, key, deed).await)?;
        if renamed {
            names::changed(user, Called { name: name.to_owned(), guest: false });
        }
        Ok(renamed)
    }

    /// The reports that wait for a moderator, the oldest first.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn waiting_reports(
        &self,
        after: Option<Uuid>,
        limit: u32,
    ) -> Result<Vec<WaitingReport>, StoreError> {
        each_database!(self, queries => queries.waiting_reports(after, limit).await)
    }

    /// Takes a report off the queue, and writes that into the log; `false` where it does not wait.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when nothing can be stored.
    pub async fn close_report(&self, id: Uuid, deed: &Deed) -> Result<bool, StoreError> {
        each_database!(self, queries => queries.close_report(id, deed).await)
    }

    /// Writes into the moderators' log.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when nothing can be stored.
    pub async fn log_deed(&self, deed: &Deed) -> Result<(), StoreError> {
        each_database!(self, queries => queries.log_deed(deed).await)
    }

    /// What moderators have done, the newest first.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn moderation_log(&self, before: Option<Uuid>, limit: u32) -> Result<Vec<LogRow>, StoreError> {
        each_database!(self, queries => queries.moderation_log(before, limit).await)
    }
}
