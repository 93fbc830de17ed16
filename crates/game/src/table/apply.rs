//! Applies records to a table.

use std::time::Duration;

use super::{SeatState, Table};
use crate::{Event, Game, Player, Record, Seat, Timestamp};

/// A record that does not follow from the previous ones: the stored history is damaged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("event {seq} is inconsistent with the events before it: {what}")]
pub struct ReplayError {
    /// The number of the record; 0 if there is no record at all.
    pub seq: u64,
    /// Description of the fault, as the end of a sentence.
    pub what: String,
}

/// Description of a fault in an event.
type ReplayProblem = String;

impl Table {
    /// Opens a table from its first record.
    ///
    /// # Errors
    /// [`ReplayError`] if the record is not the creation of a table.
    pub fn open(first: &Record) -> Result<Self, ReplayError> {
        let corrupt = |what: String| ReplayError { seq: first.seq, what };
        let Event::Created { settings } = &first.event else {
            return Err(corrupt("the first event must create the table".to_owned()));
        };
        if first.seq != 1 {
            return Err(corrupt("the first event must have number 1".to_owned()));
        }
        let settings = settings.as_ref().clone();
        let start = settings.start().position(settings.mode).map_err(|error| corrupt(error.to_string()))?;
        let chairs = vec![SeatState::default(); settings.mode.seats()];
        Ok(Self { settings, start, chairs, game: None, closed: false, seq: first.seq, at: first.at })
    }

    /// Rebuilds a table from its records: all of them, or the first one and those from the last [`Event::Started`] on, which contains the
    /// seating.
    ///
    /// # Errors
    /// [`ReplayError`] for the first record that does not follow from the previous ones.
    pub fn replay<'a>(records: impl IntoIterator<Item = &'a Record>) -> Result<Self, ReplayError> {
        let mut records = records.into_iter();
        let first = records.next().ok_or_else(|| ReplayError { seq: 0, what: "no events".to_owned() })?;
        let mut table = Self::open(first)?;
        records.try_for_each(|record| table.apply(record))?;
        Ok(table)
    }

    /// Applies a record.
    ///
    /// # Errors
    /// [`ReplayError`] if the record does not follow from the previous ones; the table must then be discarded.
    pub fn apply(&mut self, record: &Record) -> Result<(), ReplayError> {
        self.apply_record(record).map_err(|what| ReplayError { seq: record.seq, what })?;
        self.seq = record.seq;
        self.at = record.at;
        Ok(())
    }

    fn apply_record(&mut self, record: &Record) -> Result<(), ReplayProblem> {
        self.check_order(record)?;
        let at = record.at;
        if let Some(game) = self.playing_mut() {
            game.clock_mut().set_server_time(record.server, at);
        }
        match &record.event {
            Event::Created { .. } => return Err("table already created".to_owned()),
            Event::Seated { seat, player } => {
                let chair = self.chair_mut(*seat)?;
                *chair = SeatState { player: Some(player.as_ref().clone()), ready: false };
                self.closed = false;
            }
            Event::Left { seat } => {
                *self.chair_mut(*seat)? = SeatState::default();
                self.closed = self.chairs.iter().all(|chair| chair.player.is_none());
            }
            Event::Ready { seat, ready } => self.chair_mut(*seat)?.ready = *ready,
            Event::Started { game, players, rematch } => {
                if self.playing().is_some() {
                    return Err("game already running".to_owned());
                }
                self.seat_for_game(players, *rematch)?;
                self.closed = false;
                self.game = Some(Game::start(*game, &self.settings, self.start, at));
            }
            Event::Offered { seat, what } => {
                self.chair_mut(*seat)?;
                self.game_mut()?.apply_agreement(*what, *seat);
            }
            Event::Declined { what, .. } => self.game_mut()?.apply_refusal(*what),
            Event::Berserk { .. }
            | Event::TimeAdded { .. }
            | Event::Moved { .. }
            | Event::TakenBack { .. }
            | Event::Eliminated { .. }
            | Event::Finished { .. } => {
                let game = self.playing_mut().ok_or("no game running")?;
                apply_to_game(game, &record.event, at)?;
            }
        }
        Ok(())
    }

    /// Checks that a record follows the last one.
    fn check_order(&self, record: &Record) -> Result<(), ReplayProblem> {
        // The start of a game contains all earlier state, so only the creation must precede it.
        let skips_earlier_games =
            self.seq == 1 && record.seq > 1 && matches!(record.event, Event::Started { .. });
        if record.seq != self.seq + 1 && !skips_earlier_games {
            return Err(format!("expected event number {}", self.seq + 1));
        }
        if record.at < self.at {
            return Err("timestamp before the previous event".to_owned());
        }
        Ok(())
    }

    /// Seats the players of a game. The players who already sit at the table must be among them, on their seats.
    fn seat_for_game(&mut self, players: &[Player], rematch: bool) -> Result<(), ReplayProblem> {
        if players.len() != self.chairs.len() {
            return Err(format!("{} players seated, but the mode has {}", players.len(), self.chairs.len()));
        }
        let twice =
            |(place, player): (usize, &Player)| players[..place].iter().any(|other| other.id == player.id);
        if players.iter().enumerate().any(twice) {
            return Err("player on two seats".to_owned());
        }
        let mut seated = self.chairs.clone();
        if rematch {
            seated.rotate_right(1);
        }
        let fits = |(chair, player): (&SeatState, &Player)| {
            chair.player.as_ref().is_none_or(|seated| seated == player)
        };
        if !seated.iter().zip(players).all(fits) {
            return Err("seats do not match the table".to_owned());
        }
        self.chairs =
            players.iter().map(|player| SeatState { player: Some(player.clone()), ready: false }).collect();
        Ok(())
    }

    fn chair_mut(&mut self, seat: Seat) -> Result<&mut SeatState, ReplayProblem> {
        self.chairs.get_mut(seat.index()).ok_or_else(|| format!("seat {seat} does not exist"))
    }

    fn game_mut(&mut self) -> Result<&mut Game, ReplayProblem> {
        self.game.as_mut().ok_or_else(|| "no game in this room".to_owned())
    }
}

/// Applies an event of a game in progress.
fn apply_to_game(game: &mut Game, event: &Event, at: Timestamp) -> Result<(), ReplayProblem> {
    match event {
        Event::Moved { seat, ply, mv, lag_us } => {
            if game.position().ply() != *ply {
                return Err("unexpected ply".to_owned());
            }
            if game.turn() != Some(*seat) {
                return Err("wrong seat to move".to_owned());
            }
            let lag = Duration::from_micros(u64::from(*lag_us));
            if game.clock().is_too_late(at, lag) {
                return Err("clock had expired".to_owned());
            }
            let mv = game.read_move(mv.as_str()).map_err(|error| error.to_string())?;
            game.apply_move(mv, lag, at).map_err(|error| error.to_string())?;
        }
        Event::Berserk { seat } => {
            if !game.playing().contains(*seat) || game.has_moved(*seat) || game.berserk().contains(*seat) {
                return Err(format!("seat {seat} cannot go berserk"));
            }
            game.clock_mut().go_berserk(*seat);
        }
        Event::TimeAdded { seat, time, order } => {
            if !game.playing().contains(*seat) || game.time_order() >= *order {
                return Err(format!("seat {seat} cannot get more time by order {order}"));
            }
            game.give_time(*seat, *time, *order);
        }
        Event::TakenBack { ply } => {
            if !game.apply_takeback(*ply, at) {
                return Err(format!("game cannot be taken back to ply {ply}"));
            }
        }
        Event::Eliminated { seat, .. } => {
            if !game.playing().contains(*seat) {
                return Err(format!("seat {seat} is not in the game"));
            }
            game.apply_elimination(*seat, at);
        }
        Event::Finished { outcome } => game.apply_outcome(outcome.as_ref().clone(), at),
        _ => return Err("not a game event".to_owned()),
    }
    Ok(())
}
