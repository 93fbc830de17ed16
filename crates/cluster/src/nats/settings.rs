//! Settings of the connection to NATS.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use async_nats::{ConnectOptions, ServerAddr};
use sumito_kit::node::NodeId;

use super::ConnectError;
use crate::queue::MAX_QUEUED_MESSAGES;

/// Maximum time of an attempt to connect to a NATS server.
const ATTEMPT_LIMIT: Duration = Duration::from_secs(3);

/// Interval of pings. Three without an answer end a connection: a server that hangs is noticed within four seconds.
const PING_INTERVAL: Duration = Duration::from_secs(1);

/// Longest pause between two attempts to reconnect.
const MAX_PAUSE: Duration = Duration::from_millis(500);

/// Messages of a subscription that the client holds until its task takes them.
const CLIENT_QUEUE: usize = MAX_QUEUED_MESSAGES;

/// Messages that the client holds until the socket takes them.
const CLIENT_OUTGOING: usize = 64;

/// How to reach the NATS servers.
#[derive(Clone)]
pub struct BusSettings {
    /// Addresses of one or more servers of the same NATS cluster, separated by commas: `nats://host:port`, or `tls://host:port` if a
    /// connection without TLS must fail. A server that requires TLS gets it in both cases. No credentials.
    pub url: String,
    /// First part of all subjects. Clusters on the same NATS servers need different prefixes. Letters, digits, `-`, `_`, and `.` between
    /// other characters.
    pub prefix: String,
    /// Credentials for the NATS servers.
    pub credentials: Credentials,
    /// PEM file with the certificates of the authorities that sign the servers' certificates; `None`: the system's certificates.
    pub tls_ca: Option<PathBuf>,
}

impl Default for BusSettings {
    fn default() -> Self {
        Self {
            url: "nats://localhost:4222".to_owned(),
            prefix: "sumito".to_owned(),
            credentials: Credentials::None,
            tls_ca: None,
        }
    }
}

impl fmt::Debug for BusSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { url, prefix, credentials, tls_ca } = self;
        // A URL with credentials is refused, but may be shown before.
        let url = if url.contains('@') { "(with credentials)" } else { url };
        f.debug_struct("BusSettings")
            .field("url", &url)
            .field("prefix", prefix)
            .field("credentials", credentials)
            .field("tls_ca", tls_ca)
            .finish()
    }
}

/// Credentials for a NATS server.
#[derive(Clone, Default)]
pub enum Credentials {
    /// The server accepts all clients.
    #[default]
    None,
    /// A user with a password.
    Password {
        /// Name of the user.
        user: String,
        /// Password of the user.
        password: String,
    },
    /// A token that all clients share.
    Token(String),
    /// A file with a JWT and the seed of an nkey, as `nsc` writes it (`.creds`).
    File(PathBuf),
}

impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("None"),
            Self::Password { user, .. } => {
                f.debug_struct("Password").field("user", user).finish_non_exhaustive()
            }
            Self::Token(_) => f.debug_tuple("Token").finish_non_exhaustive(),
            Self::File(path) => f.debug_tuple("File").field(path).finish(),
        }
    }
}

impl BusSettings {
    /// Returns the addresses of the servers, and the options of the client.
    pub(super) async fn client(
        &self,
        node: NodeId,
    ) -> Result<(Vec<ServerAddr>, ConnectOptions), ConnectError> {
        self.check_prefix()?;
        let options = ConnectOptions::new()
            .name(format!("sumito {}", node.0))
            .connection_timeout(ATTEMPT_LIMIT)
            .ping_interval(PING_INTERVAL)
            .reconnect_delay_callback(pause)
            .client_capacity(CLIENT_OUTGOING)
            .subscription_capacity(CLIENT_QUEUE);
        let options = match &self.credentials {
            Credentials::None => options,
            Credentials::Password { user, password } => {
                options.user_and_password(user.clone(), password.clone())
            }
            Credentials::Token(token) => options.token(token.clone()),
            Credentials::File(path) => options
                .credentials_file(path)
                .await
                .map_err(|error| ConnectError::Settings(format!("{}: {error}", path.display())))?,
        };
        let options = match &self.tls_ca {
            Some(path) if !path.is_file() => {
                return Err(ConnectError::Settings(format!("{}: there is no such file", path.display())));
            }
            Some(path) => options.add_root_certificates(path.clone()),
            None => options,
        };
        Ok((self.addresses()?, options))
    }

    fn addresses(&self) -> Result<Vec<ServerAddr>, ConnectError> {
        let refuse = |reason: &str| {
            ConnectError::Settings(format!(
                "{reason}: the URL of NATS is nats://host:port or tls://host:port, or several of them separated by commas"
            ))
        };
        let parse = |url: &str| {
            let address: ServerAddr = url.trim().parse().map_err(|_| refuse("not a URL"))?;
            if address.has_user_pass() || address.password().is_some() {
                return Err(refuse("a URL with credentials, which have settings of their own"));
            }
            let is_supported = ["nats", "tls"].contains(&address.scheme()) && !address.host().is_empty();
            if is_supported { Ok(address) } else { Err(refuse("an unknown scheme, or no host")) }
        };
        self.url.split(',').map(parse).collect()
    }

    fn check_prefix(&self) -> Result<(), ConnectError> {
        let is_token = |token: &str| {
            !token.is_empty() && token.bytes().all(|c| c.is_ascii_alphanumeric() || b"-_".contains(&c))
        };
        if self.prefix.len() <= 100 && self.prefix.split('.').all(is_token) {
            return Ok(());
        }
        Err(ConnectError::Settings(format!(
            "{:?}: the prefix of the bus consists of letters, digits, `-`, `_`, and `.` between them; at most 100",
            self.prefix
        )))
    }
}

/// Returns the pause before an attempt to connect.
fn pause(attempt: usize) -> Duration {
    let attempt = u32::try_from(attempt.saturating_sub(1)).unwrap_or(u32::MAX);
    Duration::from_millis(20).saturating_mul(attempt).min(MAX_PAUSE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_url(url: &str) -> BusSettings {
        BusSettings { url: url.to_owned(), ..BusSettings::default() }
    }

    #[test]
    fn secrets_are_not_shown() {
        let password = Credentials::Password { user: "ada".to_owned(), password: "secret".to_owned() };
        for credentials in [password, Credentials::Token("secret".to_owned())] {
            let shown = format!("{:?}", BusSettings { credentials, ..BusSettings::default() });
            assert!(!shown.contains("secret"), "{shown}");
        }
        let settings = with_url("nats://ada:secret@localhost");
        let error = settings.addresses().unwrap_err().to_string();
        assert!(!format!("{settings:?}").contains("secret"), "{settings:?}");
        assert!(error.contains("credentials") && !error.contains("secret"), "{error}");
    }

    #[test]
    fn urls_are_checked() {
        assert_eq!(with_url("nats://a, tls://b:99").addresses().unwrap().len(), 2);
        for url in ["", "http://a", "ws://a", "nats://", "nats://a,,nats://b", "nats://@a:b"] {
            assert!(matches!(with_url(url).addresses(), Err(ConnectError::Settings(_))), "{url}");
        }
    }

    #[test]
    fn prefixes_are_checked() {
        let check =
            |prefix: &str| BusSettings { prefix: prefix.to_owned(), ..BusSettings::default() }.check_prefix();
        for prefix in ["sumito", "games.Sumito-2.test_1"] {
            check(prefix).unwrap();
        }
        for prefix in ["", ".", "a..b", "a.", "a.*", ">", "a b", &"a".repeat(101)] {
            assert!(matches!(check(prefix), Err(ConnectError::Settings(_))), "{prefix}");
        }
    }

    #[test]
    fn pauses_grow_to_a_limit() {
        assert_eq!(
            (pause(0), pause(1), pause(2)),
            (Duration::ZERO, Duration::ZERO, Duration::from_millis(20))
        );
        assert_eq!(pause(usize::MAX), MAX_PAUSE);
    }
}
