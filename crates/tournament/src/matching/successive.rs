//! The best perfect matchings of a graph, by one criterion after another.
//!
//! [`Matchings`] stands for all perfect matchings that are best by the criteria applied so far. [`Matchings::minimise`] applies one more:
//! of these matchings, it keeps those with the least sum of penalties.
//!
//! The set is never listed. A matching of least cost comes with a proof that it is one, the dual solution of Edmonds' linear program. By
//! complementary slackness this proof describes all matchings of the same cost: they have only pairs without slack, and exactly one of
//! their pairs leaves each odd set with a positive dual value. So a graph with fewer pairs and a few nested sets describe the matchings that
//! remain, and numbers stay small however many criteria there are.

use super::NONE;
use super::search::{Pairs, Search};
use super::sets::Sets;

/// The cost of leaving a set. It exceeds every sum of penalties.
const LEAVING: i64 = 1 << 24;

/// All perfect matchings that are best by the criteria so far, and one of them.
#[derive(Debug, Clone)]
pub(crate) struct Matchings {
    count: usize,
    /// The vertices that are not fixed, in ascending order.
    alive: Vec<usize>,
    /// A row for each vertex: whether a best matching may have this pair.
    open: Vec<bool>,
    /// The partner of each vertex in one of the best matchings.
    mate: Vec<usize>,
    /// The sets that one pair of each best matching leaves.
    sets: Sets,
}

impl Matchings {
    /// Returns all perfect matchings of the vertices `alive`, which are below `count` and ascend; `None` if there is none. `allowed` gets
    /// the lower vertex of a pair first. The search starts with the pairs in `first` that are allowed.
    pub(crate) fn new(
        count: usize,
        alive: Vec<usize>,
        allowed: impl Fn(usize, usize) -> bool,
        first: impl IntoIterator<Item = [usize; 2]>,
    ) -> Option<Self> {
        let mut open = vec![false; count * count];
        for (place, &one) in alive.iter().enumerate() {
            for &other in &alive[place + 1..] {
                let is_allowed = allowed(one, other);
                open[one * count + other] = is_allowed;
                open[other * count + one] = is_allowed;
            }
        }
        let mut mate = vec![NONE; count];
        for [one, other] in first {
            if open[one * count + other] && mate[one] == NONE && mate[other] == NONE {
                mate[one] = other;
                mate[other] = one;
            }
        }
        let pairs = OpenPairs { count, alive: &alive, open: &open, cost: |_, _| 0 };
        let mut search = Search::new(count, &alive, &pairs, mate);
        if !search.complete() {
            return None;
        }
        let mate = search.mate;
        Some(Self { count, alive, open, mate, sets: Sets::none(count) })
    }

    /// The partner of a vertex in one of the best matchings.
    pub(crate) fn partner(&self, vertex: usize) -> usize {
        self.mate[vertex]
    }

    /// The vertices that are not fixed, in ascending order.
    pub(crate) fn alive(&self) -> &[usize] {
        &self.alive
    }

    /// Keeps the matchings with the least sum of penalties. `penalty` gets the lower vertex of a pair first. It is positive only for pairs
    /// with a vertex in `concerned`, and at most 1,024 for each vertex.
    pub(crate) fn minimise(&mut self, concerned: &[usize], penalty: impl Fn(usize, usize) -> u32) {
        let penalty = |one: usize, other: usize| i64::from(penalty(one.min(other), one.max(other)));
        if concerned.iter().all(|&one| penalty(one, self.mate[one]) == 0) {
            // No matching is better than one without penalties.
            close(&mut self.open, self.count, concerned, &self.alive, penalty);
            return;
        }
        // Costs are even, so that the half of one is an integer.
        let before = &self.sets;
        let cost =
            |one: usize, other: usize| 2 * (LEAVING * before.left_by(one, other) + penalty(one, other));
        let mut free = self.mate.clone();
        for &one in &self.alive {
            if cost(one, self.mate[one]) != 0 {
                free[one] = NONE;
            }
        }
        let pairs = OpenPairs { count: self.count, alive: &self.alive, open: &self.open, cost: &cost };
        let mut search = Search::new(self.count, &self.alive, &pairs, free);
        if !search.complete() {
            debug_assert!(false, "one matching is known");
            return;
        }
        let (mate, potential, after) = search.result();
        let mut is_changed: Vec<bool> =
            (0..self.count).map(|one| potential[one] != 0 || before.has(one) || after.has(one)).collect();
        for &one in concerned {
            is_changed[one] = true;
        }
        let changed: Vec<_> = self.alive.iter().copied().filter(|&one| is_changed[one]).collect();
        let slack = |one: usize, other: usize| {
            cost(one, other) - potential[one] - potential[other] + 2 * after.dual_around(one, other)
        };
        close(&mut self.open, self.count, &changed, &self.alive, slack);
        self.mate = mate;
        self.sets = after;
    }

    /// Keeps the matchings in which the partner of a vertex comes first in `order`, and fixes the pair. `order` has all vertices that a
    /// partner can be; those that are none are passed over.
    pub(crate) fn choose(&mut self, vertex: usize, order: &[usize]) -> usize {
        let count = self.count;
        let order: Vec<_> =
            order.iter().copied().filter(|&other| self.open[vertex * count + other]).collect();
        if let Some(&first) = order.first()
            && !self.swap(vertex, first)
        {
            let mut place = vec![0; self.count];
            order.iter().zip(0..).for_each(|(&other, rank)| place[other] = rank);
            self.minimise(&[vertex], |one, other| match vertex {
                _ if one == vertex => place[other],
                _ if other == vertex => place[one],
                _ => 0,
            });
        }
        let partner = self.mate[vertex];
        for fixed in [vertex, partner] {
            close(&mut self.open, self.count, &[fixed], &self.alive, |_, _| 1);
        }
        self.alive.retain(|&one| one != vertex && one != partner);
        partner
    }

    /// Matches the two, and their partners with each other, if this is one of the best matchings.
    fn swap(&mut self, one: usize, other: usize) -> bool {
        let (left, right) = (self.mate[one], self.mate[other]);
        if left == other {
            return true;
        }
        let sets = &self.sets;
        let is_open = self.open[left * self.count + right];
        let leave = sets.left_by(one, other) + sets.left_by(left, right);
        let left_before = sets.left_by(one, left) + sets.left_by(other, right);
        if !is_open || leave != left_before {
            return false;
        }
        for [one, other] in [[one, other], [left, right]] {
            self.mate[one] = other;
            self.mate[other] = one;
        }
        true
    }
}

/// The open pairs, with a cost for each.
struct OpenPairs<'a, C> {
    count: usize,
    alive: &'a [usize],
    open: &'a [bool],
    cost: C,
}

impl<C: Fn(usize, usize) -> i64> Pairs for OpenPairs<'_, C> {
    type Number = i64;

    fn of(&self, vertex: usize) -> impl Iterator<Item = (usize, i64)> {
        let row = &self.open[vertex * self.count..(vertex + 1) * self.count];
        let others = self.alive.iter().filter(|&&other| row[other]);
        others.map(move |&other| (other, (self.cost)(vertex, other)))
    }
}

/// Closes the pairs of `concerned` that have slack.
fn close(
    open: &mut [bool],
    count: usize,
    concerned: &[usize],
    alive: &[usize],
    slack: impl Fn(usize, usize) -> i64,
) {
    for &one in concerned {
        for &other in alive {
            if open[one * count + other] && slack(one, other) > 0 {
                open[one * count + other] = false;
                open[other * count + one] = false;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lists all perfect matchings.
    fn all(left: &[usize], allowed: &dyn Fn(usize, usize) -> bool) -> Vec<Vec<[usize; 2]>> {
        let Some((&one, others)) = left.split_first() else { return vec![vec![]] };
        let mut found = Vec::new();
        for (place, &other) in others.iter().enumerate() {
            if allowed(one, other) {
                let mut rest = others.to_vec();
                rest.remove(place);
                for mut pairs in all(&rest, allowed) {
                    pairs.push([one, other]);
                    found.push(pairs);
                }
            }
        }
        found
    }

    fn sum(pairs: &[[usize; 2]], penalty: &[u32], count: usize) -> u32 {
        pairs.iter().map(|&[one, other]| penalty[one * count + other]).sum()
    }

    #[test]
    fn each_criterion_keeps_exactly_the_best_matchings() {
        let mut with_sets = 0;
        for seed in 0..400 {
            let mut rng = fastrand::Rng::with_seed(seed);
            let count = 2 * rng.usize(1..=5);
            let density = rng.f64();
            let allowed: Vec<bool> = (0..count * count).map(|_| rng.f64() < density.max(0.3)).collect();
            let allowed = |one: usize, other: usize| allowed[one * count + other];
            let vertices: Vec<_> = (0..count).collect();
            let mut listed = all(&vertices, &allowed);
            let Some(mut matchings) = Matchings::new(count, vertices.clone(), allowed, []) else {
                assert!(listed.is_empty(), "seed {seed}: a perfect matching was not found");
                continue;
            };
            for _ in 0..6 {
                let max = rng.u32(1..6);
                let rare = rng.f64();
                let penalty: Vec<u32> =
                    (0..count * count).map(|_| if rng.f64() < rare { 0 } else { rng.u32(0..=max) }).collect();
                let min = listed.iter().map(|pairs| sum(pairs, &penalty, count)).min().unwrap();
                listed.retain(|pairs| sum(pairs, &penalty, count) == min);
                matchings.minimise(&vertices, |one, other| penalty[one * count + other]);
                with_sets += u32::from((0..count).any(|one| matchings.sets.has(one)));
                let mut pairs: Vec<_> = vertices
                    .iter()
                    .map(|&one| [one, matchings.partner(one)])
                    .filter(|[one, other]| one < other)
                    .collect();
                pairs.sort_unstable_by(|one, other| other.cmp(one));
                assert!(listed.contains(&pairs), "seed {seed}: {pairs:?} is not among {listed:?}");
            }
            for &one in &vertices {
                if !matchings.alive().contains(&one) {
                    continue;
                }
                let mut order = vertices.clone();
                rng.shuffle(&mut order);
                let partner = |pairs: &[[usize; 2]]| {
                    let pair = pairs.iter().find(|pair| pair.contains(&one)).unwrap();
                    pair[0] + pair[1] - one
                };
                let first = order
                    .iter()
                    .copied()
                    .find(|&other| listed.iter().any(|pairs| partner(pairs) == other))
                    .unwrap();
                assert_eq!(matchings.choose(one, &order), first, "seed {seed}: the partner of {one}");
                listed.retain(|pairs| partner(pairs) == first);
            }
            assert_eq!(listed.len(), 1, "seed {seed}");
        }
        assert!(with_sets > 100, "{with_sets} criteria led to sets");
    }
}
