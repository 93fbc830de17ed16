//! Web Push: tells people on their devices what concerns them while they have no page open
//! ([ADR 0037](../../../../docs/adr/0037-web-push.md)).
//!
//! A push is a courtesy. It is sent beside everything else, a bounded number at a time, and what is under way when the server ends is lost:
//! whatever it told is found on the pages.

mod desk;
mod endpoint;
mod key;
mod message;
mod post;
mod waiting;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use sumito_game::{Timestamp, UserId};
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use tracing::warn;
use web_push_native::p256::PublicKey;

use self::desk::Desk;
pub use self::endpoint::EndpointError;
use self::endpoint::Lookups;
pub use self::key::{Key, KeyError};
use self::message::Message;
use self::post::{Post, Sent};
use self::waiting::{Destination, Waiting};
use crate::blocking::BlockingPool;
use crate::config::{self, Config, millis};
use crate::mail::Language;
use crate::metrics;
use crate::notifications::Notifications;
use crate::rooms::Rooms;
use crate::store::{PushRow, SessionId, Store, StoreError};
use crate::time_source::TimeSource;

/// An endpoint to which every push has failed for so long is forgotten.
const FAILING_FOR: Duration = Duration::from_hours(14 * 24);

/// Bytes of a browser's key, and of its secret (RFC 8291, 2 and 3.2).
const KEY_BYTES: usize = 65;
const SECRET_BYTES: usize = 16;

/// Pushes to browsers, if the server has a key. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Push(Option<Arc<Inner>>);

#[derive(Debug)]
struct Inner {
    post: Post,
    /// Whether the hosts exist that browsers name.
    endpoints: Lookups,
    store: Store,
    time: TimeSource,
    /// One for each message of which it is read where it goes.
    places: Arc<Semaphore>,
    waiting: Waiting,
    browsers_per_user: u32,
    stopping: CancellationToken,
}

/// A browser that wants to be pushed to, as it says itself.
#[derive(Debug)]
pub struct Browser {
    /// Where its push service takes what is for it.
    pub endpoint: String,
    /// Its public key, in base64url.
    pub p256dh: String,
    /// Its secret, in base64url.
    pub auth: String,
    /// The language of its page.
    pub language: Language,
}

/// Why a browser is not pushed to.
#[derive(Debug, thiserror::Error)]
pub enum PushError {
    /// The server has no key.
    #[error("this server sends no pushes")]
    Off,
    /// Nothing is pushed there.
    #[error(transparent)]
    Endpoint(#[from] EndpointError),
    /// They cannot be encrypted for.
    #[error(
        "`p256dh` is a point of P-256 ({KEY_BYTES} bytes) and `auth` a secret of {SECRET_BYTES} bytes, both in base64url"
    )]
    Keys,
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Push {
    /// Reads what there is to know. Nothing is sent yet.
    ///
    /// # Errors
    /// Which setting is wrong.
    pub fn new(
        config: &Config,
        store: Store,
        time: TimeSource,
        stopping: CancellationToken,
    ) -> anyhow::Result<Self> {
        let settings = &config.push;
        if !settings.is_on() {
            return Ok(Self(None));
        }
        Ok(Self(Some(Arc::new(Inner {
            post: Post::new(settings, time)?,
            endpoints: lookups(settings),
            store,
            time,
            places: Arc::new(Semaphore::new(settings.waiting.min(Semaphore::MAX_PERMITS))),
            waiting: Waiting::new(settings.waiting, settings.waiting_per_user, settings.waiting_per_host),
            browsers_per_user: settings.browsers_per_user,
            stopping,
        }))))
    }

    /// Begins to reach those who are not there.
    pub fn start(
        &self,
        config: &Config,
        rooms: &Rooms,
        notifications: &Notifications,
    ) -> Option<JoinHandle<()>> {
        let inner = self.0.as_ref()?;
        let most = config.push.waiting;
        let (turns, notifications) = (rooms.turns().listen(most)?, notifications.listen(most)?);
        let desk = Desk {
            push: self.clone(),
            attendance: rooms.attendance().clone(),
            time: inner.time,
            told: VecDeque::new(),
            sure_after: millis(config.sockets.silence_ms) + millis(config.sockets.grace_ms) + MORE,
            most,
            keep: config.push.keep_span(),
        };
        let stopping = inner.stopping.clone();
        let work = desk.run(turns, notifications);
        Some(tokio::spawn(async move {
            stopping.run_until_cancelled(work).await;
        }))
    }

    /// The key that browsers have to know, if anything is pushed at all.
    pub fn public_key(&self) -> Option<String> {
        self.0.as_ref().map(|inner| inner.post.key.public_text())
    }

    /// Has the browser of a session pushed to from now on.
    ///
    /// # Errors
    /// [`PushError`].
    pub async fn subscribe(
        &self,
        user: UserId,
        session: SessionId,
        browser: &Browser,
    ) -> Result<(), PushError> {
        let inner = self.0.as_ref().ok_or(PushError::Off)?;
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
            language: browser.language.word().to_owned(),
            failing_since: None,
        };
        Ok(inner.store.set_push(user, session, &row, inner.time.now(), inner.browsers_per_user).await?)
    }

    /// Whether the browser of a session is pushed to.
    ///
    /// # Errors
    /// When it cannot be read.
    pub async fn is_subscribed(&self, session: SessionId) -> Result<bool, PushError> {
        match &self.0 {
            Some(inner) => Ok(inner.store.has_push(session).await?),
            None => Ok(false),
        }
    }

    /// Has the browser of a session pushed to no more; a server without a key pushes to none.
    ///
    /// # Errors
    /// When nothing can be stored.
    pub async fn unsubscribe(&self, session: SessionId) -> Result<(), PushError> {
        match &self.0 {
            Some(inner) => Ok(inner.store.remove_push(session).await?),
            None => Ok(()),
        }
    }

    /// Sends a push to all browsers of a user, in tasks of their own; none where as many are under way as may be.
    fn deliver(&self, message: Message) {
        let Some(inner) = &self.0 else { return };
        let Ok(place) = Arc::clone(&inner.places).try_acquire_owned() else {
            metrics::pushed("dropped");
            return;
        };
        let inner = Arc::clone(inner);
        tokio::spawn(async move {
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

/// Lookups of hosts, with the limits that `settings` name.
fn lookups(settings: &config::Push) -> Lookups {
    let pool = BlockingPool::new("lookups", settings.lookups_at_once, settings.lookups_waiting);
    Lookups::new(pool, settings.private_addresses)
}

/// How much longer it is waited than it should take until a socket that says nothing has been given up.
const MORE: Duration = Duration::from_secs(1);

impl Inner {
    async fn send_to_all(&self, browsers: Result<Vec<PushRow>, StoreError>, message: &Message) {
        match browsers {
            Ok(browsers) => {
                join_all(browsers.iter().map(|browser| self.send(browser, message))).await;
            }
            Err(error) => warn!(%error, "it cannot be read where somebody is pushed to"),
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
        metrics::pushed(sent.word());
        let now = self.time.now();
        let noted = match (sent, browser.failing_since) {
            (Sent::Taken, None) | (Sent::Replaced, _) => Ok(()),
            (Sent::Taken, Some(_)) => self.store.note_push(&browser.endpoint, true, now).await,
            (Sent::Gone, _) => self.store.forget_push(&browser.endpoint).await,
            (_, Some(since)) if has_failed_for_long(since, now) => {
                self.store.forget_push(&browser.endpoint).await
            }
            (Sent::Refused | Sent::GivenUp, _) => self.store.note_push(&browser.endpoint, false, now).await,
        };
        if let Err(error) = noted {
            warn!(%error, "it cannot be noted what became of a push");
        }
    }
}

fn has_failed_for_long(since: Timestamp, now: Timestamp) -> bool {
    now.since(since) > FAILING_FOR
}
