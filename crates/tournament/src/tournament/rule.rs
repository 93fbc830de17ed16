//! Verdicts on games: results at the board, and other decisions.

use sumito_game::{Outcome, Reason, Seat, SeatSet, Timestamp, UserId};

use super::Tournament;
use super::decide::{Decision, check_reason, ruled};
use super::due::drawn_at_deadline;
use crate::{
    Actor, CommandError, Context, Event, Format, Game, GameNumber, ParticipantId, RulingReason, Verdict,
    limits,
};

impl Tournament {
    /// Applies the result of a game. A game that is already decided does not change.
    pub(super) fn finish_game(
        &self,
        number: GameNumber,
        outcome: &Outcome,
        plies: u32,
        moved: SeatSet,
        at: Timestamp,
        context: &Context<'_>,
    ) -> Decision {
        let game = self.game(number).ok_or(CommandError::NoSuchGame(number))?;
        // The tournament's time is stopped during a pause.
        let counted_at = at.min(self.paused_since.unwrap_or(Timestamp::MAX));
        let is_after = |moment: Option<Timestamp>| moment.is_some_and(|moment| counted_at > moment);
        if !game.is_open() || is_after(self.ends_at) {
            return Ok(Vec::new());
        }
        if is_after(self.deadline_at) {
            return Ok(vec![drawn_at_deadline(game)]);
        }
        if outcome.reason == Reason::Aborted {
            return Ok(vec![Event::Played { game: number, verdict: Verdict::Void, no_shows: Vec::new() }]);
        }
        let sides = game.sides.len();
        let side_of = |seat: Seat| (seat.index() % sides) as u8;
        let mut winners: Vec<u8> = outcome.winners.iter().map(side_of).collect();
        winners.sort_unstable();
        winners.dedup();
        let no_shows = self.no_shows(game, outcome, &winners, moved, context);
        winners.retain(|side| !no_shows.contains(side));
        // A game needs at least two sides that came to it.
        let verdict = if sides - no_shows.len() < 2 {
            Verdict::Forfeit { winners }
        } else {
            let mut marbles = outcome.score.clone();
            marbles.resize(sides, 0);
            Verdict::Played { winners, marbles, plies }
        };
        Ok(vec![Event::Played { game: number, verdict, no_shows }])
    }

    /// Returns the sides that did not come: those that lost on time without a move, and a winner by that who has not moved and is absent
    /// too.
    fn no_shows(
        &self,
        game: &Game,
        outcome: &Outcome,
        winners: &[u8],
        moved: SeatSet,
        context: &Context<'_>,
    ) -> Vec<u8> {
        if !matches!(outcome.reason, Reason::Time | Reason::Abandoned) {
            return Vec::new();
        }
        let seats = self.settings.mode().seats();
        let sides = game.sides.len();
        let has_moved = |side: usize| {
            let mut own = Seat::first(seats).filter(|seat| seat.index() % sides == side);
            own.any(|seat| moved.contains(seat))
        };
        let came = |side: usize| {
            has_moved(side)
                || (winners.contains(&(side as u8)) && self.is_present(self.by_id(game.sides[side]), context))
        };
        (0..sides).filter(|&side| !came(side)).map(|side| side as u8).collect()
    }

    /// Decides the games of a departing participant: the other side wins. A game of three continues for the others, and so does a game in
    /// an arena, where leaving the tournament does not lose the game.
    pub(super) fn give_up(&self, id: ParticipantId) -> Vec<Event> {
        if matches!(self.settings.form, Format::Arena(_)) {
            return Vec::new();
        }
        let games = self.open.iter().filter_map(|&number| self.game(number));
        games.filter(|game| game.sides.contains(&id)).filter_map(|game| self.walkover(game, &[id])).collect()
    }

    /// Returns the verdict on a game of two sides if the participants in `out` are out.
    pub(super) fn walkover(&self, game: &Game, out: &[ParticipantId]) -> Option<Event> {
        let is_out = |side: &ParticipantId| out.contains(side) || !self.by_id(*side).is_in();
        if game.sides.len() != 2 || !game.sides.iter().any(is_out) {
            return None;
        }
        let winners = (0..2u8).filter(|&side| !is_out(&game.sides[usize::from(side)])).collect();
        Some(ruled(game.number, Verdict::Forfeit { winners }, RulingReason::Withdrawal))
    }

    /// Decides a game on a director's command, or corrects the verdict.
    pub(super) fn rule(
        &self,
        actor: Actor,
        number: GameNumber,
        verdict: Verdict,
        seen: Option<&Verdict>,
        reason: String,
    ) -> Decision {
        check_reason(&reason)?;
        let game = self.game(number).ok_or(CommandError::NoSuchGame(number))?;
        if game.verdict.as_ref() != seen {
            return Err(CommandError::VerdictChanged(number));
        }
        let own = actor.user().is_some_and(|user| self.plays(user, game));
        if own && self.directors.iter().any(|director| !self.plays(*director, game)) {
            return Err(CommandError::OwnGame(number));
        }
        let sides = game.sides.len();
        let marbles_fit = match &verdict {
            Verdict::Played { marbles, .. } => {
                marbles.len() == sides && marbles.iter().all(|&count| count <= MARBLES_MAX)
            }
            Verdict::Forfeit { .. } | Verdict::Void => true,
        };
        let winners = verdict.winners();
        let winners_fit = winners.len() < sides
            && winners.iter().all(|&side| usize::from(side) < sides)
            && winners.is_sorted_by(|one, next| one < next);
        if !marbles_fit || !winners_fit {
            return Err(CommandError::BadVerdict { sides });
        }
        if game.verdict.as_ref() == Some(&verdict) {
            return Ok(Vec::new());
        }
        // A game in progress can always be decided; corrections are limited.
        if seen.is_some() && self.director_events >= limits::DIRECTOR_EVENTS_MAX {
            return Err(CommandError::TooMany("changes by directors".into()));
        }
        if self.has_advanced_otherwise(game, &verdict) {
            return Err(CommandError::Advanced);
        }
        Ok(vec![ruled(number, verdict, RulingReason::Director { reason, own })])
    }

    /// Adds time to a clock of a running game. A director does not add time to a game that they play.
    pub(super) fn add_time(
        &self,
        actor: Actor,
        number: GameNumber,
        side: u8,
        seconds: u32,
        reason: String,
    ) -> Decision {
        check_reason(&reason)?;
        if !self.settings.game.time.has_own_times() {
            return Err(CommandError::NoAddedTime);
        }
        let game = self.game(number).ok_or(CommandError::NoSuchGame(number))?;
        if !game.is_open() {
            return Err(CommandError::GameOver(number));
        }
        if actor.user().is_some_and(|user| self.plays(user, game)) {
            return Err(CommandError::OwnGame(number));
        }
        let sides = game.sides.len();
        if usize::from(side) >= sides || !(1..=limits::TIME_ADDED_SECONDS_MAX).contains(&seconds) {
            return Err(CommandError::BadAddedTime { sides });
        }
        if game.added_times.len() >= limits::TIMES_ADDED_PER_GAME_MAX {
            return Err(CommandError::TooMany("times added to this game".into()));
        }
        Ok(vec![Event::TimeAdded { game: number, side, seconds, reason }])
    }

    /// Returns whether `user` is on one of the sides of a game.
    fn plays(&self, user: UserId, game: &Game) -> bool {
        game.sides.iter().any(|&side| self.by_id(side).has(user))
    }
}

/// Maximum marbles that one side can eject: the sixth ends the game, and a push ejects one.
const MARBLES_MAX: u8 = 6;
