//! Handling of players' commands.

use sumito_game::{Cause, Command, CommandError, Context, Event, GameId, Status, Table, Timestamp, UserId};
use tokio::sync::oneshot;
use uuid::Uuid;

use super::super::handle::Request;
use super::super::reply::Reply;
use super::super::seat_reservations::SeatReservation;
use super::{Room, RoomError, RoomFailed, players};
use sumito_kit::metrics;
use sumito_kit::topic::SubscriberId;

impl Room {
    pub(super) async fn request(&mut self, request: Box<Request>) -> Result<(), RoomFailed> {
        let Request { through, user, command, id, received_at, reply } = *request;
        if let Some(seq) = id.as_deref().and_then(|id| self.history.caused_by(user, id, &command)) {
            reply.done(self.outcome(user, Some(seq)));
            return Ok(());
        }
        if let Some(refusal) = self.refusal(through, user).await {
            reply.refuse(refusal);
            return Ok(());
        }
        let at = self.catch_up(received_at).await?;
        if self.recovery.is_needed() {
            reply.refuse(RoomError::Unavailable);
            return Ok(());
        }
        if let Command::SetConditionalMoves { ply, lines } = &command {
            self.set_conditional_moves(user, *ply, lines, reply).await;
            return Ok(());
        }
        // The user who ended such a game must be known later, even if the command had no id.
        let is_answered_for = matches!(command, Command::Abort | Command::Claim(_));
        let id = id.or_else(|| is_answered_for.then(|| Uuid::now_v7().simple().to_string().into()));
        let context = Context { now: at, fresh: GameId(Uuid::now_v7()), presence: &self.presence };
        let events = match self.table.decide(user, command, &context) {
            Ok(events) => self.with_replies(events, &context),
            Err(reject) => {
                let is_too_late = reject == CommandError::TimeOver;
                reply.refuse(reject.into());
                return if is_too_late { Box::pin(self.commit(self.table.flag(), at)).await } else { Ok(()) };
            }
        };
        if events.is_empty() {
            // Nothing changes: the state is already as requested.
            reply.done(self.outcome(user, None));
            return Ok(());
        }
        let Ok(_reservation) = self.seats_taken(user, &events) else {
            reply.refuse(RoomError::PlayerDeleted);
            return Ok(());
        };
        self.carry_out(events, (user, id), at, received_at, reply).await
    }

    /// Stores the events of a command, answers it, and then publishes them.
    async fn carry_out(
        &mut self,
        events: Vec<Event>,
        (user, id): (UserId, Option<Box<str>>),
        at: Timestamp,
        received_at: Timestamp,
        reply: Reply,
    ) -> Result<(), RoomFailed> {
        let cause = id.map(|command| Cause { user, command });
        let step = match self.store(events, at, cause).await {
            Ok(step) => step,
            Err(failure) => {
                reply.refuse(failure.into());
                self.mark_uncertain(failure, at);
                return Ok(());
            }
        };
        let seq = step.records.first().map(|record| record.seq);
        let updates = self.apply(step);
        reply.done(self.outcome(user, seq));
        let published = self.publish(updates);
        metrics::command_sent(self.context.time.now().since(received_at));
        published
    }

    /// Returns the reason for which the room takes no command from this subscriber now.
    async fn refusal(&mut self, through: Option<SubscriberId>, user: UserId) -> Option<RoomError> {
        if self.recovery.is_needed() || self.is_storage_down() {
            return Some(RoomError::Unavailable);
        }
        if through.is_some_and(|through| self.subscribers.only_mirrors(through, user)) {
            return Some(RoomError::NotInControl);
        }
        let is_current = Box::pin(self.read_vacations()).await;
        (!is_current).then_some(RoomError::Unavailable)
    }

    /// Registers the users for whom these events take seats, until they are stored.
    ///
    /// # Errors
    /// [`RoomError::PlayerDeleted`] if one of the users is deleted or is being deleted.
    fn seats_taken(&self, user: UserId, events: &[Event]) -> Result<Option<SeatReservation>, RoomError> {
        let is_seat = |event: &Event| matches!(event, Event::Seated { .. } | Event::Started { .. });
        if !events.iter().any(is_seat) {
            return Ok(None);
        }
        // A game starts for all players in the room.
        let users = players(&self.table).chain([user]).collect();
        self.context.seat_reservations.reserve(users).map(Some).ok_or(RoomError::PlayerDeleted)
    }

    /// Ends the room's activity on behalf of a moderator; answers whether there was anything to end. With `quiet_since`, only ends a room
    /// that waits for players and has had no event since then.
    pub(super) async fn close(
        &mut self,
        quiet_since: Option<Timestamp>,
        reply: oneshot::Sender<Result<bool, RoomError>>,
    ) -> Result<(), RoomFailed> {
        let closing = |table: &Table| {
            let is_meant =
                quiet_since.is_none_or(|since| table.status() == Status::Waiting && table.at() <= since);
            if is_meant { table.close() } else { Vec::new() }
        };
        self.intervene(reply, closing).await
    }

    /// Stores and applies events that no player causes; answers whether there were any.
    pub(super) async fn intervene(
        &mut self,
        reply: oneshot::Sender<Result<bool, RoomError>>,
        events: impl FnOnce(&Table) -> Vec<Event> + Send,
    ) -> Result<(), RoomFailed> {
        // The caller may have stopped waiting.
        let answer = |answer| drop(reply.send(answer));
        if self.recovery.is_needed() || self.is_storage_down() {
            answer(Err(RoomError::Unavailable));
            return Ok(());
        }
        if !Box::pin(self.read_vacations()).await {
            answer(Err(RoomError::Unavailable));
            return Ok(());
        }
        let at = self.catch_up(self.context.time.now()).await?;
        let events = events(&self.table);
        if events.is_empty() || self.recovery.is_needed() {
            answer(if self.recovery.is_needed() { Err(RoomError::Unavailable) } else { Ok(false) });
            return Ok(());
        }
        match self.store(events, at, None).await {
            Ok(step) => {
                let updates = self.apply(step);
                answer(Ok(true));
                self.publish(updates)
            }
            Err(failure) => {
                answer(Err(failure.into()));
                self.mark_uncertain(failure, at);
                Ok(())
            }
        }
    }

    /// Applies a clock that ran out before the request arrived: it counts before the request. Returns the time of the room afterwards.
    async fn catch_up(&mut self, asked_at: Timestamp) -> Result<Timestamp, RoomFailed> {
        self.detect_stall();
        self.forgive_cut_off();
        let at = asked_at.max(self.table.earliest_next());
        let fallen = self.table.tick(at);
        if !fallen.is_empty() {
            Box::pin(self.commit(fallen, at)).await?;
        }
        Ok(at)
    }
}
