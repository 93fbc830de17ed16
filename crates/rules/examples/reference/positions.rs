//! Positions that cannot occur in games, with their legal moves.

use std::iter::successors;

use sumito_rules::{Cell, Direction, Layout, MARBLES_TO_WIN, Mode, Position, Setup};

use crate::draw::Draw;

const POSITIONS: usize = 10_000;

/// Mode, position, number of legal moves, and a digest of the moves and the positions after them.
type Line = (&'static str, String, usize, String);

pub(crate) fn lines(draw: &mut Draw) -> Vec<Line> {
    (0..POSITIONS)
        .map(|number| {
            let position = artificial(draw, Mode::ALL[number % Mode::ALL.len()]);
            let moves = position.legal_moves();
            (position.mode().name(), position.to_string(), moves.len(), digest(&position))
        })
        .collect()
}

/// FNV-1a of 32 bits over `MOVE POSITION\n` for every legal move, in the order of their text.
fn digest(position: &Position) -> String {
    let mut successors: Vec<_> = position
        .legal_moves()
        .iter()
        .map(|m| {
            let after = position.play(m).expect("a legal move can be played").position;
            format!("{m} {after}\n")
        })
        .collect();
    successors.sort();
    let hash = successors
        .concat()
        .bytes()
        .fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    format!("{hash:08x}")
}

/// Returns a position with random marbles, from an empty to a full board, in clusters along one of the axes, so that lines and pushes are
/// common.
pub(crate) fn artificial(draw: &mut Draw, mode: Mode) -> Position {
    let density = draw.below(31);
    let along = draw.one_of(&Direction::ALL);
    let mut setup = Setup::new(mode);
    let mut last = draw.one_of(mode.colors());
    let starts = Cell::ALL.into_iter().filter(|cell| cell.neighbor(along.opposite()).is_none());
    for cell in starts.flat_map(|start| successors(Some(start), |cell| cell.neighbor(along))) {
        // Half of the marbles repeat the previous colour.
        if draw.once_in(2) {
            last = draw.one_of(mode.colors());
        }
        if draw.below(30) < density {
            setup = setup.marbles(last, [cell]);
        }
    }
    let captured: Vec<u8> = (0..mode.teams())
        .map(|_| if draw.once_in(40) { MARBLES_TO_WIN } else { draw.below(MARBLES_TO_WIN.into()) as u8 })
        .collect();
    setup
        .turn(draw.one_of(mode.colors()))
        .captured(&captured)
        .quiet_plies(draw.below(300) as u32)
        .ply(draw.below(1000) as u32)
        .position()
        .expect("nothing is wrong with such a set-up")
}

/// Returns the start of a game from a random layout for the mode.
pub(crate) fn start(draw: &mut Draw, mode: Mode) -> (Layout, Position) {
    let layouts: Vec<_> = Layout::ALL.into_iter().filter(|layout| layout.fits(mode)).collect();
    let layout = draw.one_of(&layouts);
    (layout, Position::start(mode, layout).expect("the layout fits"))
}
