//! Seating of paired players: fair first moves, and teams of equal strength.

use sumito_game::UserId;
use sumito_rules::Mode;

use super::pairing_history::PairingHistory;

/// A player to be seated.
pub(super) trait SeatCandidate {
    /// Returns the user; `None` for a computer.
    fn user(&self) -> Option<UserId>;
    /// Returns the player's rating.
    fn rating(&self) -> i32;
}

/// Returns the players in the order of the seats. Of two players, the player who moved second in their latest game moves first.
/// Otherwise players who have moved later so far move earlier; ties keep their order. Partners are chosen so that the teams are as equal
/// as possible.
pub(super) fn arrange<S: SeatCandidate>(mode: Mode, mut players: Vec<S>, memory: &PairingHistory) -> Vec<S> {
    let balance = |player: &S| player.user().map_or(0, |user| memory.balance(user, mode));
    players.sort_by_key(balance);
    if let [one, other] = &players[..]
        && let (Some(one), Some(other)) = (one.user(), other.user())
        && memory.moved_first(one, other) == Some(one)
    {
        players.swap(0, 1);
    }
    if mode.teams() == mode.seats() {
        return players;
    }
    balance_teams(&mut players);
    let earliness: Vec<_> = players.iter().map(balance).collect();
    // Players who have moved later so far sit in the team that moves first, and within it on the first seat.
    if earliness[0] + earliness[1] > earliness[2] + earliness[3] {
        players.rotate_left(2);
    }
    // Partners sit opposite each other.
    players.swap(1, 2);
    players
}

/// Orders four players so that the first two and the last two are teams of nearly the same strength. The first player stays first.
fn balance_teams<S: SeatCandidate>(players: &mut [S]) {
    let all: i64 = players.iter().map(|player| i64::from(player.rating())).sum();
    let unequal = |partner: usize| {
        let team = i64::from(players[0].rating()) + i64::from(players[partner].rating());
        (2 * team - all).abs()
    };
    if let Some(partner) = (1..players.len()).min_by_key(|&partner| unequal(partner)) {
        players[1..=partner].rotate_right(1);
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[derive(Debug, Clone, Copy, PartialEq)]
    struct Candidate(u128, i32);

    impl SeatCandidate for Candidate {
        fn user(&self) -> Option<UserId> {
            Some(UserId(Uuid::from_u128(self.0)))
        }

        fn rating(&self) -> i32 {
            self.1
        }
    }

    fn play(memory: &mut PairingHistory, mode: Mode, players: &[Candidate]) -> Vec<u128> {
        let seats = arrange(mode, players.to_vec(), memory);
        memory.record(mode, &seats.iter().map(SeatCandidate::user).collect::<Vec<_>>());
        seats.iter().map(|player| player.0).collect()
    }

    #[test]
    fn first_move_alternates_in_rematches() {
        let mut memory = PairingHistory::default();
        let [anne, ben, cleo] = [1, 2, 3].map(|id| Candidate(id, 1_500));
        assert_eq!(play(&mut memory, Mode::Two, &[anne, ben]), [1, 2]);
        assert_eq!(play(&mut memory, Mode::Two, &[anne, cleo]), [3, 1], "Anne has moved first already");
        assert_eq!(play(&mut memory, Mode::Two, &[cleo, ben]), [2, 3]);
        assert_eq!(play(&mut memory, Mode::Two, &[anne, ben]), [2, 1]);
        assert_eq!(play(&mut memory, Mode::Two, &[anne, ben]), [1, 2]);
    }

    #[test]
    fn first_move_rotates_among_three() {
        let mut memory = PairingHistory::default();
        let all = [1, 2, 3].map(|id| Candidate(id, 1_500));
        let first: Vec<_> = (0..30).map(|_| play(&mut memory, Mode::Three, &all)[0]).collect();
        for id in 1..=3 {
            let count = first.iter().filter(|&&first| first == id).count();
            assert!((8..=12).contains(&count), "{id} moved first {count} times of 30");
        }
    }

    #[test]
    fn teams_are_balanced_and_partners_sit_opposite() {
        let memory = PairingHistory::default();
        for mode in [Mode::Four, Mode::FourConsecutive] {
            let players =
                [Candidate(1, 1_900), Candidate(2, 1_800), Candidate(3, 1_300), Candidate(4, 1_200)];
            let seats = arrange(mode, players.to_vec(), &memory);
            let team = |first: usize| seats[first].1 + seats[first + 2].1;
            assert_eq!((team(0), team(1)), (3_100, 3_100), "{seats:?}");
            let partners = [[0, 2], [1, 3]];
            for [one, other] in partners {
                let colors = mode.colors();
                assert_eq!(mode.team_of(colors[one]), mode.team_of(colors[other]));
            }
        }
    }
}
