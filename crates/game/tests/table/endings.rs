//! Ends of games.

use sumito_game::{Command, CommandError, Event, Policy, Reason, SeatSet, Settings, TimeControl};
use sumito_rules::Layout;

use crate::scene::{BLACK, Scene, WHITE, seat, settings};

/// Four plies that lead back to the standard start, with Black to move.
const SHUFFLE: [&str; 4] = ["c3d3", "g5f5", "d3c3", "f5g5"];

fn usual() -> Policy {
    Policy::usual(TimeControl::None)
}

fn with_policy(policy: Policy) -> Settings {
    Settings { policy, ..settings(TimeControl::None) }
}

#[test]
fn resigning_loses() {
    let mut scene = Scene::started();
    scene.request(BLACK, Command::Resign).unwrap();
    let outcome = scene.outcome().unwrap();
    assert_eq!((outcome.reason, outcome.winners), (Reason::Resignation, [seat(1)].into_iter().collect()));
    assert_eq!(scene.request(WHITE, Command::Resign), Err(CommandError::Over));
}

#[test]
fn game_can_be_aborted_until_all_players_moved() {
    let mut scene = Scene::started();
    scene.play("a1b2").unwrap();
    scene.request(WHITE, Command::Abort).unwrap();
    let outcome = scene.outcome().unwrap();
    assert_eq!((outcome.reason, outcome.winners), (Reason::Aborted, SeatSet::EMPTY));

    let mut scene = Scene::started();
    scene.play_all(&["a1b2", "i5h5"]);
    assert_eq!(scene.request(BLACK, Command::Abort), Err(CommandError::TooLateToAbort));
}

#[test]
fn the_third_time_of_a_position_is_a_draw() {
    let mut scene = Scene::started_with(settings(TimeControl::None));
    scene.play_all(&SHUFFLE);
    scene.play_all(&SHUFFLE[..3]);
    assert_eq!(scene.outcome(), None, "the start has stood twice so far");
    let events = scene.play(SHUFFLE[3]).unwrap();
    assert!(matches!(events[..], [Event::Moved { .. }, Event::Finished { .. }]));
    let outcome = scene.outcome().unwrap();
    assert_eq!((outcome.reason, outcome.winners), (Reason::Repetition, SeatSet::EMPTY));
}

#[test]
fn repetition_can_be_switched_off() {
    let mut scene = Scene::started_with(with_policy(Policy { repetitions: 0, ..usual() }));
    for _ in 0..5 {
        scene.play_all(&SHUFFLE);
    }
    assert_eq!(scene.outcome(), None);
}

#[test]
fn too_many_quiet_plies_are_a_draw() {
    let mut scene = Scene::started_with(with_policy(Policy { quiet_plies: 6, repetitions: 0, ..usual() }));
    scene.play_all(&SHUFFLE);
    scene.play_all(&SHUFFLE[..1]);
    assert_eq!(scene.outcome(), None);
    scene.play(SHUFFLE[1]).unwrap();
    let outcome = scene.outcome().unwrap();
    assert_eq!((outcome.reason, outcome.winners), (Reason::Quiet, SeatSet::EMPTY));
}

#[test]
fn quiet_plies_can_be_without_limit() {
    let mut scene = Scene::started_with(with_policy(Policy { quiet_plies: 0, repetitions: 0, ..usual() }));
    for _ in 0..80 {
        scene.play_all(&SHUFFLE);
    }
    assert_eq!(scene.outcome(), None);
}

#[test]
fn a_layout_must_fit_the_mode() {
    let wrong = Settings { layout: Layout::ThreeStandard, ..settings(TimeControl::None) };
    let error = wrong.validate().unwrap_err();
    assert_eq!(error.to_string(), "layout three_standard needs 3 players, mode two has 2");
}
