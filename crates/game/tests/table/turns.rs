//! Moves in turn.

use std::time::Duration;

use sumito_game::{Command, CommandError, Event, TimeControl};

use crate::scene::{BLACK, STRANGER, Scene, WHITE, seat, settings};

#[test]
fn turns_alternate() {
    let mut scene = Scene::started();
    let events = scene.play_as(BLACK, "a1b2").unwrap();
    assert!(
        matches!(&events[..], [Event::Moved { seat: mover, ply: 0, mv, .. }] if *mover == seat(0) && mv.as_str() == "a1b2")
    );
    assert_eq!(scene.game().turn(), Some(seat(1)));
    scene.play_as(WHITE, "i5h5").unwrap();
    assert_eq!(scene.game().turn(), Some(seat(0)));
    assert_eq!(scene.table.position().ply(), 2);
}

#[test]
fn moves_are_rejected_out_of_turn_or_without_seat() {
    let mut scene = Scene::started();
    assert_eq!(scene.play_as(WHITE, "i5h5"), Err(CommandError::NotYourTurn(seat(0))));
    assert_eq!(scene.play_as(STRANGER, "a1b2"), Err(CommandError::NotSeated));
    scene.play_as(BLACK, "a1b2").unwrap();
    assert_eq!(scene.play_as(BLACK, "b2c3"), Err(CommandError::NotYourTurn(seat(1))));
}

#[test]
fn a_move_names_the_ply_it_answers() {
    let mut scene = Scene::started();
    let stale = Command::Play { ply: 1, text: "a1b2".to_owned(), lag: Duration::ZERO };
    assert_eq!(scene.request(BLACK, stale), Err(CommandError::StalePly { expected: 0, sent: 1 }));
}

#[test]
fn moves_are_rejected_before_and_after_the_game() {
    let mut scene = Scene::new(settings(TimeControl::None));
    scene.join(BLACK, None).unwrap();
    assert_eq!(scene.play_as(BLACK, "a1b2"), Err(CommandError::NotStarted));
    scene.join(WHITE, None).unwrap();
    scene.request(BLACK, Command::Resign).unwrap();
    assert_eq!(scene.play_as(BLACK, "a1b2"), Err(CommandError::Over));
}

#[test]
fn syntax_errors_differ_from_illegal_moves() {
    let mut scene = Scene::started();
    for text in ["", "hello", "a1", "a1z9", "a1b2c3d4", "ä1b2"] {
        assert!(matches!(scene.play(text), Err(CommandError::BadMove(_))), "{text:?}");
    }
    // A gap, an opponent's marble, a free cell, over the edge.
    for text in ["a1d4", "i5h5", "e5e6", "a1a2"] {
        assert!(
            matches!(scene.play(text), Err(CommandError::Illegal(_) | CommandError::BadMove(_))),
            "{text:?}"
        );
    }
    assert_eq!(scene.table.position().ply(), 0);
}

#[test]
fn both_spellings_of_a_side_step_are_one_move() {
    let mut one = Scene::started();
    let mut other = Scene::started();
    one.play("c3c5d3").unwrap();
    other.play("1. C5C3D5").unwrap();
    assert_eq!(one.table.position(), other.table.position());
    assert_eq!(one.game().moves(), other.game().moves());
}
