//! Listener: accepts connections, with limits and timeouts.

mod connection;
mod descriptors;
mod progress;
mod reject;

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

use self::connection::ConnectionLimits;
use self::descriptors::DescriptorReserve;
use self::reject::Rejecter;
use crate::gateway::codec::ApiError;
use crate::gateway::limits::{ClientAddress, ConnectionSlots, SlotPermit, SlotsExhausted};
use sumito_config::Config;
use sumito_kit::metrics::ConnectionGuard;

/// Pause after the system could not accept a connection: it could not accept the next one either.
const ACCEPT_PAUSE: Duration = Duration::from_millis(250);

/// Interval of log lines about rejected connections.
const WARN_EVERY: Duration = Duration::from_secs(10);

/// Maximum clients that receive a rejection message concurrently.
const TOLD_AT_A_TIME: usize = 64;

/// Serves all connections until `stopping` is cancelled and all requests that arrived before are answered. Does not wait for connections
/// that became sockets.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    config: &Config,
    stopping: CancellationToken,
) {
    let mut entrance = Acceptor::new(router, config, stopping.clone());
    let accepting = async {
        loop {
            match listener.accept().await {
                Ok((stream, peer)) => entrance.receive(stream, peer),
                Err(error) if is_of_one_connection(&error) => debug!(%error, "connection lost at accept"),
                Err(error) => {
                    entrance.warn("accepting connections failed", &error);
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

/// Returns whether the error concerns one connection only, so that the next accept may succeed.
fn is_of_one_connection(error: &io::Error) -> bool {
    use ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// Accepts or rejects connections.
#[derive(Debug)]
struct Acceptor {
    router: Router,
    bounds: ConnectionLimits,
    connections: TaskTracker,
    stopping: CancellationToken,
    places: ConnectionSlots,
    places_each: usize,
    descriptors: DescriptorReserve,
    doorkeeper: Rejecter,
    exempt_loopback: bool,
    /// Whether the peers are a proxy.
    behind_proxy: bool,
    warned_at: Option<Instant>,
}

impl Acceptor {
    fn new(router: Router, config: &Config, stopping: CancellationToken) -> Self {
        let descriptors = DescriptorReserve::new(config.http.files_kept_back);
        // Rejected clients use a few of the reserved descriptors for a moment.
        let told = (descriptors.reserved() / 4).min(TOLD_AT_A_TIME);
        Self {
            router,
            bounds: ConnectionLimits::new(&config.http),
            connections: TaskTracker::new(),
            stopping,
            places: ConnectionSlots::new(config.http.connections, config.http.connections_per_address),
            places_each: config.http.connections_per_address,
            descriptors,
            doorkeeper: Rejecter::new(told),
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
                let counted = ConnectionGuard::open();
                self.connections.spawn(async move {
                    served.await;
                    drop((place, counted));
                });
            }
            Err(refusal) => {
                self.warn("connection rejected", &refusal);
                if let Some(farewell) = self.doorkeeper.reject(stream, refusal) {
                    let stopping = self.stopping.clone();
                    self.connections.spawn(async move {
                        stopping.run_until_cancelled(farewell).await;
                    });
                }
            }
        }
    }

    fn admit(&self, stream: &TcpStream, peer: SocketAddr) -> Result<SlotPermit, ApiError> {
        if !self.descriptors.reserve_descriptor(stream) {
            return Err(ApiError::busy());
        }
        // A response must not wait for the acknowledgement of the event before it.
        if let Err(error) = stream.set_nodelay(true) {
            debug!(%error, "setting TCP_NODELAY failed");
        }
        let address = ClientAddress::of_peer(peer.ip());
        let is_exempt = self.behind_proxy || (self.exempt_loopback && address.is_local());
        self.places.take((!is_exempt).then_some(address)).map_err(|full| match full {
            SlotsExhausted::InAll => ApiError::busy(),
            SlotsExhausted::Address => {
                let each = self.places_each;
                let message =
                    format!("connection limit of your address reached ({each}); close some connections");
                ApiError::new(ErrorCode::TooMany, message)
            }
        })
    }

    /// Logs a warning, at most once per interval.
    fn warn(&mut self, what: &str, why: &dyn Display) {
        if self.warned_at.is_none_or(|at| at.elapsed() >= WARN_EVERY) {
            self.warned_at = Some(Instant::now());
            warn!(error = %why, "{what}");
        }
    }
}
