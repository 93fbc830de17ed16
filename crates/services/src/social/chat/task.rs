//! The task that maintains the channels.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use sumito_cluster::Node;
use sumito_game::{RoomId, UserId};
use sumito_kit::node::NodeId;
use sumito_kit::task;
use tokio::sync::{Semaphore, mpsc};
use tokio::time::{Instant, MissedTickBehavior, interval};
use uuid::Uuid;

use super::channel::Channel;
use super::channel_slot::ChannelSlot;
use super::channel_state::{ChannelState, Limits, Line};
use super::membership_checks::MembershipChecks;
use super::nodes::{ChatNews, NEWS, Removals};
use super::rate_limit::{Counted, LineRateLimiter};
use super::writes::{Outcomes, WriteJob, Writes, Written};
use super::{ChatError, FirstUnread, Request, UnreadListener};
use crate::env::Env;
use sumito_config as config;
use sumito_kit::catch_panic::catch_panic;
use sumito_kit::metrics;
use sumito_kit::retry::Retry;
use sumito_rooms::{RoomOccupancy, Rooms};
use sumito_store::{ConversationLimits, LineLimits, LineRow, NewLine, Store};
use sumito_vocabulary::Audience;

/// Maximum channels that are read from the store concurrently.
const READ_AT_ONCE: usize = 4;

/// Time for which a channel without followers stays in memory, so that a reload of the page costs nothing.
const KEPT_FOR: Duration = Duration::from_mins(1);

/// Interval for dropping unused channels and authors' rate limits.
const FORGET_EVERY: Duration = Duration::from_secs(20);

/// Interval for releasing withheld messages: spectators read them at most this much too late, and never too early.
const RELEASE_EVERY: Duration = Duration::from_millis(250);

/// State of the task.
pub(super) struct ChatTask {
    pub(super) store: Store,
    pub(super) rooms: Rooms,
    pub(super) node: Node,
    /// The other nodes that are alive.
    pub(super) others: Vec<NodeId>,
    config: Arc<config::Chat>,
    /// Retention of a message.
    kept: Duration,
    pub(super) channels: HashMap<Channel, ChannelSlot>,
    /// Channels with messages that are still withheld from spectators.
    holding: HashSet<Channel>,
    paces: HashMap<UserId, LineRateLimiter>,
    writes: Writes,
    pub(super) removals: Removals,
    pub(super) checks: MembershipChecks,
    pub(super) is_reading_blocks: bool,
    /// Blocks have changed since they were last read.
    pub(super) blocks_changed: bool,
    reading: Arc<Semaphore>,
    unread: UnreadListener,
    pub(super) sender: mpsc::Sender<TaskResult>,
    arrived: mpsc::Receiver<TaskResult>,
}

/// Data read for a channel: its messages, and for a room's channel that is opened, the room's players.
type ChannelContent = (Vec<LineRow>, Option<RoomOccupancy>);

/// Result of a background job.
pub(super) enum TaskResult {
    Read {
        channel: Channel,
        found: Result<ChannelContent, ChatError>,
    },
    Written(Outcomes),
    /// Data read for followers.
    Followers {
        /// Whom these users block.
        blocks: HashMap<UserId, HashSet<UserId>>,
        /// Users who are not members of these clubs.
        left: Vec<(Uuid, UserId)>,
    },
}

impl ChatTask {
    pub(super) fn new(
        env: &Env,
        rooms: &Rooms,
        config: Arc<config::Chat>,
        unread: UnreadListener,
        checks: MembershipChecks,
    ) -> Self {
        let Env { store, node, .. } = env;
        let conversations = ConversationLimits {
            per_user: env.config.limits.conversations_per_user,
            lines: env.config.limits.lines_per_conversation,
        };
        let (sender, arrived) = mpsc::channel(READ_AT_ONCE + 1);
        // Without other nodes, this task counts all messages itself.
        let pace = LineRateLimiter::limit(&config).filter(|_| node.is_shared());
        Self {
            store: store.clone(),
            rooms: rooms.clone(),
            node: node.clone(),
            others: Vec::new(),
            config,
            kept: env.config.retention.chat_span(),
            channels: HashMap::new(),
            holding: HashSet::new(),
            paces: HashMap::new(),
            writes: Writes::new(LineLimits { pace, conversations }),
            removals: Removals::default(),
            checks,
            is_reading_blocks: false,
            blocks_changed: false,
            reading: Arc::new(Semaphore::new(READ_AT_ONCE)),
            unread,
            sender,
            arrived,
        }
    }

    pub(super) async fn run(mut self, mut requests: mpsc::Receiver<Request>) {
        let occupancies = self.rooms.occupancies().clone();
        let (mut news, mut peers) = (self.node.bus().subscribe(&NEWS), self.node.peers());
        self.others = peers.others();
        let every = |span| {
            let mut ticks = interval(span);
            ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
            ticks
        };
        let mut forgetting = every(FORGET_EVERY);
        let mut releasing = every(RELEASE_EVERY);
        loop {
            // While the write queue is full, requests to write wait in the channel to this task.
            let has_room = self.writes.waiting() < self.config.queue_lines;
            tokio::select! {
                Some(arrived) = self.arrived.recv() => self.apply(arrived),
                () = occupancies.changed() => self.apply_occupancies(),
                received = news.next() => self.receive(received),
                () = peers.changed() => self.peers_changed(peers.others()),
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
        let channel = match request {
            Request::Block { user, other, is_blocked } => {
                self.publish(|| ChatNews::Blocked { user, other, is_blocked });
                return self.set_block(user, other, is_blocked);
            }
            Request::Leave { club, user } => {
                self.publish(|| ChatNews::Left { club, user });
                return self.leave(club, user);
            }
            Request::Hide { pair, user, until } => {
                self.publish(|| ChatNews::Hidden { pair, user, until });
                return self.hide(pair, user, until);
            }
            Request::Remove { which, action, reply } => {
                return self.writes.push(WriteJob::Remove { which, action, reply });
            }
            Request::Subscribe { ref channel, .. }
            | Request::Say { ref channel, .. }
            | Request::Unsubscribe { ref channel, .. } => channel.clone(),
        };
        let is_new = !self.channels.contains_key(&channel);
        if is_new && matches!(request, Request::Unsubscribe { .. }) {
            return;
        }
        if let Some(request) = self.channels.entry(channel.clone()).or_default().wait(request) {
            self.serve(request);
        }
        if is_new {
            if let Some(room) = channel.room() {
                // Follow first, so that no change during the read is missed.
                self.rooms.occupancies().track(room);
            }
            self.read(&channel);
        }
    }

    /// Reads the messages of a channel in memory and, if it is not open yet, the players of its room.
    pub(super) fn read(&mut self, channel: &Channel) {
        let Some(slot) = self.channels.get_mut(channel) else { return };
        let is_open = slot.state().is_some();
        if !slot.begin_reading() {
            return;
        }
        let (store, rooms, reading) = (self.store.clone(), self.rooms.clone(), Arc::clone(&self.reading));
        let (limit, sender, channel) = (self.config.history_lines, self.sender.clone(), channel.clone());
        task::spawn(async move {
            let room = channel.room().filter(|_| !is_open);
            let name = channel.to_string();
            let mut retry = Retry::quiet("read of an open chat channel");
            let found = loop {
                let turn = reading.acquire().await;
                let found = async {
                    let occupancy = match room {
                        Some(room) => Some(rooms.occupancy(room).await?),
                        None => None,
                    };
                    Ok((store.last_lines(&name, limit).await?, occupancy))
                };
                let found = catch_panic("reading a chat channel", found).await;
                let found = found.unwrap_or(Err(ChatError::Unavailable));
                drop(turn);
                match found {
                    Err(error) if is_open => retry.pause(error).await,
                    found => break found,
                }
            };
            // The task may have ended.
            let _ = sender.send(TaskResult::Read { channel, found }).await;
        });
    }

    fn apply(&mut self, arrived: TaskResult) {
        match arrived {
            TaskResult::Read { channel, found } => self.is_read(&channel, found),
            TaskResult::Followers { blocks, left } => self.set_followers(&blocks, left),
            TaskResult::Written(outcomes) => {
                for (job, outcome) in self.writes.finish().into_iter().zip(outcomes) {
                    self.is_written(job, outcome);
                }
            }
        }
    }

    fn is_read(&mut self, channel: &Channel, found: Result<ChannelContent, ChatError>) {
        let Some(slot) = self.channels.get_mut(channel) else { return };
        let Some(reading) = slot.end_reading() else { return };
        match found {
            Ok(_) if reading.is_outdated => return self.read(channel),
            Ok((lines, occupancy)) => {
                let lines: Vec<_> = lines.into_iter().map(Line::new).collect();
                let now = self.rooms.now();
                let mut waiting = Vec::new();
                if let Some(state) = slot.state() {
                    state.refresh(&lines, reading.known, now);
                } else {
                    let (lines_kept, bytes_kept) = (self.config.history_lines, self.config.history_bytes);
                    let limits = Limits { lines: lines_kept as usize, bytes: bytes_kept };
                    waiting = slot.open(ChannelState::new(channel.clone(), lines, occupancy, limits, now));
                }
                self.release_in(channel);
                for request in waiting {
                    self.serve(request);
                }
            }
            Err(error) => {
                let waiting = self.channels.remove(channel).map(ChannelSlot::fail).unwrap_or_default();
                self.let_go(channel.room());
                for request in waiting {
                    request.refuse(error.clone());
                }
            }
        }
        if reading.again {
            self.read(channel);
        }
    }

    /// Handles a request for an open channel.
    fn serve(&mut self, request: Request) {
        self.apply_occupancies();
        let now = self.rooms.now();
        match request {
            Request::Subscribe { channel, id, follower, subscriber, since, check, reply } => {
                if check.is_some_and(|check| check.is_void()) {
                    // The client asks again, and the right is checked again.
                    return reply(Err(ChatError::Busy));
                }
                if let Some(state) = self.state(&channel) {
                    state.subscribe(id, follower, subscriber, since, reply, now);
                }
            }
            Request::Unsubscribe { channel, id } => {
                if let Some(state) = self.state(&channel) {
                    state.unsubscribe(id);
                }
            }
            Request::Say { channel, author, said, command, reply } => {
                if let Some(replies) = command.as_deref().and_then(|id| self.writes.replies_to(author.id, id))
                {
                    return replies.push(reply);
                }
                let Some(state) = self.channels.get_mut(&channel).and_then(ChannelSlot::state) else {
                    return;
                };
                if let Some(id) = command.as_deref().and_then(|id| state.caused_by(author.id, id)) {
                    return reply(Ok(id));
                }
                let paced = state.check_author(author.id).and_then(|()| {
                    let (at, repeat) = (Instant::now(), self.config.repeat_span());
                    let pace =
                        self.paces.entry(author.id).or_insert_with(|| LineRateLimiter::new(&self.config, at));
                    pace.count(&said, command.as_deref(), repeat, at)
                });
                let counted = match paced {
                    Ok(counted) => counted,
                    Err(error) => return reply(Err(error)),
                };
                let line = Arc::new(NewLine { channel: channel.to_string(), author, at: now, said, command });
                self.writes.push(WriteJob::Say { line, channel, counted, replies: vec![reply] });
            }
            Request::Remove { .. } | Request::Block { .. } | Request::Leave { .. } | Request::Hide { .. } => {
            }
        }
    }

    /// Starts the next queued write.
    fn write(&mut self) {
        let Some(writing) = self.writes.start(&self.store, self.rooms.now()) else { return };
        let sender = self.sender.clone();
        task::spawn(async move {
            // The task may have ended.
            let _ = sender.send(TaskResult::Written(writing.await)).await;
        });
    }

    fn is_written(&mut self, job: WriteJob, outcome: Result<Written, ChatError>) {
        match job {
            WriteJob::Say { line, channel, counted, replies } => {
                if counted == Counted::Now
                    && !matches!(outcome, Ok(Written::Stored { .. }))
                    && let Some(pace) = self.paces.get_mut(&line.author.id)
                {
                    pace.take_back(&line.said);
                }
                let id = match &outcome {
                    Ok(Written::Stored { id, .. } | Written::Repeated(id)) => Ok(*id),
                    Ok(Written::Removed(_)) => Err(ChatError::Unavailable),
                    Err(error) => Err(error.clone()),
                };
                for reply in replies {
                    reply(id.clone());
                }
                self.show(&line, &channel, &outcome);
            }
            WriteJob::Remove { which, reply, .. } => {
                let removed = outcome.map(|written| matches!(written, Written::Removed(true)));
                if removed.is_ok() {
                    self.publish(|| ChatNews::Removed { which });
                    self.remove(which);
                }
                // The caller may no longer wait.
                let _ = reply.send(removed);
            }
        }
    }

    /// Shows a new message on all nodes, or lets them read whether it is stored.
    fn show(&mut self, line: &NewLine, channel: &Channel, outcome: &Result<Written, ChatError>) {
        match outcome {
            Ok(Written::Stored { id, after, first_unread_of }) => {
                metrics::chat_line(channel.place());
                if let (&Some(reader), Some(listener)) = (first_unread_of, self.unread.get()) {
                    // A slow listener must not block: the list of conversations still shows dropped lines.
                    let _ = listener.try_send(FirstUnread { reader, author: line.author.clone() });
                }
                let line = Line::new(line.stored(*id));
                self.publish(|| ChatNews::Said {
                    channel: channel.clone(),
                    line: line.clone(),
                    after: *after,
                });
                self.put(channel, &line, *after);
            }
            // It may be stored, and no node shows it.
            Ok(Written::Repeated(_)) | Err(ChatError::Unavailable) => {
                self.publish(|| ChatNews::Changed { channel: channel.clone() });
                self.read(channel);
            }
            Ok(Written::Removed(_)) | Err(_) => {}
        }
    }

    /// Adds a stored message to its channel, if that is in memory. `after` is the message before it.
    pub(super) fn put(&mut self, channel: &Channel, line: &Line, after: Option<Uuid>) {
        self.apply_occupancies();
        let (now, may_be_removed) = (self.rooms.now(), self.removals.select(line));
        let Some(slot) = self.channels.get_mut(channel) else { return };
        match slot.state() {
            Some(state) if state.has_seen(Some(line.id)) => {}
            Some(state) if !may_be_removed && state.has_seen(after) => {
                state.put(line, now);
                self.release_in(channel);
            }
            // Messages before it are missing, or the reading in progress may miss it.
            _ => self.read(channel),
        }
    }

    pub(super) fn state(&mut self, channel: &Channel) -> Option<&mut ChannelState> {
        self.channels.get_mut(channel)?.state()
    }

    pub(super) fn open_channels(&mut self) -> impl Iterator<Item = &mut ChannelState> {
        self.channels.values_mut().filter_map(ChannelSlot::state)
    }

    /// Applies starts and ends of games. This comes before any message is sent, so that no follower reads a message too early.
    fn apply_occupancies(&mut self) {
        let now = self.rooms.now();
        for (room, occupancy) in self.rooms.occupancies().drain() {
            for audience in [Audience::Players, Audience::Spectators] {
                if let Some(state) = self.state(&Channel::Room(room, audience)) {
                    state.set_occupancy(occupancy.clone(), now);
                }
            }
        }
    }

    /// Releases withheld messages of a channel. If there are more, it is visited again.
    fn release_in(&mut self, channel: &Channel) {
        let now = self.rooms.now();
        if self.state(channel).is_some_and(|state| state.release(now)) {
            self.holding.insert(channel.clone());
        }
    }

    fn release(&mut self) {
        let (now, channels) = (self.rooms.now(), &mut self.channels);
        self.holding.retain(|channel| {
            channels.get_mut(channel).and_then(ChannelSlot::state).is_some_and(|state| state.release(now))
        });
    }

    fn forget(&mut self) {
        let (now, repeat) = (Instant::now(), self.config.repeat_span());
        self.paces.retain(|_, pace| !pace.is_expired(repeat, now));
        self.removals.forget();
        let oldest = self.rooms.now() - self.kept;
        self.open_channels().for_each(|state| state.forget_before(oldest));
        self.drop_channels(|state| state.is_needed(KEPT_FOR));
    }

    /// Drops the channels that are open and not needed.
    pub(super) fn drop_channels(&mut self, is_needed: impl Fn(&ChannelState) -> bool) {
        let dropped = self.channels.extract_if(|_, slot| slot.may_leave(&is_needed));
        let dropped: Vec<_> = dropped.filter_map(|(channel, _)| channel.room()).collect();
        for room in dropped {
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
