//! A table: who sits at it, and the game that is played there.

mod apply;
mod decide;
mod observe;

use sumito_rules::{Color, Position};

use crate::{
    Event, Game, Outcome, Player, Reason, Seat, SeatSet, Settings, SettingsError, Timestamp, UserId,
};

pub use apply::Corrupt;

/// Whoever leaves on purpose waits this many times less until the others can claim the game, but not less than
/// [`LEFT_ABSENCE_MIN`].
const LEFT_ABSENCE_DIVISOR: u32 = 4;
const LEFT_ABSENCE_MIN: std::time::Duration = std::time::Duration::from_secs(10);

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
    /// Its moment.
    at: Timestamp,
}

/// What is on a seat.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Chair {
    /// Who sits there.
    pub player: Option<Player>,
    /// Whether they watch the table now.
    pub connected: bool,
    /// Whether they said that they are ready to begin.
    pub ready: bool,
    /// Since when they do not watch; `None` when they do, or never did.
    away_since: Option<Timestamp>,
    /// Whether they left on purpose.
    left: bool,
}

/// Where a table is in its life.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Seats are free, or somebody is not ready.
    Waiting,
    /// A game is under way.
    Playing,
    /// The game has ended.
    Finished,
    /// Everybody left before a game began.
    Closed,
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

    /// What was agreed.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The seats, in order.
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
    pub fn phase(&self) -> Phase {
        match &self.game {
            None if self.closed => Phase::Closed,
            None => Phase::Waiting,
            Some(game) if game.outcome().is_none() => Phase::Playing,
            Some(_) => Phase::Finished,
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

    /// Where `user` sits.
    pub fn seat_of(&self, user: UserId) -> Option<Seat> {
        self.seats().find(|&seat| self.player(seat).is_some_and(|player| player.id == user))
    }

    /// Who sits at `seat`.
    pub fn player(&self, seat: Seat) -> Option<&Player> {
        self.chairs.get(seat.index())?.player.as_ref()
    }

    /// When [`Signal::Tick`](crate::Signal::Tick) must come next, if nothing else happens before.
    pub fn next_deadline(&self) -> Option<Timestamp> {
        let game = self.playing()?;
        [game.clock().falls_at(), game.first_move_by(&self.settings.policy)].into_iter().flatten().min()
    }

    /// When the others can claim the game from `seat`, because its player is away.
    pub fn claimable_at(&self, seat: Seat) -> Option<Timestamp> {
        let absence = self.settings.policy.absence?;
        self.playing()?;
        let chair = self.chairs.get(seat.index())?;
        let grace = if chair.left {
            (absence / LEFT_ABSENCE_DIVISOR).max(LEFT_ABSENCE_MIN).min(absence)
        } else {
            absence
        };
        Some(chair.away_since? + grace)
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
        if game.position().mode().sides() == 2 {
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
