//! What must hold of a room's stored events.

use std::collections::HashMap;
use std::time::Duration;

use sumito_game::{Event, Phase, Reason, Record, Seat, Table, Timestamp, UserId};
use sumito_protocol::parts::{Clock, Clocks};
use sumito_protocol::server::{self, ClockCause, EventKind};

use crate::rooms::history::History;
use crate::store::{RoomRow, StoredEvent};

/// A flag is seen to have fallen so soon after its moment.
const FLAG_IS_SEEN_WITHIN: Duration = Duration::from_millis(100);

/// Clocks are told in whole milliseconds.
const ROUNDING_MS: u64 = 2;

/// A room as its stored events tell it.
pub(super) struct Stored {
    pub(super) table: Table,
    records: Vec<Record>,
    /// What clients were told, or are told when they ask.
    pub(super) events: Vec<server::Event>,
}

impl Stored {
    /// Reads a room and checks everything that can be told from its events alone.
    pub(super) fn read(row: &RoomRow, stored: &[StoredEvent]) -> Self {
        let history = History::read(row.id, stored).expect("sound records");
        let table = history.table().expect("records that follow from each other");
        let events = history.events_since(row, 0).expect("records that were folded just now");
        check_causes(history.records());
        check_results(history.records(), &table);
        check_flags(history.records());
        check_clocks(&events);
        Self { table, records: history.records().to_vec(), events }
    }

    /// The table as its first events leave it, up to number `seq`.
    pub(super) fn table_after(&self, seq: u64) -> Table {
        Table::replay(&self.records[..seq as usize]).expect("sound records")
    }

    /// Somebody who has a seat.
    pub(super) fn any_player(&self) -> Option<UserId> {
        Seat::first(Seat::MAX).find_map(|seat| self.table.player(seat)).map(|player| player.id)
    }

    /// A game that was under way when the server died goes on only when it is stored that the next one is there.
    pub(super) fn check_restart(&self, died_at: Timestamp) {
        let split = self.events.partition_point(|event| event.at <= died_at.0);
        let (before, after) = self.events.split_at(split);
        let of_games = |event: &&server::Event| clocks_of(&event.kind).is_some();
        let was_running = before
            .iter()
            .rev()
            .find_map(|event| match event.kind {
                EventKind::Started { .. } => Some(true),
                EventKind::Finished { .. } => Some(false),
                _ => None,
            })
            .unwrap_or_default();
        if let Some(first) = after.iter().find(of_games).filter(|_| was_running) {
            let is_restart = matches!(first.kind, EventKind::Clock { cause: ClockCause::Restarted, .. });
            assert!(is_restart, "the clocks ran while there was no server: {first:?}");
        }
    }
}

/// No command has acted twice.
fn check_causes(records: &[Record]) {
    let mut seen = HashMap::new();
    for record in records {
        if let Some(cause) = &record.cause
            && let Some(earlier) = seen.insert((cause.user, cause.command.clone()), record.seq)
        {
            panic!("{cause:?} has acted twice: {earlier} and {}, {:?}", record.seq, record.event);
        }
    }
}

/// Each game has one result, unless it is still under way.
fn check_results(records: &[Record], table: &Table) {
    let count = |kind: fn(&Event) -> bool| records.iter().filter(|record| kind(&record.event)).count();
    let started = count(|event| matches!(event, Event::Started { .. }));
    let finished = count(|event| matches!(event, Event::Finished { .. }));
    let running = usize::from(table.phase() == Phase::Playing);
    assert_eq!(finished + running, started, "one result for each game");
}

/// A flag that falls is seen at once, and none before its time.
fn check_flags(records: &[Record]) {
    let Some((first, later)) = records.split_first() else { return };
    let mut table = Table::open(first).expect("sound records");
    let mut was_eliminated = false;
    for record in later {
        let by_time = match &record.event {
            // With whoever was eliminated just now, the game may be over.
            Event::Finished { outcome } => outcome.reason == Reason::Time && !was_eliminated,
            Event::Eliminated { reason, .. } => *reason == Reason::Time,
            _ => false,
        };
        was_eliminated = matches!(record.event, Event::Eliminated { .. });
        if let Some(deadline) = table.next_deadline() {
            let late = record.at.since(deadline);
            assert!(late <= FLAG_IS_SEEN_WITHIN || is_pause(&record.event), "{late:?} late: {record:?}");
            let clock = table.game().map(sumito_game::Game::clock);
            let left = clock.and_then(|clock| clock.remaining(clock.running()?, record.at));
            assert!(!by_time || left == Some(Duration::ZERO), "{left:?} were left: {record:?}");
        }
        table.apply(record).expect("sound records");
    }
}

fn is_pause(event: &Event) -> bool {
    matches!(event, Event::Paused | Event::Resumed)
}

/// No clock grows but by what a move adds, and none loses more than the time that has passed while the server was there.
fn check_clocks(events: &[server::Event]) {
    let full_again_ms = events.first().map_or(0, |created| match created.kind {
        EventKind::Created { clock: Clock::PerMove { move_ms }, .. } => move_ms,
        _ => 0,
    });
    let is_shared = events.first().is_some_and(|created| {
        matches!(created.kind, EventKind::Created { clock: Clock::PerGame { .. }, .. })
    });
    let mut before: Option<(&server::Event, &Clocks)> = None;
    // What a server that comes back after a crash gives back: the running turn.
    let mut turn_began: Option<&Clocks> = None;
    for event in events {
        let Some(clocks) = clocks_of(&event.kind) else { continue };
        if let Some((earlier, had)) = before
            && !matches!(event.kind, EventKind::Started { .. })
        {
            let passed_ms = (event.at - earlier.at) as u64 / 1_000 + ROUNDING_MS;
            let given_back = turn_began.filter(|_| is_back(&event.kind)).map(limits);
            for (seat, (&had, &left)) in limits(had).iter().zip(limits(clocks)).enumerate() {
                let (added, forgiven) = match &event.kind {
                    EventKind::Moved { time: Some(time), .. }
                        if is_shared || usize::from(time.seat) == seat =>
                    {
                        (time.added_ms, time.forgiven_ms)
                    }
                    _ => (0, 0),
                };
                let most = (had + added + forgiven + ROUNDING_MS).max(full_again_ms);
                let context = || format!("seat {seat}: from {had} to {left} ms: {earlier:?} {event:?}");
                match given_back {
                    Some(began) => assert_eq!(left, began[seat], "the outage was charged, {}", context()),
                    None => assert!(left <= most, "a clock grew, {}", context()),
                }
                // What moves had added is gone when they are taken back.
                let is_takeback = matches!(event.kind, EventKind::TakenBack { .. });
                assert!(
                    is_takeback || left + passed_ms >= had + added,
                    "more was charged than passed, {}",
                    context()
                );
            }
        }
        let turned = before.is_none_or(|(_, had)| had.running != clocks.running);
        if turned || !matches!(event.kind, EventKind::Eliminated { .. }) {
            turn_began = Some(clocks);
        }
        before = Some((event, clocks));
    }
}

/// Whether the server was back, or could store again.
fn is_back(kind: &EventKind) -> bool {
    matches!(kind, EventKind::Clock { cause: ClockCause::Restarted | ClockCause::Continued, .. })
}

fn limits(clocks: &Clocks) -> &[u64] {
    clocks.remaining_ms.as_deref().unwrap_or_default()
}

fn clocks_of(kind: &EventKind) -> Option<&Clocks> {
    match kind {
        EventKind::Started { clocks, .. }
        | EventKind::Moved { clocks, .. }
        | EventKind::Clock { clocks, .. }
        | EventKind::TakenBack { clocks, .. }
        | EventKind::Eliminated { clocks, .. }
        | EventKind::Finished { clocks, .. } => Some(clocks),
        _ => None,
    }
    .filter(|clocks| clocks.remaining_ms.is_some())
}
