//! Client addresses for rate limits.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::http::HeaderMap;
use sumito_game::UserId;
use sumito_kit::holder::Holder;

/// Client address for rate limits: an IPv4 address, or the /64 network of an IPv6 address, because a client with one address of the
/// network usually has all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct ClientAddress {
    network: IpAddr,
    local: bool,
}

impl ClientAddress {
    /// Creates the address of a connection's peer.
    pub(crate) fn of_peer(peer: IpAddr) -> Self {
        let peer = peer.to_canonical();
        Self { network: network(peer), local: peer.is_loopback() }
    }

    /// Returns the address of a client behind the proxy `peer`: the last address in `X-Forwarded-For`, which the proxy wrote itself. The
    /// addresses before it, and earlier header lines, come from the client and are not trusted.
    ///
    /// A client behind a proxy is never local. Clients with an unreadable address share the proxy's address, and are limited.
    pub(crate) fn of_forwarded(headers: &HeaderMap, peer: Self) -> Self {
        let Some(line) = headers.get_all("x-forwarded-for").into_iter().next_back() else { return peer };
        let last = line.to_str().ok().and_then(|line| line.rsplit(',').next()).and_then(read);
        let network = last.map_or(peer.network, |address| network(address.to_canonical()));
        Self { network, local: false }
    }

    /// Returns the network, as bans and the queue of searches use it.
    pub(crate) fn network(self) -> IpAddr {
        self.network
    }

    /// Returns the holder of a client's resources, for its share. Users on this machine have no network in common.
    pub(crate) fn holder(self, user: Option<UserId>) -> Holder {
        Holder { network: (!self.local).then_some(self.network), user }
    }

    /// Returns whether the connection comes from this machine, and not from a proxy that names a client.
    pub(crate) fn is_local(self) -> bool {
        self.local
    }
}

fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
    }
}

/// Parses an address in any form that proxies write: alone, with a port, in brackets, in quotes, with a zone.
fn read(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let text = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text);
    let Some(rest) = text.strip_prefix('[') else {
        let with_port = || text.parse().ok().map(|address: SocketAddr| address.ip());
        return without_zone(text).parse().ok().or_else(with_port);
    };
    let (address, port) = rest.split_once(']')?;
    let has_port = port.strip_prefix(':').is_some_and(|port| port.parse::<u16>().is_ok());
    let address: Ipv6Addr = without_zone(address).parse().ok()?;
    (port.is_empty() || has_port).then_some(address.into())
}

fn without_zone(address: &str) -> &str {
    address.split_once('%').map_or(address, |(address, _)| address)
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderName, HeaderValue};

    use super::*;

    fn peer(text: &str) -> ClientAddress {
        ClientAddress::of_peer(text.parse().unwrap())
    }

    fn forwarded(lines: &[&[u8]]) -> ClientAddress {
        let name = HeaderName::from_static("x-forwarded-for");
        let lines = lines.iter().map(|line| (name.clone(), HeaderValue::from_bytes(line).unwrap()));
        let mut headers = HeaderMap::new();
        lines.for_each(|(name, line)| {
            headers.append(name, line);
        });
        ClientAddress::of_forwarded(&headers, peer("127.0.0.1"))
    }

    #[test]
    fn all_forms_of_an_address_are_equal() {
        for form in [
            "203.0.113.7",
            " 203.0.113.7 ",
            "203.0.113.7:4711",
            "\"203.0.113.7\"",
            "\"203.0.113.7:4711\"",
            "::ffff:203.0.113.7",
            "[::ffff:203.0.113.7]:4711",
            "198.51.100.1, 203.0.113.7",
            "unknown, 203.0.113.7:1",
        ] {
            assert_eq!(forwarded(&[form.as_bytes()]), peer("203.0.113.7"), "{form}");
        }
        for form in [
            "2001:db8::7",
            "[2001:db8::7]",
            "[2001:db8::7]:4711",
            "\"[2001:db8::7]:4711\"",
            "2001:DB8:0:0:ffff::1",
            "2001:db8::7%eth0",
            "[2001:db8::7%eth0]:4711",
            "198.51.100.1,2001:db8::8",
        ] {
            assert_eq!(forwarded(&[form.as_bytes()]), peer("2001:db8::"), "{form}");
        }
        assert_ne!(forwarded(&[b"2001:db8:0:1::7"]), peer("2001:db8::7"), "another network");
    }

    #[test]
    fn last_forwarded_line_is_the_proxys() {
        assert_eq!(forwarded(&[b"198.51.100.1", b"198.51.100.2, 203.0.113.7"]), peer("203.0.113.7"));
    }

    #[test]
    fn unreadable_address_is_not_local() {
        let unknown = forwarded(&[b"unknown"]);
        assert!(!unknown.is_local());
        for garbage in [
            &b""[..],
            b",",
            b"203.0.113.7, ",
            b"_hidden",
            b"\"_hidden\"",
            b"203.0.113.7:http",
            b"203.0.113.7:99999",
            b"[2001:db8::7",
            b"[203.0.113.7]",
            b"[2001:db8::7]4711",
            b"203.0.113.7\xff",
        ] {
            let shown = String::from_utf8_lossy(garbage);
            assert_eq!(forwarded(&[garbage]), unknown, "{shown}");
        }
        assert!(!forwarded(&[b"127.0.0.1"]).is_local());
    }

    #[test]
    fn every_loopback_form_is_local() {
        for local in ["127.0.0.1", "127.1.2.3", "::1", "::ffff:127.0.0.1"] {
            assert!(peer(local).is_local(), "{local}");
        }
        assert!(!peer("::ffff:203.0.113.7").is_local());
        assert!(forwarded(&[]).is_local(), "a program on this machine that asks around the proxy");
    }
}
