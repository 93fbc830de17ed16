//! The spans of which a trace is made: one command or request on its way through the server.
//!
//! Nothing is entered and nothing is inherited: whoever hands something on hands on its span, so that what a task does for one command
//! is never taken for another's. Nothing gets into a span but what stands in this file: ids of rooms and games, names of commands and
//! routes, codes and counts. No name, address, token, move or text of anybody.

use std::sync::atomic::{AtomicU64, Ordering};

use axum::http::HeaderMap;
use opentelemetry::propagation::TextMapPropagator;
use opentelemetry::trace::TraceContextExt;
use opentelemetry_http::HeaderExtractor;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::{IdGenerator, RandomIdGenerator};
use sumito_game::{GameId, RoomId};
use tracing::field::{Empty, display};
use tracing::{Instrument, Span, Value, info_span};
use tracing_opentelemetry::OpenTelemetrySpanExt;

/// The target of all spans of traces: the log leaves it out, traces hold nothing else.
pub(super) const TARGET: &str = "sumito_traces";

/// Of all random numbers, those below this one begin a trace: none, as long as traces go nowhere.
static BEGIN_BELOW: AtomicU64 = AtomicU64::new(0);

/// Lets so many of all commands and requests be traced, from none (0) to all (1).
pub(super) fn begin(sampled: f64) {
    BEGIN_BELOW.store(bound(sampled), Ordering::Relaxed);
}

/// The bound below which this part of all numbers lies.
fn bound(sampled: f64) -> u64 {
    (sampled * u64::MAX as f64) as u64
}

/// Whether another trace begins. It is decided here and not when spans are sent: what is not sampled then costs no more than one random
/// number, while spans that are made and thrown away would cost as much as the move itself.
fn begins() -> bool {
    match BEGIN_BELOW.load(Ordering::Relaxed) {
        0 => false,
        u64::MAX => true,
        bound => u64::from_be_bytes(RandomIdGenerator::default().new_span_id().to_bytes()) < bound,
    }
}

/// A span of a trace, or nothing where this command is not traced. It ends when the last of its clones is gone, and not before those
/// that were made from it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Traced(Option<Box<Span>>);

impl Traced {
    /// The first span of a message from a client.
    pub(crate) fn command() -> Self {
        if !begins() {
            return Self::default();
        }
        Self::of(info_span!(
            target: TARGET,
            parent: None,
            "command",
            otel.kind = "server",
            otel.status_code = Empty,
            command = Empty,
            refused = Empty
        ))
    }

    /// The first span of a request. With `headers` whose caller is in a trace already (`traceparent`), it is a part of that one, and is
    /// sampled if that one is.
    pub(crate) fn request(method: &str, route: &str, headers: Option<&HeaderMap>) -> Self {
        let caller = headers.map(|headers| TraceContextPropagator::new().extract(&HeaderExtractor(headers)));
        let caller = caller.filter(|caller| caller.span().span_context().is_valid());
        let is_sampled = |caller: &opentelemetry::Context| caller.span().span_context().is_sampled();
        if !caller.as_ref().map_or_else(begins, is_sampled) {
            return Self::default();
        }
        let span = info_span!(
            target: TARGET,
            parent: None,
            "http",
            otel.name = format!("{method} {route}"),
            otel.kind = "server",
            otel.status_code = Empty,
            http.request.method = method,
            http.route = route,
            http.response.status_code = Empty
        );
        if let Some(caller) = caller {
            // Where traces go nowhere there is nobody to take it.
            let _ = span.set_parent(caller);
        }
        Self::of(span)
    }

    /// What a room does with it, once it has come to it.
    pub(crate) fn in_room(&self, room: RoomId, game: Option<GameId>) -> Self {
        let Some(command) = &self.0 else { return Self::default() };
        let game = game.map(|game| display(game.0));
        let room =
            info_span!(target: TARGET, parent: &**command, "room", otel.status_code = Empty, %room, game);
        Self::of(room)
    }

    /// The transaction that stores it. It is shared by as many as `commands`, and each of their traces has a span of its own for it, so
    /// that every trace is whole by itself.
    pub(crate) fn in_flush(&self, commands: usize) -> Self {
        let Some(room) = &self.0 else { return Self::default() };
        Self::of(
            info_span!(target: TARGET, parent: &**room, "journal.flush", otel.status_code = Empty, commands),
        )
    }

    /// The span of the request that is answered by the task that asks.
    pub(crate) fn current() -> Self {
        let span = Span::current();
        let is_of_trace = span.metadata().is_some_and(|metadata| metadata.target() == TARGET);
        if is_of_trace { Self::of(span) } else { Self::default() }
    }

    /// Notes something that was not known when the span began.
    pub(crate) fn note(&self, field: &'static str, value: impl Value) {
        if let Some(span) = &self.0 {
            span.record(field, value);
        }
    }

    /// Notes that it failed, and not by the client's doing.
    pub(crate) fn fail(&self) {
        self.note("otel.status_code", "error");
    }

    /// Does something in this span: there it is [`current`](Self::current).
    pub(crate) async fn during<T>(&self, work: impl Future<Output = T>) -> T {
        match &self.0 {
            Some(span) => work.instrument(Span::clone(span)).await,
            None => work.await,
        }
    }

    fn of(span: Span) -> Self {
        Self((!span.is_disabled()).then(|| Box::new(span)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_are_sampled() {
        assert_eq!([0.0, 0.5, 1.0].map(bound), [0, 1 << 63, u64::MAX]);
    }

    #[test]
    fn nothing_is_traced_that_goes_nowhere() {
        let mut headers = HeaderMap::new();
        let sampled = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        headers.insert("traceparent", sampled.parse().unwrap());
        let command = Traced::command();
        for traced in [&command, &Traced::request("GET", "/", Some(&headers)), &Traced::current()] {
            assert!(traced.0.is_none());
        }
        assert!(command.in_room(RoomId::from_random([0; 8]), None).in_flush(1).0.is_none());
    }
}
