//! The copy of a tournament that another node owns.
//!
//! It reads the events from the store, so that the large states do not cross the bus. The owner only reports that there are new ones.
//! Commands bypass it: [`Tournaments::carry_out`](super::Tournaments) sends them to the owner.

use std::sync::Arc;
use std::time::Duration;

use sumito_cluster::{Owner, Received};
use sumito_kit::retry::Retry;
use sumito_kit::task::until;
use sumito_store::{ClaimKey, StoreError, Tenure};
use sumito_tournament::{Event, Status, Tournament};
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval};
use tracing::{error, info};

use super::actor::Actor;
use super::handle::{Answer, Message};
use super::registry::Class;
use super::shown::Shown;
use super::{TournamentContext, TournamentError, history};

/// Interval at which the store is read without news: the bus may be down.
const READ_EVERY: Duration = Duration::from_secs(5);

/// Events that are read with one query.
const READ_TOGETHER: u32 = 1_024;

/// A tournament in memory that another node owns.
pub(super) struct Replica {
    shared: Arc<TournamentContext>,
    shown: Shown,
    /// Number of the last event that the owner has announced.
    announced: u64,
    /// Time of the next read, if there is something to read.
    read_at: Option<Instant>,
    last_read: Instant,
    /// Time of the next check whether this node owns the tournament, if there is a reason for it.
    own_at: Option<Instant>,
    used_at: Instant,
    retry: Retry,
}

/// Reason for the end of a replica.
enum ReplicaExit {
    /// It is unused at the moment.
    Idle,
    /// The stored state cannot be read.
    Damaged,
    /// This node owns the tournament now.
    Owner(Tenure),
}

impl Replica {
    pub(super) fn new(shared: Arc<TournamentContext>, shown: Shown) -> Self {
        let now = Instant::now();
        Self {
            shared,
            shown,
            announced: 0,
            read_at: None,
            last_read: now,
            own_at: None,
            used_at: now,
            retry: Retry::quiet("read of a tournament of another node"),
        }
    }

    /// Runs until the tournament is unused or the server stops. If this node becomes the owner, the task becomes the tournament's own task,
    /// and keeps its subscribers. Returns the messages that came too late for this task.
    pub(super) async fn run(mut self, mut inbox: mpsc::Receiver<Message>) -> (Vec<Message>, ()) {
        let (id, shared) = (self.shown.id(), Arc::clone(&self.shared));
        match shared.stopping.run_until_cancelled(self.run_loop(&mut inbox)).await {
            Some(ReplicaExit::Owner(tenure)) => {
                let has_ended =
                    matches!(self.shown.tournament.status(), Status::Finished | Status::Cancelled);
                shared.active.reclassify(id, if has_ended { Class::Ended } else { Class::Open });
                info!(tournament = %id.0, "tournament claimed");
                return Box::pin(Actor::new(shared, self.shown, tenure).run(inbox)).await;
            }
            Some(ReplicaExit::Damaged) => error!(tournament = %id.0, "replica stopped: stored data corrupt"),
            Some(ReplicaExit::Idle) | None => {}
        }
        (shared.active.retire(id, &mut inbox).await, ())
    }

    async fn run_loop(&mut self, inbox: &mut mpsc::Receiver<Message>) -> ReplicaExit {
        // It starts with `Lagged`, so that nothing is missed that was stored since the tournament was read.
        let mut changes = self.shared.changes_of(self.shown.id());
        let mut ticks = interval(READ_EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            if self.is_idle() && inbox.is_empty() {
                return ReplicaExit::Idle;
            }
            let (own_at, read_at) = (self.own_at, self.read_at);
            tokio::select! {
                biased;
                () = until(own_at) => match self.look_whether_own().await {
                    Ok(None) => {}
                    Ok(Some(tenure)) => return ReplicaExit::Owner(tenure),
                    Err(_) => return ReplicaExit::Damaged,
                },
                () = until(read_at) => {
                    if self.read().await.is_err() {
                        return ReplicaExit::Damaged;
                    }
                }
                received = changes.next() => self.heard(&received),
                _ = ticks.tick() => self.read_soon(),
                message = inbox.recv() => match message {
                    Some(message) => {
                        if self.handle(message).await.is_err() {
                            return ReplicaExit::Damaged;
                        }
                    }
                    None => return ReplicaExit::Idle,
                },
            }
        }
    }

    fn heard(&mut self, received: &Received<u64>) {
        match received {
            Received::Message { body: seq, .. } => {
                self.announced = self.announced.max(*seq);
                if self.is_behind(0) {
                    self.read_soon();
                }
            }
            Received::Lagged => self.read_soon(),
        }
    }

    /// Plans a read: at most one in the interval between two updates to subscribers.
    fn read_soon(&mut self) {
        let moment = self.last_read + self.shared.config.every;
        self.read_at.get_or_insert(moment);
    }

    /// Returns whether an event up to number `at_least`, or up to the last announced one, is missing.
    fn is_behind(&self, at_least: u64) -> bool {
        self.announced.max(at_least) > self.shown.tournament.seq()
    }

    async fn handle(&mut self, message: Message) -> Result<(), StoreError> {
        self.used_at = Instant::now();
        match message {
            // It was sent when this node owned the tournament.
            Message::Command { answer, .. } => reply(answer, Err(TournamentError::NotOwner)),
            Message::Show { at_least, answer } => {
                if self.is_behind(at_least) {
                    self.read().await?;
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

    /// Reads the events that are missing, and sends them to the subscribers. A read that fails because the store is unavailable is repeated.
    async fn read(&mut self) -> Result<(), StoreError> {
        self.last_read = Instant::now();
        self.read_at = match self.read_events().await {
            Ok(()) => {
                self.retry.succeeded();
                None
            }
            Err(StoreError::Unavailable(error)) => Some(self.last_read + self.retry.failed(error)),
            Err(error) => {
                error!(tournament = %self.shown.id().0, %error, "replica read failed");
                return Err(error);
            }
        };
        Ok(())
    }

    async fn read_events(&mut self) -> Result<(), StoreError> {
        let id = self.shown.id();
        loop {
            let known = self.shown.tournament.seq();
            let events = self.shared.store.tournament_events(id, known, READ_TOGETHER).await?;
            let mut tournament = Tournament::clone(&self.shown.tournament);
            for event in &events {
                let record = history::record(event)?;
                // The password may have changed, too.
                if matches!(record.event, Event::Edited { .. }) {
                    return self.read_whole().await;
                }
                let corrupt = |error| StoreError::Corrupt(format!("tournament {}: {error}", id.0));
                tournament.apply(&record).map_err(corrupt)?;
            }
            if !events.is_empty() {
                self.shown.replace(tournament);
                self.shown.send_update();
            }
            if events.len() < READ_TOGETHER as usize {
                return Ok(());
            }
        }
    }

    async fn read_whole(&mut self) -> Result<(), StoreError> {
        let stored = self.shared.store.tournament(self.shown.id()).await?;
        let stored = stored.ok_or_else(|| StoreError::Corrupt("the tournament is missing".to_owned()))?;
        let tournament = history::read(&stored)?;
        self.shown.row = stored.row;
        self.shown.replace(tournament);
        self.shown.send_update();
        Ok(())
    }

    /// Tries to claim the tournament, in case its owner died. If so, it reads the stored state, which no other
    /// node can change any more.
    async fn look_whether_own(&mut self) -> Result<Option<Tenure>, StoreError> {
        self.own_at = None;
        let look = async {
            match self.shared.node.claim(ClaimKey::Tournament(self.shown.id())).await? {
                Owner::Other(_) => Ok(None),
                Owner::ThisNode(tenure) => self.read_whole().await.map(|()| Some(tenure)),
            }
        };
        match look.await {
            Err(StoreError::Unavailable(error)) => {
                self.own_at = Some(Instant::now() + self.retry.failed(error));
                Ok(None)
            }
            outcome => outcome,
        }
    }

    /// Returns whether the replica can leave memory.
    fn is_idle(&self) -> bool {
        self.own_at.is_none() && !self.shown.is_watched() && self.used_at.elapsed() >= self.shared.config.idle
    }
}

fn reply(answer: Answer, outcome: Result<(), TournamentError>) {
    if let Err(error) = outcome {
        // The caller may have stopped waiting.
        let _ = answer.send(Err(error));
    }
}
