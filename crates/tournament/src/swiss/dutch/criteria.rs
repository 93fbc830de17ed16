//! The criteria C.6 to C.21 for the pairing of a bracket (Article 2.4).

use std::ops::Range;

use crate::matching::Matchings;
use crate::swiss::colors::ColorPreference;
use crate::swiss::pairing_history::{Float, Player};

/// A bracket: the players of one score, the residents, and the players who were moved down to it.
#[derive(Debug)]
pub(super) struct Bracket<'a> {
    /// All players of the round, in their order.
    pub(super) players: &'a [Player<'a>],
    /// The players who were moved down, in their order. All of them come before the residents.
    pub(super) moved_down: Vec<usize>,
    pub(super) residents: Range<usize>,
    /// The residents of the next bracket.
    pub(super) next: Range<usize>,
    /// The vertex of the bye: the number of players.
    pub(super) bye: usize,
    /// True if the player with the bye is in this bracket.
    pub(super) has_bye: bool,
    /// Number of rounds before this one.
    pub(super) rounds_before: u32,
    /// Number of players who leave the bracket downwards, or with the bye. C.6 sets it.
    pub(super) downfloaters: usize,
}

/// Counts the violations that a criterion minimises, for one pair: the better player, and the other one or the bye.
type Count = fn(&Bracket<'_>, usize, usize) -> u32;

/// The same for the players with one score.
type CountOfScore = fn(&Bracket<'_>, u32, usize, usize) -> u32;

/// A criterion after C.6.
#[derive(Debug, Clone, Copy)]
enum Criterion {
    /// Minimises a number.
    Sum(Count),
    /// Minimises a number for each score of the players who were moved down, from the highest score.
    ByScore(CountOfScore),
    /// Minimises a number in the next bracket. It matters only if there are downfloaters.
    Next(Count),
    /// The same for each score of the players of this bracket, from the highest score.
    NextByScore(CountOfScore),
}

/// The criteria after C.6, the most important first.
#[rustfmt::skip]
const CRITERIA: [Criterion; 16] = [
    /* C.7  */ Criterion::ByScore(downfloaters_of),
    /* C.8  */ Criterion::Next(downfloaters_of_next),
    /* C.8  */ Criterion::NextByScore(downfloaters_of_next_of),
    /* C.9  */ Criterion::Sum(unplayed_games_of_bye),
    /* C.10 */ Criterion::Sum(third_difference),
    /* C.11 */ Criterion::Sum(third_in_a_row),
    /* C.12 */ Criterion::Sum(preferences),
    /* C.13 */ Criterion::Sum(strong_preferences),
    /* C.14 */ Criterion::Sum(|bracket, one, other| repeated_downfloats(bracket, LAST, one, other)),
    /* C.15 */ Criterion::Sum(|bracket, one, other| repeated_upfloats(bracket, LAST, one, other)),
    /* C.16 */ Criterion::Sum(|bracket, one, other| repeated_downfloats(bracket, BEFORE_LAST, one, other)),
    /* C.17 */ Criterion::Sum(|bracket, one, other| repeated_upfloats(bracket, BEFORE_LAST, one, other)),
    /* C.18 */ Criterion::ByScore(|bracket, score, one, other| differences_down(bracket, LAST, score, one, other)),
    /* C.19 */ Criterion::ByScore(|bracket, score, one, other| differences_up(bracket, LAST, score, one, other)),
    /* C.20 */ Criterion::ByScore(|bracket, score, one, other| differences_down(bracket, BEFORE_LAST, score, one, other)),
    /* C.21 */ Criterion::ByScore(|bracket, score, one, other| differences_up(bracket, BEFORE_LAST, score, one, other)),
];

/// Indexes of [`History::floats`](crate::swiss::history::History::floats).
const LAST: usize = 0;
const BEFORE_LAST: usize = 1;

/// Keeps the matchings that are best for this bracket.
pub(super) fn apply(bracket: &mut Bracket<'_>, matchings: &mut Matchings) {
    let until = |end: usize| matchings.alive().iter().copied().filter(|&one| one < end).collect();
    let own: Vec<_> = until(bracket.residents.end);
    let with_next: Vec<_> = until(bracket.next.end);
    // C.6
    matchings.minimise(&own, |one, other| downfloaters(bracket, one, other));
    let is_downfloater = |&&one: &&usize| !bracket.is_paired(one, matchings.partner(one));
    bracket.downfloaters = own.iter().filter(is_downfloater).count();
    let score_of = |one: usize| bracket.players[one].points;
    let mut scores: Vec<_> = bracket.moved_down.iter().copied().map(score_of).collect();
    scores.dedup();
    let all_scores: Vec<_> = scores.iter().copied().chain([score_of(bracket.residents.start)]).collect();
    for criterion in CRITERIA {
        match criterion {
            Criterion::Sum(count) => matchings.minimise(&own, |one, other| count(bracket, one, other)),
            Criterion::ByScore(count) => {
                for &score in &scores {
                    matchings.minimise(&own, |one, other| count(bracket, score, one, other));
                }
            }
            Criterion::Next(_) | Criterion::NextByScore(_) if bracket.downfloaters == 0 => {}
            Criterion::Next(count) => {
                matchings.minimise(&with_next, |one, other| count(bracket, one, other));
            }
            Criterion::NextByScore(count) => {
                for &score in &all_scores {
                    matchings.minimise(&with_next, |one, other| count(bracket, score, one, other));
                }
            }
        }
    }
}

impl Bracket<'_> {
    /// Returns whether two vertices, in any order, are a pair of this bracket.
    pub(super) fn is_paired(&self, one: usize, other: usize) -> bool {
        self.residents.contains(&one.max(other))
    }

    fn is_moved_down(&self, one: usize) -> bool {
        one < self.residents.start
    }

    /// Number of the two who satisfy a condition, except the bye.
    fn number(&self, pair: [usize; 2], is: impl Fn(usize) -> bool) -> u32 {
        pair.into_iter().filter(|&one| one < self.bye && is(one)).count() as u32
    }

    fn floated(&self, one: usize, float: Float, round: usize) -> bool {
        self.players.get(one).is_some_and(|player| player.past.floats[round] == Some(float))
    }

    /// Returns whether the two both claim the same colour, with their strengths.
    fn clash(&self, one: usize, other: usize) -> Option<[ColorPreference; 2]> {
        let [(strength, side), (other_strength, other_side)] =
            [one, other].map(|one| self.players[one].past.colors.claim());
        let none = ColorPreference::None;
        (strength > none && other_strength > none && side == other_side).then_some([strength, other_strength])
    }
}

/// C.6: the number of downfloaters.
fn downfloaters(bracket: &Bracket<'_>, one: usize, other: usize) -> u32 {
    if bracket.is_paired(one, other) {
        0
    } else {
        bracket.number([one, other], |one| one < bracket.residents.end)
    }
}

/// C.7: the scores of the downfloaters. The number of residents among them follows from C.6.
fn downfloaters_of(bracket: &Bracket<'_>, score: u32, one: usize, other: usize) -> u32 {
    let is_one = |one: usize| bracket.is_moved_down(one) && bracket.players[one].points == score;
    if bracket.is_paired(one, other) { 0 } else { bracket.number([one, other], is_one) }
}

/// C.8, first part: C.6 for the next bracket.
fn downfloaters_of_next(bracket: &Bracket<'_>, one: usize, other: usize) -> u32 {
    let is_paired = bracket.is_paired(one, other) || bracket.next.contains(&other);
    if is_paired { 0 } else { bracket.number([one, other], |one| one < bracket.next.end) }
}

/// C.8, second part: C.7 for the next bracket.
fn downfloaters_of_next_of(bracket: &Bracket<'_>, score: u32, one: usize, other: usize) -> u32 {
    let is_paired = bracket.is_paired(one, other) || bracket.next.contains(&other);
    let is_one = |one: usize| one < bracket.residents.end && bracket.players[one].points == score;
    if is_paired { 0 } else { bracket.number([one, other], is_one) }
}

/// C.9: the number of unplayed games of the player with the bye. It counts in the bracket of which that player is the only downfloater.
fn unplayed_games_of_bye(bracket: &Bracket<'_>, one: usize, other: usize) -> u32 {
    if bracket.has_bye && bracket.downfloaters == 1 && other == bracket.bye {
        bracket.rounds_before - bracket.players[one].past.colors.count()
    } else {
        0
    }
}

/// C.10: topscorers, or their opponents, who get a colour difference of more than two.
fn third_difference(bracket: &Bracket<'_>, one: usize, other: usize) -> u32 {
    if !bracket.is_paired(one, other) || bracket.clash(one, other).is_none() {
        return 0;
    }
    let is_wide = |one: usize| bracket.players[one].past.colors.difference().abs() > 1;
    u32::from(is_wide(one) && is_wide(other))
}

/// C.11: topscorers, or their opponents, who get the same colour three times in a row.
fn third_in_a_row(bracket: &Bracket<'_>, one: usize, other: usize) -> u32 {
    let absolute = Some([ColorPreference::Absolute; 2]);
    if !bracket.is_paired(one, other) || bracket.clash(one, other) != absolute {
        return 0;
    }
    let [one, other] = [one, other].map(|one| &bracket.players[one].past.colors);
    let difference = |colors: &super::Colors| colors.difference().abs();
    let yields = match difference(one).cmp(&difference(other)) {
        std::cmp::Ordering::Equal => return u32::from(one.twice().is_some() && one.twice() == other.twice()),
        // The wider difference gets the colour (5.2.2).
        std::cmp::Ordering::Less => one,
        std::cmp::Ordering::Greater => other,
    };
    u32::from(yields.twice() == Some(1 - yields.claim().1))
}

/// C.12: players who do not get the colour that they prefer.
fn preferences(bracket: &Bracket<'_>, one: usize, other: usize) -> u32 {
    u32::from(bracket.is_paired(one, other) && bracket.clash(one, other).is_some())
}

/// C.13: players who do not get the colour that they prefer strongly. Two absolute preferences are the matter of C.10 and C.11.
fn strong_preferences(bracket: &Bracket<'_>, one: usize, other: usize) -> u32 {
    if !bracket.is_paired(one, other) {
        return 0;
    }
    let is_strong = |&strengths: &[ColorPreference; 2]| {
        strengths.into_iter().min() >= Some(ColorPreference::Strong)
            && strengths != [ColorPreference::Absolute; 2]
    };
    u32::from(bracket.clash(one, other).as_ref().is_some_and(is_strong))
}

/// C.14, C.16: residents who are downfloaters, as in an earlier round.
fn repeated_downfloats(bracket: &Bracket<'_>, round: usize, one: usize, other: usize) -> u32 {
    let is_one = |one: usize| bracket.residents.contains(&one) && bracket.floated(one, Float::Down, round);
    if bracket.is_paired(one, other) { 0 } else { bracket.number([one, other], is_one) }
}

/// C.15, C.17: opponents of players who were moved down who had an upfloat in an earlier round.
fn repeated_upfloats(bracket: &Bracket<'_>, round: usize, one: usize, other: usize) -> u32 {
    u32::from(
        bracket.is_paired(one, other)
            && bracket.is_moved_down(one)
            && bracket.floated(other, Float::Up, round),
    )
}

/// C.18, C.20: the score differences of players who were moved down and had a downfloat in an earlier round. A player who is moved down again
/// has the greater difference.
fn differences_down(bracket: &Bracket<'_>, round: usize, score: u32, one: usize, other: usize) -> u32 {
    let is_one = |one: usize| {
        bracket.is_moved_down(one)
            && bracket.players[one].points == score
            && bracket.floated(one, Float::Down, round)
    };
    if bracket.is_paired(one, other) { 0 } else { bracket.number([one, other], is_one) }
}

/// C.19, C.21: the score differences of residents who meet players who were moved down and had an upfloat in an earlier round.
fn differences_up(bracket: &Bracket<'_>, round: usize, score: u32, one: usize, other: usize) -> u32 {
    if bracket.is_moved_down(one) && bracket.players[one].points == score {
        repeated_upfloats(bracket, round, one, other)
    } else {
        0
    }
}
