//! Who thinks next: moves before analysis, and in each of the two everybody in turn.

use std::collections::{HashMap, VecDeque};

use sumito_game::UserId;

/// What somebody wants to be thought about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// The move of a game: a clock may be running.
    Move,
    /// A position that somebody wants to know more of.
    Analysis,
}

impl Purpose {
    /// One word for it.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Move => "move",
            Self::Analysis => "analysis",
        }
    }
}

/// Jobs that wait. Within a purpose each owner has one job in turn, so that whoever asks for much waits for their own.
#[derive(Debug)]
pub(super) struct Queue<T> {
    moves: Lane<T>,
    analyses: Lane<T>,
    places: usize,
}

/// The jobs of one purpose.
#[derive(Debug)]
struct Lane<T> {
    jobs: HashMap<UserId, VecDeque<T>>,
    /// Everybody who has a job waiting, in the order in which they are served.
    turns: VecDeque<UserId>,
    count: usize,
}

impl<T> Queue<T> {
    /// With so many places for each purpose.
    pub(super) fn new(places: usize) -> Self {
        let lane = || Lane { jobs: HashMap::new(), turns: VecDeque::new(), count: 0 };
        Self { moves: lane(), analyses: lane(), places }
    }

    /// Takes a job in; gives it back where all places are taken.
    pub(super) fn push(&mut self, purpose: Purpose, owner: UserId, job: T) -> Result<(), T> {
        let places = self.places;
        let lane = match purpose {
            Purpose::Move => &mut self.moves,
            Purpose::Analysis => &mut self.analyses,
        };
        if lane.count >= places {
            return Err(job);
        }
        let waiting = lane.jobs.entry(owner).or_default();
        if waiting.is_empty() {
            lane.turns.push_back(owner);
        }
        waiting.push_back(job);
        lane.count += 1;
        Ok(())
    }

    /// How many wait for that.
    pub(super) fn len(&self, purpose: Purpose) -> usize {
        match purpose {
            Purpose::Move => self.moves.count,
            Purpose::Analysis => self.analyses.count,
        }
    }

    /// The next job, and what it is for: a place for that is free now.
    pub(super) fn pop(&mut self) -> Option<(Purpose, T)> {
        let next_move = self.moves.pop().map(|job| (Purpose::Move, job));
        next_move.or_else(|| self.analyses.pop().map(|job| (Purpose::Analysis, job)))
    }
}

impl<T> Lane<T> {
    fn pop(&mut self) -> Option<T> {
        let owner = self.turns.pop_front()?;
        let waiting = self.jobs.get_mut(&owner)?;
        let job = waiting.pop_front()?;
        self.count -= 1;
        if waiting.is_empty() {
            self.jobs.remove(&owner);
        } else {
            self.turns.push_back(owner);
        }
        Some(job)
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    const ANNE: UserId = UserId(Uuid::from_u128(1));
    const BERT: UserId = UserId(Uuid::from_u128(2));

    fn jobs<T>(queue: &mut Queue<T>) -> Vec<T> {
        std::iter::from_fn(|| queue.pop()).map(|(_, job)| job).collect()
    }

    #[test]
    fn whoever_asks_for_much_waits_for_their_own() {
        let mut queue = Queue::new(10);
        for job in ["a1", "a2", "a3"] {
            queue.push(Purpose::Move, ANNE, job).unwrap();
        }
        queue.push(Purpose::Move, BERT, "b1").unwrap();
        assert_eq!(jobs(&mut queue), ["a1", "b1", "a2", "a3"]);
    }

    #[test]
    fn moves_come_before_analyses() {
        let mut queue = Queue::new(10);
        queue.push(Purpose::Analysis, ANNE, "analysis").unwrap();
        queue.push(Purpose::Move, BERT, "move").unwrap();
        assert_eq!(jobs(&mut queue), ["move", "analysis"]);
    }

    #[test]
    fn what_has_no_place_is_given_back_and_purposes_do_not_take_each_others_places() {
        let mut queue = Queue::new(1);
        queue.push(Purpose::Analysis, ANNE, 1).unwrap();
        assert_eq!(queue.push(Purpose::Analysis, BERT, 2), Err(2));
        queue.push(Purpose::Move, BERT, 3).unwrap();
        assert_eq!(queue.pop(), Some((Purpose::Move, 3)));
        assert_eq!(queue.pop(), Some((Purpose::Analysis, 1)));
        assert_eq!(queue.pop(), None);
        queue.push(Purpose::Analysis, BERT, 4).unwrap();
    }
}
