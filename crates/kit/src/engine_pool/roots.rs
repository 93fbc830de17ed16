//! Search roots for the positions of a game.

use sumito_engine::Root;
use sumito_game::{Seat, Start};
use sumito_rules::{Mode, Position};

/// Returns the search root before each of these moves from the start, given with the seats that played them, and at the `end`, the position
/// after the last move, if that is known. Seats that did not move in between were skipped because they could not move. `None` if one of the
/// moves is illegal.
pub fn roots<'a>(
    mode: Mode,
    start: Start,
    moves: impl IntoIterator<Item = (&'a str, Seat)>,
    end: Option<Position>,
) -> Option<Vec<Root>> {
    let mut position = start.position(mode).ok()?;
    let mut earlier = Vec::new();
    let (mut roots, mut last) = (Vec::new(), None);
    for (mv, seat) in moves {
        // A seat that cannot move, or is out, was skipped.
        while position.turn() != seat.color() {
            position = position.pass_turn();
        }
        roots.push(Root::new(position).after(earlier.iter().copied()).moved(last));
        earlier.push(position.key());
        let played = position.parse_move(mv).ok()?;
        position = position.play(played).ok()?.position;
        last = Some(played);
        if position.quiet_plies() == 0 {
            earlier.clear();
        }
    }
    roots.push(Root::new(end.unwrap_or(position)).after(earlier).moved(last));
    Some(roots)
}

#[cfg(test)]
mod tests {
    use sumito_rules::Layout;

    use super::*;

    #[test]
    fn seats_that_did_not_move_were_skipped() {
        let seat = |number| Seat::new(number).unwrap();
        let start = Position::start(Mode::Three, Layout::ThreeStandard).unwrap();
        let first = start.legal_moves().into_iter().next().unwrap();
        let next = start.play(first).unwrap().position.pass_turn();
        let second = next.legal_moves().into_iter().next().unwrap();
        let moves = [(first.to_string(), seat(0)), (second.to_string(), seat(2))];
        let moves = moves.iter().map(|(mv, seat)| (mv.as_str(), *seat));
        let roots = roots(Mode::Three, Start::Layout(Layout::ThreeStandard), moves, None).unwrap();
        let turns: Vec<_> = roots.iter().map(|root| root.position().turn().index()).collect();
        assert_eq!(turns, [0, 2, 0]);
    }

    #[test]
    fn illegal_move_gives_no_roots() {
        let start = Start::Layout(Layout::Standard);
        assert!(roots(Mode::Two, start, [("a1a2", Seat::new(0).unwrap())], None).is_none());
    }
}
