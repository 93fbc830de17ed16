//! Addresses of other servers that clients supply: push services of browsers, receivers of webhooks. A client can supply any address: the
//! server must not be tricked into requests to its own network.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, ToSocketAddrs};
use std::sync::Arc;
use std::time::Duration;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::redirect::Policy;
use reqwest::{Client, Url};
use tokio::time::timeout;

use crate::blocking::{BlockingPool, NotRun};
use crate::shares::Payer;

/// Maximum bytes of an endpoint. Endpoints of browsers have a few hundred.
const LONGEST: usize = 1_024;

/// Timeout for resolving a host name.
const LOOKED_FOR: Duration = Duration::from_secs(5);

/// Reasons for which an endpoint is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum EndpointError {
    /// The address is not a valid endpoint.
    #[error(
        "an endpoint must be an `https://` address of at most {LONGEST} bytes, on the default port, without \
         user or fragment"
    )]
    Form,
    /// The host is not in the public network, or does not exist.
    #[error("the endpoint's host does not resolve to a public address")]
    Host,
    /// Too many host names are being resolved.
    #[error("too many host names are being looked up; try again in a few seconds")]
    Busy,
}

/// Parses an endpoint; `anywhere` permits any address, port and scheme.
///
/// # Errors
/// [`EndpointError::Form`], or [`EndpointError::Host`] for a literal address outside the public network.
pub fn parse(text: &str, anywhere: bool) -> Result<Url, EndpointError> {
    if text.len() > LONGEST {
        return Err(EndpointError::Form);
    }
    let url = Url::parse(text).map_err(|_| EndpointError::Form)?;
    let is_usual = url.scheme() == "https" && url.port().is_none();
    let is_plain = url.username().is_empty() && url.password().is_none() && url.fragment().is_none();
    if !url.has_host() || !is_plain || !(is_usual || anywhere && url.scheme().starts_with("http")) {
        return Err(EndpointError::Form);
    }
    match literal(&url) {
        // Literal addresses never reach the resolver, so they are checked here.
        Some(address) if !anywhere && !is_public(address) => Err(EndpointError::Host),
        _ => Ok(url),
    }
}

/// Creates the HTTP client for endpoints: it follows no redirects, and `lookups` checks each address that it connects to.
///
/// # Errors
/// If the client cannot be created.
pub fn client(lookups: Lookups, limit: Duration) -> reqwest::Result<Client> {
    Client::builder()
        .user_agent("sumito")
        .redirect(Policy::none())
        // A proxy would resolve names itself and could reach private addresses.
        .no_proxy()
        .timeout(limit)
        .connect_timeout(limit)
        .https_only(!lookups.anywhere)
        .dns_resolver(Arc::new(lookups))
        .build()
}

/// Returns the host of an endpoint.
pub fn host(endpoint: &str) -> String {
    Url::parse(endpoint).ok().and_then(|url| url.host_str().map(str::to_owned)).unwrap_or_default()
}

/// Returns the address if the host is a literal address.
fn literal(url: &Url) -> Option<IpAddr> {
    let host = url.host_str()?;
    host.trim_start_matches('[').trim_end_matches(']').parse().ok()
}

/// Resolves host names, a few at a time. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Lookups {
    pool: BlockingPool,
    /// Whether addresses outside the public network are allowed.
    anywhere: bool,
}

impl Lookups {
    /// Creates a resolver with the limits of `pool`; `anywhere` also permits hosts in private networks.
    pub fn new(pool: BlockingPool, anywhere: bool) -> Self {
        Self { pool, anywhere }
    }

    /// Checks that a host has an allowed address at present.
    ///
    /// # Errors
    /// [`EndpointError::Host`] or [`EndpointError::Busy`].
    pub async fn check(&self, url: &Url) -> Result<(), EndpointError> {
        if self.anywhere || literal(url).is_some() {
            return Ok(());
        }
        let host = url.host_str().ok_or(EndpointError::Host)?.to_owned();
        match timeout(LOOKED_FOR, self.addresses(host)).await {
            Ok(Ok(addresses)) if !addresses.is_empty() => Ok(()),
            Ok(Err(NotRun::Full(_))) => Err(EndpointError::Busy),
            _ => Err(EndpointError::Host),
        }
    }

    /// Returns the allowed addresses of a host; none if it cannot be resolved. The system's resolver holds a thread until it has an
    /// answer, however long its caller waits.
    async fn addresses(&self, host: String) -> Result<Vec<SocketAddr>, NotRun> {
        let anywhere = self.anywhere;
        self.pool
            .run(Payer::SERVER, move || {
                let found = (host.as_str(), 0).to_socket_addrs().into_iter().flatten();
                found.filter(|address| anywhere || is_public(address.ip())).collect()
            })
            .await
    }
}

/// Checks the addresses at connection time, whatever the name resolved to before.
impl Resolve for Lookups {
    fn resolve(&self, name: Name) -> Resolving {
        let lookups = self.clone();
        Box::pin(async move {
            let found = lookups.addresses(name.as_str().to_owned()).await.map_err(io::Error::other)?;
            let addresses: Addrs = Box::new(found.into_iter());
            Ok(addresses)
        })
    }
}

/// Returns whether an address is in the public network: in none of the ranges in IANA's registries of special addresses (RFC 6890).
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let is_special = matches!(
        (a, b, c),
        (0 | 10 | 127 | 224.., ..)
            | (100, 64..128, _)
            | (169, 254, _)
            | (172, 16..32, _)
            | (192, 0, 0 | 2)
            | (192, 88, 99)
            | (192, 168, _)
            | (198, 18 | 19, _)
            | (198, 51, 100)
            | (203, 0, 113)
    );
    !is_special
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    match address.segments() {
        // An IPv4 address behind a translator (RFC 6052).
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] => {
            is_public_v4(Ipv4Addr::from(u32::from(high) << 16 | u32::from(low)))
        }
        // Protocols, documentation, 6to4, documentation again.
        [0x2001, 0..0x200 | 0xdb8, ..] | [0x2002, ..] | [0x3fff, 0..0x1000, ..] => false,
        [first, ..] => first & 0xe000 == 0x2000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_public_network_is_public() {
        for public in [
            "1.1.1.1",
            "172.15.0.1",
            "172.32.0.1",
            "100.63.0.1",
            "198.20.0.1",
            "2606:4700::1111",
            "64:ff9b::101:101",
        ] {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
        for private in [
            "0.0.0.0",
            "10.0.0.1",
            "100.64.0.1",
            "127.0.0.1",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.8",
            "192.0.2.1",
            "192.168.1.1",
            "198.18.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:1.1.1.1",
            "64:ff9b::7f00:1",
            "fe80::1",
            "fc00::1",
            "ff02::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "3fff::1",
        ] {
            assert!(!is_public(private.parse().unwrap()), "{private}");
        }
    }

    #[test]
    fn endpoint_requires_public_address_and_tls() {
        for good in [
            "https://fcm.googleapis.com/fcm/send/c9Nr",
            "https://updates.push.services.mozilla.com/wpush/v2/gAA",
            "https://1.1.1.1/x",
        ] {
            assert!(parse(good, false).is_ok(), "{good}");
        }
        let long = format!("https://push.example/{}", "a".repeat(LONGEST));
        for (wrong, why) in [
            ("", EndpointError::Form),
            ("push", EndpointError::Form),
            ("http://push.example/x", EndpointError::Form),
            ("https://push.example:8443/x", EndpointError::Form),
            ("https://user@push.example/x", EndpointError::Form),
            ("https://push.example/x#y", EndpointError::Form),
            ("file:///etc/passwd", EndpointError::Form),
            (&long, EndpointError::Form),
            ("https://127.0.0.1/x", EndpointError::Host),
            // Other notations of private addresses.
            ("https://2130706433/x", EndpointError::Host),
            ("https://0x7f.1/x", EndpointError::Host),
            ("https://[::1]/x", EndpointError::Host),
            ("https://[::ffff:10.0.0.1]/x", EndpointError::Host),
        ] {
            assert_eq!(parse(wrong, false).unwrap_err(), why, "{wrong}");
        }
        assert!(parse("http://127.0.0.1:4000/x", true).is_ok());
        assert_eq!(parse("ftp://127.0.0.1/x", true).unwrap_err(), EndpointError::Form);
    }

    #[tokio::test]
    async fn local_host_name_is_not_public() {
        let url = parse("https://localhost/x", false).unwrap();
        let lookups = Lookups::new(BlockingPool::new("lookups", 1, 0), false);
        assert_eq!(lookups.check(&url).await, Err(EndpointError::Host));
        let name = || "localhost".parse().unwrap();
        assert_eq!(lookups.resolve(name()).await.unwrap().count(), 0);
        let anywhere = Lookups { anywhere: true, ..lookups };
        assert!(anywhere.resolve(name()).await.unwrap().all(|address| address.ip().is_loopback()));
    }

    #[tokio::test]
    async fn concurrent_lookups_are_limited() {
        let pool = BlockingPool::new("lookups", 1, 0);
        let lookups = Lookups::new(pool.clone(), false);
        let url = parse("https://push.example/x", false).unwrap();
        let turn = pool.turn(Payer::SERVER).await.unwrap();
        assert_eq!(lookups.check(&url).await, Err(EndpointError::Busy));
        drop(turn);
        let local = parse("https://localhost/x", false).unwrap();
        assert_eq!(lookups.check(&local).await, Err(EndpointError::Host));
    }
}
