//! In memory: forgotten when the process ends. For measurements, simulations and servers that are thrown away.

use std::collections::{BTreeMap, HashMap};
use std::ops::Bound;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sumito_game::{GameId, Phase, Reason, Timestamp, UserId};
use sumito_protocol::RoomId;

use super::{
    EventId, FinishedGame, GameFilter, NewRoom, RoomChange, RoomRow, StoreError, StoredEvent, TokenHash,
    UserRow,
};

type Result<T> = std::result::Result<T, StoreError>;

/// What the databases keep in tables. All clones are the same store.
#[derive(Clone, Debug, Default)]
pub(super) struct Queries(Arc<Mutex<Tables>>);

#[derive(Debug, Default)]
struct Tables {
    users: HashMap<UserId, UserRow>,
    /// Whose token it is, by the token's hash.
    tokens: HashMap<[u8; 32], UserId>,
    rooms: BTreeMap<RoomId, Room>,
    rooms_made_by: HashMap<UserId, Vec<RoomId>>,
    games: BTreeMap<(Timestamp, GameId), FinishedGame>,
    finished_at: HashMap<GameId, Timestamp>,
}

#[derive(Debug)]
struct Room {
    new: NewRoom,
    phase: Phase,
    /// Number `n` at place `n - 1`.
    events: Vec<StoredEvent>,
}

#[expect(clippy::unused_async, reason = "the same form as the queries on databases")]
impl Queries {
    fn tables(&self) -> MutexGuard<'_, Tables> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) async fn close(&self) {}

    pub(super) async fn ping(&self) -> Result<()> {
        Ok(())
    }

    pub(super) async fn add_user(&self, user: &UserRow, token: &TokenHash) -> Result<()> {
        let mut tables = self.tables();
        if tables.users.contains_key(&user.id) || tables.tokens.contains_key(&token.0) {
            return Err(StoreError::Conflict("the user or the token exists".into()));
        }
        tables.users.insert(user.id, user.clone());
        tables.tokens.insert(token.0, user.id);
        Ok(())
    }

    pub(super) async fn user_of_token(&self, token: &TokenHash) -> Result<Option<UserRow>> {
        let tables = self.tables();
        Ok(tables.tokens.get(&token.0).and_then(|user| tables.users.get(user)).cloned())
    }

    pub(super) async fn append(&self, changes: &[RoomChange]) -> Result<()> {
        self.append_now(changes)
    }

    pub(super) fn append_now(&self, changes: &[RoomChange]) -> Result<()> {
        self.tables().append(changes)
    }

    pub(super) async fn room(&self, id: RoomId) -> Result<Option<RoomRow>> {
        Ok(self.tables().rooms.get(&id).map(|room| room.new.row.clone()))
    }

    pub(super) async fn rooms_after(&self, after: Option<RoomId>, limit: u32) -> Result<Vec<RoomRow>> {
        let first = after.map_or(Bound::Unbounded, Bound::Excluded);
        let tables = self.tables();
        let rooms = tables.rooms.range((first, Bound::Unbounded)).take(limit as usize);
        Ok(rooms.map(|(_, room)| room.new.row.clone()).collect())
    }

    pub(super) async fn room_events(&self, id: RoomId) -> Result<Vec<StoredEvent>> {
        Ok(self.tables().rooms.get(&id).map(|room| room.events.clone()).unwrap_or_default())
    }

    pub(super) async fn events_and_phase(&self, id: RoomId) -> Result<(Vec<StoredEvent>, Option<Phase>)> {
        let tables = self.tables();
        let room = tables.rooms.get(&id);
        Ok(room.map(|room| (room.events.clone(), Some(room.phase))).unwrap_or_default())
    }

    pub(super) async fn playing_rooms(&self) -> Result<Vec<RoomRow>> {
        let tables = self.tables();
        let playing = tables.rooms.values().filter(|room| room.phase == Phase::Playing);
        Ok(playing.map(|room| room.new.row.clone()).collect())
    }

    pub(super) async fn events_of_rooms(
        &self,
        rooms: &[RoomId],
    ) -> Result<HashMap<RoomId, Vec<StoredEvent>>> {
        let tables = self.tables();
        let rooms = rooms.iter().filter_map(|id| tables.rooms.get_key_value(id));
        Ok(rooms.map(|(&id, room)| (id, room.events.clone())).collect())
    }

    /// Nothing is ever torn off: events are only put after the last.
    pub(super) async fn torn_off_events(&self) -> Result<Vec<(RoomId, u64)>> {
        Ok(Vec::new())
    }

    pub(super) async fn room_made_by(&self, user: UserId, command_id: &str) -> Result<Option<RoomId>> {
        Ok(self.tables().room_made_by(user, command_id))
    }

    pub(super) async fn count_open_rooms(&self, user: UserId) -> Result<u64> {
        let tables = self.tables();
        let open = |room: &Room| matches!(room.phase, Phase::Waiting | Phase::Playing);
        Ok(tables.rooms_of(user).filter(|(_, room)| open(room)).count() as u64)
    }

    pub(super) async fn games(&self, filter: &GameFilter) -> Result<Vec<FinishedGame>> {
        let tables = self.tables();
        let first = Bound::Unbounded;
        let last =
            filter.after.map_or(Bound::Unbounded, |cursor| Bound::Excluded((cursor.finished_at, cursor.id)));
        let games = tables.games.range((first, last)).rev().map(|(_, game)| game);
        let wanted = games.filter(|game| is_wanted(game, filter)).take(filter.limit as usize);
        Ok(wanted.cloned().collect())
    }

    pub(super) async fn game(&self, id: GameId) -> Result<Option<FinishedGame>> {
        let tables = self.tables();
        Ok(tables.finished_at.get(&id).and_then(|&at| tables.games.get(&(at, id))).cloned())
    }
}

impl Tables {
    /// All of it, or nothing.
    fn append(&mut self, changes: &[RoomChange]) -> Result<()> {
        for (index, change) in changes.iter().enumerate() {
            if let Err(error) = self.add(change) {
                for done in changes[..index].iter().rev() {
                    self.undo(done);
                }
                return Err(error);
            }
        }
        for change in changes {
            if let (Some(phase), Some(room)) = (change.phase, self.rooms.get_mut(&change.room)) {
                room.phase = phase;
            }
        }
        Ok(())
    }

    /// Adds what one change brings; nothing of it if that cannot be.
    fn add(&mut self, change: &RoomChange) -> Result<()> {
        if let Some(game) = &change.finished
            && self.finished_at.contains_key(&game.id)
        {
            return Err(StoreError::Conflict(format!("game {} exists", game.id.0).into()));
        }
        if let Some(new) = &change.new {
            self.add_room(new)?;
        }
        let added = match self.rooms.get_mut(&change.room) {
            Some(room) => room.add(change.room, &change.events),
            None => Err(StoreError::Query(format!("there is no room {}", change.room).into())),
        };
        if let Err(error) = added {
            self.remove_room(change);
            return Err(error);
        }
        if let Some(game) = &change.finished {
            self.finished_at.insert(game.id, game.finished_at);
            self.games.insert((game.finished_at, game.id), game.as_ref().clone());
        }
        Ok(())
    }

    /// Takes back what [`add`](Self::add) did.
    fn undo(&mut self, change: &RoomChange) {
        if let Some(room) = self.rooms.get_mut(&change.room) {
            room.events.truncate(room.events.len() - change.events.len());
        }
        if let Some(game) = &change.finished {
            self.finished_at.remove(&game.id);
            self.games.remove(&(game.finished_at, game.id));
        }
        self.remove_room(change);
    }

    fn add_room(&mut self, new: &NewRoom) -> Result<()> {
        if !self.users.contains_key(&new.created_by) {
            return Err(StoreError::Query("the maker of a room is not known".into()));
        }
        let made_before =
            new.command_id.as_deref().is_some_and(|id| self.room_made_by(new.created_by, id).is_some());
        if self.rooms.contains_key(&new.row.id) || made_before {
            return Err(StoreError::Conflict("the room exists, or the command made one before".into()));
        }
        self.rooms_made_by.entry(new.created_by).or_default().push(new.row.id);
        let room = Room { new: new.clone(), phase: Phase::Waiting, events: Vec::new() };
        self.rooms.insert(new.row.id, room);
        Ok(())
    }

    /// Takes the room away again that a change has brought, if it brought one.
    fn remove_room(&mut self, change: &RoomChange) {
        if let Some(new) = &change.new {
            self.rooms.remove(&new.row.id);
            if let Some(made) = self.rooms_made_by.get_mut(&new.created_by) {
                made.retain(|id| *id != new.row.id);
            }
        }
    }

    fn rooms_of(&self, maker: UserId) -> impl Iterator<Item = (RoomId, &Room)> {
        let ids = self.rooms_made_by.get(&maker).into_iter().flatten();
        ids.filter_map(|id| self.rooms.get(id).map(|room| (*id, room)))
    }

    fn room_made_by(&self, maker: UserId, command_id: &str) -> Option<RoomId> {
        let made = |room: &Room| room.new.command_id.as_deref() == Some(command_id);
        self.rooms_of(maker).find(|(_, room)| made(room)).map(|(id, _)| id)
    }
}

impl Room {
    /// Adds events if they are the ones that come next: the fence against a second writer.
    fn add(&mut self, id: RoomId, events: &[StoredEvent]) -> Result<()> {
        let mut last = self.events.last().map_or(EventId::beginning_of(id), |event| event.id);
        for event in events {
            if event.previous != last {
                return Err(StoreError::Conflict(
                    format!("event {} has a successor", event.previous.0).into(),
                ));
            }
            last = event.id;
        }
        self.events.extend_from_slice(events);
        Ok(())
    }
}

fn is_wanted(game: &FinishedGame, filter: &GameFilter) -> bool {
    let played = |name: &String| game.players.iter().any(|player| player.name == *name);
    filter.reason.map_or(game.outcome.reason != Reason::Aborted, |reason| game.outcome.reason == reason)
        && filter.player.as_ref().is_none_or(played)
        && filter.opponent.as_ref().is_none_or(played)
        && filter.mode.is_none_or(|mode| game.mode == mode)
        && filter.layout.is_none_or(|layout| game.layout == layout)
        && filter.rated.is_none_or(|rated| game.rated == rated)
        && filter.since.is_none_or(|since| game.finished_at >= since)
        && filter.until.is_none_or(|until| game.finished_at < until)
}
