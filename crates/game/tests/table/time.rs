//! Clocks in a game.

use std::time::Duration;

use sumito_game::{
    Clocks, Command, CommandError, Event, Offer, Policy, Reason, Record, Settings, Table, TimeControl,
};
use sumito_rules::Mode;

use crate::scene::{BLACK, SECOND, Scene, WHITE, seat, settings, settings_for};

const TEN_MINUTES: TimeControl = TimeControl::SuddenDeath { initial: SECOND.saturating_mul(600) };

#[test]
fn clock_of_the_player_to_move_runs() {
    let mut scene = Scene::started();
    scene.wait(30 * SECOND);
    scene.play("a1b2").unwrap();
    scene.wait(20 * SECOND);
    assert_eq!((scene.remaining(0), scene.remaining(1)), (Some(570 * SECOND), Some(580 * SECOND)));
}

#[test]
fn an_increment_is_added_after_the_move() {
    let control = TimeControl::Fischer { initial: 60 * SECOND, increment: 2 * SECOND };
    let mut scene = Scene::started_with(settings(control));
    scene.wait(5 * SECOND);
    scene.play("a1b2").unwrap();
    assert_eq!(scene.remaining(0), Some(57 * SECOND));
}

#[test]
fn a_flag_falls_at_its_moment_and_not_before() {
    let mut scene = Scene::started();
    let deadline = scene.table.next_deadline().unwrap();
    assert_eq!(deadline, scene.now + 600 * SECOND);
    scene.wait(Duration::from_micros(599_999_999));
    assert_eq!(scene.tick(), []);
    scene.wait(Duration::from_micros(1));
    let events = scene.tick();
    assert!(matches!(events[..], [Event::Finished { .. }]));
    let outcome = scene.outcome().unwrap();
    assert_eq!((outcome.reason, outcome.winners), (Reason::Time, [seat(1)].into_iter().collect()));
    assert_eq!(scene.table.next_deadline(), None);
}

#[test]
fn a_move_that_comes_too_late_does_not_count() {
    let mut scene = Scene::started();
    scene.wait(600 * SECOND);
    assert_eq!(scene.play_as(BLACK, "a1b2"), Err(CommandError::Over));
    assert_eq!(scene.outcome().unwrap().reason, Reason::Time);
}

#[test]
fn clocks_stop_with_the_game() {
    let mut scene = Scene::started();
    scene.wait(10 * SECOND);
    scene.request(WHITE, Command::Resign).unwrap();
    scene.wait(1000 * SECOND);
    assert_eq!(scene.remaining(0), Some(590 * SECOND));
    assert_eq!(scene.game().clock().running(), None);
}

#[test]
fn outage_is_not_charged_to_players() {
    let mut scene = Scene::started();
    scene.wait(10 * SECOND);
    let deadline = scene.table.next_deadline().unwrap();
    scene.outage(3600 * SECOND);
    assert_eq!(scene.table.next_deadline(), Some(deadline + 3600 * SECOND));
    assert_eq!(scene.remaining(0), Some(590 * SECOND));
    scene.wait(SECOND);
    scene.play("a1b2").unwrap();
    assert_eq!((scene.remaining(0), scene.remaining(1)), (Some(589 * SECOND), Some(600 * SECOND)));
    let timing = scene.game().ledger()[0];
    assert_eq!((timing.elapsed, timing.server), (3611 * SECOND, 3600 * SECOND));
}

#[test]
fn an_outage_that_ended_before_the_turn_does_not_count() {
    let mut scene = Scene::started();
    let began = scene.now;
    scene.wait(10 * SECOND);
    scene.play("a1b2").unwrap();
    scene.wait(5 * SECOND);
    assert_eq!(scene.table.exclude(began, began + 8 * SECOND), Duration::ZERO);
    assert_eq!(scene.table.exclude(began, began + 12 * SECOND), 2 * SECOND, "it lasted into the turn");
    assert_eq!(scene.remaining(1), Some(597 * SECOND));
}

#[test]
fn clock_starts_when_the_move_is_announced() {
    let mut scene = Scene::started();
    scene.storing = 20 * SECOND;
    scene.play("a1b2").unwrap();
    assert_eq!(scene.remaining(1), Some(600 * SECOND));
    scene.wait(SECOND);
    scene.storing = Duration::ZERO;
    scene.play("i5h5").unwrap();
    let timing = scene.game().ledger()[1];
    assert_eq!((timing.elapsed, timing.server), (21 * SECOND, 20 * SECOND));
    assert_eq!((scene.remaining(0), scene.remaining(1)), (Some(600 * SECOND), Some(599 * SECOND)));
}

#[test]
fn storing_an_offer_within_a_turn_costs_time() {
    let mut scene = Scene::started();
    scene.wait(10 * SECOND);
    scene.storing = 2 * SECOND;
    scene.request(WHITE, Command::Offer(Offer::Draw)).unwrap();
    assert_eq!(scene.remaining(0), Some(588 * SECOND), "black could think all the time");
}

#[test]
fn move_sent_before_turn_announcement_counts_from_turn_start() {
    let mut scene = Scene::started();
    scene.storing = 20 * SECOND;
    let decided = scene.now;
    scene.play("a1b2").unwrap();
    scene.storing = Duration::ZERO;
    assert_eq!(scene.table.earliest_next(), decided + 20 * SECOND);
    let early = Command::Play { ply: 1, text: "i5h5".to_owned(), lag: Duration::ZERO };
    scene.request_at(decided + SECOND, WHITE, early).unwrap();
    assert_eq!(scene.records.last().unwrap().at, decided + 20 * SECOND);
    assert_eq!(scene.remaining(1), Some(600 * SECOND));
}

#[test]
fn hanging_database_does_not_lose_the_game() {
    let minute = TimeControl::SuddenDeath { initial: 60 * SECOND };
    let mut scene = Scene::started_with(settings(minute));
    scene.storing = 70 * SECOND;
    scene.play("a1b2").unwrap();
    assert_eq!(scene.tick(), []);
    assert_eq!(scene.table.next_deadline(), Some(scene.now + 60 * SECOND));
}

#[test]
fn the_servers_time_is_in_the_records() {
    let mut scene = Scene::started();
    scene.storing = 2 * SECOND;
    scene.play("a1b2").unwrap();
    scene.storing = Duration::ZERO;
    scene.wait(SECOND);
    scene.outage(60 * SECOND);
    scene.request(BLACK, Command::Offer(Offer::Draw)).unwrap();
    assert_eq!(scene.records.last().unwrap().server, 62 * SECOND);
    assert_eq!(scene.table.server_time(), 62 * SECOND);
    let again = Table::replay(&scene.records).unwrap();
    assert_eq!(again, scene.table);
    assert_eq!(again.clocks(scene.now), scene.table.clocks(scene.now));
    scene.outage(5 * SECOND);
    scene.wait(7 * SECOND);
    scene.play("i5h5").unwrap();
    assert_eq!(scene.game().ledger()[1].server, 67 * SECOND);
    assert_eq!(scene.remaining(1), Some(592 * SECOND));
    assert_eq!(Table::replay(&scene.records).as_ref(), Ok(&scene.table));
}

#[test]
fn turn_within_a_record_batch_starts_without_server_time() {
    let mut scene = Scene::started_with(settings_for(Mode::Three, TEN_MINUTES));
    scene.outage(50 * SECOND);
    scene.request(BLACK, Command::Resign).unwrap();
    let turn_began_at = scene.now;
    // The next record was made together with the previous one, in black's turn.
    let (seq, server) = (scene.table.seq() + 1, 50 * SECOND);
    let event = Event::Offered { seat: seat(2), what: Offer::Draw };
    scene.table.apply(&Record { seq, at: scene.now, server, cause: None, event }).unwrap();
    assert_eq!(scene.table.clocks(scene.now).turn_began_at, Some(turn_began_at));
}

#[test]
fn a_first_move_has_its_time_without_the_servers() {
    let policy = Policy::usual(TEN_MINUTES);
    let wait = policy.first_move.unwrap();
    let mut scene = Scene::started_with(Settings { policy, ..settings(TEN_MINUTES) });
    scene.outage(3600 * SECOND);
    assert_eq!(scene.table.next_deadline(), Some(scene.now + wait));
    assert_eq!(scene.table.clocks(scene.now).first_move_by, Some(scene.now + wait));
}

#[test]
fn clocks_contain_all_data_for_drawing() {
    let delayed = TimeControl::Delay { initial: 60 * SECOND, delay: 3 * SECOND };
    let mut scene = Scene::started_with(settings(delayed));
    let began = scene.now;
    scene.outage(SECOND);
    scene.wait(5 * SECOND);
    let clocks = scene.table.clocks(scene.now);
    let expected = Clocks {
        remaining: Some(vec![58 * SECOND, 60 * SECOND]),
        running: Some(seat(0)),
        turn_began_at: Some(began + SECOND),
        free: 3 * SECOND,
        shared: false,
        first_move_by: None,
    };
    assert_eq!(clocks, expected);
    let free_until = clocks.turn_began_at.unwrap() + clocks.free;
    for later in [SECOND, 10 * SECOND] {
        let falls = (scene.now + later).since(free_until.max(scene.now));
        let left = scene.table.clocks(scene.now + later).remaining.unwrap()[0];
        assert_eq!(left + falls, 58 * SECOND);
    }
    let json = serde_json::to_string(&clocks).unwrap();
    assert!(
        json.starts_with(r#"{"remaining_us":[58000000,60000000],"running":0,"turn_began_at":"#),
        "{json}"
    );
    assert_eq!(serde_json::from_str::<Clocks>(&json).unwrap(), clocks);
}

#[test]
fn shared_clock_expires_for_all_players() {
    let mut scene = Scene::started_with(settings(TimeControl::PerGame { limit: 100 * SECOND }));
    scene.wait(30 * SECOND);
    let clocks = scene.table.clocks(scene.now);
    assert!(clocks.shared);
    assert_eq!(clocks.remaining, Some(vec![70 * SECOND; 2]));
}

#[test]
fn no_clock_runs_before_and_after_a_game() {
    let mut scene = Scene::new(settings(TEN_MINUTES));
    let clocks = scene.table.clocks(scene.now);
    assert_eq!((clocks.remaining, clocks.running, clocks.turn_began_at), (None, None, None));
    scene.join(BLACK, None).unwrap();
    scene.join(WHITE, None).unwrap();
    scene.wait(SECOND);
    scene.request(BLACK, Command::Resign).unwrap();
    let clocks = scene.table.clocks(scene.now + SECOND);
    assert_eq!((clocks.running, clocks.turn_began_at, clocks.first_move_by), (None, None, None));
    assert_eq!(clocks.remaining, Some(vec![599 * SECOND, 600 * SECOND]));
    assert_eq!(scene.table.exclude(scene.now, scene.now + SECOND), Duration::ZERO);
    assert_eq!(scene.table.announced_at(scene.now + SECOND), Duration::ZERO);
}

#[test]
fn times_have_bounds() {
    let bad = [
        TimeControl::SuddenDeath { initial: Duration::ZERO },
        TimeControl::SuddenDeath { initial: Duration::from_hours(25) },
        TimeControl::Fischer { initial: 60 * SECOND, increment: Duration::from_mins(11) },
    ];
    for control in bad {
        let error = settings(control).validate().unwrap_err().to_string();
        assert!(error.contains("must be between"), "{error}");
    }
}
