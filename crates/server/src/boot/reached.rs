//! The addresses at which a server is reached from its own machine.

use std::io::{self, Read as _, Write as _};
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::time::Duration;

use anyhow::Context;
use nix::errno::Errno;

/// Timeout of the health check.
const HEALTHCHECK_TIMEOUT: Duration = Duration::from_secs(3);

/// Returns the addresses at which this machine reaches a server that listens on `address`, the most usual first. A server on all addresses
/// of IPv6 has all IPv4 addresses as well, unless the system keeps them apart; a container may have no address of IPv6.
pub fn on_this_machine(address: SocketAddr) -> Vec<SocketAddr> {
    let v4 = SocketAddr::from((Ipv4Addr::LOCALHOST, address.port()));
    match address {
        SocketAddr::V4(address) if address.ip().is_unspecified() => vec![v4],
        SocketAddr::V6(address) if address.ip().is_unspecified() => {
            vec![v4, SocketAddr::from((Ipv6Addr::LOCALHOST, address.port()))]
        }
        address => vec![address],
    }
}

/// Returns the address of IPv4 in place of all addresses, if the system has no IPv6.
pub fn without_ipv6(address: SocketAddr, error: &io::Error) -> Option<SocketAddr> {
    let is_missing = error.raw_os_error() == Some(Errno::EAFNOSUPPORT as i32);
    let is_all = address.is_ipv6() && address.ip().is_unspecified();
    (is_missing && is_all).then(|| SocketAddr::from((Ipv4Addr::UNSPECIFIED, address.port())))
}

/// Asks the server of this machine whether it is ready.
///
/// # Errors
/// If it does not answer, or is not ready.
pub fn healthcheck(listen: SocketAddr) -> anyhow::Result<()> {
    let addresses = on_this_machine(listen);
    let connected = addresses.iter().find_map(|address| {
        let stream = TcpStream::connect_timeout(address, HEALTHCHECK_TIMEOUT).ok()?;
        Some((address, stream))
    });
    let (address, mut stream) = connected.with_context(|| format!("no answer from {}", addresses[0]))?;
    stream.set_read_timeout(Some(HEALTHCHECK_TIMEOUT))?;
    write!(stream, "GET /readyz HTTP/1.0\r\nHost: {address}\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).context("readiness check timed out")?;
    let status = answer.lines().next().unwrap_or_default();
    anyhow::ensure!(status.contains(" 200 "), "not ready: {status}");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_ipv6_all_addresses_are_those_of_ipv4() {
        let missing = io::Error::from_raw_os_error(Errno::EAFNOSUPPORT as i32);
        let taken = io::Error::from_raw_os_error(Errno::EADDRINUSE as i32);
        let all: SocketAddr = "[::]:8080".parse().unwrap();
        assert_eq!(without_ipv6(all, &missing), Some("0.0.0.0:8080".parse().unwrap()));
        assert_eq!(without_ipv6(all, &taken), None);
        assert_eq!(without_ipv6("[::1]:8080".parse().unwrap(), &missing), None);
    }

    #[test]
    fn all_addresses_are_reached_by_loopback() {
        let of = |text: &str| {
            on_this_machine(text.parse().unwrap()).iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(of("0.0.0.0:80"), ["127.0.0.1:80"]);
        assert_eq!(of("[::]:80"), ["127.0.0.1:80", "[::1]:80"]);
        assert_eq!(of("192.0.2.7:80"), ["192.0.2.7:80"]);
    }
}
