//! The rulebooks' terms for formations.

use proptest::prelude::*;
use sumito_rules::{Bitboard, Color, GroupKind, Mode, Position};

use crate::{
    cells, set_up,
    support::{map, positions, symmetries},
    two,
};

fn kinds(position: &Position) -> Vec<GroupKind> {
    position.formations().groups.iter().map(|group| group.kind).collect()
}

#[test]
fn a_single_is_a_marble_without_a_friendly_neighbour() {
    assert_eq!(kinds(&two("e5", "e6")), [GroupKind::Single, GroupKind::Single]);
}

#[test]
fn a_pair_is_a_connected_group_of_two() {
    for other in ["e6", "f6", "f5", "e4", "d4", "d5"] {
        assert_eq!(kinds(&two(&format!("e5 {other}"), "")), [GroupKind::Pair]);
    }
}

#[test]
fn a_lance_is_three_in_a_row() {
    for marbles in ["e4 e5 e6", "d4 e5 f6", "d5 e5 f5"] {
        assert_eq!(kinds(&two(marbles, "")), [GroupKind::Lance], "{marbles}");
    }
}

#[test]
fn an_arc_is_three_in_a_bend() {
    for marbles in ["e4 e5 f6", "e4 e5 d5", "d4 e5 f5", "d5 e5 f6", "e6 e5 d4"] {
        assert_eq!(kinds(&two(marbles, "")), [GroupKind::Arc], "{marbles}");
    }
}

#[test]
fn a_shield_is_three_in_a_triangle() {
    for marbles in ["e4 e5 f5", "e4 e5 d4"] {
        assert_eq!(kinds(&two(marbles, "")), [GroupKind::Shield], "{marbles}");
    }
}

#[test]
fn every_triplet_is_a_lance_an_arc_or_a_shield() {
    let mut counts = [0; 3];
    let near: Vec<_> = cells("e5 e6 e7 f6 f7 f5 d5 d4 e4 e3 d3 c3 c4 c5 f8 g7 g6 g5 d6").collect();
    for (at, &one) in near.iter().enumerate() {
        for &other in &near[at + 1..] {
            let marbles = [cells("e5").next().unwrap(), one, other];
            let set: Bitboard = marbles.into_iter().collect();
            let position = two(&set.to_string(), "");
            let groups = position.formations().groups;
            if set.len() == 3 && groups.len() == 1 {
                let kind = groups[0].kind;
                assert!(kind.is_triplet());
                counts[kind as usize - GroupKind::Lance as usize] += 1;
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
}

#[test]
fn a_multiple_is_any_larger_group_of_one_colour() {
    assert_eq!(kinds(&two("e3 e4 e5 e6", "")), [GroupKind::Multiple]);
    assert_eq!(
        kinds(&two("a1 a2 b2 b3 c3 i9", "e5")),
        [GroupKind::Multiple, GroupKind::Single, GroupKind::Single]
    );
    // A partner's marbles are of another colour.
    let four = set_up(Mode::Four, &["e3 e4", "", "e5 e6", ""]).position().unwrap();
    assert_eq!(kinds(&four), [GroupKind::Pair, GroupKind::Pair]);
}

#[test]
fn a_block_is_three_rows_of_three() {
    let rhombus = "c3 c4 c5 d4 d5 d6 e5 e6 e7";
    let blocks = two(rhombus, "").formations().blocks;
    assert_eq!(blocks.len(), 1);
    assert_eq!((blocks[0].color, blocks[0].cells), (Color::Black, cells(rhombus).collect()));
    let bent = "c3 c4 c5 d4 d5 d6 e4 e5 e6";
    assert_eq!(two(bent, "").formations().blocks.len(), 1);
    for missing in rhombus.split(' ') {
        assert!(two(&rhombus.replace(missing, ""), missing).formations().blocks.is_empty());
    }
    // Four rows of three hold two straight blocks, and two bent ones along the other axis.
    assert_eq!(two(&format!("{rhombus} f6 f7 f8"), "").formations().blocks.len(), 4);
}

#[test]
fn a_det_is_a_marble_encircled_by_opposing_marbles() {
    let around = "d4 d5 e4 e6 f5 f6";
    assert_eq!(two(around, "e5").formations().dets, cells("e5").collect());
    assert_eq!(two("a2 b1 b2", "a1").formations().dets, cells("a1").collect());
    assert!(two("d4 d5 e4 e6 f5", "e5").formations().dets.is_empty());
    assert!(two("d4 d5 e4 e6 f5", "e5 f6").formations().dets.is_empty());
    // Opponents of two colours encircle as well, a partner does not.
    let three = set_up(Mode::Three, &["d4 d5 e4", "e5", "e6 f5 f6"]).position().unwrap();
    assert_eq!(three.formations().dets, cells("e5").collect());
    let four = set_up(Mode::Four, &["d4 d5 e4", "e5", "e6 f5", "f6"]).position().unwrap();
    assert!(four.formations().dets.is_empty());
}

#[test]
fn a_pac_is_equal_force_on_an_axis() {
    for (black, white, each) in [
        ("e4", "e5", 1),
        ("e3 e4", "e5 e6", 2),
        ("e2 e3 e4", "e5 e6 e7", 3),
        ("e1 e2 e3 e4", "e5 e6 e7", 3),
        ("c3 d4", "e5 f6", 2),
        ("d5", "e5", 1),
    ] {
        let formations = two(black, white).formations();
        assert_eq!(formations.pacs.len(), 1, "{black} {white}");
        assert_eq!((formations.pacs[0].own, formations.pacs[0].opposing), (each, each));
        assert!(formations.sumitos.is_empty());
    }
}

#[test]
fn a_sumito_is_superior_force_on_an_axis() {
    for (black, white, own, opposing, open) in [
        ("e3 e4", "e5", 2, 1, true),
        ("e2 e3 e4", "e5", 3, 1, true),
        ("e2 e3 e4", "e5 e6", 3, 2, true),
        ("e1 e2 e3 e4", "e5 e6", 3, 2, true),
        ("e7 e8", "e9", 2, 1, true),
        ("e3 e4 e6", "e5", 2, 1, false),
    ] {
        let position = two(black, white);
        let formations = position.formations();
        let sumito = formations.sumitos[0];
        assert_eq!((sumito.own, sumito.opposing, sumito.open), (own, opposing, open), "{black} {white}");
        assert_eq!(sumito.team, Mode::Two.team_of(Color::Black));
        assert_eq!(position.legal_moves().iter().any(|m| !position.effect(m).pushed.is_empty()), open);
    }
    // Three against one and one is a sumito over two; the last colour does not help the middle one.
    let three = set_up(Mode::Three, &["e3 e4 e5", "e6", "e7"]).position().unwrap().formations();
    assert_eq!((three.sumitos[0].own, three.sumitos[0].opposing), (3, 2));
    assert_eq!(three.pacs.len(), 1);
}

#[test]
fn marbles_in_danger_could_be_ejected_next_turn() {
    let position = two("e7 e8 a1", "e9 a2 a3 i5");
    assert_eq!(position.in_danger(), cells("e9 a1").collect());
    assert_eq!(position.formations().in_danger, position.in_danger());
    let decided = set_up(Mode::Two, &["e7 e8", "e9"]).captured(&[6, 0]).position().unwrap();
    assert!(decided.in_danger().is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    /// Checks that every marble is in exactly one group, that a push is legal only with an open sumito, and that the symmetries of the
    /// board preserve all formations.
    #[test]
    fn formations_agree_with_the_board_the_moves_and_its_symmetries(position in positions()) {
        let formations = position.formations();
        for &color in position.mode().colors() {
            let of_color = formations.groups.iter().filter(|group| group.color == color);
            let mut seen = Bitboard::EMPTY;
            for group in of_color {
                prop_assert!((seen & group.cells).is_empty());
                seen |= group.cells;
            }
            prop_assert_eq!(seen, position.marbles(color));
        }
        for m in position.legal_moves() {
            let effect = position.effect(m);
            if !effect.pushed.is_empty() {
                let behind = |sumito: &&sumito_rules::Contact| {
                    sumito.open && sumito.direction == effect.direction && (effect.pushed - sumito.cells).is_empty()
                };
                let sumito = formations.sumitos.iter().find(behind);
                prop_assert!(sumito.is_some_and(|sumito| sumito.team == position.mode().team_of(position.turn())));
            }
        }
        for symmetry in symmetries() {
            let mut turned = set_up(position.mode(), &[]).turn(position.turn()).captured(position.captured());
            for color in Color::ALL {
                turned = turned.marbles(color, map(position.marbles(color), symmetry));
            }
            let turned = turned.position().unwrap().formations();
            prop_assert_eq!(turned.in_danger, map(formations.in_danger, symmetry));
            prop_assert_eq!(turned.dets, map(formations.dets, symmetry));
            prop_assert_eq!(turned.pacs.len(), formations.pacs.len());
            prop_assert_eq!(turned.sumitos.len(), formations.sumitos.len());
            prop_assert_eq!(turned.blocks.len(), formations.blocks.len());
            for group in &formations.groups {
                let image = map(group.cells, symmetry);
                prop_assert!(turned.groups.iter().any(|other| other.cells == image && other.kind == group.kind));
            }
        }
    }
}
