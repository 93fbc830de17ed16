//! Which games a lobby offers.

use sumito_game::TimeControl;
use sumito_rules::{Layout, Mode};

use super::SeekError;
use super::seek::Game;
use crate::config::{LobbyOffer, RatedOffer};

/// Which games a lobby offers. What an empty list names is not limited.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// The modes.
    pub modes: Vec<Mode>,
    /// The start layouts.
    pub layouts: Vec<Layout>,
    /// How thinking time is limited.
    pub clocks: Vec<TimeControl>,
    /// Whether results count for ratings.
    pub rated: RatedOffer,
}

impl From<&LobbyOffer> for Offer {
    fn from(config: &LobbyOffer) -> Self {
        let LobbyOffer { modes, layouts, clocks, rated, .. } = config.clone();
        Self { modes, layouts, clocks, rated }
    }
}

impl Offer {
    /// Whether this game is one of them.
    ///
    /// # Errors
    /// [`SeekError::NotOffered`] says what is not offered.
    pub fn check(&self, game: &Game) -> Result<(), SeekError> {
        let is_rated_well = match self.rated {
            RatedOffer::Both => true,
            RatedOffer::Rated => game.rated,
            RatedOffer::Unrated => !game.rated,
        };
        let checks = [
            (is_among(&self.modes, &game.mode), "mode"),
            (is_among(&self.layouts, &game.layout), "layout"),
            (is_among(&self.clocks, &game.time), "clock"),
            (is_rated_well, "value of `rated`"),
        ];
        let missing = checks.into_iter().find(|(is_offered, _)| !is_offered);
        missing.map_or(Ok(()), |(_, what)| Err(SeekError::NotOffered(what)))
    }
}

fn is_among<T: PartialEq>(offered: &[T], wanted: &T) -> bool {
    offered.is_empty() || offered.contains(wanted)
}
