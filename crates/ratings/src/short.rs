//! Games that are too short to indicate strength.

use sumito_rules::Mode;

/// Minimum number of moves of each player for a game to count for ratings.
///
/// A game that is left earlier only shows who left, and two accounts that quickly resign to each other gain nothing. Six marbles cannot be
/// ejected in so few moves, so no game that is played to its end is excluded.
pub const MOVES_EACH: u32 = 3;

/// Returns whether a game is too short to count for ratings. `movers` are the seats that moved, by ply.
pub fn is_too_short(mode: Mode, movers: impl IntoIterator<Item = usize>) -> bool {
    let mut moves = [0_u32; 4];
    for seat in movers {
        if let Some(count) = moves.get_mut(seat) {
            *count += 1;
        }
    }
    moves.iter().take(mode.seats()).any(|&count| count < MOVES_EACH)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_player_has_to_make_three_moves() {
        for mode in Mode::ALL {
            let seats = mode.seats();
            assert!(is_too_short(mode, []));
            assert!(is_too_short(mode, (0..3 * seats - 1).map(|ply| ply % seats)));
            assert!(!is_too_short(mode, (0..3 * seats).map(|ply| ply % seats)));
        }
        // The third player left after two moves, and the others continued.
        let movers = (0..6).map(|ply| ply % 3).chain((0..40).map(|ply| ply % 2));
        assert!(is_too_short(Mode::Three, movers));
    }
}
