//! Computer players on seats.

use uuid::Uuid;

use crate::{Player, Seat, UserId};

/// A computer player. It has a seat like any other player. Its id encodes its level and copy number, so computers are recognised without a
/// list of them.
///
/// The levels of stored ids never change their meaning. Computers of the first ladder, with eight levels, take no new seats; they play and
/// are shown at the level of about the same strength (docs/adr/0069).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Computer {
    ladder: Ladder,
    /// The number on the ladder.
    number: u8,
    copy: u8,
}

/// A numbering of levels, stored in ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Ladder {
    /// Eight levels, until version 0.1.0.
    First,
    /// The twelve levels of today.
    Today,
}

/// The prefix of every computer's id: "sumito" in ASCII, as a UUID of version 8, which no generator produces.
const ID: u128 = 0x7375_6d69_746f_8000_8000_0000_0000_0000;

/// The number in an id that separates today's copies from copies of the first ladder.
const TODAY: u8 = 0x10;

/// For each level of the first ladder, today's level of about the same strength, by matches (docs/engine.md).
const SINCE_FIRST: [u8; 8] = [4, 5, 6, 7, 9, 10, 11, 12];

impl Computer {
    /// Number of levels, counted from 1.
    pub const LEVELS: u8 = 12;

    /// Number of computers of each level that can sit at one table: each seat needs a different user.
    pub const COPIES: u8 = Seat::MAX as u8;

    /// Returns the computer of `level` (1 to 12) and `copy` (0 to 3); the copy number separates computers of equal level at a table. `None`
    /// for other numbers.
    pub fn new(level: u8, copy: u8) -> Option<Self> {
        Self::on(Ladder::Today, level, copy)
    }

    fn on(ladder: Ladder, number: u8, copy: u8) -> Option<Self> {
        let numbers = match ladder {
            Ladder::First => SINCE_FIRST.len() as u8,
            Ladder::Today => Self::LEVELS,
        };
        let exists = (1..=numbers).contains(&number) && copy < Self::COPIES;
        exists.then_some(Self { ladder, number, copy })
    }

    /// Every computer that takes new seats, by level and copy.
    pub fn today() -> impl Iterator<Item = Self> {
        (1..=Self::LEVELS).flat_map(|level| (0..Self::COPIES).filter_map(move |copy| Self::new(level, copy)))
    }

    /// Every computer that can have a seat: also computers of the first ladder, in rooms that they have not left.
    pub fn all() -> impl Iterator<Item = Self> {
        let numbers = 1..=SINCE_FIRST.len() as u8;
        let first = numbers.flat_map(|number| {
            (0..Self::COPIES).filter_map(move |copy| Self::on(Ladder::First, number, copy))
        });
        first.chain(Self::today())
    }

    /// Returns the first computer of this level that is not among `users`; `None` if the level does not exist or all copies are among them.
    pub fn besides(level: u8, users: &[UserId]) -> Option<Self> {
        let mut copies = (0..Self::COPIES).filter_map(|copy| Self::new(level, copy));
        copies.find(|computer| !users.contains(&computer.id()))
    }

    /// Returns the computer with this id; `None` for a person's id.
    pub fn of(user: UserId) -> Option<Self> {
        let rest = user.0.as_u128().checked_sub(ID)?;
        let [number, copy] = u16::try_from(rest).ok()?.to_be_bytes();
        match copy.checked_sub(TODAY) {
            Some(copy) => Self::on(Ladder::Today, number, copy),
            None => Self::on(Ladder::First, number, copy),
        }
    }

    /// Playing strength: 1 to 12.
    pub fn level(self) -> u8 {
        match self.ladder {
            Ladder::First => SINCE_FIRST[usize::from(self.number - 1)],
            Ladder::Today => self.number,
        }
    }

    /// The computer's user id.
    pub fn id(self) -> UserId {
        let copy = match self.ladder {
            Ladder::First => self.copy,
            Ladder::Today => TODAY + self.copy,
        };
        UserId(Uuid::from_u128(ID + u128::from(u16::from_be_bytes([self.number, copy]))))
    }

    /// Returns the computer as the player of a seat.
    pub fn player(self) -> Player {
        Player { id: self.id(), name: format!("Computer {}", self.level()), guest: false, bot: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_computer_ids_are_recognised_as_computers() {
        assert_eq!((Computer::all().count(), Computer::today().count()), (32 + 48, 48));
        for computer in Computer::all() {
            assert_eq!(Computer::of(computer.id()), Some(computer));
        }
        let strangers = [
            0,
            ID,
            ID - 1,
            ID + 0x0104,
            ID + 0x0900,
            ID + 0x0114,
            ID + 0x0d10,
            ID + (1 << 16) + 0x0100,
            u128::MAX,
        ];
        for stranger in strangers {
            assert_eq!(Computer::of(UserId(Uuid::from_u128(stranger))), None, "{stranger:x}");
        }
        assert_eq!(Computer::new(0, 0), None);
        assert_eq!(Computer::new(13, 0), None);
    }

    #[test]
    fn stored_ids_keep_their_strength() {
        let of = |rest| Computer::of(UserId(Uuid::from_u128(ID + rest))).unwrap();
        let first: Vec<_> = (1..=8).map(|number| of(number << 8).level()).collect();
        assert!(first.is_sorted_by(|one, next| one < next));
        // Level 8 of 8 was full strength, as level 12 of 12 is.
        assert_eq!((first[7], of(0x0803).level(), of(0x0c10).level()), (12, 12, 12));
        assert_eq!(of(0x0800).player().name, "Computer 12");
        assert_eq!(
            Computer::besides(8, &[]),
            Some(of(0x0810)),
            "no computer of the first ladder takes a new seat"
        );
    }

    #[test]
    fn another_copy_sits_beside_the_first() {
        let first = Computer::besides(3, &[]).unwrap();
        let second = Computer::besides(3, &[first.id()]).unwrap();
        assert_eq!((first.level(), second.level()), (3, 3));
        assert_ne!(first.id(), second.id());
        let all: Vec<_> = Computer::all().map(Computer::id).collect();
        assert_eq!(Computer::besides(3, &all), None);
        assert_eq!(Computer::besides(13, &[]), None);
    }
}
