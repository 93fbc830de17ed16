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
    /// To play again once a game is over, everybody one seat further: everybody must agree.
    Rematch,
    /// To give the game up as a team: both partners must agree.
    Resignation,
}

impl Offer {
    /// Every kind of offer.
    pub const ALL: [Self; 4] = [Self::Draw, Self::Takeback, Self::Rematch, Self::Resignation];
}

/// What stands open in a game, and how much was offered in it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Offers {
    /// By kind.
    open: [Agreement; Offer::ALL.len()],
    /// Draws and takebacks that each seat has proposed in the game.
    made: [u32; Seat::MAX],
}

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
        &self.open[what as usize]
    }

    /// How many draws and takebacks `seat` has proposed in the game. Agreeing to what another proposed is not counted.
    pub(crate) fn made_by(&self, seat: Seat) -> u32 {
        self.made[seat.index()]
    }

    /// `seat` offers, or agrees to what is offered.
    pub(crate) fn agree(&mut self, what: Offer, seat: Seat) {
        let agreement = &mut self.open[what as usize];
        if agreement.by.is_none() && matches!(what, Offer::Draw | Offer::Takeback) {
            self.made[seat.index()] += 1;
        }
        agreement.by.get_or_insert(seat);
        agreement.agreed.insert(seat);
    }

    /// Somebody turned the offer down: it is gone, and those who made it wait until their next move.
    pub(crate) fn turn_down(&mut self, what: Offer) {
        let agreement = &mut self.open[what as usize];
        let refused = agreement.refused.union(agreement.agreed);
        *agreement = Agreement { refused, ..Agreement::default() };
    }

    /// What a move of `seat` does to offers: a draw lapses unless the mover has agreed to it, a takeback in any case,
    /// and the mover may offer again what was turned down.
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

    /// Nothing is open any more, and nobody waits to offer again. What was offered in the game stays counted.
    pub(crate) fn clear(&mut self) {
        self.open = Default::default();
    }
}
