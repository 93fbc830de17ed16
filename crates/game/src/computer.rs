//! Computer players on seats.

use uuid::Uuid;

use crate::{Player, Seat, UserId};

/// A computer player. It has a seat like any other player. Its id encodes its level and copy number, so computers are recognised without a
/// list of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Computer {
    level: u8,
    copy: u8,
}

/// The prefix of every computer's id: "sumito" in ASCII, as a UUID of version 8, which no generator produces.
const ID: u128 = 0x7375_6d69_746f_8000_8000_0000_0000_0000;

impl Computer {
    /// Number of levels, counted from 1.
    pub const LEVELS: u8 = 8;

    /// Number of computers of each level that can sit at one table: each seat needs a different user.
    pub const COPIES: u8 = Seat::MAX as u8;

    /// Returns the computer of `level` (1 to 8) and `copy` (0 to 3); the copy number separates computers of equal level at a table. `None`
    /// for other numbers.
    pub fn new(level: u8, copy: u8) -> Option<Self> {
        ((1..=Self::LEVELS).contains(&level) && copy < Self::COPIES).then_some(Self { level, copy })
    }

    /// Every computer, by level and copy.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=Self::LEVELS).flat_map(|level| (0..Self::COPIES).map(move |copy| Self { level, copy }))
    }

    /// Returns the first computer of this level that is not among `users`; `None` if the level does not exist or all copies are among them.
    pub fn besides(level: u8, users: &[UserId]) -> Option<Self> {
        let mut copies = (0..Self::COPIES).filter_map(|copy| Self::new(level, copy));
        copies.find(|computer| !users.contains(&computer.id()))
    }

    /// Returns the computer with this id; `None` for a person's id.
    pub fn of(user: UserId) -> Option<Self> {
        let rest = user.0.as_u128().checked_sub(ID)?;
        let [level, copy] = u16::try_from(rest).ok()?.to_be_bytes();
        Self::new(level, copy)
    }

    /// Playing strength: 1 to 8.
    pub fn level(self) -> u8 {
        self.level
    }

    /// The computer's user id.
    pub fn id(self) -> UserId {
        UserId(Uuid::from_u128(ID + u128::from(u16::from_be_bytes([self.level, self.copy]))))
    }

    /// Returns the computer as the player of a seat.
    pub fn player(self) -> Player {
        Player { id: self.id(), name: format!("Computer {}", self.level), guest: false, bot: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_computer_ids_are_recognised_as_computers() {
        assert_eq!(Computer::all().count(), 32);
        for computer in Computer::all() {
            assert_eq!(Computer::of(computer.id()), Some(computer));
        }
        let strangers = [0, ID, ID - 1, ID + 0x0104, ID + 0x0900, ID + (1 << 16) + 0x0100, u128::MAX];
        for stranger in strangers {
            assert_eq!(Computer::of(UserId(Uuid::from_u128(stranger))), None, "{stranger:x}");
        }
        assert_eq!(Computer::new(0, 0), None);
        assert_eq!(Computer::new(9, 0), None);
    }

    #[test]
    fn another_copy_sits_beside_the_first() {
        let first = Computer::besides(3, &[]).unwrap();
        let second = Computer::besides(3, &[first.id()]).unwrap();
        assert_eq!((first.level(), second.level()), (3, 3));
        assert_ne!(first.id(), second.id());
        let all: Vec<_> = Computer::all().map(Computer::id).collect();
        assert_eq!(Computer::besides(3, &all), None);
        assert_eq!(Computer::besides(9, &[]), None);
    }
}
