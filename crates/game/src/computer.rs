//! Computer players, as seats know them.

use uuid::Uuid;

use crate::{Player, Seat, UserId};

/// A computer player. It sits at tables like anybody else and is known by its id, in which stands all that there is to know of it: no list
/// of them is needed to tell a computer from a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Computer {
    level: u8,
    copy: u8,
}

/// The start of every computer's id: "sumito" in ASCII, in the form of a UUID that no generator makes (version 8).
const ID: u128 = 0x7375_6d69_746f_8000_8000_0000_0000_0000;

impl Computer {
    /// How many levels there are, from 1.
    pub const LEVELS: u8 = 8;

    /// How many computers of each level can sit at one table: nobody has two seats there.
    pub const COPIES: u8 = Seat::MAX as u8;

    /// A computer that plays at `level`, 1 to 8; `copy`, 0 to 3, tells it from others of the same level at a table. `None` for other
    /// numbers.
    pub fn new(level: u8, copy: u8) -> Option<Self> {
        ((1..=Self::LEVELS).contains(&level) && copy < Self::COPIES).then_some(Self { level, copy })
    }

    /// All of them, by level and copy.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=Self::LEVELS).flat_map(|level| (0..Self::COPIES).map(move |copy| Self { level, copy }))
    }

    /// The first of this level that is none of these users; `None` where there is no such level, or all copies are among them.
    pub fn besides(level: u8, users: &[UserId]) -> Option<Self> {
        let mut copies = (0..Self::COPIES).filter_map(|copy| Self::new(level, copy));
        copies.find(|computer| !users.contains(&computer.id()))
    }

    /// The computer with this id; `None` for that of a person.
    pub fn of(user: UserId) -> Option<Self> {
        let rest = user.0.as_u128().checked_sub(ID)?;
        let [level, copy] = u16::try_from(rest).ok()?.to_be_bytes();
        Self::new(level, copy)
    }

    /// How strong it plays: 1 to 8.
    pub fn level(self) -> u8 {
        self.level
    }

    /// Its id.
    pub fn id(self) -> UserId {
        UserId(Uuid::from_u128(ID + u128::from(u16::from_be_bytes([self.level, self.copy]))))
    }

    /// Itself on a seat.
    pub fn player(self) -> Player {
        Player { id: self.id(), name: format!("Computer {}", self.level), guest: false, bot: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_computer_is_known_by_its_id_and_nobody_else_is_one() {
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
