//! The stored form of studies and edits.

use std::sync::Arc;

use sumito_game::UserId;
use sumito_store::{Store, StoreError, StudyEvent};
use sumito_studies::{Edit, Study};
use sumito_vocabulary::StudyRole;
use uuid::Uuid;

/// A study that was read from the store.
#[derive(Debug)]
pub(super) struct Known {
    pub(super) study: Arc<Study>,
    /// Number of the last event.
    pub(super) seq: u64,
    /// The events since the snapshot.
    pub(super) events: Vec<(StudyEvent, Edit)>,
}

/// Reads a study; `None` if it does not exist.
pub(super) async fn read(store: &Store, id: Uuid) -> Result<Option<Known>, StoreError> {
    let Some(stored) = store.study(id).await? else { return Ok(None) };
    let data = serde_json::from_str(&stored.snapshot).map_err(|error| corrupt(id, &error))?;
    let mut study = Study::read(&data).map_err(|error| corrupt(id, &error))?;
    let mut events = Vec::with_capacity(stored.events.len());
    let mut seq = stored.snapshot_seq;
    for event in stored.events {
        let edit = edit(id, &event)?;
        if event.seq != seq + 1 {
            return Err(corrupt(id, &format!("event {} is missing", seq + 1)));
        }
        study.apply(&edit).map_err(|error| corrupt(id, &error))?;
        seq = event.seq;
        events.push((event, edit));
    }
    Ok(Some(Known { study: Arc::new(study), seq, events }))
}

/// Reads a stored edit.
pub(super) fn edit(id: Uuid, event: &StudyEvent) -> Result<Edit, StoreError> {
    serde_json::from_str(&event.edit).map_err(|error| corrupt(id, &error))
}

/// Returns the error for a study with unreadable data.
pub(super) fn corrupt(id: Uuid, what: &dyn std::fmt::Display) -> StoreError {
    StoreError::Corrupt(format!("study {id}: {what}"))
}

/// Returns the stored form of a study.
pub(super) fn snapshot(study: &Study) -> String {
    serde_json::to_string(&study.data()).expect("plain values have a JSON form")
}

/// Returns the stored form of an edit.
pub(super) fn edit_text(edit: &Edit) -> String {
    serde_json::to_string(edit).expect("plain values have a JSON form")
}

/// Returns the number of chapters.
pub(super) fn chapters(study: &Study) -> u32 {
    u32::try_from(study.chapters.len()).unwrap_or(u32::MAX)
}

/// Returns the member to whom an edit gives another role, with that role.
pub(super) fn member(edit: &Edit) -> Option<(UserId, Option<StudyRole>)> {
    match edit {
        Edit::SetMember { user, role } => Some((UserId(*user), Some(*role))),
        Edit::RemoveMember { user } => Some((UserId(*user), None)),
        _ => None,
    }
}
