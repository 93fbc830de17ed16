//! One connection: sequential requests, each part with a timeout.

use std::convert::Infallible;
use std::future::{Future, poll_fn};
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1::Builder;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;
use tracing::{debug, trace};

use super::progress::{ConnectionPhase, Progress, TrackedBody, TrackedStream};
use sumito_config::{Http, millis};

/// Time that a stop waits for a client that does not read its response.
const READER_GRACE: Duration = Duration::from_secs(1);

/// Limits and timeouts of a connection.
#[derive(Debug, Clone, Copy)]
pub(super) struct ConnectionLimits {
    head_bytes: usize,
    head: Duration,
    idle: Duration,
}

impl ConnectionLimits {
    pub(super) fn new(config: &Http) -> Self {
        Self {
            head_bytes: config.head_bytes,
            head: millis(config.head_timeout_ms),
            idle: millis(config.idle_timeout_ms),
        }
    }

    /// Returns the timeout for this state.
    fn patience(self, waiting: ConnectionPhase, stopping: bool) -> Option<Duration> {
        match waiting {
            ConnectionPhase::Answer => None,
            ConnectionPhase::Reader if stopping => Some(READER_GRACE),
            ConnectionPhase::Request | ConnectionPhase::Head if stopping => Some(Duration::ZERO),
            ConnectionPhase::Request | ConnectionPhase::Reader => Some(self.idle),
            ConnectionPhase::Head => Some(self.head),
        }
    }
}

/// Serves one connection until it closes, becomes a socket, or times out. When `stopping` is cancelled, requests that have arrived are
/// answered; the connection then closes.
pub(super) async fn serve(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    bounds: ConnectionLimits,
    stopping: CancellationToken,
) {
    let progress = Arc::new(Progress::default());
    let stream = TokioIo::new(TrackedStream::new(stream, progress.clone()));
    let service = service_fn(|request| answer(request, peer, router.clone(), &progress));
    let connection = Builder::new().max_buf_size(bounds.head_bytes).serve_connection(stream, service);
    let mut connection = pin!(connection.with_upgrades());
    let mut stopped = pin!(stopping.cancelled());
    let mut is_stopping = false;
    let mut seen = None;
    let mut deadline = pin!(sleep(bounds.idle));
    poll_fn(|context| {
        if !is_stopping && stopped.as_mut().poll(context).is_ready() {
            is_stopping = true;
            seen = None;
            connection.as_mut().graceful_shutdown();
        }
        if let Poll::Ready(outcome) = connection.as_mut().poll(context) {
            if let Err(error) = outcome {
                trace!(%peer, %error, "HTTP connection failed");
            }
            return Poll::Ready(());
        }
        let now = progress.waiting();
        let (waiting, _) = now;
        let Some(patience) = bounds.patience(waiting, is_stopping) else {
            seen = Some(now);
            return Poll::Pending;
        };
        if seen != Some(now) {
            seen = Some(now);
            deadline.as_mut().reset(Instant::now() + patience);
        }
        if deadline.as_mut().poll(context).is_ready() {
            debug!(%peer, phase = ?waiting, "HTTP connection timed out");
            return Poll::Ready(());
        }
        Poll::Pending
    })
    .await;
}

fn answer(
    request: Request<Incoming>,
    peer: SocketAddr,
    router: Router,
    progress: &Arc<Progress>,
) -> impl Future<Output = Result<Response<TrackedBody>, Infallible>> + use<> {
    let answering = progress.answer();
    let mut request = request.map(Body::new);
    request.extensions_mut().insert(ConnectInfo(peer));
    async move {
        let response = router.oneshot(request).await?;
        Ok(response.map(|body| TrackedBody::new(body, answering)))
    }
}
