//! Simulated store: it is slow, hangs, fails and loses confirmations on the simulation's request. Its data outlives the server. All
//! behaviour follows from one random number generator and the runtime's own time.

mod claims;
mod nodes;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};
use sumito_game::{GameId, RoomId, Status, Timestamp, TournamentId, UserId};
use tokio::sync::Notify;
use tokio::time::{sleep, timeout};

use sumito_kit::names::Called;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

pub(super) use self::claims::Membership;
pub use self::claims::Ownership;
use self::nodes::{Nodes, ThisNode};

use super::lease::fenced;
use super::nodes::{LeaseDeadline, NodeId};
use super::{
    AdministrationState, Backend, BotRow, Change, EARLIER_EVENTS, ExplorerMove, FeedEntry, FinishedGame,
    GameFilter, GameMoves, GameSummary, NewRoom, NewSession, Outage, PairedSeek, PlayerCounts, PositionKey,
    Projection, ProjectionUpdate, RatingRow, RoomChange, RoomMembership, RoomRow, Store, StoreError,
    StoredAnalysis, StoredEvent, StoredRoom, StoredTournament, TooManyAnalyses, TournamentChange,
    TournamentEvent, TournamentState, UserRow, Visibility,
};

type Result<T> = std::result::Result<T, StoreError>;

/// Time limit for a read.
const READ_TIMEOUT: Duration = Duration::from_secs(5);

/// Condition of a simulated store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Condition {
    /// Reads and writes work.
    Healthy,
    /// All reads and writes fail.
    Unavailable,
    /// Some writes fail, and some succeed with a lost confirmation.
    Flaky,
    /// Writes succeed, but all confirmations are lost.
    LosesReplies,
    /// No call is answered while this lasts. The fate of writes is random.
    Hanging,
    /// Writes are slow, but within the time limit.
    Stalled,
}

/// Fate of a write.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Stored,
    NotStored,
    AnswerLost,
}

/// Fault settings of a simulated store. All clones share them.
#[derive(Debug, Clone)]
pub struct Faults {
    condition: Arc<Mutex<Condition>>,
    /// Wakes the tasks that wait for another condition in the order in which they started to wait: tokio's `watch` wakes them in any order.
    changed: Arc<Notify>,
    rng: Arc<Mutex<fastrand::Rng>>,
    calls: Arc<AtomicU64>,
}

/// A store in memory, behind faults. All clones share the data.
#[derive(Debug, Clone)]
pub struct Queries {
    tables: Arc<Mutex<Tables>>,
    faults: Faults,
    /// Writes that a server had issued when it died, or that timed out, and that will still be stored.
    late: Arc<Mutex<Vec<Late>>>,
    /// The node of this handle; `None` for the only server of the store.
    node: Option<Arc<ThisNode>>,
}

/// A write whose caller has gone. The writer is `None` for the only server of the store.
#[derive(Debug)]
struct Late {
    writer: Option<NodeId>,
    write: Write,
}

/// An atomic write of the simulated store.
#[derive(Debug, Clone)]
enum Write {
    Changes(Vec<Change>),
    Alive(Timestamp, Vec<Outage>),
}

#[derive(Debug, Default)]
struct Tables {
    users: HashMap<UserId, UserRow>,
    /// Preferences of each bot.
    bots: HashMap<UserId, String>,
    /// In the order of creation: the order of their ids is different in each run.
    rooms: Vec<Room>,
    places: HashMap<RoomId, usize>,
    games: Vec<FinishedGame>,
    /// The analyses, by game.
    analyses: HashMap<GameId, StoredAnalysis>,
    tournaments: BTreeMap<TournamentId, KeptTournament>,
    /// Number of games reported to the tournaments.
    consumed: u64,
    alive: Option<Timestamp>,
    nodes: Nodes,
    /// Violations of the store's rules.
    breaches: Vec<String>,
}

#[derive(Debug)]
struct KeptTournament {
    stored: StoredTournament,
    open: bool,
    wake_at: Option<Timestamp>,
}

#[derive(Debug)]
struct Room {
    new: NewRoom,
    status: Status,
    game_seq: u64,
    wake_at: Option<Timestamp>,
    away: Option<String>,
    conditional_moves: Option<String>,
    own: RoomMembership,
    /// Event number `n` is at index `n - 1`.
    events: Vec<StoredEvent>,
}

/// A write in progress.
struct Writing<'a> {
    queries: &'a Queries,
    /// The write while it is not stored yet. It may be stored after its caller has gone.
    write: Option<Write>,
}

impl Drop for Writing<'_> {
    fn drop(&mut self) {
        if let Some(write) = self.write.take()
            && self.queries.faults.rng().bool()
        {
            lock(&self.queries.late).push(Late { writer: self.queries.id(), write });
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock()
}

impl Faults {
    /// Creates faults that are drawn from `rng`; the store works at first.
    pub fn new(rng: fastrand::Rng) -> Self {
        let condition = Arc::new(Mutex::new(Condition::Healthy));
        Self { condition, changed: Arc::default(), rng: Arc::new(Mutex::new(rng)), calls: Arc::default() }
    }

    /// Sets the condition of the store and wakes the calls that wait.
    pub fn set(&self, condition: Condition) {
        *lock(&self.condition) = condition;
        self.changed.notify_waiters();
    }

    /// Returns the condition of the store.
    pub fn condition(&self) -> Condition {
        *lock(&self.condition)
    }

    /// Returns the number of calls of the store so far.
    pub fn calls(&self) -> u64 {
        self.calls.load(Ordering::Relaxed)
    }

    fn rng(&self) -> MutexGuard<'_, fastrand::Rng> {
        lock(&self.rng)
    }

    fn fate(&self, has_hung: bool) -> Fate {
        let flaky = || match self.rng().u8(..4) {
            0 => Fate::NotStored,
            1 => Fate::AnswerLost,
            _ => Fate::Stored,
        };
        match self.condition() {
            Condition::Healthy | Condition::Stalled if !has_hung => Fate::Stored,
            Condition::Unavailable => Fate::NotStored,
            Condition::LosesReplies => Fate::AnswerLost,
            _ => flaky(),
        }
    }

    /// Waits for the latency of a database.
    async fn delay(&self) {
        let ms = self.rng().u64(..4);
        if ms > 0 {
            sleep(Duration::from_millis(ms)).await;
        }
    }

    /// Counts a call, and waits until the store answers at all; returns whether it had to wait.
    async fn answering(&self) -> bool {
        self.calls.fetch_add(1, Ordering::Relaxed);
        let mut hung = false;
        loop {
            let mut changed = pin!(self.changed.notified());
            // From here on no change is missed.
            changed.as_mut().enable();
            if self.condition() != Condition::Hanging {
                return hung;
            }
            hung = true;
            changed.await;
        }
    }

    async fn read(&self) -> Result<()> {
        self.delay().await;
        timeout(READ_TIMEOUT, self.answering()).await.map_err(|_| StoreError::too_slow())?;
        if self.condition() == Condition::Unavailable { Err(away()) } else { Ok(()) }
    }
}

fn away() -> StoreError {
    StoreError::Unavailable("the simulated store is away".into())
}

/// Returns the error of calls that the simulated store does not support.
pub(super) fn not_simulated() -> StoreError {
    StoreError::Query("the simulated store does not keep this".into())
}

impl Queries {
    /// Creates an empty store.
    pub fn new(faults: Faults) -> Self {
        Self { tables: Arc::default(), faults, late: Arc::default(), node: None }
    }

    /// Returns the store for servers.
    pub fn store(&self) -> Store {
        Store(Backend::Simulated(self.clone()))
    }

    /// Returns a handle with other faults, for a reader that belongs to no server.
    #[must_use]
    pub fn with_faults(&self, faults: Faults) -> Self {
        Self { faults, ..self.clone() }
    }

    /// Stores the pending writes of servers that died.
    #[expect(clippy::unused_async, reason = "the next server waits for it")]
    pub async fn finish_late(&self) {
        let writers: HashSet<_> = lock(&self.late).iter().map(|late| late.writer).collect();
        let mut writers: Vec<_> = writers.into_iter().collect();
        writers.sort_unstable();
        for writer in writers {
            self.store_late(writer);
        }
    }

    /// Returns the violations since the last call.
    pub fn take_breaches(&self) -> Vec<String> {
        std::mem::take(&mut self.tables().breaches)
    }

    /// Returns all stored events of a room, regardless of the condition.
    #[expect(clippy::unused_async, reason = "the same form as what the server reads")]
    pub async fn peek(&self, id: RoomId) -> Vec<StoredEvent> {
        self.tables().room(id).map(|room| room.events.clone()).unwrap_or_default()
    }

    /// Returns the claims to rooms that do not exist, regardless of the condition.
    pub fn claims_without_room(&self) -> Vec<RoomId> {
        let tables = self.tables();
        tables.nodes.claimed_rooms().filter(|room| !tables.places.contains_key(room)).collect()
    }

    /// Returns the number of stored events of a room, regardless of the condition.
    pub fn count_events(&self, id: RoomId) -> u64 {
        self.tables().room(id).map_or(0, |room| room.events.len() as u64)
    }

    /// Returns all stored rooms, in the order of creation.
    pub fn rooms(&self) -> Vec<RoomId> {
        self.tables().rooms.iter().map(|room| room.new.row.id).collect()
    }

    /// Returns the rooms with their numbers in the order of creation.
    fn places(&self) -> HashMap<RoomId, usize> {
        self.tables().places.clone()
    }

    fn tables(&self) -> MutexGuard<'_, Tables> {
        lock(&self.tables)
    }

    async fn read<T>(&self, read: impl FnOnce(&Tables) -> T) -> Result<T> {
        self.faults.read().await?;
        Ok(read(&self.tables()))
    }

    async fn write(&self, write: Write) -> Result<()> {
        let mut writing = Writing { queries: self, write: Some(write) };
        self.faults.delay().await;
        if self.faults.condition() == Condition::Stalled {
            let ms = self.faults.rng().u64(100..900);
            sleep(Duration::from_millis(ms)).await;
        }
        let has_hung = self.faults.answering().await;
        let fate = self.faults.fate(has_hung);
        let write = writing.write.take();
        if let Some(write) = write.filter(|_| fate != Fate::NotStored) {
            // The fate of abandoned writes of a server is decided before its next write is stored.
            self.store_late(self.id());
            self.store_of(self.id(), &write)?;
        }
        self.faults.delay().await;
        if fate == Fate::Stored { Ok(()) } else { Err(away()) }
    }

    /// Stores the pending writes of a server.
    fn store_late(&self, writer: Option<NodeId>) {
        let (due, rest) =
            std::mem::take(&mut *lock(&self.late)).into_iter().partition(|late| late.writer == writer);
        *lock(&self.late) = rest;
        for Late { write, .. } in due {
            // An invalid write is rejected, but the error is lost.
            let _ = self.store_of(writer, &write);
        }
    }

    /// Stores all of the write of a server, or nothing.
    fn store_of(&self, writer: Option<NodeId>, write: &Write) -> Result<()> {
        let mut tables = self.tables();
        if let Some(writer) = writer
            && tables.nodes.is_fenced(writer)
        {
            return Err(match &self.node {
                Some(node) if node.lease.id() == writer => node.lease.is_fenced(),
                _ => fenced(),
            });
        }
        tables.store(writer, write)
    }

    pub(super) fn fenced(&self) -> CancellationToken {
        self.node.as_ref().map(|node| node.lease.lost().clone()).unwrap_or_default()
    }

    pub(super) fn lease_deadline(&self) -> LeaseDeadline {
        self.node.as_ref().map_or_else(LeaseDeadline::never, |node| node.lease.deadline().clone())
    }

    pub(super) async fn append(&self, changes: &[Change]) -> Result<()> {
        self.write(Write::Changes(changes.to_vec())).await
    }

    pub(super) async fn write_heartbeat(&self, now: Timestamp, outages: &[Outage]) -> Result<()> {
        self.write(Write::Alive(now, outages.to_vec())).await
    }

    pub(super) async fn close(&self) {
        if let Some(node) = &self.node {
            node.lease.end().await;
        }
    }

    pub(super) async fn ping(&self) -> Result<()> {
        self.faults.read().await
    }

    #[expect(clippy::unused_async, reason = "the same form as the queries on databases")]
    pub(super) async fn add_user(&self, user: &UserRow, _: &NewSession) -> Result<()> {
        let mut tables = self.tables();
        if tables.users.contains_key(&user.id) {
            return Err(StoreError::Conflict("the user exists".into()));
        }
        tables.users.insert(user.id, user.clone());
        Ok(())
    }

    #[expect(clippy::unused_async, reason = "the same form as the queries on databases")]
    pub(super) async fn add_analysis(
        &self,
        game: GameId,
        user: UserId,
        _now: Timestamp,
        max: u64,
    ) -> Result<std::result::Result<(), TooManyAnalyses>> {
        let mut tables = self.tables();
        let analyses = &mut tables.analyses;
        let is_open = |(id, row): &(&GameId, &StoredAnalysis)| {
            **id != game && row.asked_by == user && row.positions.is_none()
        };
        let count = analyses.iter().filter(is_open).count() as u64;
        if count >= max {
            return Ok(Err(TooManyAnalyses(count)));
        }
        analyses.entry(game).or_insert(StoredAnalysis { asked_by: user, positions: None });
        Ok(Ok(()))
    }

    #[expect(clippy::unused_async, reason = "the same form as the queries on databases")]
    pub(super) async fn finish_analysis(&self, game: GameId, positions: &str) -> Result<()> {
        if let Some(row) = self.tables().analyses.get_mut(&game) {
            row.positions = Some(positions.to_owned());
        }
        Ok(())
    }

    #[expect(clippy::unused_async, reason = "the same form as the queries on databases")]
    pub(super) async fn drop_analysis(&self, game: GameId) -> Result<()> {
        self.tables().analyses.retain(|id, row| *id != game || row.positions.is_some());
        Ok(())
    }

    pub(super) async fn analysis(&self, game: GameId) -> Result<Option<StoredAnalysis>> {
        self.read(|tables| tables.analyses.get(&game).cloned()).await
    }

    pub(super) async fn unfinished_analyses(&self) -> Result<Vec<GameId>> {
        let unfinished = |(game, row): (&GameId, &StoredAnalysis)| row.positions.is_none().then_some(*game);
        self.read(|tables| tables.analyses.iter().filter_map(unfinished).collect()).await
    }

    /// No simulated administrator changes the settings.
    pub(super) async fn administration(&self) -> Result<AdministrationState> {
        self.read(|_| AdministrationState::default()).await
    }

    pub(super) async fn reset_administration(&self, _: Option<NodeId>) -> Result<()> {
        self.read(|_| ()).await
    }

    #[expect(clippy::unused_async, reason = "the same form as the queries on databases")]
    pub(super) async fn set_bot(&self, user: UserId, accepts: &str, _now: Timestamp) -> Result<()> {
        let mut tables = self.tables();
        if let Some(row) = tables.users.get_mut(&user) {
            row.bot = true;
        }
        tables.bots.insert(user, accepts.to_owned());
        Ok(())
    }

    pub(super) async fn bot(&self, user: UserId) -> Result<Option<BotRow>> {
        self.read(|tables| tables.bot(user)).await
    }

    pub(super) async fn bots_after(&self, after: Option<UserId>, limit: u32) -> Result<Vec<UserId>> {
        self.read(|tables| {
            let later = tables.bots.keys().copied().filter(|&bot| after.is_none_or(|after| bot > after));
            let mut later: Vec<_> = later.collect();
            later.sort_unstable();
            later.truncate(limit as usize);
            later
        })
        .await
    }

    pub(super) async fn bots_among(&self, users: &[UserId]) -> Result<Vec<BotRow>> {
        self.read(|tables| users.iter().filter_map(|&user| tables.bot(user)).collect()).await
    }

    pub(super) async fn count_seats(&self, user: UserId) -> Result<u64> {
        self.read(|tables| tables.count_seats(user)).await
    }

    #[expect(clippy::unused_async, reason = "the same form as the queries on databases")]
    pub(super) async fn add_computers(&self, users: &[UserRow]) -> Result<()> {
        let mut tables = self.tables();
        for user in users {
            tables.users.entry(user.id).or_insert_with(|| user.clone());
        }
        Ok(())
    }

    pub(super) async fn room(&self, id: RoomId) -> Result<Option<RoomRow>> {
        self.read(|tables| tables.room(id).map(|room| room.new.row.clone())).await
    }

    pub(super) async fn load_rooms(&self, ids: &[RoomId]) -> Result<HashMap<RoomId, StoredRoom>> {
        self.read(|tables| {
            let rooms = ids.iter().filter_map(|&id| Some((id, tables.room(id)?)));
            let current = |room: &Room| {
                let first = room.game_seq.saturating_sub(EARLIER_EVENTS);
                room.stored(|event| event.seq == 1 || event.seq >= first)
            };
            rooms.map(|(id, room)| (id, current(room))).collect()
        })
        .await
    }

    pub(super) async fn names_of(&self, users: &[UserId]) -> Result<HashMap<UserId, Called>> {
        self.read(|tables| {
            let called = |user: &UserRow| Called { name: user.name.clone(), guest: user.guest };
            users.iter().filter_map(|id| Some((*id, called(tables.users.get(id)?)))).collect()
        })
        .await
    }

    /// No player of a simulation takes a vacation.
    pub(super) async fn vacations_of(
        &self,
        _users: &[UserId],
        _since: Timestamp,
    ) -> Result<Vec<crate::VacationRow>> {
        self.read(|_| Vec::new()).await
    }

    pub(super) async fn whole_room(&self, id: RoomId) -> Result<Option<StoredRoom>> {
        self.read(|tables| tables.room(id).map(|room| room.stored(|_| true))).await
    }

    pub(super) async fn due_rooms(&self, after: Option<Timestamp>, until: Timestamp) -> Result<Vec<RoomId>> {
        self.read(|tables| {
            let playing = tables.rooms.iter().filter(|room| room.status == Status::Playing);
            let mut due: Vec<_> = playing
                .filter_map(|room| Some((room.wake_at?, room.new.row.id)))
                .filter(|(wake_at, _)| after.is_none_or(|after| after < *wake_at) && *wake_at <= until)
                .collect();
            due.sort_by_key(|(wake_at, _)| *wake_at);
            due.into_iter().map(|(_, id)| id).collect()
        })
        .await
    }

    pub(super) async fn my_games(&self, user: UserId, now: Timestamp, limit: u32) -> Result<Vec<RoomId>> {
        self.read(|tables| {
            let is_own = |room: &&Room| room.own.users.contains(&user) && room.own.until > now;
            let mut own: Vec<_> = tables.rooms.iter().filter(is_own).collect();
            own.sort_by_key(|room| std::cmp::Reverse(room.own.until));
            own.iter().take(limit as usize).map(|room| room.new.row.id).collect()
        })
        .await
    }

    pub(super) async fn waiting_rooms_of(&self, users: &[UserId]) -> Result<Vec<RoomId>> {
        self.read(|tables| {
            let waiting = tables.rooms.iter().filter(|room| room.waits_in_public());
            let own = waiting.filter(|room| room.own.users.iter().any(|user| users.contains(user)));
            own.map(|room| room.new.row.id).collect()
        })
        .await
    }

    pub(super) async fn waiting_by_correspondence(
        &self,
        after: Timestamp,
        limit: u32,
    ) -> Result<Vec<RoomId>> {
        self.read(|tables| {
            let waiting = tables.rooms.iter().rev().filter(|room| room.waits_in_public());
            let listed = waiting.filter(|room| room.new.by_correspondence && room.new.row.created_at > after);
            listed.take(limit as usize).map(|room| room.new.row.id).collect()
        })
        .await
    }

    pub(super) async fn owners_of(&self, room: RoomId) -> Result<RoomMembership> {
        let empty = RoomMembership { users: Vec::new(), until: Timestamp::MIN };
        self.read(|tables| {
            let own = tables.room(room).map(|room| room.own.clone());
            own.filter(|own| !own.users.is_empty()).unwrap_or(empty)
        })
        .await
    }

    /// Returns rooms in the order of creation.
    pub(super) async fn rooms_after(&self, after: Option<RoomId>, limit: u32) -> Result<Vec<RoomId>> {
        self.read(|tables| {
            let first = after.and_then(|after| tables.places.get(&after)).map_or(0, |place| place + 1);
            let rooms = tables.rooms.iter().skip(first).take(limit as usize);
            rooms.map(|room| room.new.row.id).collect()
        })
        .await
    }

    pub(super) async fn room_made_by(&self, user: UserId, command_id: &str) -> Result<Option<RoomId>> {
        self.read(|tables| tables.room_made_by(user, command_id)).await
    }

    pub(super) async fn count_open_rooms(&self, user: UserId) -> Result<u64> {
        self.read(|tables| tables.open_rooms(user).count() as u64).await
    }

    pub(super) async fn count_open_rooms_with(
        &self,
        maker: UserId,
        others: &[UserId],
        except: Option<RoomId>,
    ) -> Result<u64> {
        self.read(|tables| {
            let wanted = tables.open_rooms(maker).filter(|room| Some(room.new.row.id) != except);
            wanted.filter(|room| room.own.users.iter().any(|user| others.contains(user))).count() as u64
        })
        .await
    }

    pub(super) async fn game(&self, id: GameId) -> Result<Option<GameSummary>> {
        Ok(self.game_with_moves(id).await?.map(|game| game.with_moves(())))
    }

    pub(super) async fn game_with_moves(&self, id: GameId) -> Result<Option<FinishedGame>> {
        self.read(|tables| tables.games.iter().find(|game| game.id == id).cloned()).await
    }

    pub(super) async fn games_with_moves(&self, ids: &[GameId]) -> Result<Vec<FinishedGame>> {
        self.read(|tables| tables.games.iter().filter(|game| ids.contains(&game.id)).cloned().collect()).await
    }

    #[expect(clippy::unused_async, reason = "the same form as the queries on databases")]
    pub(super) async fn moves_of(&self, _: &[GameId]) -> Result<HashMap<GameId, GameMoves>> {
        Err(not_simulated())
    }

    pub(super) async fn games_of_room(&self, room: RoomId) -> Result<Vec<FinishedGame>> {
        self.read(|tables| tables.games.iter().filter(|game| game.room == room).cloned().collect()).await
    }

    pub(super) async fn tournament(&self, id: TournamentId) -> Result<Option<StoredTournament>> {
        self.read(|tables| tables.tournaments.get(&id).map(|kept| kept.stored.clone())).await
    }

    pub(super) async fn tournament_state(&self, id: TournamentId) -> Result<Option<TournamentState>> {
        let state = |kept: &KeptTournament| TournamentState {
            is_open: kept.open,
            seq: kept.stored.events.len() as u64,
        };
        self.read(|tables| tables.tournaments.get(&id).map(state)).await
    }

    pub(super) async fn tournament_events(
        &self,
        id: TournamentId,
        after: u64,
        limit: u32,
    ) -> Result<Vec<TournamentEvent>> {
        self.read(|tables| {
            let events = tables.tournaments.get(&id).into_iter().flat_map(|kept| &kept.stored.events);
            events.filter(|event| event.seq > after).take(limit as usize).cloned().collect()
        })
        .await
    }

    pub(super) async fn due_tournaments(&self, until: Timestamp) -> Result<Vec<TournamentId>> {
        self.read(|tables| {
            let is_due = |kept: &KeptTournament| kept.open && kept.wake_at.is_some_and(|at| at <= until);
            tables.tournaments.iter().filter(|(_, kept)| is_due(kept)).map(|(id, _)| *id).collect()
        })
        .await
    }

    pub(super) async fn count_open_tournaments(&self, user: UserId) -> Result<u64> {
        self.read(|tables| {
            let own = tables.tournaments.values().filter(|kept| kept.stored.row.made_by == Some(user));
            own.filter(|kept| kept.open).count() as u64
        })
        .await
    }

    /// Returns nothing: no account is deleted in a simulation.
    pub(super) async fn members_to_forget(
        &self,
        _: Option<(TournamentId, UserId)>,
        _: u32,
    ) -> Result<Vec<(TournamentId, UserId)>> {
        self.read(|_| Vec::new()).await
    }

    pub(super) async fn tournament_of_series(&self, series: &str) -> Result<Option<TournamentId>> {
        self.read(|tables| {
            let is_it = |kept: &&KeptTournament| kept.stored.row.series.as_deref() == Some(series);
            tables.tournaments.values().find(is_it).map(|kept| kept.stored.row.id)
        })
        .await
    }

    /// Returns nothing: no player blocks another in a simulation.
    pub(super) async fn blocks_among(&self, _: &[UserId]) -> Result<Vec<(UserId, UserId)>> {
        self.read(|_| Vec::new()).await
    }

    /// Returns nothing: no player blocks another in a simulation.
    pub(super) async fn blocks_around(&self, _: UserId) -> Result<Vec<UserId>> {
        self.read(|_| Vec::new()).await
    }

    pub(super) async fn rooms_of_seeks(&self, seeks: &[Uuid]) -> Result<Vec<(Uuid, RoomId)>> {
        let is_one = |(seek, _): &(&PairedSeek, RoomId)| seeks.contains(&seek.id);
        self.read(|tables| tables.paired().filter(is_one).map(|(seek, room)| (seek.id, room)).collect()).await
    }

    pub(super) async fn seek_begun_by(
        &self,
        user: UserId,
        command: &str,
        _: Timestamp,
    ) -> Result<Option<(Uuid, RoomId)>> {
        let is_it =
            |(seek, _): &(&PairedSeek, RoomId)| seek.user == user && seek.command.as_deref() == Some(command);
        self.read(|tables| tables.paired().filter(is_it).last().map(|(seek, room)| (seek.id, room))).await
    }

    /// Returns nothing: no games are rated in a simulation.
    pub(super) async fn ratings_of(&self, _: UserId) -> Result<Vec<RatingRow>> {
        self.read(|_| Vec::new()).await
    }

    /// Returns the position of the tournaments, which are the only consumer in a simulation.
    pub(super) async fn consumed(&self, _: Projection) -> Result<u64> {
        self.read(|tables| tables.consumed).await
    }

    pub(super) async fn feed_after(&self, position: u64, limit: u32) -> Result<Vec<FeedEntry>> {
        self.read(|tables| {
            let games = (1..).zip(&tables.games).skip(position as usize).take(limit as usize);
            games.map(|(position, game)| FeedEntry { position, game: game.clone().with_moves(()) }).collect()
        })
        .await
    }

    #[expect(clippy::unused_async, reason = "the same form as the queries on databases")]
    pub(super) async fn consume(
        &self,
        _: Projection,
        from: u64,
        to: u64,
        _: &ProjectionUpdate,
    ) -> Result<bool> {
        let mut tables = self.tables();
        let moves = tables.consumed == from;
        if moves {
            tables.consumed = to;
        }
        Ok(moves)
    }

    pub(super) async fn outages(&self, limit: u32) -> Result<Vec<Outage>> {
        let is_alone = self.node.is_none();
        self.read(|tables| {
            let all = tables.nodes.outages.iter();
            // A server that has its database alone gets the rooms of all earlier nodes.
            let concerned = all.filter(|(node, _)| is_alone || node.is_none());
            let mut outages: Vec<_> = concerned.map(|(_, outage)| *outage).collect();
            outages.sort_by_key(|outage| (outage.ended, outage.began));
            outages.split_off(outages.len().saturating_sub(limit as usize))
        })
        .await
    }

    pub(super) async fn last_heartbeat(&self) -> Result<Option<Timestamp>> {
        self.read(|tables| tables.alive).await
    }
}

#[expect(clippy::unused_async, reason = "the same form as the queries on databases")]
impl Queries {
    pub(super) async fn games(&self, _: &GameFilter) -> Result<Vec<GameSummary>> {
        Err(not_simulated())
    }

    pub(super) async fn explain_games(&self, _: &GameFilter) -> Result<String> {
        Err(not_simulated())
    }

    pub(super) async fn player_counts(&self, _: UserId, _: bool) -> Result<Vec<PlayerCounts>> {
        Err(not_simulated())
    }

    pub(super) async fn explored(&self, _: PositionKey) -> Result<Vec<ExplorerMove>> {
        Err(not_simulated())
    }

    pub(super) async fn explain_explored(&self, _: PositionKey) -> Result<String> {
        Err(not_simulated())
    }

    pub(super) async fn forget_consumed(&self, _: Projection) -> Result<()> {
        Err(not_simulated())
    }
}

impl Tables {
    /// Returns the seeks that were paired, with their rooms, in the order of creation.
    fn paired(&self) -> impl Iterator<Item = (&PairedSeek, RoomId)> {
        self.rooms.iter().flat_map(|room| room.new.seeks.iter().map(|seek| (seek, room.new.row.id)))
    }

    fn room(&self, id: RoomId) -> Option<&Room> {
        self.places.get(&id).map(|&place| &self.rooms[place])
    }

    fn room_made_by(&self, user: UserId, command_id: &str) -> Option<RoomId> {
        let made =
            |room: &&Room| room.new.created_by == user && room.new.command_id.as_deref() == Some(command_id);
        self.rooms.iter().find(made).map(|room| room.new.row.id)
    }

    fn bot(&self, user: UserId) -> Option<BotRow> {
        let (row, accepts) = (self.users.get(&user)?.clone(), self.bots.get(&user)?.clone());
        Some(BotRow { user: row, accepts, seats: self.count_seats(user) })
    }

    fn count_seats(&self, user: UserId) -> u64 {
        let is_open = |room: &&Room| room.own.until == Timestamp::MAX && room.own.users.contains(&user);
        self.rooms.iter().filter(is_open).count() as u64
    }

    /// Returns the unfinished rooms that `maker` has created.
    fn open_rooms(&self, maker: UserId) -> impl Iterator<Item = &Room> {
        let is_open = |room: &&Room| matches!(room.status, Status::Waiting | Status::Playing);
        self.rooms
            .iter()
            .filter(move |room| room.new.created_by == maker && room.new.tournament.is_none())
            .filter(is_open)
    }

    /// Stores all of the write, or nothing.
    fn store(&mut self, writer: Option<NodeId>, write: &Write) -> Result<()> {
        match write {
            Write::Changes(changes) => {
                self.check(changes)?;
                self.check_owner(writer, changes);
                for change in changes {
                    match change {
                        Change::Room(change) => self.add(change),
                        Change::Tournament(change) => self.add_to_tournament(change),
                    }
                }
            }
            Write::Alive(now, outages) => {
                for outage in outages.iter().map(|outage| (writer, *outage)) {
                    // An earlier try may have stored it, with a lost confirmation.
                    if !self.nodes.outages.contains(&outage) {
                        self.nodes.outages.push(outage);
                    }
                }
                self.alive = self.alive.max(Some(*now));
            }
        }
        Ok(())
    }

    fn add_to_tournament(&mut self, change: &TournamentChange) {
        if let Some(row) = &change.new {
            let stored = StoredTournament { row: row.clone(), events: Vec::new(), names: Vec::new() };
            self.tournaments.insert(change.id, KeptTournament { stored, open: true, wake_at: None });
        }
        if let Some(kept) = self.tournaments.get_mut(&change.id) {
            kept.stored.events.extend_from_slice(&change.events);
            (kept.open, kept.wake_at) = (change.open, change.wake_at);
        }
    }

    /// Records writes of a node to rooms that it does not own. The database itself accepts them: nodes must not send them.
    fn check_owner(&mut self, writer: Option<NodeId>, changes: &[Change]) {
        let Some(writer) = writer else { return };
        for change in changes {
            let Change::Room(RoomChange { room, events, .. }) = change else { continue };
            let owner = self.nodes.claims.owner_of(*room);
            if owner != Some(writer) {
                self.breaches.push(format!("{writer:?} writes to {room} of {owner:?}: {events:?}"));
            }
        }
    }

    fn check(&self, changes: &[Change]) -> Result<()> {
        self.check_tournaments(changes)?;
        self.check_rooms(changes)
    }

    fn check_tournaments(&self, changes: &[Change]) -> Result<()> {
        let mut ends: HashMap<TournamentId, u64> = HashMap::new();
        for change in changes {
            let Change::Tournament(change) = change else { continue };
            let stored = || self.tournaments.get(&change.id).map(|kept| kept.stored.events.len() as u64);
            let known = ends.get(&change.id).copied().or_else(stored).or(change.new.as_ref().map(|_| 0));
            let Some(end) = known else {
                return Err(StoreError::Query("there is no such tournament".into()));
            };
            if change.events.first().is_some_and(|event| event.seq != end + 1) {
                return Err(StoreError::Conflict(
                    format!("event {} of a tournament is next", end + 1).into(),
                ));
            }
            ends.insert(change.id, end + change.events.len() as u64);
        }
        Ok(())
    }

    fn check_rooms(&self, changes: &[Change]) -> Result<()> {
        let conflict = |what: String| Err(StoreError::Conflict(what.into()));
        let mut ends: HashMap<RoomId, u64> = HashMap::new();
        let mut commands = HashSet::new();
        for change in changes {
            let Change::Room(change) = change else { continue };
            let RoomChange { room, new, events, finished, .. } = change;
            if let Some(NewRoom { created_by, command_id: Some(command_id), .. }) = new
                && (self.room_made_by(*created_by, command_id).is_some()
                    || !commands.insert((*created_by, command_id)))
            {
                return conflict(format!("the command {command_id} has made a room before"));
            }
            if let Some(NewRoom { created_by, open_max: Some(max), .. }) = new
                && self.open_rooms(*created_by).count() as u64 >= *max
            {
                return conflict(format!("{} has too many unfinished rooms", created_by.0));
            }
            if new.as_ref().and_then(|new| new.mandate.as_ref()).is_some_and(|held| !self.nodes.holds(held)) {
                return Err(StoreError::Superseded);
            }
            let known = ends.get(room).copied().or(self.room(*room).map(|room| room.events.len() as u64));
            let mut end = match (new, known) {
                (Some(_), None) => 0,
                (None, Some(end)) => end,
                (Some(_), Some(_)) => return conflict(format!("there is a room {room}")),
                (None, None) => return Err(StoreError::Query(format!("there is no room {room}").into())),
            };
            for event in events {
                if event.seq != end + 1 {
                    return conflict(format!("event {} of room {room} comes after {end}", event.seq));
                }
                end = event.seq;
            }
            ends.insert(*room, end);
            if let Some(game) = finished
                && self.games.iter().any(|other| other.id == game.id)
            {
                return conflict(format!("there is a game {}", game.id.0));
            }
        }
        Ok(())
    }

    fn add(&mut self, change: &RoomChange) {
        if let Some(new) = &change.new {
            self.places.insert(change.room, self.rooms.len());
            self.rooms.push(Room {
                new: new.clone(),
                status: Status::Waiting,
                game_seq: 1,
                wake_at: None,
                away: None,
                conditional_moves: None,
                own: RoomMembership { users: Vec::new(), until: Timestamp::MIN },
                events: Vec::new(),
            });
        }
        let room = &mut self.rooms[self.places[&change.room]];
        room.events.extend_from_slice(&change.events);
        room.status = change.status.unwrap_or(room.status);
        room.game_seq = change.game_seq.unwrap_or(room.game_seq);
        room.wake_at = change.wake_at.unwrap_or(room.wake_at);
        room.away = change.away.clone().or(room.away.take());
        if let Some(conditional_moves) = &change.conditional_moves {
            room.conditional_moves.clone_from(conditional_moves);
        }
        room.own = change.own.clone().unwrap_or_else(|| room.own.clone());
        room.own.users.retain(|user| !change.own_no_more.contains(user));
        self.games.extend(change.finished.as_deref().cloned());
    }
}

impl Room {
    fn waits_in_public(&self) -> bool {
        self.status == Status::Waiting && self.new.row.visibility == Visibility::Public
    }

    fn stored(&self, is_wanted: impl Fn(&StoredEvent) -> bool) -> StoredRoom {
        StoredRoom {
            row: self.new.row.clone(),
            status: self.status,
            game_seq: self.game_seq,
            wake_at: self.wake_at,
            away: self.away.clone(),
            conditional_moves: self.conditional_moves.clone(),
            events: self.events.iter().filter(|event| is_wanted(event)).cloned().collect(),
            names: HashMap::new(),
            vacations: Vec::new(),
        }
    }
}
