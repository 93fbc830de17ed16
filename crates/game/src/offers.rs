//! What players offer each other.

use serde::{Deserialize, Serialize};

use crate::{Seat, SeatSet};

/// What can be offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Offer {
    /// To end the game without a winner: everybody who is still in the game must agree.
    Draw,
    /// To take one's last move back, and all that came after it: all opponents must agree.
    Takeback,
    /// To play again, with seats turned, once a game is over: everybody must agree.
    Rematch,
    /// To give the game up as a team: both partners must agree.
    Resignation,
}

impl Offer {
    /// Every kind of offer.
    pub const ALL: [Self; 4] = [Self::Draw, Self::Takeback, Self::Rematch, Self::Resignation];
}

/// What stands open, by kind.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Offers([Agreement; Offer::ALL.len()]);

/// Who agrees to one kind of offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Agreement {
    /// Who offered it first; `None` while nobody has.
    pub(crate) by: Option<Seat>,
    /// Who agrees, the one who offered it among them.
    pub(crate) agreed: SeatSet,
    /// Who offered it and was turned down since their last move.
    pub(crate) refused: SeatSet,
}

impl Offers {
    pub(crate) fn get(&self, what: Offer) -> &Agreement {
        &self.0[what as usize]
    }

    /// `seat` offers, or agrees to what is offered.
    pub(crate) fn agree(&mut self, what: Offer, seat: Seat) {
        let agreement = &mut self.0[what as usize];
        agreement.by.get_or_insert(seat);
        agreement.agreed.insert(seat);
    }

    /// Somebody turned the offer down: it is gone, and those who made it wait until their next move.
    pub(crate) fn turn_down(&mut self, what: Offer) {
        let agreement = &mut self.0[what as usize];
        let refused = agreement.refused.union(agreement.agreed);
        *agreement = Agreement { refused, ..Agreement::default() };
    }

    /// What a move of `seat` does to offers: a draw lapses unless the mover has agreed to it, a takeback in any case,
    /// and the mover may offer again what was turned down.
    pub(crate) fn lapse_with_move(&mut self, seat: Seat) {
        for (what, agreement) in Offer::ALL.into_iter().zip(&mut self.0) {
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

    /// Nothing is open any more.
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }
}
