//! What is remembered of the games that were paired: who played whom last, and who has had the first move how often.

use sumito_game::UserId;
use sumito_rules::{Color, Mode};

use super::recent::Recent;

/// What is remembered of the games that were paired.
#[derive(Debug, Default)]
pub(super) struct Memory {
    /// With whom somebody played last, where they were two.
    opponents: Recent<UserId, UserId>,
    /// Which of two moved first in their last game. The smaller id stands first.
    first: Recent<(UserId, UserId), UserId>,
    /// How often somebody moved early in a mode: what a place in the order of turns is worth, added up.
    balances: Recent<(UserId, Mode), i32>,
}

impl Memory {
    /// Whether the last game of both was the one against each other.
    pub(super) fn is_rematch(&self, one: UserId, other: UserId) -> bool {
        self.opponents.get(&one) == Some(&other) && self.opponents.get(&other) == Some(&one)
    }

    /// Who of the two moved first when they last played each other.
    pub(super) fn moved_first(&self, one: UserId, other: UserId) -> Option<UserId> {
        self.first.get(&(one.min(other), one.max(other))).copied()
    }

    /// How early somebody has moved in all their games of a mode: the more, the later they should move now.
    pub(super) fn balance(&self, user: UserId, mode: Mode) -> i32 {
        self.balances.get(&(user, mode)).copied().unwrap_or(0)
    }

    /// A game begins: who plays, by seat; `None` for a computer.
    pub(super) fn note(&mut self, mode: Mode, seats: &[Option<UserId>]) {
        for (&user, &color) in seats.iter().zip(mode.colors()) {
            if let Some(user) = user {
                let balance = self.balance(user, mode).saturating_add(worth(mode, color));
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

/// What it is worth to move in this place. The first is worth most, and more above the second than that above the third: otherwise
/// whoever is always in the middle would count as treated fairly. All places together are worth nothing.
fn worth(mode: Mode, color: Color) -> i32 {
    let place = mode.turn_order().iter().position(|&other| other == color).unwrap_or_default();
    let (seats, place) = (mode.seats() as i32, place as i32);
    let all: i32 = (1..=seats).map(|rank| rank * rank).sum();
    seats * (seats - place) * (seats - place) - all
}
