//! Wait state of a connection.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, Ordering::Relaxed};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// Wait state of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ConnectionPhase {
    /// Waits for the first byte of a request.
    Request,
    /// Waits for the rest of a request's head.
    Head,
    /// Waits for the server's response.
    Answer,
    /// Waits for a client that does not read its response.
    Reader,
}

/// Wait state of a connection, shared by its stream and its service. The connection's single task polls both, so the memory order of
/// their writes does not matter.
#[derive(Debug, Default)]
pub(super) struct Progress {
    phase: AtomicU8,
    blocked: AtomicBool,
    /// Counts progress of the connection, to tell a new wait from a continued one.
    steps: AtomicU32,
}

const BETWEEN_REQUESTS: u8 = 0;
const IN_HEAD: u8 = 1;
const ANSWERING: u8 = 2;

impl Progress {
    /// Returns the wait state and a number that changes with each progress.
    pub(super) fn waiting(&self) -> (ConnectionPhase, u32) {
        let waiting = match self.phase.load(Relaxed) {
            _ if self.blocked.load(Relaxed) => ConnectionPhase::Reader,
            BETWEEN_REQUESTS => ConnectionPhase::Request,
            IN_HEAD => ConnectionPhase::Head,
            _ => ConnectionPhase::Answer,
        };
        (waiting, self.steps.load(Relaxed))
    }

    /// Marks a request's head as complete. The request is being answered until the result is dropped.
    pub(super) fn answer(self: &Arc<Self>) -> ResponseGuard {
        self.enter(ANSWERING);
        ResponseGuard(self.clone())
    }

    fn enter(&self, phase: u8) {
        self.phase.store(phase, Relaxed);
        self.step();
    }

    fn step(&self) {
        self.steps.fetch_add(1, Relaxed);
    }

    fn read(&self, bytes: usize) {
        if bytes > 0 && self.phase.load(Relaxed) == BETWEEN_REQUESTS {
            self.enter(IN_HEAD);
        }
    }

    fn wrote<T>(&self, outcome: &Poll<T>) {
        let blocked = outcome.is_pending();
        if self.blocked.load(Relaxed) != blocked {
            self.blocked.store(blocked, Relaxed);
            self.step();
        }
    }
}

/// Guard of a request that is being answered.
#[derive(Debug)]
pub(super) struct ResponseGuard(Arc<Progress>);

impl Drop for ResponseGuard {
    fn drop(&mut self) {
        self.0.enter(BETWEEN_REQUESTS);
    }
}

/// A response body, which marks the response as being sent until it is dropped.
#[derive(Debug)]
pub(super) struct TrackedBody {
    body: Body,
    _answering: ResponseGuard,
}

impl TrackedBody {
    pub(super) fn new(body: Body, answering: ResponseGuard) -> Self {
        Self { body, _answering: answering }
    }
}

impl HttpBody for TrackedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// A stream that records its progress.
#[derive(Debug)]
pub(super) struct TrackedStream<S> {
    stream: S,
    progress: Arc<Progress>,
}

impl<S> TrackedStream<S> {
    pub(super) fn new(stream: S, progress: Arc<Progress>) -> Self {
        Self { stream, progress }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for TrackedStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let outcome = Pin::new(&mut self.stream).poll_read(context, buffer);
        self.progress.read(buffer.filled().len() - before);
        outcome
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for TrackedStream<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.progress.wrote(&outcome);
        outcome
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.progress.wrote(&outcome);
        outcome
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
