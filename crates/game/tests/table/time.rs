//! Clocks in a game.

use std::time::Duration;

use sumito_game::{Command, Event, Reason, Reject, Signal, TimeControl};

use crate::scene::{BLACK, SECOND, STRANGER, Scene, WHITE, seat, settings};

#[test]
fn the_clock_of_whoever_is_to_move_runs() {
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
    assert_eq!(scene.signal(Signal::Tick), []);
    scene.wait(Duration::from_micros(1));
    let events = scene.signal(Signal::Tick);
    assert!(matches!(events[..], [Event::Finished { .. }]));
    let outcome = scene.outcome().unwrap();
    assert_eq!((outcome.reason, outcome.winners), (Reason::Time, [seat(1)].into_iter().collect()));
    assert_eq!(scene.table.next_deadline(), None);
}

#[test]
fn a_move_that_comes_too_late_does_not_count() {
    let mut scene = Scene::started();
    scene.wait(600 * SECOND);
    assert_eq!(scene.play_as(BLACK, "a1b2"), Err(Reject::Over));
    assert_eq!(scene.outcome().unwrap().reason, Reason::Time);
}

#[test]
fn clocks_stop_with_the_game() {
    let mut scene = Scene::started();
    scene.wait(10 * SECOND);
    scene.ask(WHITE, Command::Resign).unwrap();
    scene.wait(1000 * SECOND);
    assert_eq!(scene.remaining(0), Some(590 * SECOND));
    assert_eq!(scene.game().clock().running(), None);
}

#[test]
fn a_planned_stop_is_charged_to_nobody() {
    let mut scene = Scene::started();
    scene.wait(10 * SECOND);
    assert_eq!(scene.signal(Signal::Pausing), [Event::Paused]);
    assert_eq!(scene.table.next_deadline(), None);
    scene.wait(3600 * SECOND);
    assert_eq!(scene.signal(Signal::Resuming), [Event::Resumed]);
    assert_eq!(scene.remaining(0), Some(590 * SECOND));
    scene.wait(SECOND);
    assert_eq!(scene.remaining(0), Some(589 * SECOND));
}

#[test]
fn a_crash_is_charged_to_nobody() {
    let mut scene = Scene::started();
    scene.wait(10 * SECOND);
    scene.play("a1b2").unwrap();
    scene.wait(3600 * SECOND);
    // No pause was written. The table is read again from its records.
    assert_eq!(scene.signal(Signal::Resuming), [Event::Resumed]);
    assert_eq!((scene.remaining(0), scene.remaining(1)), (Some(590 * SECOND), Some(600 * SECOND)));
}

#[test]
fn nobody_is_connected_after_a_restart() {
    let mut scene = Scene::started();
    scene.signal(Signal::Connected(BLACK));
    scene.signal(Signal::Resuming);
    assert!(scene.table.chairs().iter().all(|chair| !chair.connected));
}

#[test]
fn a_table_where_nothing_goes_on_says_nothing_about_a_restart() {
    let mut scene = Scene::new(settings(TimeControl::Unlimited));
    scene.join(STRANGER, None).unwrap();
    assert_eq!(scene.signal(Signal::Pausing), []);
    assert_eq!(scene.signal(Signal::Resuming), []);
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
