//! Spans of traces: a trace follows one command or request through the server.
//!
//! No span is entered and none is inherited: code that hands on a command also hands on its span, so that a task's work is never counted
//! for the wrong command. Spans contain only the fields in this file: ids of rooms and games, names of commands and routes, codes and
//! counts. They never contain a name, address, token, move or text of a user.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

use http::HeaderMap;
use opentelemetry::propagation::TextMapPropagator;
use opentelemetry::trace::TraceContextExt;
use opentelemetry_http::HeaderExtractor;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::{IdGenerator, RandomIdGenerator};
use serde::{Deserialize, Serialize};
use sumito_game::{GameId, RoomId};
use tracing::field::{Empty, display};
use tracing::{Instrument, Span, Value, info_span};
use tracing_opentelemetry::OpenTelemetrySpanExt;

/// Target of all spans of traces: the log excludes it, and traces contain nothing else.
pub(super) const TARGET: &str = "sumito_traces";

/// A random number below this bound starts a trace: 0 while traces are off.
static BEGIN_BELOW: AtomicU64 = AtomicU64::new(0);

/// Name of the header, and of the part of a message, that names a place in a trace.
const TRACEPARENT: &str = "traceparent";

/// Sets the sampled fraction of commands and requests, from none (0) to all (1).
pub(super) fn begin(sampled: f64) {
    BEGIN_BELOW.store(bound(sampled), Ordering::Relaxed);
}

/// Returns the bound below which this fraction of all numbers lies.
fn bound(sampled: f64) -> u64 {
    (sampled * u64::MAX as f64) as u64
}

/// Returns whether to start a trace. Sampling happens here and not at export: an unsampled command costs one random number, while creating
/// and discarding spans would cost as much as the move itself.
fn begins() -> bool {
    match BEGIN_BELOW.load(Ordering::Relaxed) {
        0 => false,
        u64::MAX => true,
        bound => u64::from_be_bytes(RandomIdGenerator::default().new_span_id().to_bytes()) < bound,
    }
}

/// A span of a trace, or nothing if this command is not sampled. It ends when its last clone is dropped, and not before its child spans.
#[derive(Debug, Clone, Default)]
pub struct TraceSpan(Option<Box<Span>>);

/// The place in a trace at which another node continues it, in the form of the W3C's `traceparent`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TraceParent(String);

impl TraceSpan {
    /// Returns the root span of a client's message.
    pub fn command() -> Self {
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

    /// Returns the root span of a request. If `headers` name a caller's trace (`traceparent`), the span joins that trace and adopts its
    /// sampling decision.
    pub fn request(method: &str, route: &str, headers: Option<&HeaderMap>) -> Self {
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
            // This fails only if traces are off.
            let _ = span.set_parent(caller);
        }
        Self::of(span)
    }

    /// Returns this span as the parent of spans on another node; `None` if there is no trace.
    pub fn parent(&self) -> Option<TraceParent> {
        let span = self.0.as_ref()?;
        let mut named = HashMap::new();
        TraceContextPropagator::new().inject_context(&span.context(), &mut named);
        named.remove(TRACEPARENT).map(TraceParent)
    }

    /// Returns the span of a command that another node has forwarded; none if that node does not trace it.
    pub fn forwarded(parent: Option<TraceParent>) -> Self {
        let Some(TraceParent(parent)) = parent else { return Self::default() };
        let named = HashMap::from([(TRACEPARENT.to_owned(), parent)]);
        let parent = TraceContextPropagator::new().extract(&named);
        if !parent.span().span_context().is_sampled() {
            return Self::default();
        }
        let span = info_span!(
            target: TARGET,
            parent: None,
            "forwarded",
            otel.kind = "server",
            otel.status_code = Empty
        );
        // This fails only if traces are off.
        let _ = span.set_parent(parent);
        Self::of(span)
    }

    /// Returns a child span for the room's work on the command.
    #[must_use]
    pub fn in_room(&self, room: RoomId, game: Option<GameId>) -> Self {
        let Some(command) = &self.0 else { return Self::default() };
        let game = game.map(|game| display(game.0));
        let room =
            info_span!(target: TARGET, parent: &**command, "room", otel.status_code = Empty, %room, game);
        Self::of(room)
    }

    /// Returns a child span for the transaction that stores the command. `commands` commands share the transaction, and each of their
    /// traces has its own span for it, so that every trace is complete.
    #[must_use]
    pub fn in_flush(&self, commands: usize) -> Self {
        let Some(room) = &self.0 else { return Self::default() };
        Self::of(
            info_span!(target: TARGET, parent: &**room, "event_log.flush", otel.status_code = Empty, commands),
        )
    }

    /// Returns the span of the request that the current task answers.
    pub fn current() -> Self {
        let span = Span::current();
        let is_of_trace = span.metadata().is_some_and(|metadata| metadata.target() == TARGET);
        if is_of_trace { Self::of(span) } else { Self::default() }
    }

    /// Records a field that was unknown when the span started.
    pub fn record(&self, field: &'static str, value: impl Value) {
        if let Some(span) = &self.0 {
            span.record(field, value);
        }
    }

    /// Marks the span as failed by a fault of the server.
    pub fn fail(&self) {
        self.record("otel.status_code", "error");
    }

    /// Runs a future in this span, which is then [`current`](Self::current).
    pub async fn during<T>(&self, work: impl Future<Output = T>) -> T {
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
    fn sampling_matches_the_configured_fraction() {
        assert_eq!([0.0, 0.5, 1.0].map(bound), [0, 1 << 63, u64::MAX]);
    }

    #[test]
    fn nothing_is_traced_without_a_collector() {
        let mut headers = HeaderMap::new();
        let sampled = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        headers.insert("traceparent", sampled.parse().unwrap());
        let command = TraceSpan::command();
        for traced in [&command, &TraceSpan::request("GET", "/", Some(&headers)), &TraceSpan::current()] {
            assert!(traced.0.is_none());
        }
        let forwarded = |parent: &str| TraceSpan::forwarded(Some(TraceParent(parent.to_owned())));
        assert!([sampled, "00-0-0-01", ""].into_iter().all(|parent| forwarded(parent).0.is_none()));
        assert_eq!(command.parent(), None);
        assert!(command.in_room(RoomId::from_random([0; 8]), None).in_flush(1).0.is_none());
    }
}
