//! Matches: several games between the same two participants until one of them has won.

use std::collections::BTreeMap;

use super::resolve::Occupant;
use crate::{
    BracketPart, Bye, ByeKind, Event, Game, GameNumber, ParticipantId, PlannedGame, Round, Tournament,
    TournamentStatus, Verdict,
};

/// The rules of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MatchRules {
    /// Games of a match; it ends as soon as it is decided.
    pub(crate) best_of: u32,
    /// Pairs of extra games after a drawn match.
    pub(crate) extra_pairs: u8,
}

/// A match of a round.
pub(super) struct Match<'a> {
    /// The two participants, the better seed first.
    players: [ParticipantId; 2],
    /// Its counting games, in order; an aborted game that is played again is excluded.
    games: Vec<&'a Game>,
}

/// The state of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    /// A game is in progress.
    Playing,
    /// Another game must be played; with draw odds for the better seed if it is the last.
    Next { draw_odds: bool },
    /// The match is over; without a winner if neither side came.
    Over(Option<ParticipantId>),
}

/// A match from the view of one of its players.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MatchOf {
    /// The opponent's number.
    pub(crate) opponent: ParticipantId,
    /// True if the player started the first game.
    pub(crate) began: bool,
    /// True if a game was played; otherwise an absence decided the match.
    pub(crate) is_played: bool,
    /// True if the player won; `None` while the match is in progress.
    pub(crate) won: Option<bool>,
}

impl Tournament {
    /// A participant's match in a round of a bracket; `None` for a bye, and for an eliminated participant.
    pub(crate) fn match_of(&self, round: &Round, id: ParticipantId) -> Option<MatchOf> {
        let one = self.matches(round).into_values().find(|one| one.players.contains(&id))?;
        let opponent = one.players.into_iter().find(|&player| player != id)?;
        let won = match self.state(&one) {
            State::Over(winner) => Some(winner == Some(id)),
            State::Playing | State::Next { .. } => None,
        };
        let is_played = |game: &&Game| game.verdict.as_ref().is_some_and(Verdict::is_played);
        Some(MatchOf {
            opponent,
            began: one.games.first().is_some_and(|game| game.sides[0] == id),
            is_played: one.games.iter().any(is_played),
            won,
        })
    }

    /// The known players of a round of a bracket, including players with a bye.
    pub(crate) fn bracket_players(&self, round: u32) -> Vec<ParticipantId> {
        let in_round = self.resolve(round as usize - self.group_rounds()).pop().unwrap_or_default();
        in_round.iter().flat_map(|one| one.players).filter_map(Occupant::player).collect()
    }

    /// Pairs a round of a bracket. The match for the third place needs two players; in other matches a player without an opponent has a
    /// bye.
    pub(crate) fn pair_bracket(&self, round: u32) -> Event {
        let mut games = Vec::new();
        let mut byes = Vec::new();
        let in_round = self.resolve(round as usize - self.group_rounds()).pop().unwrap_or_default();
        for (pairing, one) in in_round.into_iter().enumerate() {
            match one.players {
                [Occupant::Player(one), Occupant::Player(other)] => {
                    let players = self.by_seed([one, other]);
                    games.push(PlannedGame {
                        number: GameNumber::at(self.games().len() + games.len()),
                        sides: Self::first_colors(players, round).to_vec(),
                        pairing: pairing as u32,
                        draw_odds: false,
                        replays: None,
                    });
                }
                [Occupant::Player(alone), _] | [_, Occupant::Player(alone)]
                    if one.planned.part != BracketPart::ThirdPlace =>
                {
                    byes.push(Bye { participant: alone, kind: ByeKind::Full });
                }
                _ => {}
            }
        }
        Event::Paired { round, games, byes }
    }

    /// Returns the next games in the matches of the running round.
    pub(crate) fn next_of_matches(&self, round: &Round) -> Vec<PlannedGame> {
        let mut games = Vec::new();
        for (pairing, one) in self.matches(round) {
            let State::Next { draw_odds } = self.state(&one) else { continue };
            let [better, other] = one.players;
            // The side that does not start has draw odds; otherwise the colours change with each game.
            let sides = match one.games.last() {
                _ if draw_odds => vec![other, better],
                Some(last) => vec![last.sides[1], last.sides[0]],
                None => vec![better, other],
            };
            games.push(PlannedGame {
                number: GameNumber::at(self.games().len() + games.len()),
                sides,
                pairing,
                draw_odds,
                replays: None,
            });
        }
        games
    }

    /// Returns whether another participant would have advanced from a match with this verdict on the game, after the next round was made
    /// from it.
    pub(crate) fn has_advanced_otherwise(&self, game: &Game, verdict: &Verdict) -> bool {
        if !self.is_bracket_round(game.round) {
            return false;
        }
        let ended = |round: &&Round| round.ended_at.is_some();
        let Some(round) = self.rounds().get(game.round as usize - 1).filter(ended) else { return false };
        let Some(mut one) = self.matches(round).remove(&game.pairing) else { return false };
        let before = self.state(&one);
        let corrected = Game { verdict: Some(verdict.clone()), ..game.clone() };
        for slot in &mut one.games {
            if slot.number == game.number {
                *slot = &corrected;
            }
        }
        // Before the next round is paired, and after the final, the winner may change. But no more games are played in an ended round, and no
        // round follows in a tournament that has ended.
        let is_paired = self.rounds().len() > game.round as usize
            || (self.status() == TournamentStatus::Finished && self.can_be_followed_by_reset(game));
        match self.state(&one) {
            State::Over(winner) => is_paired && before != State::Over(winner),
            State::Playing | State::Next { .. } => true,
        }
    }

    /// Returns whether the game belongs to the first match of a grand final that can have a second.
    fn can_be_followed_by_reset(&self, game: &Game) -> bool {
        let plan = self.bracket_plan();
        let is_reset =
            |round: usize| plan.get(round).is_some_and(|round| round[0].part == BracketPart::Reset);
        is_reset(game.round as usize)
    }

    /// The matches of a round, by pairing.
    pub(super) fn matches(&self, round: &Round) -> BTreeMap<u32, Match<'_>> {
        let mut matches: BTreeMap<u32, Match<'_>> = BTreeMap::new();
        for game in round.games.iter().filter_map(|&number| self.game(number)) {
            let players = self.by_seed([game.sides[0], game.sides[1]]);
            matches
                .entry(game.pairing)
                .or_insert_with(|| Match { players, games: Vec::new() })
                .games
                .push(game);
        }
        for one in matches.values_mut() {
            let replayed: Vec<_> = one.games.iter().filter_map(|game| game.replays).collect();
            one.games.retain(|game| !replayed.contains(&game.number));
        }
        matches
    }

    /// Computes the state of a match. The criteria in order: more than half of its games; pairs of extra games; the marbles of all its
    /// games; one game with draw odds.
    pub(super) fn state(&self, one: &Match<'_>) -> State {
        let Some(rules) = self.match_rules() else { return State::Playing };
        if one.games.iter().any(|game| game.is_open()) {
            return State::Playing;
        }
        if let Some(over) = self.decided_by_departure(one) {
            return over;
        }
        if let Some(game) = one.games.last().filter(|game| game.draw_odds)
            && game.verdict.as_ref().is_some_and(Verdict::is_draw)
        {
            return State::Over(game.sides.get(1).copied());
        }
        let [better, other] = one.players;
        let (for_better, for_other) = (one.half_points(better), one.half_points(other));
        let ahead = if for_better > for_other { better } else { other };
        let played = one.counted().count() as u32;
        if played <= rules.best_of {
            let left = 2 * (rules.best_of - played);
            if for_better.abs_diff(for_other) > left {
                return State::Over(Some(ahead));
            }
            if played < rules.best_of {
                return State::Next { draw_odds: false };
            }
        }
        let extra = played - rules.best_of;
        let in_pairs = extra <= 2 * u32::from(rules.extra_pairs);
        if in_pairs && extra % 2 == 1 {
            return State::Next { draw_odds: false };
        }
        if for_better != for_other {
            return State::Over(Some(ahead));
        }
        if extra < 2 * u32::from(rules.extra_pairs) {
            return State::Next { draw_odds: false };
        }
        match one.marbles(better).cmp(&one.marbles(other)) {
            std::cmp::Ordering::Greater => State::Over(Some(better)),
            std::cmp::Ordering::Less => State::Over(Some(other)),
            std::cmp::Ordering::Equal => State::Next { draw_odds: true },
        }
    }

    /// Returns the state of a match that ended because a player left: its last game is a forfeit. This decision stands.
    fn decided_by_departure(&self, one: &Match<'_>) -> Option<State> {
        let game = one.games.last()?;
        let Some(Verdict::Forfeit { winners }) = &game.verdict else { return None };
        let is_in = |id: ParticipantId| self.participant(id).is_some_and(crate::Participant::is_in);
        let gone = game.sides.iter().any(|&side| !is_in(side));
        let winner = winners.first().map(|&side| game.sides[usize::from(side)]);
        (gone || winners.is_empty()).then_some(State::Over(winner))
    }

    /// Orders two players by seed, the better first.
    fn by_seed(&self, players: [ParticipantId; 2]) -> [ParticipantId; 2] {
        let seed = |id: ParticipantId| self.participant(id).and_then(|one| one.seed);
        let [one, other] = players;
        if seed(one) <= seed(other) { [one, other] } else { [other, one] }
    }

    /// Returns the colours of the first game of a match: the better seed starts in odd rounds, the other in even ones.
    fn first_colors(players: [ParticipantId; 2], round: u32) -> [ParticipantId; 2] {
        let [better, other] = players;
        if round % 2 == 1 { [better, other] } else { [other, better] }
    }
}

impl Match<'_> {
    /// Points of one of its players, in half points.
    pub(super) fn half_points(&self, id: ParticipantId) -> u32 {
        self.counted().map(|game| half_points(game, id)).sum()
    }

    /// Marbles that one of its players ejected minus marbles lost, in all of its games.
    fn marbles(&self, id: ParticipantId) -> i32 {
        let of = |game: &Game| {
            game.side_of(id).zip(game.verdict.as_ref()).map_or(0, |(side, verdict)| verdict.marbles(side))
        };
        self.counted().map(of).sum()
    }

    /// The numbers of its games, in order.
    pub(super) fn numbers(&self) -> Vec<GameNumber> {
        self.games.iter().map(|game| game.number).collect()
    }

    /// Its games without those that do not count.
    fn counted(&self) -> impl Iterator<Item = &Game> {
        self.games.iter().copied().filter(|game| game.verdict != Some(Verdict::Void))
    }
}

/// Points of `id` for a game of a match, in half points.
fn half_points(game: &Game, id: ParticipantId) -> u32 {
    let Some(side) = game.side_of(id) else { return 0 };
    match game.verdict.as_ref() {
        Some(verdict) if verdict.won(side) => 2,
        Some(verdict) if verdict.is_draw() => 1,
        _ => 0,
    }
}
