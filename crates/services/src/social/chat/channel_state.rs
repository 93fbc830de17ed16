//! State of one channel: its latest messages and its followers.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use sumito_game::{Timestamp, UserId};
use tokio::time::Instant;
use uuid::Uuid;

use super::channel::Channel;
use super::{ChatError, ChatUpdate, EncodedChatUpdate, FollowReply};
use sumito_kit::topic::{Subscriber, SubscriberId, Topic};
use sumito_rooms::RoomOccupancy;
use sumito_store::{LineRow, LineSelector};
use sumito_vocabulary::Audience;

/// A message, shared by all readers.
pub type Line = Arc<LineRow>;

/// State of one channel.
#[derive(Debug)]
pub(super) struct ChannelState {
    channel: Channel,
    /// Latest messages, the oldest first.
    lines: VecDeque<Line>,
    /// Id of the last message that was added. It may have been removed since.
    last: Option<Uuid>,
    /// Number of the oldest messages after which others may have been removed. Followers whose last known message is one of them, or is
    /// not in memory, receive all messages.
    uncertain: usize,
    limits: Limits,
    /// Players of the room, for a room's channel.
    occupancy: Option<RoomOccupancy>,
    /// Messages of players that are still withheld from spectators.
    held: VecDeque<Line>,
    followers: Topic<ChatUpdate, Follower>,
    used_at: Instant,
}

/// Maximum messages that a channel keeps.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    pub(super) lines: usize,
    pub(super) bytes: usize,
}

/// Encoded size of a message without its text and its author's name.
const LINE_BYTES: usize = 200;

/// Estimates the encoded size of a message.
fn sent_bytes(line: &LineRow) -> usize {
    LINE_BYTES + line.author.name.len() + line.said.as_str().len()
}

/// A follower of the channel.
#[derive(Debug)]
pub(super) struct Follower {
    pub(super) user: Option<UserId>,
    /// Users whose messages the follower hides.
    pub(super) blocked: HashSet<UserId>,
    /// Whether there are messages that the follower will receive only after the game.
    pub(super) withheld: bool,
    /// Whether the follower reads the channels of all clubs, as a moderator.
    pub(super) reads_all: bool,
    /// The follower has deleted the messages of a conversation up to this id.
    pub(super) hidden: Uuid,
}

impl ChannelState {
    /// Creates a channel with these messages, the oldest first.
    pub(super) fn new(
        channel: Channel,
        lines: Vec<Line>,
        occupancy: Option<RoomOccupancy>,
        limits: Limits,
        now: Timestamp,
    ) -> Self {
        let mut state = Self {
            channel,
            lines: VecDeque::new(),
            last: None,
            uncertain: 0,
            limits,
            occupancy,
            held: VecDeque::new(),
            followers: Topic::default(),
            used_at: Instant::now(),
        };
        state.replace(lines, now);
        state
    }

    /// Replaces all messages.
    fn replace(&mut self, lines: Vec<Line>, now: Timestamp) {
        self.last = self.last.max(lines.last().map(|line| line.id));
        self.lines = lines.into();
        self.uncertain = self.lines.len();
        self.trim();
        self.held = self.lines.iter().filter(|line| !self.is_open(line, false, now)).cloned().collect();
    }

    /// Returns the id of the last message that was added.
    pub(super) fn last(&self) -> Option<Uuid> {
        self.last
    }

    /// Returns whether this message, or a later one, was added.
    pub(super) fn has_seen(&self, id: Option<Uuid>) -> bool {
        self.last >= id
    }

    /// Applies messages read from the store. `known` was the last message when the reading started.
    pub(super) fn refresh(&mut self, read: &[Line], known: Option<Uuid>, now: Timestamp) {
        let first_read = read.first().map(|line| line.id).filter(|_| read.len() >= self.limits.lines);
        let is_read = |line: &Line| read.iter().any(|other| other.id == line.id);
        let is_removed =
            |line: &Line| Some(line.id) <= known && Some(line.id) >= first_read && !is_read(line);
        let has_gap = first_read > self.last;
        if has_gap || self.lines.iter().any(is_removed) {
            let last_read = known.max(read.last().map(|line| line.id));
            let newer = self.lines.iter().filter(|line| Some(line.id) > last_read).cloned();
            let lines = read.iter().cloned().chain(newer).collect();
            self.replace(lines, now);
            self.send_history(now, |_| true);
        } else {
            for line in read {
                if !self.has_seen(Some(line.id)) {
                    self.put(line, now);
                }
            }
        }
    }

    fn audience(&self) -> Option<Audience> {
        match self.channel {
            Channel::Room(_, audience) => Some(audience),
            Channel::Lobby(_) | Channel::Tournament(_) | Channel::Club(_) | Channel::Conversation(_) => None,
        }
    }

    fn has_seat(&self, user: Option<UserId>) -> bool {
        self.occupancy.as_ref().is_some_and(|occupancy| occupancy.has_seat(user))
    }

    /// Returns whether a user with or without a seat may read a message now.
    fn is_open(&self, line: &LineRow, has_seat: bool, now: Timestamp) -> bool {
        let Some(occupancy) = &self.occupancy else { return true };
        let Some(playing_since) = occupancy.playing_since else { return true };
        // Messages from before the running game are no secret.
        line.at < playing_since
            || match self.audience() {
                Some(Audience::Players) => has_seat || line.at + occupancy.delay <= now,
                Some(Audience::Spectators) => !has_seat,
                None => true,
            }
    }

    /// Checks whether `user` may write here.
    ///
    /// # Errors
    /// [`ChatError::NotSeated`] or [`ChatError::Seated`] if the channel is for the other audience.
    pub(super) fn check_author(&self, user: UserId) -> Result<(), ChatError> {
        match (self.audience(), self.has_seat(Some(user))) {
            (Some(Audience::Players), false) => Err(ChatError::NotSeated),
            (Some(Audience::Spectators), true) => Err(ChatError::Seated),
            _ => Ok(()),
        }
    }

    /// Returns the message that this command of the user has caused, if it is among the latest.
    pub(super) fn caused_by(&self, user: UserId, command: &str) -> Option<Uuid> {
        let caused = |line: &&Line| line.author.id == user && line.command.as_deref() == Some(command);
        self.lines.iter().rev().find(caused).map(|line| line.id)
    }

    /// Adds a follower, which first receives its missing messages.
    pub(super) fn subscribe(
        &mut self,
        id: SubscriberId,
        mut follower: Follower,
        subscriber: Box<dyn Subscriber<ChatUpdate>>,
        since: Option<Uuid>,
        reply: FollowReply,
        now: Timestamp,
    ) {
        reply(Ok(()));
        // Release messages to the present followers first, so that none of them receives a message twice.
        self.release(now);
        self.unsubscribe(id);
        let place = since.and_then(|since| self.lines.iter().position(|line| line.id == since));
        let known = since.filter(|_| place.is_some_and(|place| place >= self.uncertain));
        let update = match known {
            None => self.whole(&mut follower, now),
            Some(since) => {
                let ChatUpdate { channel, lines, .. } = self.whole(&mut follower, now);
                let lines = lines.into_iter().filter(|line| line.id > since).collect();
                ChatUpdate::of_lines(channel, false, lines)
            }
        };
        self.followers.subscribe(id, follower, subscriber, &update.into());
    }

    /// Returns all messages that `follower` may read.
    fn whole(&self, follower: &mut Follower, now: Timestamp) -> ChatUpdate {
        let has_seat = self.has_seat(follower.user);
        let (open, closed): (Vec<_>, Vec<_>) =
            self.lines.iter().partition(|line| self.is_open(line, has_seat, now));
        follower.withheld = !closed.is_empty();
        let is_shown =
            |line: &&Line| line.id > follower.hidden && !follower.blocked.contains(&line.author.id);
        let lines = open.into_iter().filter(is_shown).cloned().collect();
        ChatUpdate::of_lines(self.channel.clone(), true, lines)
    }

    pub(super) fn unsubscribe(&mut self, id: SubscriberId) {
        self.used_at = Instant::now();
        self.followers.unsubscribe(id);
    }

    /// Adds a stored message and sends it to the followers who may read it now.
    pub(super) fn put(&mut self, line: &Line, now: Timestamp) {
        self.used_at = Instant::now();
        self.last = Some(line.id);
        self.lines.push_back(Line::clone(line));
        self.trim();
        let open = [false, true].map(|has_seat| self.is_open(line, has_seat, now));
        if self.audience() == Some(Audience::Players) && (!open[0] || !self.held.is_empty()) {
            self.held.push_back(Line::clone(line));
            self.send(line, |has_seat| has_seat);
            self.release(now);
        } else {
            self.send(line, |has_seat| open[usize::from(has_seat)]);
        }
    }

    /// Drops the oldest messages above the maximum, but never the last one.
    fn trim(&mut self) {
        let mut bytes: usize = self.lines.iter().map(|line| sent_bytes(line)).sum();
        while self.lines.len() > 1
            && (self.lines.len() > self.limits.lines || bytes > self.limits.bytes)
            && let Some(oldest) = self.lines.pop_front()
        {
            bytes -= sent_bytes(&oldest);
            self.uncertain = self.uncertain.saturating_sub(1);
        }
    }

    /// Sends a message to followers selected by whether they have a seat; the others receive it later.
    fn send(&mut self, line: &Line, wanted: impl Fn(bool) -> bool) {
        let (channel, lines) = (self.channel.clone(), vec![Line::clone(line)]);
        let update: EncodedChatUpdate = ChatUpdate::of_lines(channel, false, lines).into();
        let occupancy = &self.occupancy;
        self.followers.retain(|follower, subscriber| {
            if !wanted(occupancy.as_ref().is_some_and(|occupancy| occupancy.has_seat(follower.user))) {
                follower.withheld = true;
                return true;
            }
            follower.blocked.contains(&line.author.id) || subscriber.send(&update)
        });
    }

    /// Sends withheld messages that may be read by now. Returns whether there are more.
    pub(super) fn release(&mut self, now: Timestamp) -> bool {
        while let Some(line) = self.held.front().filter(|line| self.is_open(line, false, now)).cloned() {
            self.held.pop_front();
            self.send(&line, |has_seat| !has_seat);
        }
        !self.held.is_empty()
    }

    /// Applies a change of the players, or the start or end of a game.
    pub(super) fn set_occupancy(&mut self, occupancy: RoomOccupancy, now: Timestamp) {
        if self.occupancy.as_ref().is_none_or(|known| known.seq < occupancy.seq) {
            self.occupancy = Some(occupancy);
            self.release(now);
            if self.audience() == Some(Audience::Spectators)
                && self.occupancy.as_ref().is_some_and(|occupancy| occupancy.playing_since.is_none())
            {
                self.send_history(now, |follower| follower.withheld);
            }
        }
    }

    /// Sends all messages again to the selected followers.
    fn send_history(&mut self, now: Timestamp, wanted: impl Fn(&Follower) -> bool) {
        self.release(now);
        let mut followers = std::mem::take(&mut self.followers);
        followers.retain(|follower, subscriber| {
            !wanted(follower) || subscriber.send(&self.whole(follower, now).into())
        });
        self.followers = followers;
    }

    /// Drops removed messages and informs all followers.
    pub(super) fn remove(&mut self, which: LineSelector) {
        let gone: Vec<_> = self.lines.iter().filter(|line| which.selects(line)).map(|line| line.id).collect();
        if gone.is_empty() {
            return;
        }
        self.lines.retain(|line| !which.selects(line));
        self.held.retain(|line| !which.selects(line));
        self.uncertain = self.lines.len();
        let update = ChatUpdate { gone, ..ChatUpdate::of_lines(self.channel.clone(), false, Vec::new()) };
        let update: EncodedChatUpdate = update.into();
        self.followers.publish(&update);
    }

    /// Ends the subscriptions of a user who has left the club; `None`: the subscriptions of all users, since the club does not exist any
    /// more.
    pub(super) fn expel(&mut self, user: Option<UserId>) {
        let ended =
            ChatUpdate { closed: true, ..ChatUpdate::of_lines(self.channel.clone(), true, Vec::new()) };
        let ended: EncodedChatUpdate = ended.into();
        self.followers.retain(|follower, subscriber| {
            let stays = user.is_some() && (follower.user != user || follower.reads_all);
            if !stays {
                subscriber.send(&ended);
            }
            stays
        });
    }

    /// Returns the club, and the followers who may read only as its members.
    pub(super) fn members(&self) -> Option<(Uuid, Vec<UserId>)> {
        let members = self.followers.iter().filter(|(_, follower, _)| !follower.reads_all);
        Some((self.channel.club()?, members.filter_map(|(_, follower, _)| follower.user).collect()))
    }

    /// Applies that a user has deleted the messages of a conversation up to this id.
    pub(super) fn hide(&mut self, user: UserId, until: Uuid, now: Timestamp) {
        for follower in self.followers.tags_mut().filter(|follower| follower.user == Some(user)) {
            follower.hidden = follower.hidden.max(until);
        }
        self.send_history(now, |follower| follower.user == Some(user));
    }

    /// Applies that `user` blocks `other`, or no longer does. Messages of a conversation stay: there are no new ones.
    pub(super) fn set_block(&mut self, user: UserId, other: UserId, is_blocked: bool, now: Timestamp) {
        if self.channel.pair().is_some() {
            return;
        }
        for follower in self.followers.tags_mut().filter(|follower| follower.user == Some(user)) {
            if is_blocked {
                follower.blocked.insert(other);
            } else {
                follower.blocked.remove(&other);
            }
        }
        if self.lines.iter().any(|line| line.author.id == other) {
            self.send_history(now, |follower| follower.user == Some(user));
        }
    }

    /// Drops messages from before this time: their retention is over.
    pub(super) fn forget_before(&mut self, moment: Timestamp) {
        while self.lines.pop_front_if(|line| line.at < moment).is_some() {
            self.uncertain = self.uncertain.saturating_sub(1);
        }
    }

    /// Returns the users who follow the channel.
    pub(super) fn users(&self) -> impl Iterator<Item = UserId> {
        self.followers.iter().filter_map(|(_, follower, _)| follower.user)
    }

    /// Sets whom these users block.
    pub(super) fn set_blocks(&mut self, blocks: &HashMap<UserId, HashSet<UserId>>, now: Timestamp) {
        if self.channel.pair().is_some() {
            return;
        }
        let mut changed = HashSet::new();
        for follower in self.followers.tags_mut() {
            if let Some(user) = follower.user
                && let Some(blocked) = blocks.get(&user)
                && follower.blocked != *blocked
            {
                follower.blocked.clone_from(blocked);
                changed.insert(user);
            }
        }
        if !changed.is_empty() {
            self.send_history(now, |follower| follower.user.is_some_and(|user| changed.contains(&user)));
        }
    }

    /// Returns whether the channel has followers, or lost the last one only recently.
    pub(super) fn is_needed(&self, kept_for: Duration) -> bool {
        !self.followers.is_empty() || !self.held.is_empty() || self.used_at.elapsed() < kept_for
    }
}
