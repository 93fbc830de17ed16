//! Fair queue of searches.
//!
//! Every search is charged to its user and to the user's network. The next search is the search whose accounts have used the least time,
//! so one network with many games, or one user with many networks, gets no more than any other. Moves come before analyses, but a waiting
//! analysis gets a turn after several moves.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use crate::shares::{Account, Accounts, Payer};

/// Purpose of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JobKind {
    /// The move of a computer player: a clock may be running.
    Move,
    /// The analysis of a position for a user.
    Analysis,
}

impl JobKind {
    /// Returns the name of the purpose, for metrics.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Move => "move",
            Self::Analysis => "analysis",
        }
    }
}

/// The searches that a thread takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Takes {
    /// All searches, short and long.
    Any,
    /// Searches of at most [`SHORT`].
    Short,
}

/// Maximum duration of a short search.
const SHORT: Duration = Duration::from_millis(500);

/// Number of moves served in a row while an analysis waits.
const MOVES_IN_A_ROW: u32 = 4;

/// Divisor for the places of a purpose that a single source may take.
const PART_OF_PLACES: usize = 4;

/// Fraction of its usual time that a search gets: all of it while few searches wait, less when many do.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Share(f64);

impl Share {
    /// Minimum share under any load: a quarter.
    const LEAST: f64 = 0.25;

    /// The full time.
    pub const WHOLE: Self = Self(1.0);

    /// Returns the share of a search among `waiting` searches, including itself, on `threads` threads.
    fn among(waiting: usize, threads: usize) -> Self {
        Self((2.0 * threads as f64 / waiting.max(1) as f64).clamp(Self::LEAST, 1.0))
    }

    /// Returns this share of a time.
    #[must_use]
    pub fn of(self, time: Duration) -> Duration {
        time.mul_f64(self.0)
    }
}

/// A search that waits for a thread.
#[derive(Debug)]
struct Waiting<T> {
    payer: Payer,
    cost: Duration,
    arrival: u64,
    job: T,
}

/// The search to run next.
#[derive(Debug, PartialEq)]
pub(super) struct Next<T> {
    /// Its purpose, which has a free place now.
    pub(super) purpose: JobKind,
    /// Its share of the time.
    pub(super) share: Share,
    /// The search itself.
    pub(super) job: T,
}

/// The waiting searches and their accounting.
#[derive(Debug)]
pub(super) struct Queue<T> {
    moves: Vec<Waiting<T>>,
    analyses: Vec<Waiting<T>>,
    accounts: Accounts,
    /// The last turn of each user with waiting searches: users of one network take turns.
    turns: HashMap<Account, u64>,
    turn: u64,
    places: usize,
    threads: usize,
    arrivals: u64,
    /// Moves served since the last analysis, while an analysis waits.
    moves_in_a_row: u32,
}

impl<T> Queue<T> {
    /// Returns a queue with this number of places for each purpose, for this number of threads.
    pub(super) fn new(places: usize, threads: usize) -> Self {
        Self {
            moves: Vec::new(),
            analyses: Vec::new(),
            accounts: Accounts::default(),
            turns: HashMap::new(),
            turn: 0,
            places,
            threads,
            arrivals: 0,
            moves_in_a_row: 0,
        }
    }

    /// Queues a search with a time of up to `cost`. Returns it if all places are taken, or if its source has too many of them.
    pub(super) fn push(&mut self, purpose: JobKind, payer: Payer, cost: Duration, job: T) -> Result<(), T> {
        let places = self.places;
        let lane = self.lane(purpose);
        let own = lane.iter().filter(|other| other.payer.source() == payer.source()).count();
        if lane.len() >= places || own >= places.div_ceil(PART_OF_PLACES) {
            return Err(job);
        }
        self.arrivals += 1;
        let arrival = self.arrivals;
        self.lane(purpose).push(Waiting { payer, cost, arrival, job });
        Ok(())
    }

    /// Returns the number of waiting searches of this purpose.
    pub(super) fn len(&self, purpose: JobKind) -> usize {
        match purpose {
            JobKind::Move => self.moves.len(),
            JobKind::Analysis => self.analyses.len(),
        }
    }

    /// Returns the next search for a thread.
    pub(super) fn pop(&mut self, takes: Takes) -> Option<Next<T>> {
        let next_move = self.first(&self.moves, takes);
        let next_analysis = self.first(&self.analyses, takes);
        let (purpose, place) = match (next_move, next_analysis) {
            (Some(place), None) => (JobKind::Move, place),
            (Some(place), Some(_)) if self.moves_in_a_row < MOVES_IN_A_ROW => {
                self.moves_in_a_row += 1;
                (JobKind::Move, place)
            }
            (_, Some(place)) => {
                self.moves_in_a_row = 0;
                (JobKind::Analysis, place)
            }
            (None, None) => return None,
        };
        let crowd = self.crowd(purpose, place);
        let share = Share::among(crowd, self.threads);
        let Waiting { payer, cost, job, .. } = self.lane(purpose).swap_remove(place);
        if self.moves.is_empty() && self.analyses.is_empty() {
            // The queue is empty, so no waiting search can lose by this.
            self.accounts = Accounts::default();
        } else {
            self.accounts.charge(payer, share.of(cost));
        }
        self.turn += 1;
        if self.moves.iter().chain(&self.analyses).any(|other| other.payer.of_user() == payer.of_user()) {
            self.turns.insert(payer.of_user(), self.turn);
        } else {
            self.turns.remove(&payer.of_user());
        }
        Some(Next { purpose, share, job })
    }

    /// Returns the next search of these. The order is: least used time of its accounts; then longest time since its user's last turn; then
    /// shortest; then oldest.
    fn first(&self, lane: &[Waiting<T>], takes: Takes) -> Option<usize> {
        let of_this_thread = |waiting: &Waiting<T>| takes == Takes::Any || waiting.cost <= SHORT;
        let places = (0..lane.len()).filter(|&place| of_this_thread(&lane[place]));
        places.min_by_key(|&place| {
            let Waiting { payer, cost, arrival, .. } = &lane[place];
            let turn = self.turns.get(&payer.of_user()).copied().unwrap_or_default();
            (self.accounts.of(*payer), turn, *cost, *arrival)
        })
    }

    /// Returns the number of competitors of the search at this index: the waiting sources, or the searches of the same source if those are
    /// more.
    fn crowd(&self, purpose: JobKind, place: usize) -> usize {
        let lane = match purpose {
            JobKind::Move => &self.moves,
            JobKind::Analysis => &self.analyses,
        };
        let source = lane[place].payer.source();
        let own = lane.iter().filter(|other| other.payer.source() == source).count();
        let sources: HashSet<_> = lane.iter().map(|other| other.payer.source()).collect();
        own.max(sources.len())
    }

    fn lane(&mut self, purpose: JobKind) -> &mut Vec<Waiting<T>> {
        match purpose {
            JobKind::Move => &mut self.moves,
            JobKind::Analysis => &mut self.analyses,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use sumito_game::UserId;
    use uuid::Uuid;

    use super::*;
    use crate::shares::ACCOUNTS;

    const LEVEL_2: Duration = Duration::from_millis(200);
    const LEVEL_8: Duration = Duration::from_secs(2);

    fn user(number: u128) -> UserId {
        UserId(Uuid::from_u128(number))
    }

    fn payer(number: u128, network: u8) -> Payer {
        Payer { user: Some(user(number)), network: Some(Ipv4Addr::new(203, 0, 113, network).into()) }
    }

    fn queue<T>(places: usize) -> Queue<T> {
        Queue::new(places, 2)
    }

    fn jobs<T>(queue: &mut Queue<T>) -> Vec<T> {
        std::iter::from_fn(|| queue.pop(Takes::Any)).map(|next| next.job).collect()
    }

    #[test]
    fn heavy_user_waits_only_for_own_searches() {
        let mut queue = queue(40);
        for job in ["a1", "a2", "a3"] {
            queue.push(JobKind::Move, user(1).into(), LEVEL_8, job).unwrap();
        }
        queue.push(JobKind::Move, user(2).into(), LEVEL_8, "b1").unwrap();
        assert_eq!(jobs(&mut queue), ["a1", "b1", "a2", "a3"]);
    }

    #[test]
    fn users_of_one_network_take_turns() {
        let mut queue = queue(40);
        for (user, job) in [(1, "a1"), (1, "a2"), (2, "b1"), (3, "c1")] {
            queue.push(JobKind::Move, payer(user, 1), LEVEL_8, job).unwrap();
        }
        for job in ["other1", "other2"] {
            queue.push(JobKind::Move, payer(4, 2), LEVEL_8, job).unwrap();
        }
        assert_eq!(jobs(&mut queue), ["a1", "other1", "b1", "other2", "c1", "a2"]);
    }

    #[test]
    fn many_networks_give_a_user_no_advantage() {
        let mut queue = queue(40);
        for (network, job) in [(1, "a1"), (2, "a2"), (3, "a3")] {
            queue.push(JobKind::Move, payer(1, network), LEVEL_8, job).unwrap();
        }
        for job in ["b1", "b2"] {
            queue.push(JobKind::Move, payer(2, 9), LEVEL_8, job).unwrap();
        }
        assert_eq!(jobs(&mut queue), ["a1", "b1", "a2", "b2", "a3"]);
    }

    #[test]
    fn long_searches_of_a_network_do_not_delay_others() {
        let mut queue = queue(256);
        for guest in 0..23 {
            queue.push(JobKind::Move, payer(guest, 1), LEVEL_8, "long").unwrap();
        }
        assert_eq!(queue.pop(Takes::Any).unwrap().job, "long");
        for _ in 0..3 {
            queue.push(JobKind::Move, payer(99, 2), LEVEL_2, "short").unwrap();
            assert_eq!(queue.pop(Takes::Any).unwrap().job, "short", "the long ones have had more");
        }
        assert_eq!(queue.len(JobKind::Move), 22);
    }

    #[test]
    fn time_is_charged_not_the_number_of_searches() {
        let mut queue = queue(256);
        for number in 0..8 {
            queue.push(JobKind::Move, payer(1, 1), LEVEL_8, ("long", number)).unwrap();
            queue.push(JobKind::Move, payer(2, 2), LEVEL_2, ("short", number)).unwrap();
        }
        let first: Vec<_> = jobs(&mut queue).into_iter().take(8).map(|(kind, _)| kind).collect();
        assert_eq!(first.iter().filter(|kind| **kind == "short").count(), 7);
    }

    #[test]
    fn short_searches_come_first_among_equals() {
        let mut queue = queue(40);
        queue.push(JobKind::Move, payer(1, 1), LEVEL_8, "long").unwrap();
        queue.push(JobKind::Move, payer(2, 2), LEVEL_2, "short").unwrap();
        assert_eq!(queue.pop(Takes::Short).unwrap().job, "short");
        assert_eq!(queue.pop(Takes::Short), None);
        queue.push(JobKind::Move, payer(3, 3), LEVEL_2, "short").unwrap();
        assert_eq!(queue.pop(Takes::Any).unwrap().job, "short");
        assert_eq!(queue.pop(Takes::Any).unwrap().job, "long");
    }

    #[test]
    fn moves_come_before_analyses() {
        let mut queue = queue(40);
        queue.push(JobKind::Analysis, user(1).into(), LEVEL_2, "analysis").unwrap();
        queue.push(JobKind::Move, user(2).into(), LEVEL_8, "move").unwrap();
        assert_eq!(jobs(&mut queue), ["move", "analysis"]);
    }

    #[test]
    fn endless_moves_do_not_starve_an_analysis() {
        let mut queue = queue(256);
        for number in 0..10 {
            queue.push(JobKind::Move, payer(number, 1), LEVEL_8, "move").unwrap();
        }
        queue.push(JobKind::Analysis, payer(99, 2), LEVEL_2, "analysis").unwrap();
        assert_eq!(jobs(&mut queue).iter().position(|job| *job == "analysis"), Some(MOVES_IN_A_ROW as usize));
    }

    #[test]
    fn searches_of_a_busy_source_get_less_time() {
        let mut queue = queue(256);
        for number in 0..23 {
            queue.push(JobKind::Move, payer(number, 1), LEVEL_8, "many").unwrap();
        }
        queue.push(JobKind::Move, payer(99, 2), LEVEL_8, "one").unwrap();
        let many = queue.pop(Takes::Any).unwrap();
        assert_eq!((many.job, many.share.of(LEVEL_8)), ("many", LEVEL_8 / 4));
        let one = queue.pop(Takes::Any).unwrap();
        assert_eq!((one.job, one.share), ("one", Share::WHOLE), "others do not make it play worse");
    }

    #[test]
    fn searches_get_less_time_under_load() {
        let mut queue = queue(256);
        for network in 0..16 {
            queue.push(JobKind::Move, payer(network.into(), network), LEVEL_8, ()).unwrap();
        }
        let shares: Vec<_> = std::iter::from_fn(|| queue.pop(Takes::Any)).map(|next| next.share).collect();
        assert_eq!(shares[0], Share(0.25));
        assert_eq!(shares[15], Share::WHOLE);
        assert!(shares.is_sorted_by(|one, next| one.0 <= next.0), "{shares:?}");
    }

    #[test]
    fn full_queue_returns_the_search_per_purpose() {
        let mut queue = queue(1);
        queue.push(JobKind::Analysis, user(1).into(), LEVEL_2, 1).unwrap();
        assert_eq!(queue.push(JobKind::Analysis, user(2).into(), LEVEL_2, 2), Err(2));
        queue.push(JobKind::Move, user(2).into(), LEVEL_2, 3).unwrap();
        assert_eq!(jobs(&mut queue), [3, 1]);
        assert_eq!(queue.pop(Takes::Any), None);
        queue.push(JobKind::Analysis, user(2).into(), LEVEL_2, 4).unwrap();
    }

    #[test]
    fn one_network_cannot_take_all_places() {
        let mut queue = queue(8);
        for number in 0..2 {
            queue.push(JobKind::Move, payer(number, 1), LEVEL_8, ()).unwrap();
        }
        assert!(queue.push(JobKind::Move, payer(3, 1), LEVEL_8, ()).is_err());
        queue.push(JobKind::Move, payer(4, 2), LEVEL_8, ()).unwrap();
    }

    #[test]
    fn number_of_accounts_is_bounded() {
        let mut queue = queue(40);
        queue.push(JobKind::Move, payer(0, 1), LEVEL_2, ()).unwrap();
        for number in 1..10_000 {
            queue.push(JobKind::Move, user(number).into(), LEVEL_8, ()).unwrap();
            queue.pop(Takes::Any).unwrap();
            assert!(queue.accounts.len() <= ACCOUNTS + 2);
        }
    }
}
