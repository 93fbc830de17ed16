//! A room's task, which alone changes the state of the room.
//!
//! `request` handles players' commands, `watchers` adds subscribers, `seats` tracks seats and presence, `ratings` the players' ratings,
//! `conditional_moves` replies that players have prepared, `vacations` the clocks of players on vacation, `storage` handles storage
//! failures, `connectivity` players who cannot be reached, and `moving` moves the room to another node. This module has the parts they
//! share: the room itself, its loop, and storing and broadcasting an event.

mod conditional_moves;
mod connectivity;
mod moving;
mod ratings;
mod request;
mod seats;
mod storage;
mod vacations;
mod watchers;

use std::collections::VecDeque;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use sumito_game::{
    Cause, ConditionalMoves, Event, Game, Presence, Record, ReplayError, Seat, Status, Table, Timestamp,
    UserId,
};
use tokio::sync::{Notify, mpsc, oneshot};
use tokio::time::{Instant, sleep_until};
use tracing::{debug, error, info};

use super::handle::Message;
use super::ratings::Ratings;
use super::records::RoomRecords;
use super::registry::RoomContext;
use super::remote::Outgoing;
use super::room_task::{self, TaskEnd};
use super::spectator_delay::DelayedView;
use super::stored_moves;
use super::subscriber::Subscribers;
use super::view::presence_of;
use super::write::{RoomWrite, RoomWriter, WriteError, current_game, unload};
use super::{ClockCause, EncodedUpdate, Notice, RoomError, RoomUpdate, SeatPresence, SeatRating, my_game};
use crate::event_log::StorageState;
use sumito_kit::metrics::{self, StatusGuard};
use sumito_kit::recovery::Recovery;
use sumito_kit::registry::{Members, Message as _};
use sumito_kit::telemetry::TraceSpan;
use sumito_store::{
    ClaimKey, NewRoom, Outage, RoomChange, RoomRow, StoreError, StoredRoom, Tenure, UnloadRecord,
};

/// Number of encoded events that are kept for subscribers who come back after a short while.
const RECENT_EVENTS: usize = 16;

/// An event that is sent later than this is followed by the current clocks.
const LATE: Duration = Duration::from_millis(100);

/// A room stays in memory if its next deadline is nearer than this.
const UNLOAD_MARGIN: Duration = Duration::from_secs(10);

/// State of a room's task.
pub(crate) struct Room {
    row: Arc<RoomRow>,
    table: Table,
    history: RoomRecords,
    presence: Presence,
    /// The last presence that was sent: to players, and to all others, for whom the seats may not have rotated yet.
    sent_presence: [Vec<SeatPresence>; 2],
    ratings: Ratings,
    /// The last ratings that were sent, to the same two groups.
    sent_ratings: [Vec<Option<SeatRating>>; 2],
    vacations: vacations::Vacations,
    conditional_moves: ConditionalMoves,
    /// The last conditional moves that were sent to the players.
    sent_conditional_moves: ConditionalMoves,
    subscribers: Subscribers,
    /// The last events, in the form for subscribers.
    recent: VecDeque<EncodedUpdate>,
    /// The cached snapshots, for clients that ask again soon.
    cached_views: watchers::CachedViews,
    /// The delayed view for spectators, if the room has a delay.
    delay: Option<DelayedView>,
    context: Arc<RoomContext>,
    players: Members,
    /// Notified when a player connects or disconnects.
    presence_changed: Arc<Notify>,
    /// Stored time from which the room must be in memory.
    wake_at: Option<Timestamp>,
    /// Time at which the last record could be sent.
    announced_at: Timestamp,
    /// Whether the last record was sent so late that its clocks are visibly wrong.
    is_announced_late: bool,
    /// Number of outages that are applied to the table's clocks.
    outages_known: u64,
    recovery: Recovery,
    /// Time from which this node owns the room: its earlier outages do not concern it.
    owned_since: Timestamp,
    /// Periods since the last record in which the stored state was uncertain, or in which no node could serve the room.
    uncertain_spans: Vec<Outage>,
    /// The server's share of the running turn until the room left memory, if there was no record since.
    carried: Option<Carried>,
    /// Whether the last change of `cut_off_since` is stored.
    is_reach_stored: bool,
    status_guard: StatusGuard,
    /// Trace of the message that is being handled.
    traced: TraceSpan,
    /// Time since which no subscriber of the player to move can be reached: the player's clock is stopped.
    cut_off_since: Option<Timestamp>,
    /// Set when the room moves to another node: received when the claim to it is free, or taken.
    moving: Option<oneshot::Receiver<()>>,
}

/// The server's share of the running turn, stored when the room left memory.
#[derive(Debug, Clone, Copy)]
struct Carried {
    until: Timestamp,
    server: Duration,
}

/// A timed action of a room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RoomTimer {
    /// Check for a clock that has run out.
    Tick,
    /// Reread the room after an uncertain write.
    ReadAgain,
    /// Send spectators the events that were held back.
    UpdateSpectators,
    /// Leave memory: the room is unused.
    Unload,
}

/// The room failed and cannot continue.
pub(crate) struct RoomFailed;

impl Room {
    /// Restores a stored room.
    ///
    /// # Errors
    /// [`ReplayError`] if the stored records are faulty.
    pub(crate) fn load(
        stored: &StoredRoom,
        tenure: Tenure,
        context: Arc<RoomContext>,
    ) -> Result<Self, ReplayError> {
        let history = RoomRecords::load(stored)?;
        let table = history.table()?;
        let announced_at = table.at();
        let mut room = Self::new(stored.row.clone(), table, history, announced_at, context)?;
        room.wake_at = stored.wake_at;
        room.conditional_moves = stored_moves::read(stored.conditional_moves.as_deref(), &room.table);
        room.sent_conditional_moves = room.conditional_moves.clone();
        room.owned_since = tenure.since;
        room.set_vacations(stored.vacations.clone());
        room.resume_from(stored.away.as_deref(), &tenure);
        room.uncertain_spans.extend(tenure.gaps);
        room.reapply_outages();
        Ok(room)
    }

    fn new(
        row: RoomRow,
        table: Table,
        history: RoomRecords,
        announced_at: Timestamp,
        context: Arc<RoomContext>,
    ) -> Result<Self, ReplayError> {
        let delay = DelayedView::new(&table, &history, context.time.now())?;
        Ok(Self {
            row: Arc::new(row),
            status_guard: context.tally.enter(table.status().as_str()),
            table,
            history,
            presence: Presence::default(),
            sent_presence: Default::default(),
            ratings: Ratings::default(),
            sent_ratings: Default::default(),
            vacations: vacations::Vacations::default(),
            conditional_moves: ConditionalMoves::default(),
            sent_conditional_moves: ConditionalMoves::default(),
            subscribers: Subscribers::default(),
            recent: VecDeque::new(),
            cached_views: watchers::CachedViews::default(),
            delay,
            context,
            players: Members::default(),
            presence_changed: Arc::default(),
            wake_at: None,
            announced_at,
            is_announced_late: false,
            outages_known: 0,
            recovery: Recovery::default(),
            owned_since: Timestamp::MIN,
            uncertain_spans: Vec::new(),
            carried: None,
            is_reach_stored: true,
            traced: TraceSpan::default(),
            cut_off_since: None,
            moving: None,
        })
    }

    /// Stores a new room with its first events.
    pub(crate) async fn create(
        new: NewRoom,
        events: Vec<Event>,
        cause: Option<Cause>,
        context: Arc<RoomContext>,
    ) -> Result<Self, Arc<StoreError>> {
        let (row, at) = (new.row.clone(), new.row.created_at);
        let causes = std::iter::once(cause).chain(std::iter::repeat(None));
        let records: Vec<_> = (1..)
            .zip(events)
            .zip(causes)
            .map(|((seq, event), cause)| Record { seq, at, server: Duration::ZERO, cause, event })
            .collect();
        let corrupt = |error: ReplayError| Arc::new(StoreError::Corrupt(error.to_string()));
        let mut table = Table::replay(&records).map_err(corrupt)?;
        let mut history = RoomRecords::empty(row.id);
        let stored = history.to_stored(&records);
        let hash = stored.last().map_or(history.hash(), |event| event.hash);
        let wake_at = table.next_deadline().map(|_| at);
        let change = RoomChange {
            new: Some(new),
            own: Some(my_game(&table)),
            events: stored,
            status: Some(table.status()),
            game_seq: current_game(&records),
            wake_at: Some(wake_at),
            ..RoomChange::of(row.id)
        };
        context.event_log.append_within(change, &TraceSpan::current()).await?;
        history.extend(records, hash);
        let announced_at = context.time.now();
        table.announced_at(announced_at);
        let mut room = Self::new(row, table, history, announced_at, context).map_err(corrupt)?;
        room.wake_at = wake_at;
        // It was claimed a moment ago.
        room.owned_since = if room.context.node.is_shared() { at } else { Timestamp::MIN };
        room.apply_outages();
        Ok(room)
    }

    /// Runs until the server stops, the room leaves memory, moves to another node, or fails. It continues with the state carried over from
    /// an earlier task.
    pub(crate) async fn run(
        mut self: Box<Self>,
        inbox: &mut mpsc::Receiver<Message>,
        players: &Members,
        carried: room_task::Carried,
    ) -> TaskEnd {
        self.players = players.clone();
        self.record_players();
        self.show_in_lists();
        self.show_to_players();
        let outcome = match self.resume_carried(carried).await {
            Ok(()) => self.run_loop(inbox).await,
            failed => failed,
        };
        self.forget_players();
        if outcome.is_ok()
            && let Some(moving) = self.moving.take()
        {
            return self.move_away(moving).await;
        }
        if !self.context.stopping.is_cancelled()
            && let Err(error) = self.context.node.release(&[ClaimKey::Room(self.row.id)]).await
        {
            debug!(room = %self.row.id, %error, "room not released; this node still owns it");
        }
        // A correspondence room that waits for players stays listed.
        if outcome.is_err() || self.table.status() != Status::Waiting {
            self.context.listings.set(self.row.id, None);
        }
        if outcome.is_err() {
            self.notify(Notice::RoomLost);
        } else {
            self.subscribers.end();
            debug!(room = %self.row.id, "room unloaded");
        }
        TaskEnd::Over(outcome)
    }

    async fn run_loop(&mut self, inbox: &mut mpsc::Receiver<Message>) -> Result<(), RoomFailed> {
        let stopping = self.context.stopping.clone();
        let mut stopped = pin!(stopping.cancelled());
        let mut storage = self.context.event_log.outages().watch();
        let mut crowded = self.context.active.crowded();
        let mut rated = self.context.rated.subscribe();
        let mut connectivity = self.context.outgoing.as_ref().map(Outgoing::connectivity);
        let mut vacations = self.context.vacations.subscribe();
        self.fetch_ratings();
        let presence_changed = Arc::clone(&self.presence_changed);
        let mut last_used = Instant::now();
        let mut alarm = pin!(sleep_until(last_used));
        if self.is_storage_down() {
            self.on_storage_down();
        }
        self.check_connectivity();
        loop {
            self.store_connectivity().await;
            // Every move postpones the next timed action. Setting a timer costs more than waking once too early, so an alarm that is early
            // enough is kept.
            let due = self.next_timer(last_used);
            if let Some((moment, _)) = due
                && (moment < alarm.deadline() || alarm.is_elapsed())
            {
                alarm.as_mut().reset(moment);
            }
            tokio::select! {
                biased;
                () = &mut stopped => {
                    self.send_clocks(ClockCause::Stopping);
                    return Ok(());
                }
                () = presence_changed.notified() => self.apply_presence(),
                () = connectivity::changed(&mut connectivity) => self.check_connectivity(),
                state = storage.changed() => match state {
                    StorageState::Down { .. } => self.on_storage_down(),
                    StorageState::Up => Box::pin(self.on_storage_up()).await?,
                },
                message = inbox.recv() => {
                    let Some(message) = message else { return Ok(()) };
                    self.traced = self.trace(&message);
                    self.handle(message).await?;
                    self.traced = TraceSpan::default();
                    if self.moving.is_some() {
                        return Ok(());
                    }
                    last_used = Instant::now();
                }
                ratings = self.ratings.answered() => self.apply_ratings(ratings),
                Ok(()) = rated.changed(), if self.ratings.awaits_change() => self.refetch_ratings(),
                Ok(()) = vacations.changed(), if self.heeds_vacations() => {
                    // A failed read is retried in time.
                    let _ = Box::pin(self.read_vacations()).await;
                }
                Ok(()) = crowded.changed(), if self.subscribers.is_empty() => {}
                () = &mut alarm, if due.is_some() => match due {
                    Some((moment, timer)) if moment <= Instant::now() => match timer {
                        RoomTimer::Tick => self.tick().await?,
                        RoomTimer::ReadAgain => Box::pin(self.read_again()).await?,
                        RoomTimer::UpdateSpectators => self.update_spectators()?,
                        RoomTimer::Unload => {
                            if Box::pin(self.unload(false)).await {
                                return Ok(());
                            }
                            last_used = Instant::now();
                        }
                    },
                    _ => {}
                },
            }
        }
    }

    /// Returns the room's next timed action and its time.
    fn next_timer(&self, last_used: Instant) -> Option<(Instant, RoomTimer)> {
        let instant = |moment| self.context.time.instant(moment);
        let release = self.delay.as_ref().and_then(|delay| delay.next_release(&self.history));
        let release = release.map(|moment| (instant(moment), RoomTimer::UpdateSpectators));
        let is_down = self.is_storage_down();
        let read = self.recovery.read_at().filter(|_| !is_down).map(|at| (at, RoomTimer::ReadAgain));
        let stands_still = is_down || self.cut_off_since.is_some() || self.recovery.is_needed();
        let poll_at = self.next_vacation_poll();
        let deadline = self.table.next_deadline().filter(|_| !stands_still && poll_at.is_none());
        let tick = deadline
            .or(poll_at.filter(|_| !stands_still))
            .map(|moment| moment.max(self.vacations_not_before()));
        let tick = tick.map(|moment| (instant(moment), RoomTimer::Tick));
        let unload = self.can_unload(deadline).then(|| {
            let idle =
                if self.context.active.is_crowded() { Duration::ZERO } else { self.context.config.idle };
            (last_used + idle, RoomTimer::Unload)
        });
        [release, read, tick, unload].into_iter().flatten().min_by_key(|(moment, _)| *moment)
    }

    /// Returns whether the room need not be in memory: it has no subscribers, no near deadline, and no list entry that depends on its
    /// players' presence.
    fn can_unload(&self, deadline: Option<Timestamp>) -> bool {
        let soon = self.context.time.now() + UNLOAD_MARGIN;
        self.context.config.may_leave_memory
            && self.subscribers.is_empty()
            && !self.waits_with_players()
            && !self.waits_for_computer()
            && !self.recovery.is_needed()
            && !self.is_storage_down()
            && deadline.is_none_or(|deadline| deadline > soon)
    }

    /// Stores the state that the room needs when it is reloaded; returns whether it may leave now.
    async fn unload(&mut self, is_paused: bool) -> bool {
        if self.table.status() != Status::Playing {
            return true;
        }
        if !Box::pin(self.read_vacations()).await {
            return false;
        }
        let mut wake_at = self.table.next_deadline();
        if let Some(until) = self.mover_on_vacation() {
            // The clock may run again before, if the player comes back early.
            let poll_at = until.min(self.context.time.now() + vacations::POLL_EVERY);
            wake_at = wake_at.map(|deadline| deadline.max(poll_at));
        }
        let (at, server) = (self.context.time.now(), self.table.server_time());
        let record = UnloadRecord { at, server, presence: self.presence.clone(), is_paused };
        let change = unload(&record, &self.row, wake_at);
        let is_stored = self.context.event_log.append(change).await.is_ok();
        if is_stored {
            self.wake_at = wake_at;
        }
        is_stored
    }

    /// Starts a span for the work on a message, as a part of the message's trace.
    fn trace(&self, message: &Message) -> TraceSpan {
        let in_room = |traced: &TraceSpan| traced.in_room(self.row.id, self.table.game().map(Game::id));
        message.trace().map(in_room).unwrap_or_default()
    }

    async fn handle(&mut self, message: Message) -> Result<(), RoomFailed> {
        if message.shows_room() && self.context.event_log.outages().is_lease_over() {
            // Another node may have changed the room.
            message.reject(RoomError::Unavailable);
            return Ok(());
        }
        match message {
            Message::Request(request) => self.request(request).await,
            Message::Watch(watch) => self.watch(*watch),
            Message::Unwatch { id } => {
                self.unwatch(id);
                Ok(())
            }
            Message::TakeOver { id, user, reply } => {
                if self.subscribers.take_over(id) {
                    self.send_control(user);
                }
                reply.done(self.outcome(user, None));
                Ok(())
            }
            Message::Notify(notice) => {
                self.notify(notice);
                Ok(())
            }
            Message::Close { quiet_since, reply } => self.close(quiet_since, reply).await,
            Message::AddTime { added, reply } => self.intervene(reply, |table| table.add_time(&added)).await,
            Message::HandOver(hand_over) => {
                self.hand_over(hand_over).await;
                Ok(())
            }
            Message::RoomOccupancy { reply } => {
                // The caller may have stopped waiting.
                let _ = reply.send(self.occupancy());
                Ok(())
            }
            Message::Show => {
                self.show_to_players();
                self.context.occupancies.set(self.row.id, || self.occupancy());
                Ok(())
            }
            Message::MyGame { reply, .. } => {
                // The caller may have stopped waiting.
                let _ = reply.send(self.my_game());
                Ok(())
            }
            Message::View { user, reply } => {
                // The caller may have stopped waiting.
                let _ = reply.send(self.view(user));
                Ok(())
            }
        }
    }

    /// Checks for a clock that has run out.
    async fn tick(&mut self) -> Result<(), RoomFailed> {
        self.detect_stall();
        if !Box::pin(self.read_vacations()).await {
            return Ok(());
        }
        self.forgive_cut_off();
        let now = self.context.time.now().max(self.table.earliest_next());
        let events = self.table.tick(now);
        self.commit(events, now).await
    }

    /// Stores, applies and broadcasts events that no caller waits for.
    async fn commit(&mut self, events: Vec<Event>, at: Timestamp) -> Result<(), RoomFailed> {
        if events.is_empty() {
            return Ok(());
        }
        match self.store(events, at, None).await {
            Ok(step) => {
                let updates = self.apply(step);
                self.publish(updates)
            }
            Err(failure) => {
                self.mark_uncertain(failure, at);
                Ok(())
            }
        }
    }

    /// Applies events to the table and stores them. If the write fails, the table is as before.
    async fn store(
        &mut self,
        events: Vec<Event>,
        at: Timestamp,
        cause: Option<Cause>,
    ) -> Result<RoomWrite, WriteError> {
        let writer = RoomWriter {
            event_log: &self.context.event_log,
            row: &self.row,
            history: &self.history,
            table: &mut self.table,
            wake_at: &mut self.wake_at,
            conditional_moves: &self.conditional_moves,
            traced: &self.traced,
        };
        writer.store(events, at, cause).await
    }

    /// Applies a stored step and returns the updates to broadcast. Starts the next player's clock, since that player can now receive the
    /// move.
    fn apply(&mut self, step: RoomWrite) -> Vec<EncodedUpdate> {
        let changes_listing = step.records.iter().any(|record| {
            !matches!(record.event, Event::Moved { .. } | Event::Offered { .. } | Event::Declined { .. })
        });
        let changes_turn = step.records.iter().any(|record| {
            !matches!(record.event, Event::Offered { .. } | Event::Declined { .. } | Event::Ready { .. })
        });
        self.announced_at = self.context.time.now();
        self.is_announced_late = self.table.announced_at(self.announced_at) > LATE;
        self.uncertain_spans.clear();
        (self.carried, self.cut_off_since) = (None, None);
        self.history.extend(step.records, step.hash);
        self.conditional_moves = step.conditional_moves;
        self.cached_views.forget();
        self.status_guard.is_now(self.table.status().as_str());
        if changes_listing {
            self.record_players();
            self.fetch_ratings();
            self.show_in_lists();
        }
        self.show_to_players();
        if changes_turn {
            self.context.turns.record(self.row.id, &self.table);
        }
        if let Some(game) = self.table.game().filter(|_| step.ended) {
            let reason = game.outcome().map_or("none", |outcome| outcome.reason.as_str());
            metrics::game_finished(self.table.settings().mode.name(), reason);
            info!(game = %game.id().0, plies = game.moves().len(), "game finished");
        }
        step.updates
    }

    /// Sends the updates to the subscribers: with a delay, only to the players.
    fn publish(&mut self, updates: Vec<EncodedUpdate>) -> Result<(), RoomFailed> {
        let (table, has_delay) = (&self.table, self.delay.is_some());
        for update in &updates {
            if has_delay {
                self.subscribers.send_to(update, |user| has_seat(table, user));
            } else {
                self.subscribers.send(update);
            }
        }
        self.recent.extend(updates);
        let too_many = self.recent.len().saturating_sub(RECENT_EVENTS);
        self.recent.drain(..too_many);
        self.update_spectators()?;
        self.send_presence();
        self.send_ratings();
        self.send_conditional_moves();
        // The events show a clock that runs.
        if std::mem::take(&mut self.is_announced_late) || self.mover_on_vacation().is_some() {
            self.send_clocks(ClockCause::Continued);
        }
        self.check_connectivity();
        Ok(())
    }

    /// Sends subscribers without a seat the events of the delayed view that are due.
    fn update_spectators(&mut self) -> Result<(), RoomFailed> {
        let Some(delay) = &mut self.delay else { return Ok(()) };
        let (now, room) = (self.context.time.now(), self.row.id);
        let known = delay.table().server_time();
        let updates = delay.catch_up(&self.row, &self.table, &self.history, now).map_err(|corrupt| {
            error!(%room, error = %corrupt, "room events in memory inconsistent for delayed spectators (bug)");
            RoomFailed
        })?;
        let server = delay.table().server_time();
        let has_news = updates.as_ref().is_none_or(|updates| !updates.is_empty());
        if has_news {
            self.cached_views.forget();
            // Much of a long game might be due at once. The limit for subscribers who come back applies here too.
            let updates = updates.filter(|updates| updates.len() <= self.context.config.missed_events);
            let updates = updates.unwrap_or_else(|| vec![RoomUpdate::View(self.view(None)).into()]);
            for update in updates {
                self.subscribers.send_to(&update, |user| !has_seat(&self.table, user));
            }
        }
        // Events contain the clocks at the time of the event, without the server's share of the turn since then.
        if server > LATE && (has_news || server != known) {
            self.cached_views.forget();
            self.send_spectators_clocks(ClockCause::Continued);
        }
        if has_news {
            self.set_rated_position();
            self.send_presence();
            self.send_ratings();
        }
        Ok(())
    }

    /// Sends the presence of the players, if it has changed since it was last sent.
    fn send_presence(&mut self) {
        let room = self.row.id;
        let delayed = self.delay.as_ref().map_or(&self.table, DelayedView::table);
        let vacations = self.on_vacation();
        let seats = [&self.table, delayed].map(|table| presence_of(table, &self.presence, &vacations));
        for (is_for_players, (seats, sent)) in
            [true, false].into_iter().zip(seats.into_iter().zip(&mut self.sent_presence))
        {
            if seats != *sent {
                self.cached_views.forget();
                sent.clone_from(&seats);
                let update = RoomUpdate::Presence { room, seats }.into();
                self.subscribers.send_to(&update, |user| has_seat(&self.table, user) == is_for_players);
            }
        }
    }

    /// Sends a notice to all subscribers.
    fn notify(&self, notice: Notice) {
        self.subscribers.send(&RoomUpdate::Notice { room: self.row.id, notice }.into());
    }

    fn outcome(&self, user: UserId, seq: Option<u64>) -> super::CommandOutcome {
        super::CommandOutcome { room: self.row.id, seat: self.table.seat_of(user), seq }
    }
}

fn has_seat(table: &Table, user: Option<UserId>) -> bool {
    user.is_some_and(|user| table.seat_of(user).is_some())
}

pub(crate) fn players(table: &Table) -> impl Iterator<Item = UserId> {
    Seat::first(table.chairs().len()).filter_map(|seat| table.player(seat).map(|player| player.id))
}

impl From<WriteError> for RoomError {
    fn from(_: WriteError) -> Self {
        Self::Unavailable
    }
}
