//! Properties of every position, artificial or played.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod naive;
mod support;

use std::collections::BTreeSet;

use naive::Naive;
use proptest::{prelude::*, test_runner::TestCaseError};
use sumito_rules::{Bitboard, Cell, Color, Direction, Layout, Mode, Move, Position, Setup, Shape, perft};

use support::{games, map, positions, symmetries};

fn naive(position: &Position) -> Naive {
    Naive::read(position.mode().name(), &position.to_string())
}

fn total(position: &Position) -> usize {
    Color::ALL.into_iter().map(|color| position.marbles(color).len()).sum()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4096, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn both_generators_find_the_same_moves_and_successors(position in positions()) {
        let naive = naive(&position);
        let expected: BTreeSet<_> =
            naive.moves().iter().map(|m| (m.text.clone(), naive.play(m).write())).collect();
        let found: BTreeSet<_> = position
            .legal_moves()
            .iter()
            .map(|m| (m.to_string(), position.play(m).unwrap().position.to_string()))
            .collect();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn legal_moves_are_exactly_the_playable_moves(position in positions()) {
        let legal = position.legal_moves();
        let mut playable = 0;
        for m in Move::all() {
            prop_assert_eq!(position.play(m).is_ok(), legal.contains(m), "{}", m);
            prop_assert_eq!(position.check(m).is_ok(), legal.contains(m), "{}", m);
            playable += usize::from(legal.contains(m));
        }
        prop_assert_eq!(legal.len(), playable);
        prop_assert_eq!(legal.iter().len(), playable);
        prop_assert_eq!(legal.iter().collect::<BTreeSet<_>>().len(), playable);
        prop_assert_eq!(position.has_legal_move(), playable > 0);
        prop_assert_eq!(legal.is_empty(), playable == 0);
        prop_assert_eq!(legal.iter().skip(playable / 2).len(), playable - playable / 2);
    }

    #[test]
    fn marbles_are_moved_or_counted_never_lost(position in positions()) {
        for m in position.legal_moves() {
            let played = position.play(m).unwrap();
            let after = played.position;
            let out: u8 = after.captured().iter().zip(position.captured()).map(|(after, before)| after - before).sum();
            prop_assert_eq!(total(&after) + usize::from(out), total(&position));
            for color in Color::ALL {
                let lost = position.marbles(color).len() - after.marbles(color).len();
                prop_assert_eq!(lost, usize::from(played.effect.ejected == Some(color)));
            }
            let team = position.mode().team_of(position.turn()).index();
            prop_assert_eq!(after.captured()[team] - position.captured()[team], out);
            prop_assert_eq!(after.quiet_plies(), if out > 0 { 0 } else { position.quiet_plies() + 1 });
            prop_assert_eq!(after.ply(), position.ply() + 1);
            prop_assert_eq!(after.turn(), position.mode().next(position.turn()));
        }
    }

    #[test]
    fn an_effect_leads_back_to_the_position_before(position in positions()) {
        for m in position.legal_moves() {
            let played = position.play(m).unwrap();
            let effect = played.effect;
            prop_assert_eq!(effect, position.effect(m));
            let back = effect.direction.opposite();
            let line = effect.moved | effect.pushed;
            let arrived = line.step(effect.direction);
            let mut before = Setup::new(position.mode());
            for color in Color::ALL {
                let marbles = played.position.marbles(color);
                before = before.marbles(color, (marbles - arrived) | (marbles & arrived).step(back));
            }
            if let Some(color) = effect.ejected {
                before = before.marbles(color, effect.ejected_from());
            }
            let before = before.position().unwrap();
            for color in Color::ALL {
                prop_assert_eq!(before.marbles(color), position.marbles(color));
            }
            prop_assert_eq!(effect.steps().count(), line.len());
            prop_assert!((effect.moved - position.friends()).is_empty());
            prop_assert!((effect.pushed - position.opponents()).is_empty());
        }
    }

    #[test]
    fn every_spelling_of_a_move_reads_as_the_one_value(position in positions(), number in 1_u32..400) {
        for m in position.legal_moves() {
            let text = m.to_string();
            for spelling in [text.clone(), text.to_uppercase(), format!("{number}. {text}"), format!(" {number}...{text} ")] {
                prop_assert_eq!(position.parse_move(&spelling), Ok(m));
                prop_assert_eq!(spelling.parse::<Move>(), Ok(m));
            }
            if let Shape::SideStep { axis, length } = m.shape() {
                let mut last = m.from();
                for _ in 1..length {
                    last = last.neighbor(axis).unwrap();
                }
                let other = format!("{last}{}{}", m.from(), last.neighbor(m.direction()).unwrap());
                prop_assert_eq!(position.parse_move(&other), Ok(m));
                prop_assert_eq!(Move::side_step(last, m.from(), m.direction()), Some(m));
            } else {
                prop_assert_eq!(Move::in_line(m.from(), m.direction()), Some(m));
            }
        }
    }

    #[test]
    fn turning_and_mirroring_the_board_turns_and_mirrors_the_moves(position in positions()) {
        for symmetry in symmetries() {
            let mut turned = Setup::new(position.mode()).turn(position.turn()).captured(position.captured());
            for color in Color::ALL {
                turned = turned.marbles(color, map(position.marbles(color), symmetry));
            }
            let turned = turned.position().unwrap();
            prop_assert_eq!(turned.legal_moves().len(), position.legal_moves().len());
            for m in position.legal_moves() {
                let direction = symmetry(m.from()).direction_to(symmetry(m.to())).unwrap();
                let image = match m.shape() {
                    Shape::InLine => Move::in_line(symmetry(m.from()), direction),
                    Shape::SideStep { .. } => {
                        let ends: Vec<_> = m.named().sorted().map(symmetry).collect();
                        Move::side_step(ends[0], *ends.last().unwrap(), direction)
                    }
                }
                .unwrap();
                let after = turned.play(image);
                prop_assert!(after.is_ok(), "{} is {}", m, image);
                for color in Color::ALL {
                    let expected = map(position.play(m).unwrap().position.marbles(color), symmetry);
                    prop_assert_eq!(after.unwrap().position.marbles(color), expected);
                }
            }
        }
    }

    #[test]
    fn a_position_reads_as_it_was_written(position in positions()) {
        let read = Position::parse(position.mode(), &position.to_string());
        prop_assert_eq!(read, Ok(position));
    }

    #[test]
    fn the_key_follows_the_moves(positions in games()) {
        for position in &positions {
            check_key(position)?;
            check_key(&position.pass_turn())?;
        }
        // The key does not depend on ejections and plies: another one of either changes nothing.
        let last = positions.last().unwrap();
        let same = with_counts(last, 3);
        prop_assert_eq!(same.key(), last.key());
        prop_assert_ne!(last.pass_turn().key(), last.key());
    }

    #[test]
    fn passing_gives_the_turn_away_and_nothing_else(position in positions()) {
        let mut turn = position;
        for _ in 0..position.mode().seats() {
            let passed = turn.pass_turn();
            prop_assert_eq!(passed.turn(), position.mode().next(turn.turn()));
            prop_assert_eq!((passed.ply(), passed.quiet_plies()), (position.ply(), position.quiet_plies()));
            turn = passed;
        }
        prop_assert_eq!(turn, position);
    }
}

#[test]
fn both_generators_count_the_same_sequences() {
    for (mode, layout) in [
        (Mode::Two, Layout::Snakes),
        (Mode::Three, Layout::ThreeStandard),
        (Mode::Four, Layout::FourStandard),
        (Mode::FourConsecutive, Layout::FourStandard),
    ] {
        let start = Position::start(mode, layout).unwrap();
        assert_eq!(naive(&start).perft(2), perft(&start, 2));
    }
}

#[test]
fn the_symmetries_are_twelve_and_keep_neighbours() {
    let images: BTreeSet<Vec<Cell>> =
        symmetries().map(|symmetry| Cell::ALL.into_iter().map(symmetry).collect()).collect();
    assert_eq!(images.len(), 12);
    for symmetry in symmetries() {
        assert_eq!(map(Bitboard::ALL, symmetry), Bitboard::ALL);
        for cell in Cell::ALL {
            for neighbor in Direction::ALL.into_iter().filter_map(|direction| cell.neighbor(direction)) {
                assert!(symmetry(cell).direction_to(symmetry(neighbor)).is_some());
            }
        }
    }
}

/// Checks that a position built anew has the same key as the incrementally updated one.
fn check_key(position: &Position) -> Result<(), TestCaseError> {
    let fresh = Position::parse(position.mode(), &position.to_string()).unwrap();
    prop_assert_eq!(fresh.key(), position.key());
    Ok(())
}

fn with_counts(position: &Position, captured: u8) -> Position {
    let mut setup = Setup::new(position.mode())
        .turn(position.turn())
        .captured(&vec![captured; position.mode().teams()])
        .ply(position.ply() + 1)
        .quiet_plies(7);
    for color in Color::ALL {
        setup = setup.marbles(color, position.marbles(color));
    }
    setup.position().unwrap()
}
