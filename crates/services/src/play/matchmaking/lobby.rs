//! The open seeks of one lobby.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::Instant;

use super::pool::{PairedPlayer, Pairing, SeekPool};
use super::seek::{RatingRange, Seek, SeekId};
use super::term::{Context, Outcome, Term, Unpaired};
use crate::play::lobby::SeekListing;
use crate::social::notifications::Notification;
use sumito_kit::catch_panic::catch_panic;
use sumito_kit::task;
use sumito_vocabulary::SeekEnd;

/// Time in which the presence of a user on another node becomes known.
const PRESENCE_WITHIN: Duration = Duration::from_secs(2);

/// Outcome of a pairing of a lobby.
#[derive(Debug)]
pub(super) enum Returned {
    /// Its game starts.
    Paired(Pairing),
    /// Its game could not be created.
    Unpaired(Unpaired),
}

/// State of one lobby.
#[derive(Debug)]
pub(super) struct LobbyPool {
    name: String,
    capacity: usize,
    pool: SeekPool,
    /// Seeks that are not paired before these moments.
    resting: Vec<(Instant, Seek)>,
    term: Arc<Term>,
    returned: mpsc::WeakSender<(String, Returned)>,
}

impl LobbyPool {
    pub(super) fn new(
        name: String,
        capacity: usize,
        pool: SeekPool,
        term: Arc<Term>,
        returned: mpsc::WeakSender<(String, Returned)>,
    ) -> Self {
        Self { name, capacity, pool, resting: Vec::new(), term, returned }
    }

    pub(super) fn is_full(&self) -> bool {
        self.pool.len() + self.resting.len() >= self.capacity
    }

    pub(super) fn is_empty(&self) -> bool {
        self.pool.is_empty() && self.resting.is_empty()
    }

    /// Removes a seek that its user has ended.
    pub(super) fn leave(&mut self, id: SeekId) {
        let place = self.resting.iter().position(|(_, seek)| seek.id == id);
        let resting = place.map(|place| self.resting.swap_remove(place).1);
        if let Some(seek) = resting.or_else(|| self.pool.leave(id)) {
            self.ended(&seek, SeekEnd::Cancelled);
        }
    }

    /// Adds a seek that is not paired before this moment.
    fn rest(&mut self, seek: Seek, until: Instant) {
        self.term.context.listed.set(seek.id.0, Some(self.lobby_entry(&seek)));
        self.resting.push((until, seek));
    }

    /// Ends the rest of all seeks: the cause of the failure may be gone.
    pub(super) fn wake(&mut self) {
        let now = Instant::now();
        self.resting.iter_mut().for_each(|(until, _)| *until = now);
        self.refresh();
    }

    /// Adds a seek, unless it can be paired at once.
    pub(super) fn enter(&mut self, seek: Seek) {
        let id = seek.id;
        self.term.context.listed.set(id.0, Some(self.lobby_entry(&seek)));
        self.put(seek);
        if self.term.context.rooms.drain().is_on() {
            return;
        }
        let pairing = self.pool.pair_with(id, self.term.context.time.now());
        self.create_rooms(pairing.into_iter().collect());
    }

    fn put(&mut self, seek: Seek) {
        if let Some(before) = self.pool.enter(seek) {
            self.term.context.listed.set(before.id.0, None);
        }
    }

    /// Removes the seeks of users who are offline, and pairs the others.
    pub(super) fn refresh(&mut self) {
        let now = Instant::now();
        let rested: Vec<_> = self.resting.extract_if(.., |(until, _)| *until <= now).collect();
        for (_, seek) in rested {
            self.put(seek);
        }
        let gone: Vec<_> = self.pool.seeks().filter(|seek| self.is_stale(seek)).map(|seek| seek.id).collect();
        for id in gone {
            if let Some(seek) = self.pool.leave(id) {
                self.give_up(&seek);
            }
        }
        if self.term.context.rooms.drain().is_on() {
            return;
        }
        let pairings = self.pool.pair(self.term.context.time.now());
        self.create_rooms(pairings.into());
    }

    /// Removes the seeks from the lists: another node lists them from now on.
    pub(super) fn unlist(&self) {
        for seek in self.pool.seeks().chain(self.resting.iter().map(|(_, seek)| seek)) {
            self.term.context.listed.set(seek.id.0, None);
        }
    }

    /// Creates the rooms of pairings. If a player has gone offline, the others keep waiting.
    fn create_rooms(&mut self, mut pairings: VecDeque<Pairing>) {
        let now = self.term.context.time.now();
        while let Some(pairing) = pairings.pop_front() {
            let is_complete = !pairing.seeks().any(|seek| self.is_stale(seek));
            if is_complete && self.term.current.claim(pairing.seeks()) {
                self.make(pairing);
                continue;
            }
            for paired in pairing.seats {
                let PairedPlayer::Seeker(seek) = paired else { continue };
                if self.is_stale(&seek) {
                    self.give_up(&seek);
                } else {
                    let id = seek.id;
                    self.pool.enter(*seek);
                    pairings.extend(self.pool.pair_with(id, now));
                }
            }
        }
    }

    /// Returns whether the seek has ended or its user is offline. The presence of a user on another node may be known later than the seek.
    fn is_stale(&self, seek: &Seek) -> bool {
        let Context { bus, rooms, time, .. } = &self.term.context;
        let Some((node, entered_at)) = self.term.current.origin(seek) else { return true };
        let is_presence_known = node == bus.node() || time.now().since(entered_at) > PRESENCE_WITHIN;
        is_presence_known && !rooms.attendance().is_here(seek.user())
    }

    /// Ends the seek of a user who is offline. The user may still have an open socket on a node that has lost the database.
    fn give_up(&self, seek: &Seek) {
        self.term.current.give_up(seek);
        self.ended(seek, SeekEnd::Failed);
    }

    fn ended(&self, seek: &Seek, why: SeekEnd) {
        self.term.context.listed.set(seek.id.0, None);
        let ended = Notification::SeekEnded { seek: seek.id.0, why };
        self.term.context.notifications.send(seek.user(), ended);
    }

    fn make(&self, pairing: Pairing) {
        for seek in pairing.seeks() {
            self.term.context.listed.set(seek.id.0, None);
        }
        let (term, lobby, returned) = (Arc::clone(&self.term), self.name.clone(), self.returned.clone());
        task::spawn(async move {
            let making = term.make(lobby.clone(), &pairing);
            let made = catch_panic("making a room for a pairing", making).await;
            let report = async |outcome| {
                if let Some(returned) = returned.upgrade() {
                    // If another node has become the matchmaker, the nodes of the players enter the seeks there.
                    let _ = returned.send((lobby, outcome)).await;
                }
            };
            match made {
                Some(Outcome::Created(room)) => {
                    // The game counts before its players receive it and seek again.
                    report(Returned::Paired(pairing.clone())).await;
                    pairing.seeks().for_each(|seek| term.found(seek, room));
                }
                Some(Outcome::Unpaired(unpaired)) => report(Returned::Unpaired(unpaired)).await,
                None => term.failed(pairing.seeks()),
            }
        });
    }

    /// Takes back a pairing: a game that starts is counted, and seeks without a game wait again.
    pub(super) fn take_back(&mut self, returned: Returned) {
        let Unpaired { seeks, pause } = match returned {
            Returned::Paired(pairing) => return self.pool.record(&pairing),
            Returned::Unpaired(unpaired) => unpaired,
        };
        for seek in seeks {
            // A user who has started another seek keeps that one.
            if !self.term.current.counts(&seek) {
                continue;
            }
            if pause.is_zero() {
                self.enter(seek);
            } else {
                self.rest(seek, Instant::now() + pause);
            }
        }
    }

    fn lobby_entry(&self, seek: &Seek) -> SeekListing {
        let RatingRange { min, max } = seek.range;
        SeekListing {
            id: seek.id.0,
            lobby: self.name.clone(),
            player: seek.player.clone(),
            mode: seek.game.mode,
            layout: seek.game.layout,
            time: seek.game.time,
            rated: seek.game.rated,
            rating: seek.rating,
            min_rating: (min > i32::MIN).then_some(min),
            max_rating: (max < i32::MAX).then_some(max),
            computers: seek.computers,
            bots: seek.bots,
            since: seek.since,
        }
    }
}
