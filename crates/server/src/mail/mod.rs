//! Letters to people. They are sent beside everything else, a bounded number at a time, and sent again where that helps: no request waits
//! for a mail server ([ADR 0026](../../../../docs/adr/0026-mail.md)).

mod address;
mod letter;
mod words;

use std::iter;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, ensure};
use axum::http::Uri;
use lettre::message::Mailbox;
use lettre::transport::smtp::PoolConfig;
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::extension::ClientId;
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tracing::{error, info, warn};

pub use self::address::{Address, AddressError};
pub use self::letter::{Letter, Purpose};
pub use self::words::Language;
use crate::config::{Config, millis};

/// Connections to the mail server at the same time.
const CONNECTIONS: u32 = 2;

/// Sends letters, if the server is configured to. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Mail(Option<Arc<Post>>);

#[derive(Debug)]
struct Post {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    /// The address that people open, without a slash at the end.
    site: String,
    /// The name of this server.
    host: String,
    retry_after: Vec<Duration>,
    places: Arc<Semaphore>,
    stopping: CancellationToken,
}

/// A place among the letters that are under way, until it is dropped.
#[derive(Debug)]
pub struct Place {
    post: Arc<Post>,
    _permit: OwnedSemaphorePermit,
}

/// Why there is no place for another letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoPlace {
    /// This server sends no mail.
    Off,
    /// As many are under way as may be.
    Full,
}

impl Mail {
    /// Reads what there is to know of the mail server. Nothing is sent yet, nor asked.
    ///
    /// # Errors
    /// Which setting is wrong.
    pub fn new(config: &Config, stopping: CancellationToken) -> anyhow::Result<Self> {
        let settings = &config.mail;
        if !settings.is_on() {
            return Ok(Self(None));
        }
        let site = config.public_url.trim_end_matches('/').to_owned();
        let uri: Uri = site.parse().context("`public_url` is no URL")?;
        let host = uri.host().context("`public_url` has no host")?.to_owned();
        // The URL may hold a password: it does not go into the message.
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(settings.smtp_url.reveal());
        let mut transport = transport
            .map_err(|error| anyhow::anyhow!("`mail.smtp_url`: {error}"))?
            .timeout(Some(millis(settings.timeout_ms)))
            .hello_name(ClientId::Domain(host.clone()))
            .pool_config(PoolConfig::new().max_size(CONNECTIONS));
        if !settings.user.is_empty() {
            let password = settings.password.reveal();
            ensure!(!password.is_empty(), "`mail.user` needs `mail.password`");
            let credentials = Credentials::new(settings.user.clone(), password.to_owned());
            transport = transport.credentials(credentials);
        }
        let from = settings.from.parse().context("`mail.from` is no mail address")?;
        let places = settings.waiting.min(Semaphore::MAX_PERMITS);
        Ok(Self(Some(Arc::new(Post {
            transport: transport.build(),
            from,
            site,
            host,
            retry_after: settings.retry_after_s.iter().copied().map(Duration::from_secs).collect(),
            places: Arc::new(Semaphore::new(places)),
            stopping,
        }))))
    }

    /// Whether letters are sent at all.
    pub fn is_on(&self) -> bool {
        self.0.is_some()
    }

    /// A place for whatever one wish brings under way.
    ///
    /// # Errors
    /// [`NoPlace`].
    pub fn place(&self) -> Result<Place, NoPlace> {
        let post = self.0.as_ref().ok_or(NoPlace::Off)?;
        let permit = Arc::clone(&post.places).try_acquire_owned().map_err(|_| NoPlace::Full)?;
        Ok(Place { post: Arc::clone(post), _permit: permit })
    }
}

impl Place {
    /// Sends a letter, again and again where the mail server is away or asks for that. Returns when it was taken or is given up, which can
    /// be long: whoever calls it does nothing else. What is under way when the server stops is lost, and asked for again by whom it concerns.
    pub async fn deliver(&self, letter: &Letter) {
        let Post { from, site, host, stopping, .. } = &*self.post;
        match letter.message(from, site, host) {
            Ok(message) => _ = stopping.run_until_cancelled(self.post.send(message)).await,
            Err(error) => error!(%error, "a letter cannot be written"),
        }
    }
}

impl Post {
    async fn send(&self, message: Message) {
        for wait in iter::once(Duration::ZERO).chain(self.retry_after.iter().copied()) {
            sleep(wait).await;
            match self.transport.send(message.clone()).await {
                Ok(_) => return,
                Err(error) if error.is_permanent() => {
                    info!(%error, "the mail server does not take a letter");
                    return;
                }
                Err(error) => warn!(%error, "a letter was not sent"),
            }
        }
        warn!("a letter is given up");
    }
}
