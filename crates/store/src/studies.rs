//! Studies and their events. The store does not interpret snapshots and edits.

use sumito_game::{Timestamp, UserId};
use uuid::Uuid;

use super::{StoreError, StudyRole, StudyVisibility, UserRow, store_api};

/// A study in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StudyRow {
    /// Id of the study.
    pub id: Uuid,
    /// The user who owns it.
    pub owner: UserRow,
    /// The displayed name.
    pub name: String,
    /// Who may read it.
    pub visibility: StudyVisibility,
    /// Number of chapters.
    pub chapters: u32,
    /// Time of creation.
    pub created_at: Timestamp,
    /// Time of the last edit.
    pub changed_at: Timestamp,
}

/// A new study.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewStudy {
    /// Id of the study.
    pub id: Uuid,
    /// The user who owns it.
    pub owner: UserId,
    /// The displayed name.
    pub name: String,
    /// Who may read it.
    pub visibility: StudyVisibility,
    /// Number of chapters.
    pub chapters: u32,
    /// The whole study.
    pub snapshot: String,
    /// Its size, which counts for its owner.
    pub bytes: u64,
    /// Time of creation.
    pub created_at: Timestamp,
}

/// A study row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredStudy {
    /// The study after an earlier event.
    pub snapshot: String,
    /// The number of that event; 0 for a new study.
    pub snapshot_seq: u64,
    /// The later events, in order.
    pub events: Vec<StudyEvent>,
    /// Time of creation.
    pub created_at: Timestamp,
    /// Time of the last edit.
    pub changed_at: Timestamp,
}

/// An edit of a study.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StudyEvent {
    /// Number of the event, from 1.
    pub seq: u64,
    /// The user who made the edit.
    pub user: UserId,
    /// Time of the edit.
    pub at: Timestamp,
    /// The edit as JSON.
    pub edit: String,
}

/// An event to be stored, and its changes to the rows of its study.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewStudyEvent {
    /// The event. Its number must be the next one.
    pub event: StudyEvent,
    /// The id of the user's command.
    pub command: Option<String>,
    /// The name of the study after it.
    pub name: String,
    /// The visibility of the study after it.
    pub visibility: StudyVisibility,
    /// The number of chapters after it.
    pub chapters: u32,
    /// The size of the study after it.
    pub bytes: u64,
    /// The most bytes that the studies of its owner may have together; `None` for an event that adds nothing.
    pub max_bytes: Option<u64>,
    /// The member who gets another role, with that role; no role removes the member.
    pub member: Option<(UserId, Option<StudyRole>)>,
    /// A snapshot, if one is due: the whole study after an earlier event, the number of that event, and the number up to which events are
    /// dropped.
    pub snapshot: Option<(String, u64, u64)>,
}

/// Outcome of storing an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AppendedStudyEvent {
    /// The event is stored.
    Stored,
    /// The user's command has caused the event of this number before.
    Repeated(u64),
    /// Another event has this number: read it and decide again.
    Stale,
    /// The study was deleted.
    Gone,
    /// The studies of the owner would be too large.
    Full,
}

/// Outcome of adding a study.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddedStudy {
    /// The study is stored.
    Added,
    /// The owner has too many studies.
    TooMany,
    /// The studies of the owner would be too large.
    Full,
}

/// The studies of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StudyFilter {
    /// All public studies.
    Public,
    /// The studies of an owner; only the public ones, or all.
    OwnedBy(UserId, OnlyPublic),
    /// The studies of which the user is a member.
    SharedWith(UserId),
}

/// Whether a list has public studies only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnlyPublic {
    /// Public studies only.
    Yes,
    /// All studies of the user.
    No,
}

store_api! { each_database:
    /// Adds a study, unless its owner has `limit` studies, or they would have more than `max_bytes`.
    pub async fn add_study(&self, study: &NewStudy, limit: u32, max_bytes: u64) -> Result<AddedStudy, StoreError>;

    /// Returns a study with its events since the last snapshot.
    pub async fn study(&self, id: Uuid) -> Result<Option<StoredStudy>, StoreError>;

    /// Returns up to `limit` events of a study after the event `after`; `None` if there is no such study, or if some of them were dropped.
    pub async fn study_events(&self, id: Uuid, after: u64, limit: u32) -> Result<Option<Vec<StudyEvent>>, StoreError>;

    /// Returns the number of the event that a user's command has caused.
    pub async fn study_command(&self, id: Uuid, user: UserId, command: &str) -> Result<Option<u64>, StoreError>;

    /// Stores the next event of a study.
    pub async fn append_study_event(&self, id: Uuid, event: &NewStudyEvent) -> Result<AppendedStudyEvent, StoreError>;

    /// Deletes a study; returns whether it existed.
    pub async fn delete_study(&self, id: Uuid) -> Result<bool, StoreError>;

    /// Returns the studies of a list before a cursor, the last changed first.
    pub async fn studies(
        &self,
        filter: StudyFilter,
        before: Option<(Timestamp, Uuid)>,
        limit: u32,
    ) -> Result<Vec<StudyRow>, StoreError>;

    /// Returns the number of studies of which a user is a member.
    pub async fn count_shared_studies(&self, user: UserId) -> Result<u64, StoreError>;

    /// Returns the users with these ids, in any order.
    pub async fn users(&self, ids: &[UserId]) -> Result<Vec<UserRow>, StoreError>;
}
