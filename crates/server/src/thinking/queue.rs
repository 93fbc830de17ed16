//! Who thinks next.
//!
//! Every search is charged to the user and to the network that it is made for. The next search is the one whose accounts have had the
//! least time, so one network with many games, or one user with many networks, gets no more than any other. Moves come before analyses,
//! but an analysis that waits gets a turn among several moves.

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::time::Duration;

use sumito_game::UserId;

/// What a search is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// The move of a game: a clock may be running.
    Move,
    /// A position that a user wants to know more of.
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

/// For whom a search is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Payer {
    /// The user.
    pub user: UserId,
    /// The network that the user comes from, where it is known.
    pub network: Option<IpAddr>,
}

impl From<UserId> for Payer {
    fn from(user: UserId) -> Self {
        Self { user, network: None }
    }
}

impl Payer {
    /// What the queue takes for one source of searches: the network; the user where no network is known.
    fn source(self) -> Account {
        self.network.map_or(Account::User(self.user), Account::Network)
    }
}

/// What searches are charged to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Account {
    User(UserId),
    Network(IpAddr),
}

/// Which searches a thread takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Takes {
    /// Every search.
    Any,
    /// Searches of at most [`SHORT`].
    Short,
}

/// How long a search takes at most that counts as short.
const SHORT: Duration = Duration::from_millis(500);

/// Moves that are served in a row while an analysis waits.
const MOVES_IN_A_ROW: u32 = 4;

/// One source has at most this part of the places of a purpose.
const PART_OF_PLACES: usize = 4;

/// Accounts whose time is remembered.
const ACCOUNTS: usize = 4_096;

/// The part of its usual time that a search has: the whole while few wait, less when many do.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Share(f64);

impl Share {
    /// However many wait, a search has a quarter of its time.
    const LEAST: f64 = 0.25;

    /// All of it.
    pub const WHOLE: Self = Self(1.0);

    /// The share of a search among a crowd of `waiting`, itself among them, where `threads` search.
    fn among(waiting: usize, threads: usize) -> Self {
        Self((2.0 * threads as f64 / waiting.max(1) as f64).clamp(Self::LEAST, 1.0))
    }

    /// This part of a time.
    #[must_use]
    pub fn of(self, time: Duration) -> Duration {
        time.mul_f64(self.0)
    }
}

/// A search that waits.
#[derive(Debug)]
struct Waiting<T> {
    payer: Payer,
    cost: Duration,
    arrival: u64,
    job: T,
}

/// The search that is made next.
#[derive(Debug, PartialEq)]
pub(super) struct Next<T> {
    /// What it is for: a place for that is free now.
    pub(super) purpose: Purpose,
    /// How much of its time it has.
    pub(super) share: Share,
    /// The search.
    pub(super) job: T,
}

/// Searches that wait.
#[derive(Debug)]
pub(super) struct Queue<T> {
    moves: Vec<Waiting<T>>,
    analyses: Vec<Waiting<T>>,
    accounts: Accounts,
    /// When those who wait had their last turn: users of one network take turns.
    turns: HashMap<UserId, u64>,
    turn: u64,
    places: usize,
    threads: usize,
    arrivals: u64,
    /// Moves that were served since an analysis was, while one waited.
    moves_in_a_row: u32,
}

impl<T> Queue<T> {
    /// With so many places for each purpose, for so many threads.
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

    /// Takes a search in that takes up to `cost`; gives it back where all places are taken, or too many of them by the same source.
    pub(super) fn push(&mut self, purpose: Purpose, payer: Payer, cost: Duration, job: T) -> Result<(), T> {
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

    /// How many wait for that.
    pub(super) fn len(&self, purpose: Purpose) -> usize {
        match purpose {
            Purpose::Move => self.moves.len(),
            Purpose::Analysis => self.analyses.len(),
        }
    }

    /// The next search for a thread.
    pub(super) fn pop(&mut self, takes: Takes) -> Option<Next<T>> {
        let next_move = self.first(&self.moves, takes);
        let next_analysis = self.first(&self.analyses, takes);
        let (purpose, place) = match (next_move, next_analysis) {
            (Some(place), None) => (Purpose::Move, place),
            (Some(place), Some(_)) if self.moves_in_a_row < MOVES_IN_A_ROW => {
                self.moves_in_a_row += 1;
                (Purpose::Move, place)
            }
            (_, Some(place)) => {
                self.moves_in_a_row = 0;
                (Purpose::Analysis, place)
            }
            (None, None) => return None,
        };
        let crowd = self.crowd(purpose, place);
        let share = Share::among(crowd, self.threads);
        let Waiting { payer, cost, job, .. } = self.lane(purpose).swap_remove(place);
        if self.moves.is_empty() && self.analyses.is_empty() {
            // It is taken from nobody else.
            self.accounts = Accounts::default();
        } else {
            self.accounts.charge(payer, share.of(cost));
        }
        self.turn += 1;
        if self.moves.iter().chain(&self.analyses).any(|other| other.payer.user == payer.user) {
            self.turns.insert(payer.user, self.turn);
        } else {
            self.turns.remove(&payer.user);
        }
        Some(Next { purpose, share, job })
    }

    /// Which of these is next: the one whose accounts have had the least time; among equals, of the user who had no turn for longest; then
    /// the shortest; then the first that came.
    fn first(&self, lane: &[Waiting<T>], takes: Takes) -> Option<usize> {
        let of_this_thread = |waiting: &Waiting<T>| takes == Takes::Any || waiting.cost <= SHORT;
        let places = (0..lane.len()).filter(|&place| of_this_thread(&lane[place]));
        places.min_by_key(|&place| {
            let Waiting { payer, cost, arrival, .. } = &lane[place];
            let turn = self.turns.get(&payer.user).copied().unwrap_or_default();
            (self.accounts.of(*payer), turn, *cost, *arrival)
        })
    }

    /// How many compete with the search at this place: the sources that wait, or, where that is more, the searches of its own source.
    fn crowd(&self, purpose: Purpose, place: usize) -> usize {
        let lane = match purpose {
            Purpose::Move => &self.moves,
            Purpose::Analysis => &self.analyses,
        };
        let source = lane[place].payer.source();
        let own = lane.iter().filter(|other| other.payer.source() == source).count();
        let sources: HashSet<_> = lane.iter().map(|other| other.payer.source()).collect();
        own.max(sources.len())
    }

    fn lane(&mut self, purpose: Purpose) -> &mut Vec<Waiting<T>> {
        match purpose {
            Purpose::Move => &mut self.moves,
            Purpose::Analysis => &mut self.analyses,
        }
    }
}

/// How much time each account has had while others waited. An account that comes anew begins where the others stand, so nobody saves up
/// time, and nobody owes any to those who come later.
#[derive(Debug, Default)]
struct Accounts {
    had: HashMap<Account, Duration>,
    start: Duration,
}

impl Accounts {
    fn had(&self, account: Account) -> Duration {
        self.had.get(&account).copied().unwrap_or_default().max(self.start)
    }

    /// The time of a payer: that of the account that has had more.
    fn of(&self, payer: Payer) -> Duration {
        self.had(payer.source()).max(self.had(Account::User(payer.user)))
    }

    fn charge(&mut self, payer: Payer, time: Duration) {
        self.start = self.of(payer);
        let had = self.start + time;
        self.had.insert(payer.source(), had);
        self.had.insert(Account::User(payer.user), had);
        if self.had.len() > ACCOUNTS {
            self.start = self.had.values().copied().min().unwrap_or(self.start).max(self.start);
        }
        let start = self.start;
        self.had.retain(|_, had| *had > start);
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use uuid::Uuid;

    use super::*;

    const LEVEL_2: Duration = Duration::from_millis(200);
    const LEVEL_8: Duration = Duration::from_secs(2);

    fn user(number: u128) -> UserId {
        UserId(Uuid::from_u128(number))
    }

    fn payer(number: u128, network: u8) -> Payer {
        Payer { user: user(number), network: Some(Ipv4Addr::new(203, 0, 113, network).into()) }
    }

    fn queue<T>(places: usize) -> Queue<T> {
        Queue::new(places, 2)
    }

    fn jobs<T>(queue: &mut Queue<T>) -> Vec<T> {
        std::iter::from_fn(|| queue.pop(Takes::Any)).map(|next| next.job).collect()
    }

    #[test]
    fn whoever_asks_for_much_waits_for_their_own() {
        let mut queue = queue(40);
        for job in ["a1", "a2", "a3"] {
            queue.push(Purpose::Move, user(1).into(), LEVEL_8, job).unwrap();
        }
        queue.push(Purpose::Move, user(2).into(), LEVEL_8, "b1").unwrap();
        assert_eq!(jobs(&mut queue), ["a1", "b1", "a2", "a3"]);
    }

    #[test]
    fn users_of_one_network_share_its_turns_and_take_turns_among_themselves() {
        let mut queue = queue(40);
        for (user, job) in [(1, "a1"), (1, "a2"), (2, "b1"), (3, "c1")] {
            queue.push(Purpose::Move, payer(user, 1), LEVEL_8, job).unwrap();
        }
        for job in ["other1", "other2"] {
            queue.push(Purpose::Move, payer(4, 2), LEVEL_8, job).unwrap();
        }
        assert_eq!(jobs(&mut queue), ["a1", "other1", "b1", "other2", "c1", "a2"]);
    }

    #[test]
    fn a_user_with_many_networks_gets_no_more_than_one_with_one() {
        let mut queue = queue(40);
        for (network, job) in [(1, "a1"), (2, "a2"), (3, "a3")] {
            queue.push(Purpose::Move, payer(1, network), LEVEL_8, job).unwrap();
        }
        for job in ["b1", "b2"] {
            queue.push(Purpose::Move, payer(2, 9), LEVEL_8, job).unwrap();
        }
        assert_eq!(jobs(&mut queue), ["a1", "b1", "a2", "b2", "a3"]);
    }

    #[test]
    fn one_network_with_many_long_searches_does_not_delay_another_ones_short_search() {
        let mut queue = queue(256);
        for guest in 0..23 {
            queue.push(Purpose::Move, payer(guest, 1), LEVEL_8, "long").unwrap();
        }
        assert_eq!(queue.pop(Takes::Any).unwrap().job, "long");
        for _ in 0..3 {
            queue.push(Purpose::Move, payer(99, 2), LEVEL_2, "short").unwrap();
            assert_eq!(queue.pop(Takes::Any).unwrap().job, "short", "the long ones have had more");
        }
        assert_eq!(queue.len(Purpose::Move), 22);
    }

    #[test]
    fn time_counts_not_searches() {
        let mut queue = queue(256);
        for number in 0..8 {
            queue.push(Purpose::Move, payer(1, 1), LEVEL_8, ("long", number)).unwrap();
            queue.push(Purpose::Move, payer(2, 2), LEVEL_2, ("short", number)).unwrap();
        }
        let first: Vec<_> = jobs(&mut queue).into_iter().take(8).map(|(kind, _)| kind).collect();
        assert_eq!(first.iter().filter(|kind| **kind == "short").count(), 7);
    }

    #[test]
    fn short_searches_come_first_among_equals_and_one_thread_takes_only_them() {
        let mut queue = queue(40);
        queue.push(Purpose::Move, payer(1, 1), LEVEL_8, "long").unwrap();
        queue.push(Purpose::Move, payer(2, 2), LEVEL_2, "short").unwrap();
        assert_eq!(queue.pop(Takes::Short).unwrap().job, "short");
        assert_eq!(queue.pop(Takes::Short), None);
        queue.push(Purpose::Move, payer(3, 3), LEVEL_2, "short").unwrap();
        assert_eq!(queue.pop(Takes::Any).unwrap().job, "short");
        assert_eq!(queue.pop(Takes::Any).unwrap().job, "long");
    }

    #[test]
    fn moves_come_before_analyses() {
        let mut queue = queue(40);
        queue.push(Purpose::Analysis, user(1).into(), LEVEL_2, "analysis").unwrap();
        queue.push(Purpose::Move, user(2).into(), LEVEL_8, "move").unwrap();
        assert_eq!(jobs(&mut queue), ["move", "analysis"]);
    }

    #[test]
    fn moves_without_end_do_not_keep_an_analysis_waiting() {
        let mut queue = queue(256);
        for number in 0..10 {
            queue.push(Purpose::Move, payer(number, 1), LEVEL_8, "move").unwrap();
        }
        queue.push(Purpose::Analysis, payer(99, 2), LEVEL_2, "analysis").unwrap();
        assert_eq!(jobs(&mut queue).iter().position(|job| *job == "analysis"), Some(MOVES_IN_A_ROW as usize));
    }

    #[test]
    fn a_search_has_less_time_where_its_own_source_asks_for_much() {
        let mut queue = queue(256);
        for number in 0..23 {
            queue.push(Purpose::Move, payer(number, 1), LEVEL_8, "many").unwrap();
        }
        queue.push(Purpose::Move, payer(99, 2), LEVEL_8, "one").unwrap();
        let many = queue.pop(Takes::Any).unwrap();
        assert_eq!((many.job, many.share.of(LEVEL_8)), ("many", LEVEL_8 / 4));
        let one = queue.pop(Takes::Any).unwrap();
        assert_eq!((one.job, one.share), ("one", Share::WHOLE), "others do not make it play worse");
    }

    #[test]
    fn everybody_has_less_time_where_many_ask() {
        let mut queue = queue(256);
        for network in 0..16 {
            queue.push(Purpose::Move, payer(network.into(), network), LEVEL_8, ()).unwrap();
        }
        let shares: Vec<_> = std::iter::from_fn(|| queue.pop(Takes::Any)).map(|next| next.share).collect();
        assert_eq!(shares[0], Share(0.25));
        assert_eq!(shares[15], Share::WHOLE);
        assert!(shares.is_sorted_by(|one, next| one.0 <= next.0), "{shares:?}");
    }

    #[test]
    fn what_has_no_place_is_given_back_and_purposes_do_not_take_each_others_places() {
        let mut queue = queue(1);
        queue.push(Purpose::Analysis, user(1).into(), LEVEL_2, 1).unwrap();
        assert_eq!(queue.push(Purpose::Analysis, user(2).into(), LEVEL_2, 2), Err(2));
        queue.push(Purpose::Move, user(2).into(), LEVEL_2, 3).unwrap();
        assert_eq!(jobs(&mut queue), [3, 1]);
        assert_eq!(queue.pop(Takes::Any), None);
        queue.push(Purpose::Analysis, user(2).into(), LEVEL_2, 4).unwrap();
    }

    #[test]
    fn one_network_does_not_take_all_places() {
        let mut queue = queue(8);
        for number in 0..2 {
            queue.push(Purpose::Move, payer(number, 1), LEVEL_8, ()).unwrap();
        }
        assert!(queue.push(Purpose::Move, payer(3, 1), LEVEL_8, ()).is_err());
        queue.push(Purpose::Move, payer(4, 2), LEVEL_8, ()).unwrap();
    }

    #[test]
    fn accounts_are_bounded() {
        let mut queue = queue(40);
        queue.push(Purpose::Move, payer(0, 1), LEVEL_2, ()).unwrap();
        for number in 1..10_000 {
            queue.push(Purpose::Move, user(number).into(), LEVEL_8, ()).unwrap();
            queue.pop(Takes::Any).unwrap();
            assert!(queue.accounts.had.len() <= ACCOUNTS + 2);
        }
    }
}
