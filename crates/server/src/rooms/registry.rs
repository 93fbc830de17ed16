//! All rooms, by id.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::{StreamExt, stream};
use sumito_game::{Cause, Command, Event, GameId, Record, Seat, Settings, Table, UserId};
use sumito_protocol::client::CreateRoom;
use sumito_protocol::parts::User;
use sumito_protocol::rest::RoomCreated;
use sumito_protocol::{ErrorCode, RoomId};
use sumito_rules::Layout;
use tokio::sync::{OnceCell, mpsc};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{debug, error, warn};
use uuid::Uuid;

use super::handle::{Message, RoomHandle};
use super::history::History;
use super::room::Room;
use crate::config;
use crate::identity::random;
use crate::journal::Journal;
use crate::lobby::Lobbies;
use crate::refusal::Refusal;
use crate::store::{NewRoom, RoomRow, Store, StoreError, StoredEvent};
use crate::time_source::TimeSource;
use crate::wire;

/// A command to make a room that comes after this time is a new one, even with an id that was used before.
const SENT_AGAIN_MAX: Duration = Duration::from_mins(10);

/// Running games that are read with one query at the start, and how many such queries are worked on at the same time.
const RESUMED_TOGETHER: usize = 1_024;
const RESUMED_AT_ONCE: usize = 4;

/// The longest name of a lobby.
const MAX_LOBBY_NAME_BYTES: usize = 32;

/// How rooms behave.
#[derive(Debug, Clone)]
pub struct RoomsConfig {
    /// Messages that may wait for one room.
    pub queue_commands: usize,
    /// How long an unused room stays in memory.
    pub idle: Duration,
    /// How many missed events are sent one by one.
    pub missed_events: u64,
    /// Unfinished rooms that one user may have made; 0 = no limit.
    pub open_rooms_per_user: u64,
    /// Rooms in memory at the same time.
    pub active_rooms: usize,
    /// How the points are read on which the rulebooks are silent.
    pub policy: config::Policy,
}

/// All rooms. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Rooms {
    surroundings: Arc<Surroundings>,
    tasks: TaskTracker,
}

/// What every room needs from the server.
#[derive(Debug)]
pub(super) struct Surroundings {
    pub(super) config: RoomsConfig,
    pub(super) store: Store,
    pub(super) journal: Journal,
    pub(super) lobbies: Lobbies,
    pub(super) time: TimeSource,
    /// Cancelled when the server is about to stop.
    pub(super) stopping: CancellationToken,
    /// The rooms in memory. A cell is empty while its room is being read.
    active: Mutex<HashMap<RoomId, Arc<OnceCell<RoomHandle>>>>,
}

impl Surroundings {
    /// Stops a room's queue and takes it out of the map, at once: whoever asks from now on gets it anew.
    pub(super) fn retire(&self, id: RoomId, inbox: &mut mpsc::Receiver<Message>) {
        inbox.close();
        let mut active = self.active();
        if active.get(&id).is_some_and(|cell| is_over(cell)) {
            active.remove(&id);
        }
    }

    fn active(&self) -> MutexGuard<'_, HashMap<RoomId, Arc<OnceCell<RoomHandle>>>> {
        self.active.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A room's place in the map, while the room is being read or made.
struct Place<'a> {
    surroundings: &'a Surroundings,
    id: RoomId,
    cell: Arc<OnceCell<RoomHandle>>,
}

impl Drop for Place<'_> {
    /// A place that stayed empty, since the room cannot be had or whoever wanted it was cut off, is taken out of the map, unless
    /// somebody else waits for it.
    fn drop(&mut self) {
        if self.cell.initialized() {
            return;
        }
        let mut active = self.surroundings.active();
        // Given back while the map is locked: of several, exactly one is the last.
        let cell = std::mem::take(&mut self.cell);
        let is_in_map = active.get(&self.id).is_some_and(|other| Arc::ptr_eq(other, &cell));
        let ours_and_the_maps = 2;
        if is_in_map && !cell.initialized() && Arc::strong_count(&cell) <= ours_and_the_maps {
            active.remove(&self.id);
        }
        drop(cell);
    }
}

/// Whether the room's task has ended, or is about to.
fn is_over(cell: &OnceCell<RoomHandle>) -> bool {
    cell.get().is_some_and(RoomHandle::is_closed)
}

impl Rooms {
    /// No rooms yet; [`resume`](Self::resume) brings back those in which a game is under way.
    pub fn new(
        config: RoomsConfig,
        store: Store,
        journal: Journal,
        lobbies: Lobbies,
        time: TimeSource,
    ) -> Self {
        let surroundings = Surroundings {
            config,
            store,
            journal,
            lobbies,
            time,
            stopping: CancellationToken::new(),
            active: Mutex::default(),
        };
        Self { surroundings: Arc::new(surroundings), tasks: TaskTracker::new() }
    }

    /// Brings back the rooms in which a game is under way; returns how many. A room that cannot be read is left
    /// out: the others must not suffer for it.
    ///
    /// # Errors
    /// When the store cannot say which rooms these are.
    pub async fn resume(&self) -> Result<usize, StoreError> {
        let playing = self.surroundings.store.playing_rooms().await?;
        let parts: Vec<_> = playing.chunks(RESUMED_TOGETHER).map(<[_]>::to_vec).collect();
        let resuming = |rows| tokio::spawn(self.clone().resume_some(rows));
        let mut parts = stream::iter(parts).map(resuming).buffer_unordered(RESUMED_AT_ONCE);
        let mut resumed = 0;
        while let Some(part) = parts.next().await {
            match part {
                Ok(part) => resumed += part?,
                Err(broken) => {
                    error!(%broken, "running games were left out; each is read when it is asked for");
                }
            }
        }
        Ok(resumed)
    }

    /// Brings back some of the rooms in which a game is under way; returns how many.
    async fn resume_some(self, rows: Vec<RoomRow>) -> Result<usize, StoreError> {
        let ids: Vec<_> = rows.iter().map(|row| row.id).collect();
        let mut stored = match self.surroundings.store.events_of_rooms(&ids).await {
            Ok(stored) => stored,
            Err(StoreError::Unavailable(error)) => return Err(StoreError::Unavailable(error)),
            // One of the rooms is damaged: the others must not suffer for it.
            Err(error) => {
                warn!(%error, rooms = rows.len(), "reading running games one by one");
                HashMap::new()
            }
        };
        let mut resumed = 0;
        for row in rows {
            let id = row.id;
            let outcome = match stored.remove(&id) {
                Some(events) => {
                    self.get_or_make(id, || std::future::ready(self.bring_back(row, &events))).await
                }
                None => self.get(id).await,
            };
            match outcome {
                Ok(_) => resumed += 1,
                Err(refusal) => warn!(room = %id, %refusal, "a running game cannot go on"),
            }
        }
        Ok(resumed)
    }

    /// The lobbies that list the rooms.
    pub fn lobbies(&self) -> &Lobbies {
        &self.surroundings.lobbies
    }

    /// The room with this id, brought back from its events where it is not in memory.
    ///
    /// # Errors
    /// When there is no such room, or it cannot be read.
    pub async fn get(&self, id: RoomId) -> Result<RoomHandle, Refusal> {
        let read = async {
            let store = &self.surroundings.store;
            let row = store.room(id).await?.ok_or_else(Refusal::no_such_room)?;
            self.bring_back(row, &store.room_events(id).await?)
        };
        self.get_or_make(id, || read).await
    }

    /// The room with this id, made by `make` where it is not in memory.
    async fn get_or_make<F: Future<Output = Result<RoomHandle, Refusal>>>(
        &self,
        id: RoomId,
        make: impl FnOnce() -> F,
    ) -> Result<RoomHandle, Refusal> {
        if self.surroundings.stopping.is_cancelled() {
            return Err(Refusal::unavailable());
        }
        self.place(id)?.cell.get_or_try_init(make).await.cloned()
    }

    /// Makes a room in which `user` has a seat. The same `command_id` from the same user makes it once.
    ///
    /// # Errors
    /// When nobody can play by these settings, the user has made too many rooms, or nothing can be stored.
    pub async fn create(
        &self,
        user: &User,
        wish: CreateRoom,
        command_id: Option<String>,
    ) -> Result<RoomCreated, Refusal> {
        if self.surroundings.stopping.is_cancelled() {
            return Err(Refusal::unavailable());
        }
        let maker = UserId(user.id);
        let (row, events, seat) = self.plan(user, wish)?;
        let mut stored_id = command_id.clone();
        if let Some(earlier) = self.made_before(maker, command_id.as_deref()).await? {
            if let Some(made) = self.is_the_same(&earlier, maker, &row, &events).await? {
                return Ok(made);
            }
            // The id was used for another room before: this is another command.
            stored_id = None;
        }
        let limit = self.surroundings.config.open_rooms_per_user;
        if limit > 0 && self.surroundings.store.count_open_rooms(maker).await? >= limit {
            let message = format!("you have {limit} unfinished rooms; finish or leave some of them first");
            return Err(Refusal::new(ErrorCode::TooMany, message));
        }
        let id = row.id;
        let place = self.place(id)?;
        let new = NewRoom { row, created_by: maker, command_id: stored_id };
        let cause = command_id.as_deref().map(|id| Cause { user: maker, command: id.into() });
        match Room::create(new, events, cause, Arc::clone(&self.surroundings)).await {
            Ok(room) => {
                place.cell.get_or_init(|| async { self.start(room) }).await;
                debug!(room = %id, "room made");
                Ok(RoomCreated { room: id, seat: seat.into() })
            }
            Err(error) => {
                let twice = matches!(*error, StoreError::Conflict(_));
                match self.made_before(maker, command_id.as_deref()).await {
                    // The same command has arrived twice at the same time.
                    Ok(Some(made)) if twice => Ok(RoomCreated { room: made, seat: seat.into() }),
                    _ => Err(Refusal::from(&*error)),
                }
            }
        }
    }

    /// Stops all rooms: clocks stand still, and what has happened is on disk.
    pub async fn stop(&self) {
        self.surroundings.stopping.cancel();
        self.tasks.close();
        self.tasks.wait().await;
    }

    fn place(&self, id: RoomId) -> Result<Place<'_>, Refusal> {
        let mut active = self.surroundings.active();
        if active.len() >= self.surroundings.config.active_rooms && !active.contains_key(&id) {
            return Err(Refusal::busy());
        }
        let cell = active.entry(id).or_default();
        if is_over(cell) {
            *cell = Arc::default();
        }
        Ok(Place { surroundings: &self.surroundings, id, cell: Arc::clone(cell) })
    }

    /// Starts a room with what is stored of it.
    fn bring_back(&self, row: RoomRow, stored: &[StoredEvent]) -> Result<RoomHandle, Refusal> {
        let id = row.id;
        let damaged = |corrupt: sumito_game::Corrupt| {
            error!(room = %id, %corrupt, "the stored room is damaged");
            Refusal::new(ErrorCode::Internal, "this room is damaged; the operator has been told")
        };
        let history = History::read(id, stored).map_err(damaged)?;
        let table = history.table().map_err(damaged)?;
        Ok(self.start(Room::new(row, table, history, Arc::clone(&self.surroundings))))
    }

    fn start(&self, room: Room) -> RoomHandle {
        let (handle, inbox) = RoomHandle::new(self.surroundings.config.queue_commands);
        let (rooms, id) = (self.clone(), room.id());
        self.tasks.spawn(async move {
            if let Err(error) = tokio::spawn(room.run(inbox)).await {
                error!(room = %id, %error, "a room's task broke off; the room is read again");
                rooms.revive(id).await;
            }
        });
        handle
    }

    /// Brings a room back whose task broke off: its clocks must not stand still until somebody asks.
    fn revive(&self, id: RoomId) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        let rooms = self.clone();
        Box::pin(async move {
            if let Err(refusal) = rooms.get(id).await {
                warn!(room = %id, %refusal, "the room cannot be brought back");
            }
        })
    }

    /// The room that an earlier command with this id has made.
    async fn made_before(&self, maker: UserId, command_id: Option<&str>) -> Result<Option<RoomId>, Refusal> {
        match command_id {
            Some(command_id) => Ok(self.surroundings.store.room_made_by(maker, command_id).await?),
            None => Ok(None),
        }
    }

    /// The room that was made before, if it is the one that is wanted now: the command was sent again.
    async fn is_the_same(
        &self,
        earlier: &RoomId,
        maker: UserId,
        row: &RoomRow,
        events: &[Event],
    ) -> Result<Option<RoomCreated>, Refusal> {
        let store = &self.surroundings.store;
        let Some(stored) = store.room(*earlier).await? else { return Ok(None) };
        let history = History::read(*earlier, &store.room_events(*earlier).await?).map_err(|corrupt| {
            error!(room = %earlier, %corrupt, "the stored room is damaged");
            Refusal::internal()
        })?;
        let recent = row.created_at.since(stored.created_at) <= SENT_AGAIN_MAX;
        let same_place = stored.lobby == row.lobby && stored.visibility == row.visibility;
        let same_events = history.records().iter().map(|record| &record.event).take(events.len()).eq(events);
        let seat = events.iter().find_map(|event| match event {
            Event::Seated { seat, player } if player.id == maker => Some(*seat),
            _ => None,
        });
        Ok(seat
            .filter(|_| recent && same_place && same_events)
            .map(|seat| RoomCreated { room: *earlier, seat: seat.into() }))
    }

    /// The row and the first events of a new room, and the seat that its maker takes.
    fn plan(&self, user: &User, wish: CreateRoom) -> Result<(RoomRow, Vec<Event>, Seat), Refusal> {
        let CreateRoom { mode, layout, clock, rated, visibility, lobby, ready, spectator_delay_s, seat } =
            wish;
        if rated {
            let message = "rated games are not offered here; leave `rated` out";
            return Err(Refusal::new(ErrorCode::Unsupported, message));
        }
        let mode = wire::domain_mode(mode);
        let known = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if lobby.is_empty() || lobby.len() > MAX_LOBBY_NAME_BYTES || !lobby.bytes().all(known) {
            let message =
                format!("a lobby's name is 1 to {MAX_LOBBY_NAME_BYTES} characters from a-z, 0-9 and `-`");
            return Err(Refusal::new(ErrorCode::OutOfRange, message));
        }
        let layout = match layout {
            None => mode.default_layout(),
            Some(name) => name.parse::<Layout>().map_err(|_| {
                let message = format!("there is no layout {name:?}; GET /api/v1/layouts lists them");
                Refusal::new(ErrorCode::BadLayout, message)
            })?,
        };
        let time = wire::domain_time(&clock);
        let settings = Settings {
            mode,
            layout,
            time,
            rated,
            ready,
            spectator_delay: Duration::from_secs(spectator_delay_s.into()),
            policy: self.surroundings.config.policy.for_games(time),
        };
        let seat = seat
            .map(|number| Seat::try_from(number).map_err(|error| Refusal::new(ErrorCode::OutOfRange, error)))
            .transpose()?;

        let mut events = Table::create(settings)?;
        let now = self.surroundings.time.now();
        let created = Record { seq: 1, at: now, cause: None, event: events[0].clone() };
        let table = Table::open(&created).map_err(|corrupt| {
            error!(%corrupt, "a new table that cannot be opened");
            Refusal::internal()
        })?;
        let join = Command::Join { name: user.name.clone(), guest: user.guest, seat };
        events.extend(table.decide(UserId(user.id), join, now, GameId(Uuid::nil()))?);
        let seat = events.iter().find_map(|event| match event {
            Event::Seated { seat, .. } => Some(*seat),
            _ => None,
        });
        let id = RoomId::from_random(random());
        let row = RoomRow { id, lobby, visibility, created_at: now };
        Ok((row, events, seat.ok_or_else(Refusal::internal)?))
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use futures_util::FutureExt;
    use sumito_game::Timestamp;

    use super::*;
    use crate::config::{Config, Overrides};

    async fn rooms() -> Rooms {
        let config = Config::load(None, &Overrides::default()).unwrap();
        let store = Store::connect("memory:", 1, Duration::ZERO).await.unwrap();
        let (journal, _writer) = Journal::start(store.clone(), &config.journal);
        let rooms_config = RoomsConfig {
            queue_commands: 8,
            idle: Duration::from_secs(1),
            missed_events: 8,
            open_rooms_per_user: 0,
            active_rooms: 8,
            policy: config.policy,
        };
        let time = TimeSource::starting_at(Timestamp(0));
        Rooms::new(rooms_config, store, journal, Lobbies::new(8), time)
    }

    #[tokio::test]
    async fn a_room_that_nobody_waits_for_any_more_takes_no_place() {
        let (rooms, id) = (rooms().await, RoomId::from_random([7; 8]));
        let mut first = Box::pin(rooms.get_or_make(id, pending));
        let mut second = Box::pin(rooms.get_or_make(id, pending));
        assert!((&mut first).now_or_never().is_none() && (&mut second).now_or_never().is_none());
        drop(first);
        assert!(rooms.surroundings.active().contains_key(&id), "somebody else waits for it");
        drop(second);
        assert!(rooms.surroundings.active().is_empty());
        assert_eq!(rooms.get(id).await.unwrap_err().code, ErrorCode::NoSuchRoom);
        assert!(rooms.surroundings.active().is_empty());
    }
}
