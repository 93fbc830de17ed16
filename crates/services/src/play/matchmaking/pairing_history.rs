//! History of paired games: latest opponents, and the balance of first moves.

use sumito_game::UserId;
use sumito_kit::recency_cache::RecencyCache;
use sumito_rules::{Color, Mode};

/// History of paired games.
#[derive(Debug, Default)]
pub(super) struct PairingHistory {
    /// Latest opponent of each user in two-player games.
    opponents: RecencyCache<UserId, UserId>,
    /// User who moved first in the latest game of a pair. The smaller id comes first in the key.
    first: RecencyCache<(UserId, UserId), UserId>,
    /// Sum of the values of a user's places in the order of turns, per mode.
    balances: RecencyCache<(UserId, Mode), i32>,
}

impl PairingHistory {
    /// Returns whether the latest game of both users was against each other.
    pub(super) fn is_rematch(&self, one: UserId, other: UserId) -> bool {
        self.opponents.get(&one) == Some(&other) && self.opponents.get(&other) == Some(&one)
    }

    /// Returns which of the two users moved first in their latest game.
    pub(super) fn moved_first(&self, one: UserId, other: UserId) -> Option<UserId> {
        self.first.get(&(one.min(other), one.max(other))).copied()
    }

    /// Returns the sum of a user's places in the games of a mode: the higher it is, the later the user should move now.
    pub(super) fn balance(&self, user: UserId, mode: Mode) -> i32 {
        self.balances.get(&(user, mode)).copied().unwrap_or(0)
    }

    /// Records a game that starts, with its players by seat; `None` for a computer.
    pub(super) fn record(&mut self, mode: Mode, seats: &[Option<UserId>]) {
        for (&user, &color) in seats.iter().zip(mode.colors()) {
            if let Some(user) = user {
                let balance = self.balance(user, mode).saturating_add(seat_value(mode, color));
                self.balances.set((user, mode), balance);
            }
        }
        if let [Some(first), Some(second)] = *seats {
            self.opponents.set(first, second);
            self.opponents.set(second, first);
            self.first.set((first.min(second), first.max(second)), first);
        }
    }
}

/// Returns the value of a place in the order of turns. The first place is worth most, and its lead over the second exceeds the lead of the
/// second over the third: otherwise a user who is always in the middle would count as treated fairly. The values of all places sum to zero.
fn seat_value(mode: Mode, color: Color) -> i32 {
    let place = mode.turn_order().iter().position(|&other| other == color).unwrap_or_default();
    let (seats, place) = (mode.seats() as i32, place as i32);
    let all: i32 = (1..=seats).map(|rank| rank * rank).sum();
    seats * (seats - place) * (seats - place) - all
}
