//! Coordinates, moves, positions, modes and layouts.

use std::collections::BTreeSet;

use serde_json::Value;
use sumito_rules::{
    Bitboard, Cell, Color, Direction, IllegalMove, Layout, Mode, Move, MoveError, NotationError, Position,
    PositionError, SetupError, perft,
};

use crate::{cells, play, reason, set_up, two, where_is};

const STANDARD: &str = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0,0 0 0";

#[test]
fn rows_go_from_a_to_i_and_numbers_along_the_diagonals() {
    let rows = [
        "a1 a2 a3 a4 a5",
        "b1 b2 b3 b4 b5 b6",
        "c1 c2 c3 c4 c5 c6 c7",
        "d1 d2 d3 d4 d5 d6 d7 d8",
        "e1 e2 e3 e4 e5 e6 e7 e8 e9",
        "f2 f3 f4 f5 f6 f7 f8 f9",
        "g3 g4 g5 g6 g7 g8 g9",
        "h4 h5 h6 h7 h8 h9",
        "i5 i6 i7 i8 i9",
    ]
    .join(" ");
    assert_eq!(Bitboard::ALL.to_string(), rows);
    assert_eq!(cells(&rows).collect::<Vec<_>>(), Cell::ALL);
    for (index, cell) in Cell::ALL.into_iter().enumerate() {
        assert_eq!((cell.index(), Cell::from_index(index)), (index, Some(cell)));
        assert_eq!(Cell::new(cell.row(), cell.number()), Some(cell));
        assert_eq!(cell.to_string().to_uppercase().parse(), Ok(cell));
    }
    assert_eq!(Cell::from_index(61), None);
    for wrong in ["", "a", "a0", "a6", "f1", "i4", "j5", "e10", "5e", "é1", "a¹", " a1"] {
        assert!(wrong.parse::<Cell>().is_err(), "{wrong}");
    }
}

#[test]
fn directions_change_row_and_number_as_the_standard_says() {
    let from: Cell = "e5".parse().unwrap();
    for (name, to) in [("E", "e6"), ("W", "e4"), ("NE", "f6"), ("SW", "d4"), ("NW", "f5"), ("SE", "d5")] {
        let direction =
            Direction::ALL.into_iter().find(|direction| direction.abbreviation() == name).unwrap();
        assert_eq!(from.neighbor(direction), Some(to.parse().unwrap()));
        assert_eq!(from.direction_to(to.parse().unwrap()), Some(direction));
        assert_eq!(direction.opposite().opposite(), direction);
    }
}

#[test]
fn an_in_line_move_names_the_trailing_marble_and_where_it_goes() {
    assert_eq!(where_is(&play(&two("e3 e4", "e5"), "e3e4"), Color::White), "e6");
    assert_eq!(play(&two("e7 e8", "e9"), "e7e8").captured(), [1, 0]);
    assert_eq!("a1b2".parse::<Move>(), Ok(Move::in_line(Cell::ALL[0], Direction::NorthEast).unwrap()));
}

#[test]
fn a_side_step_names_the_ends_of_the_row_and_the_target_of_the_first() {
    let position = two("c6 c7", "a1");
    assert_eq!(where_is(&play(&position, "c6c7d6"), Color::Black), "d6 d7");
    let other = position.parse_move("c7c6d7").unwrap();
    assert_eq!(other, position.parse_move("c6c7d6").unwrap());
    assert_eq!(other.to_string(), "c6c7d6");
}

#[test]
fn every_move_that_can_be_expressed_has_one_value_and_one_text() {
    let moves: BTreeSet<_> = Move::all().collect();
    let texts: BTreeSet<_> = Move::all().map(|m| m.to_string()).collect();
    // In line, a move for each pair of neighbours and direction; sideways, a move for each row, direction and free target.
    assert_eq!((moves.len(), texts.len()), (Move::all().count(), Move::all().count()));
    assert_eq!(moves.iter().filter(|m| !m.is_side_step()).count(), 2 * 156);
    for m in moves {
        assert_eq!(m.to_string().parse(), Ok(m));
        let ends: Vec<_> = m.named().sorted().collect();
        if m.is_side_step() {
            assert_eq!(Move::side_step(*ends.last().unwrap(), ends[0], m.direction()), Some(m));
            assert_eq!(m.named().step(m.direction()).len(), ends.len());
        }
    }
}

#[test]
fn case_and_move_numbers_are_tolerated() {
    let position = two("c6 c7", "a1");
    for text in ["C6C7D6", "1. c6c7d6", "12.c6c7d6", "7... C7c6D7", "  c6c7d6\n"] {
        assert_eq!(position.parse_move(text).unwrap().to_string(), "c6c7d6", "{text}");
    }
}

#[test]
fn invalid_notation_and_illegal_moves_are_distinct_errors() {
    let position = two("e5", "a1");
    for (text, characters) in [("", 0), ("e5", 2), ("e5e6e", 5), ("e5e6e7e8", 8), ("12e5e6f", 7), ("é", 1)] {
        let error = position.parse_move(text).unwrap_err();
        assert_eq!(error, MoveError::Syntax(NotationError::Length { characters }), "{text}");
        assert_eq!(error.code(), "not_a_move");
    }
    for (text, number) in [("x5e6", 1), ("e5e0", 2), ("e5e6k1", 3), ("éé5e", 1)] {
        assert_eq!(position.parse_move(text), Err(MoveError::Syntax(NotationError::NoSuchCell { number })));
    }
    assert_eq!(position.parse_move("e5e7").unwrap_err().code(), "too_far");
}

#[test]
fn every_reason_why_a_move_is_illegal_has_its_own_code_and_sentence() {
    let over = set_up(Mode::Two, &["e5", "a1"]).captured(&[0, 6]).position().unwrap();
    let four = set_up(Mode::Four, &["e3", "", "e4", ""]).position().unwrap();
    let reasons = [
        (reason(&over, "e5e6"), "game_over"),
        (reason(&two("e5", ""), "e4e5"), "empty_cell"),
        (reason(&two("e5 e4", ""), "e4e6f4"), "empty_cell"),
        (reason(&two("e5", "e4"), "e4e3"), "not_yours"),
        (reason(&two("e5", "e4"), "e4e5f4"), "not_yours"),
        (reason(&four, "e4e3"), "trailing_not_yours"),
        (reason(&four, "e3e4f3"), "partner_in_side_step"),
        (reason(&two("e5", ""), "e5f7e6"), "not_a_line"),
        (reason(&two("e2 e3 e4 e5", ""), "e2e3"), "too_many"),
        (reason(&two("e3 e5", ""), "e3e5f3"), "gap"),
        (reason(&two("e5", ""), "e5g7"), "too_far"),
        (reason(&two("e4 e5", ""), "e4e5g4"), "too_far"),
        (reason(&two("e4 e5", ""), "e5e4e6"), "along_the_row"),
        (reason(&two("e4 e5", "f5"), "e4e5f4"), "occupied"),
        (reason(&two("e4", "e5"), "e4e5"), "pac"),
        (reason(&two("e4", "e5 e6"), "e4e5"), "outnumbered"),
        (reason(&two("e3 e4 e6", "e5"), "e3e4"), "blocked_behind"),
        (reason(&two("e8 e9", ""), "e8e9"), "over_the_edge"),
        (reason(&two("e8 e9", ""), "e8e9f9"), "over_the_edge"),
    ];
    for (reason, code) in reasons {
        assert_eq!(reason.code(), code);
        assert!(reason.to_string().len() > 20, "{reason}");
    }
    let sentences: BTreeSet<_> = reasons.iter().map(|(reason, code)| (code, reason.to_string())).collect();
    let codes: BTreeSet<_> = reasons.iter().map(|(_, code)| code).collect();
    assert_eq!(codes.len(), 15);
    assert!(sentences.len() >= codes.len());
    assert_eq!(reasons[18].0, IllegalMove::OverTheEdge { cell: "e9".parse().unwrap() });
}

#[test]
fn a_position_is_one_line_of_text() {
    let start = Position::start(Mode::Two, Layout::Standard).unwrap();
    assert_eq!(start.to_string(), STANDARD);
    assert_eq!(Position::parse(Mode::Two, STANDARD), Ok(start));
    let three = Position::start(Mode::Three, Layout::ThreeStandard).unwrap();
    assert!(three.to_string().ends_with(" b 0,0,0 0 0"));
    let four = Position::start(Mode::Four, Layout::FourStandard).unwrap();
    assert!(four.to_string().ends_with("y3r b 0,0 0 0"));
    let text = "5/6/7/8/4y4/8/7/6/b3r y 3,5 17 240";
    let position = Position::parse(Mode::Four, text).unwrap();
    assert_eq!(position.to_string(), text);
    assert_eq!((position.turn(), position.quiet_plies(), position.ply()), (Color::Yellow, 17, 240));
    assert_eq!(position.captured(), [3, 5]);
}

#[test]
fn position_error_names_the_faulty_part() {
    use PositionError::{Captured, Missing, Plies, RowCount, RowLength, Symbol, TooLong, Turn};
    let errors = [
        ("", Missing { field: "rows" }),
        ("5/6/7/8/9/8/7/6/5 b 0,0 0", Missing { field: "plies played" }),
        ("5/6/7/8/9/8/7/6/5 b 0,0 0 0 0", TooLong),
        ("5/6/7/8/9/8/7/6 b 0,0 0 0", RowCount { count: 8 }),
        ("5/6/7/8/9/8/7/5/5 b 0,0 0 0", RowLength { row: 'b' }),
        ("5/6/7/8/9/8/7/6/5b b 0,0 0 0", RowLength { row: 'a' }),
        ("6/6/7/8/9/8/7/6/5 b 0,0 0 0", RowLength { row: 'i' }),
        ("5/6/7/8/x8/8/7/6/5 b 0,0 0 0", Symbol { row: 'e', symbol: 'x' }),
        ("5/6/7/8/09/8/7/6/5 b 0,0 0 0", Symbol { row: 'e', symbol: '0' }),
        ("5/6/7/8/9/8/7/6/5 x 0,0 0 0", Turn),
        ("5/6/7/8/9/8/7/6/5 bw 0,0 0 0", Turn),
        ("5/6/7/8/9/8/7/6/5 b 0,x 0 0", Captured),
        ("5/6/7/8/9/8/7/6/5 b 0,,0 0 0", Captured),
        ("5/6/7/8/9/8/7/6/5 b 0,999 0 0", Captured),
        ("5/6/7/8/9/8/7/6/5 b 0,0 -1 0", Plies { field: "quiet plies" }),
        ("5/6/7/8/9/8/7/6/5 b 0,0 0 +1", Plies { field: "plies played" }),
        ("5/6/7/8/9/8/7/6/5 b 0,0 0 4294967296", Plies { field: "plies played" }),
    ];
    for (text, error) in errors {
        assert_eq!(Position::parse(Mode::Two, text), Err(error), "{text}");
        assert!(error.to_string().len() > 20);
    }
}

#[test]
fn a_set_up_may_hold_any_number_of_marbles_and_any_counts_up_to_six() {
    let full = set_up(Mode::Two, &[&Bitboard::ALL.to_string()]).position().unwrap();
    assert_eq!((full.own(), full.has_legal_move()), (Bitboard::ALL, false));
    assert_eq!(set_up(Mode::Three, &[]).position().unwrap().occupied(), Bitboard::EMPTY);
    for count in 0..=6 {
        let position = set_up(Mode::Two, &["e5"]).captured(&[count, 0]).position().unwrap();
        assert_eq!(position.winner().is_some(), count == 6);
    }
}

#[test]
fn a_set_up_that_no_position_can_have_is_refused() {
    let cell = "e5".parse().unwrap();
    let refused = [
        (set_up(Mode::Two, &["e5", "e5"]), SetupError::TwoMarbles { cell }),
        (set_up(Mode::Two, &["", "", "e5"]), SetupError::ForeignColor { color: Color::Red, mode: Mode::Two }),
        (
            set_up(Mode::Three, &[]).turn(Color::Yellow),
            SetupError::ForeignColor { color: Color::Yellow, mode: Mode::Three },
        ),
        (set_up(Mode::Four, &[]).captured(&[0; 4]), SetupError::WrongTeams { given: 4, mode: Mode::Four }),
        (set_up(Mode::Two, &[]).captured(&[0, 7]), SetupError::TooManyCaptured { team: 1, count: 7 }),
    ];
    for (setup, error) in refused {
        assert_eq!(setup.position(), Err(error));
        assert!(error.to_string().len() > 20);
    }
    let (layout, mode) = (Layout::Standard, Mode::Three);
    assert_eq!(Position::start(mode, layout), Err(SetupError::LayoutDoesNotFit { layout, mode }));
}

#[test]
fn the_modes_have_their_names_and_seats() {
    let names = Mode::ALL.map(Mode::name);
    assert_eq!(names, ["two", "three", "four", "four-consecutive"]);
    for mode in Mode::ALL {
        assert_eq!(mode.to_string().parse(), Ok(mode));
        assert_eq!(mode.turn_order().len(), mode.seats());
        assert_eq!(mode.turn_order()[0], Color::Black);
        assert_eq!(mode.all_teams().count(), mode.teams());
        assert!(mode.default_layout().fits(mode));
        let by_team: usize = mode.all_teams().map(|team| mode.colors_of(team).count()).sum();
        assert_eq!(by_team, mode.seats());
    }
    assert_eq!(Mode::ALL.map(Mode::teams), [2, 3, 2, 2]);
    assert!("TWO".parse::<Mode>().is_err());
}

#[test]
fn the_seats_go_clockwise_round_the_board() {
    // Clockwise from the bottom left corner.
    let corners = ["a1", "e1", "i5", "i9", "e9", "a5"].map(|name| name.parse::<Cell>().unwrap());
    for mode in Mode::ALL.into_iter().filter(|mode| mode.seats() > 2) {
        let start = Position::start(mode, mode.default_layout()).unwrap();
        let mut seats: Vec<_> = corners.iter().filter_map(|&corner| start.color_at(corner)).collect();
        seats.dedup();
        let black = seats.iter().position(|&color| color == Color::Black).unwrap();
        seats.rotate_left(black);
        seats.dedup();
        seats.truncate(mode.seats());
        assert_eq!(seats, mode.colors(), "{mode}");
    }
}

#[test]
fn the_layouts_are_those_of_the_collection() {
    let mut names = Vec::new();
    for line in include_str!("../data/layouts.jsonl").lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        let layout: Layout = line["name"].as_str().unwrap().parse().unwrap();
        assert_eq!(Value::from(layout.seats()), line["players"]);
        assert_eq!(layout.rows(), line["rows"]);
        for (color, names) in Color::ALL.into_iter().zip(line["cells"].as_array().unwrap()) {
            let names: Vec<_> = names.as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
            assert_eq!(
                layout.marbles()[color.index()],
                cells(&names.join(" ")).collect(),
                "{layout} {color}"
            );
        }
        for mode in Mode::ALL.into_iter().filter(|&mode| layout.fits(mode)) {
            let start = Position::start(mode, layout).unwrap();
            assert!(start.to_string().starts_with(layout.rows()));
        }
        names.push(layout);
    }
    assert_eq!(names, Layout::ALL);
    assert!("no_such".parse::<Layout>().unwrap_err().to_string().contains("belgian_daisy"));
}

#[test]
fn a_decided_or_stuck_position_has_no_successors() {
    let decided = set_up(Mode::Two, &["e5", "a1"]).captured(&[6, 0]).position().unwrap();
    let stuck = two("", "a1");
    for position in [decided, stuck] {
        assert_eq!([0, 1, 2].map(|depth| perft(&position, depth)), [1, 0, 0]);
    }
}

#[test]
fn quiet_plies_are_counted_from_the_last_ejection() {
    let position = set_up(Mode::Two, &["a3 a4 e5", "a5 i5"]).quiet_plies(40).ply(90).position().unwrap();
    let quiet = play(&position, "e5e6");
    assert_eq!((quiet.quiet_plies(), quiet.ply()), (41, 91));
    let loud = play(&position, "a3a4");
    assert_eq!((loud.quiet_plies(), loud.ply()), (0, 91));
}

#[test]
fn key_depends_on_marbles_turn_and_mode_only() {
    let position = two("e5", "a1");
    let other_count =
        set_up(Mode::Two, &["e5", "a1"]).captured(&[3, 0]).ply(8).quiet_plies(8).position().unwrap();
    assert_eq!(position.key(), other_count.key());
    let keys: BTreeSet<_> = [
        position.key(),
        position.pass_turn().key(),
        two("e6", "a1").key(),
        two("a1", "e5").key(),
        set_up(Mode::Three, &["e5", "a1"]).position().unwrap().key(),
        set_up(Mode::Four, &["e5", "a1"]).position().unwrap().key(),
        set_up(Mode::FourConsecutive, &["e5", "a1"]).position().unwrap().key(),
    ]
    .into();
    assert_eq!(keys.len(), 7);
    // Moving there and back leads to the same position.
    let again =
        ["e5e6", "a1a2", "e6e5", "a2a1"].iter().fold(position, |position, text| play(&position, text));
    assert_eq!(again.key(), position.key());
    assert_ne!(again, position);
}
