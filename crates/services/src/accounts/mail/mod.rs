//! Email to users. Emails are sent in the background, a bounded number at a time, with retries: no request waits for a mail server ([ADR
//! 0026](../../../../../docs/adr/0026-send-mail-in-the-background.md)).

mod address;
mod email;

use std::iter;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, ensure};
use http::Uri;
use lettre::message::Mailbox;
use lettre::transport::smtp::PoolConfig;
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::extension::ClientId;
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use parking_lot::Mutex;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tracing::{error, info, warn};

pub use self::address::{Address, AddressError};
pub use self::email::{Email, EmailKind, MailedCode, in_link};
use sumito_config::{Config, millis};
use sumito_kit::retry::{Flood, Retry};
pub use sumito_words::Language;

/// Maximum connections to the mail server.
const CONNECTIONS: u32 = 2;

/// Sends emails, if the server is configured to. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Mail(Option<Arc<Inner>>);

#[derive(Debug)]
struct Inner {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    /// Name of the site.
    title: String,
    /// Public URL of the site, without a slash at the end.
    site: String,
    /// Host name of this server.
    host: String,
    retry_after: Vec<Duration>,
    places: Arc<Semaphore>,
    stopping: CancellationToken,
    /// Deliveries of all emails.
    delivery: Mutex<Retry>,
    dropped: Flood,
}

/// A slot among the emails in flight, held until it is dropped.
#[derive(Debug)]
pub struct QueueSlot {
    post: Arc<Inner>,
    _permit: OwnedSemaphorePermit,
}

/// Reasons for which an email is not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailUnavailable {
    /// The server does not send mail.
    Disabled,
    /// Too many emails are in flight.
    Full,
}

impl Mail {
    /// Reads the mail settings. Does not connect to the mail server yet.
    ///
    /// # Errors
    /// If a setting is invalid.
    pub fn new(config: &Config, stopping: CancellationToken) -> anyhow::Result<Self> {
        let settings = &config.mail;
        if !settings.is_on() {
            return Ok(Self(None));
        }
        let site = config.public_url.trim_end_matches('/').to_owned();
        let uri: Uri = site.parse().context("`public_url` is not a URL")?;
        let host = uri.host().context("`public_url` has no host")?.to_owned();
        // The URL may have a password: keep it out of the message.
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(settings.smtp_url.reveal());
        let mut transport = transport
            .map_err(|error| anyhow::anyhow!("`mail.smtp_url`: {error}"))?
            .timeout(Some(millis(settings.timeout_ms)))
            .hello_name(ClientId::Domain(host.clone()))
            .pool_config(PoolConfig::new().max_size(CONNECTIONS));
        if !settings.user.is_empty() {
            let password = settings.password.reveal();
            ensure!(!password.is_empty(), "`mail.user` requires `mail.password`");
            let credentials = Credentials::new(settings.user.clone(), password.to_owned());
            transport = transport.credentials(credentials);
        }
        let from = settings.from.parse().context("`mail.from` is not an email address")?;
        let places = settings.waiting.min(Semaphore::MAX_PERMITS);
        Ok(Self(Some(Arc::new(Inner {
            transport: transport.build(),
            from,
            title: config.site.name.clone(),
            site,
            host,
            retry_after: settings.retry_after_s.iter().copied().map(Duration::from_secs).collect(),
            places: Arc::new(Semaphore::new(places)),
            stopping,
            delivery: Mutex::new(Retry::new("delivery of mail")),
            dropped: Flood::new(),
        }))))
    }

    /// Returns whether emails are sent at all.
    pub fn is_on(&self) -> bool {
        self.0.is_some()
    }

    /// Reserves a slot for the emails of one request.
    ///
    /// # Errors
    /// [`MailUnavailable`] if mail is off or all slots are taken.
    pub fn place(&self) -> Result<QueueSlot, MailUnavailable> {
        let post = self.0.as_ref().ok_or(MailUnavailable::Disabled)?;
        let permit = Arc::clone(&post.places).try_acquire_owned().map_err(|_| MailUnavailable::Full)?;
        Ok(QueueSlot { post: Arc::clone(post), _permit: permit })
    }
}

impl QueueSlot {
    /// Sends an email, with retries if the mail server is unavailable or asks for them. Returns whether it was accepted, which
    /// can take long: call it in a separate task. Emails in flight when the server stops are lost, and users have to request them
    /// again.
    pub async fn deliver(&self, letter: &Email) -> bool {
        let Inner { from, title, site, host, stopping, .. } = &*self.post;
        match letter.message(from, title, site, host) {
            Ok(message) => stopping.run_until_cancelled(self.post.send(message)).await == Some(true),
            Err(error) => {
                error!(%error, "email build failed");
                false
            }
        }
    }
}

impl Inner {
    /// Returns whether the mail server has accepted the message.
    async fn send(&self, message: Message) -> bool {
        for wait in iter::once(Duration::ZERO).chain(self.retry_after.iter().copied()) {
            sleep(wait).await;
            match self.transport.send(message.clone()).await {
                Ok(_) => {
                    self.delivery.lock().succeeded();
                    return true;
                }
                Err(error) if error.is_permanent() => {
                    info!(%error, "email rejected by mail server");
                    return false;
                }
                // The settings say when the next try follows.
                Err(error) => {
                    self.delivery.lock().failed(error);
                }
            }
        }
        if let Some(left_out) = self.dropped.record() {
            warn!(left_out, "email dropped after last attempt");
        }
        false
    }
}
