//! Takebacks of moves.

use std::time::Duration;

use sumito_game::{Command, CommandError, Event, Offer, Policy, Seat, Settings, TimeControl};
use sumito_rules::Mode;

use crate::scene::{BLACK, RED, SECOND, Scene, WHITE, YELLOW, settings, settings_for};

const OFFER: Command = Command::Offer(Offer::Takeback);
const ACCEPT: Command = Command::Accept(Offer::Takeback);

#[test]
fn a_move_is_taken_back_when_the_opponent_agrees() {
    let mut scene = Scene::started();
    scene.play_all(&["a1b2", "i5h5"]);
    let before = *scene.table.position();
    scene.play("a2b3").unwrap();
    scene.request(BLACK, OFFER).unwrap();
    assert_eq!(scene.request(BLACK, ACCEPT), Err(CommandError::NoOffer));
    assert_eq!(scene.request(WHITE, ACCEPT), Ok(vec![Event::TakenBack { ply: 2 }]));
    assert_eq!(*scene.table.position(), before);
    assert_eq!(scene.game().turn().map(Seat::index), Some(0));
    scene.play("a3b4").unwrap();
}

#[test]
fn the_answer_goes_with_the_move_it_answers() {
    let mut scene = Scene::started();
    scene.play_all(&["a1b2", "i5h5"]);
    scene.request(BLACK, OFFER).unwrap();
    assert_eq!(scene.request(WHITE, ACCEPT), Ok(vec![Event::TakenBack { ply: 0 }]));
    assert_eq!(scene.game().moves(), []);
}

#[test]
fn a_game_in_which_all_have_moved_has_begun_even_without_moves() {
    let time = TimeControl::SuddenDeath { initial: Duration::from_mins(5) };
    let mut scene = Scene::started_with(Settings { policy: Policy::usual(time), ..settings(time) });
    assert!(scene.table.clocks(scene.now).first_move_by.is_some());
    scene.play_all(&["a1b2", "i5h5"]);
    scene.request(BLACK, OFFER).unwrap();
    assert_eq!(scene.request(WHITE, ACCEPT), Ok(vec![Event::TakenBack { ply: 0 }]));
    assert_eq!(scene.table.clocks(scene.now).first_move_by, None);
    assert_eq!(scene.request(BLACK, Command::Abort), Err(CommandError::TooLateToAbort));
}

#[test]
fn there_must_be_a_move_and_no_other_offer() {
    let mut scene = Scene::started();
    assert_eq!(scene.request(BLACK, OFFER), Err(CommandError::NothingToTakeBack));
    scene.play("a1b2").unwrap();
    assert_eq!(scene.request(WHITE, OFFER), Err(CommandError::NothingToTakeBack));
    scene.play("i5h5").unwrap();
    scene.request(BLACK, OFFER).unwrap();
    assert_eq!(scene.request(WHITE, OFFER), Err(CommandError::OfferRepeated));
    scene.play("a2b3").unwrap();
    assert_eq!(scene.request(WHITE, ACCEPT), Err(CommandError::NoOffer), "it lapses with any move");
}

#[test]
fn a_table_can_be_without_takebacks() {
    let policy = Policy { takebacks: false, ..Policy::usual(TimeControl::None) };
    let mut scene = Scene::started_with(Settings { policy, ..settings(TimeControl::None) });
    scene.play("a1b2").unwrap();
    assert_eq!(scene.request(BLACK, OFFER), Err(CommandError::NoTakebacks));
}

#[test]
fn all_opponents_agree_and_the_partner_need_not() {
    let mut scene = Scene::started_with(settings_for(Mode::Four, TimeControl::None));
    for _ in 0..3 {
        scene.play_something();
    }
    scene.request(WHITE, OFFER).unwrap();
    assert_eq!(scene.request(YELLOW, ACCEPT), Err(CommandError::NoOffer), "a partner has no say");
    scene.request(BLACK, ACCEPT).unwrap();
    assert_eq!(scene.request(RED, ACCEPT), Ok(vec![Event::TakenBack { ply: 1 }]));
    assert_eq!(scene.game().turn().map(Seat::index), Some(1));
}

/// Time left to each seat.
fn left(scene: &Scene) -> Vec<Duration> {
    scene.table.clocks(scene.now).remaining.unwrap()
}

#[test]
fn clocks_go_back_to_where_they_were() {
    let more = 10 * SECOND;
    for control in [
        TimeControl::SuddenDeath { initial: 60 * SECOND },
        TimeControl::Fischer { initial: 60 * SECOND, increment: more },
        TimeControl::Bronstein { initial: 60 * SECOND, delay: more },
        TimeControl::Delay { initial: 60 * SECOND, delay: more },
        TimeControl::PerMove { limit: 60 * SECOND },
        TimeControl::PerGame { limit: 60 * SECOND },
    ] {
        let mut scene = Scene::started_with(settings(control));
        scene.wait(5 * SECOND);
        scene.play("a1b2").unwrap();
        scene.wait(7 * SECOND);
        scene.play("i5h5").unwrap();
        let before = left(&scene);
        scene.wait(11 * SECOND);
        scene.play("a2b3").unwrap();
        scene.wait(13 * SECOND);
        scene.request(BLACK, OFFER).unwrap();
        scene.request(WHITE, ACCEPT).unwrap();
        assert_eq!(left(&scene), before, "{control:?}");
        assert_eq!(scene.table.clocks(scene.now).turn_began_at, Some(scene.now));
    }
}

#[test]
fn taking_a_move_back_does_not_lose_on_time() {
    let control = TimeControl::Fischer { initial: 2 * SECOND, increment: 30 * SECOND };
    let mut scene = Scene::started_with(settings(control));
    scene.wait(SECOND);
    scene.play("a1b2").unwrap();
    assert_eq!(left(&scene), [31 * SECOND, 2 * SECOND]);
    scene.request(BLACK, OFFER).unwrap();
    scene.request(WHITE, ACCEPT).unwrap();
    assert_eq!(left(&scene), [2 * SECOND; 2]);
    scene.wait(SECOND);
    assert_eq!(scene.tick(), []);
    scene.play("a1b2").unwrap();
    assert_eq!(left(&scene), [31 * SECOND, 2 * SECOND]);
}

#[test]
fn the_servers_time_in_moves_that_stay_is_not_charged_afterwards() {
    let mut scene = Scene::started();
    scene.wait(SECOND);
    scene.outage(100 * SECOND);
    scene.play("a1b2").unwrap();
    let before = left(&scene);
    assert_eq!(before[0], 599 * SECOND);
    scene.wait(SECOND);
    scene.play("i5h5").unwrap();
    scene.outage(50 * SECOND);
    scene.request(WHITE, OFFER).unwrap();
    scene.request(BLACK, ACCEPT).unwrap();
    assert_eq!(left(&scene), before);
    assert_eq!(scene.table.server_time(), Duration::ZERO);
}

#[test]
fn takeback_after_elimination_restores_clocks() {
    let control = TimeControl::Fischer { initial: 60 * SECOND, increment: 10 * SECOND };
    let mut scene = Scene::started_with(settings_for(Mode::Three, control));
    for _ in 0..4 {
        scene.wait(3 * SECOND);
        scene.play_something();
    }
    scene.wait(20 * SECOND);
    scene.request(WHITE, Command::Resign).unwrap();
    let before = left(&scene);
    assert_eq!(before[1], 47 * SECOND, "60 - 3 + 10 - 20");
    scene.wait(9 * SECOND);
    scene.play_something();
    scene.wait(2 * SECOND);
    scene.request(RED, OFFER).unwrap();
    scene.request(BLACK, ACCEPT).unwrap();
    assert_eq!(left(&scene), before);
}

#[test]
fn takeback_does_not_restore_eliminated_players() {
    let mut scene = Scene::started_with(settings_for(Mode::Three, TimeControl::None));
    for _ in 0..4 {
        scene.play_something();
    }
    scene.request(WHITE, Command::Resign).unwrap();
    assert_eq!(scene.request(BLACK, OFFER), Err(CommandError::NothingToTakeBack));
    scene.play_something();
    scene.play_something();
    scene.request(BLACK, OFFER).unwrap();
    assert_eq!(scene.request(RED, ACCEPT), Ok(vec![Event::TakenBack { ply: 5 }]));
}

#[test]
fn repetition_count_excludes_moves_taken_back() {
    let shuffle = ["c3d3", "g5f5", "d3c3", "f5g5"];
    let mut scene = Scene::started_with(settings(TimeControl::None));
    scene.play_all(&shuffle);
    scene.play_all(&shuffle[..3]);
    scene.request(BLACK, OFFER).unwrap();
    scene.request(WHITE, ACCEPT).unwrap();
    scene.play_all(&shuffle[2..3]);
    assert_eq!(scene.outcome(), None);
    scene.play_all(&shuffle[3..]);
    assert!(scene.outcome().is_some(), "the start has stood three times");
}
