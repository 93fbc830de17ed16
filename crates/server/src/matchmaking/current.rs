//! What each user seeks at the moment. The one place that says whether a seek still counts, whatever lobby it waits in.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sumito_game::{RoomId, Timestamp, UserId};

use super::recent::Recent;
use super::seek::{Game, RatingRange, Seek, SeekId};

/// A command that comes after this time is a new one, even with an id that was used before.
const SENT_AGAIN_MAX: Duration = Duration::from_mins(10);

/// What a user seeks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Seeking {
    /// Which seek.
    pub(super) id: SeekId,
    /// In which lobby.
    pub(super) lobby: String,
    /// What.
    pub(super) game: Game,
    /// How strong the others may be.
    pub(super) range: RatingRange,
    /// The id of the command that began it.
    pub(super) command: Option<String>,
    /// Whether the game is being made at this moment.
    pub(super) making: bool,
}

/// A seek that has led to a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) id: SeekId,
    pub(super) command: Option<String>,
    pub(super) room: RoomId,
    pub(super) at: Timestamp,
}

/// What a command finds that was sent before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Earlier {
    /// Its seek still waits.
    Waits(SeekId),
    /// Its seek has led to a game.
    Found(SeekId, RoomId),
}

/// The game of the seek that somebody has is being made: they cannot seek another one just now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BeingMade;

/// What each user seeks at the moment.
#[derive(Debug, Default)]
pub(super) struct Current(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    seeking: HashMap<UserId, Seeking>,
    users: HashMap<SeekId, UserId>,
    found: Recent<UserId, Found>,
}

impl Current {
    /// What came of the command with this id, if it was one of the user's last ones.
    pub(super) fn earlier(&self, user: UserId, command: &str, now: Timestamp) -> Option<Earlier> {
        let state = self.state();
        let is_it = |id: &Option<String>| id.as_deref() == Some(command);
        if let Some(seeking) = state.seeking.get(&user).filter(|seeking| is_it(&seeking.command)) {
            return Some(Earlier::Waits(seeking.id));
        }
        let found = state.found.get(&user).filter(|found| is_it(&found.command))?;
        if now.since(found.at) > SENT_AGAIN_MAX {
            return None;
        }
        Some(Earlier::Found(found.id, found.room))
    }

    /// Who waits with this seek, and for what.
    pub(super) fn of(&self, seek: SeekId) -> Option<(UserId, Seeking)> {
        let state = self.state();
        let user = *state.users.get(&seek)?;
        Some((user, state.seeking.get(&user)?.clone()))
    }

    /// From now on `user` seeks this and nothing else; returns what they sought before.
    pub(super) fn begin(&self, user: UserId, seeking: Seeking) -> Result<Option<Seeking>, BeingMade> {
        let mut state = self.state();
        if state.seeking.get(&user).is_some_and(|before| before.making) {
            return Err(BeingMade);
        }
        let before = state.remove(user);
        state.users.insert(seeking.id, user);
        state.seeking.insert(user, seeking);
        Ok(before)
    }

    /// From now on `user` seeks nothing; returns what they sought, unless its game is being made.
    pub(super) fn end(&self, user: UserId) -> Option<Seeking> {
        let mut state = self.state();
        if state.seeking.get(&user)?.making { None } else { state.remove(user) }
    }

    /// The seek has come to nothing.
    pub(super) fn give_up(&self, seek: &Seek) {
        let mut state = self.state();
        if state.is_current(seek) {
            state.remove(seek.user());
        }
    }

    /// Whether it still counts.
    pub(super) fn counts(&self, seek: &Seek) -> bool {
        self.state().is_current(seek)
    }

    /// Says that the game of these seeks is being made, if all of them count.
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

    /// The game of these seeks could not be made: they count again.
    pub(super) fn unclaim<'a>(&self, seeks: impl Iterator<Item = &'a Seek>) {
        self.state().set_making(seeks, false);
    }

    /// The game of this seek was made.
    pub(super) fn found(&self, seek: &Seek, room: RoomId, at: Timestamp) {
        let mut state = self.state();
        let command = state.remove(seek.user()).and_then(|seeking| seeking.command);
        state.found.set(seek.user(), Found { id: seek.id, command, room, at });
    }

    /// In which lobby each of those waits who wait.
    pub(super) fn lobbies(&self) -> Vec<String> {
        self.state().seeking.values().map(|seeking| seeking.lobby.clone()).collect()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
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

    fn remove(&mut self, user: UserId) -> Option<Seeking> {
        let seeking = self.seeking.remove(&user)?;
        self.users.remove(&seeking.id);
        Some(seeking)
    }
}
