//! Nested sets of vertices.

use super::NONE;

/// Sets of vertices that contain each other or have no vertex in common, each with a positive dual value. Exactly one pair of each best
/// matching leaves each of them.
#[derive(Debug, Clone)]
pub(super) struct Sets {
    /// The smallest set around each vertex.
    smallest: Vec<usize>,
    all: Vec<Set>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Set {
    /// The smallest set around this one.
    pub(super) around: usize,
    /// Number of sets around this one, with itself.
    pub(super) depth: i64,
    /// The sum of their dual values.
    pub(super) dual: i64,
}

impl Sets {
    /// As many empty sets as `count`.
    pub(super) fn none(count: usize) -> Self {
        Self { smallest: vec![NONE; count], all: Vec::new() }
    }

    /// `smallest` has the index of the smallest set around each vertex.
    pub(super) fn new(smallest: Vec<usize>, all: Vec<Set>) -> Self {
        Self { smallest, all }
    }

    /// Returns whether a set contains the vertex.
    pub(super) fn has(&self, vertex: usize) -> bool {
        self.smallest[vertex] != NONE
    }

    /// Number of sets that contain one of the two vertices, but not the other.
    pub(super) fn left_by(&self, one: usize, other: usize) -> i64 {
        let common = self.smallest_around(one, other);
        self.depth(self.smallest[one]) + self.depth(self.smallest[other]) - 2 * self.depth(common)
    }

    /// The sum of the dual values of the sets that contain both vertices.
    pub(super) fn dual_around(&self, one: usize, other: usize) -> i64 {
        self.all.get(self.smallest_around(one, other)).map_or(0, |set| set.dual)
    }

    fn smallest_around(&self, one: usize, other: usize) -> usize {
        let (mut one, mut other) = (self.smallest[one], self.smallest[other]);
        while one != other {
            if self.depth(one) >= self.depth(other) {
                one = self.all[one].around;
            } else {
                other = self.all[other].around;
            }
        }
        one
    }

    fn depth(&self, set: usize) -> i64 {
        self.all.get(set).map_or(0, |set| set.depth)
    }
}
