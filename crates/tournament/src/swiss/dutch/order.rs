//! The order of the pairings of a bracket (Articles 3 and 4): the first of several best ones is made.

use super::criteria::Bracket;
use crate::matching::Matchings;

/// Fixes the pairs of a bracket for which the criteria have been applied.
pub(super) fn fix(bracket: &Bracket<'_>, matchings: &mut Matchings) -> Vec<[usize; 2]> {
    choose_moved_down(bracket, matchings);
    let mut pairs = pair_moved_down(bracket, matchings);
    let remainder = Remainder::of(bracket, matchings);
    remainder.exchange(matchings);
    pairs.extend(remainder.transpose(matchings));
    pairs
}

/// 4.4: of the players who were moved down, the best ones are paired.
fn choose_moved_down(bracket: &Bracket<'_>, matchings: &mut Matchings) {
    for &one in &bracket.moved_down {
        matchings.minimise(&[one], |better, other| {
            u32::from([better, other].contains(&one) && !bracket.is_paired(better, other))
        });
    }
}

/// 4.2: the best of the players who were moved down meets the best possible resident, then the next one.
fn pair_moved_down(bracket: &Bracket<'_>, matchings: &mut Matchings) -> Vec<[usize; 2]> {
    let residents: Vec<_> = bracket.residents.clone().collect();
    let mut pairs = Vec::new();
    for &one in &bracket.moved_down {
        if bracket.is_paired(one, matchings.partner(one)) {
            pairs.push([one, matchings.choose(one, &residents)]);
        }
    }
    pairs
}

/// The residents who do not meet players who were moved down, in their order. The upper ones, S1, meet lower ones, of S2; some of S2 can be
/// downfloaters.
struct Remainder {
    players: Vec<usize>,
    /// The place of each vertex in `players`.
    place: Vec<Option<usize>>,
    /// Number of pairs, and of players in S1.
    pairs: usize,
}

impl Remainder {
    fn of(bracket: &Bracket<'_>, matchings: &Matchings) -> Self {
        let is_resident = |one: &usize| bracket.residents.contains(one);
        let players: Vec<_> = matchings.alive().iter().copied().filter(is_resident).collect();
        let mut place = vec![None; bracket.bye + 1];
        players.iter().enumerate().for_each(|(index, &one)| place[one] = Some(index));
        let mut remainder = Self { players, place, pairs: 0 };
        let upper = |&&one: &&usize| remainder.is_upper(one, matchings.partner(one));
        remainder.pairs = remainder.players.iter().filter(upper).count();
        remainder
    }

    /// Returns whether `one` is the better player of a pair of the remainder.
    fn is_upper(&self, one: usize, partner: usize) -> bool {
        one < partner && self.place[one].is_some() && self.place[partner].is_some()
    }

    /// The place of the better player of a pair of the remainder.
    fn upper_place(&self, one: usize, other: usize) -> Option<usize> {
        self.place[one].filter(|_| self.is_upper(one, other))
    }

    /// 4.3: exchanges as few players as possible between S1 and S2, with the least difference of their places; then the lowest players of S1,
    /// and the highest ones of S2.
    fn exchange(&self, matchings: &mut Matchings) {
        let all = &self.players;
        let is_from_s2 = |one, other| self.upper_place(one, other).is_some_and(|place| place >= self.pairs);
        matchings.minimise(all, |one, other| u32::from(is_from_s2(one, other)));
        if !all.iter().any(|&one| is_from_s2(one, matchings.partner(one))) {
            return;
        }
        // As many players leave S1 as come from S2. So the distances of both from the border add up to the difference.
        matchings.minimise(all, |one, other| {
            let upper = self.upper_place(one, other);
            let comes = upper.map_or(0, |place| place.saturating_sub(self.pairs));
            let leaves = |one: usize, is_upper: bool| match self.place[one] {
                Some(place) if !is_upper => self.pairs.saturating_sub(place),
                _ => 0,
            };
            (comes + leaves(one, upper.is_some()) + leaves(other, false)) as u32
        });
        let (upper, lower) = all.split_at(self.pairs);
        let is_upper = |matchings: &Matchings, one: usize| self.is_upper(one, matchings.partner(one));
        let number = lower.iter().filter(|&&one| is_upper(matchings, one)).count();
        let mut left = number;
        for &one in upper.iter().rev() {
            if left == 0 {
                break;
            }
            matchings.minimise(&[one], |better, other| u32::from(better == one && self.is_upper(one, other)));
            left -= usize::from(!is_upper(matchings, one));
        }
        left = number;
        for &one in lower {
            if left == 0 {
                break;
            }
            matchings.minimise(&[one], |better, other| {
                let is_upper = better == one && self.is_upper(one, other);
                u32::from([better, other].contains(&one) && !is_upper)
            });
            left -= usize::from(is_upper(matchings, one));
        }
    }

    /// 4.2: the best player of S1 meets the best possible player of S2, then the next one.
    fn transpose(&self, matchings: &mut Matchings) -> Vec<[usize; 2]> {
        let mut pairs = Vec::with_capacity(self.pairs);
        for (place, &one) in self.players.iter().enumerate() {
            if self.is_upper(one, matchings.partner(one)) {
                pairs.push([one, matchings.choose(one, &self.players[place + 1..])]);
            }
        }
        pairs
    }
}
