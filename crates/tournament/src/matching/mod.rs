//! Matchings in general graphs: [`min_cost_pairing`] by one number for each pair, [`Matchings`] by one criterion after another.

mod search;
mod sets;
mod successive;

use std::ops::{Add, AddAssign, Sub, SubAssign};

use self::search::{Number, Pairs, Search};
pub(crate) use self::successive::Matchings;

/// No vertex, or no set.
const NONE: usize = usize::MAX;

/// Maximum participants for which every pair is considered. Above it, only the cheapest pairs of each are: the time of a matching grows
/// with the number of pairs.
const ALL_PAIRS_MAX: usize = 256;

/// Initial number of cheapest partners considered for each participant, if not all pairs are; neighbours in the order are considered too.
const CHEAPEST: usize = 16;

/// Maximum distance of neighbours. Odd groups of equals need pairs across their borders, which are never among the cheapest.
const NEIGHBOURS: usize = 8;

/// The cost of a pair that is never made.
pub(crate) const FORBIDDEN: i128 = i128::MAX;

/// Pairs an even number of participants with the minimum sum of costs. `cost` gets indexes from 0, the lower first, and must not be
/// negative.
///
/// Up to 256 participants, the result is optimal. Above that, it is optimal among the pairs in which each partner is among the 16 cheapest
/// of the other, or next to these; the number grows if they do not suffice to pair all.
///
/// As many as possible are paired without a pair that is [`FORBIDDEN`].
pub(crate) fn min_cost_pairing(count: usize, cost: impl Fn(usize, usize) -> i128) -> Vec<[usize; 2]> {
    debug_assert!(count.is_multiple_of(2), "an odd number cannot be paired");
    if count <= ALL_PAIRS_MAX {
        let all = (0..count).flat_map(|one| (one + 1..count).map(move |other| (one, other)));
        let all: Vec<_> = all.map(|(one, other)| (one, other, cost(one, other))).collect();
        return matched(count, &all).unwrap_or_default();
    }
    let mut costs: Vec<Vec<(i128, usize)>> = vec![Vec::with_capacity(count - 1); count];
    for one in 0..count {
        for other in one + 1..count {
            let cost = cost(one, other);
            costs[one].push((cost, other));
            costs[other].push((cost, one));
        }
    }
    let mut taken = CHEAPEST;
    loop {
        let mut pairs = cheapest(&mut costs, taken, &cost);
        let are_all = taken >= count;
        if !are_all {
            pairs.retain(|&(_, _, cost)| cost < FORBIDDEN);
        }
        match matched(count, &pairs) {
            Some(pairs) => return pairs,
            None if are_all => return Vec::new(),
            None => taken *= 2,
        }
    }
}

/// Returns the pairs in which at least one participant is among the `taken` cheapest of the other, or near them in the order.
fn cheapest(
    costs: &mut [Vec<(i128, usize)>],
    taken: usize,
    cost: &impl Fn(usize, usize) -> i128,
) -> Vec<(usize, usize, i128)> {
    let mut edges = Vec::with_capacity(costs.len() * taken);
    for (one, partners) in costs.iter_mut().enumerate() {
        let last = taken.min(partners.len()) - 1;
        partners.select_nth_unstable(last);
        edges.extend(partners[..=last].iter().map(|&(cost, other)| (one.min(other), one.max(other), cost)));
    }
    let count = costs.len();
    let neighbours =
        (0..count).flat_map(|one| (one + 1..count.min(one + 1 + NEIGHBOURS)).map(move |other| (one, other)));
    edges.extend(neighbours.map(|(one, other)| (one, other, cost(one, other))));
    edges.sort_unstable();
    edges.dedup();
    edges
}

/// Pairs all by these pairs, with the fewest forbidden ones, and of such pairings with the least cost; `None` if that is not possible. The
/// result is without the forbidden pairs.
fn matched(count: usize, pairs: &[(usize, usize, i128)]) -> Option<Vec<[usize; 2]>> {
    let mut partners = Partners(vec![Vec::new(); count]);
    for &(one, other, cost) in pairs {
        let cost = Cost::twice(cost);
        partners.0[one].push((other, cost));
        partners.0[other].push((one, cost));
    }
    let all: Vec<_> = (0..count).collect();
    let mut search = Search::new(count, &all, &partners, vec![NONE; count]);
    search.start();
    if !search.complete() {
        return None;
    }
    let is_made = |&[one, other]: &[usize; 2]| {
        one < other && partners.of(one).any(|(partner, cost)| partner == other && cost.forbidden == 0)
    };
    Some(search.mate.iter().enumerate().map(|(one, &other)| [one, other]).filter(is_made).collect())
}

/// The possible partners of each participant, with the costs.
struct Partners(Vec<Vec<(usize, Cost)>>);

impl Pairs for Partners {
    type Number = Cost;

    fn of(&self, vertex: usize) -> impl Iterator<Item = (usize, Cost)> {
        self.0[vertex].iter().copied()
    }
}

/// A sum of costs: first the number of forbidden pairs, then the costs of the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Cost {
    forbidden: i64,
    cost: i128,
}

impl Cost {
    fn twice(cost: i128) -> Self {
        if cost == FORBIDDEN { Self { forbidden: 2, cost: 0 } } else { Self { forbidden: 0, cost: 2 * cost } }
    }
}

impl Number for Cost {
    const ZERO: Self = Self { forbidden: 0, cost: 0 };
    const INFINITE: Self = Self { forbidden: i64::MAX / 4, cost: 0 };

    fn half(self) -> Self {
        Self { forbidden: self.forbidden / 2, cost: self.cost / 2 }
    }
}

impl Add for Cost {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { forbidden: self.forbidden + other.forbidden, cost: self.cost + other.cost }
    }
}

impl Sub for Cost {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self { forbidden: self.forbidden - other.forbidden, cost: self.cost - other.cost }
    }
}

impl AddAssign for Cost {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Cost {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Finds the minimum cost by trying all pairings.
    fn least(left: &[usize], cost: &dyn Fn(usize, usize) -> i128) -> i128 {
        let Some((&one, others)) = left.split_first() else { return 0 };
        let with = |place: usize| {
            let mut rest = others.to_vec();
            let other = rest.remove(place);
            cost(one, other) + least(&rest, cost)
        };
        (0..others.len()).map(with).min().unwrap()
    }

    #[test]
    fn no_pairs_cost_less() {
        for seed in 0..60 {
            let mut rng = fastrand::Rng::with_seed(seed);
            let count = 2 * rng.usize(1..=5);
            let costs: Vec<i128> =
                (0..count * count).map(|_| i128::from(rng.u64(..50)) << rng.u32(..100)).collect();
            let cost = |one: usize, other: usize| costs[one * count + other];
            let pairs = min_cost_pairing(count, cost);
            let all: Vec<_> = (0..count).collect();
            assert_eq!(pairs.len() * 2, count);
            assert_eq!(pairs.iter().map(|&[one, other]| cost(one, other)).sum::<i128>(), least(&all, &cost));
        }
    }

    #[test]
    fn many_are_paired_when_most_pairs_are_not_looked_at() {
        // All participants prefer the same few partners: the cheapest partners do not suffice to pair all.
        let cost = |one: usize, _| one as i128;
        assert_eq!(min_cost_pairing(600, cost).len(), 300);
    }
}
