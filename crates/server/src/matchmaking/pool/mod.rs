//! Who waits in a lobby, and who plays whom. Nothing here does I/O or looks at the time: seeks go in, pairings come out, and the moment is
//! an argument. The same calls give the same pairings.

#[cfg(test)]
mod tests;

use std::collections::{BTreeSet, HashMap};
use std::ops::Bound;
use std::time::Duration;

use sumito_game::{Timestamp, UserId};
use sumito_rules::Mode;

use super::memory::Memory;
use super::seats::{Seatable, arrange};
use super::seek::{Game, Seek, SeekId, Window};

/// The nearest so many seeks are looked at where three or four have to suit each other: enough for any table, and little work where no
/// table can be filled.
const LOOKED_AT: usize = 16;

/// What a computer counts as where teams are made equal.
const COMPUTER_RATING: i32 = 1_500;

/// How players are paired.
#[derive(Debug, Clone, Copy)]
pub struct Rules {
    /// How far apart ratings may lie.
    pub window: Window,
    /// How long somebody waits before computers take the seats that are free, where they agreed to that.
    pub computers_after: Duration,
}

/// A game for which all players have been found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pairing {
    /// What is played.
    pub game: Game,
    /// Who plays, by seat.
    pub seats: Vec<Paired>,
}

/// A player of a game that was paired.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Paired {
    /// Somebody who waited.
    Seeker(Box<Seek>),
    /// A computer of this level.
    Computer(u8),
}

/// Who waits in a lobby. Nobody waits twice.
#[derive(Debug)]
pub struct Pool {
    rules: Rules,
    seeks: HashMap<SeekId, Seek>,
    by_user: HashMap<UserId, SeekId>,
    /// Those who want the same game, by their ratings.
    games: HashMap<Game, BTreeSet<(i32, SeekId)>>,
    memory: Memory,
}

impl Pairing {
    /// Those who waited.
    pub fn seeks(&self) -> impl Iterator<Item = &Seek> + Clone {
        self.seats.iter().filter_map(|paired| match paired {
            Paired::Seeker(seek) => Some(&**seek),
            Paired::Computer(_) => None,
        })
    }
}

impl Seatable for Paired {
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

impl Pool {
    /// Nobody waits yet.
    pub fn new(rules: Rules) -> Self {
        let (seeks, by_user, games) = Default::default();
        Self { rules, seeks, by_user, games, memory: Memory::default() }
    }

    /// Lets somebody wait; returns what they waited for before, which they do no more.
    pub fn enter(&mut self, seek: Seek) -> Option<Seek> {
        let before = self.by_user.get(&seek.user()).copied().and_then(|id| self.leave(id));
        self.by_user.insert(seek.user(), seek.id);
        self.games.entry(seek.game).or_default().insert((seek.rating, seek.id));
        self.seeks.insert(seek.id, seek);
        before
    }

    /// Lets somebody wait no more.
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

    /// All who wait, in no order.
    pub fn seeks(&self) -> impl Iterator<Item = &Seek> {
        self.seeks.values()
    }

    /// How many wait.
    pub fn len(&self) -> usize {
        self.seeks.len()
    }

    /// Whether nobody waits.
    pub fn is_empty(&self) -> bool {
        self.seeks.is_empty()
    }

    /// Pairs whoever has just come, if there is a game for them at the moment `now`.
    pub fn pair_with(&mut self, id: SeekId, now: Timestamp) -> Option<Pairing> {
        let table = self.table(self.seeks.get(&id)?, now)?;
        self.take(&table, None)
    }

    /// Pairs everybody for whom there is a game at the moment `now`; those who have been waiting longest come first.
    pub fn pair(&mut self, now: Timestamp) -> Vec<Pairing> {
        let mut waiting: Vec<_> = self.seeks.values().map(|seek| (seek.since, seek.id)).collect();
        waiting.sort_unstable();
        let mut pairings = Vec::new();
        for (_, id) in waiting {
            let Some(seek) = self.seeks.get(&id) else { continue };
            if let Some(table) = self.table(seek, now) {
                pairings.extend(self.take(&table, None));
            } else if let Some((table, level)) = self.table_with_computers(seek, now) {
                pairings.extend(self.take(&table, Some(level)));
            }
        }
        pairings
    }

    /// A game was made of a pairing: what it says of rematches and first moves counts from now on.
    pub fn note(&mut self, pairing: &Pairing) {
        let seats: Vec<_> = pairing.seats.iter().map(Seatable::user).collect();
        self.memory.note(pairing.game.mode, &seats);
    }

    /// The seeks that fill a table with this one.
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

    /// The seeks at a table whose free seats computers take, and how strong these are.
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

    /// The others who play with this one at the moment `now`.
    fn near(&self, first: &Seek, now: Timestamp) -> impl Iterator<Item = &Seek> {
        let reach = first.reach(self.rules.window, now);
        let nil = SeekId(uuid::Uuid::nil());
        let (low, high) = (first.rating.saturating_sub(reach), first.rating.saturating_add(reach));
        let until = Bound::Included((high, SeekId(uuid::Uuid::max())));
        let same = self.games.get(&first.game);
        let within = same.into_iter().flat_map(move |same| same.range((Bound::Included((low, nil)), until)));
        // Whom one of them has chosen may be anywhere.
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

    /// Whether the two have just played each other, while one of them could play somebody else who waits.
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

    /// Takes those at a table out of the pool and seats them.
    fn take(&mut self, table: &[SeekId], computers: Option<u8>) -> Option<Pairing> {
        let game = self.seeks.get(table.first()?)?.game;
        let mut players: Vec<_> = table
            .iter()
            .filter_map(|&id| self.leave(id))
            .map(|seek| Paired::Seeker(Box::new(seek)))
            .collect();
        players.sort_by_key(|paired| match paired {
            Paired::Seeker(seek) => (seek.since, seek.id),
            Paired::Computer(_) => (Timestamp::MAX, SeekId(uuid::Uuid::max())),
        });
        if let Some(level) = computers {
            players.resize(game.mode.seats(), Paired::Computer(level));
        }
        Some(Pairing { game, seats: arrange(game.mode, players, &self.memory) })
    }
}

/// Whom somebody plays with rather: the one that was chosen, then the nearest in strength, then whoever has been waiting longest.
fn order(first: &Seek, other: &Seek) -> impl Ord + use<> {
    (!first.is_chosen(other), first.apart(other), other.since, other.id)
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
