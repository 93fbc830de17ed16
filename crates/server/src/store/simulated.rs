//! A store that is slow, goes away and loses answers when a simulation wants it to. What it holds outlives the server.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sumito_game::{GameId, Phase, UserId};
use sumito_protocol::RoomId;
use tokio::time::sleep;

use super::memory;
use super::{
    Backend, FinishedGame, GameFilter, RoomChange, RoomRow, Store, StoreError, StoredEvent, TokenHash,
    UserRow,
};

type Result<T> = std::result::Result<T, StoreError>;

/// How a simulated store works at the moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Condition {
    /// As it should.
    Well,
    /// Nothing can be read or written.
    Away,
    /// Now and then nothing can be written, or something is and the answer gets lost.
    Flaky,
    /// What is written is stored, and nobody hears of it.
    Mute,
}

/// What becomes of a transaction.
enum Fate {
    Stored,
    NotStored,
    AnswerLost,
}

/// What decides how a simulated store works. All clones are the same.
#[derive(Debug, Clone)]
pub(crate) struct Faults(Arc<Mutex<(Condition, fastrand::Rng)>>);

/// A store in memory, behind faults. All clones are the same.
#[derive(Debug, Clone)]
pub(crate) struct Queries {
    memory: memory::Queries,
    faults: Faults,
    /// In the order in which they were made: the order of their ids is different in each run.
    rooms: Arc<Mutex<Vec<RoomId>>>,
    /// What a server had handed in when it died, and what a database may have stored before the next one begins.
    late: Arc<Mutex<Vec<RoomChange>>>,
}

/// A transaction under way.
struct Transaction<'a> {
    queries: &'a Queries,
    /// What is not stored yet, and might be after the death of the server.
    changes: &'a [RoomChange],
}

impl Drop for Transaction<'_> {
    fn drop(&mut self) {
        if !self.changes.is_empty() && self.queries.faults.lock().1.bool() {
            lock(&self.queries.late).extend_from_slice(self.changes);
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Faults {
    pub(crate) fn new(rng: fastrand::Rng) -> Self {
        Self(Arc::new(Mutex::new((Condition::Well, rng))))
    }

    pub(crate) fn set(&self, condition: Condition) {
        self.lock().0 = condition;
    }

    fn lock(&self) -> MutexGuard<'_, (Condition, fastrand::Rng)> {
        lock(&self.0)
    }

    fn fate(&self) -> Fate {
        let (condition, rng) = &mut *self.lock();
        match condition {
            Condition::Well => Fate::Stored,
            Condition::Away => Fate::NotStored,
            Condition::Mute => Fate::AnswerLost,
            Condition::Flaky => match rng.u8(..4) {
                0 => Fate::NotStored,
                1 => Fate::AnswerLost,
                _ => Fate::Stored,
            },
        }
    }

    /// Takes the time that a database takes.
    async fn delay(&self) {
        let ms = self.lock().1.u64(..4);
        if ms > 0 {
            sleep(Duration::from_millis(ms)).await;
        }
    }

    async fn read(&self) -> Result<()> {
        self.delay().await;
        if self.lock().0 == Condition::Away { Err(away()) } else { Ok(()) }
    }
}

fn away() -> StoreError {
    StoreError::Unavailable("the simulated store is away".into())
}

impl Queries {
    pub(crate) fn new(faults: Faults) -> Self {
        Self { memory: memory::Queries::default(), faults, rooms: Arc::default(), late: Arc::default() }
    }

    pub(super) async fn close(&self) {
        self.memory.close().await;
    }

    pub(super) async fn ping(&self) -> Result<()> {
        self.faults.read().await
    }

    pub(super) async fn add_user(&self, user: &UserRow, token: &TokenHash) -> Result<()> {
        self.memory.add_user(user, token).await
    }

    pub(super) async fn user_of_token(&self, token: &TokenHash) -> Result<Option<UserRow>> {
        self.memory.user_of_token(token).await
    }

    pub(super) async fn append(&self, changes: &[RoomChange]) -> Result<()> {
        let mut transaction = Transaction { queries: self, changes };
        self.faults.delay().await;
        transaction.changes = &[];
        let fate = self.faults.fate();
        if !matches!(fate, Fate::NotStored) {
            self.store_now(changes).await?;
        }
        self.faults.delay().await;
        if matches!(fate, Fate::Stored) { Ok(()) } else { Err(away()) }
    }

    /// Stores what a server had handed in when it died.
    pub(crate) async fn finish_late(&self) {
        let late = std::mem::take(&mut *lock(&self.late));
        self.store_now(&late).await.expect("nobody else has written since");
    }

    async fn store_now(&self, changes: &[RoomChange]) -> Result<()> {
        self.memory.append(changes).await?;
        let new = changes.iter().filter(|change| change.new.is_some()).map(|change| change.room);
        lock(&self.rooms).extend(new);
        Ok(())
    }

    pub(super) async fn room(&self, id: RoomId) -> Result<Option<RoomRow>> {
        self.faults.read().await?;
        self.memory.room(id).await
    }

    pub(super) async fn rooms_after(&self, after: Option<RoomId>, limit: u32) -> Result<Vec<RoomRow>> {
        self.faults.read().await?;
        self.memory.rooms_after(after, limit).await
    }

    pub(super) async fn room_events(&self, id: RoomId) -> Result<Vec<StoredEvent>> {
        self.faults.read().await?;
        self.memory.room_events(id).await
    }

    pub(super) async fn events_and_phase(&self, id: RoomId) -> Result<(Vec<StoredEvent>, Option<Phase>)> {
        self.faults.read().await?;
        self.memory.events_and_phase(id).await
    }

    /// In the order in which they were made: their ids differ from run to run.
    pub(super) async fn playing_rooms(&self) -> Result<Vec<RoomRow>> {
        self.faults.read().await?;
        let mut playing = self.memory.playing_rooms().await?;
        let rooms = lock(&self.rooms);
        playing.sort_by_key(|row| rooms.iter().position(|room| *room == row.id));
        Ok(playing)
    }

    pub(super) async fn events_of_rooms(
        &self,
        rooms: &[RoomId],
    ) -> Result<HashMap<RoomId, Vec<StoredEvent>>> {
        self.faults.read().await?;
        self.memory.events_of_rooms(rooms).await
    }

    pub(super) async fn torn_off_events(&self) -> Result<Vec<(RoomId, u64)>> {
        self.faults.read().await?;
        self.memory.torn_off_events().await
    }

    pub(super) async fn room_made_by(&self, user: UserId, command_id: &str) -> Result<Option<RoomId>> {
        self.faults.read().await?;
        self.memory.room_made_by(user, command_id).await
    }

    pub(super) async fn count_open_rooms(&self, user: UserId) -> Result<u64> {
        self.faults.read().await?;
        self.memory.count_open_rooms(user).await
    }

    pub(super) async fn games(&self, filter: &GameFilter) -> Result<Vec<FinishedGame>> {
        self.faults.read().await?;
        self.memory.games(filter).await
    }

    pub(super) async fn game(&self, id: GameId) -> Result<Option<FinishedGame>> {
        self.faults.read().await?;
        self.memory.game(id).await
    }

    /// The store that servers use.
    pub(crate) fn store(&self) -> Store {
        Store(Backend::Simulated(self.clone()))
    }

    /// All events of a room as they are stored this moment, whatever the condition.
    pub(crate) async fn peek(&self, id: RoomId) -> Vec<StoredEvent> {
        self.memory.room_events(id).await.unwrap_or_default()
    }

    /// All rooms as they are stored this moment, in the order in which they were made.
    pub(crate) fn rooms(&self) -> Vec<RoomId> {
        lock(&self.rooms).clone()
    }
}
