//! A perfect matching of least cost in a general graph: Edmonds' algorithm, with one tree at a time.
//!
//! Every vertex has a potential. The slack of a pair is its cost minus the potentials of both; it is never negative, and matched pairs have
//! none. A tree of pairs without slack grows from an unmatched vertex, its levels in turns outer and inner, until it reaches another
//! unmatched vertex; then the pairs on the way between them are exchanged. Two outer vertices without slack close an odd cycle, which
//! shrinks to one node, a blossom. If nothing is without slack, the potentials of outer nodes rise and the potentials of inner nodes fall
//! by one step, until something is. A blossom counts how far it has risen: its dual value. An inner blossom that has fallen back to zero
//! expands.

use std::ops::{Add, AddAssign, Sub, SubAssign};

use super::NONE;
use super::sets::{Set, Sets};

/// Numbers that can be costs: sums, differences and halves of even numbers are of the same type.
pub(super) trait Number:
    Copy + Ord + Add<Output = Self> + Sub<Output = Self> + AddAssign + SubAssign
{
    const ZERO: Self;
    /// More than every slack.
    const INFINITE: Self;

    fn half(self) -> Self;
}

impl Number for i64 {
    const ZERO: Self = 0;
    const INFINITE: Self = Self::MAX / 4;

    fn half(self) -> Self {
        self / 2
    }
}

/// The pairs that a search can choose.
pub(super) trait Pairs {
    type Number: Number;

    /// Returns the possible partners of a vertex with the costs, which are even and not negative.
    fn of(&self, vertex: usize) -> impl Iterator<Item = (usize, Self::Number)>;
}

/// The search. Nodes below `count` are vertices, the others are blossoms.
pub(super) struct Search<'a, P: Pairs> {
    count: usize,
    alive: &'a [usize],
    pairs: &'a P,
    /// The partner of each vertex.
    pub(super) mate: Vec<usize>,
    /// The potential of each vertex, including the dual values of the blossoms around it.
    potential: Vec<P::Number>,
    /// The outermost node around each vertex.
    top: Vec<usize>,
    /// The smallest blossom around each node.
    parent: Vec<usize>,
    /// The vertex of each node that is matched outside of it.
    base: Vec<usize>,
    label: Vec<Label>,
    /// The pair through which the tree reached an inner node: the vertex in the tree, and the one in the node.
    entry: Vec<[usize; 2]>,
    /// By blossom, with indexes from 0; free ones have no cycle.
    blossoms: Vec<Blossom<P::Number>>,
    /// The least slack to an outer vertex, and that vertex. For an outer vertex: to another outer node, or to one that was another.
    nearest: Vec<(P::Number, usize)>,
    /// Outer vertices with unchecked pairs.
    queue: Vec<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Label {
    Free,
    Outer,
    Inner,
}

#[derive(Debug, Clone)]
struct Blossom<N> {
    /// The nodes of its cycle, from the one with the base.
    cycle: Vec<Link>,
    vertices: Vec<usize>,
    dual: N,
}

impl<N: Number> Blossom<N> {
    const FREE: Self = Self { cycle: Vec::new(), vertices: Vec::new(), dual: N::ZERO };
}

/// A node of a cycle, and the pair to the next one: the vertex in this node, and the one in the next.
#[derive(Debug, Clone, Copy)]
struct Link {
    node: usize,
    pair: [usize; 2],
}

impl<'a, N: Number, P: Pairs<Number = N>> Search<'a, P> {
    /// Starts with the pairs of `mate`, which must not have a cost.
    pub(super) fn new(count: usize, alive: &'a [usize], pairs: &'a P, mate: Vec<usize>) -> Self {
        Self {
            count,
            alive,
            pairs,
            mate,
            potential: vec![N::ZERO; count],
            top: (0..count).collect(),
            parent: vec![NONE; count],
            base: (0..count).collect(),
            label: vec![Label::Free; count],
            entry: vec![[NONE; 2]; count],
            blossoms: Vec::new(),
            nearest: vec![(N::INFINITE, NONE); count],
            queue: Vec::new(),
        }
    }

    /// Raises the potentials as far as the cheapest pairs allow, and matches vertices without slack. Then fewer trees have to grow.
    pub(super) fn start(&mut self) {
        for &vertex in self.alive {
            let least = self.pairs.of(vertex).map(|(_, cost)| cost).min();
            self.potential[vertex] = least.map_or(N::ZERO, Number::half);
        }
        for &vertex in self.alive {
            if self.mate[vertex] != NONE {
                continue;
            }
            let slacks = self.pairs.of(vertex).map(|(other, cost)| (self.slack(vertex, other, cost), other));
            if let Some((least, other)) = slacks.min() {
                self.potential[vertex] += least;
                if self.mate[other] == NONE {
                    self.mate[vertex] = other;
                    self.mate[other] = vertex;
                }
            }
        }
    }

    /// Matches all vertices; returns false if that is impossible.
    pub(super) fn complete(&mut self) -> bool {
        self.alive.iter().all(|&root| self.mate[root] != NONE || self.grow(root))
    }

    /// Grows a tree from an unmatched vertex until that vertex is matched; returns false if that is impossible.
    fn grow(&mut self, root: usize) -> bool {
        self.label.fill(Label::Free);
        self.nearest.fill((N::INFINITE, NONE));
        self.queue.clear();
        self.make_outer(root);
        loop {
            while let Some(vertex) = self.queue.pop() {
                if self.look_from(vertex) {
                    return true;
                }
            }
            let step = self.step();
            if step == N::INFINITE {
                return false;
            }
            self.shift(step);
            if self.follow() {
                return true;
            }
        }
    }

    fn slack(&self, one: usize, other: usize, cost: N) -> N {
        cost - self.potential[one] - self.potential[other]
    }

    fn label_of(&self, vertex: usize) -> Label {
        self.label[self.top[vertex]]
    }

    fn vertices(&self, node: usize) -> Vec<usize> {
        if node < self.count { vec![node] } else { self.blossoms[node - self.count].vertices.clone() }
    }

    fn make_outer(&mut self, node: usize) {
        self.label[node] = Label::Outer;
        for vertex in self.vertices(node) {
            self.nearest[vertex] = (N::INFINITE, NONE);
            self.queue.push(vertex);
        }
    }

    /// Checks all pairs of an outer vertex; returns true if the root is matched.
    fn look_from(&mut self, vertex: usize) -> bool {
        let pairs = self.pairs;
        for (other, cost) in pairs.of(vertex) {
            if self.top[vertex] == self.top[other] {
                continue;
            }
            let slack = self.slack(vertex, other, cost);
            match self.label_of(other) {
                Label::Outer if slack == N::ZERO => self.shrink(vertex, other),
                Label::Free if slack == N::ZERO => {
                    if self.reach(vertex, other) {
                        return true;
                    }
                }
                label => {
                    let keep = |nearest: &mut (N, usize), from: usize| {
                        if slack < nearest.0 {
                            *nearest = (slack, from);
                        }
                    };
                    keep(&mut self.nearest[other], vertex);
                    if label == Label::Outer {
                        keep(&mut self.nearest[vertex], other);
                    }
                }
            }
        }
        false
    }

    /// Extends the tree from an outer vertex to a free one without slack; returns true if that one was unmatched, and the root is matched.
    fn reach(&mut self, vertex: usize, other: usize) -> bool {
        self.nearest[other] = (N::ZERO, vertex);
        if self.mate[other] == NONE {
            self.exchange(vertex, other);
            return true;
        }
        let node = self.top[other];
        self.label[node] = Label::Inner;
        self.entry[node] = [vertex, other];
        self.make_outer(self.top[self.mate[self.base[node]]]);
        false
    }

    /// The least step after which something is without slack; [`Number::INFINITE`] if nothing ever is.
    fn step(&mut self) -> N {
        let mut step = N::INFINITE;
        for &vertex in self.alive {
            match self.label_of(vertex) {
                Label::Free => step = step.min(self.nearest[vertex].0),
                Label::Inner => {
                    let node = self.top[vertex];
                    if node >= self.count {
                        step = step.min(self.blossoms[node - self.count].dual);
                    }
                }
                Label::Outer => {
                    let (slack, other) = self.nearest[vertex];
                    if other == NONE || slack.half() >= step {
                        continue;
                    }
                    if self.top[other] == self.top[vertex] {
                        self.nearest[vertex] = self.nearest_outer(vertex);
                    }
                    if self.nearest[vertex].1 != NONE {
                        step = step.min(self.nearest[vertex].0.half());
                    }
                }
            }
        }
        step
    }

    /// The least slack of an outer vertex to another outer node.
    fn nearest_outer(&self, vertex: usize) -> (N, usize) {
        let others = self.pairs.of(vertex).filter(|&(other, _)| {
            self.top[vertex] != self.top[other] && self.label_of(other) == Label::Outer
        });
        let slacks = others.map(|(other, cost)| (self.slack(vertex, other, cost), other));
        slacks.min().unwrap_or((N::INFINITE, NONE))
    }

    fn shift(&mut self, step: N) {
        if step == N::ZERO {
            return;
        }
        let is_known = |nearest: &(N, usize)| nearest.1 != NONE;
        for &vertex in self.alive {
            match self.label_of(vertex) {
                Label::Free if is_known(&self.nearest[vertex]) => self.nearest[vertex].0 -= step,
                Label::Free => {}
                Label::Inner => self.potential[vertex] -= step,
                Label::Outer => {
                    self.potential[vertex] += step;
                    if is_known(&self.nearest[vertex]) {
                        self.nearest[vertex].0 -= step + step;
                    }
                }
            }
        }
        for (index, blossom) in self.blossoms.iter_mut().enumerate() {
            let node = self.count + index;
            if blossom.cycle.is_empty() || self.parent[node] != NONE {
                continue;
            }
            match self.label[node] {
                Label::Free => {}
                Label::Inner => blossom.dual -= step,
                Label::Outer => blossom.dual += step,
            }
        }
    }

    /// Makes the possible changes after a step; returns true if the root is matched.
    fn follow(&mut self) -> bool {
        let alive = self.alive;
        let is_reached = |search: &Self, vertex: usize| {
            search.label_of(vertex) == Label::Free && search.nearest[vertex].0 == N::ZERO
        };
        // The shortest way first.
        for &vertex in alive {
            if self.mate[vertex] == NONE && is_reached(self, vertex) {
                return self.reach(self.nearest[vertex].1, vertex);
            }
        }
        for index in 0..self.blossoms.len() {
            let node = self.count + index;
            let blossom = &self.blossoms[index];
            let is_top = !blossom.cycle.is_empty() && self.parent[node] == NONE;
            if is_top && blossom.dual == N::ZERO && self.label[node] == Label::Inner {
                self.expand(node);
            }
        }
        for &vertex in alive {
            let (slack, other) = self.nearest[vertex];
            if slack != N::ZERO {
                continue;
            }
            match self.label_of(vertex) {
                Label::Free => {
                    if self.reach(other, vertex) {
                        return true;
                    }
                }
                Label::Outer if self.top[vertex] != self.top[other] => self.shrink(vertex, other),
                Label::Outer | Label::Inner => {}
            }
        }
        false
    }

    /// The pair that leads from a node of the tree towards the root; `None` for the node of the root.
    fn towards_root(&self, node: usize) -> Option<[usize; 2]> {
        if self.label[node] == Label::Inner {
            let [before, own] = self.entry[node];
            return Some([own, before]);
        }
        let base = self.base[node];
        Some([base, self.mate[base]]).filter(|&[_, mate]| mate != NONE)
    }

    /// The nodes from the one of `vertex` to the root.
    fn way_to_root(&self, vertex: usize) -> Vec<usize> {
        let next = |&node: &usize| self.towards_root(node).map(|[_, before]| self.top[before]);
        std::iter::successors(Some(self.top[vertex]), next).collect()
    }

    /// Makes a blossom of the cycle that the pair of two outer vertices closes.
    fn shrink(&mut self, one: usize, other: usize) {
        let (mut left, mut right) = (self.way_to_root(one), self.way_to_root(other));
        let mut meeting = NONE;
        while let (Some(&node), true) = (left.last(), left.last() == right.last()) {
            meeting = node;
            left.pop();
            right.pop();
        }
        let away = |node: usize| {
            let [own, before] = self.towards_root(node).unwrap_or([NONE; 2]);
            [before, own]
        };
        let towards = |node: usize| self.towards_root(node).unwrap_or([NONE; 2]);
        let nodes: Vec<_> =
            std::iter::once(meeting).chain(left.iter().rev().copied()).chain(right.iter().copied()).collect();
        let pairs = (left.iter().rev().map(|&node| away(node)))
            .chain(std::iter::once([one, other]))
            .chain(right.iter().map(|&node| towards(node)));
        let cycle: Vec<_> = nodes.iter().zip(pairs).map(|(&node, pair)| Link { node, pair }).collect();
        let vertices: Vec<_> = nodes.iter().flat_map(|&node| self.vertices(node)).collect();
        let index = self.blossoms.iter().position(|blossom| blossom.cycle.is_empty()).unwrap_or_else(|| {
            self.blossoms.push(Blossom::FREE);
            self.parent.push(NONE);
            self.base.push(NONE);
            self.label.push(Label::Free);
            self.entry.push([NONE; 2]);
            self.blossoms.len() - 1
        });
        let blossom = self.count + index;
        for &node in &nodes {
            self.parent[node] = blossom;
            if self.label[node] == Label::Inner {
                self.make_outer(node);
            }
        }
        for &vertex in &vertices {
            self.top[vertex] = blossom;
        }
        self.parent[blossom] = NONE;
        self.base[blossom] = self.base[meeting];
        self.label[blossom] = Label::Outer;
        self.blossoms[index] = Blossom { cycle, vertices, dual: N::ZERO };
    }

    /// Replaces an inner blossom by the nodes of its cycle. The tree continues along the side on which their pairs alternate.
    fn expand(&mut self, blossom: usize) {
        let Blossom { cycle, .. } =
            std::mem::replace(&mut self.blossoms[blossom - self.count], Blossom::FREE);
        let entry = self.entry[blossom];
        for link in &cycle {
            self.parent[link.node] = NONE;
            self.label[link.node] = Label::Free;
            for vertex in self.vertices(link.node) {
                self.top[vertex] = link.node;
            }
        }
        let entered = self.top[entry[1]];
        let mut place = cycle.iter().position(|link| link.node == entered).unwrap_or(0);
        let enter = |search: &mut Self, place: usize, entry: [usize; 2]| {
            let node = cycle[place].node;
            search.label[node] = Label::Inner;
            search.entry[node] = entry;
        };
        enter(self, place, entry);
        if place % 2 == 1 {
            while place != 0 {
                self.make_outer(cycle[place + 1].node);
                let pair = cycle[place + 1].pair;
                place = (place + 2) % cycle.len();
                enter(self, place, pair);
            }
        } else {
            while place != 0 {
                self.make_outer(cycle[place - 1].node);
                place -= 2;
                let [own, before] = cycle[place].pair;
                enter(self, place, [before, own]);
            }
        }
    }

    /// Matches an outer vertex with an unmatched one, and exchanges the pairs on the way to the root.
    fn exchange(&mut self, mut vertex: usize, mut other: usize) {
        loop {
            let node = self.top[vertex];
            let before = self.mate[self.base[node]];
            self.rebase(node, vertex);
            self.mate[vertex] = other;
            self.mate[other] = vertex;
            if before == NONE {
                return;
            }
            let inner = self.top[before];
            let [next, own] = self.entry[inner];
            self.rebase(inner, own);
            (vertex, other) = (next, own);
        }
    }

    /// Matches the vertices inside a node so that only `vertex` is left for a partner outside.
    fn rebase(&mut self, node: usize, vertex: usize) {
        if self.base[node] == vertex {
            return;
        }
        self.base[node] = vertex;
        let mut child = vertex;
        while self.parent[child] != node {
            child = self.parent[child];
        }
        self.rebase(child, vertex);
        let index = node - self.count;
        let mut cycle = std::mem::take(&mut self.blossoms[index].cycle);
        let place = cycle.iter().position(|link| link.node == child).unwrap_or(0);
        cycle.rotate_left(place);
        for two in cycle[1..].chunks_exact(2) {
            let [one, other] = two[0].pair;
            self.rebase(two[0].node, one);
            self.rebase(two[1].node, other);
            self.mate[one] = other;
            self.mate[other] = one;
        }
        self.blossoms[index].cycle = cycle;
    }
}

impl<P: Pairs<Number = i64>> Search<'_, P> {
    /// The partners, the potentials, and the sets with a positive dual value.
    pub(super) fn result(self) -> (Vec<usize>, Vec<i64>, Sets) {
        let mut sets: Vec<Set> = Vec::new();
        let mut index = vec![NONE; self.blossoms.len()];
        let mut smallest = vec![NONE; self.count];
        for &vertex in self.alive {
            let around = |node: usize| Some(self.parent[node]).filter(|&parent| parent != NONE);
            let mut chain: Vec<_> = std::iter::successors(around(vertex), |&node| around(node)).collect();
            chain.retain(|&node| self.blossoms[node - self.count].dual > 0);
            let mut outer = Set { around: NONE, depth: 0, dual: 0 };
            for node in chain.into_iter().rev() {
                let blossom = node - self.count;
                if index[blossom] == NONE {
                    index[blossom] = sets.len();
                    let dual = outer.dual + self.blossoms[blossom].dual;
                    sets.push(Set { around: smallest[vertex], depth: outer.depth + 1, dual });
                }
                smallest[vertex] = index[blossom];
                outer = sets[index[blossom]];
            }
        }
        (self.mate, self.potential, Sets::new(smallest, sets))
    }
}
