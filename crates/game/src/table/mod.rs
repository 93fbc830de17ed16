//! A table: who sits at it, and the game that is played there.

mod apply;
mod decide;
mod time;

use serde::{Deserialize, Serialize};
use sumito_rules::{Color, Position};

use crate::{
    Event, Game, Outcome, Player, Reason, Seat, SeatSet, Settings, SettingsError, Timestamp, UserId,
};

pub use apply::Corrupt;

/// A table: its settings, who sits at it, and the game that is played there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    settings: Settings,
    /// The start position; derived from the settings.
    start: Position,
    chairs: Vec<Chair>,
    game: Option<Game>,
    /// Everybody left before a game began.
    closed: bool,
    /// The number of the last record taken in.
    seq: u64,
    /// The moment of that record.
    at: Timestamp,
}

/// A seat as it is now. Whether its player is there is told by [`Presence`](crate::Presence).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Chair {
    /// Who sits there; `None` while the seat is free.
    pub player: Option<Player>,
    /// Whether they said that they are ready to begin. It is forgotten when a game begins.
    pub ready: bool,
}

/// Where a table is in its life.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Before the first game: seats are free, or somebody is not ready.
    Waiting,
    /// A game is under way.
    Playing,
    /// The last game has ended; there can be a rematch.
    Finished,
    /// Everybody left before a game began. Whoever sits down opens the table again.
    Closed,
}

impl Status {
    /// One word for it, in small letters.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Playing => "playing",
            Self::Finished => "finished",
            Self::Closed => "closed",
        }
    }
}

impl Chair {
    /// Whether somebody sits there who is ready to begin. Computers always are.
    pub fn is_ready(&self) -> bool {
        self.player.as_ref().is_some_and(|player| self.ready || player.computer().is_some())
    }
}

impl Table {
    /// The first events of a new table.
    ///
    /// # Errors
    /// [`SettingsError`] when nobody can play by the settings.
    pub fn create(settings: Settings) -> Result<Vec<Event>, SettingsError> {
        settings.validate()?;
        Ok(vec![Event::Created { settings: Box::new(settings) }])
    }

    /// What is played at the table, for all of its life.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The seats of the mode, in order.
    pub fn chairs(&self) -> &[Chair] {
        &self.chairs
    }

    /// The game under way, or the last one; `None` before the first.
    pub fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    /// The position to show: the game's, or the one that it will start from.
    pub fn position(&self) -> &Position {
        self.game.as_ref().map_or(&self.start, Game::position)
    }

    /// Where the table is in its life.
    pub fn status(&self) -> Status {
        match &self.game {
            None if self.closed => Status::Closed,
            None => Status::Waiting,
            Some(game) if game.outcome().is_none() => Status::Playing,
            Some(_) => Status::Finished,
        }
    }

    /// The number of the last record taken in.
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// The moment of the last record taken in.
    pub fn at(&self) -> Timestamp {
        self.at
    }

    /// Where `user` sits; `None` for those who only watch.
    pub fn seat_of(&self, user: UserId) -> Option<Seat> {
        self.seats().find(|&seat| self.player(seat).is_some_and(|player| player.id == user))
    }

    /// Who sits at `seat`; `None` while it is free, or where the mode has no such seat.
    pub fn player(&self, seat: Seat) -> Option<&Player> {
        self.chairs.get(seat.index())?.player.as_ref()
    }

    /// The colour of which there is one marble less than in the position `before` the last move.
    pub fn ejected_since(&self, before: &Position) -> Option<Color> {
        let now = self.position();
        Color::ALL.into_iter().find(|&color| now.marbles(color).len() < before.marbles(color).len())
    }

    fn playing(&self) -> Option<&Game> {
        self.game.as_ref().filter(|game| game.outcome().is_none())
    }

    fn playing_mut(&mut self) -> Option<&mut Game> {
        self.game.as_mut().filter(|game| game.outcome().is_none())
    }

    fn seats(&self) -> impl Iterator<Item = Seat> {
        Seat::first(self.chairs.len())
    }

    /// What happens when `losers` lose for a reason outside of the rules of movement: the game ends, or the others go
    /// on while there are several.
    fn lose(game: &Game, losers: SeatSet, reason: Reason) -> Vec<Event> {
        let Some(first) = losers.iter().next() else { return Vec::new() };
        if game.position().mode().teams() == 2 {
            return vec![finished(game.lost_by(first, reason))];
        }
        let left = game.playing().without(losers);
        let mut events: Vec<_> = losers.iter().map(|seat| Event::Eliminated { seat, reason }).collect();
        if left.len() == 1 {
            events.extend(left.iter().map(|winner| finished(game.won_by(winner, reason))));
        }
        events
    }
}

fn finished(outcome: Outcome) -> Event {
    Event::Finished { outcome: Box::new(outcome) }
}
