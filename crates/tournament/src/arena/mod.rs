//! Arena: for a fixed time, free participants are paired repeatedly.

mod pairing;

use std::collections::BTreeSet;

use sumito_game::Timestamp;

use self::pairing::Free;
use crate::tournament::seconds;
use crate::{Arena, Context, Event, Format, ParticipantId, Tournament, limits};

impl Tournament {
    /// Earliest time of the next wave of pairings.
    pub(crate) fn next_wave_at(&self) -> Option<Timestamp> {
        let Format::Arena(form) = self.settings().form else { return None };
        let last = self.rounds().last()?.began_at;
        Some(last + seconds(form.wave_seconds)).filter(|&wave| Some(wave) < self.closes_at(form))
    }

    /// Time from which no more games start.
    pub(crate) fn closes_at(&self, form: Arena) -> Option<Timestamp> {
        Some(self.ends_at()? - seconds(form.closing_seconds))
    }

    /// Returns the due events of an arena: a wave of pairings, or the end. After the end it waits briefly for games that ended before it.
    pub(crate) fn arena_due(&self, form: Arena, context: &Context<'_>) -> Vec<Event> {
        let (Some(ends_at), Some(closes_at)) = (self.ends_at(), self.closes_at(form)) else {
            return Vec::new();
        };
        if context.now >= ends_at {
            let settled = self.cut_off_at().is_none_or(|moment| context.now >= moment);
            if !settled && self.games_to_make().next().is_some() {
                return Vec::new();
            }
            let mut events = self.break_off();
            events.push(Event::Finished);
            return events;
        }
        let is_next = self.next_wave_at().is_none_or(|wave| context.now >= wave);
        if context.now >= closes_at || !is_next {
            return Vec::new();
        }
        let mut tables = self.wave(context);
        tables.truncate(limits::ARENA_GAMES_MAX.saturating_sub(self.games().len()));
        if tables.is_empty() {
            return Vec::new();
        }
        vec![Event::Paired {
            round: self.rounds().len() as u32 + 1,
            games: self.numbered(tables),
            byes: Vec::new(),
        }]
    }

    /// Returns tables of participants who are present and free, with at least one person at each table.
    fn wave(&self, context: &Context<'_>) -> Vec<Vec<ParticipantId>> {
        let busy: BTreeSet<ParticipantId> =
            self.open_games().flat_map(|game| game.sides.iter().copied()).collect();
        let is_free = |id: &ParticipantId| !busy.contains(id);
        let there: Vec<_> = self
            .complete()
            .filter(|one| is_free(&one.id) && self.is_present(one, context))
            .map(|one| one.id)
            .collect();
        let sides = self.settings().sides();
        if there.len() < sides || self.only_computers(&there) || self.games().len() >= limits::ARENA_GAMES_MAX
        {
            return Vec::new();
        }
        let club = |id: ParticipantId| self.participant(id).and_then(|one| one.club);
        let mut free: Vec<Free> =
            there.iter().map(|&id| Free::new(id, self.only_computers(&[id]), club(id))).collect();
        let mut at: Vec<Option<usize>> = vec![None; self.participants().len()];
        for (place, id) in there.iter().enumerate() {
            at[id.index()] = Some(place);
        }
        for game in self.games() {
            for (side, id) in game.sides.iter().enumerate() {
                if let Some(place) = at[id.index()] {
                    let others = game.sides.iter().copied().filter(|other| other != id);
                    free[place].played(game.number, game.round, side, others);
                }
            }
        }
        let rank = |id: ParticipantId| self.participant(id).and_then(|one| one.seed);
        let points = self.points();
        free.sort_by_key(|one| (std::cmp::Reverse(points[one.id.index()]), rank(one.id), one.id));
        if self.settings().teams.is_some() {
            pairing::leave_out(&mut free);
        }
        let is_forbidden = |one, other| self.must_not_meet(one, other);
        let mut tables =
            if sides == 2 { pairing::pairs(&free, is_forbidden) } else { pairing::tables(&free, sides) };
        tables.retain(|table| !self.only_computers(table));
        tables
    }
}
