//! Rooms: what is known of them besides their events, and how they are read.

use std::collections::{HashMap, HashSet};

use serde::Deserialize;
use sumito_game::{RoomId, Status, Timestamp, TournamentId, UserId};

use crate::names::Called;

use super::{OwnRoom, Store, StoreError, StoredEvent, each, each_database};

/// Events before the current game that a room is read with.
pub const EARLIER_EVENTS: u64 = 256;

/// Who may find a room and its games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Visibility {
    /// Everybody: the lobby lists it, and its games are in the history.
    Public,
    /// Whoever was given its id; its games are shown to their players only.
    Private,
}

/// What is known of a room besides its events, and never changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoomRow {
    /// Its id.
    pub id: RoomId,
    /// The lobby that it belongs to.
    pub lobby: String,
    /// Who may find it.
    pub visibility: Visibility,
    /// When it was made.
    pub created_at: Timestamp,
}

/// A room that is new.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewRoom {
    /// What is known of it.
    pub row: RoomRow,
    /// Who made it.
    pub created_by: UserId,
    /// The id of the command that did: the same command from the same user makes no second room.
    pub command_id: Option<String>,
    /// Whether its players need not be there at the same time.
    pub by_correspondence: bool,
    /// The tournament to which it belongs: it is none of its maker's then.
    pub tournament: Option<TournamentId>,
}

/// A room as it was stored at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredRoom {
    /// What never changes.
    pub row: RoomRow,
    /// What its last events leave it as.
    pub status: Status,
    /// The number of the event that started the current game; 1 before the first game.
    pub game_seq: u64,
    /// From when on it must be in memory; `None`: not until somebody asks for it.
    pub wake_at: Option<Timestamp>,
    /// Who was there when it left memory, in whatever form the room wrote it.
    pub away: Option<String>,
    /// Its events, in order: all of them, or the first one and the last ones.
    pub events: Vec<StoredEvent>,
    /// What the users are called now whom these events name.
    pub names: HashMap<UserId, Called>,
}

impl StoredRoom {
    /// The users whom the events name.
    fn people(&self) -> impl Iterator<Item = UserId> {
        // Nearly all events are moves, and name nobody.
        let naming = self.events.iter().filter(|event| event.payload.contains(r#""player"#));
        naming.flat_map(|event| {
            // What cannot be read here cannot be read by the room, either, which says so.
            let named = serde_json::from_str::<Named>(&event.payload).unwrap_or_default();
            named.player.into_iter().chain(named.players).map(|person| person.id)
        })
    }
}

/// Whom an event names.
#[derive(Default, Deserialize)]
struct Named {
    player: Option<Person>,
    #[serde(default)]
    players: Vec<Person>,
}

#[derive(Deserialize)]
struct Person {
    id: UserId,
}

/// A place in the order in which rooms were made.
pub type RoomCursor = (Timestamp, RoomId);

impl Store {
    /// Looks at up to `limit` rooms after a place that wait for players, the oldest first. Returns those in which nothing has happened since
    /// `quiet_since`, and where the next ones are found.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn quiet_waiting_rooms(
        &self,
        quiet_since: Timestamp,
        after: Option<RoomCursor>,
        limit: u32,
    ) -> Result<(Vec<RoomId>, Option<RoomCursor>), StoreError> {
        each_database!(self, queries => queries.quiet_waiting_rooms(quiet_since, after, limit).await)
    }

    /// A room without its events.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn room(&self, id: RoomId) -> Result<Option<RoomRow>, StoreError> {
        each!(self, queries => queries.room(id).await)
    }

    /// A room with its first event, and those from [`EARLIER_EVENTS`] before the start of its current game on.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] when its row makes no sense; the events are not looked at.
    pub async fn load_room(&self, id: RoomId) -> Result<Option<StoredRoom>, StoreError> {
        // Boxed: it is a part of much that is waited for, and large.
        Ok(Box::pin(self.load_rooms(&[id])).await?.remove(&id))
    }

    /// The same of several rooms. Those that do not exist are left out.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] when the row of one of them makes no sense.
    pub async fn load_rooms(&self, ids: &[RoomId]) -> Result<HashMap<RoomId, StoredRoom>, StoreError> {
        let mut rooms = each!(self, queries => queries.load_rooms(ids).await)?;
        let people: HashSet<_> = rooms.values().flat_map(StoredRoom::people).collect();
        let people: Vec<_> = people.into_iter().collect();
        let names = each!(self, queries => queries.names_of(&people).await)?;
        for room in rooms.values_mut() {
            let named = room.people().filter_map(|user| Some((user, names.get(&user)?.clone())));
            room.names = named.collect();
        }
        Ok(rooms)
    }

    /// A room with all its events.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] when its row makes no sense.
    pub async fn whole_room(&self, id: RoomId) -> Result<Option<StoredRoom>, StoreError> {
        each!(self, queries => queries.whole_room(id).await)
    }

    /// The rooms with a game under way that must be in memory from a moment after `after` on, up to `until`; the first one due
    /// comes first.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn due_rooms(
        &self,
        after: Option<Timestamp>,
        until: Timestamp,
    ) -> Result<Vec<RoomId>, StoreError> {
        each!(self, queries => queries.due_rooms(after, until).await)
    }

    /// The rooms that are listed to a user as their own at the moment `now`, at most `limit`: before all others those that wait or are
    /// played in.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn own_rooms(
        &self,
        user: UserId,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<RoomId>, StoreError> {
        each!(self, queries => queries.own_rooms(user, now, limit).await)
    }

    /// The public rooms in which these users play a live game: of each user the one that was made last.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn live_rooms_of(&self, users: &[UserId]) -> Result<HashMap<UserId, RoomId>, StoreError> {
        each_database!(self, queries => queries.live_rooms_of(users).await)
    }

    /// The public rooms that wait for players in which one of these has a seat.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn waiting_rooms_of(&self, users: &[UserId]) -> Result<Vec<RoomId>, StoreError> {
        each!(self, queries => queries.waiting_rooms_of(users).await)
    }

    /// The newest public rooms that wait for players by correspondence, at most `limit` of those made after `after`.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn waiting_by_correspondence(
        &self,
        after: Timestamp,
        limit: u32,
    ) -> Result<Vec<RoomId>, StoreError> {
        each!(self, queries => queries.waiting_by_correspondence(after, limit).await)
    }

    /// Whose own a room is; the moment is the latest one where they differ.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn owners_of(&self, room: RoomId) -> Result<OwnRoom, StoreError> {
        each!(self, queries => queries.owners_of(room).await)
    }

    /// A page of all rooms, in the order of their ids: at most `limit` of those after `after`.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn rooms_after(&self, after: Option<RoomId>, limit: u32) -> Result<Vec<RoomId>, StoreError> {
        each!(self, queries => queries.rooms_after(after, limit).await)
    }

    /// The room that a command of a user made; `None` if it made none.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn room_made_by(&self, user: UserId, command_id: &str) -> Result<Option<RoomId>, StoreError> {
        each!(self, queries => queries.room_made_by(user, command_id).await)
    }

    /// How many unfinished rooms a user has made, besides those of tournaments.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn count_open_rooms(&self, user: UserId) -> Result<u64, StoreError> {
        each!(self, queries => queries.count_open_rooms(user).await)
    }

    /// In how many rooms `user` has a seat that wait or are being played in.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn count_seats(&self, user: UserId) -> Result<u64, StoreError> {
        each!(self, queries => queries.count_seats(user).await)
    }

    /// How many unfinished rooms `maker` has made in which one of `others` sits, besides the room `except`.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn count_open_rooms_with(
        &self,
        maker: UserId,
        others: &[UserId],
        except: Option<RoomId>,
    ) -> Result<u64, StoreError> {
        each!(self, queries => queries.count_open_rooms_with(maker, others, except).await)
    }
}
