//! Events that are due by time: the start, the next round, the end.

use std::time::Duration;

use sumito_game::Timestamp;

use super::Tournament;
use super::decide::{Decision, ruled};
use crate::{
    CommandError, Context, Event, Format, Game, GameNumber, Participant, ParticipantId, PlannedGame,
    RulingReason, Start, TournamentStatus, Verdict, groups, limits, round_robin,
};

const GATHERING: Duration = Duration::from_secs(limits::GATHERING_SECONDS as u64);

/// Time to wait for results that were reached before a deadline or an arena's end.
const SETTLING: Duration = Duration::from_secs(limits::SETTLING_SECONDS as u64);

impl Tournament {
    /// Returns the next due events; empty when nothing more can be done now.
    pub(super) fn due_events(&self, context: &Context<'_>) -> Vec<Event> {
        match self.status {
            TournamentStatus::Registering => self.start_if_due(context),
            TournamentStatus::Running => self.advance(context),
            TournamentStatus::Finished | TournamentStatus::Cancelled => Vec::new(),
        }
    }

    fn start_if_due(&self, context: &Context<'_>) -> Vec<Event> {
        let present = self.complete().filter(|one| self.is_present(one, context)).count();
        match self.settings.start {
            Start::WhenHere(count) if present >= count as usize && self.can_be_paired(context) => {
                self.begin_with(context)
            }
            Start::ByDirector | Start::WhenHere(_) => {
                let given_up = self.abandon_at(context.waiting).is_some_and(|moment| context.now >= moment);
                if given_up { vec![Event::Cancelled { reason: None }] } else { Vec::new() }
            }
            Start::At(moment) if context.now < moment => Vec::new(),
            Start::At(moment) => {
                let enough = present >= self.settings.entry.minimum as usize && self.can_be_paired(context);
                let all = present == self.complete().count();
                let waited = context.now >= moment.max(self.away_until) + GATHERING;
                if enough && (all || waited) {
                    self.begin_with(context)
                } else if waited {
                    vec![Event::Cancelled { reason: None }]
                } else {
                    Vec::new()
                }
            }
        }
    }

    /// Time at which a tournament without a fixed start time is cancelled for lack of activity; `waiting` as in [`Context`].
    pub(super) fn abandon_at(&self, waiting: Option<Duration>) -> Option<Timestamp> {
        Some(self.at.max(self.away_until) + waiting?)
    }

    /// Starts on a director's command, with the players who are present.
    pub(super) fn start_now(&self, context: &Context<'_>) -> Decision {
        if self.status != TournamentStatus::Registering {
            return Err(CommandError::Started);
        }
        let present = self.complete().filter(|one| self.is_present(one, context)).count() as u32;
        let needed = self.settings.form.participants_min(self.settings.mode());
        if present < needed {
            return Err(CommandError::TooFew { needed, present });
        }
        if !self.can_be_paired(context) {
            return Err(CommandError::TooFewTeams);
        }
        Ok(self.begin_with(context))
    }

    /// Returns the events of the start. If each participant needs an opponent in every round, only the present ones take part.
    fn begin_with(&self, context: &Context<'_>) -> Vec<Event> {
        let fixed = !matches!(self.settings.form, Format::Swiss(_) | Format::Arena(_));
        let mut seeded: Vec<&Participant> =
            self.complete().filter(|one| !fixed || self.is_present(one, context)).collect();
        seeded.sort_by_key(|one| (std::cmp::Reverse(one.rating()), one.id));
        let seeds: Vec<_> = seeded.iter().map(|one| one.id).collect();
        let schedule = match self.settings.form {
            Format::RoundRobin(form) => round_robin::schedule(self.settings.mode(), seeds.len(), form.cycles),
            Format::Groups(form) => groups::schedule(&self.settings, form, seeds.len()),
            _ => Vec::new(),
        };
        vec![Event::Started { seeds, schedule }]
    }

    fn advance(&self, context: &Context<'_>) -> Vec<Event> {
        let excluded = self.exclude_no_shows();
        if !excluded.is_empty() || self.paused_since.is_some() {
            return excluded;
        }
        if let Format::Arena(form) = self.settings.form {
            return self.arena_due(form, context);
        }
        if let Some(moment) = self.next_round_at() {
            return self.next_round_if_due(moment, context);
        }
        self.round_due(context)
    }

    /// Excludes participants who missed the maximum number of consecutive games.
    fn exclude_no_shows(&self) -> Vec<Event> {
        let max = self.settings.no_shows_max;
        let gone = self.participants.iter().find(|one| max > 0 && one.is_in() && one.no_shows >= max);
        let Some(gone) = gone else { return Vec::new() };
        let mut events = vec![Event::Excluded { participant: gone.id, reason: None }];
        events.extend(self.give_up(gone.id));
        events
    }

    /// Between two rounds: returns the pairings of the next round, or the end, if due.
    fn next_round_if_due(&self, moment: Timestamp, context: &Context<'_>) -> Vec<Event> {
        let is_last = self.rounds_planned().is_some_and(|planned| self.rounds.len() as u32 >= planned);
        let left = self.participants.iter().filter(|one| one.is_in()).count();
        if is_last || left < self.settings.sides() {
            return vec![Event::Finished];
        }
        if self.draft.is_some() {
            return Vec::new();
        }
        let waited = context.now >= moment.max(self.away_until) + GATHERING;
        if !(waited || context.now >= moment && self.are_all_present(context)) {
            return Vec::new();
        }
        match self.settings.form {
            Format::Swiss(form) if self.settings.rounds.reviewed => vec![self.drafted(form, context)],
            _ => self.next_round(context),
        }
    }

    /// Returns whether all participants who can play the next round are present. In a bracket these are the players of its matches:
    /// eliminated players may leave.
    pub(super) fn are_all_present(&self, context: &Context<'_>) -> bool {
        let round = self.rounds.len() as u32 + 1;
        if self.has_bracket_begun() && self.is_bracket_round(round) {
            let mut players = self.bracket_players(round).into_iter().map(|id| self.by_id(id));
            return players.all(|one| !one.is_in() || self.is_present(one, context));
        }
        self.complete().all(|one| self.is_present(one, context))
    }

    /// Returns the pairings of the next round.
    pub(super) fn next_round(&self, context: &Context<'_>) -> Vec<Event> {
        let round = self.rounds.len() as u32 + 1;
        let paired = match self.settings.form {
            Format::RoundRobin(_) => self.pair_round_robin(round),
            Format::Groups(_) if round as usize <= self.schedule.len() => self.pair_round_robin(round),
            Format::Groups(form) if self.qualified.is_empty() => {
                let Event::Qualified { entrants } = self.qualify(form) else { return Vec::new() };
                let mut after = self.clone();
                after.qualified.clone_from(&entrants);
                return vec![Event::Qualified { entrants }, after.pair_bracket(round)];
            }
            Format::Knockout(_) | Format::DoubleElimination(_) | Format::Groups(_) => {
                self.pair_bracket(round)
            }
            Format::Swiss(form) => self.pair_swiss(form, round, context),
            Format::Arena(_) => return Vec::new(),
        };
        vec![paired]
    }

    /// Returns the due events of a round in progress.
    fn round_due(&self, context: &Context<'_>) -> Vec<Event> {
        let Some(round) = self.rounds.last() else { return Vec::new() };
        let open =
            || round.games.iter().filter_map(|&number| self.game(number)).filter(|game| game.is_open());
        let walkovers: Vec<_> = open().filter_map(|game| self.walkover(game, &[])).collect();
        if !walkovers.is_empty() {
            return walkovers;
        }
        let unplayed: Vec<_> = open().filter(|game| self.only_computers(&game.sides)).collect();
        if !unplayed.is_empty() {
            let by_rule = |game: &Game| ruled(game.number, drawn(game.sides.len()), RulingReason::Computers);
            return unplayed.into_iter().map(by_rule).collect();
        }
        if self.cut_off_at().is_some_and(|moment| context.now >= moment) && !self.open.is_empty() {
            return self.open_games().map(drawn_at_deadline).collect();
        }
        let again = self.played_again(&round.games, context);
        if !again.is_empty() {
            return again;
        }
        if self.is_bracket_round(round.number) {
            let games = self.next_of_matches(round);
            if !games.is_empty() {
                return self.planned(games, context);
            }
        }
        if self.open.is_empty() { vec![Event::RoundEnded { round: round.number }] } else { Vec::new() }
    }

    /// Time from which games in progress are decided without their results: some time after a round's deadline or an arena's end, for
    /// results of earlier games that arrive late.
    pub fn cut_off_at(&self) -> Option<Timestamp> {
        if self.status != TournamentStatus::Running || self.paused_since.is_some() {
            return None;
        }
        Some(self.ends_at.or(self.deadline_at)? + SETTLING)
    }

    /// Plans further games of the running round. After the round's deadline they are drawn immediately.
    fn planned(&self, games: Vec<PlannedGame>, context: &Context<'_>) -> Vec<Event> {
        let is_over = self.deadline_at.is_some_and(|deadline| context.now >= deadline);
        let drawn = |game: &PlannedGame| ruled(game.number, drawn(game.sides.len()), RulingReason::Deadline);
        let decided: Vec<_> = games.iter().filter(|_| is_over).map(drawn).collect();
        let mut events = vec![Event::Planned { games }];
        events.extend(decided);
        events
    }

    /// Replays aborted games, up to a maximum number of times.
    fn played_again(&self, games: &[GameNumber], context: &Context<'_>) -> Vec<Event> {
        let replayed: Vec<_> = games.iter().filter_map(|&number| self.game(number)?.replays).collect();
        let games = games.iter().filter_map(|&number| self.game(number));
        let broken_off = games.filter(|game| {
            game.verdict == Some(Verdict::Void) && game.ruling.is_none() && !replayed.contains(&game.number)
        });
        let (again, enough): (Vec<&Game>, Vec<&Game>) =
            broken_off.partition(|game| self.times_replayed(game) < limits::REPLAYS_MAX);
        let mut events: Vec<_> = enough.into_iter().map(drawn_at_deadline).collect();
        let planned = again.iter().zip(self.games.len()..).map(|(game, index)| PlannedGame {
            number: GameNumber::at(index),
            sides: game.sides.clone(),
            pairing: game.pairing,
            draw_odds: game.draw_odds,
            replays: Some(game.number),
        });
        let games: Vec<_> = planned.collect();
        if !games.is_empty() {
            events.extend(self.planned(games, context));
        }
        events
    }

    fn times_replayed(&self, game: &Game) -> u32 {
        let before = |game: &&Game| self.game(game.replays?);
        std::iter::successors(Some(game), before).skip(1).count() as u32
    }

    /// Numbers the new games consecutively.
    pub(crate) fn numbered(&self, tables: impl IntoIterator<Item = Vec<ParticipantId>>) -> Vec<PlannedGame> {
        let tables = tables.into_iter().enumerate();
        let game = |(place, sides)| PlannedGame {
            number: GameNumber::at(self.games.len() + place),
            sides,
            pairing: place as u32,
            draw_odds: false,
            replays: None,
        };
        tables.map(game).collect()
    }
}

/// A draw for a game that was still in progress at the round's deadline.
pub(super) fn drawn_at_deadline(game: &Game) -> Event {
    ruled(game.number, drawn(game.sides.len()), RulingReason::Deadline)
}

fn drawn(sides: usize) -> Verdict {
    Verdict::Played { winners: Vec::new(), marbles: vec![0; sides], plies: 0 }
}
