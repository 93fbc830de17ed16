//! Connections from outside: which of them are taken, and how long each may take for what.

mod connection;
mod descriptors;
mod progress;
mod turn_away;

use std::fmt::Display;
use std::io::{self, ErrorKind};
use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use sumito_protocol::ErrorCode;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{debug, warn};

use self::connection::Bounds;
use self::descriptors::Descriptors;
use self::turn_away::Doorkeeper;
use crate::config::Config;
use crate::limits::ClientAddress;
use crate::limits::{Full, Place, Places};
use crate::metrics::CountedConnection;
use crate::wire::Refusal;

/// How long nothing is accepted after the system could not give a connection: it could not give the next one either.
const ACCEPT_PAUSE: Duration = Duration::from_millis(250);

/// How often the log says that connections cannot be taken.
const WARN_EVERY: Duration = Duration::from_secs(10);

/// At most so many clients are told at the same time that there is no place for them.
const TOLD_AT_A_TIME: usize = 64;

/// Serves whoever connects, until `stopping` is cancelled and all requests that had arrived by then are answered. Connections
/// that have become sockets are not waited for.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    config: &Config,
    stopping: CancellationToken,
) {
    let mut entrance = Entrance::new(router, config, stopping.clone());
    let accepting = async {
        loop {
            match listener.accept().await {
                Ok((stream, peer)) => entrance.receive(stream, peer),
                Err(error) if is_of_one_connection(&error) => debug!(%error, "a connection broke at once"),
                Err(error) => {
                    entrance.warn("connections cannot be accepted", &error);
                    sleep(ACCEPT_PAUSE).await;
                }
            }
        }
    };
    stopping.run_until_cancelled(accepting).await;
    drop(listener);
    entrance.connections.close();
    entrance.connections.wait().await;
}

/// Whether the next connection may do better.
fn is_of_one_connection(error: &io::Error) -> bool {
    use ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// Takes connections in, or turns them away.
#[derive(Debug)]
struct Entrance {
    router: Router,
    bounds: Bounds,
    connections: TaskTracker,
    stopping: CancellationToken,
    places: Places,
    places_each: usize,
    descriptors: Descriptors,
    doorkeeper: Doorkeeper,
    exempt_loopback: bool,
    /// Those who connect are a proxy.
    behind_proxy: bool,
    warned_at: Option<Instant>,
}

impl Entrance {
    fn new(router: Router, config: &Config, stopping: CancellationToken) -> Self {
        let descriptors = Descriptors::new(config.http.files_kept_back);
        // Those who are told have descriptors of those kept back, for a moment.
        let told = (descriptors.kept_back() / 4).min(TOLD_AT_A_TIME);
        Self {
            router,
            bounds: Bounds::new(&config.http),
            connections: TaskTracker::new(),
            stopping,
            places: Places::new(config.http.connections, config.http.connections_per_address),
            places_each: config.http.connections_per_address,
            descriptors,
            doorkeeper: Doorkeeper::new(told),
            exempt_loopback: config.limits.exempt_loopback,
            behind_proxy: config.trust_forwarded_for,
            warned_at: None,
        }
    }

    fn receive(&mut self, stream: TcpStream, peer: SocketAddr) {
        match self.admit(&stream, peer) {
            Ok(place) => {
                let (router, stopping) = (self.router.clone(), self.stopping.clone());
                let served = connection::serve(stream, peer, router, self.bounds, stopping);
                let counted = CountedConnection::new();
                self.connections.spawn(async move {
                    served.await;
                    drop((place, counted));
                });
            }
            Err(refusal) => {
                self.warn("connections are turned away", &refusal);
                if let Some(farewell) = self.doorkeeper.turn_away(stream, refusal) {
                    let stopping = self.stopping.clone();
                    self.connections.spawn(async move {
                        stopping.run_until_cancelled(farewell).await;
                    });
                }
            }
        }
    }

    fn admit(&self, stream: &TcpStream, peer: SocketAddr) -> Result<Place, Refusal> {
        if !self.descriptors.leave_room_for(stream) {
            return Err(Refusal::busy());
        }
        // An answer must not wait for the acknowledgement of the event before it.
        if let Err(error) = stream.set_nodelay(true) {
            debug!(%error, "a connection without TCP_NODELAY");
        }
        let address = ClientAddress::of_peer(peer.ip());
        let is_exempt = self.behind_proxy || (self.exempt_loopback && address.is_local());
        self.places.take((!is_exempt).then_some(address)).map_err(|full| match full {
            Full::InAll => Refusal::busy(),
            Full::Address => {
                let each = self.places_each;
                let message = format!("there are {each} connections from your address; close some of them");
                Refusal::new(ErrorCode::TooMany, message)
            }
        })
    }

    /// Warns, but not again and again.
    fn warn(&mut self, what: &str, why: &dyn Display) {
        if self.warned_at.is_none_or(|at| at.elapsed() >= WARN_EVERY) {
            self.warned_at = Some(Instant::now());
            warn!(%why, "{what}");
        }
    }
}
