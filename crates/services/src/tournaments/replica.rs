//! The copy of a tournament that another node owns.
//!
//! It reads the events from the store, so that the large states do not cross the bus. The owner only reports that there are new ones.
//! Commands bypass it: [`Tournaments::carry_out`](super::Tournaments) sends them to the owner.

use std::sync::Arc;

use sumito_cluster::{Owner, Tail, Tailed};
use sumito_kit::retry::Retry;
use sumito_kit::task::until;
use sumito_store::{ClaimKey, StoreError, Tenure};
use sumito_tournament::{Event, Record, Tournament, TournamentStatus};
use tokio::sync::mpsc;
use tokio::time::Instant;
use tracing::{error, info};

use super::actor::Actor;
use super::handle::{Answer, Message};
use super::registry::Class;
use super::shown::Shown;
use super::{TournamentContext, TournamentError, stored};

/// A tournament in memory that another node owns.
pub(super) struct Replica {
    shared: Arc<TournamentContext>,
    shown: Shown,
    /// The events of the owner.
    tail: Tail,
    /// Time of the next check whether this node owns the tournament, if there is a reason for it.
    own_at: Option<Instant>,
    used_at: Instant,
    claims: Retry,
}

/// Reason for the end of a replica.
enum ReplicaExit {
    /// It is unused at the moment.
    Idle,
    /// The stored state cannot be read.
    Damaged(StoreError),
    /// This node owns the tournament now.
    Owner(Tenure),
}

impl Replica {
    pub(super) fn new(shared: Arc<TournamentContext>, shown: Shown) -> Self {
        Self {
            tail: shared.tail(shown.id()),
            shared,
            shown,
            own_at: None,
            used_at: Instant::now(),
            claims: Retry::quiet("claim to a tournament of another node"),
        }
    }

    /// Runs until the tournament is unused or the server stops. If this node becomes the owner, the task becomes the tournament's own task,
    /// and keeps its subscribers. Returns the messages that came too late for this task.
    pub(super) async fn run(mut self, mut inbox: mpsc::Receiver<Message>) -> (Vec<Message>, ()) {
        let (id, shared) = (self.shown.id(), Arc::clone(&self.shared));
        match shared.stopping.run_until_cancelled(self.run_loop(&mut inbox)).await {
            Some(ReplicaExit::Owner(tenure)) => {
                let has_ended = matches!(
                    self.shown.tournament.status(),
                    TournamentStatus::Finished | TournamentStatus::Cancelled
                );
                shared.active.reclassify(id, if has_ended { Class::Ended } else { Class::Open });
                info!(tournament = %id.0, "tournament claimed");
                return Box::pin(Actor::new(shared, self.shown, tenure).run(inbox)).await;
            }
            Some(ReplicaExit::Damaged(error)) => {
                error!(tournament = %id.0, %error, "replica stopped: stored data corrupt");
            }
            Some(ReplicaExit::Idle) | None => {}
        }
        (shared.active.retire(id, &mut inbox).await, ())
    }

    async fn run_loop(&mut self, inbox: &mut mpsc::Receiver<Message>) -> ReplicaExit {
        loop {
            if self.is_idle() && inbox.is_empty() {
                return ReplicaExit::Idle;
            }
            let (own_at, seq) = (self.own_at, self.shown.tournament.seq());
            let outcome = tokio::select! {
                biased;
                () = until(own_at) => match self.look_whether_own().await {
                    Ok(Some(tenure)) => return ReplicaExit::Owner(tenure),
                    Ok(None) => Ok(()),
                    Err(error) => Err(error),
                },
                () = self.tail.due(seq) => self.catch_up().await,
                message = inbox.recv() => match message {
                    Some(message) => self.handle(message).await,
                    None => return ReplicaExit::Idle,
                },
            };
            if let Err(error) = outcome {
                return ReplicaExit::Damaged(error);
            }
        }
    }

    /// Reads the missing events. If the store is unavailable, they are read later.
    async fn catch_up(&mut self) -> Result<(), StoreError> {
        match Tail::catch_up(self).await {
            Err(StoreError::Unavailable(_)) => Ok(()),
            outcome => outcome,
        }
    }

    /// Returns whether an event up to number `at_least`, or up to the last announced one, is missing.
    fn is_behind(&self, at_least: u64) -> bool {
        self.tail.announced().max(at_least) > self.shown.tournament.seq()
    }

    async fn handle(&mut self, message: Message) -> Result<(), StoreError> {
        self.used_at = Instant::now();
        match message {
            // It was sent when this node owned the tournament.
            Message::Command { answer, .. } => reply(answer, Err(TournamentError::NotOwner)),
            Message::Show { at_least, answer } => {
                if self.is_behind(at_least) {
                    self.catch_up().await?;
                }
                if self.is_behind(at_least) {
                    reply(answer, Err(TournamentError::Unavailable));
                } else {
                    let view = self.shown.view();
                    // The caller may have stopped waiting.
                    let _ = answer.send(Ok(view));
                }
            }
            Message::Subscribe { id, subscriber } => self.shown.subscribe(id, subscriber),
            Message::Unsubscribe { id } => self.shown.unsubscribe(id),
            Message::Own => self.own_at = Some(Instant::now()),
            // The owner reads the results. Replicas have other places.
            Message::Ended { .. } | Message::Leave => {}
        }
        Ok(())
    }

    /// Tries to claim the tournament, in case its owner died. If so, it reads the stored state, which no other node can change from then on.
    async fn look_whether_own(&mut self) -> Result<Option<Tenure>, StoreError> {
        self.own_at = None;
        let read = async {
            match self.shared.node.claim(ClaimKey::Tournament(self.shown.id())).await? {
                Owner::Other(_) => Ok(None),
                Owner::ThisNode(tenure) => self.reload().await.map(|()| Some(tenure)),
            }
        };
        match read.await {
            Err(StoreError::Unavailable(error)) => {
                self.own_at = Some(Instant::now() + self.claims.failed(error));
                Ok(None)
            }
            outcome => {
                self.claims.succeeded();
                outcome
            }
        }
    }

    /// Returns whether the replica can leave memory.
    fn is_idle(&self) -> bool {
        self.own_at.is_none() && !self.shown.is_watched() && self.used_at.elapsed() >= self.shared.config.idle
    }
}

impl Tailed for Replica {
    type Event = Record;
    type Error = StoreError;

    fn tail(&mut self) -> &mut Tail {
        &mut self.tail
    }

    async fn read_next(&mut self, limit: u32) -> Result<Option<Vec<Record>>, StoreError> {
        let (id, seq) = (self.shown.id(), self.shown.tournament.seq());
        let events = self.shared.store.tournament_events(id, seq, limit).await?;
        let records: Vec<_> = events.iter().map(stored::record).collect::<Result<_, _>>()?;
        // The password may have changed, too.
        let is_edited = records.iter().any(|record| matches!(record.event, Event::Edited { .. }));
        Ok((!is_edited).then_some(records))
    }

    /// Applies events, and sends them to the subscribers.
    fn append(&mut self, records: Vec<Record>) -> Result<(), StoreError> {
        let id = self.shown.id().0;
        let mut tournament = Tournament::clone(&self.shown.tournament);
        for record in &records {
            let corrupt = |error| StoreError::Corrupt(format!("tournament {id}: {error}"));
            tournament.apply(record).map_err(corrupt)?;
        }
        self.shown.replace(tournament);
        self.shown.send_update();
        Ok(())
    }

    async fn reload(&mut self) -> Result<(), StoreError> {
        let stored = self.shared.store.tournament(self.shown.id()).await?;
        let stored = stored.ok_or_else(|| StoreError::Corrupt("the tournament is missing".to_owned()))?;
        let tournament = stored::read(&stored)?;
        self.shown.row = stored.row;
        self.shown.replace(tournament);
        self.shown.send_update();
        Ok(())
    }
}

fn reply(answer: Answer, outcome: Result<(), TournamentError>) {
    if let Err(error) = outcome {
        // The caller may have stopped waiting.
        let _ = answer.send(Err(error));
    }
}
