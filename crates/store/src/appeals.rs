//! Appeals of users against their sanctions.

use sumito_game::{Timestamp, UserId};
use uuid::Uuid;

use super::{AppealOutcome, Role, SanctionKind, SanctionRow, StoreError, TokenHash, store_api};
use sumito_kit::text::Text;

/// A new appeal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewAppeal {
    /// Id of the appeal; ids grow with time.
    pub id: Uuid,
    /// The sanction against which the user appeals.
    pub sanction: Uuid,
    /// The user who appeals.
    pub user: UserId,
    /// The user's reasons.
    pub words: Text,
    /// Time of the appeal.
    pub created_at: Timestamp,
}

/// Result of an appeal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddedAppeal {
    /// The appeal waits for a moderator.
    Added,
    /// The sanction is not in force.
    NoSanction,
    /// An earlier appeal waits for a moderator.
    Waiting,
    /// An earlier appeal was answered not long ago; the next one is possible from this time.
    TooEarly(Timestamp),
}

/// An appeal, in its user's view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AppealRow {
    /// Id of the appeal; ids grow with time.
    pub id: Uuid,
    /// The user's reasons.
    pub words: Text,
    /// Time of the appeal.
    pub created_at: Timestamp,
    /// The decision and its time; `None` while the appeal waits.
    pub decision: Option<AppealDecision>,
}

/// The decision on an appeal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AppealDecision {
    /// The decision on the appeal.
    pub outcome: AppealOutcome,
    /// The text for the user; empty if a moderator lifted the sanction without looking at the appeal.
    pub answer: Text,
    /// Time of the decision.
    pub at: Timestamp,
}

/// A sanction, in its user's view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImposedSanction {
    /// Id of the sanction.
    pub id: Uuid,
    /// Kind of the sanction.
    pub kind: SanctionKind,
    /// Whether it applies to a network, and not to the user.
    pub network: bool,
    /// Reason for the sanction.
    pub reason: String,
    /// Time of its start.
    pub created_at: Timestamp,
    /// Time at which it ends automatically.
    pub ends_at: Option<Timestamp>,
    /// Whether it is in force.
    pub in_force: bool,
    /// The last appeal of the user against it.
    pub appeal: Option<AppealRow>,
}

/// An appeal that waits for a moderator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitingAppeal {
    /// An appeal without an answer.
    pub appeal: AppealRow,
    /// The user who appeals.
    pub user: UserId,
    /// Name of the user; `None` for a removed guest.
    pub name: Option<String>,
    /// Role of the user.
    pub role: Role,
    /// The sanction against which the user appeals.
    pub sanction: SanctionRow,
    /// The moderator who imposed the sanction.
    pub made_by: UserId,
    /// Whether a moderator can decide who has not imposed the sanction.
    pub other_judges: bool,
}

/// A moderator's decision on an appeal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewDecision {
    /// The decision to record.
    pub outcome: AppealOutcome,
    /// The text for the user.
    pub answer: Text,
    /// The moderator who decides.
    pub by: UserId,
    /// Role of the moderator.
    pub role: Role,
    /// Time of the decision.
    pub at: Timestamp,
    /// The new end of a sanction that is shortened.
    pub ends_at: Option<Timestamp>,
}

/// Result of a decision on an appeal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decided {
    /// The decision is stored and logged.
    Done,
    /// No such appeal waits, or its sanction has ended.
    NoAppeal,
    /// The user has a role of the same or a higher rank.
    Rank(Role),
    /// The moderator has imposed the sanction, and another moderator can decide.
    OwnSanction,
    /// The new end is not before the current one.
    NotShorter,
}

/// The proof of a banned user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AppealToken {
    /// The user who can appeal.
    pub user: UserId,
    /// The sanction against which the user can appeal.
    pub sanction: Uuid,
}

store_api! { each_database:
    /// Stores the hash of a token with which a banned user can appeal, in place of the user's previous one.
    pub async fn set_appeal_token(
        &self,
        token: &TokenHash,
        proof: AppealToken,
        expires_at: Timestamp,
    ) -> Result<(), StoreError>;

    /// Returns the holder of a token for an appeal; `None` if it is unknown or expired.
    pub async fn appeal_token(&self, token: &TokenHash, now: Timestamp) -> Result<Option<AppealToken>, StoreError>;

    /// Returns a sanction, in this user's view.
    pub async fn imposed_sanction(
        &self,
        id: Uuid,
        user: UserId,
        now: Timestamp,
    ) -> Result<Option<ImposedSanction>, StoreError>;

    /// Returns the sanctions on a user that are in force, and those against which the user has appealed, newest first.
    pub async fn imposed_sanctions(
        &self,
        user: UserId,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<ImposedSanction>, StoreError>;

    /// Stores an appeal. After the answer to an earlier appeal against the same sanction, the user must wait for `again_after`
    /// microseconds.
    pub async fn add_appeal(&self, appeal: &NewAppeal, again_after: i64) -> Result<AddedAppeal, StoreError>;

    /// Returns the pending appeals against sanctions in force, oldest first.
    pub async fn waiting_appeals(
        &self,
        after: Option<Uuid>,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<WaitingAppeal>, StoreError>;

    /// Decides an appeal: changes the sanction, and the bans of networks that were imposed with it, and writes the log.
    pub async fn decide_appeal(&self, id: Uuid, decision: &NewDecision) -> Result<Decided, StoreError>;

    /// Removes up to `limit` tokens for appeals that expired before then.
    pub async fn forget_appeal_tokens(&self, before: Timestamp, limit: u32) -> Result<u64, StoreError>;
}
