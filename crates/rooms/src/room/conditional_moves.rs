//! Conditional moves of the players: stored with the events that change them, seen only by the player who prepared them, and played
//! together with the move that they reply to.

use std::time::Duration;

use sumito_game::{Command, ConditionalMoves, Context, Event, Game, Record, Table, UserId};
use sumito_kit::topic::Subscriber;
use sumito_store::RoomChange;
use tracing::{error, warn};

use super::super::reply::Reply;
use super::super::stored_moves::to_text;
use super::super::write::failure;
use super::{EncodedUpdate, Room, RoomUpdate};

impl Room {
    /// Replaces the conditional moves of `user`.
    pub(super) async fn set_conditional_moves(
        &mut self,
        user: UserId,
        ply: u32,
        lines: &[Vec<String>],
        reply: Reply,
    ) {
        let (seat, lines) = match self.table.conditional_lines(user, ply, lines) {
            Ok(read) => read,
            Err(reject) => return reply.refuse(reject.into()),
        };
        let mut moves = self.conditional_moves.clone();
        moves.set(seat, lines);
        if moves.of(seat) == self.conditional_moves.of(seat) {
            return reply.done(self.outcome(user, None));
        }
        let change = RoomChange {
            conditional_moves: Some(to_text(&moves, &self.table)),
            ..RoomChange::of(self.row.id)
        };
        match self.context.event_log.append_within(change, &self.traced).await {
            Ok(()) => {
                self.conditional_moves = moves;
                reply.done(self.outcome(user, None));
                self.send_conditional_moves();
            }
            Err(error) => {
                let failure = failure(&self.row, &error);
                reply.refuse(failure.into());
                self.mark_uncertain(failure, self.context.time.now());
            }
        }
    }

    /// Adds the replies that players have prepared to the events of a move.
    pub(super) fn with_replies(&self, mut events: Vec<Event>, context: &Context<'_>) -> Vec<Event> {
        if self.conditional_moves.is_empty() {
            return events;
        }
        let (mut table, mut moves, mut applied) = (self.table.clone(), self.conditional_moves.clone(), 0);
        loop {
            for event in &events[applied..] {
                let (seq, server) = (table.seq() + 1, table.server_time());
                let record = Record { seq, at: context.now, server, cause: None, event: event.clone() };
                if let Err(corrupt) = table.apply(&record) {
                    error!(room = %self.row.id, error = %corrupt, "decided room events rejected by replay (bug)");
                    return events;
                }
                moves.apply(event);
            }
            applied = events.len();
            let Some(reply) = reply(&table, &moves) else { return events };
            let (user, command) = reply;
            match table.decide(user, command, context) {
                Ok(reply) => events.extend(reply),
                Err(reject) => {
                    warn!(room = %self.row.id, %reject, "conditional move not played");
                    return events;
                }
            }
        }
    }

    /// Sends players their remaining conditional moves if these changed.
    pub(super) fn send_conditional_moves(&mut self) {
        if self.sent_conditional_moves == self.conditional_moves {
            return;
        }
        for user in super::players(&self.table) {
            let Some(seat) = self.table.seat_of(user) else { continue };
            if self.sent_conditional_moves.of(seat) != self.conditional_moves.of(seat)
                && let Some(update) = self.conditional_moves_of(user)
            {
                self.subscribers.send_to(&update, |of| of == Some(user));
            }
        }
        self.sent_conditional_moves.clone_from(&self.conditional_moves);
    }

    /// Sends a new subscriber of a player the player's conditional moves.
    pub(super) fn send_conditional_moves_to(
        &self,
        subscriber: &dyn Subscriber<RoomUpdate>,
        user: Option<UserId>,
    ) {
        if let Some(update) = user.and_then(|user| self.conditional_moves_of(user)) {
            subscriber.send(&update);
        }
    }

    /// Returns the conditional moves of a player; `None` for other users, and in rooms without conditional moves.
    fn conditional_moves_of(&self, user: UserId) -> Option<EncodedUpdate> {
        let seat = self.table.seat_of(user).filter(|_| !self.table.settings().time.is_live())?;
        let (room, ply) = (self.row.id, self.table.game()?.position().ply());
        let lines = self.conditional_moves.of(seat).to_vec();
        Some(RoomUpdate::ConditionalMoves { room, ply, lines }.into())
    }
}

/// Returns the reply of the player to move, if there is one.
fn reply(table: &Table, moves: &ConditionalMoves) -> Option<(UserId, Command)> {
    let turn = table.game().and_then(Game::turn)?;
    let text = moves.reply_of(turn)?.as_str().to_owned();
    let ply = table.position().ply();
    Some((table.player(turn)?.id, Command::Play { ply, text, lag: Duration::ZERO }))
}
