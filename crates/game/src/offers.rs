//! Offers between players.

use crate::{Offer, Seat, SeatSet};

/// Open offers of a game, and the number of offers made in it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Offers {
    /// Agreements by kind of offer.
    open: [Agreement; Offer::ALL.len()],
    /// Draws and takebacks that each seat has proposed in the game.
    made: [u32; Seat::MAX],
}

/// Agreement to one kind of offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Agreement {
    /// The seat that offered first; `None` if there is no offer.
    pub(crate) by: Option<Seat>,
    /// Seats that agree, including the offering seat.
    pub(crate) agreed: SeatSet,
    /// Seats with an offer that was declined since their last move.
    pub(crate) refused: SeatSet,
}

impl Offers {
    pub(crate) fn get(&self, what: Offer) -> &Agreement {
        &self.open[what as usize]
    }

    /// Number of draws and takebacks that `seat` has proposed in the game. Agreeing to another seat's proposal is not counted.
    pub(crate) fn made_by(&self, seat: Seat) -> u32 {
        self.made[seat.index()]
    }

    /// Records an offer of `seat`, or its agreement to an open offer.
    pub(crate) fn agree(&mut self, what: Offer, seat: Seat) {
        let agreement = &mut self.open[what as usize];
        if agreement.by.is_none() && matches!(what, Offer::Draw | Offer::Takeback) {
            self.made[seat.index()] += 1;
        }
        agreement.by.get_or_insert(seat);
        agreement.agreed.insert(seat);
    }

    /// Declines the offer: it is removed, and the seats that made it cannot repeat it until their next move.
    pub(crate) fn turn_down(&mut self, what: Offer) {
        let agreement = &mut self.open[what as usize];
        let refused = agreement.refused.union(agreement.agreed);
        *agreement = Agreement { refused, ..Agreement::default() };
    }

    /// Updates the offers after a move of `seat`: a draw offer lapses unless the mover has agreed to it, a takeback offer always lapses,
    /// and the mover may repeat a declined offer.
    pub(crate) fn lapse_with_move(&mut self, seat: Seat) {
        for (what, agreement) in Offer::ALL.into_iter().zip(&mut self.open) {
            agreement.refused.remove(seat);
            let lapses = match what {
                Offer::Draw => !agreement.agreed.contains(seat),
                Offer::Takeback => true,
                Offer::Rematch | Offer::Resignation => false,
            };
            if lapses {
                *agreement = Agreement { refused: agreement.refused, ..Agreement::default() };
            }
        }
    }

    /// Removes all open offers and restrictions. The counts of offers in the game stay.
    pub(crate) fn clear(&mut self) {
        self.open = Default::default();
    }
}
