//! Positions that cannot occur in games, and positions from random games.

use proptest::{
    collection::vec,
    prelude::{Just, Strategy, any, prop_oneof},
    sample::select,
};
use sumito_rules::{Bitboard, Cell, Layout, Mode, Position, Setup};

pub(crate) fn modes() -> impl Strategy<Value = Mode> {
    select(&Mode::ALL[..])
}

/// Generates positions with random marbles in clusters, so that lines and pushes are common.
pub(crate) fn artificial() -> impl Strategy<Value = Position> {
    let counts = vec(prop_oneof![8 => 0_u8..6, 1 => Just(6)], 3);
    (modes(), 1_u32..=8, vec((any::<u32>(), 0_u32..10), 61), 0_usize..4, counts, 0_u32..300, 0_u32..300)
        .prop_map(|(mode, density, draws, turn, counts, quiet, ply)| {
            let colors = mode.colors();
            let mut setup = Setup::new(mode);
            let mut last = colors[0];
            for (cell, (draw, chance)) in Cell::ALL.into_iter().zip(draws) {
                // Half of the marbles repeat the previous colour.
                if draw & 1 == 0 {
                    last = colors[(draw >> 1) as usize % colors.len()];
                }
                if chance < density {
                    setup = setup.marbles(last, [cell]);
                }
            }
            setup
                .turn(colors[turn % colors.len()])
                .captured(&counts[..mode.teams()])
                .quiet_plies(quiet)
                .ply(ply)
                .position()
                .unwrap()
        })
}

/// A position after some plies of a random game.
pub(crate) fn played() -> impl Strategy<Value = Position> {
    games().prop_map(|positions| *positions.last().unwrap())
}

/// All positions of a random game.
pub(crate) fn games() -> impl Strategy<Value = Vec<Position>> {
    (modes(), any::<proptest::sample::Index>(), vec(any::<proptest::sample::Index>(), 0..120)).prop_map(
        |(mode, layout, draws)| {
            let layouts: Vec<_> = Layout::ALL.into_iter().filter(|layout| layout.fits(mode)).collect();
            let mut positions = vec![Position::start(mode, layouts[layout.index(layouts.len())]).unwrap()];
            for draw in draws {
                let position = positions.last().unwrap();
                let moves: Vec<_> = position.legal_moves().iter().collect();
                if moves.is_empty() {
                    break;
                }
                // Pushes are rare among all moves, so half of the draws are made from pushes alone.
                let pushes: Vec<_> =
                    moves.iter().copied().filter(|&m| !position.effect(m).pushed.is_empty()).collect();
                let choice = if !pushes.is_empty() && draw.index(2) == 0 { &pushes } else { &moves };
                let next = position.play(choice[draw.index(choice.len())]).unwrap().position;
                positions.push(next);
            }
            positions
        },
    )
}

/// Either kind of position.
pub(crate) fn positions() -> impl Strategy<Value = Position> {
    prop_oneof![artificial(), played()]
}

/// The twelve symmetries of a hexagon.
pub(crate) fn symmetries() -> impl Iterator<Item = impl Fn(Cell) -> Cell + Copy> {
    (0..12).map(|which| {
        move |cell: Cell| {
            // Cube coordinates around the centre: the sum of the three is always zero.
            let (row, number) = (cell.row() as i8 - 4, cell.number() as i8 - 5);
            let (mut x, mut y, mut z) = (number, -row, row - number);
            if which >= 6 {
                (x, y) = (y, x);
            }
            for _ in 0..which % 6 {
                (x, y, z) = (-y, -z, -x);
            }
            Cell::new((4 - y) as u8, (x + 5) as u8).unwrap()
        }
    })
}

pub(crate) fn map(set: Bitboard, symmetry: impl Fn(Cell) -> Cell) -> Bitboard {
    set.into_iter().map(symmetry).collect()
}
