//! Listener: accepts connections, with limits and timeouts.

mod connection;
mod descriptors;
mod reject;

use std::io::{self, ErrorKind};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{debug, warn};

use self::descriptors::DescriptorReserve;
use self::reject::reject;
use crate::codec::ApiError;
use crate::limits::{ClientAddress, ConnectionSlots, SlotPermit, TrustedNetworks};
use sumito_config::Config;
use sumito_kit::metrics::ConnectionGuard;
use sumito_kit::retry::{Flood, Retry};
use sumito_kit::task;

/// Maximum pause after the system could not accept a connection: it could not accept the next one either.
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// Maximum rejected clients that receive a response at the same time. Each uses a reserved descriptor for a moment.
const MAX_REJECTIONS: usize = 16;

/// Serves all connections until `stopping` is cancelled and all requests that arrived before are answered. Does not wait for connections
/// that became sockets.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    config: Arc<Config>,
    trusted: TrustedNetworks,
    stopping: CancellationToken,
) {
    let mut acceptor = Acceptor::new(router, config, trusted, stopping.clone());
    let accepting = async {
        let mut retry = Retry::new("accepting connections").pauses(LONGEST_PAUSE / 4, LONGEST_PAUSE);
        loop {
            match listener.accept().await {
                Ok((stream, peer)) => {
                    retry.succeeded();
                    acceptor.accept(stream, peer);
                }
                Err(error) if is_of_one_connection(&error) => debug!(%error, "connection lost at accept"),
                Err(error) => retry.pause(error).await,
            }
        }
    };
    stopping.run_until_cancelled(accepting).await;
    drop(listener);
    acceptor.connections.close();
    acceptor.connections.wait().await;
}

/// Returns whether the error concerns one connection only, so that the next accept may succeed.
fn is_of_one_connection(error: &io::Error) -> bool {
    use ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// Starts a task for each connection that it admits.
#[derive(Debug)]
struct Acceptor {
    router: Router,
    config: Arc<Config>,
    connections: TaskTracker,
    stopping: CancellationToken,
    slots: ConnectionSlots<ClientAddress>,
    trusted: TrustedNetworks,
    descriptors: DescriptorReserve,
    /// Responses to rejected clients. Above [`MAX_REJECTIONS`], connections are closed without a response.
    rejections: TaskTracker,
    refused: Flood,
}

impl Acceptor {
    fn new(
        router: Router,
        config: Arc<Config>,
        trusted: TrustedNetworks,
        stopping: CancellationToken,
    ) -> Self {
        let http = &config.http;
        Self {
            router,
            connections: TaskTracker::new(),
            stopping,
            slots: ConnectionSlots::new(
                "connection",
                "address",
                http.connections,
                http.connections_per_address,
            ),
            trusted,
            descriptors: DescriptorReserve::new(http.files_kept_back),
            rejections: TaskTracker::new(),
            refused: Flood::new(),
            config,
        }
    }

    fn accept(&mut self, stream: TcpStream, peer: SocketAddr) {
        let stopping = self.stopping.clone();
        match self.admit(&stream, peer) {
            Ok(slot) => {
                let (router, config) = (self.router.clone(), self.config.clone());
                let served = connection::serve(stream, peer, router, config, stopping);
                let counted = ConnectionGuard::open();
                self.connections.spawn(task::watched(async move {
                    served.await;
                    drop((slot, counted));
                }));
            }
            Err(error) => {
                if let Some(left_out) = self.refused.record() {
                    if self.descriptors.contains(&stream) {
                        let error = "too few file descriptors are left; raise LimitNOFILE";
                        warn!(%error, left_out, "connection rejected");
                    } else {
                        warn!(%error, left_out, "connection rejected");
                    }
                }
                if self.rejections.len() < MAX_REJECTIONS {
                    self.rejections.spawn(stopping.run_until_cancelled_owned(reject(stream, error)));
                }
            }
        }
    }

    fn admit(&self, stream: &TcpStream, peer: SocketAddr) -> Result<SlotPermit<ClientAddress>, ApiError> {
        if self.descriptors.contains(stream) {
            return Err(ApiError::busy());
        }
        // A response must not wait for the acknowledgement of the event before it.
        if let Err(error) = stream.set_nodelay(true) {
            debug!(%error, "setting TCP_NODELAY failed");
        }
        let address = ClientAddress::of_peer(peer.ip());
        // All peers of a proxied server are the proxy.
        let is_exempt =
            self.config.trust_forwarded_for || (self.config.limits.exempt_loopback && address.is_local());
        self.slots.take((!is_exempt).then_some(address), self.trusted.factor(address))
    }
}
