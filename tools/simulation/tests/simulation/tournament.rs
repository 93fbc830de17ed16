//! A tournament with a panic of its task, one that leaves memory, and one that is not informed of its ended games.

use std::time::Duration;

use serde_json::{Value, json};
use sumito_game::{Command as ModerationAction, Timestamp, TournamentId, UserId};
use sumito_tournament::{Actor, Command, CommandError, PendingGame};
use tokio::time::{Instant, sleep};
use uuid::Uuid;

use super::life;
use super::tab::{self, Socket};
use sumito_config::{Config, Overrides};
use sumito_gateway::simulated::{self, Life};
use sumito_kit::text::Text;
use sumito_kit::topic::{Subscriber, SubscriberId};
use sumito_services::tournaments::{
    EncodedTournamentUpdate, NewTournament, Order, Registration, TournamentError, TournamentUpdate,
};
use sumito_store::simulated::{Faults, Queries};
use sumito_store::{Role, Store, UserRow};

/// Start time of the server.
const BEGINNING: Timestamp = Timestamp(1_763_680_000_000_000);

/// A subscriber that panics in the tournament's task when a change is sent, as a bug in our own code would.
#[derive(Debug)]
struct Bomb;

impl Subscriber<TournamentUpdate> for Bomb {
    fn send(&self, update: &EncodedTournamentUpdate) -> bool {
        assert!(update.value().before.is_none(), "what a mistake does");
        true
    }
}

fn person(number: u128) -> UserRow {
    UserRow {
        id: UserId(Uuid::from_u128(number)),
        name: format!("Person {number}"),
        guest: false,
        bot: false,
        role: Role::Player,
        created_at: BEGINNING,
    }
}

#[tokio::test]
async fn panicked_tournament_is_reloaded_and_disconnects_followers() {
    let config = Config::load(None, &Overrides::default()).expect("the defaults are in order");
    let store = Store::connect("memory:", &config.database).await.expect("there is memory");
    let app = life::start_with(store, BEGINNING, |_| {}).await;
    let [director, player] = [1, 2].map(person);
    for (number, user) in (0..).zip([&director, &player]) {
        app.store.add_user(user, &tab::session(number)).await.expect("a new user");
    }
    let settings = json!({
        "name": "Club evening",
        "form": {"form": "round_robin", "cycles": 1},
        "clock": {"kind": "sudden_death", "initial_ms": 300_000},
        "start": {"kind": "by_director"},
    });
    let settings = serde_json::from_value(settings).expect("settings");
    let new_tournament = simulated::tournament(&settings).expect("it can be held");
    let tournaments = &app.tournaments;
    let id = tournaments.create(&director, new_tournament).await.expect("it is made").tournament.id();
    let mut socket = Socket::open(&app, Some(director));
    let follow = json!({"type": "subscribe", "tournament": id.0}).to_string();
    socket.session.receive(&follow, Instant::now()).await;
    tournaments.subscribe(id, SubscriberId::fresh(), Box::new(Bomb)).await.expect("it is followed");

    let entered = tournaments.register(id, &player, Registration::default()).await;
    assert_eq!(entered.expect("what is stored is acknowledged").tournament.participants().len(), 1);
    while !socket.is_cut_off() {
        sleep(Duration::from_millis(5)).await;
    }
    // The tournament is reread for the next caller, with the entry in it, and continues.
    let shown = loop {
        match tournaments.show(id).await {
            Ok(view) => break view,
            // The task is ending at this moment.
            Err(_) => sleep(Duration::from_millis(5)).await,
        }
    };
    assert!(shown.tournament.participants()[0].has(player.id));
    let left = tournaments.order(id, Actor::User(player.id), Order::silent(Command::Withdraw)).await;
    assert!(!left.expect("it goes on").tournament.participants()[0].is_in());
}

fn new_tournament() -> NewTournament {
    new_tournament_at(&json!({"kind": "by_director"}))
}

fn new_tournament_at(start: &Value) -> NewTournament {
    let settings = json!({
        "name": "Club evening",
        "form": {"form": "round_robin", "cycles": 1},
        "clock": {"kind": "sudden_death", "initial_ms": 300_000},
        "start": start,
        "no_shows_max": 0,
    });
    let settings = serde_json::from_value(settings).expect("settings");
    simulated::tournament(&settings).expect("it can be held")
}

fn queries() -> Queries {
    Queries::new(Faults::new(fastrand::Rng::with_seed(1)))
}

/// Returns a tournament of two players on a simulated store, and its game, which one of them has lost. The tournament has no result yet,
/// because no task reports ended games.
async fn with_a_game_that_has_ended(app: &Life) -> (TournamentId, PendingGame) {
    let [director, one, other] = [1, 2, 3].map(person);
    for (number, user) in (0..).zip([&director, &one, &other]) {
        app.store.add_user(user, &tab::session(number)).await.expect("a new user");
    }
    let stays = [&one, &other].map(|user| app.rooms.attendance().enter(user.id));
    let tournaments = &app.tournaments;
    let id = tournaments.create(&director, new_tournament()).await.expect("it is made").tournament.id();
    for player in [&one, &other] {
        tournaments.register(id, player, Registration::default()).await.expect("they enter");
    }
    let start = Order::silent(Command::Start);
    let started = tournaments.order(id, Actor::User(director.id), start).await.expect("it begins");
    let game = started.tournament.games_to_make().next().expect("a game");
    let room = loop {
        match app.rooms.get(game.room).await {
            Ok(room) => break room,
            // The room is being created.
            Err(_) => sleep(Duration::from_millis(5)).await,
        }
    };
    room.execute(game.players[1].id, ModerationAction::Resign, None).await.expect("they can resign");
    drop(stays);
    (id, game)
}

#[tokio::test(start_paused = true)]
async fn participant_who_withdraws_after_a_win_keeps_the_win() {
    let app = life::start(queries().store(), BEGINNING).await;
    let (id, game) = with_a_game_that_has_ended(&app).await;
    let winner = Actor::User(game.players[0].id);
    let withdraw = Order::silent(Command::Withdraw);
    // With the result of its only game the tournament is over.
    let answer = app.tournaments.order(id, winner, withdraw).await;
    assert!(matches!(answer, Err(TournamentError::Refused(CommandError::Over))), "{answer:?}");
    let view = app.tournaments.show(id).await.expect("it is there");
    let verdict = view.tournament.game(game.number).expect("the game").verdict.clone().expect("it has ended");
    assert_eq!(verdict.winners(), [0]);
    assert!(view.tournament.game(game.number).expect("the game").ruling.is_none(), "{verdict:?}");
}

#[tokio::test(start_paused = true)]
async fn a_tournament_that_comes_into_memory_reads_the_results_that_it_lacks() {
    let queries = queries();
    let app = life::start(queries.store(), BEGINNING).await;
    let (id, game) = with_a_game_that_has_ended(&app).await;
    let known = app.tournaments.show(id).await.expect("it is there");
    assert!(known.tournament.game(game.number).expect("the game").is_open(), "it has received no result");
    let app = life::start(queries.store(), app.time.now()).await;
    loop {
        let view = app.tournaments.show(id).await.expect("it is there");
        if !view.tournament.game(game.number).expect("the game").is_open() {
            break;
        }
        sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test(start_paused = true)]
async fn readers_leave_room_for_due_tournaments() {
    let queries = queries();
    let app = life::start(queries.store(), BEGINNING).await;
    let director = person(1);
    app.store.add_user(&director, &tab::session(1)).await.expect("a new user");
    let (mut over, mut open) = (Vec::new(), Vec::new());
    for _ in 0..2 {
        let id =
            app.tournaments.create(&director, new_tournament()).await.expect("it is made").tournament.id();
        let cancel = Order::because(Text::of_operator("rain"), |reason| Command::Cancel { reason });
        app.tournaments.order(id, Actor::User(director.id), cancel).await.expect("it is cancelled");
        over.push(id);
    }
    for _ in 0..4 {
        open.push(
            app.tournaments.create(&director, new_tournament()).await.expect("it is made").tournament.id(),
        );
    }
    let soon = new_tournament_at(&json!({"kind": "when_here", "participants": 2}));
    let due = app.tournaments.create(&director, soon).await.expect("it is made").tournament.id();
    // A second server with four places, three of them for readers.
    let app = life::start_with(queries.store(), app.time.now(), |config| {
        (config.limits.active_tournaments, config.limits.ended_tournaments) = (4, 1);
    })
    .await;
    let tournaments = &app.tournaments;
    let in_memory = || tournaments.by_status().iter().map(|(_, count)| count).sum::<u64>();
    for id in [over[0], over[1], over[0]] {
        tournaments.show(id).await.expect("it is read");
    }
    assert_eq!(in_memory(), 0, "those that are over need no task");
    for &id in &open[..3] {
        tournaments.show(id).await.expect("there is a place");
    }
    assert!(matches!(tournaments.show(open[3]).await, Err(TournamentError::Busy)));
    for id in over {
        tournaments.show(id).await.expect("it takes no place of the others");
    }
    app.run_tournaments();
    while in_memory() < 4 {
        sleep(Duration::from_millis(5)).await;
    }
    tournaments.show(due).await.expect("it is in memory: it may begin at any moment");
}
