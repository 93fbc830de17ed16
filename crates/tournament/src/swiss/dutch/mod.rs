//! FIDE's Dutch system: Handbook C.04.3, the version that was approved on 13 April 2024 and applies from 1 February 2026.
//!
//! The system proceeds from the highest score to the lowest. The players of a score, and the unpaired players of higher scores, form a
//! bracket. Of all pairings of a bracket that leave a complete pairing of the others, the best by criteria C.6 to C.21 is made
//! ([`criteria`]), and of several best ones the first in the order of Article 4 ([`order`]).
//!
//! A pairing of the round is a perfect matching of the players, with one more vertex for the bye if their number is odd. So each criterion,
//! and each choice of the order, is a penalty on pairs for [`Matchings`], which keeps the matchings that are best so far. That there is a
//! complete pairing (C.4) is certain at every step.
//!
//! | Article | Place |
//! | --- | --- |
//! | 1.2 order, 1.4 floats | `swiss/pairing_history.rs` |
//! | 1.6, 1.7 colours | `swiss/colors.rs` |
//! | 2.1 absolute criteria C.1 to C.3 | [`Rules::may_meet`], [`Rules::may_have_bye`] |
//! | 2.2, 2.3 criteria C.4, C.5 | [`pair`] |
//! | 2.4 criteria C.6 to C.21 | [`criteria`] |
//! | 3, 4 order of the pairings of a bracket | [`order`] |
//! | 5 colours | `Colors::begins` |

mod criteria;
mod order;

use std::collections::BTreeSet;
use std::ops::Range;

use self::criteria::Bracket;
use super::colors::{ColorPreference, Colors};
use super::pairing_history::Player;
use crate::ParticipantId;
use crate::matching::Matchings;

/// Inputs of the pairing of a round other than the players.
#[derive(Debug, Clone)]
pub(super) struct Rules<'a> {
    /// Number of rounds before this one.
    pub(super) rounds_before: u32,
    /// True in the last round, in which players with more than half of the points are topscorers.
    pub(super) is_last: bool,
    /// Points of a win.
    pub(super) win_points: u32,
    /// Pairs that must not meet, the lower number first.
    pub(super) forbidden: &'a BTreeSet<[ParticipantId; 2]>,
}

/// A pairing of players by their index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pairing {
    /// The pairs, the better player first.
    pub(super) pairs: Vec<[usize; 2]>,
    /// The player with the bye.
    pub(super) alone: Option<usize>,
}

/// Pairs players who are given in their order. Returns `None` if every pairing violates an absolute criterion: the Handbook leaves that case
/// to the arbiter.
pub(super) fn pair(players: &[Player<'_>], rules: &Rules<'_>) -> Option<Pairing> {
    let bye = players.len();
    let count = bye + bye % 2;
    let groups = score_groups(players);
    let may_meet = meetings(players, rules, count);
    let allowed = |bye_score: u32, one: usize, other: usize| {
        if other == bye {
            players[one].points == bye_score && Rules::may_have_bye(&players[one])
        } else {
            may_meet[one * count + other]
        }
    };
    // C.5: the bye goes to the lowest score for which there is a complete pairing.
    let (bye_score, mut matchings) = groups.iter().rev().find_map(|group| {
        let score = players[group.start].points;
        let allowed = |one: usize, other: usize| allowed(score, one, other);
        let matchings = Matchings::new(count, (0..count).collect(), allowed, regular_pairs(&groups));
        matchings.map(|matchings| (score, matchings))
    })?;
    let mut pairs = Vec::with_capacity(count / 2);
    for (place, group) in groups.iter().enumerate() {
        let moved_down: Vec<_> = matchings.alive().iter().copied().filter(|&one| one < group.start).collect();
        let next = groups.get(place + 1).cloned().unwrap_or(group.end..group.end);
        let has_bye = count > bye && bye_score >= players[group.start].points;
        let rounds_before = rules.rounds_before;
        let mut bracket = Bracket {
            players,
            moved_down,
            residents: group.clone(),
            next,
            bye,
            has_bye,
            rounds_before,
            downfloaters: 0,
        };
        criteria::apply(&mut bracket, &mut matchings);
        pairs.extend(order::fix(&bracket, &mut matchings));
        // The criteria of the next bracket start anew.
        let alive = matchings.alive().to_vec();
        let known: Vec<_> = alive.iter().map(|&one| [one, matchings.partner(one)]).collect();
        let allowed = |one: usize, other: usize| allowed(bye_score, one, other);
        matchings = Matchings::new(count, alive, allowed, known)?;
    }
    let alone = matchings.alive().first().copied().filter(|&one| one < bye);
    Some(Pairing { pairs, alone })
}

/// Returns whether two players may meet, the better one first: a table with `count` columns.
fn meetings(players: &[Player<'_>], rules: &Rules<'_>, count: usize) -> Vec<bool> {
    let mut may_meet = vec![false; count * count];
    for one in 0..players.len() {
        for other in one + 1..players.len() {
            may_meet[one * count + other] = rules.may_meet(&players[one], &players[other]);
        }
    }
    may_meet
}

/// The players with the same score, from the highest score to the lowest.
fn score_groups(players: &[Player<'_>]) -> Vec<Range<usize>> {
    let mut start = 0;
    let groups = players.chunk_by(|one, next| one.points == next.points);
    groups
        .map(|group| {
            let range = start..start + group.len();
            start = range.end;
            range
        })
        .collect()
}

/// The pairs that are made if all are possible: in each bracket the upper half meets the lower half, and the last of an odd number is moved
/// down.
fn regular_pairs(groups: &[Range<usize>]) -> Vec<[usize; 2]> {
    let mut pairs = Vec::new();
    let mut bracket: Vec<usize> = Vec::new();
    for group in groups {
        bracket.extend(group.clone());
        let half = bracket.len() / 2;
        pairs.extend((0..half).map(|place| [bracket[place], bracket[place + half]]));
        bracket.drain(..2 * half);
    }
    if let (Some(&last), Some(group)) = (bracket.first(), groups.last()) {
        pairs.push([last, group.end]);
    }
    pairs
}

impl Rules<'_> {
    /// C.1 and C.3: players do not meet twice, and players with the same absolute colour preference do not meet, unless one of them is a
    /// topscorer (1.7).
    fn may_meet(&self, one: &Player<'_>, other: &Player<'_>) -> bool {
        let is_topscorer =
            |player: &Player<'_>| self.is_last && 2 * player.points > self.rounds_before * self.win_points;
        let [(strength, side), (other_strength, other_side)] =
            [one.past.colors.claim(), other.past.colors.claim()];
        let is_clash = strength == ColorPreference::Absolute
            && other_strength == ColorPreference::Absolute
            && side == other_side;
        !one.past.met.contains(&other.id)
            && !self.forbidden.contains(&[one.id.min(other.id), one.id.max(other.id)])
            && (!is_clash || is_topscorer(one) || is_topscorer(other))
    }

    /// C.2: a player who has had a bye, or as many points as for a win without playing, has no other bye.
    fn may_have_bye(player: &Player<'_>) -> bool {
        !player.past.had_bye
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::swiss::pairing_history::History;

    const NOTHING_FORBIDDEN: &BTreeSet<[ParticipantId; 2]> = &BTreeSet::new();

    /// The rules of the fourth of four rounds, or of more.
    fn rules(is_last: bool) -> Rules<'static> {
        Rules { rounds_before: 3, is_last, win_points: 2, forbidden: NOTHING_FORBIDDEN }
    }

    fn player(number: u32, points: u32, past: &History) -> Player<'_> {
        Player { id: ParticipantId(number), points, seed: number - 1, past }
    }

    fn began(sides: &[u8]) -> History {
        let mut history = History::default();
        for &side in sides {
            history.colors.push(side);
        }
        history
    }

    fn pairs(players: &[Player<'_>], rules: &Rules<'_>) -> Option<(Vec<[usize; 2]>, Option<usize>)> {
        pair(players, rules).map(|Pairing { mut pairs, alone }| {
            pairs.sort_unstable();
            (pairs, alone)
        })
    }

    #[test]
    fn upper_half_meets_the_lower_half_and_the_last_has_the_bye() {
        let past = History::default();
        let players: Vec<_> = (1..=7).map(|number| player(number, 0, &past)).collect();
        assert_eq!(pairs(&players, &rules(false)), Some((vec![[0, 3], [1, 4], [2, 5]], Some(6))));
    }

    #[test]
    fn forbidden_pairs_and_second_byes_are_avoided() {
        let (past, after_bye) = (History::default(), History { had_bye: true, ..History::default() });
        let mut players: Vec<_> = (1..=4).map(|number| player(number, 0, &past)).collect();
        players.push(player(5, 0, &after_bye));
        let forbidden = BTreeSet::from([[ParticipantId(1), ParticipantId(3)]]);
        let rules = Rules { forbidden: &forbidden, ..rules(false) };
        assert_eq!(pairs(&players, &rules), Some((vec![[0, 3], [1, 4]], Some(2))), "transposed");
        let all_had_one: Vec<_> = (1..=5).map(|number| player(number, 0, &after_bye)).collect();
        assert_eq!(pairs(&all_had_one, &rules), None);
    }

    #[test]
    fn downfloaters_leave_a_pairing_for_all_others() {
        // The two leaders could meet, but then the two others, who have met, could not be paired.
        let met = |number: u32| History { met: [ParticipantId(number)].into(), ..History::default() };
        let (past, third, fourth) = (History::default(), met(4), met(3));
        let players = [player(1, 2, &past), player(2, 2, &past), player(3, 0, &third), player(4, 0, &fourth)];
        assert_eq!(pairs(&players, &rules(false)), Some((vec![[0, 2], [1, 3]], None)));
    }

    #[test]
    fn topscorers_alone_can_get_a_colour_three_times_in_a_row() {
        let past = began(&[1, 0, 0]);
        let leaders = [player(1, 6, &past), player(2, 4, &past)];
        assert_eq!(pairs(&leaders, &rules(false)), None);
        assert_eq!(pairs(&leaders, &rules(true)), Some((vec![[0, 1]], None)));
        let others = [player(1, 3, &past), player(2, 2, &past)];
        assert_eq!(pairs(&others, &rules(true)), None, "not more than half of the points");
    }

    #[test]
    fn colours_outweigh_the_order() {
        let [first, second] = [began(&[0, 1, 0]), began(&[1, 0, 1])];
        let players =
            [player(1, 2, &first), player(2, 2, &second), player(3, 2, &first), player(4, 2, &second)];
        assert_eq!(pairs(&players, &rules(false)), Some((vec![[0, 3], [1, 2]], None)));
    }
}
