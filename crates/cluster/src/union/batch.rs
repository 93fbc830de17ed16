//! Entries of one message, bounded in bytes.

use std::fmt::Debug;

use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use tracing::error;

use crate::MAX_MESSAGE_BYTES;

/// Size above which a batch is full. With a last entry of the same size it still fits into a message.
const FULL_AT_BYTES: usize = MAX_MESSAGE_BYTES / 2 - 1024;

/// Encoded entries of one message.
#[derive(Debug, Default)]
pub(super) struct Batch {
    entries: Vec<Box<RawValue>>,
    bytes: usize,
}

impl Batch {
    /// Returns whether no further entry is certain to fit.
    pub(super) fn is_full(&self) -> bool {
        self.bytes >= FULL_AT_BYTES
    }

    /// Adds an entry, which `name` describes. An entry that is too large is left out.
    pub(super) fn push(&mut self, name: impl Debug, entry: &impl Serialize) {
        match to_raw_value(entry) {
            Ok(entry) if entry.get().len() <= FULL_AT_BYTES => {
                self.bytes += entry.get().len() + 1;
                self.entries.push(entry);
            }
            Ok(entry) => error!(?name, bytes = entry.get().len(), "entry too large for other nodes"),
            Err(error) => error!(?name, %error, "entry not serializable (bug)"),
        }
    }

    pub(super) fn into_entries(self) -> Vec<Box<RawValue>> {
        self.entries
    }
}
