//! Traces, as a collector receives them.

use std::collections::HashMap;
use std::fs::File;
use std::net::SocketAddr;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::KeyValue;
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::trace::v1::Span;
use prost::Message;
use serde_json::json;
use tokio::net::TcpListener;
use tokio::sync::mpsc;

use crate::database::{Database, Kind};
use crate::nats_server::NatsServer;
use crate::process::Process;

/// A trace collector that runs until it is dropped.
struct Collector {
    address: SocketAddr,
    bodies: mpsc::UnboundedReceiver<Bytes>,
}

impl Collector {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (sender, bodies) = mpsc::unbounded_channel();
        let router = Router::new().route("/v1/traces", post(receive)).with_state(sender);
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { address, bodies }
    }

    fn endpoint(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Returns everything received so far, as bytes, and the spans in it.
    fn taken(&mut self) -> (Vec<Bytes>, Vec<Traced>) {
        let bodies: Vec<_> = std::iter::from_fn(|| self.bodies.try_recv().ok()).collect();
        let batches = bodies.iter().map(|body| ExportTraceServiceRequest::decode(body.clone()).unwrap());
        let mut spans = Vec::new();
        for of_resource in batches.flat_map(|batch| batch.resource_spans) {
            let resource = texts(&of_resource.resource.unwrap().attributes);
            assert_eq!(resource["service.name"], "abalone");
            let of_scopes = of_resource.scope_spans.into_iter().flat_map(|scope| scope.spans);
            spans.extend(of_scopes.map(|span| Traced { attributes: texts(&span.attributes), span }));
        }
        (bodies, spans)
    }
}

async fn receive(
    State(bodies): State<mpsc::UnboundedSender<Bytes>>,
    headers: HeaderMap,
    body: Bytes,
) -> StatusCode {
    assert_eq!(headers["content-type"], "application/x-protobuf");
    bodies.send(body).unwrap();
    StatusCode::OK
}

/// A received span.
#[derive(Debug)]
struct Traced {
    span: Span,
    attributes: HashMap<String, String>,
}

impl Traced {
    fn has(&self, name: &str, attribute: (&str, &str)) -> bool {
        self.span.name == name && self.attributes.get(attribute.0).is_some_and(|value| value == attribute.1)
    }
}

/// Returns the attributes as text.
fn texts(attributes: &[KeyValue]) -> HashMap<String, String> {
    let text = |attribute: &KeyValue| match attribute.value.as_ref().unwrap().value.as_ref().unwrap() {
        Value::StringValue(text) => text.clone(),
        Value::IntValue(number) => number.to_string(),
        other => format!("{other:?}"),
    };
    attributes.iter().map(|attribute| (attribute.key.clone(), text(attribute))).collect()
}

/// Returns the only span that fulfils a condition.
fn only(spans: &[Traced], is_meant: impl Fn(&Traced) -> bool) -> &Traced {
    let mut found = spans.iter().filter(|span| is_meant(span));
    let span = found.next().unwrap_or_else(|| panic!("no such span in {spans:#?}"));
    assert!(found.next().is_none(), "more than one such span in {spans:#?}");
    span
}

/// Lets two players play a move; returns the room and their tokens.
async fn play_a_move(process: &Process) -> (String, [String; 2]) {
    let tokens = [process.guest_token().await, process.guest_token().await];
    let mut black = process.client(&tokens[0]).await;
    let mut white = process.client(&tokens[1]).await;
    let (room, _) = black.create_room(json!({"layout": "standard"})).await;
    white.watch(&room).await;
    white.join(&room).await.unwrap();
    black.event("started").await;
    black.play(&room, 0, "a1b2").await.unwrap();
    white.event("moved").await;
    black.play(&room, 1, "a1b2").await.unwrap_err();
    (room, tokens)
}

const TRACE: u128 = 0x0af7_6519_16cd_43dd_8448_eb21_1c80_319c;
const CALLER: u64 = 0xb7ad_6b71_6920_3331;

/// Sends a request with a trace parent.
async fn ask_within(process: &Process, flags: &str) {
    let traceparent = format!("00-{TRACE:032x}-{CALLER:016x}-{flags}");
    let asked = reqwest::Client::new().get(process.url("/api/v1/layouts")).header("traceparent", traceparent);
    assert_eq!(asked.send().await.unwrap().status(), 200);
}

#[tokio::test]
async fn move_is_traced_from_frame_to_disk() {
    let (mut collector, database) = (Collector::start().await, Database::new(Kind::Sqlite).await);
    let settings = [
        ("SUMITO_TRACES__ENDPOINT", &*collector.endpoint()),
        ("SUMITO_TRACES__SAMPLED", "1.0"),
        ("SUMITO_TRACES__SERVICE", "abalone"),
        // Traces contain spans below the log level, too.
        ("SUMITO_LOG__FILTER", "off"),
    ];
    let process = Process::start_with(database.url(), &settings).await;
    let (room, tokens) = play_a_move(&process).await;
    ask_within(&process, "01").await;
    // The server sends the remaining spans when it stops.
    assert!(process.terminate().await.success());
    let (bodies, spans) = collector.taken();

    let command = only(&spans, |span| span.has("command", ("command", "play")) && span.attributes.len() == 1);
    assert!(command.span.parent_span_id.is_empty(), "the span begins the trace");
    let below = |parent: &Traced, name: &str| {
        let is_meant =
            |span: &Traced| span.span.name == name && span.span.parent_span_id == parent.span.span_id;
        let child = only(&spans, is_meant);
        assert_eq!(child.span.trace_id, parent.span.trace_id);
        assert!(parent.span.start_time_unix_nano <= child.span.start_time_unix_nano);
        assert!(child.span.end_time_unix_nano <= parent.span.end_time_unix_nano);
        child
    };
    let in_room = below(command, "room");
    assert_eq!(in_room.attributes["room"], room);
    assert!(in_room.attributes.contains_key("game"));
    assert_eq!(below(in_room, "event_log.flush").attributes["commands"], "1");
    let trace = spans.iter().filter(|span| span.span.trace_id == command.span.trace_id);
    assert_eq!(trace.count(), 3, "a move is three spans");

    let refused = only(&spans, |span| span.has("command", ("refused", "not_your_turn")));
    assert_eq!(refused.attributes["command"], "play");
    let guests = spans.iter().filter(|span| span.span.name == "POST /api/v1/guests");
    assert_eq!(
        guests.map(|span| &*span.attributes["http.response.status_code"]).collect::<Vec<_>>(),
        ["201"; 2]
    );
    let layouts = only(&spans, |span| span.span.name == "GET /api/v1/layouts");
    assert_ne!(layouts.span.trace_id, TRACE.to_be_bytes(), "an untrusted caller chooses no trace");

    for secret in [&*tokens[0], &tokens[1], "a1b2", "127.0.0.1", "bearer", "Bearer"] {
        let is_in = |body: &Bytes| body.windows(secret.len()).any(|part| part == secret.as_bytes());
        assert!(!bodies.iter().any(is_in), "{secret} is in the traces");
    }
}

#[tokio::test]
async fn move_through_another_node_is_one_trace() {
    let (mut collector, database) = (Collector::start().await, Database::new(Kind::Postgres).await);
    let nats = NatsServer::start().await;
    let (endpoint, bus) = (collector.endpoint(), nats.settings().url);
    let settings = [
        ("SUMITO_TRACES__ENDPOINT", &*endpoint),
        ("SUMITO_TRACES__SAMPLED", "1.0"),
        ("SUMITO_TRACES__SERVICE", "abalone"),
        ("SUMITO_CLUSTER__NATS_URL", &*bus),
    ];
    let owner = Process::start_with(database.url(), &settings).await;
    let other = Process::start_with(database.url(), &settings).await;
    let mut black = owner.client(&owner.guest_token().await).await;
    let mut white = other.client(&other.guest_token().await).await;
    let (room, _) = black.create_room(json!({"layout": "standard"})).await;
    white.watch(&room).await;
    white.join(&room).await.unwrap();
    black.event("started").await;
    black.play(&room, 0, "a1b2").await.unwrap();
    white.event("moved").await;
    white.play(&room, 1, "i9h8").await.unwrap();
    for process in [other, owner] {
        assert!(process.terminate().await.success());
    }
    let (_, spans) = collector.taken();

    let below = |parent: &Traced, name: &str| {
        only(&spans, |span| span.span.name == name && span.span.parent_span_id == parent.span.span_id)
    };
    let forwarded = |command: &Traced| {
        spans
            .iter()
            .any(|span| span.span.name == "forwarded" && span.span.parent_span_id == command.span.span_id)
    };
    let command = only(&spans, |span| span.has("command", ("command", "play")) && forwarded(span));
    let in_room = below(below(command, "forwarded"), "room");
    assert_eq!(in_room.attributes["room"], room);
    let flush = below(in_room, "event_log.flush");
    assert_eq!(flush.span.trace_id, command.span.trace_id);
}

#[tokio::test]
async fn request_joins_the_trace_of_a_trusted_caller() {
    let (mut collector, database) = (Collector::start().await, Database::new(Kind::Memory).await);
    let settings = [
        ("SUMITO_TRACES__ENDPOINT", &*collector.endpoint()),
        ("SUMITO_TRACES__SAMPLED", "0.0"),
        ("SUMITO_TRACES__SERVICE", "abalone"),
        ("SUMITO_TRACES__TRUST_TRACEPARENT", "true"),
    ];
    let process = Process::start_with(database.url(), &settings).await;
    process.guest_token().await;
    ask_within(&process, "00").await;
    ask_within(&process, "01").await;
    assert!(process.terminate().await.success());
    let (_, spans) = collector.taken();
    let [layouts] = &spans[..] else { panic!("unsampled spans were sent: {spans:#?}") };
    assert!(layouts.has("GET /api/v1/layouts", ("http.route", "/api/v1/layouts")));
    assert_eq!(layouts.span.trace_id, TRACE.to_be_bytes());
    assert_eq!(layouts.span.parent_span_id, CALLER.to_be_bytes());
}

#[tokio::test]
async fn missing_collector_does_no_harm() {
    let unused = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let endpoint = format!("http://{}", unused.local_addr().unwrap());
    drop(unused);
    let (database, folder) = (Database::new(Kind::Sqlite).await, tempfile::tempdir().unwrap());
    let (settings, log) = (folder.path().join("settings"), folder.path().join("log"));
    let traces = format!("[traces]\nendpoint = \"{endpoint}\"\nsampled = 1.0\n");
    std::fs::write(&settings, format!("{traces}[log]\nfilter = \"debug\"\n")).unwrap();
    let process = Process::start_with_file(database.url(), &settings, File::create(&log).unwrap()).await;
    play_a_move(&process).await;
    assert!(process.terminate().await.success());
    let log = std::fs::read_to_string(&log).unwrap();
    assert_eq!(log.matches("trace export failed; dropping spans").count(), 1, "{log}");
    assert!(log.contains("server stopped") && !log.contains("otel"), "spans are no part of the log: {log}");
}
