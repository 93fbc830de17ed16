//! Sitting down and leaving.

use sumito_game::{Command, CommandError, Event, Seat, Status, TimeControl};

use crate::scene::{BLACK, STRANGER, Scene, WHITE, seat, settings};

fn unclocked() -> Scene {
    Scene::new(settings(TimeControl::None))
}

#[test]
fn the_game_starts_when_all_seats_are_taken() {
    let mut scene = unclocked();
    let first = scene.join(BLACK, None).unwrap();
    assert!(matches!(first[..], [Event::Seated { .. }]));
    assert_eq!(scene.table.status(), Status::Waiting);
    let second = scene.join(WHITE, None).unwrap();
    assert!(matches!(second[..], [Event::Seated { .. }, Event::Started { .. }]));
    assert_eq!(scene.table.status(), Status::Playing);
    assert_eq!(scene.game().turn(), Some(seat(0)));
}

#[test]
fn player_can_choose_a_free_seat() {
    let mut scene = unclocked();
    scene.join(WHITE, Some(seat(1))).unwrap();
    assert_eq!(scene.join(BLACK, Some(seat(1))), Err(CommandError::SeatTaken(seat(1))));
    assert_eq!(scene.join(BLACK, Some(seat(2))), Err(CommandError::NoSuchSeat(seat(2))));
    scene.join(BLACK, None).unwrap();
    assert_eq!(scene.table.seat_of(BLACK), Some(seat(0)));
}

#[test]
fn player_cannot_take_two_seats() {
    let mut scene = unclocked();
    scene.join(BLACK, None).unwrap();
    assert_eq!(scene.join(BLACK, None), Err(CommandError::AlreadySeated(seat(0))));
    assert_eq!(scene.join(BLACK, Some(seat(1))), Err(CommandError::AlreadySeated(seat(0))));
}

#[test]
fn a_third_person_can_only_watch() {
    let mut scene = Scene::started();
    assert_eq!(scene.join(STRANGER, None), Err(CommandError::Full));
    assert_eq!(scene.join(STRANGER, Some(seat(0))), Err(CommandError::Full));
    for command in [Command::Resign, Command::Leave, Command::Abort] {
        assert_eq!(scene.request(STRANGER, command), Err(CommandError::NotSeated));
    }
}

#[test]
fn a_seat_can_be_given_up_before_the_game() {
    let mut scene = unclocked();
    scene.join(BLACK, None).unwrap();
    assert_eq!(scene.request(BLACK, Command::Leave), Ok(vec![Event::Left { seat: seat(0) }]));
    assert_eq!(scene.table.status(), Status::Closed);
    scene.join(BLACK, None).unwrap();
    assert_eq!(scene.table.status(), Status::Waiting, "a player with the link can open it again");
}

#[test]
fn a_seat_cannot_be_given_up_in_a_game() {
    let mut scene = Scene::started();
    assert_eq!(scene.request(BLACK, Command::Leave), Err(CommandError::Started));
    scene.request(BLACK, Command::Resign).unwrap();
    assert_eq!(scene.request(BLACK, Command::Leave), Err(CommandError::Over));
}

#[test]
fn presence_changes_create_no_records() {
    let mut scene = Scene::started();
    let before = scene.records.len();
    assert!(scene.connect(BLACK));
    assert!(!scene.connect(BLACK));
    assert!(scene.disconnect(BLACK, false));
    assert!(!scene.disconnect(BLACK, false));
    assert_eq!(scene.records.len(), before);
}

#[test]
fn seats_count_from_zero_to_three() {
    assert_eq!(Seat::try_from(3).map(u8::from), Ok(3));
    assert_eq!(Seat::try_from(4), Err("seat 4 does not exist; seats are 0 to 3".to_owned()));
}
