//! Points 1 to 9.

use sumito_rules::{Cell, Color, Direction, IllegalMove, Layout, Mode, Position, Shape};

use crate::{play, reason, set_up, two, where_is};

fn cell(name: &str) -> Cell {
    name.parse().unwrap()
}

// 1

#[test]
fn the_board_is_a_hexagon_of_61_cells_five_to_a_side() {
    assert_eq!(Cell::ALL.len(), 61);
    let rows = (0..9).map(|row| Cell::ALL.into_iter().filter(|cell| cell.row() == row).count());
    assert_eq!(rows.collect::<Vec<_>>(), [5, 6, 7, 8, 9, 8, 7, 6, 5]);
    for direction in Direction::ALL {
        // Two sides of five meet in a corner at each edge seen along an axis.
        let edge = Cell::ALL.into_iter().filter(|cell| cell.neighbor(direction).is_none());
        assert_eq!(edge.count(), 9);
    }
    let neighbors = |cell: Cell| Direction::ALL.into_iter().filter_map(|d| cell.neighbor(d)).count();
    let corners: Vec<_> = Cell::ALL.into_iter().filter(|&cell| neighbors(cell) == 3).collect();
    assert_eq!(corners, ["a1", "a5", "e1", "e9", "i5", "i9"].map(cell));
}

#[test]
fn each_player_has_14_marbles() {
    let start = Position::start(Mode::Two, Layout::Standard).unwrap();
    assert_eq!(start.marbles(Color::Black).len(), 14);
    assert_eq!(start.marbles(Color::White).len(), 14);
}

#[test]
fn black_moves_first_and_the_players_alternate() {
    let mut position = Position::start(Mode::Two, Layout::Standard).unwrap();
    for turn in [Color::Black, Color::White, Color::Black, Color::White] {
        assert_eq!(position.turn(), turn);
        let m = position.legal_moves().iter().next().unwrap();
        position = position.play(m).unwrap().position;
    }
}

// 2

#[test]
fn a_turn_is_one_action() {
    let start = Position::start(Mode::Two, Layout::Standard).unwrap();
    let after = play(&start, "a1b2");
    assert_eq!((after.ply(), after.turn()), (1, Color::White));
    assert_eq!(reason(&after, "a2b3").code(), "not_yours");
}

#[test]
fn a_marble_moves_by_one_cell_in_one_of_six_directions() {
    let position = two("e5", "a1");
    let mut moves: Vec<_> = position.legal_moves().iter().map(|m| m.to_string()).collect();
    moves.sort();
    assert_eq!(moves, ["e5d4", "e5d5", "e5e4", "e5e6", "e5f5", "e5f6"]);
    assert_eq!(reason(&position, "e5e7"), IllegalMove::TooFar);
    assert_eq!(reason(&position, "e5g6"), IllegalMove::TooFar);
}

#[test]
fn pushing_is_not_mandatory() {
    let position = two("e4 e5", "e6");
    assert_eq!(where_is(&play(&position, "e4e5"), Color::White), "e7");
    let without = position.legal_moves().iter().filter(|&m| position.effect(m).pushed.is_empty()).count();
    assert_eq!(without, position.legal_moves().len() - 1);
    assert!(without > 0);
}

// 3

#[test]
fn one_two_or_three_marbles_move_together() {
    let position = two("e3 e4 e5", "a1");
    assert_eq!(where_is(&play(&position, "e5e6"), Color::Black), "e3 e4 e6");
    assert_eq!(where_is(&play(&position, "e4e5"), Color::Black), "e3 e5 e6");
    assert_eq!(where_is(&play(&position, "e3e4"), Color::Black), "e4 e5 e6");
    assert_eq!(where_is(&play(&position, "e3e5f3"), Color::Black), "f3 f4 f5");
}

#[test]
fn marbles_that_move_together_touch() {
    let position = two("e3 e5", "a1");
    assert_eq!(reason(&position, "e3e5f3"), IllegalMove::Gap { cell: cell("e4") });
    // In line, the nearer marble moves alone.
    assert_eq!(where_is(&play(&position, "e3e4"), Color::Black), "e4 e5");
}

#[test]
fn marbles_that_move_together_lie_in_one_straight_line() {
    let position = two("e3 e4 f5", "a1");
    assert_eq!(reason(&position, "e3f5f3"), IllegalMove::NotALine);
    assert_eq!(reason(&position, "e3e3f3"), IllegalMove::NotALine);
    assert!(position.legal_moves().iter().all(|m| position.effect(m).moved.len() <= 2));
}

#[test]
fn from_a_longer_line_the_player_chooses_the_part_to_move() {
    let position = two("e2 e3 e4 e5", "a1");
    for part in ["e2e3f2", "e3e4f3", "e4e5f4", "e2e4f2", "e3e5f3"] {
        position.parse_move(part).unwrap();
    }
    assert_eq!(where_is(&play(&position, "e3e4"), Color::Black), "e2 e4 e5 e6");
    assert_eq!(where_is(&play(&position, "e4e5"), Color::Black), "e2 e3 e5 e6");
}

#[test]
fn never_more_than_three_of_one_colour_move() {
    let position = two("e2 e3 e4 e5", "a1");
    assert_eq!(reason(&position, "e2e3"), IllegalMove::TooMany);
    assert_eq!(reason(&position, "e2e5f2"), IllegalMove::TooMany);
    assert!(position.legal_moves().iter().all(|m| position.effect(m).moved.len() <= 3));
}

// 4

#[test]
fn an_in_line_move_goes_along_the_line_into_the_free_cell_ahead() {
    let position = two("c3 d4 e5", "a1");
    assert_eq!(where_is(&play(&position, "c3d4"), Color::Black), "d4 e5 f6");
    assert_eq!(where_is(&play(&position, "e5d4"), Color::Black), "b2 c3 d4");
}

#[test]
fn a_side_step_moves_every_marble_one_cell_in_parallel() {
    let position = two("c3 d4 e5", "a1");
    let after = play(&position, "c3e5c4");
    assert_eq!(where_is(&after, Color::Black), "c4 d5 e6");
    let sideways: Vec<_> = position
        .legal_moves()
        .iter()
        .filter(|m| matches!(m.shape(), Shape::SideStep { length: 3, .. }))
        .map(sumito_rules::Move::direction)
        .collect();
    assert_eq!(sideways, [Direction::East, Direction::NorthWest, Direction::West, Direction::SouthEast]);
}

#[test]
fn a_side_step_needs_every_target_cell_free() {
    for blocker in ["c4", "d5", "e6"] {
        assert_eq!(
            reason(&two("c3 d4 e5", blocker), "c3e5c4"),
            IllegalMove::Occupied { cell: cell(blocker) }
        );
        assert_eq!(reason(&two(&format!("c3 d4 e5 {blocker}"), ""), "c3e5c4").code(), "occupied");
    }
}

// 5

#[test]
fn two_push_one() {
    let after = play(&two("e3 e4", "e5"), "e3e4");
    assert_eq!(
        (where_is(&after, Color::Black), where_is(&after, Color::White)),
        ("e4 e5".into(), "e6".into())
    );
}

#[test]
fn three_push_one() {
    let after = play(&two("e3 e4 e5", "e6"), "e3e4");
    assert_eq!(
        (where_is(&after, Color::Black), where_is(&after, Color::White)),
        ("e4 e5 e6".into(), "e7".into())
    );
}

#[test]
fn three_push_two() {
    let after = play(&two("e3 e4 e5", "e6 e7"), "e3e4");
    assert_eq!(
        (where_is(&after, Color::Black), where_is(&after, Color::White)),
        ("e4 e5 e6".into(), "e7 e8".into())
    );
}

#[test]
fn a_push_needs_more_marbles_than_it_meets() {
    assert_eq!(reason(&two("e4", "e5 e6"), "e4e5"), IllegalMove::Outnumbered { own: 1, opposing: 2 });
    assert_eq!(reason(&two("e3 e4", "e5 e6 e7"), "e3e4"), IllegalMove::Outnumbered { own: 2, opposing: 3 });
}

#[test]
fn behind_the_pushed_marbles_is_a_free_cell_or_the_edge() {
    assert_eq!(where_is(&play(&two("e6 e7", "e8"), "e6e7"), Color::White), "e9");
    assert_eq!(where_is(&play(&two("e7 e8", "e9"), "e7e8"), Color::White), "");
    assert_eq!(where_is(&play(&two("e5 e6 e7", "e8 e9"), "e5e6"), Color::White), "e9");
}

#[test]
fn of_four_against_two_three_push_and_the_fourth_stays() {
    let position = two("e2 e3 e4 e5", "e6 e7");
    let after = play(&position, "e3e4");
    assert_eq!(
        (where_is(&after, Color::Black), where_is(&after, Color::White)),
        ("e2 e4 e5 e6".into(), "e7 e8".into())
    );
    assert_eq!(reason(&position, "e2e3"), IllegalMove::TooMany);
}

// 6

#[test]
fn no_sumito_when_the_cell_behind_is_taken() {
    let own = two("e3 e4 e6", "e5");
    assert_eq!(reason(&own, "e3e4"), IllegalMove::BlockedBehind { cell: cell("e6") });
    let own = two("e3 e4 e5 e8", "e6 e7");
    assert_eq!(reason(&own, "e3e4"), IllegalMove::BlockedBehind { cell: cell("e8") });
    // An opposing marble there adds to the marbles to be pushed.
    assert_eq!(reason(&two("e3 e4", "e5 e6"), "e3e4"), IllegalMove::Pac { each: 2 });
}

#[test]
fn no_sumito_across_a_gap_but_the_line_may_move_up() {
    let position = two("e3 e4", "e6");
    let after = play(&position, "e3e4");
    assert_eq!(
        (where_is(&after, Color::Black), where_is(&after, Color::White)),
        ("e4 e5".into(), "e6".into())
    );
    assert!(position.legal_moves().iter().all(|m| position.effect(m).pushed.is_empty()));
}

#[test]
fn no_sumito_out_of_line() {
    // Two marbles that move sideways cannot push the marble in their way.
    let position = two("e4 e5", "f5");
    assert_eq!(reason(&position, "e4e5f4").code(), "occupied");
    assert!(position.legal_moves().iter().all(|m| position.effect(m).pushed.is_empty()));
}

// 7

#[test]
fn equal_numbers_are_a_pac_for_both_sides() {
    for (black, white, from_black, from_white, each) in [
        ("e4", "e5", "e4e5", "e5e4", 1),
        ("e3 e4", "e5 e6", "e3e4", "e6e5", 2),
        ("e2 e3 e4", "e5 e6 e7", "e2e3", "e7e6", 3),
    ] {
        let position = two(black, white);
        assert_eq!(reason(&position, from_black), IllegalMove::Pac { each });
        assert_eq!(reason(&position.pass_turn(), from_white), IllegalMove::Pac { each });
    }
}

#[test]
fn further_marbles_of_the_line_do_not_count() {
    assert_eq!(reason(&two("e1 e2 e3 e4", "e5 e6 e7"), "e2e3"), IllegalMove::Pac { each: 3 });
    assert_eq!(reason(&two("e2 e3 e4", "e5 e6 e7 e8"), "e2e3"), IllegalMove::Pac { each: 3 });
    assert_eq!(reason(&two("e1 e2 e3 e4", "e5 e6 e7"), "e1e2"), IllegalMove::TooMany);
}

#[test]
fn three_in_a_row_are_safe_in_that_direction() {
    for black in ["e1", "e1 e2", "e1 e2 e3", "d1 e1 e2 e3", "e1 e2 e3 e4 e5 e6"] {
        let position = two(black, "e7 e8 e9");
        assert!(position.legal_moves().iter().all(|m| position.effect(m).pushed.is_empty()), "{black}");
    }
}

// 8

#[test]
fn a_marble_pushed_over_the_edge_is_out() {
    let position = two("a1 a2 b1", "a3 a4 a5");
    assert_eq!(reason(&position, "a1a2").code(), "outnumbered");
    let position = two("a2 a3 a4", "a5 i5");
    let played = position.play(position.parse_move("a3a4").unwrap()).unwrap();
    assert_eq!(played.effect.ejected, Some(Color::White));
    assert_eq!(played.effect.ejected_from(), Some(cell("a5")));
    assert_eq!(where_is(&played.position, Color::White), "i5");
    assert_eq!(played.position.captured(), [1, 0]);
}

#[test]
fn players_cannot_move_their_own_marbles_off_the_board() {
    assert_eq!(reason(&two("a4 a5", "i5"), "a4a5"), IllegalMove::OverTheEdge { cell: cell("a5") });
    assert_eq!(reason(&two("a4 a5 b5", "i5"), "b5a5a4").code(), "over_the_edge");
    for black in ["a1 a2 a3", "e9 d8 c7", "i5 i6 i7 h4", "a5 b6"] {
        let position = two(black, "e5");
        for m in position.legal_moves() {
            assert_eq!(position.play(m).unwrap().position.marbles(Color::Black).len(), position.own().len());
        }
    }
}

// 9

#[test]
fn the_first_to_push_out_six_wins_at_once() {
    let position = set_up(Mode::Two, &["a3 a4", "a5 i5"]).captured(&[5, 5]).position().unwrap();
    assert_eq!(position.winner(), None);
    let after = play(&position, "a3a4");
    assert_eq!(after.captured(), [6, 5]);
    assert_eq!(after.winner().map(sumito_rules::Team::index), Some(0));
    assert!(!after.has_legal_move());
    assert_eq!(reason(&after, "i5i6"), IllegalMove::GameOver);
}

#[test]
fn stuck_player_has_no_legal_move() {
    // An enclosed white marble in the corner. The consequence is decided by the match's policy.
    let position = two("a2 b1 b2 a3 c1 c3", "a1").pass_turn();
    assert_eq!(position.turn(), Color::White);
    assert!(!position.has_legal_move());
    assert_eq!(position.winner(), None);
    assert!(two("", "a1").legal_moves().is_empty());
}
