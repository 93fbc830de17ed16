//! Current seek of each user, across all lobbies. It decides whether a seek is still valid.

use std::collections::HashMap;
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};
use sumito_game::{RoomId, Timestamp, UserId};
use sumito_kit::recency_cache::RecencyCache;

use super::seek::{GameKind, RatingRange, Seek, SeekId};

/// Time after which a command counts as new, even with an id that was used before.
const SENT_AGAIN_MAX: Duration = Duration::from_mins(10);

/// Current seek of a user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ActiveSeek {
    /// Id of the seek.
    pub(super) id: SeekId,
    /// Lobby of the seek.
    pub(super) lobby: String,
    /// Kind of game.
    pub(super) game: GameKind,
    /// Allowed ratings of the others.
    pub(super) range: RatingRange,
    /// Id of the command that began the seek.
    pub(super) command: Option<String>,
    /// Whether the game is being created at this moment.
    pub(super) making: bool,
}

/// A seek that has led to a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct MatchedSeek {
    pub(super) id: SeekId,
    pub(super) command: Option<String>,
    pub(super) room: RoomId,
    pub(super) at: Timestamp,
}

/// Result of an earlier command with the same id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PriorSeek {
    /// Its seek is still open.
    Waits(SeekId),
    /// Its seek has led to a game.
    Found(SeekId, RoomId),
}

/// The game of the user's seek is being created: the user cannot begin another seek now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct MatchInProgress;

/// Current seek of each user.
#[derive(Debug, Default)]
pub(super) struct ActiveSeeks(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    seeking: HashMap<UserId, ActiveSeek>,
    users: HashMap<SeekId, UserId>,
    found: RecencyCache<UserId, MatchedSeek>,
}

impl ActiveSeeks {
    /// Returns the result of the command with this id, if it is one of the user's latest.
    pub(super) fn earlier(&self, user: UserId, command: &str, now: Timestamp) -> Option<PriorSeek> {
        let state = self.state();
        let is_it = |id: &Option<String>| id.as_deref() == Some(command);
        if let Some(seeking) = state.seeking.get(&user).filter(|seeking| is_it(&seeking.command)) {
            return Some(PriorSeek::Waits(seeking.id));
        }
        let found = state.found.get(&user).filter(|found| is_it(&found.command))?;
        if now.since(found.at) > SENT_AGAIN_MAX {
            return None;
        }
        Some(PriorSeek::Found(found.id, found.room))
    }

    /// Returns the user of a seek, and the seek.
    pub(super) fn of(&self, seek: SeekId) -> Option<(UserId, ActiveSeek)> {
        let state = self.state();
        let user = *state.users.get(&seek)?;
        Some((user, state.seeking.get(&user)?.clone()))
    }

    /// Makes this the only seek of `user`; returns the previous one.
    pub(super) fn begin(
        &self,
        user: UserId,
        seeking: ActiveSeek,
    ) -> Result<Option<ActiveSeek>, MatchInProgress> {
        let mut state = self.state();
        if state.seeking.get(&user).is_some_and(|before| before.making) {
            return Err(MatchInProgress);
        }
        let before = state.remove(user);
        state.users.insert(seeking.id, user);
        state.seeking.insert(user, seeking);
        Ok(before)
    }

    /// Ends the seek of `user`; returns it, unless its game is being created.
    pub(super) fn end(&self, user: UserId) -> Option<ActiveSeek> {
        let mut state = self.state();
        if state.seeking.get(&user)?.making { None } else { state.remove(user) }
    }

    /// Ends a seek without a game.
    pub(super) fn give_up(&self, seek: &Seek) {
        let mut state = self.state();
        if state.is_current(seek) {
            state.remove(seek.user());
        }
    }

    /// Returns whether a seek is still valid.
    pub(super) fn counts(&self, seek: &Seek) -> bool {
        self.state().is_current(seek)
    }

    /// Marks the game of these seeks as being created, if all of them are valid.
    pub(super) fn claim<'a>(&self, seeks: impl Iterator<Item = &'a Seek> + Clone) -> bool {
        let mut state = self.state();
        let all = seeks.clone().all(|seek| {
            state.is_current(seek) && state.seeking.get(&seek.user()).is_some_and(|seeking| !seeking.making)
        });
        if all {
            state.set_making(seeks, true);
        }
        all
    }

    /// Makes these seeks valid again, since their game could not be created.
    pub(super) fn unclaim<'a>(&self, seeks: impl Iterator<Item = &'a Seek>) {
        self.state().set_making(seeks, false);
    }

    /// Records that the game of this seek was created.
    pub(super) fn found(&self, seek: &Seek, room: RoomId, at: Timestamp) {
        let mut state = self.state();
        let command = state.remove(seek.user()).and_then(|seeking| seeking.command);
        state.found.set(seek.user(), MatchedSeek { id: seek.id, command, room, at });
    }

    /// Returns the lobby of each open seek.
    pub(super) fn lobbies(&self) -> Vec<String> {
        self.state().seeking.values().map(|seeking| seeking.lobby.clone()).collect()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock()
    }
}

impl State {
    fn is_current(&self, seek: &Seek) -> bool {
        self.seeking.get(&seek.user()).is_some_and(|seeking| seeking.id == seek.id)
    }

    fn set_making<'a>(&mut self, seeks: impl Iterator<Item = &'a Seek>, making: bool) {
        for seek in seeks {
            if let Some(seeking) = self.seeking.get_mut(&seek.user()) {
                seeking.making = making;
            }
        }
    }

    fn remove(&mut self, user: UserId) -> Option<ActiveSeek> {
        let seeking = self.seeking.remove(&user)?;
        self.users.remove(&seeking.id);
        Some(seeking)
    }
}
