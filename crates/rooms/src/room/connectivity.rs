//! Players on nodes that cannot be reached.

use std::future::pending;

use sumito_cluster::Silence;
use sumito_game::{Game, Player, Status};
use sumito_store::Outage;
use tokio::sync::watch;
use tokio::time::Instant;

use super::super::remote::Connectivity;
use super::{ClockCause, Notice, Room};

/// Waits until other nodes can be reached no longer, or again.
pub(super) async fn changed(connectivity: &mut Option<watch::Receiver<Connectivity>>) {
    let is_open = match connectivity {
        Some(connectivity) => connectivity.changed().await.is_ok(),
        None => false,
    };
    if !is_open {
        pending::<()>().await;
    }
}

impl Room {
    /// Stops the clock of the player to move if the player cannot be reached, as in an outage, and lets it run on afterwards.
    pub(super) fn check_connectivity(&mut self) {
        if self.context.outgoing.is_none() {
            return;
        }
        match (self.cut_off_since, self.mover_cut_off_since()) {
            (None, Some(since)) => {
                self.cut_off_since = Some(self.context.time.at(since));
                self.forgive_cut_off();
                self.is_reach_stored = false;
                self.send_clocks(ClockCause::Stopping);
                self.notify(Notice::PlayerUnreachable);
            }
            (Some(_), None) => {
                self.forgive_cut_off();
                self.cut_off_since = None;
                self.is_reach_stored = false;
                self.send_clocks(ClockCause::Continued);
                self.show_to_players();
            }
            _ => {}
        }
    }

    /// Stores that the clock is stopped, or runs again: if this node dies, the next owner does not charge the forgiven time. A failed write
    /// is repeated before the next message.
    pub(super) async fn store_connectivity(&mut self) {
        if self.is_reach_stored || self.recovery.is_needed() || self.is_storage_down() {
            return;
        }
        // The record stands for all outages before it.
        self.apply_outages();
        self.is_reach_stored = Box::pin(self.unload(self.cut_off_since.is_some())).await;
    }

    /// Excludes from the clocks the time in which the player to move could not be reached, until now. Sends the clock that runs if it has
    /// more time now: an interruption can be too short to be noticed while it lasts.
    pub(super) fn forgive_cut_off(&mut self) {
        let ended = self.context.time.now();
        let mut spans = self.silences();
        if let Some(began) = self.cut_off_since {
            self.cut_off_since = Some(ended);
            spans.push(Outage { began, ended });
        }
        if !spans.is_empty() {
            self.uncertain_spans.extend(spans);
            self.uncertain_spans = Outage::joined(std::mem::take(&mut self.uncertain_spans));
            let known = self.table.server_time();
            self.exclude_outages();
            if self.cut_off_since.is_none() && self.table.server_time() > known {
                self.send_clocks(ClockCause::Continued);
                self.show_to_players();
            }
        }
    }

    /// Returns the interruptions of the bus since the last record, if the player to move is elsewhere. They may have been too short to be
    /// noticed while they lasted.
    fn silences(&self) -> Vec<Outage> {
        let Some(outgoing) = &self.context.outgoing else { return Vec::new() };
        if !self.person_to_move().is_some_and(|player| self.subscribers.is_elsewhere(player.id)) {
            return Vec::new();
        }
        let time = self.context.time;
        let silences = outgoing.bus().silences(time.instant(self.table.at()));
        let outage =
            |silence: Silence| Outage { began: time.at(silence.began), ended: time.at(silence.ended) };
        silences.into_iter().map(outage).collect()
    }

    /// Returns the time since which the player to move cannot be reached. A player without a subscriber may be on an unreachable node, and
    /// may not have received the game yet.
    fn mover_cut_off_since(&self) -> Option<Instant> {
        let player = self.person_to_move()?;
        let any_lost_at = || {
            self.context.outgoing.as_ref().and_then(|outgoing| outgoing.connectivity().borrow().any_lost_at())
        };
        match self.subscribers.count_of(player.id) {
            0 => any_lost_at(),
            _ => self.subscribers.cut_off_since(player.id),
        }
    }

    /// Returns the player to move, if that is a person.
    fn person_to_move(&self) -> Option<&Player> {
        let turn = self.table.game().and_then(Game::turn).filter(|_| self.table.status() == Status::Playing);
        turn.and_then(|seat| self.table.player(seat)).filter(|player| player.computer().is_none())
    }
}
