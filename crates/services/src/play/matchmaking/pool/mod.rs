//! Pool of a lobby's seeks, and their pairing. The pool does no I/O and reads no clock: seeks go in, pairings come out, and the time is
//! an argument. It is deterministic.

#[cfg(test)]
mod tests;

use std::collections::{BTreeSet, HashMap};
use std::ops::Bound;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use sumito_game::{Timestamp, UserId};
use sumito_rules::Mode;

use super::pairing_history::PairingHistory;
use super::seats::{SeatCandidate, arrange};
use super::seek::{GameKind, Seek, SeekId, Window};

/// Number of nearest seeks that are considered for a table of three or four: enough for any table, and little work if no table can be
/// filled.
const LOOKED_AT: usize = 16;

/// Rating assumed for computers when teams are balanced.
const COMPUTER_RATING: i32 = 1_500;

/// Rules of the pairing.
#[derive(Debug, Clone, Copy)]
pub struct PairingConfig {
    /// Allowed rating gap.
    pub window: Window,
    /// Wait after which computers fill free seats, if the players agreed.
    pub computers_after: Duration,
}

/// A complete set of players for a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairing {
    /// Kind of game.
    pub game: GameKind,
    /// Players by seat.
    pub seats: Vec<PairedPlayer>,
}

/// A player of a paired game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PairedPlayer {
    /// A player with a seek.
    Seeker(Box<Seek>),
    /// A computer of this level.
    Computer(u8),
}

/// Open seeks of a lobby. Each user has at most one.
#[derive(Debug)]
pub struct SeekPool {
    rules: PairingConfig,
    seeks: HashMap<SeekId, Seek>,
    by_user: HashMap<UserId, SeekId>,
    /// Seeks for the same kind of game, by rating.
    games: HashMap<GameKind, BTreeSet<(i32, SeekId)>>,
    memory: PairingHistory,
}

impl Pairing {
    /// Returns the seeks of the pairing.
    pub fn seeks(&self) -> impl Iterator<Item = &Seek> + Clone {
        self.seats.iter().filter_map(|paired| match paired {
            PairedPlayer::Seeker(seek) => Some(&**seek),
            PairedPlayer::Computer(_) => None,
        })
    }
}

impl SeatCandidate for PairedPlayer {
    fn user(&self) -> Option<UserId> {
        match self {
            Self::Seeker(seek) => Some(seek.user()),
            Self::Computer(_) => None,
        }
    }

    fn rating(&self) -> i32 {
        match self {
            Self::Seeker(seek) => seek.rating,
            Self::Computer(_) => COMPUTER_RATING,
        }
    }
}

impl SeekPool {
    /// Creates an empty pool.
    pub fn new(rules: PairingConfig) -> Self {
        let (seeks, by_user, games) = Default::default();
        Self { rules, seeks, by_user, games, memory: PairingHistory::default() }
    }

    /// Adds a seek; returns the user's previous one, which is removed.
    pub fn enter(&mut self, seek: Seek) -> Option<Seek> {
        let before = self.by_user.get(&seek.user()).copied().and_then(|id| self.leave(id));
        self.by_user.insert(seek.user(), seek.id);
        self.games.entry(seek.game).or_default().insert((seek.rating, seek.id));
        self.seeks.insert(seek.id, seek);
        before
    }

    /// Removes a seek.
    pub fn leave(&mut self, id: SeekId) -> Option<Seek> {
        let seek = self.seeks.remove(&id)?;
        self.by_user.remove(&seek.user());
        if let Some(same) = self.games.get_mut(&seek.game) {
            same.remove(&(seek.rating, id));
            if same.is_empty() {
                self.games.remove(&seek.game);
            }
        }
        Some(seek)
    }

    /// Returns all seeks, in no order.
    pub fn seeks(&self) -> impl Iterator<Item = &Seek> {
        self.seeks.values()
    }

    /// Returns the number of seeks.
    pub fn len(&self) -> usize {
        self.seeks.len()
    }

    /// Returns whether there are no seeks.
    pub fn is_empty(&self) -> bool {
        self.seeks.is_empty()
    }

    /// Pairs a new seek, if that is possible at `now`.
    pub fn pair_with(&mut self, id: SeekId, now: Timestamp) -> Option<Pairing> {
        let table = self.table(self.seeks.get(&id)?, now)?;
        self.remove_table(&table, None)
    }

    /// Pairs all seeks for which that is possible at `now`, those waiting longest first.
    pub fn pair(&mut self, now: Timestamp) -> Vec<Pairing> {
        let mut waiting: Vec<_> = self.seeks.values().map(|seek| (seek.since, seek.id)).collect();
        waiting.sort_unstable();
        let mut pairings = Vec::new();
        for (_, id) in waiting {
            let Some(seek) = self.seeks.get(&id) else { continue };
            if let Some(table) = self.table(seek, now) {
                pairings.extend(self.remove_table(&table, None));
            } else if let Some((table, level)) = self.table_with_computers(seek, now) {
                pairings.extend(self.remove_table(&table, Some(level)));
            }
        }
        pairings
    }

    /// Records the game of a pairing for the history of rematches and first moves.
    pub fn record(&mut self, pairing: &Pairing) {
        let seats: Vec<_> = pairing.seats.iter().map(SeatCandidate::user).collect();
        self.memory.record(pairing.game.mode, &seats);
    }

    /// Returns the seeks that fill a table with this one.
    fn table(&self, first: &Seek, now: Timestamp) -> Option<Vec<SeekId>> {
        if first.game.mode == Mode::Two {
            let suits = |other: &&Seek| !self.is_too_soon(first, other);
            let best = self.near(first, now).filter(suits).min_by_key(|other| order(first, other))?;
            return Some(vec![first.id, best.id]);
        }
        let mut near: Vec<_> = self.near(first, now).collect();
        near.sort_unstable_by_key(|other| order(first, other));
        near.truncate(LOOKED_AT);
        let mut table = vec![first];
        let missing = first.game.mode.seats() - 1;
        let suit = |one: &Seek, other: &Seek| one.accepts(other, self.rules.window, now);
        fill(&mut table, &near, missing, suit).then(|| table.iter().map(|seek| seek.id).collect())
    }

    /// Returns the seeks of a table with free seats for computers, and the level of the computers.
    fn table_with_computers(&self, first: &Seek, now: Timestamp) -> Option<(Vec<SeekId>, u8)> {
        let mut level = first.computers?;
        if now.since(first.since) < self.rules.computers_after {
            return None;
        }
        let mut near: Vec<_> = self.near(first, now).filter(|other| other.computers.is_some()).collect();
        near.sort_unstable_by_key(|other| order(first, other));
        let mut table = vec![first];
        if first.game.mode != Mode::Two {
            for other in near {
                if table.iter().all(|seek| seek.accepts(other, self.rules.window, now)) {
                    level = other.computers.map_or(level, |agreed| agreed.min(level));
                    table.push(other);
                }
            }
        }
        Some((table.iter().map(|seek| seek.id).collect(), level))
    }

    /// Returns the other seeks that can be paired with this one at `now`.
    fn near(&self, first: &Seek, now: Timestamp) -> impl Iterator<Item = &Seek> {
        let reach = first.max_rating_gap(self.rules.window, now);
        let nil = SeekId(uuid::Uuid::nil());
        let (low, high) = (first.rating.saturating_sub(reach), first.rating.saturating_add(reach));
        let until = Bound::Included((high, SeekId(uuid::Uuid::max())));
        let same = self.games.get(&first.game);
        let within = same.into_iter().flat_map(move |same| same.range((Bound::Included((low, nil)), until)));
        // A chosen seek may have any rating.
        let chosen = first
            .wants
            .into_iter()
            .filter(move |id| self.seeks.get(id).is_some_and(|seek| !(low..=high).contains(&seek.rating)));
        within
            .map(|&(_, id)| id)
            .chain(chosen)
            .filter_map(|id| self.seeks.get(&id))
            .filter(move |other| first.accepts(other, self.rules.window, now))
    }

    /// Returns whether the two players have just played each other while one of them could play another seek.
    fn is_too_soon(&self, one: &Seek, other: &Seek) -> bool {
        self.memory.is_rematch(one.user(), other.user())
            && !one.is_chosen(other)
            && self.games.get(&one.game).is_some_and(|same| {
                let mut others = same.iter().filter_map(|(_, id)| self.seeks.get(id));
                others.any(|third| {
                    third.id != one.id
                        && third.id != other.id
                        && (one.could_play(third) || other.could_play(third))
                })
            })
    }

    /// Removes the seeks of a table from the pool and seats their players.
    fn remove_table(&mut self, table: &[SeekId], computers: Option<u8>) -> Option<Pairing> {
        let game = self.seeks.get(table.first()?)?.game;
        let mut players: Vec<_> = table
            .iter()
            .filter_map(|&id| self.leave(id))
            .map(|seek| PairedPlayer::Seeker(Box::new(seek)))
            .collect();
        players.sort_by_key(|paired| match paired {
            PairedPlayer::Seeker(seek) => (seek.since, seek.id),
            PairedPlayer::Computer(_) => (Timestamp::MAX, SeekId(uuid::Uuid::max())),
        });
        if let Some(level) = computers {
            players.resize(game.mode.seats(), PairedPlayer::Computer(level));
        }
        Some(Pairing { game, seats: arrange(game.mode, players, &self.memory) })
    }
}

/// Returns the preference among opponents: the chosen seek first, then the nearest rating, then the longest wait.
fn order(first: &Seek, other: &Seek) -> impl Ord + use<> {
    (!first.is_chosen(other), first.rating_gap(other), other.since, other.id)
}

/// Adds `missing` seeks of `near` to a table so that all suit each other; returns whether that is possible.
fn fill<'a>(
    table: &mut Vec<&'a Seek>,
    near: &[&'a Seek],
    missing: usize,
    suit: impl Fn(&Seek, &Seek) -> bool + Copy,
) -> bool {
    if missing == 0 {
        return true;
    }
    for (place, other) in near.iter().enumerate() {
        if table.iter().skip(1).all(|seek| suit(seek, other)) {
            table.push(other);
            if fill(table, &near[place + 1..], missing - 1, suit) {
                return true;
            }
            table.pop();
        }
    }
    false
}
