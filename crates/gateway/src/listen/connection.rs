//! One connection: sequential requests, with a timeout for each phase.
//!
//! The adapters of tokio-util report reads and writes, and one loop times the phases. hyper's `header_read_timeout` cannot do this: it
//! starts when the last response is queued, so a short time for a head would also limit the pause between two requests, and the time in
//! which a slow client reads that response. The timeouts of tokio-io-timeout would stay in force for sockets and for long answers.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Bytes, HttpBody};
use axum::extract::ConnectInfo;
use http_body_util::BodyExt;
use hyper::body::Incoming;
use hyper::server::conn::http1::Builder;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::sleep;
use tokio_util::io::{InspectReader, InspectWriter};
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;
use tracing::{debug, trace};

use sumito_config::{Config, Http, millis};

/// Time that a stop waits for a client that does not read its response.
const READER_GRACE: Duration = Duration::from_secs(1);

/// Phase of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// No request has started; the client may still have to read the end of the last response.
    Idle,
    /// A part of a request's head has arrived.
    Head,
    /// The server works on the response.
    Handler,
    /// The server sends the response.
    Response,
}

impl Phase {
    /// Returns the timeout of the phase.
    fn timeout(self, config: &Http, is_stopping: bool) -> Duration {
        match self {
            Self::Handler => Duration::MAX,
            Self::Head if is_stopping => Duration::ZERO,
            Self::Head => millis(config.head_timeout_ms),
            Self::Idle | Self::Response if is_stopping => READER_GRACE,
            Self::Idle | Self::Response => millis(config.idle_timeout_ms),
        }
    }
}

/// Serves one connection until it closes, becomes a socket, or times out. When `stopping` is cancelled, requests that have arrived are
/// answered; the connection then closes.
pub(super) async fn serve(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    config: Arc<Config>,
    stopping: CancellationToken,
) {
    let (phase, mut phases) = watch::channel(Phase::Idle);
    let (reads, writes) = (phase.clone(), phase.clone());
    let stream = InspectReader::new(stream, move |bytes: &[u8]| on_read(&reads, bytes));
    let stream = InspectWriter::new(stream, move |_: &[u8]| on_write(&writes));
    let service = service_fn(|request| answer(request, peer, router.clone(), phase.clone()));
    let connection =
        Builder::new().max_buf_size(config.http.head_bytes).serve_connection(TokioIo::new(stream), service);
    let mut connection = pin!(connection.with_upgrades());
    let mut is_stopping = false;
    loop {
        let phase = *phases.borrow_and_update();
        tokio::select! {
            // Bytes that have arrived are read before a stop or a timeout.
            biased;
            outcome = connection.as_mut() => return trace!(%peer, ?outcome, "HTTP connection ended"),
            () = stopping.cancelled(), if !is_stopping => {
                is_stopping = true;
                connection.as_mut().graceful_shutdown();
            }
            _ = phases.changed() => {}
            () = sleep(phase.timeout(&config.http, is_stopping)) => {
                return debug!(%peer, ?phase, "HTTP connection timed out");
            }
        }
    }
}

/// Enters the phase of a request's head with its first byte.
fn on_read(phase: &watch::Sender<Phase>, bytes: &[u8]) {
    phase.send_if_modified(|phase| {
        let begins = *phase == Phase::Idle && !bytes.is_empty();
        if begins {
            *phase = Phase::Head;
        }
        begins
    });
}

/// Restarts the timeout for the reader of a response.
fn on_write(phase: &watch::Sender<Phase>) {
    phase.send_if_modified(|phase| matches!(phase, Phase::Idle | Phase::Response));
}

async fn answer(
    mut request: Request<Incoming>,
    peer: SocketAddr,
    router: Router,
    phase: watch::Sender<Phase>,
) -> Result<Response<impl HttpBody<Data = Bytes, Error = axum::Error>>, Infallible> {
    phase.send_replace(Phase::Handler);
    let exchange = Exchange(phase);
    request.extensions_mut().insert(ConnectInfo(peer));
    let response = router.oneshot(request).await?;
    exchange.0.send_replace(Phase::Response);
    // The closure keeps the exchange until hyper drops the body.
    Ok(response.map(|body| {
        body.map_err(move |error| {
            let _ = &exchange;
            error
        })
    }))
}

/// A request and its response. The connection is idle when this is dropped.
struct Exchange(watch::Sender<Phase>);

impl Drop for Exchange {
    fn drop(&mut self) {
        self.0.send_replace(Phase::Idle);
    }
}
