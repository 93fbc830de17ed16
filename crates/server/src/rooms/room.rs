//! One room's task: the only one that changes what is in the room.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use sumito_game::{Cause, Event, GameId, Phase, Record, Reject, Seat, Signal, Table, Timestamp, UserId};
use sumito_protocol::parts::Visibility;
use sumito_protocol::server::{Notice, Outcome, Snapshot};
use sumito_protocol::{RoomId, ServerMessage};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};
use tracing::{debug, error, info, warn};
use uuid::Uuid;

use super::delay::Delay;
use super::handle::{Message, Request, WatchRequest};
use super::history::{End, History};
use super::registry::Surroundings;
use super::step::{Failure, Step, number};
use super::watchers::Watchers;
use crate::refusal::Refusal;
use crate::session::SessionId;
use crate::store::{NewRoom, RoomChange, RoomRow, StoreError};
use crate::wire;

/// How long a room waits before it asks again whether something can be stored.
const PROBE_AFTER: Duration = Duration::from_secs(1);

/// One room.
pub(super) struct Room {
    row: RoomRow,
    table: Table,
    history: History,
    watchers: Watchers,
    /// What spectators see, where they see it late.
    delay: Option<Delay>,
    surroundings: Arc<Surroundings>,
    stall: Option<Stall>,
}

/// Nothing can be stored: clocks stand still, commands are refused, and now and then the room tries again.
#[derive(Debug, Clone, Copy)]
struct Stall {
    /// Since when; `None` for a room that has just been read, whose clocks do not run yet.
    since: Option<Timestamp>,
    /// Whether what is stored must be read again before anything else.
    out_of_step: bool,
    /// When to try again.
    probe_at: Instant,
}

/// What a room does without being asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Chore {
    /// Look whether a clock has fallen.
    Tick,
    /// Look whether something can be stored again.
    Probe,
    /// Tell spectators what was held back.
    TellSpectators,
    /// End: nobody is here, and nothing is under way.
    PutAway,
}

/// The room cannot go on.
struct Lost;

impl Room {
    /// A room as it was stored.
    pub(super) fn new(row: RoomRow, table: Table, history: History, surroundings: Arc<Surroundings>) -> Self {
        let delay = Delay::new(&row, &table, &history, surroundings.time.now());
        Self { row, table, history, watchers: Watchers::default(), delay, surroundings, stall: None }
    }

    /// Which room it is.
    pub(super) fn id(&self) -> RoomId {
        self.row.id
    }

    /// Stores a room that is new, with its first events.
    pub(super) async fn create(
        new: NewRoom,
        events: Vec<Event>,
        cause: Option<Cause>,
        surroundings: Arc<Surroundings>,
    ) -> Result<Self, Arc<StoreError>> {
        let records = number(events, 0, new.row.created_at, cause);
        let corrupt = |error: sumito_game::Corrupt| Arc::new(StoreError::Corrupt(error.to_string()));
        let table = Table::replay(&records).map_err(corrupt)?;
        let row = new.row.clone();
        let mut history = History::empty(row.id);
        let events = history.to_stored(&records);
        let end = events.last().map_or(history.end(), End::from);
        let phase = Some(table.phase());
        let change = RoomChange { room: row.id, new: Some(new), events, phase, finished: None };
        surroundings.journal.append(change).await?;
        history.extend(records, end);
        Ok(Self::new(row, table, history, surroundings))
    }

    /// Lives until the server stops or, with nobody here and nothing under way, until it has been idle for long.
    pub(super) async fn run(mut self, mut inbox: mpsc::Receiver<Message>) {
        let outcome = self.live(&mut inbox).await;
        // Whoever asks from now on gets the room anew; what is still here gets its answer.
        self.surroundings.retire(self.row.id, &mut inbox);
        while let Some(message) = inbox.recv().await {
            if Box::pin(self.handle(message)).await.is_err() {
                break;
            }
        }
        self.surroundings.lobbies.remove(&self.row.lobby, self.row.id);
        if let Err(Lost) = outcome {
            error!(room = %self.row.id, "room given up; it is read again when it is asked for");
            self.notify(Notice::RoomLost);
        } else {
            debug!(room = %self.row.id, "room put away");
        }
    }

    async fn live(&mut self, inbox: &mut mpsc::Receiver<Message>) -> Result<(), Lost> {
        let stopping = self.surroundings.stopping.clone();
        let mut stopped = pin!(stopping.cancelled());
        self.observe(Signal::Resuming).await?;
        self.show_in_lobby();
        let mut last_used = Instant::now();
        let mut alarm = pin!(sleep_until(last_used));
        loop {
            // With every move the next thing to do alone is put off. Setting a timer costs more than being woken once too
            // early, so an alarm that is early enough stays as it is.
            let due = self.due(last_used);
            if let Some((moment, _)) = due
                && (moment < alarm.deadline() || alarm.is_elapsed())
            {
                alarm.as_mut().reset(moment);
            }
            tokio::select! {
                biased;
                () = &mut stopped => {
                    if self.stall.is_none() {
                        self.observe(Signal::Pausing).await?;
                    }
                    // What comes from now on is refused.
                    self.stall = Some(Stall { since: None, out_of_step: false, probe_at: Instant::now() });
                    return Ok(());
                }
                message = inbox.recv() => {
                    let Some(message) = message else { return Ok(()) };
                    self.handle(message).await?;
                    last_used = Instant::now();
                }
                () = &mut alarm, if due.is_some() => match due {
                    Some((moment, chore)) if moment <= Instant::now() => match chore {
                        Chore::Tick => self.observe(Signal::Tick).await?,
                        Chore::Probe => Box::pin(self.probe()).await?,
                        Chore::TellSpectators => self.tell_spectators(),
                        Chore::PutAway => return Ok(()),
                    },
                    _ => {}
                },
            }
        }
    }

    /// What the room has to do next without being asked, and when.
    fn due(&self, last_used: Instant) -> Option<(Instant, Chore)> {
        let due = self.due_to_players(last_used);
        let Some(moment) = self.delay.as_ref().and_then(|delay| delay.due(&self.history)) else { return due };
        let told = (self.surroundings.time.instant(moment), Chore::TellSpectators);
        Some(due.filter(|(moment, _)| *moment <= told.0).unwrap_or(told))
    }

    /// The same without what is due to spectators. Only one of the three can be ahead of the room at a time.
    fn due_to_players(&self, last_used: Instant) -> Option<(Instant, Chore)> {
        if let Some(stall) = self.stall {
            return Some((stall.probe_at, Chore::Probe));
        }
        if let Some(moment) = self.table.next_deadline() {
            return Some((self.surroundings.time.instant(moment), Chore::Tick));
        }
        let is_unused = self.watchers.is_empty() && self.table.phase() != Phase::Playing;
        is_unused.then(|| (last_used + self.surroundings.config.idle, Chore::PutAway))
    }

    async fn handle(&mut self, message: Message) -> Result<(), Lost> {
        match message {
            Message::Request(request) => self.request(request).await,
            Message::Watch(request) => self.watch(request).await,
            Message::Unwatch { session, on_purpose } => self.unwatch(session, on_purpose).await,
            Message::TakeOver { session, user, reply } => {
                if self.watchers.take_over(session) {
                    self.tell_control(user);
                }
                reply.ok(&self.outcome(user, None));
                Ok(())
            }
            Message::Snapshot { user, reply } => {
                // Whoever asked may have gone.
                let _ = reply.send(self.snapshot(user));
                Ok(())
            }
        }
    }

    async fn request(&mut self, request: Box<Request>) -> Result<(), Lost> {
        let Request { session, user, received_at, .. } = *request;
        if let Some(seq) =
            request.reply.id().and_then(|id| self.history.caused_by(user, id, &request.command))
        {
            request.reply.ok(&self.outcome(user, Some(seq)));
            return Ok(());
        }
        if self.stall.is_some() {
            request.reply.refuse(Refusal::unavailable());
            return Ok(());
        }
        if self.watchers.only_mirrors(session, user) {
            request.reply.refuse(Refusal::not_in_control());
            return Ok(());
        }
        let at = received_at.max(self.table.at());
        // A clock that has fallen counts before the command does.
        let fallen = self.table.observe(Signal::Tick, at);
        if !fallen.is_empty()
            && let Err(failure) = Box::pin(self.commit(fallen, at)).await
        {
            request.reply.refuse(Refusal::unavailable());
            return self.settle(failure, at).await;
        }
        let Request { command, reply, .. } = *request;
        let events = match self.table.decide(user, command, at, GameId(Uuid::now_v7())) {
            Ok(events) => events,
            Err(reject) => {
                let time_over = reject == Reject::TimeOver;
                reply.refuse(reject.into());
                return if time_over { self.observe_at(Signal::Flag, at).await } else { Ok(()) };
            }
        };
        let sits_down = matches!(events.first(), Some(Event::Seated { .. }));
        let cause = reply.id().map(|id| Cause { user, command: id.into() });
        match self.store(number(events, self.table.seq(), at, cause)).await {
            Ok(step) => {
                let seq = step.records.first().map(|record| record.seq);
                let frames = self.take_in(step);
                reply.ok(&self.outcome(user, seq));
                self.publish(&frames);
            }
            Err(failure) => {
                reply.refuse(Refusal::unavailable());
                return self.settle(failure, at).await;
            }
        }
        if sits_down && self.watchers.has(user) {
            self.observe(Signal::Connected(user)).await?;
        }
        Ok(())
    }

    async fn watch(&mut self, request: Box<WatchRequest>) -> Result<(), Lost> {
        let WatchRequest { session, user, outbox, since, reply } = *request;
        let seq = self.seen_by(user).seq();
        reply.ok(&Outcome { room: Some(self.row.id), seat: None, seq: Some(seq) });
        let missed = since.and_then(|since| seq.checked_sub(since));
        // What does not fit into the outbox comes as a snapshot, too: a client must be able to come back at all.
        let most = self.surroundings.config.missed_events.min(outbox.free_places() as u64 / 2);
        match (since, missed) {
            (Some(since), Some(missed)) if missed <= most => {
                let events = self.history.events_since(&self.row, since).map_err(|corrupt| {
                    error!(room = %self.row.id, %corrupt, "the records in memory do not fit together");
                    Lost
                })?;
                for event in events.into_iter().take(missed as usize) {
                    outbox.send(wire::text(&ServerMessage::Event(event)));
                }
            }
            _ => {
                outbox.send(wire::text(&ServerMessage::Snapshot(self.snapshot(user))));
            }
        }
        if self.stall.is_some() && self.table.phase() == Phase::Playing {
            let (room, notice) = (self.row.id, Notice::StorageUnavailable);
            outbox.send(wire::text(&ServerMessage::Notice { room, notice }));
        }
        self.watchers.add(session, user, outbox);
        if let Some(user) = user {
            if self.watchers.sockets_of(user).nth(1).is_some() {
                self.tell_control(user);
            }
            self.observe(Signal::Connected(user)).await?;
        }
        Ok(())
    }

    async fn unwatch(&mut self, session: SessionId, on_purpose: bool) -> Result<(), Lost> {
        let Some(user) = self.watchers.remove(session) else { return Ok(()) };
        if self.watchers.has(user) {
            self.tell_control(user);
            return Ok(());
        }
        self.observe(Signal::Disconnected { user, on_purpose }).await
    }

    /// Takes in a signal of the surroundings, which nobody waits for an answer to.
    async fn observe(&mut self, signal: Signal) -> Result<(), Lost> {
        self.observe_at(signal, self.surroundings.time.now()).await
    }

    async fn observe_at(&mut self, signal: Signal, at: Timestamp) -> Result<(), Lost> {
        if self.stall.is_some() {
            // Who is here is put right when something can be stored again.
            return Ok(());
        }
        let at = at.max(self.table.at());
        let events = self.table.observe(signal, at);
        match self.commit(events, at).await {
            Ok(()) => Ok(()),
            // Until it is stored that the server is back, the clocks do not run.
            Err(failure) if signal == Signal::Resuming => {
                self.begin_stall(None, failure == Failure::OutOfStep);
                Ok(())
            }
            Err(failure) => self.settle(failure, at).await,
        }
    }

    /// What becomes of the room after something could not be stored at the moment `at`.
    async fn settle(&mut self, failure: Failure, at: Timestamp) -> Result<(), Lost> {
        match failure {
            Failure::Unavailable => {
                self.begin_stall(Some(at), false);
                Ok(())
            }
            // Boxed: it comes once in a room's life, if at all, and every room would keep the space for it.
            Failure::OutOfStep => Box::pin(self.read_again(at)).await,
        }
    }

    /// Lets the clocks stand still until something can be stored again.
    fn begin_stall(&mut self, since: Option<Timestamp>, out_of_step: bool) {
        let is_playing = self.table.phase() == Phase::Playing;
        // Without a game there is no clock that could be stored to stand still: what is stored is read again instead.
        let out_of_step = out_of_step || !is_playing;
        self.stall = Some(Stall { since, out_of_step, probe_at: Instant::now() + PROBE_AFTER });
        if is_playing {
            warn!(room = %self.row.id, "nothing can be stored: the clocks stand still");
            self.notify(Notice::StorageUnavailable);
        }
    }

    /// Asks whether something can be stored again, by storing that the clocks stood still and go on.
    async fn probe(&mut self) -> Result<(), Lost> {
        let Some(stall) = self.stall else { return Ok(()) };
        let later = Instant::now() + PROBE_AFTER;
        if stall.out_of_step && !self.reload().await? {
            self.stall = Some(Stall { probe_at: later, ..stall });
            return Ok(());
        }
        if self.table.phase() != Phase::Playing {
            self.stall = None;
            return self.count_present().await;
        }
        let now = self.surroundings.time.now().max(self.table.at());
        let events = match stall.since {
            Some(since) => vec![(Event::Paused, since.max(self.table.at())), (Event::Continued, now)],
            None => vec![(Event::Resumed, now)],
        };
        let records = (self.table.seq() + 1..).zip(events);
        let records = records.map(|(seq, (event, at))| Record { seq, at, cause: None, event }).collect();
        match self.store(records).await {
            Ok(step) => {
                self.stall = None;
                let frames = self.take_in(step);
                self.publish(&frames);
                info!(room = %self.row.id, "the game goes on");
                return self.count_present().await;
            }
            Err(Failure::Unavailable) => {
                self.stall = Some(Stall { probe_at: later, out_of_step: false, ..stall });
            }
            // What could not be stored, it seemed, is stored: the clocks have stood still all the same.
            Err(Failure::OutOfStep) => {
                let probe_at = if stall.out_of_step { later } else { Instant::now() };
                self.stall = Some(Stall { probe_at, out_of_step: true, ..stall });
            }
        }
        Ok(())
    }

    /// Reads the room anew: an answer of the database got lost, or somebody else has written.
    async fn read_again(&mut self, at: Timestamp) -> Result<(), Lost> {
        if self.reload().await? {
            return Box::pin(self.count_present()).await;
        }
        self.begin_stall(Some(at), true);
        Ok(())
    }

    /// Takes the room from what is stored and tells the watchers what they have missed; returns whether it could be read.
    async fn reload(&mut self) -> Result<bool, Lost> {
        let lost = |corrupt: sumito_game::Corrupt| {
            error!(room = %self.row.id, %corrupt, "the stored room is damaged");
            Lost
        };
        let stored = match self.surroundings.store.room_events(self.row.id).await {
            Ok(stored) => stored,
            Err(StoreError::Unavailable(_)) => return Ok(false),
            Err(error) => {
                error!(room = %self.row.id, %error, "the stored room cannot be read");
                return Err(Lost);
            }
        };
        let known = self.table.seq();
        let history = History::read(self.row.id, &stored).map_err(lost)?;
        let table = history.table().map_err(lost)?;
        let missed = history.events_since(&self.row, known).map_err(lost)?;
        (self.history, self.table) = (history, table);
        let frames: Vec<_> =
            missed.into_iter().map(|event| wire::text(&ServerMessage::Event(event))).collect();
        self.publish(&frames);
        self.show_in_lobby();
        Ok(true)
    }

    /// Puts right who is here, after a time in which it could not be stored.
    async fn count_present(&mut self) -> Result<(), Lost> {
        let players: Vec<_> = Seat::first(self.table.chairs().len())
            .filter_map(|seat| self.table.player(seat).map(|player| player.id))
            .collect();
        for user in players {
            let signal = if self.watchers.has(user) {
                Signal::Connected(user)
            } else {
                Signal::Disconnected { user, on_purpose: false }
            };
            Box::pin(self.observe(signal)).await?;
        }
        Ok(())
    }

    /// Stores events, takes them in and tells everybody.
    async fn commit(&mut self, events: Vec<Event>, at: Timestamp) -> Result<(), Failure> {
        if !events.is_empty() {
            let step = self.store(number(events, self.table.seq(), at, None)).await?;
            let frames = self.take_in(step);
            self.publish(&frames);
        }
        Ok(())
    }

    async fn store(&mut self, records: Vec<Record>) -> Result<Step, Failure> {
        Step::store(&self.surroundings.journal, &self.row, &self.history, &mut self.table, records).await
    }

    /// Takes in a stored step; returns what everybody is to be told.
    fn take_in(&mut self, step: Step) -> Vec<Utf8Bytes> {
        let is_listed_anew = step.records.iter().any(|record| {
            !matches!(record.event, Event::Moved { .. } | Event::Offered { .. } | Event::Declined { .. })
        });
        self.history.extend(step.records, step.end);
        if is_listed_anew {
            self.show_in_lobby();
        }
        if let Some(game) = self.table.game().filter(|_| step.ended) {
            info!(game = %game.id().0, plies = game.moves().len(), "game finished");
        }
        step.frames
    }

    fn publish(&mut self, frames: &[Utf8Bytes]) {
        if self.delay.is_some() {
            for frame in frames {
                self.watchers.send_to(frame, |user| has_seat(&self.table, user));
            }
            self.tell_spectators();
        } else {
            for frame in frames {
                self.watchers.send(frame);
            }
        }
    }

    /// Tells those who have no seat what they may see by now, where they see it late.
    fn tell_spectators(&mut self) {
        let Some(delay) = &mut self.delay else { return };
        let now = self.surroundings.time.now();
        let mut frames = delay.catch_up(&self.row, &self.table, &self.history, now);
        // Of a long game all might be told at once: what is too much for whoever comes back is too much for an outbox.
        if frames.len() as u64 > self.surroundings.config.missed_events {
            frames = vec![wire::text(&ServerMessage::Snapshot(self.snapshot(None)))];
        }
        for frame in frames {
            self.watchers.send_to(&frame, |user| !has_seat(&self.table, user));
        }
    }

    /// The table that `user` may see.
    fn seen_by(&self, user: Option<UserId>) -> &Table {
        match &self.delay {
            Some(delay) if !has_seat(&self.table, user) => delay.table(),
            _ => &self.table,
        }
    }

    /// The whole room as `user` may see it now.
    fn snapshot(&self, user: Option<UserId>) -> Snapshot {
        let now = self.surroundings.time.now();
        let (table, moment, still_since) = match &self.delay {
            // Clocks that do not run yet after a start are still only now. No event of the past will tell so.
            Some(delay) if !has_seat(&self.table, user) => {
                let still_since = self.stall.and_then(|stall| stall.since);
                (delay.table(), delay.moment(&self.table, now), still_since)
            }
            _ => (&self.table, now, self.stall.map(|stall| stall.since.unwrap_or(self.table.at()))),
        };
        match still_since.filter(|since| *since <= moment) {
            Some(since) => wire::with_clocks_held(wire::snapshot(&self.row, table, since)),
            None => wire::snapshot(&self.row, table, moment),
        }
    }

    fn notify(&self, notice: Notice) {
        self.watchers.send(&wire::text(&ServerMessage::Notice { room: self.row.id, notice }));
    }

    /// Tells the sockets of somebody who has a seat which of them they play from.
    fn tell_control(&self, user: UserId) {
        if self.table.seat_of(user).is_some() {
            for (_, outbox, yours) in self.watchers.sockets_of(user) {
                outbox.send(wire::text(&ServerMessage::Control { room: self.row.id, yours }));
            }
        }
    }

    fn show_in_lobby(&self) {
        if self.row.visibility == Visibility::Public {
            self.surroundings.lobbies.update(&self.row.lobby, wire::summary(&self.row, &self.table));
        }
    }

    fn outcome(&self, user: UserId, seq: Option<u64>) -> Outcome {
        Outcome { room: Some(self.row.id), seat: self.table.seat_of(user).map(u8::from), seq }
    }
}

fn has_seat(table: &Table, user: Option<UserId>) -> bool {
    user.is_some_and(|user| table.seat_of(user).is_some())
}
