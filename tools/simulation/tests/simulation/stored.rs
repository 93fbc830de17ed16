//! Invariants of a room's stored events.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use sumito_game::{Event, Reason, Record, Seat, Status, Table, TimeControl, Timestamp, UserId};

use sumito_gateway::simulated;
use sumito_kit::encoded::Encoding;
use sumito_rooms::RoomEvent;
use sumito_rooms::records::read_records;
use sumito_store::{RoomRow, StoredEvent};

/// Maximum delay before the server notices a clock that ran out, even if the room was not in memory.
const FLAG_IS_SEEN_WITHIN: Duration = Duration::from_secs(1);

/// A period without a server or without a working store.
#[derive(Debug, Clone, Copy)]
pub(super) struct Downtime {
    pub(super) from: Timestamp,
    pub(super) until: Timestamp,
}

/// A room rebuilt from its stored events.
pub(super) struct Stored {
    pub(super) table: Table,
    records: Vec<Record>,
    /// The events as clients receive them, without legal moves.
    pub(super) events: Vec<sumito_protocol::server::Event>,
}

impl Stored {
    /// Reads a room and checks all invariants that depend on its events alone.
    pub(super) fn read(
        row: &RoomRow,
        stored: &[StoredEvent],
        downtimes: &[Downtime],
        troubles: &[Downtime],
        skew: Duration,
    ) -> Self {
        let (records, corrupt) = read_records(row.id, stored);
        assert_eq!(corrupt, None, "unsound records");
        let row = Arc::new(row.clone());
        let mut table = Table::open(&records[0]).expect("a room begins with its creation");
        let mut events = vec![RoomEvent::new(&row, &records[0], table.position(), &table)];
        for record in &records[1..] {
            let was_eliminated = matches!(records[record.seq as usize - 2].event, Event::Eliminated { .. });
            // An elimination may end the game in the middle of another player's turn.
            if !was_eliminated {
                check_turn(&table, record, downtimes, troubles, skew);
            }
            let before = (*table.position(), table.clocks(record.at).remaining);
            table.apply(record).expect("records that follow from each other");
            check_clocks(&table, record, before.1);
            events.push(RoomEvent::new(&row, record, &before.0, &table));
        }
        check_causes(&records);
        check_results(&records, &table);
        let events = events.iter().map(|event| simulated::event(event, Encoding::Plain)).collect();
        Self { table, records, events }
    }

    /// Returns the table after its first events, up to number `seq`.
    pub(super) fn table_after(&self, seq: u64) -> Table {
        Table::replay(&self.records[..seq as usize]).expect("sound records")
    }

    /// Returns the time of the event with this number.
    pub(super) fn at(&self, seq: u64) -> Option<Timestamp> {
        self.records.get(seq as usize - 1).map(|record| record.at)
    }

    /// Returns the number of the event with which the last game started.
    pub(super) fn last_start(&self) -> Option<u64> {
        let starts = |record: &&Record| matches!(record.event, Event::Started { .. });
        self.records.iter().rfind(starts).map(|record| record.seq)
    }

    /// Returns any player with a seat.
    pub(super) fn any_player(&self) -> Option<UserId> {
        Seat::first(Seat::MAX).find_map(|seat| self.table.player(seat)).map(|player| player.id)
    }
}

/// Checks that no command took effect twice.
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

/// Checks that each game has one result, unless it is still under way.
fn check_results(records: &[Record], table: &Table) {
    let count = |kind: fn(&Event) -> bool| records.iter().filter(|record| kind(&record.event)).count();
    let started = count(|event| matches!(event, Event::Started { .. }));
    let finished = count(|event| matches!(event, Event::Finished { .. }));
    let running = usize::from(table.status() == Status::Playing);
    assert_eq!(finished + running, started, "one result for each game");
}

/// Checks the turn that `record` ends or continues: no player is charged for downtime, and a clock that runs out is noticed at once and
/// not early.
fn check_turn(table: &Table, record: &Record, downtimes: &[Downtime], troubles: &[Downtime], skew: Duration) {
    let Some(clock) = table.game().filter(|game| game.outcome().is_none()).map(sumito_game::Game::clock)
    else {
        return;
    };
    let Some(began) = clock.turn_began_at().map(|moment| moment - table.server_time()) else { return };
    let overlap = |down: &Downtime| down.until.min(record.at).since(down.from.max(began));
    let away: Duration = downtimes.iter().map(overlap).sum();
    assert!(
        record.server + skew >= away,
        "{away:?} without a server, {:?} left out: {record:?}",
        record.server
    );

    let mut table = table.clone();
    let (from, more) = (table.earliest_next(), record.server.saturating_sub(table.server_time()));
    table.exclude(from, from + more);
    let by_time = match &record.event {
        Event::Finished { outcome } => outcome.reason == Reason::Time,
        Event::Eliminated { reason, .. } => *reason == Reason::Time,
        _ => false,
    };
    if let Some(deadline) = table.next_deadline() {
        // A room that is not in memory cannot be read while the store fails.
        let trouble: Duration = troubles
            .iter()
            .map(|trouble| trouble.until.min(record.at).since(trouble.from.max(deadline)))
            .sum();
        let late = record.at.since(deadline).saturating_sub(trouble);
        assert!(late <= FLAG_IS_SEEN_WITHIN, "{late:?} late: {record:?}");
        let clock = table.game().map(sumito_game::Game::clock);
        let left = clock.and_then(|clock| clock.remaining(clock.running()?, record.at));
        assert!(!by_time || left == Some(Duration::ZERO), "{left:?} were left: {record:?}");
    }
}

/// Checks that clocks grow only by a move's increment or a takeback.
fn check_clocks(table: &Table, record: &Record, before: Option<Vec<Duration>>) {
    if !matches!(table.settings().time, TimeControl::Fischer { .. } | TimeControl::SuddenDeath { .. }) {
        return;
    }
    if matches!(record.event, Event::Started { .. } | Event::TakenBack { .. }) {
        return;
    }
    let after = table.clocks(record.at).remaining;
    for (seat, (had, left)) in before.into_iter().flatten().zip(after.into_iter().flatten()).enumerate() {
        let timing = match record.event {
            Event::Moved { seat: mover, .. } if mover.index() == seat => {
                table.game().and_then(|game| game.ledger().last())
            }
            _ => None,
        };
        let more = timing.map_or(Duration::ZERO, |timing| timing.added + timing.forgiven);
        assert!(left <= had + more + record.server, "seat {seat} had {had:?}, now {left:?}: {record:?}");
    }
}
