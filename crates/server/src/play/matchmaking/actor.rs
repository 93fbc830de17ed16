//! The task of one lobby: the only writer of its seeks. It creates the rooms of paired players.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use sumito_game::{Computer, Seat, UserId};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval};
use tracing::warn;

use super::active_seeks::ActiveSeeks;
use super::pool::{PairedPlayer, Pairing, SeekPool};
use super::seek::{RatingRange, Seek, SeekId};
use super::{SeekError, SeekReply};
use crate::play::lobby::{SeekListing, Seeks};
use crate::social::notifications::{GameOrigin, Notification, Notifications, SeekEnd};
use sumito_kit::caught::caught;
use sumito_kit::time_source::TimeSource;
use sumito_rooms::{RoomError, RoomPlan, Rooms, SeatedPlayer};
use sumito_store::{Store, Visibility};

/// Interval of checks for seeks whose user is offline, and for windows that have widened.
const LOOK_EVERY: Duration = Duration::from_millis(500);

/// Requests that may wait for the task.
pub(super) const QUEUE: usize = 4_096;

/// Requests to the task.
pub(super) enum Request {
    /// Adds a seek.
    Enter(Box<Seek>, SeekReply),
    /// Removes a seek.
    Leave(SeekId),
    /// Adds seeks again whose game could not be created.
    Return(Vec<Seek>),
}

/// Server resources that every lobby needs.
#[derive(Debug)]
pub(super) struct Context {
    pub(super) store: Store,
    pub(super) rooms: Rooms,
    pub(super) notifications: Notifications,
    pub(super) listed: Seeks,
    pub(super) current: ActiveSeeks,
    pub(super) time: TimeSource,
}

/// State of one lobby.
pub(super) struct Actor {
    name: String,
    capacity: usize,
    pool: SeekPool,
    context: Arc<Context>,
    /// Sender to this task, for seeks whose game could not be created.
    own: mpsc::WeakSender<Request>,
}

impl Actor {
    /// Starts the task of the lobby of this name and returns its sender. The task ends with the last clone of it.
    pub(super) fn start(
        name: String,
        capacity: usize,
        pool: SeekPool,
        context: Arc<Context>,
    ) -> (mpsc::Sender<Request>, JoinHandle<()>) {
        let (requests, received) = mpsc::channel(QUEUE);
        let actor = Self { name, capacity, pool, context, own: requests.downgrade() };
        let task = tokio::spawn(actor.run(received));
        (requests, task)
    }

    async fn run(mut self, mut requests: mpsc::Receiver<Request>) {
        let mut looks = interval(LOOK_EVERY);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                biased;
                _ = looks.tick(), if !self.pool.is_empty() => self.refresh(),
                request = requests.recv() => match request {
                    Some(request) => self.handle(request),
                    None => return,
                }
            }
        }
    }

    fn handle(&mut self, request: Request) {
        match request {
            Request::Enter(seek, answer) => self.enter(*seek, answer),
            Request::Leave(id) => {
                if let Some(seek) = self.pool.leave(id) {
                    self.ended(&seek);
                }
            }
            Request::Return(seeks) => {
                // A user who has begun another seek meanwhile keeps that one.
                for seek in
                    seeks.into_iter().filter(|seek| self.context.current.counts(seek)).collect::<Vec<_>>()
                {
                    self.wait(seek);
                }
            }
        }
    }

    fn enter(&mut self, seek: Seek, answer: SeekReply) {
        if self.pool.len() >= self.capacity {
            self.context.current.give_up(&seek);
            return answer(Err(SeekError::Full));
        }
        // The caller receives the seek before it receives the game.
        answer(Ok((seek.id, None)));
        self.wait(seek);
    }

    /// Adds a seek, unless it can be paired at once.
    fn wait(&mut self, seek: Seek) {
        let id = seek.id;
        self.context.listed.set(id.0, Some(self.lobby_entry(&seek)));
        if let Some(before) = self.pool.enter(seek) {
            self.context.listed.set(before.id.0, None);
        }
        if self.context.rooms.drain().is_on() {
            return;
        }
        let pairing = self.pool.pair_with(id, self.context.time.now());
        self.create_rooms(pairing.into_iter().collect());
    }

    fn refresh(&mut self) {
        let gone: Vec<_> = self.pool.seeks().filter(|seek| self.is_stale(seek)).map(|seek| seek.id).collect();
        for id in gone {
            if let Some(seek) = self.pool.leave(id) {
                self.context.current.give_up(&seek);
                self.ended(&seek);
            }
        }
        if self.context.rooms.drain().is_on() {
            return;
        }
        let pairings = self.pool.pair(self.context.time.now());
        self.create_rooms(pairings.into());
    }

    /// Creates the rooms of pairings. If a player has gone offline meanwhile, the others keep waiting.
    fn create_rooms(&mut self, mut pairings: VecDeque<Pairing>) {
        let now = self.context.time.now();
        while let Some(pairing) = pairings.pop_front() {
            let is_complete = !pairing.seeks().any(|seek| self.is_stale(seek));
            if is_complete && self.context.current.claim(pairing.seeks()) {
                self.pool.record(&pairing);
                self.make(pairing);
                continue;
            }
            for paired in pairing.seats {
                let PairedPlayer::Seeker(seek) = paired else { continue };
                if self.is_stale(&seek) {
                    self.context.current.give_up(&seek);
                    self.ended(&seek);
                } else {
                    let id = seek.id;
                    self.pool.enter(*seek);
                    pairings.extend(self.pool.pair_with(id, now));
                }
            }
        }
    }

    /// Returns whether the seek has ended or its user is offline.
    fn is_stale(&self, seek: &Seek) -> bool {
        !self.context.current.counts(seek) || !self.context.rooms.attendance().is_here(seek.user())
    }

    fn ended(&self, seek: &Seek) {
        self.context.listed.set(seek.id.0, None);
        let ended = Notification::SeekEnded { seek: seek.id.0, why: SeekEnd::Cancelled };
        self.context.notifications.send(seek.user(), ended);
    }

    fn make(&self, pairing: Pairing) {
        for seek in pairing.seeks() {
            self.context.listed.set(seek.id.0, None);
        }
        let (context, lobby, own) = (Arc::clone(&self.context), self.name.clone(), self.own.clone());
        tokio::spawn(async move {
            let making = context.make(lobby, &pairing);
            let Some(again) = caught("making a room for a pairing", making).await else {
                context.failed(&pairing);
                return;
            };
            if !again.is_empty()
                && let Some(own) = own.upgrade()
            {
                // The lobby ends with the server only.
                let _ = own.send(Request::Return(again)).await;
            }
        });
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
            since: seek.since,
        }
    }
}

impl Context {
    /// Creates the room of a pairing and notifies its players. If that is impossible now, returns the seeks that keep waiting.
    async fn make(&self, lobby: String, pairing: &Pairing) -> Vec<Seek> {
        let users: Vec<_> = pairing.seeks().map(Seek::user).collect();
        let Some(&maker) = users.first() else { return Vec::new() };
        let made = match self.store.blocks_among(&users).await {
            // One player has blocked another while they waited.
            Ok(blocks) if !blocks.is_empty() => return self.separate_blocked(pairing, &blocks),
            Ok(_) => self.rooms.create(plan(lobby, pairing, maker)).await,
            Err(error) => Err(error.into()),
        };
        match made {
            Ok(made) => {
                for seek in pairing.seeks() {
                    self.current.found(seek, made.room.id(), self.time.now());
                    let occasion = GameOrigin::Seek(seek.id.0);
                    let started = Notification::GameStarted { room: made.room.id(), occasion };
                    self.notifications.send(seek.user(), started);
                }
                Vec::new()
            }
            Err(RoomError::Unavailable | RoomError::Busy | RoomError::Draining) => {
                self.current.unclaim(pairing.seeks());
                pairing.seeks().cloned().collect()
            }
            Err(error) => {
                warn!(%error, "room creation for paired players failed");
                self.failed(pairing);
                Vec::new()
            }
        }
    }

    /// Ends the seeks of a pairing whose game cannot be created, and notifies their users.
    fn failed(&self, pairing: &Pairing) {
        for seek in pairing.seeks() {
            self.current.give_up(seek);
            let ended = Notification::SeekEnded { seek: seek.id.0, why: SeekEnd::Failed };
            self.notifications.send(seek.user(), ended);
        }
    }

    /// Returns the seeks of a pairing with blocked players, so that they wait again but are not paired with each other.
    fn separate_blocked(&self, pairing: &Pairing, blocks: &[(UserId, UserId)]) -> Vec<Seek> {
        self.current.unclaim(pairing.seeks());
        let mut seeks: Vec<_> = pairing.seeks().cloned().collect();
        for seek in &mut seeks {
            let user = seek.user();
            seek.blocks.extend(blocks.iter().filter(|(by, _)| *by == user).map(|(_, whom)| *whom));
            seek.blocks.extend(blocks.iter().filter(|(_, whom)| *whom == user).map(|(by, _)| *by));
            seek.wants = None;
        }
        seeks
    }
}

/// Returns the plan of a pairing's room. All seats are taken, so the game begins with the room.
fn plan(lobby: String, pairing: &Pairing, maker: UserId) -> RoomPlan {
    let mut computers: Vec<UserId> = Vec::new();
    let mut player = |paired: &PairedPlayer| match paired {
        PairedPlayer::Seeker(seek) => Some(seek.player.clone()),
        PairedPlayer::Computer(level) => {
            let computer = Computer::besides(*level, &computers)?;
            computers.push(computer.id());
            Some(computer.player())
        }
    };
    let seats = pairing.seats.iter().zip(Seat::first(pairing.seats.len()));
    let players = seats
        .filter_map(|(paired, seat)| Some(SeatedPlayer { player: player(paired)?, seat: Some(seat) }))
        .collect();
    let game = pairing.game;
    RoomPlan {
        id: None,
        mode: game.mode,
        layout: Some(game.layout),
        time: game.time,
        rated: game.rated,
        ready: false,
        spectator_delay: Duration::ZERO,
        visibility: Visibility::Public,
        lobby,
        created_by: maker,
        command_id: None,
        tournament: None,
        players,
    }
}
