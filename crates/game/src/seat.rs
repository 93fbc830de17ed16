//! Seats by number, and sets of them.

use std::fmt;

use serde::{Deserialize, Serialize};
use sumito_rules::Color;

/// A seat at a table: 0 to 3, in the order of the colours. Its player plays that colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Seat(Color);

impl Seat {
    /// Maximum number of seats at a table.
    pub const MAX: usize = Color::ALL.len();

    /// The seat with this number, counted from 0.
    pub fn new(number: usize) -> Option<Self> {
        Color::from_index(number).map(Self)
    }

    /// The first `count` seats, in order.
    pub fn first(count: usize) -> impl Iterator<Item = Self> {
        Color::ALL.into_iter().take(count).map(Self)
    }

    /// The number, counted from 0.
    pub fn index(self) -> usize {
        self.0.index()
    }

    /// The colour of the seat's marbles.
    pub fn color(self) -> Color {
        self.0
    }
}

impl From<Color> for Seat {
    fn from(color: Color) -> Self {
        Self(color)
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> Self {
        seat.index() as Self
    }
}

impl TryFrom<u8> for Seat {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        Self::new(usize::from(number))
            .ok_or_else(|| format!("seat {number} does not exist; seats are 0 to 3"))
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.index().fmt(f)
    }
}

/// A set of the seats of a table.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash, Serialize, Deserialize)]
#[serde(from = "Vec<Seat>", into = "Vec<Seat>")]
pub struct SeatSet(u8);

impl SeatSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// The first `count` seats.
    pub fn first(count: usize) -> Self {
        Seat::first(count).collect()
    }

    /// Returns whether `seat` is in the set.
    pub fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat.index()) != 0
    }

    /// Adds `seat` to the set.
    pub fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.index();
    }

    /// Removes `seat` from the set.
    pub fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.index());
    }

    /// Returns whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether all of `others` are in the set.
    pub fn is_superset(self, others: Self) -> bool {
        others.0 & !self.0 == 0
    }

    /// Returns the union of both sets.
    #[must_use]
    pub fn union(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// Returns the seats of this set that are not in `others`.
    #[must_use]
    pub fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    /// Number of seats in the set.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The seats of the set, in order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::first(Seat::MAX).filter(move |&seat| self.contains(seat))
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        let mut set = Self::EMPTY;
        seats.into_iter().for_each(|seat| set.insert(seat));
        set
    }
}

impl From<Vec<Seat>> for SeatSet {
    fn from(seats: Vec<Seat>) -> Self {
        seats.into_iter().collect()
    }
}

impl From<SeatSet> for Vec<Seat> {
    fn from(set: SeatSet) -> Self {
        set.iter().collect()
    }
}

impl fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Seat::index)).finish()
    }
}
