//! Games from other positions than layouts.

use std::time::Duration;

use sumito_game::{
    Command, Event, Offer, Policy, Reason, Seat, Settings, SettingsError, StartPosition, Status, Table,
    TimeControl,
};
use sumito_rules::Mode;

use crate::scene::{BLACK, SECOND, Scene, WHITE, settings, settings_for};

const TIME: TimeControl = TimeControl::SuddenDeath { initial: Duration::from_mins(10) };

/// White is to move.
const LINE: &str = "5/6/7/8/2wwb4/3bbw2/7/6/5 w 5,3 0 0";

fn from_position() -> Settings {
    let start_position = Some(StartPosition::parse(Mode::Two, LINE).unwrap());
    Settings { start_position, policy: Policy::usual(TIME), ..settings(TIME) }
}

#[test]
fn the_colour_of_the_position_begins() {
    let mut scene = Scene::new(from_position());
    assert_eq!(scene.table.position().to_string(), LINE);
    scene.join(BLACK, None).unwrap();
    scene.join(WHITE, None).unwrap();
    assert_eq!(scene.game().turn().map(Seat::index), Some(1));
    assert!(scene.play_as(BLACK, "e5e6").is_err());
    // The limit of the first move is White's.
    let limit = scene.game().first_move_by(&from_position().policy).unwrap();
    assert_eq!(limit, scene.now + 60 * SECOND);
    scene.wait(10 * SECOND);
    scene.play_as(WHITE, "e3d3").unwrap();
    assert_eq!(scene.remaining(0), Some(600 * SECOND));
    assert_eq!(scene.remaining(1), Some(590 * SECOND));
    scene.play_as(BLACK, "e5e6").unwrap();
    assert_eq!(scene.game().position().ply(), 2);
}

#[test]
fn ejections_before_the_start_count() {
    let line = "w4/6/7/8/b5wwb/8/7/6/5 w 5,5 0 0";
    let start_position = Some(StartPosition::parse(Mode::Two, line).unwrap());
    let mut scene = Scene::started_with(Settings { start_position, ..settings(TIME) });
    scene.play_all(&["i5h5", "e1e2", "e7e8"]);
    let outcome = scene.outcome().unwrap();
    assert_eq!((outcome.reason, &outcome.score[..]), (Reason::Ejections, &[5, 6][..]));
}

#[test]
fn takebacks_and_rematches_return_to_the_position() {
    let mut scene = Scene::started_with(from_position());
    scene.play("e3d3").unwrap();
    scene.request(WHITE, Command::Offer(Offer::Takeback)).unwrap();
    scene.request(BLACK, Command::Accept(Offer::Takeback)).unwrap();
    assert_eq!(scene.table.position().to_string(), LINE);
    scene.play_all(&["e3d3", "e5e6"]);
    scene.request(BLACK, Command::Resign).unwrap();
    scene.request(WHITE, Command::Offer(Offer::Rematch)).unwrap();
    scene.request(BLACK, Command::Accept(Offer::Rematch)).unwrap();
    assert_eq!(scene.table.status(), Status::Playing);
    assert_eq!(scene.table.position().to_string(), LINE);
    // The colours are swapped, and white starts again.
    assert_eq!(scene.table.seat_of(BLACK).map(Seat::index), Some(1));
    scene.play_as(BLACK, "e3d3").unwrap();
}

#[test]
fn the_position_is_stored_with_the_settings() {
    let mut scene = Scene::started_with(from_position());
    scene.play_all(&["e3d3", "e5e6"]);
    let stored = serde_json::to_string(&scene.records[0].event).unwrap();
    let position = format!(r#""layout":"standard","start_position":"two {LINE}","time""#);
    assert!(stored.contains(&position), "{stored}");
    assert_eq!(serde_json::from_str::<Event>(&stored).unwrap(), scene.records[0].event);
    assert_eq!(Table::replay(&scene.records).as_ref(), Ok(&scene.table));
}

#[test]
fn only_unrated_games_of_the_same_mode_start_from_a_position() {
    let rated = Settings { rated: true, ..from_position() };
    assert_eq!(Table::create(rated), Err(SettingsError::RatedFromPosition));
    let start_position = from_position().start_position;
    let other = Settings { start_position, ..settings_for(Mode::Three, TIME) };
    assert_eq!(Table::create(other), Err(SettingsError::StartMode { mode: Mode::Three }));
}
