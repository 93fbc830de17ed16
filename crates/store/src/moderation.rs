//! Moderation: sanctions, reports and the log.

use std::net::IpAddr;

use futures_util::FutureExt;
use sumito_game::{Timestamp, UserId};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use uuid::Uuid;

use sumito_kit::names::{self, Called};

use super::{
    ModerationActionKind, ReportRow, SanctionKind, SessionId, Store, StoreError, each_database, store_api,
};
use sumito_kit::text::Text;

/// A new sanction against a user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSanction {
    /// Id of the user.
    pub user: UserId,
    /// Name of the user, for the log.
    pub name: String,
    /// Kind of the sanction.
    pub kind: SanctionKind,
    /// Whether it also applies to the networks from which the user's sessions were started.
    pub networks: bool,
    /// Reason for the sanction.
    pub reason: Text,
    /// The moderator who imposed it.
    pub made_by: UserId,
    /// Time of its start.
    pub created_at: Timestamp,
    /// Time at which it ends automatically.
    pub ends_at: Option<Timestamp>,
}

/// A sanction against a user or a network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SanctionRow {
    /// Id of the sanction; ids grow with time.
    pub id: Uuid,
    /// Kind of the sanction.
    pub kind: SanctionKind,
    /// Target of the sanction.
    pub whom: SanctionTarget,
    /// Reason for the sanction.
    pub reason: String,
    /// Name of the moderator who imposed it.
    pub made_by: String,
    /// Time of its start.
    pub created_at: Timestamp,
    /// Time at which it ends automatically.
    pub ends_at: Option<Timestamp>,
    /// Time at which a moderator has lifted it.
    pub lifted_at: Option<Timestamp>,
}

/// Target of a sanction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SanctionTarget {
    /// A user, with their name.
    User(UserId, String),
    /// An IPv4 address or the /64 network of an IPv6 address, as text.
    Network(String),
}

/// A report to the moderators.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FiledReport {
    /// Content of the report.
    pub report: ReportRow,
    /// Time at which a moderator has closed it; `None` while it waits.
    pub closed_at: Option<Timestamp>,
    /// Name of the reporter; `None` for a removed guest.
    pub reporter: Option<String>,
    /// Name of the reported player; `None` for a removed guest.
    pub reported: Option<String>,
    /// The open reports about the player; `None` in a record.
    pub together: Option<ReportsTogether>,
}

/// The open reports about a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReportsTogether {
    /// Number of the reports.
    pub reports: u64,
    /// Number of accounts that have made them. Guests do not count.
    pub accounts: u64,
}

impl FiledReport {
    /// Returns the place of the report in the list of open reports: reports of players whom only guests report come last.
    pub fn place(&self) -> (bool, Uuid) {
        (self.together.is_none_or(|together| together.accounts == 0), self.report.id)
    }
}

/// Numbers of tasks that wait for the moderators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ModerationCounts {
    /// Players whom accounts have reported.
    pub reports: u64,
    /// Appeals without an answer.
    pub appeals: u64,
    /// Signals of unfair play that no moderator has dismissed.
    pub signals: u64,
}

/// Numbers of a span of time, for the public.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ModerationFigures {
    /// Reports of players.
    pub reports: u64,
    /// Reports that moderators have closed.
    pub closed: u64,
    /// Median of the time from a report to its end, in microseconds, of the reports that were closed; `None` if there are none.
    pub median: Option<u64>,
    /// Bans of users, without bans of networks.
    pub bans: u64,
    /// Mutes of users.
    pub mutes: u64,
    /// Appeals of users.
    pub appeals: u64,
    /// Decisions on appeals: lifted, shortened, kept.
    pub outcomes: [u64; 3],
}

/// A moderator's action, for the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModerationAction {
    /// Id of the entry; ids grow with time.
    pub id: Uuid,
    /// Time of the action.
    pub at: Timestamp,
    /// The moderator who acted.
    pub by: UserId,
    /// Kind of the action.
    pub kind: ModerationActionKind,
    /// Target of the action: the id of a user, a room, a sanction.
    pub target: String,
    /// Description in words.
    pub words: String,
}

/// An entry of the moderation log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogRow {
    /// Id of the entry.
    pub id: Uuid,
    /// Time of the action.
    pub at: Timestamp,
    /// Name of the moderator who acted.
    pub by: String,
    /// Kind of the action.
    pub kind: ModerationActionKind,
    /// Target of the action.
    pub target: String,
    /// Description in words.
    pub words: String,
}

/// An active sanction, with its end and reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActiveSanction {
    /// Id of the sanction.
    pub id: Uuid,
    /// Time at which it ends automatically.
    pub ends_at: Option<Timestamp>,
    /// Reason for the sanction.
    pub reason: String,
}

impl ActiveSanction {
    /// Returns the end as the last part of a sentence; empty if it does not end automatically.
    pub fn until(&self) -> String {
        let moment = self.ends_at.and_then(|moment| {
            let seconds = moment.0.div_euclid(1_000_000);
            OffsetDateTime::from_unix_timestamp(seconds).ok()?.format(&Rfc3339).ok()
        });
        moment.map_or_else(String::new, |moment| format!(" until {moment}"))
    }
}

store_api! { each_database:
    /// Imposes a sanction and writes it to the log. A ban ends all sessions and tokens of the user, which are returned.
    pub async fn sanction(&self, sanction: &NewSanction) -> Result<Vec<SessionId>, StoreError>;

    /// Ends a sanction early and writes that to the log; `false` if it is not active.
    pub async fn lift_sanction(&self, id: Uuid, by: UserId, now: Timestamp) -> Result<bool, StoreError>;

    /// Returns the active sanction of this kind against a user or a network: if there are several, the sanction that ends last.
    pub async fn sanction_in_force(
        &self,
        kind: SanctionKind,
        user: Option<UserId>,
        network: Option<IpAddr>,
        now: Timestamp,
    ) -> Result<Option<ActiveSanction>, StoreError>;

    /// Returns the active sanctions, newest first; only a single user's sanctions if `user` is given.
    pub async fn sanctions(
        &self,
        user: Option<UserId>,
        before: Option<Uuid>,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<SanctionRow>, StoreError>;

    /// Returns reports that wait for a moderator, after a [place](FiledReport::place): the first report about each player, or all reports
    /// about one. Players whom only guests report come last.
    pub async fn waiting_reports(
        &self,
        about: Option<UserId>,
        after: Option<(bool, Uuid)>,
        limit: u32,
    ) -> Result<Vec<FiledReport>, StoreError>;

    /// Counts reports, sanctions and appeals from `from` until before `until`.
    pub async fn moderation_figures(&self, from: Timestamp, until: Timestamp) -> Result<ModerationFigures, StoreError>;

    /// Counts the tasks that wait for the moderators.
    pub async fn moderation_counts(&self, now: Timestamp) -> Result<ModerationCounts, StoreError>;

    /// Returns the chat line of an open report.
    pub async fn reported_line(&self, report: Uuid) -> Result<Option<Uuid>, StoreError>;

    /// Closes a report, or `all` that are open about the same player, and writes that to the log; `false` if it is not open.
    pub async fn close_report(&self, id: Uuid, all: bool, action: &ModerationAction) -> Result<bool, StoreError>;

    /// Writes an entry to the moderation log.
    pub async fn log_action(&self, action: &ModerationAction) -> Result<(), StoreError>;

    /// Returns the moderators' actions, newest first.
    pub async fn moderation_log(&self, before: Option<Uuid>, limit: u32) -> Result<Vec<LogRow>, StoreError>;
}

impl Store {
    /// Renames an account and writes that to the log; `false` if there is no such account.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if another account has that name.
    pub async fn rename(
        &self,
        user: UserId,
        name: &str,
        key: &str,
        action: &ModerationAction,
    ) -> Result<bool, StoreError> {
        let renamed = each_database!(self, queries => queries.rename(user, name, key, action).boxed().await)?;
        if renamed {
            names::changed(user, Called { name: name.to_owned(), guest: false });
        }
        Ok(renamed)
    }
}
