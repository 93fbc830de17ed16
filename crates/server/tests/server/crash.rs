//! Failures of servers in mid-game: no acknowledged event is lost.

mod club;
mod links;
mod log;
mod nodes;
mod pair;
mod seekers;

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::JoinSet;

use self::pair::{Pair, Tally};
use crate::database::{BOTH, Database, Kind};
use crate::play::recorded_game;
use crate::process::{Process, output_of};

/// Number of rooms with games at the same time.
const ROOMS: usize = 6;

/// Number of kills on each database; `SUMITO_CRASH_KILLS` overrides it.
const KILLS: u32 = 25;

/// Maximum number of commands before the next kill, over all rooms.
const COMMANDS_MAX: u64 = 60;

/// The server always sends missed events one by one, so that they can be compared, games last as long as the recorded ones, and a socket may
/// follow all rooms of its player.
const SETTINGS: [(&str, &str); 5] = [
    ("SUMITO_LIMITS__SUBSCRIPTIONS_PER_SOCKET", "100000"),
    ("SUMITO_ROOMS__MISSED_EVENTS", "100000"),
    ("SUMITO_LIMITS__OUTBOX_MESSAGES", "200000"),
    ("SUMITO_POLICY__REPETITIONS", "0"),
    ("SUMITO_POLICY__QUIET_PLIES", "0"),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_at_random_moments_on_sqlite() {
    kill_at_random_moments(Kind::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_at_random_moments_on_postgres() {
    kill_at_random_moments(Kind::Postgres).await;
}

/// Reads a number from the environment: a seed or a count.
fn given<T: std::str::FromStr>(variable: &str) -> Option<T> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable}={text} is not a number")))
}

#[expect(clippy::print_stderr, reason = "a failure at a random moment is of no use without its seed")]
async fn kill_at_random_moments(kind: Kind) {
    let seed = given("SUMITO_CRASH_SEED").unwrap_or_else(|| fastrand::u64(..));
    let kills = given("SUMITO_CRASH_KILLS").unwrap_or(KILLS);
    eprintln!("{kills} kills on {kind:?} with SUMITO_CRASH_SEED={seed}");
    let started = Instant::now();
    let mut rng = fastrand::Rng::with_seed(seed);
    let database = Database::new(kind).await;
    let mut pairs = make_pairs(&database, &mut rng).await;
    let mut commands = 0;
    for kill in 1..=kills {
        while rng.u8(..6) == 0 {
            let moment = Duration::from_millis(rng.u64(..150));
            Process::kill_while_starting(database.url(), &SETTINGS, moment).await;
        }
        commands += play_and_kill(&database, &mut pairs, &mut rng).await;
        if kill % 100 == 0 {
            eprintln!("{kill} kills, {commands} commands, {:.0?}", started.elapsed());
        }
    }
    resolve(&database, &mut pairs).await;
    check_all(&database, &pairs).await;
    let again = pairs.iter().map(|pair| pair.sent_again).fold(Tally::default(), Tally::plus);
    eprintln!(
        "{kills} kills on {kind:?} in {:.1?}: {commands} commands in {} rooms; sent again: {again:?}",
        started.elapsed(),
        pairs.iter().map(|pair| pair.rooms_made).sum::<usize>(),
    );
}

/// Makes two players for each room, each pair with a recorded game to play.
async fn make_pairs(database: &Database, rng: &mut fastrand::Rng) -> Vec<Pair> {
    let process = Process::start_with(database.url(), &SETTINGS).await;
    let pairs = make_pairs_on(&process, ROOMS, rng).await;
    process.kill().await;
    pairs
}

async fn make_pairs_on(process: &Process, count: usize, rng: &mut fastrand::Rng) -> Vec<Pair> {
    let games: Vec<Value> = include_str!("../../../rules/tests/data/games.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let mut pairs = Vec::new();
    for _ in 0..count {
        let tokens = [process.guest_token().await, process.guest_token().await];
        let game = rng.choice(&games).unwrap();
        let moves = serde_json::from_value(game["moves"].clone()).unwrap();
        let layout = game["start"].as_str().unwrap().to_owned();
        pairs.push(Pair::new(tokens, layout, moves, rng.fork()));
    }
    pairs
}

/// Starts the server, lets all pairs play, and kills it at a random moment; returns the number of acknowledged commands.
async fn play_and_kill(database: &Database, pairs: &mut Vec<Pair>, rng: &mut fastrand::Rng) -> u64 {
    let process = Process::start_with(database.url(), &SETTINGS).await;
    let url = process.url("/ws");
    let (carried_out, mut count) = watch::channel(0_u64);
    let carried_out = Arc::new(carried_out);
    let mut playing = JoinSet::new();
    for mut pair in pairs.drain(..) {
        let (url, carried_out) = (url.clone(), Arc::clone(&carried_out));
        playing.spawn(async move {
            let None = pair.play([&url, &url], || carried_out.send_modify(|count| *count += 1)).await;
            pair.server_lost();
            pair
        });
    }
    let (enough, moment) = (rng.u64(..COMMANDS_MAX), Duration::from_micros(rng.u64(..5_000)));
    tokio::select! {
        reached = count.wait_for(|count| *count >= enough) => drop(reached.unwrap()),
        ended = playing.join_next() => {
            let Some(Err(error)) = ended else { panic!("the server closed a socket before the kill") };
            std::panic::resume_unwind(error.into_panic());
        }
    }
    // The kill can come anywhere in the work on one command: timers are too coarse for that.
    let reached = Instant::now();
    while reached.elapsed() < moment {
        tokio::task::yield_now().await;
    }
    process.kill().await;
    while let Some(ended) = playing.join_next().await {
        pairs.push(ended.unwrap());
    }
    *carried_out.borrow()
}

/// Starts the server once more and repeats all unanswered commands.
async fn resolve(database: &Database, pairs: &mut [Pair]) {
    let process = Process::start_with(database.url(), &SETTINGS).await;
    let url = process.url("/ws");
    for pair in pairs {
        pair.resolve([&url, &url]).await.expect("this server is not killed");
    }
    process.kill().await;
}

/// Checks all stored data at the end.
async fn check_all(database: &Database, pairs: &[Pair]) {
    let (well, stdout, stderr) = output_of(&["verify", "--database-url", database.url()], &[]).await;
    assert!(well, "{stdout}{stderr}");
    let rooms: usize = pairs.iter().map(|pair| pair.rooms_made).sum();
    assert!(stdout.starts_with(&format!("verified {rooms} rooms ")), "{rooms} rooms were made, but {stdout}");
}

#[tokio::test]
async fn a_killed_server_goes_on_with_its_games() {
    for kind in BOTH {
        kill_in_mid_game(kind).await;
    }
}

async fn kill_in_mid_game(kind: Kind) {
    let database = Database::new(kind).await;
    let process = Process::start(database.url()).await;
    let tokens = [process.guest_token().await, process.guest_token().await];
    let (layout, moves) = recorded_game();
    let mut black = process.client(&tokens[0]).await;
    let mut white = process.client(&tokens[1]).await;
    let clock = json!({"kind": "fischer", "initial_ms": 300_000, "increment_ms": 5_000});
    let (room, _) = black.create_room(json!({"layout": layout, "clock": clock})).await;
    white.join(&room).await.unwrap();
    white.watch(&room).await;
    let mut last = Value::Null;
    for (ply, text) in moves.iter().take(21).enumerate() {
        let mover = if ply % 2 == 0 { &mut black } else { &mut white };
        mover.play(&room, ply, text).await.unwrap();
        last = mover.next_where(|message| message["kind"] == "moved" && message["ply"] == ply + 1).await;
    }
    process.kill().await;

    let process = Process::start(database.url()).await;
    let mut black = process.client(&tokens[0]).await;
    let mut white = process.client(&tokens[1]).await;
    let snapshot = black.watch(&room).await;
    assert_eq!(snapshot["position"], last["position"]);
    assert_eq!(snapshot["moves"], json!(moves[..21]));
    assert_eq!((&snapshot["status"], &snapshot["turn"]), (&json!("playing"), &json!(1)));
    let clock_of = |message: &Value, seat: usize| message["clocks"]["remaining_ms"][seat].as_u64().unwrap();
    assert_eq!(clock_of(&snapshot, 0), clock_of(&last, 0), "the clock that stood still");
    let since = last["seq"].as_u64().unwrap();
    white.request(json!({"type": "watch", "room": room, "since": since})).await.unwrap();
    let clocks = white.next_of("clock").await;
    assert_eq!((&clocks["cause"], &clocks["clocks"]["running"]), (&json!("resumed"), &json!(1)));
    assert_eq!(clock_of(&clocks, 0), clock_of(&last, 0), "the clock that stood still");
    assert!(
        clocks["clocks"]["turn_began_at"].as_i64() > last["at"].as_i64(),
        "clocks do not run during the outage: {clocks}"
    );

    for (ply, text) in moves.iter().enumerate().skip(21) {
        let mover = if ply % 2 == 0 { &mut black } else { &mut white };
        mover.play(&room, ply, text).await.unwrap();
    }
    let finished = white.event("finished").await;
    assert_eq!(finished["result"]["winners"], json!([1]));
    let game = process.url(&format!("/api/v1/games/{}", finished["game"].as_str().unwrap()));
    let game: Value = reqwest::get(game).await.unwrap().json().await.unwrap();
    assert_eq!(game["moves"], json!(moves));
    process.kill().await;
}
