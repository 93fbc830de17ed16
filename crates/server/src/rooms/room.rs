//! One room's task: the only one that changes what is in the room.

use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use sumito_game::{Cause, Event, GameId, MoveText, Phase, Record, Seat, Signal, Table, Timestamp, UserId};
use sumito_protocol::ServerMessage;
use sumito_protocol::parts::Visibility;
use sumito_protocol::server::Outcome;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};
use tracing::{debug, error, info};
use uuid::Uuid;

use super::handle::{Message, Request, WatchRequest};
use super::history::{History, to_stored};
use super::registry::Surroundings;
use super::watchers::Watchers;
use crate::refusal::Refusal;
use crate::store::{FinishedGame, NewRoom, RoomChange, RoomRow, StoreError};
use crate::wire;

/// How long a room waits before it tries again what nobody can be told has failed, such as a fallen clock.
const RETRY_AFTER: std::time::Duration = std::time::Duration::from_millis(500);

/// One room.
pub(super) struct Room {
    row: RoomRow,
    table: Table,
    history: History,
    watchers: Watchers,
    surroundings: Arc<Surroundings>,
}

/// What could not be done, and what it means for the room.
enum Failure {
    /// Try again: nothing has changed.
    Unavailable,
    /// What is in memory is not what is stored: the room must be read again.
    OutOfStep,
}

impl From<&StoreError> for Failure {
    fn from(error: &StoreError) -> Self {
        match error {
            StoreError::Unavailable(_) => Self::Unavailable,
            StoreError::Conflict(_) | StoreError::Corrupt(_) | StoreError::Query(_) => Self::OutOfStep,
        }
    }
}

impl From<&Failure> for Refusal {
    fn from(failure: &Failure) -> Self {
        match failure {
            Failure::Unavailable => Self::unavailable(),
            Failure::OutOfStep => Self::internal(),
        }
    }
}

/// What follows from events, worked out before they are stored: nothing is stored that could not be read again.
struct Step {
    records: Vec<Record>,
    table: Table,
    frames: Vec<Utf8Bytes>,
}

impl Room {
    /// A room as it was stored.
    pub(super) fn new(row: RoomRow, table: Table, history: History, surroundings: Arc<Surroundings>) -> Self {
        Self { row, table, history, watchers: Watchers::default(), surroundings }
    }

    /// Stores a room that is new, with its first events.
    pub(super) async fn create(
        new: NewRoom,
        events: Vec<Event>,
        surroundings: Arc<Surroundings>,
    ) -> Result<Self, Arc<StoreError>> {
        let at = new.row.created_at;
        let cause = new.command_id.as_deref().map(|id| Cause { user: new.created_by, command: id.into() });
        let records = number(events, 0, at, cause);
        let corrupt = |error: sumito_game::Corrupt| Arc::new(StoreError::Corrupt(error.to_string()));
        let table = Table::replay(&records).map_err(corrupt)?;
        let row = new.row.clone();
        surroundings
            .journal
            .append(RoomChange {
                room: row.id,
                new: Some(new),
                events: records.iter().map(to_stored).collect(),
                phase: Some(table.phase()),
                finished: None,
            })
            .await?;
        Ok(Self::new(row, table, History::new(records), surroundings))
    }

    /// Lives until the server stops or, with nobody here and nothing under way, until it has been idle for long.
    pub(super) async fn run(mut self, mut inbox: mpsc::Receiver<Message>) {
        let outcome = self.live(&mut inbox).await;
        self.surroundings.retire(self.row.id, &mut inbox);
        if self.row.visibility == Visibility::Public && self.table.phase() != Phase::Finished {
            self.surroundings.lobbies.remove(&self.row.lobby, self.row.id);
        }
        if outcome.is_ok() {
            debug!(room = %self.row.id, "room put away");
        } else {
            error!(room = %self.row.id, "room given up; it is read again when it is asked for");
        }
    }

    async fn live(&mut self, inbox: &mut mpsc::Receiver<Message>) -> Result<(), Failure> {
        let stopping = self.surroundings.stopping.clone();
        let idle = self.surroundings.config.idle;
        self.observe(Signal::Resuming).await?;
        self.show_in_lobby();
        let mut last_used = Instant::now();
        loop {
            let deadline = self.table.next_deadline().map(|moment| self.surroundings.time.instant(moment));
            let unused = self.watchers.is_empty() && self.table.phase() != Phase::Playing;
            tokio::select! {
                biased;
                () = stopping.cancelled() => return self.observe(Signal::Pausing).await,
                message = inbox.recv() => {
                    let Some(message) = message else { return Ok(()) };
                    self.handle(message).await?;
                    last_used = Instant::now();
                }
                () = sleep_until(deadline.unwrap_or_else(Instant::now)), if deadline.is_some() => {
                    self.observe(Signal::Tick).await?;
                }
                () = sleep_until(last_used + idle), if unused => {
                    if inbox.is_empty() {
                        return Ok(());
                    }
                }
            }
        }
    }

    async fn handle(&mut self, message: Message) -> Result<(), Failure> {
        match message {
            Message::Request(request) => self.request(request).await,
            Message::Watch(request) => self.watch(request).await,
            Message::Unwatch(session) => match self.watchers.remove(session) {
                Some(user) if !self.watchers.has(user) => self.observe(Signal::Disconnected(user)).await,
                _ => Ok(()),
            },
            Message::Snapshot(reply) => {
                // Whoever asked may have gone.
                let _ = reply.send(wire::snapshot(&self.row, &self.table, self.surroundings.time.now()));
                Ok(())
            }
        }
    }

    async fn request(&mut self, request: Request) -> Result<(), Failure> {
        let Request { user, command, received_at, command_id, reply } = request;
        let user = UserId(user.id);
        if let Some(seq) = command_id.as_deref().and_then(|id| self.history.caused_by(user, id, &command)) {
            reply.ok(self.outcome(user, seq));
            return Ok(());
        }
        let at = received_at.max(self.table.at());
        let cause = command_id.map(|id| Cause { user, command: id.into_boxed_str() });
        // A clock that has fallen counts before the command does.
        let fallen = self.table.observe(Signal::Tick, at);
        if let Err(failure) = self.commit(fallen, at, None).await {
            reply.refuse(Refusal::from(&failure));
            return failure.settle();
        }
        let events = match self.table.decide(user, command, at, GameId(Uuid::now_v7())) {
            Ok(events) => events,
            Err(reject) => {
                reply.refuse(reject.into());
                return Ok(());
            }
        };
        match self.store(events, at, cause).await {
            Ok(step) => {
                let seq = step.records.first().map_or(self.table.seq(), |record| record.seq);
                let frames = self.take_in(step);
                reply.ok(self.outcome(user, seq));
                self.publish(&frames);
                Ok(())
            }
            Err(failure) => {
                reply.refuse(Refusal::from(&failure));
                failure.settle()
            }
        }
    }

    async fn watch(&mut self, request: WatchRequest) -> Result<(), Failure> {
        let WatchRequest { session, user, outbox, since, reply } = request;
        reply.ok(Outcome { room: Some(self.row.id), seat: None, seq: Some(self.table.seq()) });
        let missed = since.and_then(|since| self.table.seq().checked_sub(since));
        match (since, missed) {
            (Some(since), Some(missed)) if missed <= self.surroundings.config.missed_events => {
                let events = self.history.events_since(&self.row, since).map_err(|corrupt| {
                    error!(room = %self.row.id, %corrupt, "the records in memory do not fit together");
                    Failure::OutOfStep
                })?;
                for event in events {
                    outbox.send(wire::text(&ServerMessage::Event(event)));
                }
            }
            _ => {
                let snapshot = wire::snapshot(&self.row, &self.table, self.surroundings.time.now());
                outbox.send(wire::text(&ServerMessage::Snapshot(snapshot)));
            }
        }
        let user = user.map(|user| UserId(user.id));
        self.watchers.add(session, user, outbox);
        match user {
            Some(user) => self.observe(Signal::Connected(user)).await,
            None => Ok(()),
        }
    }

    /// Takes in a signal of the surroundings, which nobody waits for an answer to.
    async fn observe(&mut self, signal: Signal) -> Result<(), Failure> {
        let at = self.surroundings.time.now().max(self.table.at());
        let events = self.table.observe(signal, at);
        match self.commit(events, at, None).await {
            Err(Failure::Unavailable) if signal == Signal::Tick => {
                tokio::time::sleep(RETRY_AFTER).await;
                Ok(())
            }
            Err(failure) => failure.settle(),
            Ok(()) => Ok(()),
        }
    }

    /// Stores events, takes them in and tells everybody.
    async fn commit(
        &mut self,
        events: Vec<Event>,
        at: Timestamp,
        cause: Option<Cause>,
    ) -> Result<(), Failure> {
        if !events.is_empty() {
            let step = self.store(events, at, cause).await?;
            let frames = self.take_in(step);
            self.publish(&frames);
        }
        Ok(())
    }

    /// Works out what follows from events and stores them. The room is as it was until the step is
    /// [taken in](Self::take_in).
    async fn store(&self, events: Vec<Event>, at: Timestamp, cause: Option<Cause>) -> Result<Step, Failure> {
        let step = self.work_out(number(events, self.table.seq(), at, cause)).map_err(|corrupt| {
            error!(room = %self.row.id, %corrupt, "a decision that the table cannot take in");
            Failure::OutOfStep
        })?;
        let phase = step.table.phase();
        let ended = phase == Phase::Finished && self.table.phase() != Phase::Finished;
        let change = RoomChange {
            room: self.row.id,
            new: None,
            events: step.records.iter().map(to_stored).collect(),
            phase: (phase != self.table.phase()).then_some(phase),
            finished: ended.then(|| finished_game(&self.row, &step.table).map(Box::new)).flatten(),
        };
        self.surroundings.journal.append(change).await.map_err(|error| {
            if !matches!(*error, StoreError::Unavailable(_)) {
                error!(room = %self.row.id, %error, "the room's events cannot be stored");
            }
            Failure::from(&*error)
        })?;
        Ok(step)
    }

    fn work_out(&self, records: Vec<Record>) -> Result<Step, sumito_game::Corrupt> {
        let mut table = self.table.clone();
        let mut frames = Vec::with_capacity(records.len());
        for record in &records {
            let before = table.clone();
            table.apply(record)?;
            frames.push(wire::text(&ServerMessage::Event(wire::event(&self.row, record, &before, &table))));
        }
        Ok(Step { records, table, frames })
    }

    /// Makes a stored step the room's state; returns what everybody is to be told.
    fn take_in(&mut self, step: Step) -> Vec<Utf8Bytes> {
        let listed_anew = step.records.iter().any(|record| {
            !matches!(
                record.event,
                Event::Moved { .. } | Event::Offered { .. } | Event::Declined { .. } | Event::Paused
            )
        });
        self.table = step.table;
        self.history.extend(step.records);
        if listed_anew {
            self.show_in_lobby();
        }
        step.frames
    }

    fn publish(&self, frames: &[Utf8Bytes]) {
        for frame in frames {
            self.watchers.send(frame);
        }
    }

    fn show_in_lobby(&self) {
        if self.row.visibility == Visibility::Public {
            self.surroundings.lobbies.update(&self.row.lobby, wire::summary(&self.row, &self.table));
        }
    }

    fn outcome(&self, user: UserId, seq: u64) -> Outcome {
        Outcome { room: Some(self.row.id), seat: self.table.seat_of(user).map(u8::from), seq: Some(seq) }
    }
}

impl Failure {
    /// Whether the room can go on.
    fn settle(self) -> Result<(), Self> {
        match self {
            Self::Unavailable => Ok(()),
            Self::OutOfStep => Err(self),
        }
    }
}

/// Events as the records that follow number `seq`. The cause goes with the first.
fn number(events: Vec<Event>, seq: u64, at: Timestamp, cause: Option<Cause>) -> Vec<Record> {
    let causes = std::iter::once(cause).chain(std::iter::repeat(None));
    (seq + 1..)
        .zip(events)
        .zip(causes)
        .map(|((seq, event), cause)| Record { seq, at, cause, event })
        .collect()
}

/// The game that has just ended at `table`, as the history keeps it.
fn finished_game(row: &RoomRow, table: &Table) -> Option<FinishedGame> {
    let settings = table.settings();
    let game = table.game()?;
    info!(room = %row.id, game = %game.id().0, plies = game.moves().len(), "game finished");
    Some(FinishedGame {
        id: game.id(),
        room: row.id,
        mode: settings.mode,
        layout: settings.layout,
        time: settings.time,
        rated: settings.rated,
        players: Seat::first(settings.mode.seats()).filter_map(|seat| table.player(seat).cloned()).collect(),
        started_at: game.started_at(),
        finished_at: game.finished_at()?,
        outcome: game.outcome()?.clone(),
        plies: game.position().ply(),
        moves: game.moves().iter().map(MoveText::as_str).collect::<Vec<_>>().join(" "),
        final_position: game.position().to_string(),
    })
}
