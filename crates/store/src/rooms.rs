//! Rooms: their data besides events, and loading them.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use futures_util::FutureExt;
use serde::{Deserialize, Serialize};
use sumito_game::{RoomId, Status, Timestamp, TournamentId, UserId};
use uuid::Uuid;

use sumito_kit::names::Called;

use super::{
    Mandate, RoomMembership, Store, StoreError, StoredEvent, VacationRow, Visibility, each, payload,
    store_api,
};

/// Part of the first event of a room that allows vacations.
const ALLOWS_VACATIONS: &str = r#""vacations":true"#;

/// Number of events before the current game that are loaded with a room.
pub const EARLIER_EVENTS: u64 = 256;

/// Time in which a command with the same id as an earlier one of the same user is the same command, resent.
pub const COMMAND_REPEATED_WITHIN: Duration = Duration::from_mins(10);

/// The data of a room besides its events. It never changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoomRow {
    /// Id of the room.
    pub id: RoomId,
    /// The lobby that it belongs to.
    pub lobby: String,
    /// Visibility of the room.
    pub visibility: Visibility,
    /// Time of creation.
    pub created_at: Timestamp,
}

/// A room that is new.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewRoom {
    /// Row of the room.
    pub row: RoomRow,
    /// The user who created it.
    pub created_by: UserId,
    /// Id of the command that created it: the same command from the same user creates no second room.
    pub command_id: Option<String>,
    /// Whether it is a correspondence room, whose players need not be online at the same time.
    pub by_correspondence: bool,
    /// Maximum number of unfinished rooms of its creator, itself included, if there is a limit. Above it, nothing is stored, and the error
    /// is [`StoreError::Conflict`].
    pub open_max: Option<u64>,
    /// The tournament that it belongs to: it then does not count as a room of its creator.
    pub tournament: Option<TournamentId>,
    /// The seeks that were paired for it. No seek leads to two rooms, and no command that started one.
    pub seeks: Vec<PairedSeek>,
    /// The claim under which a node has decided that it is created, if other nodes could decide otherwise. If that node no longer has it in
    /// this term, nothing is stored, and the error is [`StoreError::Superseded`].
    pub mandate: Option<Mandate>,
}

/// A seek that was paired for a room.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairedSeek {
    /// Id of the seek.
    pub id: Uuid,
    /// The user who seeks the game.
    pub user: UserId,
    /// Id of the command that started it.
    pub command: Option<String>,
}

/// A consistent read of a stored room.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredRoom {
    /// The data that never changes.
    pub row: RoomRow,
    /// The status after its last event.
    pub status: Status,
    /// Number of the event that started the current game; 1 before the first game.
    pub game_seq: u64,
    /// Time from which it must be in memory; `None`: not until a client requests it.
    pub wake_at: Option<Timestamp>,
    /// Presence of the players when it left memory, in a format that only the room reads.
    pub away: Option<String>,
    /// The conditional moves of the game under way, in a format that only the room reads.
    pub conditional_moves: Option<String>,
    /// Its events, in order: all of them, or the first and the last ones.
    pub events: Vec<StoredEvent>,
    /// Current names of the users in these events.
    pub names: HashMap<UserId, Called>,
    /// The vacations of these users since the last event, in the order of their ends, if the room allows vacations.
    pub vacations: Vec<VacationRow>,
}

impl StoredRoom {
    /// Returns whether vacations may stop a clock in it now.
    fn heeds_vacations(&self) -> bool {
        let settings = self.events.first().filter(|_| self.status == Status::Playing);
        settings.is_some_and(|event| event.payload.contains(ALLOWS_VACATIONS))
    }

    /// Returns the users that the events name.
    fn people(&self) -> impl Iterator<Item = UserId> {
        // An event that cannot be parsed here fails in the room too, which reports it.
        self.events.iter().flat_map(|event| payload::people(&event.payload))
    }
}

/// A cursor in the order in which rooms were created.
pub type RoomCursor = (Timestamp, RoomId);

store_api! { each:
    /// Returns a room without its events.
    pub async fn room(&self, id: RoomId) -> Result<Option<RoomRow>, StoreError>;

    /// Returns a room with all its events.
    pub async fn whole_room(&self, id: RoomId) -> Result<Option<StoredRoom>, StoreError>;

    /// Returns the rooms with a game under way that must be in memory from a time after `after` and up to `until`, earliest first.
    pub async fn due_rooms(&self, after: Option<Timestamp>, until: Timestamp) -> Result<Vec<RoomId>, StoreError>;

    /// Returns at most `limit` rooms that are listed to a user as their own at `now`: rooms that wait or are being played in come first.
    pub async fn my_games(&self, user: UserId, now: Timestamp, limit: u32) -> Result<Vec<RoomId>, StoreError>;

    /// Returns the public rooms that wait for players and in which one of these users has a seat.
    pub async fn waiting_rooms_of(&self, users: &[UserId]) -> Result<Vec<RoomId>, StoreError>;

    /// Returns the newest public correspondence rooms that wait for players, at most `limit` of those created after `after`.
    pub async fn waiting_by_correspondence(&self, after: Timestamp, limit: u32) -> Result<Vec<RoomId>, StoreError>;

    /// Returns the membership of a room; if the times differ, with the latest.
    pub async fn owners_of(&self, room: RoomId) -> Result<RoomMembership, StoreError>;

    /// Returns a page of all rooms, in the order of their ids: at most `limit` after `after`.
    pub async fn rooms_after(&self, after: Option<RoomId>, limit: u32) -> Result<Vec<RoomId>, StoreError>;

    /// Returns the room that a command of a user created; `None` if it created none.
    pub async fn room_made_by(&self, user: UserId, command_id: &str) -> Result<Option<RoomId>, StoreError>;

    /// Returns the number of unfinished rooms that a user has created, without the rooms of tournaments.
    pub async fn count_open_rooms(&self, user: UserId) -> Result<u64, StoreError>;

    /// Returns the number of rooms that wait or are being played in and in which `user` has a seat.
    pub async fn count_seats(&self, user: UserId) -> Result<u64, StoreError>;

    /// Returns the number of unfinished rooms created by `maker` in which one of `others` sits, without the room `except`.
    pub async fn count_open_rooms_with(
        &self,
        maker: UserId,
        others: &[UserId],
        except: Option<RoomId>,
    ) -> Result<u64, StoreError>;
}

store_api! { each_database:
    /// Reads up to `limit` rooms that wait for players, after a cursor, oldest first. Returns those without an event since `quiet_since`,
    /// and the cursor of the next page.
    pub async fn quiet_waiting_rooms(
        &self,
        quiet_since: Timestamp,
        after: Option<RoomCursor>,
        limit: u32,
    ) -> Result<(Vec<RoomId>, Option<RoomCursor>), StoreError>;

    /// Returns the public rooms in which these users play a live game: for each user the room that was created last.
    pub async fn live_rooms_of(&self, users: &[UserId]) -> Result<HashMap<UserId, RoomId>, StoreError>;
}

impl Store {
    /// Returns a room with its first event and the events from [`EARLIER_EVENTS`] before the start of its current game on.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] if its row is invalid; the events are not checked.
    pub async fn load_room(&self, id: RoomId) -> Result<Option<StoredRoom>, StoreError> {
        // Boxed: the future is large and a part of many others.
        Ok(Box::pin(self.load_rooms(&[id])).await?.remove(&id))
    }

    /// Loads several rooms like `load_room`. Rooms that do not exist are left out.
    pub async fn load_rooms(&self, ids: &[RoomId]) -> Result<HashMap<RoomId, StoredRoom>, StoreError> {
        let mut rooms = each!(self, queries => queries.load_rooms(ids).boxed().await)?;
        let people: HashSet<_> = rooms.values().flat_map(StoredRoom::people).collect();
        let people: Vec<_> = people.into_iter().collect();
        let names = each!(self, queries => queries.names_of(&people).boxed().await)?;
        for room in rooms.values_mut() {
            let named = room.people().filter_map(|user| Some((user, names.get(&user)?.clone())));
            room.names = named.collect();
        }
        self.add_vacations(&mut rooms).await?;
        Ok(rooms)
    }

    async fn add_vacations(&self, rooms: &mut HashMap<RoomId, StoredRoom>) -> Result<(), StoreError> {
        let heeding = || rooms.values().filter(|room| room.heeds_vacations());
        let users: HashSet<_> = heeding().flat_map(StoredRoom::people).collect();
        let last = |room: &StoredRoom| room.events.last().map(|event| event.at);
        let Some(since) = heeding().filter_map(last).min() else { return Ok(()) };
        let users: Vec<_> = users.into_iter().collect();
        let vacations = self.vacations_of(&users, since).await?;
        for room in rooms.values_mut().filter(|room| room.heeds_vacations()) {
            let people: HashSet<_> = room.people().collect();
            let since = last(room);
            let concerns = |row: &&VacationRow| people.contains(&row.user) && Some(row.ends_at) > since;
            room.vacations = vacations.iter().filter(concerns).copied().collect();
        }
        Ok(())
    }
}

store_api! { each:
    /// Returns the rooms for which these seeks were paired and in which their users still have a seat.
    pub async fn rooms_of_seeks(&self, seeks: &[Uuid]) -> Result<Vec<(Uuid, RoomId)>, StoreError>;

    /// Returns the latest seek of the user that has led to a room, and that room, if this command started the seek and the room was created
    /// after `since`.
    pub async fn seek_begun_by(&self, user: UserId, command: &str, since: Timestamp) -> Result<Option<(Uuid, RoomId)>, StoreError>;
}
