//! Games that a lobby offers.

use sumito_game::TimeControl;
use sumito_rules::{Layout, Mode};
use sumito_vocabulary::RatedOffer;

use super::SeekError;
use super::seek::GameKind;
use sumito_config::LobbyConfig;

/// Games that a lobby offers. An empty list means no restriction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LobbyFilter {
    /// Modes that are allowed.
    pub modes: Vec<Mode>,
    /// Allowed start layouts.
    pub layouts: Vec<Layout>,
    /// Allowed time controls.
    pub clocks: Vec<TimeControl>,
    /// Whether results count for ratings.
    pub rated: RatedOffer,
}

impl From<&LobbyConfig> for LobbyFilter {
    fn from(config: &LobbyConfig) -> Self {
        let LobbyConfig { modes, layouts, clocks, rated, .. } = config.clone();
        Self { modes, layouts, clocks, rated }
    }
}

impl LobbyFilter {
    /// Checks whether the lobby offers this game.
    ///
    /// # Errors
    /// [`SeekError::NotOffered`] names the setting that is not offered.
    pub fn check(&self, game: &GameKind) -> Result<(), SeekError> {
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
