//! Registry of the rooms in memory, and their loading.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use parking_lot::{Mutex, MutexGuard};
use sumito_game::{Computer, RoomId, Timestamp, UserId};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tracing::{error, warn};

use super::create::PendingCreates;
use super::creations::Creations;
use super::handle::{Inbox, Message, RoomHandle};
use super::lobby_rooms::LobbyRoomChanges;
use super::remote::{self, Follower, Outgoing};
use super::room::{Room, RoomFailed};
use super::room_task::{self, RoomTask};
use super::seat_reservations::{NoSeats, SeatReservations};
use super::{
    CorrespondenceTurns, MyGameChanges, PresenceTracker, RatedPositions, RoomError, RoomOccupancyChanges,
    hand_over, preload, scheduler,
};
use crate::event_log::{EventLog, StorageState, StorageWatch};
use sumito_cluster::{Node, Owner, Subject, Wakeup};
use sumito_config::{self as config, Config, millis};
use sumito_kit::batch::Batch;
use sumito_kit::drain::Drain;
use sumito_kit::metrics::StatusGauge;
use sumito_kit::registry::{Busy, Ended, Lookup, Registry, Reservation, Sizes, deliver};
use sumito_kit::time_source::TimeSource;
use sumito_store::{ClaimKey, NodeId, Store, StoreError, StoredRoom, Tenure, imported_room};

/// Fraction of the room capacity above which unused rooms leave memory at once: three quarters.
const CROWDED_PART: (usize, usize) = (3, 4);

/// Divisor for the part of a room's queue that is reserved for its players: one half.
const RESERVED_PART: usize = 2;

/// Time limit for reading a room while the storage is down. Reading may work all the same.
const READ_IN_AN_OUTAGE: Duration = Duration::from_millis(800);

/// Maximum number of statements that read rooms at the same time, and of rooms in each of them.
const READS: (usize, usize) = (4, 64);

/// Signals of finished games and of changed ratings.
const FINISHED: Subject<()> = Subject::new("finished");
const RATED: Subject<()> = Subject::new("rated");

/// Wake-up when vacations start or end.
const VACATIONS: Subject<()> = Subject::new("vacations");

/// Configuration of the rooms.
#[derive(Debug, Clone)]
pub struct RoomsConfig {
    /// Capacity of a room's message queue.
    pub queue_commands: usize,
    /// Time that an unused room stays in memory.
    pub idle: Duration,
    /// Whether rooms may leave memory at all: only if they are stored.
    pub may_leave_memory: bool,
    /// Maximum number of missed events that are sent one by one.
    pub missed_events: usize,
    /// Maximum number of unfinished rooms created by one user; 0 = no limit.
    pub open_rooms_per_user: u64,
    /// Maximum number of these that have computer players; 0 = no limit.
    pub computer_rooms_per_user: u64,
    /// Maximum number of rooms in memory.
    pub active_rooms: usize,
    /// Time that a user counts as online after their last socket has closed.
    pub grace: Duration,
    /// Time after its creation for which a correspondence room that waits for players is listed while none of them is online.
    pub listed: Duration,
    /// Maximum number of such rooms that are listed, newest first.
    pub waiting_rooms: u32,
    /// Choices for the points on which the rulebooks are silent.
    pub policy: config::Policy,
    /// Consequences of aborted and abandoned rated games.
    pub ratings: config::Ratings,
}

impl From<&Config> for RoomsConfig {
    fn from(config: &Config) -> Self {
        Self {
            queue_commands: config.rooms.queue_commands,
            idle: millis(config.rooms.idle_ms),
            may_leave_memory: !config.event_log.discard,
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

/// Where the table of a room is that has an actor on this node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Placement {
    /// In the memory of this node: the actor is the room.
    Here,
    /// In the memory of another node: the actor is a follower.
    Elsewhere,
}

/// Where a room was found.
enum Found {
    Here(Arc<StoredRoom>, Tenure),
    Elsewhere(NodeId),
    Nowhere,
}

/// Registry of all rooms. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Rooms {
    context: Arc<RoomContext>,
}

/// The parts of the server that every room uses.
#[derive(Debug)]
pub(super) struct RoomContext {
    pub(super) config: RoomsConfig,
    pub(super) store: Store,
    pub(super) event_log: EventLog,
    pub(super) listings: LobbyRoomChanges,
    pub(super) my_game_changes: MyGameChanges,
    pub(super) computer_game_changes: MyGameChanges,
    pub(super) occupancies: RoomOccupancyChanges,
    pub(super) rated_positions: RatedPositions,
    pub(super) turns: CorrespondenceTurns,
    pub(super) attendance: PresenceTracker,
    pub(super) seat_reservations: SeatReservations,
    pub(super) time: TimeSource,
    /// Cancelled when the server is about to stop.
    pub(super) stopping: CancellationToken,
    /// Games have changed ratings.
    pub(super) rated: Wakeup,
    /// Vacations have started or ended.
    pub(super) vacations: Wakeup,
    pub(super) drain: Drain,
    pub(super) tally: StatusGauge,
    pub(super) active: Registry<RoomId, Message, Placement>,
    /// Rooms that are read one by one: thousands at the same time after a node has died.
    reads: Batch<RoomId, Arc<StoredRoom>, StoreError>,
    pub(super) node: Node,
    /// The way to the rooms of other nodes, if there are any.
    pub(super) outgoing: Option<Outgoing>,
    creating: Mutex<PendingCreates>,
    pub(super) creations: Creations,
}

impl RoomContext {
    /// Reads a stored room, together with others that are to be read at the same time.
    pub(super) async fn read(&self, id: RoomId) -> Result<Option<Arc<StoredRoom>>, StoreError> {
        let read = |ids: Vec<RoomId>| {
            let store = self.store.clone();
            async move {
                let rooms = store.load_rooms(&ids).await?;
                Ok(rooms.into_iter().map(|(id, stored)| (id, Arc::new(stored))).collect())
            }
            .boxed()
        };
        match self.reads.get(id, read).await {
            // Another room may be the corrupt one.
            Err(error) if matches!(*error, StoreError::Corrupt(_)) => {
                Ok(self.store.load_room(id).await?.map(Arc::new))
            }
            read => read.map_err(StoreError::shared),
        }
    }
}

impl Rooms {
    /// Returns the registry of a node, without rooms. [`run_scheduler`](Self::run_scheduler) loads those that are due, and
    /// [`run_remote`](Self::run_remote) serves other nodes.
    pub fn new(config: impl Into<RoomsConfig>, store: Store, event_log: EventLog, node: Node) -> Self {
        let (config, stopping, time) = (config.into(), CancellationToken::new(), event_log.time());
        let (part, whole) = CROWDED_PART;
        let sizes = Sizes {
            queue: config.queue_commands,
            reserved: config.queue_commands / RESERVED_PART,
            crowded_above: config.active_rooms / whole * part + config.active_rooms % whole * part / whole,
        };
        let context = RoomContext {
            attendance: PresenceTracker::new(time, config.grace, &node),
            seat_reservations: SeatReservations::default(),
            config,
            store,
            event_log,
            listings: LobbyRoomChanges::new("lobby_rooms", &node),
            my_game_changes: MyGameChanges::new(&node),
            computer_game_changes: MyGameChanges::of(Computer::all().map(Computer::id)),
            occupancies: RoomOccupancyChanges::new(&node),
            rated_positions: RatedPositions::new(&node),
            turns: CorrespondenceTurns::default(),
            time,
            outgoing: node.is_shared().then(|| Outgoing::new(node.bus().clone(), stopping.clone())),
            node,
            stopping,
            rated: Wakeup::default(),
            vacations: Wakeup::default(),
            drain: Drain::default(),
            tally: StatusGauge::default(),
            active: Registry::new(sizes),
            reads: Batch::new(READS.0, READS.1),
            creating: Mutex::default(),
            creations: Creations::default(),
        };
        Self { context: Arc::new(context) }
    }

    /// Returns the changes for the lobby lists.
    pub fn listings(&self) -> &LobbyRoomChanges {
        &self.context.listings
    }

    /// Returns the changes for the lists of players' games.
    pub fn my_game_changes(&self) -> &MyGameChanges {
        &self.context.my_game_changes
    }

    /// Returns the changes for the computer players: each room in memory in which a computer player sits.
    pub fn computer_game_changes(&self) -> &MyGameChanges {
        &self.context.computer_game_changes
    }

    /// Returns the changes for the chat of rooms.
    pub fn occupancies(&self) -> &RoomOccupancyChanges {
        &self.context.occupancies
    }

    /// Returns the positions of running rated games.
    pub fn rated_positions(&self) -> &RatedPositions {
        &self.context.rated_positions
    }

    /// Returns the turns of correspondence games.
    pub fn turns(&self) -> &CorrespondenceTurns {
        &self.context.turns
    }

    /// Returns the presence of users.
    pub fn attendance(&self) -> &PresenceTracker {
        &self.context.attendance
    }

    /// Prevents new seats for a user during the deletion of the account, until the returned guard is dropped. Returns when seats that are
    /// being taken are stored.
    pub async fn no_seats_for(&self, user: UserId) -> NoSeats {
        self.context.seat_reservations.close(user).await
    }

    /// Returns the wake-up for changed ratings: the rooms then look up their players' ratings.
    pub fn rated(&self) -> Wakeup {
        self.context.rated.clone()
    }

    /// Returns the wake-up for changed vacations: the rooms then read their players' vacations.
    pub fn vacations(&self) -> Wakeup {
        self.context.vacations.clone()
    }

    /// Returns the number of rooms in memory.
    pub fn count(&self) -> usize {
        self.context.active.len()
    }

    /// Returns the number of rooms in memory that this node owns, and the number of followed rooms of other nodes.
    pub fn owned_and_followed(&self) -> (usize, usize) {
        let followed = self.context.active.len_of(Placement::Elsewhere);
        (self.count().saturating_sub(followed), followed)
    }

    /// Returns a handle to the room with this id, which is loaded into memory if necessary.
    ///
    /// # Errors
    /// [`RoomError::NoSuchRoom`] if the room does not exist; fails if it cannot be read.
    pub async fn get(&self, id: RoomId) -> Result<RoomHandle, RoomError> {
        Ok(RoomHandle::new(self.clone(), id, self.inbox(id).await?))
    }

    /// Loads all rooms that are due by now; returns their number. The scheduler loads rooms that become due later.
    ///
    /// # Errors
    /// Fails if the store cannot list these rooms.
    pub async fn load_due(&self) -> Result<usize, StoreError> {
        scheduler::load_due(self, None, self.now()).await
    }

    /// Loads rooms when they become due, until the server stops; rooms due before `from` have been loaded already.
    pub async fn run_scheduler(self, from: Timestamp) {
        let stopping = self.context.stopping.clone();
        stopping.run_until_cancelled(scheduler::run(&self, from)).await;
    }

    /// Tracks users who come and go, and loads the rooms in which an arriving user waits for players, until the server stops.
    pub async fn run_attendance(self) {
        let stopping = self.context.stopping.clone();
        let both = async { tokio::join!(self.context.attendance.run(), preload::run(&self)) };
        Box::pin(stopping.run_until_cancelled(both)).await;
    }

    /// Serves the rooms of this node to other nodes, exchanges their entries in lists, and carries the signals of finished games, of
    /// changed ratings and of vacations between them, until the server stops. Returns at once if there is no bus.
    pub async fn run_remote(self) {
        let context = self.context();
        if !context.node.is_shared() {
            return;
        }
        let (bus, finished) = (context.node.bus(), context.event_log.games_finished());
        let all = async {
            tokio::join!(
                remote::run(self.clone()),
                self.share(),
                finished.spread(bus, FINISHED),
                context.rated.spread(bus, RATED),
                context.vacations.spread(bus, VACATIONS),
            )
        };
        Box::pin(context.stopping.run_until_cancelled(all)).await;
    }

    /// Moves all rooms of this node to other nodes, before the server stops or because it is drained. From now on, and until
    /// [`stay`](Self::stay), this node owns no further room. Returns the number of rooms: zero if there is no other node.
    pub async fn hand_over(&self) -> usize {
        if !self.context.node.is_shared() {
            return 0;
        }
        self.context.node.set_leaving(true);
        hand_over::run(self).await
    }

    /// Lets this node own rooms again after [`hand_over`](Self::hand_over).
    pub fn stay(&self) {
        self.context.node.set_leaving(false);
    }

    /// Stops all rooms. Afterwards all their events are on disk, and no further event can happen.
    pub async fn stop(&self) {
        self.context.stopping.cancel();
        if let Err(error) = self.context.node.stop().await {
            warn!(%error, "stop not recorded: other nodes will use the time of the last renewal");
        }
        self.context.active.stopped().await;
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

    /// Returns whether the storage is available.
    pub fn storage(&self) -> StorageState {
        self.context.event_log.outages().state()
    }

    /// Returns whether the lease of this node may have ended, so that other nodes may own its rooms.
    pub fn is_lease_over(&self) -> bool {
        self.context.event_log.outages().is_lease_over()
    }

    /// Subscribes to changes of the state of the storage.
    pub fn storage_watch(&self) -> StorageWatch {
        self.context.event_log.outages().watch()
    }

    /// Returns the drain state: whether new rooms may be created.
    pub fn drain(&self) -> &Drain {
        &self.context.drain
    }

    /// Returns the number of rooms in memory by status.
    pub fn by_status(&self) -> Vec<(&'static str, u64)> {
        self.context.tally.counts()
    }

    /// Returns the number of commands waiting to be stored.
    pub fn event_log_waiting(&self) -> usize {
        self.context.event_log.waiting()
    }

    /// Returns the server's current time.
    pub fn now(&self) -> Timestamp {
        self.context.time.now()
    }

    pub(super) fn is_stopping(&self) -> bool {
        self.context.stopping.is_cancelled()
    }

    pub(super) fn creating(&self) -> MutexGuard<'_, PendingCreates> {
        self.context.creating.lock()
    }

    /// Returns the inbox of the room with this id, if the room is in memory.
    pub(super) fn active_inbox(&self, id: RoomId) -> Option<Inbox> {
        self.context.active.running(id)
    }

    /// Returns the inbox of the room with this id.
    pub(super) async fn inbox(&self, id: RoomId) -> Result<Inbox, RoomError> {
        if id == imported_room() {
            return Err(RoomError::NoSuchRoom);
        }
        self.inbox_or(id, || async { Ok(self.start(id, self.find(id).await?)) }).await
    }

    /// Claims the room with this id. Returns the room itself, or a follower if another node owns it.
    pub(super) async fn find(&self, id: RoomId) -> Result<RoomTask, RoomError> {
        let finding = self.claim_and_load(id);
        let found = match self.context.event_log.outages().state() {
            StorageState::Up => finding.await,
            StorageState::Down { .. } => {
                timeout(READ_IN_AN_OUTAGE, finding).await.map_err(|_| RoomError::Unavailable)?
            }
        };
        match found? {
            Found::Here(stored, tenure) => self.room_task_of(&stored, tenure),
            Found::Elsewhere(node) => self.follower(id, node),
            Found::Nowhere => Err(RoomError::NoSuchRoom),
        }
    }

    async fn claim_and_load(&self, id: RoomId) -> Result<Found, StoreError> {
        // A claim to a room that does not exist, or not yet, must not be made here. One that has an actor exists.
        let may_exist = self.context.outgoing.is_none() || self.active_inbox(id).is_some();
        if !may_exist && Box::pin(self.store().room(id)).await?.is_none() {
            return Ok(Found::Nowhere);
        }
        let tenure = match self.context.node.claim(ClaimKey::Room(id)).await? {
            Owner::Other(node) => return Ok(Found::Elsewhere(node)),
            Owner::ThisNode(tenure) => tenure,
        };
        let stored = self.context.read(id).await?;
        Ok(stored.map_or(Found::Nowhere, |stored| Found::Here(stored, tenure)))
    }

    /// Returns the inbox of a room that was read and that this node owns.
    pub(super) async fn inbox_of(&self, stored: &StoredRoom, tenure: Tenure) -> Result<Inbox, RoomError> {
        let id = stored.row.id;
        let start = || std::future::ready(self.room_task_of(stored, tenure).map(|task| self.start(id, task)));
        let inbox = self.inbox_or(id, start).await?;
        self.end_follower(id);
        Ok(inbox)
    }

    /// Returns the inbox of the room with this id; `None` if another node owns it.
    pub(super) async fn own_inbox(&self, id: RoomId) -> Result<Option<Inbox>, RoomError> {
        if let Owner::Other(_) = self.context.node.claim(ClaimKey::Room(id)).await? {
            return Ok(None);
        }
        let inbox = self.inbox(id).await?;
        self.end_follower(id);
        Ok(Some(inbox))
    }

    /// Lets a follower of an earlier owner become the room, which this node owns.
    fn end_follower(&self, id: RoomId) {
        if let Lookup::Running(Placement::Elsewhere, _) = self.context.active.lookup(id)
            && let Some(outgoing) = &self.context.outgoing
        {
            outgoing.unfollow(id);
        }
    }

    /// Returns the inbox of the room with this id; `make` loads the room if it is not in memory.
    async fn inbox_or<F: Future<Output = Result<Inbox, RoomError>>>(
        &self,
        id: RoomId,
        make: impl FnOnce() -> F,
    ) -> Result<Inbox, RoomError> {
        if self.is_stopping() {
            return Err(RoomError::Unavailable);
        }
        self.context.active.get_or_load(id, Placement::Here, self.config().active_rooms, make).await
    }

    /// Reserves the slot of a room that is about to be created.
    pub(super) fn reserve(&self, id: RoomId) -> Result<Reservation<RoomId, Message, Placement>, RoomError> {
        Ok(self.context.active.reserve(id, Placement::Here, self.config().active_rooms)?)
    }

    /// Returns a follower of a room of another node.
    fn follower(&self, id: RoomId, node: NodeId) -> Result<RoomTask, RoomError> {
        let outgoing = self.context.outgoing.as_ref().ok_or(RoomError::Unavailable)?;
        if self.context.active.len_of(Placement::Elsewhere) >= self.config().active_rooms {
            return Err(RoomError::Busy);
        }
        Ok(RoomTask::Follower(Box::new(Follower::new(id, node, self.context(), outgoing))))
    }

    fn room_task_of(&self, stored: &StoredRoom, tenure: Tenure) -> Result<RoomTask, RoomError> {
        let room = Room::load(stored, tenure, self.context()).map_err(|corrupt| {
            error!(room = %stored.row.id, error = %corrupt, "stored room corrupt");
            RoomError::Corrupt
        })?;
        Ok(RoomTask::Owner(Box::new(room)))
    }

    /// Starts the task of a room.
    pub(super) fn start(&self, id: RoomId, task: RoomTask) -> Inbox {
        let (rooms, running, placement) = (self.clone(), self.clone(), task.placement());
        let run = move |messages, players| room_task::run(running, id, task, messages, players);
        let inbox = self.context.active.start(id, run, async move |ended| match ended {
            Ended::Returned { left, outcome } => {
                if let Err(RoomFailed) = outcome {
                    error!(room = %id, "room failed; reloading it");
                    rooms.reload(id).await;
                }
                for message in left {
                    rooms.redeliver(id, message).await;
                }
            }
            Ended::Panicked(error) => {
                error!(room = %id, %error, "room task panicked; reloading the room");
                rooms.reload(id).await;
            }
        });
        self.context.active.reclassify(id, placement);
        inbox
    }

    /// Sends a message to a room that has left memory. Boxed: otherwise the new task's future would be a part of this task's future.
    pub(super) fn redeliver(
        &self,
        id: RoomId,
        message: Message,
    ) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(deliver(message, move || self.inbox(id)))
    }

    /// Reloads a room after a panic of its task: its clocks must keep running even if no client requests it.
    fn reload(&self, id: RoomId) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(async move {
            if let Err(error) = self.inbox(id).await {
                warn!(room = %id, %error, "room reload failed");
            }
        })
    }
}

impl From<Busy> for RoomError {
    fn from(_: Busy) -> Self {
        Self::Busy
    }
}

impl From<&StoreError> for RoomError {
    fn from(error: &StoreError) -> Self {
        match error {
            StoreError::Unavailable(_) | StoreError::Superseded => Self::Unavailable,
            StoreError::Conflict(_) | StoreError::Corrupt(_) | StoreError::Query(_) => {
                error!(%error, "room store failed");
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
    use sumito_config::Overrides;
    use sumito_kit::text::Text;
    use sumito_store::{NewSession, Role, TokenHash, UserRow, Visibility};

    fn session() -> NewSession {
        NewSession::new(TokenHash([1; 32]), Text::default(), Timestamp(0), Timestamp::MAX)
    }

    async fn rooms() -> Rooms {
        let config = Config::load(None, &Overrides::default()).unwrap();
        let store = Store::connect("memory:", &config.database).await.unwrap();
        let time = TimeSource::starting_at(Timestamp(0));
        let (event_log, _writer) = EventLog::start(store.clone(), &config.event_log, time).await.unwrap();
        Rooms::new(&config, store, event_log, Node::alone())
    }

    fn plan() -> RoomPlan {
        RoomPlan {
            id: None,
            mode: Mode::Two,
            layout: None,
            start_position: None,
            coach: false,
            time: TimeControl::None,
            rated: false,
            ready: false,
            vacations: false,
            spectator_delay: Duration::ZERO,
            visibility: Visibility::Public,
            lobby: "main".to_owned(),
            created_by: UserId(Uuid::from_u128(1)),
            command_id: Some("c1".to_owned()),
            tournament: None,
            seeks: Vec::new(),
            mandate: None,
            players: Vec::new(),
        }
    }

    #[tokio::test]
    async fn due_rooms_are_read_only_if_not_in_memory() {
        let rooms = rooms().await;
        let creator = UserRow {
            id: plan().created_by,
            name: "A player".to_owned(),
            guest: false,
            bot: false,
            role: Role::Player,
            created_at: Timestamp(0),
        };
        rooms.store().add_user(&creator, &session()).await.unwrap();
        let id = rooms.create(plan()).await.unwrap().room.id();
        assert_eq!(scheduler::load(&rooms, vec![id]).await.loaded, 0);
        let context = rooms.context();
        let restarted = Rooms::new(
            context.config.clone(),
            context.store.clone(),
            context.event_log.clone(),
            Node::alone(),
        );
        assert_eq!(scheduler::load(&restarted, vec![id]).await.loaded, 1);
    }

    #[tokio::test]
    async fn concurrent_creations_with_an_id_share_a_room() {
        let rooms = rooms().await;
        let creator = UserRow {
            id: plan().created_by,
            name: "A player".to_owned(),
            guest: false,
            bot: false,
            role: Role::Player,
            created_at: Timestamp(0),
        };
        rooms.store().add_user(&creator, &session()).await.unwrap();
        let id = RoomId::from_random([7; 8]);
        let plan = || RoomPlan { id: Some(id), command_id: None, ..plan() };
        let (one, other) = tokio::join!(rooms.create(plan()), rooms.create(plan()));
        assert_eq!([one.unwrap().room.id(), other.unwrap().room.id()], [id, id]);
    }

    #[tokio::test]
    async fn abandoned_load_frees_its_slot() {
        let (rooms, id) = (rooms().await, RoomId::from_random([7; 8]));
        let mut first = Box::pin(rooms.inbox_or(id, pending));
        let mut second = Box::pin(rooms.inbox_or(id, pending));
        assert!((&mut first).now_or_never().is_none() && (&mut second).now_or_never().is_none());
        drop(first);
        assert_eq!(rooms.count(), 1, "another user waits for it");
        drop(second);
        assert_eq!(rooms.count(), 0);
        assert_eq!(rooms.get(id).await.unwrap_err(), RoomError::NoSuchRoom);
        assert_eq!(rooms.count(), 0);
    }

    #[tokio::test]
    async fn cancelled_creation_leaves_nothing_behind() {
        let rooms = rooms().await;
        let mut making = Box::pin(rooms.create(plan()));
        assert!((&mut making).now_or_never().is_none());
        assert_eq!(rooms.creating().len(), 1);
        drop(making);
        assert!(rooms.creating().is_empty());
    }
}
