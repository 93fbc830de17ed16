//! Web Push: notifications on the devices of users who have no page open ([ADR 0037](../../../../../docs/adr/0037-send-web-push-without-storing-it.md)).
//!
//! Pushes are best effort. They are sent in the background, a bounded number at a time, and pushes in flight are lost when the server
//! ends: the pages show the same information.

mod client;
mod dispatcher;
mod key;
mod message;
mod reminders;
mod waiting;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use futures_util::stream::{self, StreamExt};
use sumito_game::{Timestamp, UserId};
use tokio::sync::{Semaphore, mpsc};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tracing::warn;
use web_push_native::p256::PublicKey;

use self::client::{DeliveryResult, PushClient};
use self::dispatcher::PushDispatcher;
pub use self::key::{Key, KeyError};
use self::message::{Message, PushEvent};
pub use self::reminders::{TurnMail, TurnReminders};
use self::waiting::{Destination, PendingPushes};
use crate::env::Env;
use crate::social::notifications::{ClubNews, Notifications};
use sumito_config::{self as config, millis};
use sumito_kit::blocking::BlockingPool;
use sumito_kit::endpoint::{self, EndpointError, Lookups};
use sumito_kit::metrics;
use sumito_kit::task;
use sumito_kit::tasks::Tasks;
use sumito_kit::time_source::TimeSource;
use sumito_rooms::Rooms;
use sumito_store::{PushRow, SessionId, Store, StoreError};
use sumito_words::Language;

/// Time of continuous failures after which an endpoint is deleted.
const FAILING_FOR: Duration = Duration::from_hours(14 * 24);

/// Users to whom pushes about announcements are sent at the same time. The other pushes need the rest of the places.
const ANNOUNCED_AT_ONCE: usize = 8;

/// Time for the pushes about an announcement to one user.
const ANNOUNCED_WITHIN: Duration = Duration::from_secs(20);

/// Bytes of a browser's key, and of its secret (RFC 8291, 2 and 3.2).
const KEY_BYTES: usize = 65;
const SECRET_BYTES: usize = 16;

/// Pushes to browsers, if the server has a key. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Push(Option<Arc<Inner>>);

#[derive(Debug)]
struct Inner {
    post: PushClient,
    /// Checks the hosts of endpoints.
    endpoints: Lookups,
    store: Store,
    time: TimeSource,
    /// One permit for each message during the read of its subscriptions.
    places: Arc<Semaphore>,
    waiting: PendingPushes,
    browsers_per_user: u32,
    /// Maximum time to live of a push.
    keep: Duration,
    stopping: CancellationToken,
}

/// A push subscription, as the browser sends it.
#[derive(Debug)]
pub struct Browser {
    /// URL of the push service for this browser.
    pub endpoint: String,
    /// Public key of the browser, in base64url.
    pub p256dh: String,
    /// Secret of the browser, in base64url.
    pub auth: String,
    /// Language of the page.
    pub language: Language,
}

/// Reasons for which a browser cannot be subscribed.
#[derive(Debug, thiserror::Error)]
pub enum PushError {
    /// The server has no key.
    #[error("Web Push is disabled on this server")]
    Disabled,
    /// The endpoint is rejected.
    #[error(transparent)]
    Endpoint(#[from] EndpointError),
    /// The browser's keys are invalid.
    #[error(
        "`p256dh` must be a P-256 point ({KEY_BYTES} bytes) and `auth` a secret of {SECRET_BYTES} bytes, both \
         in base64url"
    )]
    Keys,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Push {
    /// Starts sending pushes and reminders of turns to users who are offline. Returns the reminders that are emails, too.
    ///
    /// # Errors
    /// If a setting is invalid.
    pub fn start(
        env: &Env,
        rooms: &Rooms,
        notifications: &Notifications,
        tasks: &Tasks,
    ) -> anyhow::Result<(Self, mpsc::Receiver<TurnMail>)> {
        let push = Self::with(env, tasks.stopping().clone())?;
        let max = env.config.push.waiting;
        let (reminders, mails) =
            TurnReminders::new(push.clone(), env.store.clone(), max, tasks.stopping().clone());
        if let Some(work) = push.dispatch(env, rooms, notifications, reminders) {
            tasks.spawn_until_stopped("push", work);
        }
        Ok((push, mails))
    }

    fn with(env: &Env, stopping: CancellationToken) -> anyhow::Result<Self> {
        let settings = &env.config.push;
        if !settings.is_on() {
            return Ok(Self(None));
        }
        Ok(Self(Some(Arc::new(Inner {
            post: PushClient::new(settings, env.time)?,
            endpoints: lookups(settings),
            store: env.store.clone(),
            time: env.time,
            places: Arc::new(Semaphore::new(settings.waiting.min(Semaphore::MAX_PERMITS))),
            waiting: PendingPushes::new(
                settings.waiting,
                settings.waiting_per_user,
                settings.waiting_per_host,
            ),
            browsers_per_user: settings.browsers_per_user,
            keep: settings.keep_span(),
            stopping,
        }))))
    }

    /// Sends pushes and reminders; `None` if the server has neither pushes nor mail.
    fn dispatch(
        &self,
        env: &Env,
        rooms: &Rooms,
        notifications: &Notifications,
        reminders: TurnReminders,
    ) -> Option<impl Future<Output = ()> + Send + 'static> {
        let Env { config, time, .. } = env;
        if self.0.is_none() && !config.mail.is_on() {
            return None;
        }
        let max = config.push.waiting;
        let (turns, notifications) = (rooms.turns().listen(max)?, notifications.listen(max)?);
        let dispatcher = PushDispatcher {
            push: self.clone(),
            reminders,
            attendance: rooms.attendance().clone(),
            time: *time,
            pending: VecDeque::new(),
            sure_after: millis(config.sockets.silence_ms) + millis(config.sockets.grace_ms) + MORE,
            max,
            keep: config.push.keep_span(),
        };
        Some(dispatcher.run(turns, notifications))
    }

    /// Returns the public key for browsers, if pushes are enabled.
    pub fn public_key(&self) -> Option<String> {
        self.0.as_ref().map(|inner| inner.post.key.public_text())
    }

    /// Subscribes the browser of a session.
    ///
    /// # Errors
    /// [`PushError`] says why the browser cannot be subscribed.
    pub async fn subscribe(
        &self,
        user: UserId,
        session: SessionId,
        browser: &Browser,
    ) -> Result<(), PushError> {
        let inner = self.0.as_ref().ok_or(PushError::Disabled)?;
        let anywhere = inner.post.anywhere;
        let url = endpoint::parse(&browser.endpoint, anywhere)?;
        let p256dh = key::bytes(&browser.p256dh).ok_or(PushError::Keys)?;
        let auth = key::bytes(&browser.auth).ok_or(PushError::Keys)?;
        let is_point = p256dh.len() == KEY_BYTES && PublicKey::from_sec1_bytes(&p256dh).is_ok();
        if !is_point || auth.len() != SECRET_BYTES {
            return Err(PushError::Keys);
        }
        inner.endpoints.check(&url).await?;
        let row = PushRow {
            endpoint: url.into(),
            p256dh,
            auth,
            language: browser.language.as_str().to_owned(),
            failing_since: None,
        };
        Ok(inner.store.set_push(user, session, &row, inner.time.now(), inner.browsers_per_user).await?)
    }

    /// Returns whether the browser of a session is subscribed.
    ///
    /// # Errors
    /// If the subscription cannot be read.
    pub async fn is_subscribed(&self, session: SessionId) -> Result<bool, PushError> {
        match &self.0 {
            Some(inner) => Ok(inner.store.has_push(session).await?),
            None => Ok(false),
        }
    }

    /// Unsubscribes the browser of a session; also works on a server without a key.
    ///
    /// # Errors
    /// If the store is unavailable.
    pub async fn unsubscribe(&self, session: SessionId) -> Result<(), PushError> {
        match &self.0 {
            Some(inner) => Ok(inner.store.remove_push(session).await?),
            None => Ok(()),
        }
    }

    /// Sends a push about an announcement to the browsers of these users, a few at a time. A push that its service does not take in time is
    /// lost.
    pub(crate) async fn announce(&self, users: &[UserId], news: &ClubNews) {
        let Some(inner) = &self.0 else { return };
        let ClubNews { club, club_name, title, .. } = news;
        let send = async |user: &UserId| {
            let message = Message {
                to: *user,
                news: PushEvent::Announcement { club: *club, title: title.clone() },
                players: vec![club_name.clone()],
                keep: inner.keep,
            };
            let sending = async {
                let browsers = inner.store.pushes_to(message.to, inner.time.now()).await;
                inner.send_to_all(browsers, &message).await;
            };
            if timeout(ANNOUNCED_WITHIN, sending).await.is_err() {
                metrics::pushed("dropped");
            }
        };
        stream::iter(users).for_each_concurrent(ANNOUNCED_AT_ONCE, send).await;
    }

    /// Sends a push to all browsers of a user, each in its own task; drops it at the maximum of pushes in flight.
    fn deliver(&self, message: Message) {
        let Some(inner) = &self.0 else { return };
        let Ok(place) = Arc::clone(&inner.places).try_acquire_owned() else {
            metrics::pushed("dropped");
            return;
        };
        let inner = Arc::clone(inner);
        task::spawn(async move {
            let stopping = inner.stopping.clone();
            let sending = async {
                let browsers = inner.store.pushes_to(message.to, inner.time.now()).await;
                drop(place);
                inner.send_to_all(browsers, &message).await;
            };
            stopping.run_until_cancelled(sending).await;
        });
    }
}

/// Creates the resolver with the limits of `settings`.
fn lookups(settings: &config::Push) -> Lookups {
    let pool = BlockingPool::new("lookups", settings.lookups_at_once, settings.lookups_waiting);
    Lookups::new(pool, settings.private_addresses)
}

/// Extra wait after the time in which a silent socket should have timed out.
const MORE: Duration = Duration::from_secs(1);

impl Inner {
    async fn send_to_all(&self, browsers: Result<Vec<PushRow>, StoreError>, message: &Message) {
        match browsers {
            Ok(browsers) => {
                join_all(browsers.iter().map(|browser| self.send(browser, message))).await;
            }
            Err(error) => warn!(%error, "push subscriptions load failed"),
        }
    }

    async fn send(&self, browser: &PushRow, message: &Message) {
        let to = Destination {
            user: message.to,
            host: endpoint::host(&browser.endpoint),
            endpoint: browser.endpoint.clone(),
            topic: message.news.topic(),
        };
        let Some(ticket) = self.waiting.enter(to) else {
            metrics::pushed("dropped");
            return;
        };
        let sent = self.post.send(browser, message, &ticket).await;
        drop(ticket);
        metrics::pushed(sent.as_str());
        let now = self.time.now();
        let noted = match (sent, browser.failing_since) {
            (DeliveryResult::Taken, None) | (DeliveryResult::Replaced, _) => Ok(()),
            (DeliveryResult::Taken, Some(_)) => self.store.record_push(&browser.endpoint, true, now).await,
            (DeliveryResult::Gone, _) => self.store.forget_push(&browser.endpoint).await,
            (_, Some(since)) if has_failed_for_long(since, now) => {
                self.store.forget_push(&browser.endpoint).await
            }
            (DeliveryResult::Refused | DeliveryResult::GivenUp, _) => {
                self.store.record_push(&browser.endpoint, false, now).await
            }
        };
        if let Err(error) = noted {
            warn!(%error, "push result write failed");
        }
    }
}

fn has_failed_for_long(since: Timestamp, now: Timestamp) -> bool {
    now.since(since) > FAILING_FOR
}
