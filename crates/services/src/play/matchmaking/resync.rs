//! The seeks of this node's players while the matchmaker changes, or messages get lost.

use std::time::Duration;

use sumito_game::{RoomId, UserId};
use sumito_kit::retry::Retry;
use sumito_rooms::RoomError;
use sumito_store::StoreError;
use sumito_vocabulary::SeekEnd;
use tokio::time::{MissedTickBehavior, interval};

use super::requests::{Answer, Entered, Request, TERMS};
use super::seek::SeekId;
use super::{Inner, Matchmaking, SeekError, games};
use crate::social::notifications::{GameOrigin, Notification};

/// Interval of the checks whether the matchmaker has the seeks of this node's players.
const CHECK_EVERY: Duration = Duration::from_secs(10);

/// Bounds of the pauses after a failed check.
const AGAIN: (Duration, Duration) = (Duration::from_millis(250), Duration::from_secs(1));

/// Maximum number of seeks in a request.
const AT_ONCE: usize = 4_096;

impl Matchmaking {
    /// Keeps the seeks of this node's players where players are paired, and creates rooms for paired players, until the server stops.
    pub(super) async fn follow(self) {
        let caller = &self.0.caller;
        let stopping = caller.stopping().clone();
        let creating = games::serve(caller.bus(), &self.0.context.rooms);
        let spreading = caller.terms.spread(caller.bus(), TERMS);
        stopping.run_until_cancelled(async { tokio::join!(self.follow_terms(), creating, spreading) }).await;
    }

    async fn follow_terms(&self) {
        let caller = &self.0.caller;
        let mut terms = caller.terms.subscribe();
        let mut checks = interval(CHECK_EVERY);
        checks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                // The sender is this caller's.
                _ = terms.changed() => caller.forget_owner(),
                _ = checks.tick() => {}
            }
            let retry = Retry::quiet("check of the seeks of this node").pauses(AGAIN.0, AGAIN.1);
            retry.run(|| self.check()).await;
        }
    }

    /// Compares the seeks of this node's players with the matchmaker's. Each that is missing there has led to a game, or has ended, or must
    /// be entered again, because that node has just become the matchmaker. One that is open there may have led to a game, too: it was
    /// entered again while the previous matchmaker created the room.
    async fn check(&self) -> Result<(), SeekError> {
        let Inner { caller, own, .. } = &*self.0;
        for (seek, user) in own.abandoned() {
            caller.ask(&Request::Cancel { user, only: Some(seek) }).await?;
            own.forget(seek);
        }
        for seeks in own.open().chunks(AT_ONCE) {
            let Answer::Checked { term, missing } = caller.ask(&Request::Check(seeks.to_vec())).await? else {
                return Err(RoomError::Internal.into());
            };
            for (seek, user) in self.find_games(seeks).await? {
                if !missing.contains(&seek) {
                    caller.ask(&Request::Cancel { user, only: Some(seek) }).await?;
                }
            }
            for seek in missing {
                let Some((entry, entered_in)) = own.get(seek) else { continue };
                if entered_in == term {
                    self.ended(entry.seek.user(), seek);
                } else {
                    self.enter_again(seek).await?;
                }
            }
        }
        Ok(())
    }

    /// Notifies the players of seeks that have led to games; returns these seeks, and their users.
    async fn find_games(&self, seeks: &[SeekId]) -> Result<Vec<(SeekId, UserId)>, StoreError> {
        let ids: Vec<_> = seeks.iter().map(|seek| seek.0).collect();
        let mut found = Vec::new();
        for (seek, room) in self.0.context.store.rooms_of_seeks(&ids).await? {
            let seek = SeekId(seek);
            if let Some((entry, _)) = self.0.own.get(seek) {
                let user = entry.seek.user();
                self.started(user, seek, room);
                found.push((seek, user));
            }
        }
        Ok(found)
    }

    async fn enter_again(&self, seek: SeekId) -> Result<(), SeekError> {
        let Inner { caller, own, .. } = &*self.0;
        let Some((entry, _)) = own.get(seek) else { return Ok(()) };
        let user = entry.seek.user();
        match caller.ask(&entry.into_request(true)).await? {
            Answer::Entered(Ok(Entered { room: Some(room), .. })) => self.started(user, seek, room),
            Answer::Entered(Ok(Entered { term, .. })) => own.set_term(seek, term),
            _ => self.ended(user, seek),
        }
        Ok(())
    }

    fn started(&self, user: UserId, seek: SeekId, room: RoomId) {
        let started = Notification::GameStarted { room, occasion: GameOrigin::Seek(seek.0) };
        self.0.context.notifications.send(user, started);
    }

    fn ended(&self, user: UserId, seek: SeekId) {
        let ended = Notification::SeekEnded { seek: seek.0, why: SeekEnd::Cancelled };
        self.0.context.notifications.send(user, ended);
    }
}
