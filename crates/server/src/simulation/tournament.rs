//! A tournament whose task breaks off.

use std::time::Duration;

use serde_json::json;
use sumito_game::{Policy, Timestamp, UserId};
use sumito_tournament::{Actor, Command};
use tokio::time::{Instant, sleep};
use uuid::Uuid;

use super::life;
use super::tab::{self, Socket};
use crate::config::{Config, Overrides};
use crate::rooms::SubscriberId;
use crate::store::{Role, Store, UserRow};
use crate::tournaments::{Registration, SharedTournamentUpdate, TournamentSubscriber};
use crate::wire;

/// When the server starts.
const BEGINNING: Timestamp = Timestamp(1_763_680_000_000_000);

/// Somebody who follows a tournament and brings its task down when a change is told: what a mistake in our own code would do.
#[derive(Debug)]
struct Bomb;

impl TournamentSubscriber for Bomb {
    fn tell(&self, update: &SharedTournamentUpdate) -> bool {
        assert!(update.value().before.is_none(), "what a mistake does");
        true
    }

    fn cut_off(&self) {}
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
async fn a_tournament_whose_task_panics_is_read_again_and_whoever_follows_comes_back() {
    let config = Config::load(None, &Overrides::default()).expect("the defaults are in order");
    let store = Store::connect("memory:", &config.database).await.expect("there is memory");
    let app = life::app_with(store, BEGINNING, |_| {}).await;
    let [director, player] = [1, 2].map(person);
    for (number, user) in (0..).zip([&director, &player]) {
        app.store().add_user(user, &tab::session(number)).await.expect("a new user");
    }
    let settings = json!({
        "name": "Club evening",
        "form": {"form": "round_robin", "cycles": 1},
        "clock": {"kind": "sudden_death", "initial_ms": 300_000},
        "start": {"kind": "by_director"},
    });
    let settings = serde_json::from_value(settings).expect("settings");
    let wish = wire::domain_tournament(settings, None, Policy::usual).expect("it can be held");
    let tournaments = app.tournaments();
    let id = tournaments.create(&director, wish).await.expect("it is made").tournament.id();
    let mut socket = Socket::open(&app, Some(director));
    let follow = json!({"type": "subscribe", "tournament": id.0}).to_string();
    socket.session.receive(&follow, Instant::now()).await;
    tournaments.follow(id, SubscriberId::fresh(), Box::new(Bomb)).await.expect("it is followed");

    let entered = tournaments.register(id, &player, Registration::default()).await;
    assert_eq!(entered.expect("what is stored is acknowledged").tournament.participants().len(), 1);
    while !socket.is_cut_off() {
        sleep(Duration::from_millis(5)).await;
    }
    // It is read again for whoever asks, with the entry in it, and goes on.
    let shown = loop {
        match tournaments.show(id).await {
            Ok(view) => break view,
            // The task is ending at this very moment.
            Err(_) => sleep(Duration::from_millis(5)).await,
        }
    };
    assert!(shown.tournament.participants()[0].has(player.id));
    let left = tournaments.ask(id, Actor::User(player.id), Command::Withdraw).await;
    assert!(!left.expect("it goes on").tournament.participants()[0].is_in());
}
