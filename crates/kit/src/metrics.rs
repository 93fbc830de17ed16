//! Metrics for Prometheus.
//!
//! Every metric is declared here and counted by its own function; without a metrics endpoint, nothing is counted. Values that can be
//! read at any time (such as the number of open sockets) are read on each scrape: `gateway/http/metrics.rs`.

pub mod process;

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use metrics::{Unit, counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram};
use metrics_exporter_prometheus::{BuildError, Matcher, PrometheusBuilder, PrometheusHandle};
use parking_lot::{Mutex, MutexGuard};
use tokio::time::Instant;

use crate::recent_errors::RecentErrors;

/// Type of a metric.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A value that only grows.
    Counter,
    /// A value that goes up and down.
    Gauge,
    /// A distribution of values over ranges.
    Histogram,
}

/// A metric with its name, type, unit and help text.
#[derive(Debug, Clone, Copy)]
pub struct Metric {
    /// Name in Prometheus.
    pub name: &'static str,
    /// Type of the metric.
    pub kind: Kind,
    unit: Unit,
    /// Help text for operators.
    pub help: &'static str,
}

/// Declares the metrics: a constant with the name of each, and the list of all.
macro_rules! metrics {
    ($($constant:ident = $name:literal, $kind:ident, $unit:ident, $help:literal;)*) => {
        $(#[doc = $help] pub const $constant: &str = $name;)*

        /// All metrics except the usual process metrics of Prometheus (`process_…`).
        pub const ALL: &[Metric] = &[$(
            Metric { name: $name, kind: Kind::$kind, unit: Unit::$unit, help: $help },
        )*];
    };
}

metrics! {
    COMMANDS = "sumito_commands_total", Counter, Count, "Client messages processed or rejected, by type.";
    REFUSALS = "sumito_refusals_total", Counter, Count, "Client messages rejected, by error code.";
    COMMAND_SECONDS = "sumito_command_seconds", Histogram, Seconds,
        "Time from reading a command's frame to broadcasting its result, including the durable write.";
    GAMES = "sumito_games_finished_total", Counter, Count, "Finished games, by mode and reason; `time`: a player ran out of time.";
    ROOMS = "sumito_rooms", Gauge, Count, "Rooms in memory, by status.";
    NODE_ROOMS = "sumito_node_rooms", Gauge, Count,
        "Rooms in memory, by the node that owns them: `owned` by this node, `followed` on another.";
    ROOMS_MOVED = "sumito_rooms_moved_total", Counter, Count,
        "Rooms that changed their node; `handed_over`: by this node before it stopped, `taken_over`: from a node that died or stopped.";
    TOURNAMENTS = "sumito_tournaments", Gauge, Count,
        "Tournaments in memory (running, starting soon or being watched), by status.";
    CHALLENGES = "sumito_challenges_open", Gauge, Count, "Challenges awaiting an answer.";
    SEEKS = "sumito_seeks_waiting", Gauge, Count, "Open seeks, by lobby.";
    CHAT_LINES = "sumito_chat_lines_total", Counter, Count, "Chat messages stored and delivered, by channel type.";
    CHAT_REFUSALS = "sumito_chat_refusals_total", Counter, Count, "Chat messages rejected, by reason.";
    RESUMES = "sumito_resumes_total", Counter, Count,
        "Clients that rejoined a room, by what the server sent: the missed events, or a snapshot.";
    CUT_OFF = "sumito_sockets_cut_off_total", Counter, Count,
        "Sockets closed by the server, by reason; `behind`: slow reader, `too_much`: outbox limit exceeded.";
    SOCKETS = "sumito_sockets", Gauge, Count, "Open WebSocket connections.";
    HTTP_CONNECTIONS = "sumito_http_connections", Gauge, Count, "Open HTTP connections that are not WebSockets.";
    HTTP_SECONDS = "sumito_http_seconds", Histogram, Seconds, "Time from request head to response head, by route and status class.";
    BATCH = "sumito_event_log_batch_commands", Histogram, Count, "Commands per event log transaction.";
    FLUSH_SECONDS = "sumito_event_log_flush_seconds", Histogram, Seconds, "Duration of event log transactions.";
    WAIT_SECONDS = "sumito_event_log_wait_seconds", Histogram, Seconds, "Time a command waits for its transaction to begin.";
    TASKS = "sumito_tasks", Gauge, Count, "Live Tokio tasks.";
    QUEUE = "sumito_queue_used", Gauge, Count,
        "Entries in a queue, by queue: event log commands, chat messages.";
    STORAGE_UP = "sumito_storage_up", Gauge, Count, "1 if the database accepts writes, 0 during an outage.";
    CONNECTIONS = "sumito_database_connections_used", Gauge, Count, "Database connections in use, by pool.";
    LAG = "sumito_projection_lag_games", Gauge, Count, "Finished games not yet processed, by projection.";
    ARCHIVED = "sumito_archived_games_total", Counter, Count, "Finished games whose events were archived.";
    ARCHIVED_BYTES = "sumito_archived_bytes_total", Counter, Bytes,
        "Bytes of archived events: before (`form=\"events\"`) and after compression (`form=\"packed\"`).";
    PUSHES = "sumito_pushes_total", Counter, Count,
        "Web Push messages, by result; `dropped`: too many in flight, `replaced`: superseded by a newer message.";
    WEBHOOKS = "sumito_webhook_messages_total", Counter, Count,
        "Attempts to deliver webhook messages, by result; `given_up`: the webhook was disabled, `dropped`: messages that are not delivered.";
    BLOCKING = "sumito_blocking_work", Gauge, Count,
        "Blocking work running now, by kind: passwords, long requests, avatars, host name lookups, tournament decisions.";
    SEARCHES = "sumito_searches_total", Counter, Count, "Engine searches completed, by purpose.";
    BUS_MESSAGES = "sumito_bus_messages_total", Counter, Count, "Messages between nodes, by direction: `sent`, `received`.";
    BUS_DROPPED = "sumito_bus_dropped_total", Counter, Count,
        "Messages between nodes that were dropped, by reason; `slow_reader`: a subscription's queue was full, `slow_bus`: NATS took too long, `too_old`: the sender no longer waits.";
    BUS_UP = "sumito_bus_up", Gauge, Count, "1 if messages reach the other nodes, 0 while NATS is disconnected.";
    BUS_FAILED = "sumito_bus_requests_failed_total", Counter, Count,
        "Requests to other nodes without a usable answer, by reason; `timed_out`: the node has not answered in time.";
    NODES = "sumito_nodes", Gauge, Count, "Nodes of the cluster that are alive, as this node knows them.";
    DUTIES = "sumito_duties", Gauge, Count, "1 for each duty that runs on this node, by duty.";
    LEASE_AGE = "sumito_lease_age_seconds", Gauge, Seconds,
        "Time since this server renewed its lease on PostgreSQL; others may take over after three seconds.";
    SEARCHES_WAITING = "sumito_searches_waiting", Gauge, Count, "Engine searches queued, by purpose.";
}

/// Histogram buckets in seconds: from the time of a move on an idle machine to longer than any client waits.
const SECONDS: [f64; 14] =
    [0.000_25, 0.000_5, 0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.128, 0.256, 0.512, 1.0, 5.0];

/// Histogram buckets of the commands per transaction.
const COMMANDS_AT_ONCE: [f64; 8] = [1.0, 2.0, 4.0, 8.0, 16.0, 64.0, 256.0, 1_024.0];

/// Recorder of the process, once metrics are enabled.
static COUNTED: Mutex<Option<PrometheusHandle>> = Mutex::new(None);

/// Starts counting for the whole process, unless it has started already.
///
/// # Errors
/// If another recorder is installed in the process.
pub fn start() -> Result<PrometheusHandle, BuildError> {
    let mut counted = COUNTED.lock();
    if let Some(handle) = &*counted {
        return Ok(handle.clone());
    }
    let handle = PrometheusBuilder::new()
        .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), &SECONDS)?
        .set_buckets_for_metric(Matcher::Full(BATCH.to_owned()), &COMMANDS_AT_ONCE)?
        .install_recorder()?;
    for metric in ALL {
        match metric.kind {
            Kind::Counter => describe_counter!(metric.name, metric.unit, metric.help),
            Kind::Gauge => describe_gauge!(metric.name, metric.unit, metric.help),
            Kind::Histogram => describe_histogram!(metric.name, metric.unit, metric.help),
        }
    }
    Ok(counted.insert(handle).clone())
}

/// Registers a counter with these label values at zero. If a counter appeared with its first count only, Prometheus would miss the
/// increase.
pub fn expect(name: &'static str, label: &'static str, values: impl IntoIterator<Item = &'static str>) {
    for value in values {
        counter!(name, label => value).increment(0);
    }
}

/// Does the same for the games that end.
pub fn expect_games(modes: &[&'static str], reasons: &[&'static str]) {
    for mode in modes {
        for reason in reasons {
            counter!(GAMES, "mode" => *mode, "reason" => *reason).increment(0);
        }
    }
}

/// Counts a client message of this type.
pub fn command(kind: &'static str) {
    counter!(COMMANDS, "type" => kind).increment(1);
}

/// Recent rejections of the whole process.
static REFUSED: LazyLock<RecentErrors> = LazyLock::new(RecentErrors::default);

/// Records a rejected HTTP request for the administrators' page.
pub fn noted(code: &'static str) {
    REFUSED.record(code, Instant::now());
}

/// Returns the rejections of the last hour, by code.
pub fn refused_lately() -> Vec<(&'static str, u64)> {
    REFUSED.counts(Instant::now())
}

/// Counts a rejected client message by its error code.
pub fn refusal(code: &'static str) {
    noted(code);
    counter!(REFUSALS, "code" => code).increment(1);
}

/// Records the time from reading a command to broadcasting its result.
pub fn command_sent(after: Duration) {
    histogram!(COMMAND_SECONDS).record(after);
}

/// Counts a finished game.
pub fn game_finished(mode: &'static str, reason: &'static str) {
    counter!(GAMES, "mode" => mode, "reason" => reason).increment(1);
}

/// Counts a resumed subscription by the client's answer: events or a snapshot.
pub fn resumed(resumed_with: &'static str) {
    counter!(RESUMES, "told" => resumed_with).increment(1);
}

/// Counts a socket that the server closed, by reason.
pub fn disconnected(why: &'static str) {
    counter!(CUT_OFF, "why" => why).increment(1);
}

/// Records a request by route and class of its status, with its duration.
pub fn http(route: String, class: &'static str, took: Duration) {
    histogram!(HTTP_SECONDS, "route" => route, "status" => class).record(took);
}

/// Records a transaction of the event log: its commands and its duration.
pub fn batch(commands: usize, took: Duration) {
    histogram!(BATCH).record(commands as f64);
    histogram!(FLUSH_SECONDS).record(took);
}

/// Records the time that an entry waited for its transaction.
pub fn waited_for_batch(waited: Duration) {
    histogram!(WAIT_SECONDS).record(waited);
}

/// Counts archived games, with the bytes of their events before and after.
pub fn archived(games: u64, before: u64, after: u64) {
    counter!(ARCHIVED).increment(games);
    counter!(ARCHIVED_BYTES, "form" => "events").increment(before);
    counter!(ARCHIVED_BYTES, "form" => "packed").increment(after);
}

/// Counts a Web Push message by its result.
pub fn pushed(result: &'static str) {
    counter!(PUSHES, "result" => result).increment(1);
}

/// Counts attempts to deliver webhook messages by their result.
pub fn webhook_messages(result: &'static str, count: u64) {
    counter!(WEBHOOKS, "result" => result).increment(count);
}

/// Guard of a blocking job: counted until it is dropped.
#[derive(Debug)]
pub struct Running(&'static str);

/// Counts a blocking job.
pub fn running(kind: &'static str) -> Running {
    gauge!(BLOCKING, "kind" => kind).increment(1.0);
    Running(kind)
}

impl Drop for Running {
    fn drop(&mut self) {
        gauge!(BLOCKING, "kind" => self.0).decrement(1.0);
    }
}

/// Counts an engine search by its purpose.
pub fn searched(purpose: &'static str) {
    counter!(SEARCHES, "purpose" => purpose).increment(1);
}

/// Counts a chat line by the kind of its channel.
pub fn chat_line(place: &'static str) {
    counter!(CHAT_LINES, "place" => place).increment(1);
}

/// Counts a rejected chat line by reason.
pub fn chat_refusal(why: &'static str) {
    counter!(CHAT_REFUSALS, "why" => why).increment(1);
}

/// Counts rooms that this node has handed over to other nodes.
pub fn rooms_handed_over(rooms: usize) {
    counter!(ROOMS_MOVED, "direction" => "handed_over").increment(rooms as u64);
}

/// Counts rooms that this node has claimed from other nodes.
pub fn rooms_taken_over(rooms: usize) {
    counter!(ROOMS_MOVED, "direction" => "taken_over").increment(rooms as u64);
}

/// Counts a message to other nodes.
pub fn bus_sent() {
    counter!(BUS_MESSAGES, "direction" => "sent").increment(1);
}

/// Counts a message of another node.
pub fn bus_received() {
    counter!(BUS_MESSAGES, "direction" => "received").increment(1);
}

/// The reasons for which messages between nodes are dropped.
pub const BUS_DROP_REASONS: [&str; 10] = [
    "disconnected",
    "foreign_node",
    "not_json",
    "rejected",
    "slow_bus",
    "slow_reader",
    "too_large",
    "too_old",
    "unknown_version",
    "unreadable",
];

/// Counts a message between nodes that was dropped, by reason.
pub fn bus_dropped(why: &'static str) {
    bus_dropped_many(why, 1);
}

/// Does the same for several messages.
pub fn bus_dropped_many(why: &'static str, messages: usize) {
    if messages > 0 {
        counter!(BUS_DROPPED, "why" => why).increment(messages as u64);
    }
}

/// Counts a request to another node that has no usable answer, by reason.
pub fn bus_request_failed(why: &'static str) {
    counter!(BUS_FAILED, "why" => why).increment(1);
}

/// Time of the last renewal of the lease.
static RENEWED_AT: Mutex<Option<Instant>> = Mutex::new(None);

/// Records a renewal of the lease.
pub fn lease_renewed() {
    *RENEWED_AT.lock() = Some(Instant::now());
}

/// Returns the time since the last renewal of the lease; `None` if the database has no lease.
pub fn lease_age() -> Option<Duration> {
    Some(RENEWED_AT.lock().as_ref()?.elapsed())
}

/// The duties that have run in this process, with the number of those that run now.
static RUNNING_DUTIES: Mutex<BTreeMap<String, u64>> = Mutex::new(BTreeMap::new());

/// Guard of a duty: counted until it is dropped.
#[derive(Debug)]
pub struct DutyGuard(String);

impl DutyGuard {
    /// Counts a duty by its name.
    pub fn of(name: &str) -> Self {
        *RUNNING_DUTIES.lock().entry(name.to_owned()).or_default() += 1;
        Self(name.to_owned())
    }
}

impl Drop for DutyGuard {
    fn drop(&mut self) {
        if let Some(count) = RUNNING_DUTIES.lock().get_mut(&self.0) {
            *count -= 1;
        }
    }
}

/// Returns the number of running duties by name, also of those that have run before.
pub fn duties() -> Vec<(String, u64)> {
    RUNNING_DUTIES.lock().iter().map(|(name, count)| (name.clone(), *count)).collect()
}

/// Number of rooms or tournaments in memory by status. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct StatusGauge(Arc<Mutex<BTreeMap<&'static str, u64>>>);

/// Guard of one entry: counted under its status until it is dropped.
#[derive(Debug)]
pub struct StatusGuard {
    tally: StatusGauge,
    status: &'static str,
}

impl StatusGauge {
    /// Counts one entry.
    pub fn enter(&self, status: &'static str) -> StatusGuard {
        *self.counts_mut().entry(status).or_default() += 1;
        StatusGuard { tally: self.clone(), status }
    }

    /// Returns the number of entries of each status that has occurred.
    pub fn counts(&self) -> Vec<(&'static str, u64)> {
        self.counts_mut().iter().map(|(status, count)| (*status, *count)).collect()
    }

    fn counts_mut(&self) -> MutexGuard<'_, BTreeMap<&'static str, u64>> {
        self.0.lock()
    }
}

impl StatusGuard {
    /// Moves the counted room or tournament to another status.
    pub fn is_now(&mut self, status: &'static str) {
        if self.status != status {
            *self = self.tally.enter(status);
        }
    }
}

impl Drop for StatusGuard {
    fn drop(&mut self) {
        if let Some(count) = self.tally.counts_mut().get_mut(self.status) {
            *count -= 1;
        }
    }
}

/// Guard of a connection: counted until it is dropped.
#[derive(Debug)]
pub struct ConnectionGuard(());

impl ConnectionGuard {
    /// Counts a connection until the guard is dropped.
    pub fn open() -> Self {
        gauge!(HTTP_CONNECTIONS).increment(1.0);
        Self(())
    }
}

impl Drop for ConnectionGuard {
    fn drop(&mut self) {
        gauge!(HTTP_CONNECTIONS).decrement(1.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metric_names_have_unit_and_total_suffix() {
        for metric in ALL {
            assert!(metric.name.starts_with("sumito_"), "{metric:?}");
            assert_eq!(metric.name.ends_with("_total"), metric.kind == Kind::Counter, "{metric:?}");
            assert_eq!(metric.name.ends_with("_seconds"), metric.unit == Unit::Seconds, "{metric:?}");
            assert!(metric.help.ends_with('.'), "{metric:?}");
        }
    }
}
