//! Links that fail: each server has its own network namespace, joined to the namespaces of PostgreSQL, NATS and the players by a bridge,
//! and packets get lost in one direction or in both. It needs root: `cargo xtask links`.

use std::fmt;
use std::path::Path;
use std::time::Duration;

use tokio::process::Command;

use super::given;
use super::nodes::{Fault, fail};

/// Duration of a cut.
pub(super) const CUT: Duration = Duration::from_secs(10);

/// Start of all addresses.
const NETWORK: &str = "10.213.7";

/// No limits by address: all players have the same, which is not the loopback address.
pub(super) const SETTINGS: [(&str, &str); 7] = [
    ("SUMITO_HTTP__CONNECTIONS_PER_ADDRESS", "0"),
    ("SUMITO_HTTP__REQUESTS_PER_SECOND", "0"),
    ("SUMITO_LIMITS__SOCKETS_PER_ADDRESS", "0"),
    ("SUMITO_LIMITS__HANDSHAKES_PER_MINUTE", "0"),
    ("SUMITO_LIMITS__GUESTS_PER_MINUTE", "0"),
    ("SUMITO_LIMITS__ACCOUNTS_PER_MINUTE", "0"),
    ("SUMITO_LIMITS__ROOMS_PER_MINUTE", "0"),
];

/// An end of a link of a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Peer {
    Postgres,
    Nats,
    Players,
}

/// Packets that get lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lost {
    All,
    ToServer,
    FromServer,
}

impl Peer {
    pub(super) fn address(self) -> String {
        let host = match self {
            // Players connect from the first address.
            Self::Players => 1,
            Self::Postgres => 2,
            Self::Nats => 3,
        };
        format!("{NETWORK}.{host}")
    }
}

/// A bridge in the namespace of the test, with the addresses of all peers.
pub(super) struct Network {
    bridge: String,
    servers: u8,
}

/// The namespace of a server. It is removed when the value is dropped.
pub(super) struct Place {
    name: String,
    address: String,
}

impl Network {
    pub(super) async fn new() -> Self {
        let network = Self { bridge: format!("sumito{}", std::process::id() % 10_000), servers: 0 };
        ip(&format!("link add {network} type bridge")).await;
        for peer in [Peer::Players, Peer::Postgres, Peer::Nats] {
            ip(&format!("address add {}/24 dev {network}", peer.address())).await;
        }
        ip(&format!("link set {network} up")).await;
        network
    }

    /// Adds a namespace for a server.
    pub(super) async fn add(&mut self) -> Place {
        self.servers += 1;
        let (name, host) = (format!("{self}-{}", self.servers), 10 + self.servers);
        let (here, there) = (format!("{self}.{host}"), "eth0");
        let place = Place { name, address: format!("{NETWORK}.{host}") };
        ip(&format!("netns add {place}")).await;
        ip(&format!("link add {here} type veth peer name {there} netns {place}")).await;
        ip(&format!("link set {here} master {self} up")).await;
        for device in ["lo", there] {
            ip(&format!("-n {place} link set {device} up")).await;
        }
        ip(&format!("-n {place} address add {}/24 dev {there}", place.address)).await;
        place
    }
}

impl Place {
    /// The address of the server.
    pub(super) fn address(&self) -> &str {
        &self.address
    }

    /// Returns a command that runs a program in the namespace.
    pub(super) fn command(&self, program: &Path) -> Command {
        let mut command = Command::new("ip");
        command.args(["netns", "exec", &self.name]).arg(program);
        command
    }

    /// Cuts the link to a peer, or mends it.
    pub(super) async fn set_cut(&self, peer: Peer, lost: Lost, is_cut: bool) {
        let (action, peer) = (if is_cut { "add" } else { "del" }, peer.address());
        if lost != Lost::FromServer {
            ip(&format!("rule {action} from {peer} to {} blackhole", self.address)).await;
        }
        if lost != Lost::ToServer {
            ip(&format!("-n {self} route {action} blackhole {peer}/32")).await;
        }
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.bridge)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        remove(&["link", "del", &self.bridge]);
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        remove(&["netns", "del", &self.name]);
    }
}

/// A failure is ignored: `ip` itself has printed it.
fn remove(words: &[&str]) {
    let _ = std::process::Command::new("ip").args(words).status();
}

async fn ip(words: &str) {
    let output = Command::new("ip").args(words.split(' ')).output().await.expect("iproute2 is installed");
    assert!(output.status.success(), "ip {words}: {}", String::from_utf8_lossy(&output.stderr));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs root"]
async fn nothing_is_lost_when_links_are_cut() {
    let seed = given("SUMITO_CRASH_SEED").unwrap_or_else(|| fastrand::u64(..));
    let mut cuts: Vec<_> = [Peer::Postgres, Peer::Nats, Peer::Players]
        .into_iter()
        .flat_map(|peer| [Lost::All, Lost::ToServer, Lost::FromServer].map(|lost| Fault::Cut(peer, lost)))
        .collect();
    fastrand::Rng::with_seed(seed).shuffle(&mut cuts);
    fail(cuts, seed, Some(Network::new().await)).await;
}
