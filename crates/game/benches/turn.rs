//! Cost of one move at a table: deciding on it, applying it, and computing the next player's legal moves.
//!
//! `cargo bench -p sumito-game`

#![expect(clippy::unwrap_used, reason = "a benchmark that cannot go on fails")]

use std::hint::black_box;
use std::time::Duration;

use criterion::{BatchSize, Criterion};
use sumito_game::{
    Command, Context, Event, GameId, MoveText, Policy, Presence, Record, Settings, Table, TimeControl,
    Timestamp, UserId,
};
use sumito_rules::{Layout, Mode};
use uuid::Uuid;

/// The recorded game migs-38701: 48 plies, White ejects six marbles.
const MOVES: &str = "a2b3 a4b4 a1b1 i5h5 g8g7 i6h6 h8h9g8 h5g5 i8i9h8 h4g4 g8g9f7 h6g6 h8h9g8 a5b5 h7g7 f4f5 e7e6 f5f6 g7h8 \
g4g5 h8h9 b5c5 f9e8 g5g6 h9h8 g6f6 e8e7 e4e5 b1b2 b5c6 b2b3 e5d5 f5e5 d5c5 e5d5 a5b5 h8h9 e6f7 e5e6 b5c5 c2b2 g7g8 b2c3 \
c6c5 e5d4 g8f8 e6d6 f8e8";

const PLAYERS: [UserId; 2] = [UserId(Uuid::from_u128(1)), UserId(Uuid::from_u128(2))];

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let moves: Vec<_> = MOVES.split(' ').collect();
    for ply in [0, 24, 46] {
        let mut before = started();
        for (ply, text) in moves.iter().enumerate().take(ply) {
            turn(&mut before, ply, text);
        }
        criterion.bench_function(
            &format!("move {}: decided, taken in, next moves found", ply + 1),
            |bencher| {
                let text = moves[ply];
                bencher.iter_batched_ref(
                    || before.clone(),
                    |table| black_box(turn(table, ply, black_box(text))),
                    BatchSize::SmallInput,
                );
            },
        );
        criterion.bench_function(&format!("move {}: the next moves written", ply + 1), |bencher| {
            let position = before.position();
            let write = || position.legal_moves().into_iter().map(MoveText::from).map(black_box).count();
            bencher.iter(write);
        });
    }
    criterion.final_summary();
}

/// A table of two with clocks, where the game has started.
fn started() -> Table {
    let time = TimeControl::Fischer { initial: Duration::from_mins(10), increment: Duration::from_secs(5) };
    let (mode, layout, policy) = (Mode::Two, Layout::BelgianDaisy, Policy::usual(time));
    let settings = Settings {
        mode,
        layout,
        start_position: None,
        coach: false,
        time,
        rated: false,
        ready: false,
        spectator_delay: Duration::ZERO,
        tournament: None,
        policy,
    };
    let created = Table::create(settings).unwrap().remove(0);
    let at = Timestamp(1_763_680_000_000_000);
    let mut table =
        Table::open(&Record { seq: 1, at, server: Duration::ZERO, cause: None, event: created }).unwrap();
    for player in PLAYERS {
        run_command(
            &mut table,
            player,
            Command::Join { name: "Anne".to_owned(), guest: true, bot: false, chosen: false, seat: None },
        );
    }
    table
}

/// Plays a move; returns the number of legal moves of the next player.
fn turn(table: &mut Table, ply: usize, text: &str) -> usize {
    let command = Command::Play { ply: ply as u32, text: text.to_owned(), lag: Duration::ZERO };
    run_command(table, PLAYERS[ply % 2], command);
    table.position().legal_moves().len()
}

fn run_command(table: &mut Table, player: UserId, command: Command) {
    let at = table.at() + Duration::from_millis(1);
    let context = Context { now: at, fresh: GameId(Uuid::from_u128(9)), presence: &Presence::default() };
    let events: Vec<Event> = table.decide(player, command, &context).unwrap();
    for event in events {
        let record = Record { seq: table.seq() + 1, at, server: table.server_time(), cause: None, event };
        table.apply(&record).unwrap();
    }
}
