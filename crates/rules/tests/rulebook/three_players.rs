//! Points 11 to 13.

use sumito_rules::{Color, IllegalMove, Layout, Mode, Position};

use crate::{play, reason, set_up, where_is};

fn three(marbles: &[&str]) -> Position {
    set_up(Mode::Three, marbles).position().unwrap()
}

// 11

#[test]
fn three_colours_have_11_marbles_each() {
    let start = Position::start(Mode::Three, Layout::ThreeStandard).unwrap();
    assert_eq!(Mode::Three.colors(), [Color::Black, Color::White, Color::Red]);
    for &color in Mode::Three.colors() {
        assert_eq!(start.marbles(color).len(), 11);
    }
    assert!(start.marbles(Color::Yellow).is_empty());
}

#[test]
fn black_begins_and_turns_go_clockwise() {
    let mut position = Position::start(Mode::Three, Layout::ThreeStandard).unwrap();
    // Clockwise from the bottom: the upper left, then the upper right.
    for (turn, corner) in
        [(Color::Black, "a1"), (Color::White, "i5"), (Color::Red, "i9"), (Color::Black, "a5")]
    {
        assert_eq!(position.turn(), turn);
        assert!(position.own().contains(corner.parse().unwrap()));
        let m = position.legal_moves().iter().last().unwrap();
        position = position.play(m).unwrap().position;
    }
}

#[test]
fn the_rules_of_two_players_hold() {
    let position = three(&["e3 e4", "e5", "a1"]);
    assert_eq!(where_is(&play(&position, "e3e4"), Color::White), "e6");
    assert_eq!(reason(&three(&["e3 e4", "e5 e6", "a1"]), "e3e4"), IllegalMove::Pac { each: 2 });
    assert_eq!(reason(&three(&["e3 e4 e6", "e5", "a1"]), "e3e4").code(), "blocked_behind");
}

// 12

#[test]
fn three_push_two_of_different_colours() {
    let after = play(&three(&["e3 e4 e5", "e6", "e7"]), "e3e4");
    assert_eq!((where_is(&after, Color::White), where_is(&after, Color::Red)), ("e7".into(), "e8".into()));
    let after = play(&three(&["e5 e6 e7", "e8", "e9"]), "e5e6");
    assert_eq!((where_is(&after, Color::White), where_is(&after, Color::Red)), ("e9".into(), String::new()));
    assert_eq!(after.captured(), [1, 0, 0]);
}

#[test]
fn two_against_one_and_one_is_a_pac() {
    assert_eq!(reason(&three(&["e3 e4", "e5", "e6"]), "e3e4"), IllegalMove::Pac { each: 2 });
}

#[test]
fn marbles_of_other_players_do_not_help_to_push() {
    let position = three(&["e4", "e5", "e6"]);
    assert_eq!(reason(&position, "e4e5"), IllegalMove::Outnumbered { own: 1, opposing: 2 });
    let white = three(&["e4", "e5", "e6"]).pass_turn();
    assert_eq!(reason(&white, "e5e6"), IllegalMove::Pac { each: 1 });
    assert_eq!(
        reason(&position, "e5e6"),
        IllegalMove::NotYours { cell: "e5".parse().unwrap(), color: Color::White }
    );
}

// 13

#[test]
fn players_collect_the_marbles_that_they_push_out() {
    let position = three(&["a3 a4", "a5 h4 h5", "h6 h7 h8 h9"]);
    let after = play(&position, "a3a4");
    assert_eq!(after.captured(), [1, 0, 0]);
    let position = three(&["a4", "i7 i8", "i9 a5 a3"]).pass_turn();
    assert_eq!(play(&position, "i7i8").captured(), [0, 1, 0]);
}

#[test]
fn the_first_to_six_wins_whatever_the_colours_and_the_game_stops() {
    let setup = set_up(Mode::Three, &["a3 a4", "i5", "a5"]).captured(&[5, 5, 5]);
    let after = play(&setup.position().unwrap(), "a3a4");
    assert_eq!(after.captured(), [6, 5, 5]);
    assert_eq!(after.winner().map(sumito_rules::Team::index), Some(0));
    for turn in [after, after.pass_turn(), after.pass_turn().pass_turn()] {
        assert!(turn.legal_moves().is_empty());
        assert_eq!(reason(&turn, "i5i6"), IllegalMove::GameOver);
    }
}
