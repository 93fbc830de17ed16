//! Matches: several games between the same two participants until one of them has won.

use std::collections::BTreeMap;

use super::bracket;
use crate::{
    Bye, ByeKind, Event, Format, Game, GameNumber, Knockout, ParticipantId, PlannedGame, Round, Tournament,
    Verdict,
};

/// A match of a round.
struct Match<'a> {
    /// The two participants, the better seed first.
    players: [ParticipantId; 2],
    /// Its counting games, in order; an aborted game that is played again is excluded.
    games: Vec<&'a Game>,
}

/// The state of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
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
    /// True if the player began the first game.
    pub(crate) began: bool,
    /// True if a game was played; otherwise an absence decided the match.
    pub(crate) is_played: bool,
    /// True if the player won; `None` while the match is in progress.
    pub(crate) won: Option<bool>,
}

impl Tournament {
    /// A participant's match in a round of a knockout; `None` for a bye, and for an eliminated participant.
    pub(crate) fn match_of(&self, round: &Round, id: ParticipantId) -> Option<MatchOf> {
        let Format::Knockout(form) = self.settings().form else { return None };
        let one = self.matches(round).into_values().find(|one| one.players.contains(&id))?;
        let opponent = one.players.into_iter().find(|&player| player != id)?;
        let won = match self.state(form, &one) {
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

    /// Pairs a round of a knockout: the winners of the previous round, or the seeds in their positions.
    pub(crate) fn pair_knockout(&self, round: u32) -> Event {
        let mut in_round = self.in_bracket(round);
        if let Some(third) = self.third_place(round) {
            in_round.extend(third.map(Some));
        }
        let mut games = Vec::new();
        let mut byes = Vec::new();
        for (pairing, two) in in_round.chunks(2).enumerate() {
            match (two[0], two.get(1).copied().flatten()) {
                (Some(one), Some(other)) => {
                    let players = self.by_seed([one, other]);
                    games.push(PlannedGame {
                        number: GameNumber::at(self.games().len() + games.len()),
                        sides: Self::first_colors(players, round).to_vec(),
                        pairing: pairing as u32,
                        draw_odds: false,
                        replays: None,
                    });
                }
                (Some(alone), None) | (None, Some(alone)) => {
                    byes.push(Bye { participant: alone, kind: ByeKind::Full });
                }
                (None, None) => {}
            }
        }
        Event::Paired { round, games, byes }
    }

    /// Returns the next games in the matches of the running round.
    pub(crate) fn next_of_matches(&self, form: Knockout, round: &Round) -> Vec<PlannedGame> {
        let mut games = Vec::new();
        for (pairing, one) in self.matches(round) {
            let State::Next { draw_odds } = self.state(form, &one) else { continue };
            let [better, other] = one.players;
            // The side that does not begin has draw odds; otherwise the colours change with each game.
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
        let Format::Knockout(form) = self.settings().form else { return false };
        let ended = |round: &&Round| round.ended_at.is_some();
        let Some(round) = self.rounds().get(game.round as usize - 1).filter(ended) else { return false };
        let Some(mut one) = self.matches(round).remove(&game.pairing) else { return false };
        let before = self.state(form, &one);
        let corrected = Game { verdict: Some(verdict.clone()), ..game.clone() };
        for slot in &mut one.games {
            if slot.number == game.number {
                *slot = &corrected;
            }
        }
        // Before the next round is paired, and after the final, the winner may change. But no more games are played in an ended round.
        let is_paired = self.rounds().len() > game.round as usize;
        match self.state(form, &one) {
            State::Over(winner) => is_paired && before != State::Over(winner),
            State::Playing | State::Next { .. } => true,
        }
    }

    /// Progress of each participant, by number: four times the round of their last match, and two more if they won it. The match for the
    /// third place ranks between the semi-finals and the final.
    pub(crate) fn reached(&self) -> Vec<u32> {
        let mut reached = vec![0; self.participants().len()];
        let Format::Knockout(form) = self.settings().form else { return reached };
        for round in self.rounds() {
            for bye in &round.byes {
                reached[bye.participant.index()] = round.number * 4;
            }
            let is_final = Some(round.number) == self.rounds_planned();
            for (pairing, one) in self.matches(round) {
                let state = self.state(form, &one);
                for player in one.players {
                    let won = u32::from(state == State::Over(Some(player)));
                    let is_third = is_final && pairing > 0;
                    reached[player.index()] =
                        if is_third { round.number * 4 - 2 + won } else { round.number * 4 + 2 * won };
                }
            }
        }
        reached
    }

    /// Returns the participants in the bracket of this round, from top to bottom; `None` for a free position, or if a match had no winner.
    fn in_bracket(&self, round: u32) -> Vec<Option<ParticipantId>> {
        let size = 1 << bracket::rounds(self.seeds().len());
        if round <= 1 {
            return bracket::places(size).into_iter().map(|seed| self.seeds().get(seed).copied()).collect();
        }
        let before = self.in_bracket(round - 1);
        let winners = self.winners(round - 1);
        let advances = |(pairing, two): (usize, &[Option<ParticipantId>])| match (two[0], two[1]) {
            (Some(_), Some(_)) => winners.get(&(pairing as u32)).copied().flatten(),
            (Some(alone), None) | (None, Some(alone)) => Some(alone),
            (None, None) => None,
        };
        before.chunks(2).enumerate().map(advances).collect()
    }

    /// The winners of a round's matches, by pairing.
    fn winners(&self, round: u32) -> BTreeMap<u32, Option<ParticipantId>> {
        let Format::Knockout(form) = self.settings().form else { return BTreeMap::new() };
        let Some(round) = self.rounds().get(round as usize - 1) else { return BTreeMap::new() };
        let winner = |one: &Match<'_>| match self.state(form, one) {
            State::Over(winner) => winner,
            State::Playing | State::Next { .. } => None,
        };
        self.matches(round).into_iter().map(|(pairing, one)| (pairing, winner(&one))).collect()
    }

    /// The losers of the semi-finals, if they play for the third place.
    fn third_place(&self, round: u32) -> Option<[ParticipantId; 2]> {
        let Format::Knockout(form) = self.settings().form else { return None };
        if !form.third_place || round < 2 || Some(round) != self.rounds_planned() {
            return None;
        }
        let semi_finals = self.rounds().get(round as usize - 2)?;
        let loser = |one: &Match<'_>| match self.state(form, one) {
            State::Over(Some(winner)) => one.players.into_iter().find(|&player| player != winner),
            _ => None,
        };
        let losers: Vec<_> = self.matches(semi_finals).values().filter_map(loser).collect();
        losers.try_into().ok()
    }

    /// The matches of a round, by pairing.
    fn matches(&self, round: &Round) -> BTreeMap<u32, Match<'_>> {
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
    fn state(&self, form: Knockout, one: &Match<'_>) -> State {
        if one.games.iter().any(|game| game.is_open()) {
            return State::Playing;
        }
        let is_in = |id: ParticipantId| self.participant(id).is_some_and(crate::Participant::is_in);
        // A decision by a departure stands: in that case the last game is a forfeit.
        if let Some(Verdict::Forfeit { winners }) = one.games.last().and_then(|game| game.verdict.as_ref()) {
            let game = one.games[one.games.len() - 1];
            let gone = game.sides.iter().any(|&side| !is_in(side));
            if gone || winners.is_empty() {
                return State::Over(winners.first().map(|&side| game.sides[usize::from(side)]));
            }
        }
        let counted: Vec<_> = one.games.iter().filter(|game| game.verdict != Some(Verdict::Void)).collect();
        let points = |id: ParticipantId| -> u32 { counted.iter().map(|game| half_points(game, id)).sum() };
        let [better, other] = one.players;
        let (for_better, for_other) = (points(better), points(other));
        let ahead = if for_better > for_other { better } else { other };
        let played = counted.len() as u32;
        if played <= form.best_of {
            let left = 2 * (form.best_of - played);
            if for_better.abs_diff(for_other) > left {
                return State::Over(Some(ahead));
            }
            if played < form.best_of {
                return State::Next { draw_odds: false };
            }
        }
        let extra = played - form.best_of;
        let in_pairs = extra <= 2 * u32::from(form.extra_pairs);
        if in_pairs && extra % 2 == 1 {
            return State::Next { draw_odds: false };
        }
        if for_better != for_other {
            return State::Over(Some(ahead));
        }
        if extra < 2 * u32::from(form.extra_pairs) {
            return State::Next { draw_odds: false };
        }
        let marbles = |id: ParticipantId| -> i32 {
            let of = |game: &&&Game| {
                game.side_of(id).zip(game.verdict.as_ref()).map_or(0, |(side, verdict)| verdict.marbles(side))
            };
            counted.iter().map(of).sum()
        };
        match marbles(better).cmp(&marbles(other)) {
            std::cmp::Ordering::Greater => State::Over(Some(better)),
            std::cmp::Ordering::Less => State::Over(Some(other)),
            std::cmp::Ordering::Equal => State::Next { draw_odds: true },
        }
    }

    /// Orders two players by seed, the better first.
    fn by_seed(&self, players: [ParticipantId; 2]) -> [ParticipantId; 2] {
        let seed = |id: ParticipantId| self.participant(id).and_then(|one| one.seed);
        let [one, other] = players;
        if seed(one) <= seed(other) { [one, other] } else { [other, one] }
    }

    /// Returns the colours of the first game of a match: the better seed begins in odd rounds, the other in even ones.
    fn first_colors(players: [ParticipantId; 2], round: u32) -> [ParticipantId; 2] {
        let [better, other] = players;
        if round % 2 == 1 { [better, other] } else { [other, better] }
    }
}

/// Points of `id` for a game of a match, in half points; draw odds make a draw a win.
fn half_points(game: &Game, id: ParticipantId) -> u32 {
    let Some(side) = game.side_of(id) else { return 0 };
    match game.verdict.as_ref() {
        _ if game.has_won(side) => 2,
        Some(verdict) if verdict.is_draw() && !game.draw_odds => 1,
        _ => 0,
    }
}
