//! Errors of connecting to NATS. Each contains the remedy.

use std::error::Error;
use std::io;

use async_nats::ConnectErrorKind;
use async_nats::rustls;
use uuid::Uuid;

/// The reason why a node cannot join the bus.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ConnectError {
    /// A setting is invalid, or a file that it names cannot be read.
    #[error("{0}")]
    Settings(String),
    /// No NATS server answers.
    #[error("no NATS server answers at {url} ({reason}): start it, or correct the URL")]
    NoServer {
        /// Addresses of the servers.
        url: String,
        /// Description of the failure.
        reason: String,
    },
    /// The server rejects the credentials, or requires some.
    #[error(
        "the NATS server at {url} rejects the credentials: correct the user and password, the token, or the file"
    )]
    Rejected {
        /// Addresses of the servers.
        url: String,
    },
    /// The server's certificate is unknown or invalid.
    #[error(
        "the certificate of the NATS server at {url} is not trusted ({reason}): name the file with the certificate of its authority, \
         and the server by a name in its certificate"
    )]
    Certificate {
        /// Addresses of the servers.
        url: String,
        /// Description of the failure.
        reason: String,
    },
    /// There is no TLS connection for another reason.
    #[error(
        "no TLS connection to the NATS server at {url} ({reason}): if the server has no TLS, use nats:// instead of tls://; it must not \
         require certificates of its clients"
    )]
    Tls {
        /// Addresses of the servers.
        url: String,
        /// Description of the failure.
        reason: String,
    },
    /// The user may not publish or subscribe.
    #[error("NATS reports \"{violation}\": permit its user to publish and to subscribe on `{prefix}.>`")]
    NotPermitted {
        /// First part of all subjects.
        prefix: String,
        /// The message of the server.
        violation: String,
    },
    /// The server accepts smaller messages than nodes send.
    #[error(
        "the NATS server accepts messages of at most {max_payload} bytes: set its `max_payload` to {needed} or more"
    )]
    MaxPayload {
        /// Maximum size of a message, in bytes.
        max_payload: usize,
        /// The size that nodes need, in bytes.
        needed: usize,
    },
    /// The nodes with this prefix use another database.
    #[error(
        "the nodes with the prefix `{prefix}` on this NATS use another database ({theirs}, this node: {ours}): correct the address of the \
         database, or give this cluster a prefix of its own"
    )]
    OtherDatabase {
        /// First part of all subjects.
        prefix: String,
        /// Id of this node's database.
        ours: Uuid,
        /// Id of the other nodes' database.
        theirs: Uuid,
    },
    /// A running node has a release with which this one cannot communicate.
    #[error(
        "a node of release {theirs} is running, with which release {ours} cannot communicate: update all nodes to a release between the \
         two first, or stop all others"
    )]
    Incompatible {
        /// Release of this node.
        ours: String,
        /// Release of the running node.
        theirs: String,
    },
}

impl ConnectError {
    /// Returns whether the cause can pass without a change of the settings: no server answers.
    #[must_use]
    pub fn is_outage(&self) -> bool {
        matches!(self, Self::NoServer { .. })
    }

    /// Returns the error for a failure of the NATS client.
    pub(super) fn of(url: &str, error: &async_nats::ConnectError) -> Self {
        let url = url.to_owned();
        let reason = error.to_string();
        match error.kind() {
            ConnectErrorKind::ServerParse => Self::Settings(reason),
            ConnectErrorKind::Authentication | ConnectErrorKind::AuthorizationViolation => {
                Self::Rejected { url }
            }
            ConnectErrorKind::Tls => Self::Tls { url, reason },
            _ => match tls_cause(error) {
                Some(rustls::Error::InvalidCertificate(_)) => Self::Certificate { url, reason },
                Some(_) => Self::Tls { url, reason },
                None => Self::NoServer { url, reason },
            },
        }
    }
}

/// Returns the failure of TLS that caused an error.
fn tls_cause(error: &async_nats::ConnectError) -> Option<&rustls::Error> {
    let mut cause = error.source()?.downcast_ref::<io::Error>()?.get_ref()?;
    // An input error may be wrapped several times.
    while let Some(inner) = cause.downcast_ref::<io::Error>().and_then(io::Error::get_ref) {
        cause = inner;
    }
    cause.downcast_ref()
}
