//! Current seek of each user, across all lobbies. It decides whether a seek is still valid.

use std::collections::HashMap;

use parking_lot::{Mutex, MutexGuard};
use sumito_game::{RoomId, Timestamp, UserId};
use sumito_kit::node::NodeId;
use sumito_kit::recency_cache::RecencyCache;
use sumito_store::COMMAND_REPEATED_WITHIN;

use super::seek::{GameKind, RatingRange, Seek, SeekId};

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
    /// Whether the user is a bot.
    pub(super) is_bot: bool,
    /// Whether the user meets bots.
    pub(super) bots: bool,
    /// Id of the command that started the seek.
    pub(super) command: Option<String>,
    /// Node of the player.
    pub(super) node: NodeId,
    /// Time at which the matchmaker entered it.
    pub(super) entered_at: Timestamp,
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

/// The reason why a seek does not become the user's current one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NotBegun {
    /// The game of the user's seek is being created: the user cannot start another seek now.
    BeingMade,
    /// The user has cancelled the seek, or has started a later one.
    Over,
}

/// Current seek of each user.
#[derive(Debug, Default)]
pub(super) struct ActiveSeeks(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    seeking: HashMap<UserId, ActiveSeek>,
    users: HashMap<SeekId, UserId>,
    found: RecencyCache<UserId, MatchedSeek>,
    /// Time at which the user cancelled last.
    cancelled: RecencyCache<UserId, Timestamp>,
}

impl ActiveSeeks {
    /// Returns the user's current or latest seek if it has this id or was started by this command, and the room that it has led to.
    pub(super) fn earlier(
        &self,
        user: UserId,
        seek: Option<SeekId>,
        command: Option<&str>,
        now: Timestamp,
    ) -> Option<(SeekId, Option<RoomId>)> {
        let is_it = |id: SeekId, of: Option<&str>| Some(id) == seek || (command.is_some() && of == command);
        let state = self.state();
        let current = state.seeking.get(&user);
        if let Some(current) = current.filter(|current| is_it(current.id, current.command.as_deref())) {
            return Some((current.id, None));
        }
        let found = state.found.get(&user).filter(|found| is_it(found.id, found.command.as_deref()))?;
        (now.since(found.at) <= COMMAND_REPEATED_WITHIN).then_some((found.id, Some(found.room)))
    }

    /// Returns the node from which a user seeks.
    pub(super) fn node_of(&self, user: UserId) -> Option<NodeId> {
        self.state().seeking.get(&user).map(|seeking| seeking.node)
    }

    /// Returns the commands that started these seeks.
    pub(super) fn commands_of<'a>(&self, seeks: impl Iterator<Item = &'a Seek>) -> Vec<(SeekId, String)> {
        let state = self.state();
        let command = |seek: &Seek| Some((seek.id, state.seeking.get(&seek.user())?.command.clone()?));
        seeks.filter_map(command).collect()
    }

    /// Returns the user of a seek, and the seek.
    pub(super) fn of(&self, seek: SeekId) -> Option<(UserId, ActiveSeek)> {
        let state = self.state();
        let user = *state.users.get(&seek)?;
        Some((user, state.seeking.get(&user)?.clone()))
    }

    /// Makes this the only seek of `user`; returns the previous one. A seek that started at `since` and is entered `again` must still be
    /// the user's latest request.
    pub(super) fn begin(
        &self,
        user: UserId,
        seeking: ActiveSeek,
        again: Option<Timestamp>,
    ) -> Result<Option<ActiveSeek>, NotBegun> {
        let mut state = self.state();
        let before = state.seeking.get(&user);
        if let Some(since) = again {
            let is_cancelled = state.cancelled.get(&user).is_some_and(|&at| at >= since);
            if is_cancelled || before.is_some_and(|before| before.id > seeking.id) {
                return Err(NotBegun::Over);
            }
        }
        if before.is_some_and(|before| before.making) {
            return Err(NotBegun::BeingMade);
        }
        let before = state.remove(user);
        state.users.insert(seeking.id, user);
        state.seeking.insert(user, seeking);
        Ok(before)
    }

    /// Ends the seek of `user`, or only the seek `only`; returns it, unless its game is being created.
    pub(super) fn cancel(&self, user: UserId, only: Option<SeekId>, now: Timestamp) -> Option<ActiveSeek> {
        let mut state = self.state();
        if only.is_none() {
            state.cancelled.set(user, now);
        }
        let is_it = |seeking: &&ActiveSeek| !seeking.making && only.is_none_or(|only| only == seeking.id);
        state.seeking.get(&user).filter(is_it)?;
        state.remove(user)
    }

    /// Ends a seek without a game.
    pub(super) fn give_up(&self, seek: &Seek) {
        let mut state = self.state();
        if state.is_current(seek) {
            state.remove(seek.user());
        }
    }

    /// Returns the node of the player, and the time at which the seek was entered, if it is still valid.
    pub(super) fn origin(&self, seek: &Seek) -> Option<(NodeId, Timestamp)> {
        let state = self.state();
        let current = state.seeking.get(&seek.user()).filter(|current| current.id == seek.id)?;
        Some((current.node, current.entered_at))
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

    /// Returns the seeks among these that are not open.
    pub(super) fn missing(&self, seeks: Vec<SeekId>) -> Vec<SeekId> {
        let state = self.state();
        seeks.into_iter().filter(|seek| !state.users.contains_key(seek)).collect()
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

#[cfg(test)]
mod tests {
    use sumito_game::TimeControl;
    use sumito_rules::{Layout, Mode};
    use uuid::Uuid;

    use super::*;

    const USER: UserId = UserId(Uuid::from_u128(1));

    fn seeking(id: u128) -> ActiveSeek {
        ActiveSeek {
            id: SeekId(Uuid::from_u128(id)),
            lobby: "main".to_owned(),
            game: GameKind {
                mode: Mode::Two,
                layout: Layout::Standard,
                time: TimeControl::None,
                rated: false,
            },
            range: RatingRange::ALL,
            is_bot: false,
            bots: false,
            command: None,
            node: NodeId(Uuid::nil()),
            entered_at: Timestamp(0),
            making: false,
        }
    }

    #[test]
    fn only_the_latest_wish_of_a_user_is_entered_again() {
        let seeks = ActiveSeeks::default();
        seeks.begin(USER, seeking(3), None).unwrap();
        assert_eq!(seeks.begin(USER, seeking(2), Some(Timestamp(5))), Err(NotBegun::Over));
        assert_eq!(seeks.begin(USER, seeking(4), Some(Timestamp(5))), Ok(Some(seeking(3))));
        assert_eq!(seeks.cancel(USER, Some(seeking(3).id), Timestamp(7)), None);
        assert_eq!(seeks.cancel(USER, None, Timestamp(7)), Some(seeking(4)));
        assert_eq!(seeks.begin(USER, seeking(4), Some(Timestamp(5))), Err(NotBegun::Over));
        assert_eq!(seeks.begin(USER, seeking(5), Some(Timestamp(8))), Ok(None));
        assert_eq!(seeks.missing(vec![seeking(4).id, seeking(5).id]), [seeking(4).id]);
    }
}
