//! A table: its seats, and the game that is played there.

mod apply;
mod decide;
mod time;

use serde::{Deserialize, Serialize};
use sumito_rules::{Color, Position};

use crate::{
    Event, Game, Outcome, Player, Reason, Seat, SeatSet, Settings, SettingsError, Status, Timestamp, UserId,
};

pub use apply::ReplayError;

/// A table: its settings, its seats, and the game that is played there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    settings: Settings,
    /// The start position; derived from the settings.
    start: Position,
    chairs: Vec<SeatState>,
    game: Option<Game>,
    /// True if all players left before a game started.
    closed: bool,
    /// The number of the last applied record.
    seq: u64,
    /// The moment of that record.
    at: Timestamp,
}

/// The current state of a seat. [`Presence`](crate::Presence) has the player's connection state.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct SeatState {
    /// The player; `None` while the seat is free.
    pub player: Option<Player>,
    /// True if the player declared readiness. Reset when a game starts.
    pub ready: bool,
}

impl SeatState {
    /// Returns whether the seat has a player who is ready to start. Computers are always ready.
    pub fn is_ready(&self) -> bool {
        self.player.as_ref().is_some_and(|player| self.ready || player.computer().is_some())
    }
}

impl Table {
    /// The first events of a new table.
    ///
    /// # Errors
    /// [`SettingsError`] if the settings do not allow a game.
    pub fn create(settings: Settings) -> Result<Vec<Event>, SettingsError> {
        settings.validate()?;
        Ok(vec![Event::Created { settings: Box::new(settings) }])
    }

    /// The table's settings, which never change.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The seats of the mode, in order.
    pub fn chairs(&self) -> &[SeatState] {
        &self.chairs
    }

    /// The game in progress, or the last one; `None` before the first.
    pub fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    /// The position for display: the game's, or the start position.
    pub fn position(&self) -> &Position {
        self.game.as_ref().map_or(&self.start, Game::position)
    }

    /// The state of the table.
    pub fn status(&self) -> Status {
        match &self.game {
            None if self.closed => Status::Closed,
            None => Status::Waiting,
            Some(game) if game.outcome().is_none() => Status::Playing,
            Some(_) => Status::Finished,
        }
    }

    /// The number of the last applied record.
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// The moment of the last applied record.
    pub fn at(&self) -> Timestamp {
        self.at
    }

    /// Returns the seat of `user`; `None` for spectators.
    pub fn seat_of(&self, user: UserId) -> Option<Seat> {
        self.seats().find(|&seat| self.player(seat).is_some_and(|player| player.id == user))
    }

    /// Returns the player of `seat`; `None` if the seat is free or the mode has no such seat.
    pub fn player(&self, seat: Seat) -> Option<&Player> {
        self.chairs.get(seat.index())?.player.as_ref()
    }

    /// Returns the colour that has one marble less than in the position `before` the last move.
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

    /// Returns the events when `losers` lose for a reason other than the rules of movement: the game ends, or continues if several players
    /// are left.
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
