//! A channel in memory, and the readings of it.

use std::mem;

use uuid::Uuid;

use super::Request;
use super::channel_state::ChannelState;
use sumito_store::LineSelector;

/// A channel in memory. Requests wait until it has been read.
#[derive(Default)]
pub(super) struct ChannelSlot {
    state: Option<Box<ChannelState>>,
    waiting: Vec<Request>,
    reading: Option<Reading>,
}

/// A reading of a channel from the store, in progress.
#[derive(Debug, Default)]
pub(super) struct Reading {
    /// Last message that was known when the reading started.
    pub(super) known: Option<Uuid>,
    /// The channel has changed since then.
    pub(super) again: bool,
    /// Messages were removed since then, which may have been read.
    pub(super) is_outdated: bool,
}

impl ChannelSlot {
    /// Returns the channel, if it has been read.
    pub(super) fn state(&mut self) -> Option<&mut ChannelState> {
        self.state.as_deref_mut()
    }

    /// Starts a reading. Returns `false` if there is one in progress, which will be repeated.
    pub(super) fn begin_reading(&mut self) -> bool {
        if let Some(reading) = &mut self.reading {
            reading.again = true;
            return false;
        }
        let known = self.state.as_ref().and_then(|state| state.last());
        self.reading = Some(Reading { known, ..Reading::default() });
        true
    }

    pub(super) fn end_reading(&mut self) -> Option<Reading> {
        self.reading.take()
    }

    /// Sets the channel that was read. Returns the requests that have waited for it.
    pub(super) fn open(&mut self, state: ChannelState) -> Vec<Request> {
        self.state = Some(Box::new(state));
        mem::take(&mut self.waiting)
    }

    /// Returns the requests that wait, if the channel cannot be read.
    pub(super) fn fail(self) -> Vec<Request> {
        self.waiting
    }

    /// Keeps a request until the channel has been read. Returns it if that is so already.
    pub(super) fn wait(&mut self, request: Request) -> Option<Request> {
        if self.state.is_some() {
            return Some(request);
        }
        self.waiting.push(request);
        None
    }

    /// Removes messages from memory.
    pub(super) fn remove(&mut self, which: LineSelector) {
        if let Some(reading) = &mut self.reading {
            reading.is_outdated = true;
        }
        if let Some(state) = &mut self.state {
            state.remove(which);
        }
    }

    /// Returns whether the channel may leave memory, if `is_needed` says that nothing needs its state.
    pub(super) fn may_leave(&self, is_needed: impl FnOnce(&ChannelState) -> bool) -> bool {
        self.reading.is_none() && self.state.as_deref().is_some_and(|state| !is_needed(state))
    }
}
