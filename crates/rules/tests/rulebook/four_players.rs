//! Points 14 to 17 of the rulebooks and their interpretations.

use sumito_rules::{Color, IllegalMove, Layout, Mode, Position};

use crate::{play, reason, set_up, where_is};

/// Black and red are partners, and so are white and yellow. Black to move.
fn four(marbles: &[&str]) -> Position {
    set_up(Mode::Four, marbles).position().unwrap()
}

fn turns(mode: Mode) -> Vec<Color> {
    let mut position = Position::start(mode, Layout::FourStandard).unwrap();
    (0..8)
        .map(|_| {
            let turn = position.turn();
            position = position.play(position.legal_moves().iter().next().unwrap()).unwrap().position;
            turn
        })
        .collect()
}

// 14

#[test]
fn four_colours_have_9_marbles_each() {
    let start = Position::start(Mode::Four, Layout::FourStandard).unwrap();
    for color in Color::ALL {
        assert_eq!(start.marbles(color).len(), 9);
    }
}

#[test]
fn partners_sit_opposite_each_other() {
    let start = Position::start(Mode::Four, Layout::FourStandard).unwrap();
    for mode in [Mode::Four, Mode::FourConsecutive] {
        for color in Color::ALL {
            let partner = mode.partner(color).unwrap();
            assert_eq!(mode.team_of(partner), mode.team_of(color));
            assert_ne!(mode.team_of(mode.colors()[(color.index() + 1) % 4]), mode.team_of(color));
            // After half a turn, the marbles of each seat are where the opposite seat's were.
            let turned = start
                .marbles(color)
                .iter()
                .map(|cell| sumito_rules::Cell::new(8 - cell.row(), 10 - cell.number()).unwrap())
                .collect();
            assert_eq!(start.marbles(partner), turned);
        }
    }
}

#[test]
fn turns_go_clockwise() {
    use Color::{Black, Red, White, Yellow};
    assert_eq!(turns(Mode::Four), [Black, White, Red, Yellow, Black, White, Red, Yellow]);
}

#[test]
fn the_rules_of_three_players_hold() {
    let after = play(&four(&["e3 e4 e5", "e6", "a1", "e7"]), "e3e4");
    assert_eq!((where_is(&after, Color::White), where_is(&after, Color::Yellow)), ("e7".into(), "e8".into()));
    assert_eq!(reason(&four(&["e3 e4", "e5", "a1", "e6"]), "e3e4"), IllegalMove::Pac { each: 2 });
}

// 15

#[test]
fn partner_marbles_ahead_move_along() {
    let position = four(&["e3", "a1", "e4 e5", "i9"]);
    let played = position.play(position.parse_move("e3e4").unwrap()).unwrap();
    assert_eq!(where_is(&played.position, Color::Black), "e4");
    assert_eq!(where_is(&played.position, Color::Red), "e5 e6");
    assert_eq!(played.effect.moved.to_string(), "e3 e4 e5");
    let mixed = four(&["e3 e5", "a1", "e4", "i9"]);
    let after = play(&mixed, "e3e4");
    assert_eq!((where_is(&after, Color::Black), where_is(&after, Color::Red)), ("e4 e6".into(), "e5".into()));
}

#[test]
fn partner_marbles_ahead_help_to_push() {
    let after = play(&four(&["e3", "e6 e7", "e4 e5", ""]), "e3e4");
    assert_eq!(where_is(&after, Color::White), "e7 e8");
    let after = play(&four(&["e3 e4", "e6", "e5", "e7"]), "e3e4");
    assert_eq!((where_is(&after, Color::White), where_is(&after, Color::Yellow)), ("e7".into(), "e8".into()));
}

#[test]
fn the_trailing_marble_is_the_movers_own() {
    let position = four(&["e4", "a1", "e3", "i9"]);
    assert_eq!(reason(&position, "e3e4"), IllegalMove::TrailingNotYours { cell: "e3".parse().unwrap() });
    // The marble's owner, the partner, may.
    let partner = position.pass_turn().pass_turn();
    assert_eq!(partner.turn(), Color::Red);
    assert_eq!(where_is(&play(&partner, "e3e4"), Color::Black), "e5");
}

#[test]
fn at_most_three_friendly_marbles_move() {
    let position = four(&["e2 e3", "a1", "e4 e5", "i9"]);
    assert_eq!(reason(&position, "e2e3"), IllegalMove::TooMany);
    assert_eq!(where_is(&play(&position, "e3e4"), Color::Red), "e5 e6");
}

#[test]
fn a_partners_marble_is_not_pushed_like_an_opposing_one() {
    // Two against a partner's single marble is a line of three, not a sumito: there is no opposing force.
    let position = four(&["e3 e4", "e6 e7 e8", "e5", ""]);
    assert_eq!(reason(&position, "e3e4"), IllegalMove::Pac { each: 3 });
    let after = play(&four(&["e4", "", "e5", ""]), "e4e5");
    assert_eq!(where_is(&after, Color::Red), "e6");
}

// 16

#[test]
fn the_first_team_to_six_wins_whatever_the_colours() {
    let setup = set_up(Mode::Four, &["a3 a4", "i5", "i9", "a5"]).captured(&[4, 5]);
    let position = setup.position().unwrap();
    assert_eq!(position.captured().len(), 2);
    let after = play(&position, "a3a4");
    assert_eq!(after.captured(), [5, 5]);
    assert_eq!(after.winner(), None);
    // The partner's ejection counts for the same team.
    let setup = set_up(Mode::Four, &["i9", "i5", "a3 a4", "a5"]).turn(Color::Red).captured(&[5, 5]);
    let after = play(&setup.position().unwrap(), "a3a4");
    assert_eq!(after.captured(), [6, 5]);
    assert_eq!(after.winner(), Some(Mode::Four.team_of(Color::Black)));
    assert!(!after.has_legal_move());
}

// 17

#[test]
fn in_the_variant_partners_play_one_after_the_other() {
    use Color::{Black, Red, White, Yellow};
    assert_eq!(turns(Mode::FourConsecutive), [Black, Red, White, Yellow, Black, Red, White, Yellow]);
}

// Interpretations of 14 to 17

#[test]
fn a_side_step_moves_the_movers_own_marbles_only() {
    let position = four(&["e3", "a1", "e4", "i9"]);
    assert_eq!(reason(&position, "e3e4f3"), IllegalMove::PartnerInSideStep { cell: "e4".parse().unwrap() });
    let own = four(&["e3 e4", "a1", "e5", "i9"]);
    assert_eq!(where_is(&play(&own, "e3e4f3"), Color::Black), "f3 f4");
}

#[test]
fn a_partners_marble_is_not_pushed_off_the_board() {
    let position = four(&["e7 e8", "a1", "e9", "i9"]);
    assert_eq!(reason(&position, "e7e8"), IllegalMove::OverTheEdge { cell: "e9".parse().unwrap() });
    assert_eq!(reason(&four(&["a4", "i9", "a5", ""]), "a4a5").code(), "over_the_edge");
}

#[test]
fn a_partners_marble_behind_a_pushed_one_blocks() {
    let position = four(&["e3 e4", "e5", "e6", "i9"]);
    assert_eq!(reason(&position, "e3e4"), IllegalMove::BlockedBehind { cell: "e6".parse().unwrap() });
}
