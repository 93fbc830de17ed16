//! The task that maintains the channels.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use sumito_game::{RoomId, UserId};
use tokio::sync::{Semaphore, mpsc, oneshot};
use tokio::time::{Instant, MissedTickBehavior, interval};
use uuid::Uuid;

use super::channel::{Audience, Channel};
use super::channel_state::{ChannelState, Line, Most};
use super::rate_limit::LineRateLimiter;
use super::{ChatError, Request, SayReply};
use sumito_config as config;
use sumito_kit::caught::caught;
use sumito_kit::metrics;
use sumito_rooms::{RoomOccupancy, Rooms};
use sumito_store::{LineRow, LineSelector, ModerationAction, SanctionKind, Store};

/// Maximum channels that are read from the store concurrently.
const READ_AT_ONCE: usize = 4;

/// Messages per transaction.
const WRITTEN_AT_ONCE: usize = 128;

/// Time for which a channel without followers stays in memory, so that a reload of the page costs nothing.
const KEPT_FOR: Duration = Duration::from_mins(1);

/// Interval for dropping unused channels and authors' rate limits.
const FORGET_EVERY: Duration = Duration::from_secs(20);

/// Interval for releasing withheld messages: spectators read them at most this much too late, and never too early.
const RELEASE_EVERY: Duration = Duration::from_millis(250);

/// State of the task.
pub(super) struct ChatTask {
    store: Store,
    rooms: Rooms,
    config: Arc<config::Chat>,
    /// Retention of a message.
    kept: Duration,
    channels: HashMap<Channel, ChannelSlot>,
    /// Channels with messages that spectators do not see yet.
    holding: HashSet<Channel>,
    paces: HashMap<UserId, LineRateLimiter>,
    /// Queued writes, in order.
    waiting: VecDeque<WriteJob>,
    /// Writes in progress.
    underway: Vec<WriteJob>,
    reading: Arc<Semaphore>,
    sender: mpsc::Sender<TaskResult>,
    arrived: mpsc::Receiver<TaskResult>,
}

/// Slot of a channel in memory.
enum ChannelSlot {
    /// The channel is being read; these requests wait for it.
    Opening(Vec<Request>),
    Open(Box<ChannelState>),
}

/// A queued write.
enum WriteJob {
    Say {
        line: Arc<LineRow>,
        channel: Channel,
        replies: Vec<SayReply>,
    },
    Remove {
        which: LineSelector,
        action: Option<ModerationAction>,
        reply: oneshot::Sender<Result<bool, ChatError>>,
    },
}

/// Result of work beside the task.
enum TaskResult {
    Read {
        channel: Channel,
        found: Result<(Vec<LineRow>, Option<RoomOccupancy>), ChatError>,
    },
    /// Results of the writes in progress, in order.
    Written(Vec<Result<bool, ChatError>>),
}

impl ChatTask {
    pub(super) fn new(store: Store, rooms: Rooms, config: Arc<config::Chat>, kept: Duration) -> Self {
        let (sender, arrived) = mpsc::channel(READ_AT_ONCE + 1);
        Self {
            store,
            rooms,
            config,
            kept,
            channels: HashMap::new(),
            holding: HashSet::new(),
            paces: HashMap::new(),
            waiting: VecDeque::new(),
            underway: Vec::new(),
            reading: Arc::new(Semaphore::new(READ_AT_ONCE)),
            sender,
            arrived,
        }
    }

    pub(super) async fn run(mut self, mut requests: mpsc::Receiver<Request>) {
        let occupancies = self.rooms.occupancies().clone();
        let every = |span| {
            let mut ticks = interval(span);
            ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
            ticks
        };
        let mut forgetting = every(FORGET_EVERY);
        let mut releasing = every(RELEASE_EVERY);
        loop {
            // While the write queue is full, requests to write wait in the channel to this task.
            let has_room = self.waiting.len() < self.config.queue_lines;
            tokio::select! {
                Some(arrived) = self.arrived.recv() => self.apply(arrived),
                () = occupancies.changed() => self.apply_occupancies(),
                request = requests.recv(), if has_room => match request {
                    Some(request) => self.handle(request),
                    None => return,
                },
                _ = releasing.tick(), if !self.holding.is_empty() => self.release(),
                _ = forgetting.tick() => self.forget(),
            }
            self.write();
        }
    }

    fn handle(&mut self, request: Request) {
        let channel = match &request {
            Request::Subscribe { channel, .. }
            | Request::Say { channel, .. }
            | Request::Unsubscribe { channel, .. } => channel.clone(),
            Request::Block { user, other, is_blocked } => {
                let now = self.rooms.now();
                for place in self.channels.values_mut() {
                    if let ChannelSlot::Open(state) = place {
                        state.set_block(*user, *other, *is_blocked, now);
                    }
                }
                return;
            }
            Request::Remove { .. } => {
                if let Request::Remove { which, action, reply } = request {
                    self.waiting.push_back(WriteJob::Remove { which, action, reply });
                }
                return;
            }
        };
        match self.channels.get_mut(&channel) {
            Some(ChannelSlot::Open(_)) => self.serve(request),
            Some(ChannelSlot::Opening(waiting)) => waiting.push(request),
            None => {
                if !matches!(request, Request::Unsubscribe { .. }) {
                    self.open(channel.clone());
                    self.channels.insert(channel, ChannelSlot::Opening(vec![request]));
                }
            }
        }
    }

    /// Reads the messages of a channel and, for a room, its players.
    fn open(&self, channel: Channel) {
        if let Some(room) = channel.room() {
            // Follow first, so that no change during the read is missed.
            self.rooms.occupancies().track(room);
        }
        let (store, rooms, reading) = (self.store.clone(), self.rooms.clone(), Arc::clone(&self.reading));
        let (limit, sender) = (self.config.history_lines, self.sender.clone());
        tokio::spawn(async move {
            let _turn = reading.acquire().await;
            let found = async {
                let occupancy = match channel.room() {
                    Some(room) => Some(rooms.occupancy(room).await?),
                    None => None,
                };
                Ok((store.last_lines(&channel.to_string(), limit).await?, occupancy))
            };
            let found = caught("reading a chat channel", found).await.unwrap_or(Err(ChatError::Unavailable));
            // The task may have ended.
            let _ = sender.send(TaskResult::Read { channel, found }).await;
        });
    }

    fn apply(&mut self, arrived: TaskResult) {
        match arrived {
            TaskResult::Read { channel, found } => {
                let Some(ChannelSlot::Opening(waiting)) = self.channels.remove(&channel) else { return };
                match found {
                    Ok((lines, occupancy)) => {
                        let lines = lines.into_iter().map(Line::new).collect();
                        let (lines_kept, bytes_kept) = (self.config.history_lines, self.config.history_bytes);
                        let most = Most { lines: lines_kept as usize, bytes: bytes_kept };
                        let now = self.rooms.now();
                        let mut state = ChannelState::new(channel.clone(), lines, occupancy, most, now);
                        if state.release(now) {
                            self.holding.insert(channel.clone());
                        }
                        self.channels.insert(channel, ChannelSlot::Open(Box::new(state)));
                        for request in waiting {
                            self.serve(request);
                        }
                    }
                    Err(error) => {
                        self.let_go(channel.room());
                        for request in waiting {
                            request.refuse(error.clone());
                        }
                    }
                }
            }
            TaskResult::Written(outcomes) => {
                for (work, outcome) in std::mem::take(&mut self.underway).into_iter().zip(outcomes) {
                    self.is_written(work, outcome);
                }
            }
        }
    }

    /// Handles a request for an open channel.
    fn serve(&mut self, request: Request) {
        self.apply_occupancies();
        let now = self.rooms.now();
        match request {
            Request::Subscribe { channel, id, follower, subscriber, since, reply } => {
                if let Some(ChannelSlot::Open(state)) = self.channels.get_mut(&channel) {
                    state.subscribe(id, follower, subscriber, since, reply, now);
                }
            }
            Request::Unsubscribe { channel, id } => {
                if let Some(ChannelSlot::Open(state)) = self.channels.get_mut(&channel) {
                    state.unsubscribe(id);
                }
            }
            Request::Say { channel, author, said, command, reply } => {
                if let Some(replies) = command.as_deref().and_then(|id| self.replies_to(author.id, id)) {
                    return replies.push(reply);
                }
                let Some(ChannelSlot::Open(state)) = self.channels.get(&channel) else { return };
                if let Some(id) = command.as_deref().and_then(|id| state.caused_by(author.id, id)) {
                    return reply(Ok(id));
                }
                let paced = state.check_author(author.id).and_then(|()| {
                    let (at, repeat) = (Instant::now(), self.config.repeat_span());
                    let pace =
                        self.paces.entry(author.id).or_insert_with(|| LineRateLimiter::new(&self.config, at));
                    pace.count(&said, repeat, at)
                });
                if let Err(error) = paced {
                    return reply(Err(error));
                }
                let (id, text) = (Uuid::now_v7(), channel.to_string());
                let line = LineRow { id, channel: text, author, at: now, said, command };
                self.waiting.push_back(WriteJob::Say { line: Arc::new(line), channel, replies: vec![reply] });
            }
            Request::Remove { .. } | Request::Block { .. } => {}
        }
    }

    /// Returns the callers that wait for the outcome of a queued command.
    fn replies_to(&mut self, user: UserId, command: &str) -> Option<&mut Vec<SayReply>> {
        self.underway.iter_mut().chain(&mut self.waiting).find_map(|work| match work {
            WriteJob::Say { line, replies, .. }
                if line.author.id == user && line.command.as_deref() == Some(command) =>
            {
                Some(replies)
            }
            _ => None,
        })
    }

    /// Starts the next queued write; consecutive messages are written together.
    fn write(&mut self) {
        if !self.underway.is_empty() {
            return;
        }
        let Some(first) = self.waiting.pop_front() else { return };
        let (store, sender, time) = (self.store.clone(), self.sender.clone(), self.rooms.now());
        if let WriteJob::Remove { which, action, .. } = &first {
            let (which, action) = (*which, action.clone());
            self.underway.push(first);
            tokio::spawn(async move {
                let removing =
                    async { store.remove_lines(which, action.as_ref()).await.map_err(ChatError::from) };
                let removed = caught("removing chat lines", removing).await;
                // The task may have ended.
                let _ = sender
                    .send(TaskResult::Written(vec![removed.unwrap_or(Err(ChatError::Unavailable))]))
                    .await;
            });
            return;
        }
        self.underway.push(first);
        while self.underway.len() < WRITTEN_AT_ONCE
            && let Some(work) = self.waiting.pop_front_if(|work| matches!(work, WriteJob::Say { .. }))
        {
            self.underway.push(work);
        }
        let lines = self.underway.iter().filter_map(|work| match work {
            WriteJob::Say { line, .. } => Some(Arc::clone(line)),
            WriteJob::Remove { .. } => None,
        });
        let lines: Vec<_> = lines.collect();
        tokio::spawn(async move {
            let writing = caught("writing chat lines", write_lines(&store, &lines, time));
            let failed = || vec![Err(ChatError::Unavailable); lines.len()];
            let outcomes = writing.await.unwrap_or_else(failed);
            let _ = sender.send(TaskResult::Written(outcomes)).await;
        });
    }

    fn is_written(&mut self, work: WriteJob, outcome: Result<bool, ChatError>) {
        self.apply_occupancies();
        match work {
            WriteJob::Say { line, channel, replies } => {
                for reply in replies {
                    reply(outcome.clone().map(|_| line.id));
                }
                if outcome.is_ok() {
                    metrics::chat_line(channel.place());
                }
                if outcome.is_ok()
                    && let Some(ChannelSlot::Open(state)) = self.channels.get_mut(&channel)
                {
                    let now = self.rooms.now();
                    state.put(&line, now);
                    if state.release(now) {
                        self.holding.insert(channel);
                    }
                }
            }
            WriteJob::Remove { which, reply, .. } => {
                if outcome.is_ok() {
                    self.open_channels().for_each(|state| state.remove(which));
                }
                // The caller may no longer wait.
                let _ = reply.send(outcome);
            }
        }
    }

    fn open_channels(&mut self) -> impl Iterator<Item = &mut ChannelState> {
        self.channels.values_mut().filter_map(|place| match place {
            ChannelSlot::Open(state) => Some(&mut **state),
            ChannelSlot::Opening(_) => None,
        })
    }

    /// Applies starts and ends of games. This comes before any message is sent, so that no follower reads a message too early.
    fn apply_occupancies(&mut self) {
        let now = self.rooms.now();
        for (room, occupancy) in self.rooms.occupancies().drain() {
            for audience in [Audience::Players, Audience::Spectators] {
                if let Some(ChannelSlot::Open(state)) = self.channels.get_mut(&Channel::Room(room, audience))
                {
                    state.set_occupancy(occupancy.clone(), now);
                }
            }
        }
    }

    fn release(&mut self) {
        let (now, channels) = (self.rooms.now(), &mut self.channels);
        self.holding.retain(|channel| match channels.get_mut(channel) {
            Some(ChannelSlot::Open(state)) => state.release(now),
            _ => false,
        });
    }

    fn forget(&mut self) {
        let (now, repeat) = (Instant::now(), self.config.repeat_span());
        self.paces.retain(|_, pace| !pace.is_expired(repeat, now));
        let oldest = self.rooms.now() - self.kept;
        let mut left = Vec::new();
        self.channels.retain(|channel, place| {
            let ChannelSlot::Open(state) = place else { return true };
            state.forget_before(oldest);
            let is_needed = state.is_needed(KEPT_FOR);
            if !is_needed {
                left.extend(channel.room());
            }
            is_needed
        });
        for room in left {
            self.let_go(Some(room));
        }
    }

    /// Unfollows the players of a room, unless its other channel needs them.
    fn let_go(&self, room: Option<RoomId>) {
        let Some(room) = room else { return };
        let is_known = |audience| self.channels.contains_key(&Channel::Room(room, audience));
        if ![Audience::Players, Audience::Spectators].into_iter().any(is_known) {
            self.rooms.occupancies().untrack(room);
        }
    }
}

/// Stores the messages of authors who are not muted.
async fn write_lines(
    store: &Store,
    lines: &[Arc<LineRow>],
    now: sumito_game::Timestamp,
) -> Vec<Result<bool, ChatError>> {
    let mut muted = HashMap::new();
    for line in lines {
        let author = line.author.id;
        if let std::collections::hash_map::Entry::Vacant(place) = muted.entry(author) {
            place.insert(store.sanction_in_force(SanctionKind::Mute, Some(author), None, now).await);
        }
    }
    let may_say = |line: &LineRow| match muted.get(&line.author.id) {
        Some(Ok(None)) => Ok(()),
        Some(Ok(Some(mute))) => Err(ChatError::Muted(mute.clone())),
        Some(Err(_)) | None => Err(ChatError::Unavailable),
    };
    let allowed: Vec<_> =
        lines.iter().filter(|line| may_say(line).is_ok()).map(|line| LineRow::clone(line)).collect();
    let stored = if allowed.is_empty() { Ok(()) } else { store.add_lines(&allowed).await };
    let stored = stored.map_err(ChatError::from);
    lines.iter().map(|line| may_say(line).and_then(|()| stored.clone()).map(|()| true)).collect()
}
