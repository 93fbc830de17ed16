//! The generator against a real server.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::time::Duration;

use sumito_config::{Config, Overrides};
use sumito_loadtest::{
    IdlePlan, MixedPlan, PlayPlan, RoomsPlan, SeeksPlan, SoakPlan, SpectatePlan, Target, TournamentPlan,
    hold_sockets, make_rooms, mix, play, play_tournament, seek_games, soak, spectate,
};
use sumito_protocol::tournament::{SwissPairing, TournamentFormat};
use sumito_server::Server;

async fn server() -> (Server, Target) {
    let mut config = Config::load(None, &Overrides::default()).unwrap();
    config.listen = "127.0.0.1:0".parse().unwrap();
    "memory:".clone_into(&mut config.database_url);
    config.limits.messages_per_second = 0;
    let server = Server::start(config).await.unwrap();
    let target = Target::new(&format!("http://{}", server.address()), false).unwrap();
    (server, target)
}

fn plan(rate: Option<f64>) -> PlayPlan {
    let (warm_up, span) = (Duration::ZERO, Duration::from_secs(1));
    let pids = vec![std::process::id()];
    PlayPlan { rooms: 4, rate, warm_up, span, askers: 0, pids, nodes: Vec::new(), apart: false }
}

#[tokio::test]
async fn recorded_games_are_played_to_their_end_and_again() {
    let (server, target) = server().await;
    let mut plan = plan(None);
    // Waits until all four rooms have played a game; the time depends on the machine.
    let played = loop {
        let played = play(&target, &plan).await.unwrap();
        if played.games >= 4 {
            break played;
        }
        plan.span *= 2;
    };
    assert!(played.moves >= 4 * 48, "{played}");
    assert!(played.quantile(0.5) > 0.0 && played.quantile(0.5) <= played.quantile(0.99), "{played}");
    assert!(played.to_string().contains("of a core"), "{played}");
    server.stop().await;
}

#[tokio::test]
async fn an_open_loop_sends_as_many_moves_as_it_should() {
    let (server, target) = server().await;
    let played = play(&target, &plan(Some(100.0))).await.unwrap();
    assert!((50..=101).contains(&played.moves), "{played}");
    server.stop().await;
}

#[tokio::test]
async fn games_are_played_while_the_server_thinks() {
    let (server, target) = server().await;
    let mut plan = PlayPlan { askers: 2, ..plan(Some(100.0)) };
    let played = loop {
        let played = play(&target, &plan).await.unwrap();
        if played.evaluations > 0 {
            break played;
        }
        plan.span *= 2;
    };
    assert!(played.moves > 0, "{played}");
    assert!(played.to_string().contains("were evaluated"), "{played}");
    server.stop().await;
}

#[tokio::test]
async fn a_crowd_watches_one_room() {
    let (server, target) = server().await;
    let (warm_up, span) = (Duration::ZERO, Duration::from_secs(1));
    let plan = SpectatePlan { rooms: 2, rate: 50.0, spectators: 20, warm_up, span, pids: Vec::new() };
    let watched = spectate(&target, &plan).await.unwrap();
    assert!(watched.before.moves > 0 && watched.during.moves > 0 && watched.after.moves > 0, "{watched}");
    assert!(watched.messages > 20, "each spectator receives moves: {watched}");
    server.stop().await;
}

#[tokio::test]
async fn sockets_and_rooms_are_held() {
    let (server, target) = server().await;
    let (span, pids) = (Duration::from_millis(1), vec![std::process::id()]);
    let sockets = hold_sockets(&target, &IdlePlan { sockets: 60, span, pids: pids.clone() }).await.unwrap();
    assert!(sockets.to_string().starts_with("60 made in "), "{sockets}");
    let rooms = make_rooms(&target, &RoomsPlan { rooms: 60, span, pids }).await.unwrap();
    assert!(rooms.to_string().starts_with("60 made in "), "{rooms}");
    server.stop().await;
}

#[tokio::test]
async fn players_who_seek_find_games() {
    let (server, target) = server().await;
    let plan =
        SeeksPlan { players: 20, rate: 50.0, span: Duration::from_secs(1), pids: vec![std::process::id()] };
    let paired = seek_games(&target, &plan).await.unwrap();
    assert!((25..=50).contains(&paired.seeks), "{paired}");
    assert!(paired.quantile_ms(0.5) > 0.0 && paired.to_string().contains("p99"), "{paired}");
    server.stop().await;
}

#[tokio::test]
async fn a_tournament_of_each_form_is_played_to_its_podium() {
    let (server, target) = server().await;
    for form in [
        TournamentFormat::RoundRobin { cycles: 1 },
        TournamentFormat::Swiss {
            rounds: 3,
            pairing: SwissPairing::Balanced,
            accelerated: false,
            half_point_byes: 0,
            late_entry_rounds: 0,
        },
        TournamentFormat::Knockout { best_of: 1, third_place: true, extra_pairs: 0 },
        TournamentFormat::DoubleElimination { best_of: 1, extra_pairs: 0, reset: true },
        TournamentFormat::Groups {
            groups: 2,
            advance: 1,
            cycles: 1,
            best_of: 1,
            extra_pairs: 0,
            third_place: false,
        },
        // The minimum duration of an arena.
        TournamentFormat::Arena { duration_s: 60, closing_s: 0, wave_s: 1, berserk: false, streaks: true },
    ] {
        let played = play_tournament(&target, &TournamentPlan { form, clients: 5 }).await.unwrap();
        assert_eq!(played.podium.len(), 3, "{played}");
        assert!(played.games >= 4, "{played}");
    }
    server.stop().await;
}

/// A small plan with all kinds of load.
fn mixed(rate: Option<f64>, seconds: u64) -> MixedPlan {
    let form = TournamentFormat::Swiss {
        rounds: 2,
        pairing: SwissPairing::Balanced,
        accelerated: false,
        half_point_byes: 0,
        late_entry_rounds: 0,
    };
    MixedPlan {
        rooms: 3,
        rate,
        tables: 8,
        spectators: 3,
        lobby_watchers: 2,
        readers: 6,
        askers: 1,
        tournament: Some(TournamentPlan { form, clients: 4 }),
        warm_up: Duration::ZERO,
        span: Duration::from_secs(seconds),
        pids: vec![std::process::id()],
    }
}

#[tokio::test]
async fn everything_happens_at_once_and_each_wait_is_measured() {
    let (server, target) = server().await;
    for rate in [None, Some(30.0)] {
        let mut seconds = 4;
        // Waits until all of it has happened; the time depends on the machine.
        let mixed = loop {
            let mixed = mix(&target, &mixed(rate, seconds)).await.unwrap();
            if mixed.rows.len() == 8 && mixed.games > 0 {
                break mixed;
            }
            seconds *= 2;
        };
        for row in &mixed.rows {
            assert!(row.count() > 0 && row.quantile_ms(0.5) <= row.quantile_ms(0.999), "{mixed}");
        }
        if let Some(rate) = rate {
            let max = rate as u64 * seconds + 3;
            assert!(mixed.rows[0].count() <= max, "no more moves than the rate has: {mixed}");
        }
        assert!(mixed.to_string().contains("of a core"), "{mixed}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_soak_shows_a_curve() {
    let (server, target) = server().await;
    let plan = SoakPlan { mixed: mixed(Some(30.0), 2), every: Duration::from_millis(200), metrics: None };
    let soaked = soak(&target, &plan).await.unwrap().to_string();
    assert!(soaked.contains("memory, MB: median") && soaked.contains("files: median"), "{soaked}");
    server.stop().await;
}
