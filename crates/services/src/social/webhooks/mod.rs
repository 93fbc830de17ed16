//! Webhooks: signed messages to servers that users name ([ADR 0072](../../../../../docs/adr/0072-deliver-webhooks-from-stored-rows.md)).
//!
//! Messages are rows of the store. A duty delivers them with retries, so they survive a restart and the end of a node.

mod games;
mod message;
mod sender;
mod turns;

use std::iter;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use futures_util::stream::{FuturesUnordered, StreamExt};
use sumito_game::{Timestamp, TournamentId, UserId};
use tokio::time::{Instant, sleep_until};
use tracing::{info, warn};
use uuid::Uuid;

use self::message::{challenge_received, test_message, tournament_ended};
use self::sender::Sender;
pub use self::sender::WebhookFailure;
use self::turns::{QUICK, Turns};
use crate::env::Env;
use crate::history::projections::follow;
use sumito_cluster::{Duties, Subject, Wakeup};
use sumito_config as config;
use sumito_kit::blocking::BlockingPool;
use sumito_kit::endpoint::{self, EndpointError, Lookups};
use sumito_kit::metrics;
use sumito_kit::random;
use sumito_kit::retry::Retry;
use sumito_kit::task::until;
use sumito_kit::tasks::Tasks;
use sumito_kit::time_source::TimeSource;
use sumito_store::{
    ChallengeRow, DeliveryOutcome, DueDelivery, Pace, Store, StoreError, WebhookMessage, WebhookRow,
};
use sumito_vocabulary::WebhookEvent;

/// New messages wait for their delivery.
const ADDED: Subject<()> = Subject::new("webhook_messages");

/// Length of a secret in bytes, as Standard Webhooks recommend.
const SECRET_BYTES: usize = 32;

/// Messages that are read at once.
const READ_AT_ONCE: u32 = 64;

/// Minimum interval between two reads.
const READ_EVERY: Duration = Duration::from_millis(20);

/// Poll interval, in case a wake-up is lost.
const LOOK_AGAIN_AFTER: Duration = Duration::from_secs(2);

/// Reasons for which a webhook cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum WebhookError {
    /// The server has no webhooks.
    #[error("webhooks are disabled on this server")]
    Disabled,
    /// The address is rejected.
    #[error(transparent)]
    Endpoint(#[from] EndpointError),
    /// No event is named.
    #[error("`events` must name at least one event")]
    Events,
    /// The user has the maximum of webhooks.
    #[error("webhook limit reached ({0}); delete one first")]
    TooMany(u32),
    /// The user has no such app.
    #[error("app not found")]
    NoSuchApp,
    /// The user has no such webhook.
    #[error("webhook not found")]
    NoSuchWebhook,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Webhooks of users, if the server has them. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Webhooks(Option<Arc<Inner>>);

#[derive(Debug)]
struct Inner {
    store: Store,
    time: TimeSource,
    sender: Sender,
    /// Checks the hosts of new webhooks.
    endpoints: Lookups,
    config: config::Webhooks,
    added: Wakeup,
}

impl Webhooks {
    /// Starts the deliveries.
    ///
    /// # Errors
    /// If the HTTP client cannot be created.
    pub fn start(env: &Env, tasks: &Tasks) -> anyhow::Result<Self> {
        let webhooks = Self::with(&env.config.webhooks, env)?;
        let (finished, duties) = (env.event_log.games_finished(), env.duties.clone());
        tasks.spawn("webhooks", webhooks.clone().run(finished, duties));
        Ok(webhooks)
    }

    fn with(config: &config::Webhooks, env: &Env) -> anyhow::Result<Self> {
        if config.per_user == 0 {
            return Ok(Self(None));
        }
        let lookups = || {
            let pool = BlockingPool::new("lookups", config.lookups_at_once, config.lookups_waiting);
            Lookups::new(pool, config.private_addresses)
        };
        Ok(Self(Some(Arc::new(Inner {
            store: env.store.clone(),
            time: env.time,
            sender: Sender::new(config, lookups()).context("cannot create the HTTP client of webhooks")?,
            endpoints: lookups(),
            config: config.clone(),
            added: Wakeup::default(),
        }))))
    }

    /// Returns the webhooks of a server that has none.
    pub fn off() -> Self {
        Self(None)
    }

    /// Adds messages about finished games, and delivers all messages: on one node at a time, until the server stops.
    async fn run(self, finished: Wakeup, duties: Duties) {
        let Some(inner) = &self.0 else { return };
        let bus = duties.node().bus().clone();
        tokio::select! {
            () = duties.stopping().cancelled() => {}
            () = inner.added.spread(&bus, ADDED) => {}
            () = async {
                tokio::join!(
                    duties.run("webhook messages", || follow(&inner.store, games::Games::new(inner), &finished)),
                    duties.run("webhooks", || inner.deliver()),
                );
            } => {}
        }
    }

    /// Creates a webhook; returns it with its secret. With an app of the user it receives the events of all users who have given the app
    /// the scope `webhooks`.
    ///
    /// # Errors
    /// [`WebhookError`] says why it cannot be created.
    pub async fn create(
        &self,
        user: UserId,
        url: &str,
        events: &[WebhookEvent],
        app: Option<Uuid>,
    ) -> Result<WebhookRow, WebhookError> {
        let inner = self.on()?;
        if let Some(app) = app
            && !inner.store.apps_of(user).await?.iter().any(|own| own.id == app)
        {
            return Err(WebhookError::NoSuchApp);
        }
        let url = endpoint::parse(url, inner.config.private_addresses)?;
        let words: Vec<_> = WebhookEvent::ALL
            .iter()
            .filter(|event| events.contains(event))
            .map(|event| event.as_str())
            .collect();
        if words.is_empty() {
            return Err(WebhookError::Events);
        }
        inner.endpoints.check(&url).await?;
        let webhook = WebhookRow {
            id: Uuid::now_v7(),
            app,
            url: url.into(),
            secret: random::bytes::<SECRET_BYTES>().to_vec(),
            events: words.join(" "),
            created_at: inner.time.now(),
            tried_at: None,
            failure: None,
            disabled: false,
            waiting: 0,
        };
        let max = inner.config.per_user;
        let added = inner.store.add_webhook(user, &webhook, max).await?;
        if added { Ok(webhook) } else { Err(WebhookError::TooMany(max)) }
    }

    /// Returns the webhooks of a user, the oldest first.
    ///
    /// # Errors
    /// If the store is unavailable.
    pub async fn list(&self, user: UserId) -> Result<Vec<WebhookRow>, WebhookError> {
        Ok(self.on()?.store.webhooks(user).await?)
    }

    /// Deletes a webhook and its messages.
    ///
    /// # Errors
    /// [`WebhookError::NoSuchWebhook`], or the store is unavailable.
    pub async fn delete(&self, user: UserId, id: Uuid) -> Result<(), WebhookError> {
        let removed = self.on()?.store.remove_webhook(user, id).await?;
        if removed { Ok(()) } else { Err(WebhookError::NoSuchWebhook) }
    }

    /// Sends a test message at once. Returns the reason if the receiver does not take it. A test that succeeds enables the webhook again.
    ///
    /// # Errors
    /// [`WebhookError::NoSuchWebhook`], or the store is unavailable.
    pub async fn test(&self, user: UserId, id: Uuid) -> Result<Option<WebhookFailure>, WebhookError> {
        let inner = self.on()?;
        let webhooks = inner.store.webhooks(user).await?;
        let webhook =
            webhooks.into_iter().find(|webhook| webhook.id == id).ok_or(WebhookError::NoSuchWebhook)?;
        let now = inner.time.now();
        let delivery = DueDelivery {
            id: Uuid::now_v7(),
            webhook: webhook.id,
            user,
            network: None,
            url: webhook.url,
            secret: webhook.secret,
            payload: test_message(now),
            attempts: 0,
            failures: 0,
        };
        let failure = inner.sender.send(&delivery, now).await.err();
        let word = failure.map(WebhookFailure::word);
        inner.store.record_webhook_test(id, word.as_deref(), inner.time.now()).await?;
        Ok(failure)
    }

    /// Adds messages about a new challenge for the challenged user.
    pub(crate) async fn challenge_received(&self, challenge: &ChallengeRow) {
        let Some(inner) = &self.0 else { return };
        let event = WebhookEvent::ChallengeReceived;
        let users = inner.store.users_with_webhook(event.as_str(), &[challenge.challenged.id]).await;
        inner.add(users, challenge.created_at, |user, _| challenge_received(user, challenge)).await;
    }

    /// Adds messages about a tournament that has ended for its participants.
    pub(crate) async fn tournament_ended(&self, id: TournamentId, status: &'static str) {
        let Some(inner) = &self.0 else { return };
        let users = inner.store.participants_with_webhook(WebhookEvent::TournamentEnded.as_str(), id).await;
        inner.add(users, inner.time.now(), |user, at| tournament_ended(user, id, status, at)).await;
    }

    fn on(&self) -> Result<&Inner, WebhookError> {
        self.0.as_deref().ok_or(WebhookError::Disabled)
    }
}

impl Inner {
    /// Adds a message for each of these users. A failure of the store is logged: the message is lost.
    async fn add(
        &self,
        users: Result<Vec<UserId>, StoreError>,
        at: Timestamp,
        message: impl Fn(UserId, Timestamp) -> WebhookMessage,
    ) {
        let added = match users {
            Ok(users) if users.is_empty() => return,
            Ok(users) => {
                let messages: Vec<_> = users.into_iter().map(|user| message(user, at)).collect();
                self.store.add_webhook_messages(&messages, self.config.waiting_per_webhook).await
            }
            Err(error) => Err(error),
        };
        match added {
            Ok(0) => {}
            Ok(left_out) => metrics::webhook_messages("dropped", left_out),
            Err(error) => warn!(%error, "webhook messages not stored"),
        }
        self.added.wake();
    }

    /// Delivers the messages that are due, for ever.
    async fn deliver(&self) {
        let mut added = self.added.subscribe();
        let mut turns = Turns::new(self.config.at_once);
        let mut attempts = FuturesUnordered::new();
        let mut retry = Retry::new("delivery of webhook messages");
        let mut read_at = Instant::now();
        // No message is read, and so resent, before this moment.
        let mut rests_until = read_at;
        loop {
            if Instant::now() >= read_at {
                added.mark_unchanged();
                match self.next_deliveries(&mut turns).await {
                    Ok(next) => {
                        retry.succeeded();
                        attempts.extend(next.into_iter().map(|delivery| self.attempt(delivery)));
                        read_at = Instant::now() + LOOK_AGAIN_AFTER;
                    }
                    Err(error) => {
                        rests_until = Instant::now() + retry.failed(error);
                        read_at = rests_until;
                    }
                }
            }
            let soon = rests_until.max(Instant::now() + READ_EVERY);
            tokio::select! {
                Some((webhook, recorded)) = attempts.next() => {
                    turns.ended(webhook);
                    read_at = read_at.min(soon);
                    if let Err(error) = recorded {
                        rests_until = Instant::now() + retry.failed(error);
                        read_at = rests_until;
                    }
                }
                () = until(turns.next_late()) => {
                    turns.move_late(Instant::now());
                    read_at = read_at.min(soon);
                }
                // The wake-up does not end: it belongs to `self`.
                _ = added.changed() => read_at = read_at.min(soon),
                () = sleep_until(read_at) => {}
            }
        }
    }

    /// Gives the free places to messages that are due. Fails only if none has a place.
    async fn next_deliveries(&self, turns: &mut Turns) -> Result<Vec<DueDelivery>, StoreError> {
        let mut next = Vec::new();
        for pace in [Pace::Quick, Pace::Slow] {
            if !turns.is_free(pace) {
                continue;
            }
            let in_flight = turns.in_flight();
            match self.store.due_deliveries(pace, self.time.now(), &in_flight, READ_AT_ONCE).await {
                Ok(mut due) => {
                    let now = Instant::now();
                    next.extend(iter::from_fn(|| turns.next(pace, &mut due, now)));
                }
                Err(error) if next.is_empty() => return Err(error),
                Err(error) => tracing::debug!(%error, "read of slow webhook deliveries failed"),
            }
        }
        Ok(next)
    }

    /// Sends a message and records the result. Returns the webhook.
    async fn attempt(&self, delivery: DueDelivery) -> (Uuid, Result<(), StoreError>) {
        let began = Instant::now();
        let sent = self.sender.send(&delivery, self.time.now()).await;
        let pace = if began.elapsed() < QUICK { Pace::Quick } else { Pace::Slow };
        let now = self.time.now();
        let outcome = match sent {
            Ok(()) => DeliveryOutcome::Taken,
            Err(why) => self.after_failure(&delivery, why.word(), now),
        };
        metrics::webhook_messages(
            match &outcome {
                DeliveryOutcome::Taken => "taken",
                DeliveryOutcome::Failed { dropped: false, .. } => "failed",
                DeliveryOutcome::Failed { .. } => "dropped",
                DeliveryOutcome::GivenUp(_) => {
                    info!(webhook = %delivery.webhook, "webhook disabled after its last attempt");
                    "given_up"
                }
            },
            1,
        );
        (delivery.webhook, self.store.record_delivery(&delivery, &outcome, pace, now).await)
    }

    /// Returns the consequence of a failed attempt: a later retry, or the end of the webhook.
    fn after_failure(&self, delivery: &DueDelivery, why: String, now: Timestamp) -> DeliveryOutcome {
        let delays = &self.config.retry_after_s;
        match delays.get(delivery.failures as usize) {
            Some(&delay) => DeliveryOutcome::Failed {
                why,
                next: now + Duration::from_secs(delay),
                // The receiver works and rejects only this message.
                dropped: delivery.attempts as usize >= delays.len(),
            },
            None => DeliveryOutcome::GivenUp(why),
        }
    }
}
