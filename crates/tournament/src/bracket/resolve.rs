//! The known players of a bracket's matches.

use std::collections::BTreeMap;

use super::matches::{Match, State};
use super::{MatchRules, Plan, PlannedMatch, Position, Source};
use crate::{BracketPart, Format, GameNumber, ParticipantId, Tournament, double_elimination, knockout};

/// A match of a bracket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BracketMatch {
    /// The number of the match, from 1, in the order of the rounds.
    pub number: u32,
    /// The round in which it is played.
    pub round: u32,
    /// The index of the match in its round, from 0.
    pub pairing: u32,
    /// The part of the bracket.
    pub part: BracketPart,
    /// The two players.
    pub slots: [BracketSlot; 2],
    /// The winner; `None` while the match is not decided, or if neither player came.
    pub winner: Option<ParticipantId>,
    /// True if both players are known and the match is decided.
    pub is_over: bool,
    /// Points of each player in the match, in half points.
    pub points: [u32; 2],
    /// The games, in order, without aborted games that were played again.
    pub games: Vec<GameNumber>,
}

/// A player of a match, or the match from which the player comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct BracketSlot {
    /// The player, if known.
    pub participant: Option<ParticipantId>,
    /// True if no player ever takes this place: the other player has a bye.
    pub is_free: bool,
    /// The number of the match whose winner plays.
    pub winner_of: Option<u32>,
    /// The number of the match whose loser plays.
    pub loser_of: Option<u32>,
}

/// The player of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Occupant {
    /// Depends on matches that are not decided.
    Unknown,
    /// No player takes this place.
    Free,
    /// The known player.
    Player(ParticipantId),
}

/// A match of a bracket with its players, its winner and its loser.
#[derive(Debug, Clone, Copy)]
pub(super) struct Resolved {
    pub(super) planned: PlannedMatch,
    pub(super) players: [Occupant; 2],
    winner: Occupant,
    loser: Occupant,
}

impl BracketMatch {
    /// The players of a match that was paired, each with true for the winner.
    pub(crate) fn sides(&self) -> impl Iterator<Item = (ParticipantId, bool)> {
        let is_paired = !self.games.is_empty();
        let players = self.slots.iter().filter_map(|slot| slot.participant).filter(move |_| is_paired);
        players.map(|player| (player, self.winner == Some(player)))
    }
}

impl Tournament {
    /// The matches of the bracket, by round; empty before the start, and in formats without a bracket.
    pub fn bracket_matches(&self) -> Vec<BracketMatch> {
        let resolved = self.resolve(usize::MAX);
        let starts: Vec<usize> = resolved
            .iter()
            .scan(1, |next, round| Some(std::mem::replace(next, *next + round.len())))
            .collect();
        let number = |position: Position| (starts[position.round] + position.index) as u32;
        let mut all = Vec::new();
        for (place, round) in resolved.iter().enumerate() {
            let games = self.matches_of(place);
            for (index, one) in round.iter().enumerate() {
                let slot = |side: usize| {
                    let source = one.planned.players[side];
                    BracketSlot {
                        participant: one.players[side].player(),
                        is_free: one.players[side] == Occupant::Free,
                        winner_of: if let Source::Winner(from) = source { Some(number(from)) } else { None },
                        loser_of: if let Source::Loser(from) = source { Some(number(from)) } else { None },
                    }
                };
                let slots = [slot(0), slot(1)];
                let played = games.get(&(index as u32));
                let points = |slot: BracketSlot| {
                    slot.participant.zip(played).map_or(0, |(player, one)| one.half_points(player))
                };
                all.push(BracketMatch {
                    number: number(Position { round: place, index }),
                    round: (self.group_rounds() + place) as u32 + 1,
                    pairing: index as u32,
                    part: one.planned.part,
                    slots,
                    winner: one.winner.player().filter(|_| played.is_some()),
                    is_over: played.is_some() && one.winner != Occupant::Unknown,
                    points: slots.map(points),
                    games: played.map(Match::numbers).unwrap_or_default(),
                });
            }
        }
        all
    }

    /// The rules of a bracket's matches; `None` in formats without a bracket.
    pub(crate) fn match_rules(&self) -> Option<MatchRules> {
        match self.settings().form {
            Format::Knockout(form) => {
                Some(MatchRules { best_of: form.best_of, extra_pairs: form.extra_pairs })
            }
            Format::DoubleElimination(form) => {
                Some(MatchRules { best_of: form.best_of, extra_pairs: form.extra_pairs })
            }
            Format::Groups(form) => Some(MatchRules { best_of: form.best_of, extra_pairs: form.extra_pairs }),
            Format::RoundRobin(_) | Format::Swiss(_) | Format::Arena(_) => None,
        }
    }

    /// Returns whether lost matches eliminate participants from now on.
    pub(crate) fn has_bracket_begun(&self) -> bool {
        self.settings().form.is_elimination() || !self.qualified().is_empty()
    }

    /// Returns whether a round belongs to a bracket.
    pub(crate) fn is_bracket_round(&self, round: u32) -> bool {
        self.match_rules().is_some() && round as usize > self.group_rounds()
    }

    /// The matches of a round of the bracket, from 0.
    fn matches_of(&self, round: usize) -> BTreeMap<u32, Match<'_>> {
        let played = self.rounds().get(self.group_rounds() + round);
        played.map(|round| self.matches(round)).unwrap_or_default()
    }

    /// The participants of the bracket, in the order of their seeds in it; empty until they are known.
    fn entrants(&self) -> Vec<Option<ParticipantId>> {
        match self.settings().form {
            Format::Groups(_) => self.qualified().to_vec(),
            _ => self.seeds().iter().copied().map(Some).collect(),
        }
    }

    /// The bracket before its players are known; empty before its start, and in formats without a bracket.
    pub(super) fn bracket_plan(&self) -> Plan {
        let count = self.entrants().len();
        match self.settings().form {
            _ if count == 0 => Plan::new(),
            Format::Knockout(form) => knockout::plan(count, form.third_place),
            Format::DoubleElimination(form) => double_elimination::plan(count, form.reset),
            Format::Groups(form) => knockout::plan(count, form.third_place),
            Format::RoundRobin(_) | Format::Swiss(_) | Format::Arena(_) => Plan::new(),
        }
    }

    /// Number of rounds of the bracket. A grand final has a second match only if the player without a loss has lost the first.
    pub(crate) fn bracket_rounds(&self) -> u32 {
        let plan = self.bracket_plan();
        let has_reset = plan.last().is_some_and(|round| round[0].part == BracketPart::Reset);
        if !has_reset {
            return plan.len() as u32;
        }
        let is_decided = self.rounds().len() + 1 >= plan.len();
        let is_played = is_decided
            && self.resolve(plan.len()).last().is_some_and(|round| round[0].players[0].player().is_some());
        plan.len() as u32 - u32::from(!is_played)
    }

    /// Returns the first `count` rounds of the bracket with their players.
    pub(super) fn resolve(&self, count: usize) -> Vec<Vec<Resolved>> {
        let entrants = self.entrants();
        let mut resolved: Vec<Vec<Resolved>> = Vec::new();
        for (place, round) in self.bracket_plan().into_iter().take(count).enumerate() {
            let played = self.matches_of(place);
            let one = |(index, planned): (usize, PlannedMatch)| {
                let players = if planned.part == BracketPart::Reset {
                    players_of_reset(resolved.last().and_then(|round| round.first()))
                } else {
                    planned.players.map(|source| occupant(source, &entrants, &resolved))
                };
                let (winner, loser) = self.outcome(players, played.get(&(index as u32)));
                Resolved { planned, players, winner, loser }
            };
            let next = round.into_iter().enumerate().map(one).collect();
            resolved.push(next);
        }
        resolved
    }

    /// The winner and the loser of a match. If neither player came, no player continues.
    fn outcome(&self, players: [Occupant; 2], played: Option<&Match<'_>>) -> (Occupant, Occupant) {
        match players {
            [Occupant::Unknown, _] | [_, Occupant::Unknown] => (Occupant::Unknown, Occupant::Unknown),
            [Occupant::Free, other] | [other, Occupant::Free] => (other, Occupant::Free),
            [Occupant::Player(one), Occupant::Player(other)] => match played.map(|game| self.state(game)) {
                Some(State::Over(Some(winner))) => {
                    let loser = if winner == one { other } else { one };
                    (Occupant::Player(winner), Occupant::Player(loser))
                }
                Some(State::Over(None)) => (Occupant::Free, Occupant::Free),
                Some(State::Playing | State::Next { .. }) | None => (Occupant::Unknown, Occupant::Unknown),
            },
        }
    }
}

fn occupant(source: Source, entrants: &[Option<ParticipantId>], resolved: &[Vec<Resolved>]) -> Occupant {
    match source {
        Source::Seed(seed) => entrants.get(seed).copied().flatten().map_or(Occupant::Free, Occupant::Player),
        Source::Winner(from) => resolved[from.round][from.index].winner,
        Source::Loser(from) => resolved[from.round][from.index].loser,
    }
}

/// The players of the grand final meet again if the second of them, who has lost a match before, has won the first match.
fn players_of_reset(first: Option<&Resolved>) -> [Occupant; 2] {
    let Some(first) = first else { return [Occupant::Free; 2] };
    match (first.players, first.winner) {
        (_, Occupant::Unknown) => [Occupant::Unknown; 2],
        (players @ [Occupant::Player(_), Occupant::Player(other)], Occupant::Player(winner))
            if winner == other =>
        {
            players
        }
        _ => [Occupant::Free; 2],
    }
}

impl Occupant {
    pub(super) fn player(self) -> Option<ParticipantId> {
        if let Self::Player(id) = self { Some(id) } else { None }
    }
}
