//! Players on nodes that cannot be reached.

use std::future::pending;

use sumito_game::{Game, Status};
use sumito_store::Outage;
use tokio::sync::watch;

use super::super::remote::Reach;
use super::{ClockCause, Notice, Room};

/// Waits until other nodes can be reached no longer, or again.
pub(super) async fn changed(reach: &mut Option<watch::Receiver<Reach>>) {
    let is_open = match reach {
        Some(reach) => reach.changed().await.is_ok(),
        None => false,
    };
    if !is_open {
        pending::<()>().await;
    }
}

impl Room {
    /// Stops the clock of the player to move if none of the player's subscribers can be reached, as in an outage, and lets it run on
    /// afterwards.
    pub(super) fn look_at_reach(&mut self) {
        if self.context.post.is_none() {
            return;
        }
        match (self.cut_off_since, self.is_mover_cut_off()) {
            (None, true) => {
                self.cut_off_since = Some(self.context.time.now());
                self.send_clocks(ClockCause::Stopping);
                self.notify(Notice::PlayerUnreachable);
            }
            (Some(_), false) => {
                self.forgive_cut_off();
                self.cut_off_since = None;
                self.send_clocks(ClockCause::Continued);
                self.show_to_players();
            }
            _ => {}
        }
    }

    /// Excludes from the clocks the time in which the player to move could not be reached, until now.
    pub(super) fn forgive_cut_off(&mut self) {
        let Some(began) = self.cut_off_since else { return };
        let ended = self.context.time.now();
        self.cut_off_since = Some(ended);
        self.uncertain_spans.push(Outage { began, ended });
        self.exclude_outages();
    }

    fn is_mover_cut_off(&self) -> bool {
        let turn = self.table.game().and_then(Game::turn).filter(|_| self.table.status() == Status::Playing);
        let mover = turn.and_then(|seat| self.table.player(seat));
        mover.is_some_and(|player| self.subscribers.is_cut_off(player.id))
    }
}
