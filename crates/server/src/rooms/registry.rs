//! Which rooms are in memory, and bringing one there.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sumito_game::{Computer, RoomId, Timestamp, UserId};
use tokio::sync::{OnceCell, mpsc, watch};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{error, warn};

use super::create::Creating;
use super::handle::{Inbox, Message, RoomHandle};
use super::listings::Listings;
use super::room::{Lost, Room};
use super::seating::{NoSeats, Seating};
use super::{Attendance, Floors, RoomError, Standings, Turns, arrivals, scheduler};
use crate::config::{self, Config, millis};
use crate::drain::Drain;
use crate::journal::{Journal, Storage};
use crate::metrics::Tally;
use crate::store::{Store, StoreError, StoredRoom, imported_room};
use crate::time_source::TimeSource;

/// Rooms that nobody uses leave memory at once when more than this part of the places is taken: three quarters.
const CROWDED_PART: (usize, usize) = (3, 4);

/// How long somebody waits for a room that is to be read while nothing can be stored. Reading may work all the same.
const READ_IN_AN_OUTAGE: Duration = Duration::from_millis(800);

/// How rooms behave.
#[derive(Debug, Clone)]
pub struct RoomsConfig {
    /// Messages that may wait for one room.
    pub queue_commands: usize,
    /// How long an unused room stays in memory.
    pub idle: Duration,
    /// Whether rooms may leave memory at all: only if they are stored.
    pub may_leave_memory: bool,
    /// How many missed events are told one by one.
    pub missed_events: usize,
    /// Unfinished rooms that one user may have made; 0 = no limit.
    pub open_rooms_per_user: u64,
    /// Of these, rooms with computer players; 0 = no limit.
    pub computer_rooms_per_user: u64,
    /// Rooms in memory at the same time.
    pub active_rooms: usize,
    /// How long somebody whose last socket has closed counts as there.
    pub grace: Duration,
    /// How long after it was made a room by correspondence that waits for players is listed though none of them is there.
    pub listed: Duration,
    /// How many of these are listed, the newest.
    pub waiting_rooms: u32,
    /// How the points are read on which the rulebooks are silent.
    pub policy: config::Policy,
    /// What follows from aborted and abandoned rated games.
    pub ratings: config::Ratings,
}

impl From<&Config> for RoomsConfig {
    fn from(config: &Config) -> Self {
        Self {
            queue_commands: config.rooms.queue_commands,
            idle: millis(config.rooms.idle_ms),
            may_leave_memory: !config.journal.discard,
            missed_events: config.rooms.missed_events,
            open_rooms_per_user: config.limits.open_rooms_per_user,
            computer_rooms_per_user: config.limits.computer_rooms_per_user,
            active_rooms: config.limits.active_rooms,
            grace: millis(config.sockets.grace_ms),
            listed: config.lobby.waiting_span(),
            waiting_rooms: config.lobby.waiting_rooms,
            policy: config.policy.clone(),
            ratings: config.ratings.clone(),
        }
    }
}

/// All rooms. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Rooms {
    context: Arc<RoomContext>,
    tasks: TaskTracker,
}

/// What every room needs from the server.
#[derive(Debug)]
pub(super) struct RoomContext {
    pub(super) config: RoomsConfig,
    pub(super) store: Store,
    pub(super) journal: Journal,
    pub(super) listings: Listings,
    pub(super) standings: Standings,
    pub(super) computer_standings: Standings,
    pub(super) floors: Floors,
    pub(super) turns: Turns,
    pub(super) attendance: Attendance,
    pub(super) seating: Seating,
    pub(super) time: TimeSource,
    /// Cancelled when the server is about to stop.
    pub(super) stopping: CancellationToken,
    /// Whether places in memory are getting scarce.
    pub(super) crowded: watch::Sender<bool>,
    /// Changes when games have changed ratings.
    pub(super) rated: watch::Sender<()>,
    pub(super) drain: Drain,
    pub(super) tally: Tally,
    active: Mutex<HashMap<RoomId, Slot>>,
    creating: Mutex<Creating>,
}

/// A room's place in memory.
#[derive(Debug, Default)]
struct Slot {
    /// Empty while the room is being read or made.
    inbox: Arc<OnceCell<Inbox>>,
    /// How many wait for it to be filled.
    reservations: usize,
}

/// A claim to a room's place in memory, while the room is being read or made.
pub(super) struct Reservation<'a> {
    context: &'a RoomContext,
    id: RoomId,
    inbox: Arc<OnceCell<Inbox>>,
}

impl RoomContext {
    /// Stops a room's queue and gives up its place, at once: whoever asks from now on gets it anew.
    pub(super) fn retire(&self, id: RoomId, inbox: &mut mpsc::Receiver<Message>) {
        inbox.close();
        let mut active = self.active();
        if active.get(&id).is_some_and(Slot::is_over) {
            active.remove(&id);
        }
        self.note_crowd(active.len());
    }

    fn active(&self) -> MutexGuard<'_, HashMap<RoomId, Slot>> {
        self.active.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note_crowd(&self, rooms: usize) {
        let (part, whole) = CROWDED_PART;
        let is_crowded = rooms.saturating_mul(whole) > self.config.active_rooms.saturating_mul(part);
        self.crowded.send_if_modified(|crowded| std::mem::replace(crowded, is_crowded) != is_crowded);
    }
}

impl Slot {
    /// Whether the room's task has ended, or is about to.
    fn is_over(&self) -> bool {
        self.inbox.get().is_some_and(Inbox::is_closed)
    }
}

impl Reservation<'_> {
    /// Fills the place, unless somebody else has.
    pub(super) async fn fill(&self, start: impl FnOnce() -> Inbox) {
        self.inbox.get_or_init(|| async { start() }).await;
    }
}

impl Drop for Reservation<'_> {
    /// A place that stays empty, since the room cannot be had or whoever wanted it was cut off, is given up by the last who
    /// waits for it.
    fn drop(&mut self) {
        let mut active = self.context.active();
        let Some(slot) = active.get_mut(&self.id).filter(|slot| Arc::ptr_eq(&slot.inbox, &self.inbox)) else {
            return;
        };
        slot.reservations -= 1;
        if slot.reservations == 0 && !slot.inbox.initialized() {
            active.remove(&self.id);
        }
    }
}

impl Rooms {
    /// No rooms in memory yet; [`run_scheduler`](Self::run_scheduler) brings back those that are due.
    pub fn new(config: impl Into<RoomsConfig>, store: Store, journal: Journal, time: TimeSource) -> Self {
        let config: RoomsConfig = config.into();
        let context = RoomContext {
            attendance: Attendance::new(time, config.grace),
            seating: Seating::default(),
            config,
            store,
            journal,
            listings: Listings::default(),
            standings: Standings::default(),
            computer_standings: Standings::of(Computer::all().map(Computer::id)),
            floors: Floors::default(),
            turns: Turns::default(),
            time,
            stopping: CancellationToken::new(),
            crowded: watch::Sender::new(false),
            rated: watch::Sender::new(()),
            drain: Drain::default(),
            tally: Tally::default(),
            active: Mutex::default(),
            creating: Mutex::default(),
        };
        Self { context: Arc::new(context), tasks: TaskTracker::new() }
    }

    /// What the lists of rooms have to know.
    pub fn listings(&self) -> &Listings {
        &self.context.listings
    }

    /// What the lists of players' own rooms have to know.
    pub fn standings(&self) -> &Standings {
        &self.context.standings
    }

    /// What computer players have to know: each room in memory in which one sits, whenever it changes.
    pub fn computer_standings(&self) -> &Standings {
        &self.context.computer_standings
    }

    /// What those have to know who speak beside a room.
    pub fn floors(&self) -> &Floors {
        &self.context.floors
    }

    /// Whose turn it is by correspondence.
    pub fn turns(&self) -> &Turns {
        &self.context.turns
    }

    /// Who is there.
    pub fn attendance(&self) -> &Attendance {
        &self.context.attendance
    }

    /// Lets no seat be taken for a user who is about to be deleted, as long as what comes back is kept; returns when those that were being
    /// taken are stored.
    pub async fn no_seats_for(&self, user: UserId) -> NoSeats {
        self.context.seating.close(user).await
    }

    /// To be changed when games have changed ratings: then the rooms ask how they stand.
    pub fn rated(&self) -> watch::Sender<()> {
        self.context.rated.clone()
    }

    /// How many rooms are in memory.
    pub fn count(&self) -> usize {
        self.context.active().len()
    }

    /// A handle to the room with this id, which is brought into memory if it is not there.
    ///
    /// # Errors
    /// When there is no such room, or it cannot be read.
    pub async fn get(&self, id: RoomId) -> Result<RoomHandle, RoomError> {
        Ok(RoomHandle::new(self.clone(), id, self.inbox(id).await?))
    }

    /// Brings all rooms into memory that have to be there by now; returns how many. Later the scheduler does that.
    ///
    /// # Errors
    /// When the store cannot say which rooms these are.
    pub async fn load_due(&self) -> Result<usize, StoreError> {
        scheduler::load_due(self, None, self.now()).await
    }

    /// Brings rooms into memory when they are due, until the server stops; `from` is the moment up to which that has been done.
    pub async fn run_scheduler(self, from: Timestamp) {
        let stopping = self.context.stopping.clone();
        stopping.run_until_cancelled(scheduler::run(&self, from)).await;
    }

    /// Notices who comes and who has gone, and brings rooms into memory that wait for players when one of theirs comes, until the server
    /// stops.
    pub async fn run_attendance(self) {
        let stopping = self.context.stopping.clone();
        let both = async { tokio::join!(self.context.attendance.run(), arrivals::run(&self)) };
        stopping.run_until_cancelled(both).await;
    }

    /// Stops all rooms: what has happened is on disk, and nothing more happens.
    pub async fn stop(&self) {
        self.context.stopping.cancel();
        self.tasks.close();
        self.tasks.wait().await;
    }

    /// Returns when the rooms are about to stop.
    pub async fn stopped(&self) {
        self.context.stopping.cancelled().await;
    }

    pub(super) fn context(&self) -> Arc<RoomContext> {
        Arc::clone(&self.context)
    }

    pub(super) fn config(&self) -> &RoomsConfig {
        &self.context.config
    }

    pub(super) fn store(&self) -> &Store {
        &self.context.store
    }

    /// Whether things can be stored.
    pub(crate) fn storage(&self) -> Storage {
        self.context.journal.outages().state()
    }

    /// Whether new rooms are made at the moment.
    pub fn drain(&self) -> &Drain {
        &self.context.drain
    }

    /// How many are in memory, by status.
    pub(crate) fn by_status(&self) -> Vec<(&'static str, u64)> {
        self.context.tally.counts()
    }

    /// How many commands wait to be stored.
    pub(crate) fn journal_waiting(&self) -> usize {
        self.context.journal.waiting()
    }

    /// The server's time now.
    pub fn now(&self) -> Timestamp {
        self.context.time.now()
    }

    pub(super) fn is_stopping(&self) -> bool {
        self.context.stopping.is_cancelled()
    }

    pub(super) fn creating(&self) -> MutexGuard<'_, Creating> {
        self.context.creating.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The way to the room with this id, if it is in memory.
    pub(super) fn active_inbox(&self, id: RoomId) -> Option<Inbox> {
        let active = self.context.active();
        active.get(&id).filter(|slot| !slot.is_over())?.inbox.get().cloned()
    }

    /// The way to the room with this id.
    pub(super) async fn inbox(&self, id: RoomId) -> Result<Inbox, RoomError> {
        if id == imported_room() {
            return Err(RoomError::NoSuchRoom);
        }
        let read = async {
            let reading = self.store().load_room(id);
            let stored = match self.context.journal.outages().state() {
                Storage::Up => reading.await,
                Storage::Down { .. } => {
                    timeout(READ_IN_AN_OUTAGE, reading).await.map_err(|_| RoomError::Unavailable)?
                }
            };
            self.start_stored(&stored?.ok_or(RoomError::NoSuchRoom)?)
        };
        self.inbox_or(id, || read).await
    }

    /// The way to a room that was read.
    pub(super) async fn inbox_of(&self, stored: &StoredRoom) -> Result<Inbox, RoomError> {
        self.inbox_or(stored.row.id, || std::future::ready(self.start_stored(stored))).await
    }

    /// The way to the room with this id, which `make` brings into memory if it is not there.
    async fn inbox_or<F: Future<Output = Result<Inbox, RoomError>>>(
        &self,
        id: RoomId,
        make: impl FnOnce() -> F,
    ) -> Result<Inbox, RoomError> {
        if self.is_stopping() {
            return Err(RoomError::Unavailable);
        }
        self.reserve(id)?.inbox.get_or_try_init(make).await.cloned()
    }

    pub(super) fn reserve(&self, id: RoomId) -> Result<Reservation<'_>, RoomError> {
        let context = &*self.context;
        let mut active = context.active();
        if active.len() >= context.config.active_rooms && !active.contains_key(&id) {
            return Err(RoomError::Busy);
        }
        let slot = active.entry(id).or_default();
        if slot.is_over() {
            *slot = Slot::default();
        }
        slot.reservations += 1;
        let inbox = Arc::clone(&slot.inbox);
        context.note_crowd(active.len());
        Ok(Reservation { context, id, inbox })
    }

    fn start_stored(&self, stored: &StoredRoom) -> Result<Inbox, RoomError> {
        let room = Room::load(stored, self.context()).map_err(|corrupt| {
            error!(room = %stored.row.id, %corrupt, "the stored room is damaged");
            RoomError::Damaged
        })?;
        Ok(self.start(room))
    }

    pub(super) fn start(&self, room: Room) -> Inbox {
        let (inbox, messages) = Inbox::new(self.context.config.queue_commands);
        let (rooms, id, players) = (self.clone(), room.id(), inbox.players().clone());
        self.tasks.spawn(async move {
            match tokio::spawn(room.run(messages, players)).await {
                Ok((rest, outcome)) => {
                    if let Err(Lost) = outcome {
                        error!(room = %id, "a room was given up; it is read again");
                        rooms.revive(id).await;
                    }
                    for message in rest {
                        rooms.bring_on(id, message).await;
                    }
                }
                Err(error) => {
                    error!(room = %id, %error, "a room's task broke off; the room is read again");
                    rooms.revive(id).await;
                }
            }
        });
        inbox
    }

    /// Brings a message to a room's next life. Boxed: that life's task would otherwise be a part of this one's.
    fn bring_on(&self, id: RoomId, message: Message) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(self.redeliver(id, message))
    }

    /// Brings a room back whose task broke off: its clocks must not stand still until somebody asks.
    fn revive(&self, id: RoomId) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(async move {
            if let Err(error) = self.inbox(id).await {
                warn!(room = %id, %error, "the room cannot be brought back");
            }
        })
    }
}

impl From<&StoreError> for RoomError {
    fn from(error: &StoreError) -> Self {
        match error {
            StoreError::Unavailable(_) => Self::Unavailable,
            StoreError::Conflict(_) | StoreError::Corrupt(_) | StoreError::Query(_) => {
                error!(%error, "the store failed");
                Self::Internal
            }
        }
    }
}

impl From<StoreError> for RoomError {
    fn from(error: StoreError) -> Self {
        Self::from(&error)
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use futures_util::FutureExt;
    use sumito_game::{TimeControl, UserId};
    use sumito_rules::Mode;
    use uuid::Uuid;

    use super::super::RoomPlan;
    use super::*;
    use crate::config::Overrides;
    use crate::simulation::tab;
    use crate::store::{Role, UserRow, Visibility};

    async fn rooms() -> Rooms {
        let config = Config::load(None, &Overrides::default()).unwrap();
        let store = Store::connect("memory:", &config.database).await.unwrap();
        let time = TimeSource::starting_at(Timestamp(0));
        let (journal, _writer) = Journal::start(store.clone(), &config.journal, time).await.unwrap();
        Rooms::new(&config, store, journal, time)
    }

    fn plan() -> RoomPlan {
        RoomPlan {
            id: None,
            mode: Mode::Two,
            layout: None,
            time: TimeControl::None,
            rated: false,
            ready: false,
            spectator_delay: Duration::ZERO,
            visibility: Visibility::Public,
            lobby: "main".to_owned(),
            created_by: UserId(Uuid::from_u128(1)),
            command_id: Some("c1".to_owned()),
            tournament: None,
            players: Vec::new(),
        }
    }

    #[tokio::test]
    async fn what_is_due_is_read_only_where_it_is_not_in_memory() {
        let rooms = rooms().await;
        let creator = UserRow {
            id: plan().created_by,
            name: "Somebody".to_owned(),
            guest: false,
            bot: false,
            role: Role::Player,
            created_at: Timestamp(0),
        };
        rooms.store().add_user(&creator, &tab::session(1)).await.unwrap();
        let id = rooms.create(plan()).await.unwrap().room.id();
        assert_eq!(scheduler::load(&rooms, vec![id]).await.loaded, 0);
        rooms.context.active().clear();
        assert_eq!(scheduler::load(&rooms, vec![id]).await.loaded, 1);
    }

    #[tokio::test]
    async fn two_who_make_the_room_with_an_id_at_the_same_time_get_the_same_one() {
        let rooms = rooms().await;
        let creator = UserRow {
            id: plan().created_by,
            name: "Somebody".to_owned(),
            guest: false,
            bot: false,
            role: Role::Player,
            created_at: Timestamp(0),
        };
        rooms.store().add_user(&creator, &tab::session(1)).await.unwrap();
        let id = RoomId::from_random([7; 8]);
        let plan = || RoomPlan { id: Some(id), command_id: None, ..plan() };
        let (one, other) = tokio::join!(rooms.create(plan()), rooms.create(plan()));
        assert_eq!([one.unwrap().room.id(), other.unwrap().room.id()], [id, id]);
    }

    #[tokio::test]
    async fn a_room_that_nobody_waits_for_any_more_takes_no_place() {
        let (rooms, id) = (rooms().await, RoomId::from_random([7; 8]));
        let mut first = Box::pin(rooms.inbox_or(id, pending));
        let mut second = Box::pin(rooms.inbox_or(id, pending));
        assert!((&mut first).now_or_never().is_none() && (&mut second).now_or_never().is_none());
        drop(first);
        assert_eq!(rooms.count(), 1, "somebody else waits for it");
        drop(second);
        assert_eq!(rooms.count(), 0);
        assert_eq!(rooms.get(id).await.unwrap_err(), RoomError::NoSuchRoom);
        assert_eq!(rooms.count(), 0);
    }

    #[tokio::test]
    async fn a_command_that_is_cut_off_while_it_makes_a_room_leaves_nothing_behind() {
        let rooms = rooms().await;
        let mut making = Box::pin(rooms.create(plan()));
        assert!((&mut making).now_or_never().is_none());
        assert_eq!(rooms.creating().len(), 1);
        drop(making);
        assert!(rooms.creating().is_empty());
    }
}
