//! A period in which this node is the matchmaker, and the creation of rooms for the paired seeks.

use std::collections::HashMap;
use std::fmt::Display;
use std::time::Duration;

use parking_lot::Mutex;
use sumito_game::{RoomId, UserId};
use tracing::warn;
use uuid::Uuid;

use super::active_seeks::ActiveSeeks;
use super::games::NewGame;
use super::pool::Pairing;
use super::requests::{DUTY, TermId};
use super::seek::Seek;
use crate::play::lobby::Seeks;
use crate::social::notifications::{GameOrigin, Notification, Notifications};
use sumito_cluster::{Bus, Node, NodeId};
use sumito_kit::recency_cache::RecencyCache;
use sumito_kit::retry::Retry;
use sumito_kit::time_source::TimeSource;
use sumito_rooms::{RoomError, Rooms};
use sumito_store::{COMMAND_REPEATED_WITHIN, Mandate, Store, StoreError};
use sumito_vocabulary::SeekEnd;

/// Tries to start a new term: after about a minute the store decides when the seeks are paired again.
const TRIES: usize = 60;

/// The parts of the server that matchmaking needs.
#[derive(Debug, Clone)]
pub(super) struct Context {
    pub(super) node: Node,
    pub(super) bus: Bus,
    pub(super) store: Store,
    pub(super) rooms: Rooms,
    pub(super) notifications: Notifications,
    pub(super) listed: Seeks,
    pub(super) time: TimeSource,
}

/// A period in which this node pairs.
#[derive(Debug)]
pub(super) struct Term {
    pub(super) id: TermId,
    pub(super) context: Context,
    pub(super) current: ActiveSeeks,
    /// Creations of rooms by the node that creates them.
    creations: Mutex<RecencyCache<NodeId, Retry>>,
    /// This node's mandate to pair; `None` if it is the only node.
    mandate: Mutex<Option<Mandate>>,
}

/// Outcome of a pairing.
#[derive(Debug)]
pub(super) enum Outcome {
    /// The room of its game was created.
    Created(RoomId),
    Unpaired(Unpaired),
}

/// Seeks without a game, which keep waiting, and the time for which they are not paired.
#[derive(Debug, Default)]
pub(super) struct Unpaired {
    pub(super) seeks: Vec<Seek>,
    pub(super) pause: Duration,
}

impl Unpaired {
    fn now(seeks: Vec<Seek>) -> Self {
        Self { seeks, pause: Duration::ZERO }
    }
}

impl Term {
    pub(super) fn new(context: Context, mandate: Option<Mandate>) -> Self {
        Self {
            id: TermId(Uuid::new_v4()),
            context,
            current: ActiveSeeks::default(),
            creations: Mutex::default(),
            mandate: Mutex::new(mandate),
        }
    }

    /// Creates the room of a pairing. If that is impossible now, returns the seeks that keep waiting.
    pub(super) async fn make(&self, lobby: String, pairing: &Pairing) -> Outcome {
        let users: Vec<_> = pairing.seeks().map(Seek::user).collect();
        let Some(&maker) = users.first() else { return Outcome::Unpaired(Unpaired::default()) };
        let Context { bus, rooms, .. } = &self.context;
        let node = self.current.node_of(maker).unwrap_or(bus.node());
        let mandate = self.mandate.lock().clone();
        let made = match self.context.store.blocks_among(&users).await {
            // One player has blocked another while they waited.
            Ok(blocks) if !blocks.is_empty() => {
                return Outcome::Unpaired(Unpaired::now(self.separate_blocked(pairing, &blocks)));
            }
            Ok(_) => {
                let commands = self.current.commands_of(pairing.seeks());
                NewGame::new(lobby, pairing, commands, mandate.clone()).create_on(node, bus, rooms).await
            }
            Err(error) => Err(error.into()),
        };
        Outcome::Unpaired(match made {
            Ok(room) => {
                self.creation_on(node, Retry::succeeded);
                return Outcome::Created(room);
            }
            Err(RoomError::Unavailable) => self.settle(pairing, node, mandate).await,
            Err(error @ (RoomError::Busy | RoomError::Draining)) => self.again_later(pairing, node, error),
            Err(error) => match self.find_games(pairing).await {
                Ok(again) if again.len() < users.len() => Unpaired::now(again),
                Ok(_) => {
                    warn!(%error, "room creation for paired players failed");
                    self.failed(pairing.seeks());
                    Unpaired::default()
                }
                Err(error) => self.again_later(pairing, node, error),
            },
        })
    }

    /// Handles a creation under this mandate with an unknown outcome: nothing of it is stored after a new term has started.
    /// Then the seeks have led to a game, or they may be replaced and paired again.
    async fn settle(&self, pairing: &Pairing, node: NodeId, mandate: Option<Mandate>) -> Unpaired {
        if mandate.is_none() {
            return self.again_later(pairing, node, RoomError::Unavailable);
        }
        let mut retry = Retry::new("start of a matchmaking term");
        for _ in 0..TRIES {
            match self.context.node.begin_term(DUTY, mandate.as_ref()).await {
                Ok(next) => {
                    retry.succeeded();
                    *self.mandate.lock() = next;
                    break;
                }
                // Another node pairs, and enters the seeks again.
                Err(StoreError::Superseded) => return Unpaired::default(),
                Err(error) => retry.pause(error).await,
            }
        }
        match self.find_games(pairing).await {
            Ok(again) if again.len() < pairing.seeks().count() => Unpaired::now(again),
            Ok(_) | Err(_) => self.again_later(pairing, node, RoomError::Unavailable),
        }
    }

    /// Returns the seeks of a pairing if `node` cannot create its room now.
    fn again_later(&self, pairing: &Pairing, node: NodeId, error: impl Display) -> Unpaired {
        let pause = self.creation_on(node, |creation| creation.failed(error));
        Unpaired { seeks: self.again(pairing), pause }
    }

    fn creation_on<T>(&self, node: NodeId, record: impl FnOnce(&mut Retry) -> T) -> T {
        let creation = || Retry::new(format!("creation of games on node {}", node.0));
        record(self.creations.lock().value(node, creation))
    }

    /// Records that a seek has led to a game, and notifies its player.
    pub(super) fn found(&self, seek: &Seek, room: RoomId) {
        self.current.found(seek, room, self.context.time.now());
        let started = Notification::GameStarted { room, occasion: GameOrigin::Seek(seek.id.0) };
        self.context.notifications.send(seek.user(), started);
    }

    /// Looks up games that seeks of a pairing have led to before: an earlier creation was stored although it failed, or another node paired
    /// the seeks, or other seeks of the same commands. Returns the seeks without a game, which keep waiting.
    async fn find_games(&self, pairing: &Pairing) -> Result<Vec<Seek>, StoreError> {
        let ids: Vec<_> = pairing.seeks().map(|seek| seek.id.0).collect();
        let Context { store, time, .. } = &self.context;
        let mut rooms: HashMap<_, _> = store.rooms_of_seeks(&ids).await?.into_iter().collect();
        for (seek, command) in self.current.commands_of(pairing.seeks()) {
            let user = pairing.seeks().find(|paired| paired.id == seek).map(Seek::user);
            let since = time.now() - COMMAND_REPEATED_WITHIN;
            if let Some(user) = user.filter(|_| !rooms.contains_key(&seek.0))
                && let Some((_, room)) = store.seek_begun_by(user, &command, since).await?
            {
                rooms.insert(seek.0, room);
            }
        }
        let (mut again, mut found) = (Vec::new(), Vec::new());
        for seek in pairing.seeks() {
            match rooms.get(&seek.id.0) {
                Some(&room) => found.push((seek, room)),
                None => again.push(seek.clone()),
            }
        }
        if !found.is_empty() {
            for (seek, room) in found {
                self.found(seek, room);
            }
            self.current.unclaim(again.iter());
        }
        Ok(again)
    }

    /// Returns the seeks of a pairing, so that they wait again.
    fn again(&self, pairing: &Pairing) -> Vec<Seek> {
        self.current.unclaim(pairing.seeks());
        pairing.seeks().cloned().collect()
    }

    /// Ends seeks if their game cannot be created, and notifies their users.
    pub(super) fn failed<'a>(&self, seeks: impl Iterator<Item = &'a Seek>) {
        for seek in seeks {
            self.current.give_up(seek);
            let ended = Notification::SeekEnded { seek: seek.id.0, why: SeekEnd::Failed };
            self.context.notifications.send(seek.user(), ended);
        }
    }

    /// Returns the seeks of a pairing with blocked players, so that they wait again but are not paired with each other.
    fn separate_blocked(&self, pairing: &Pairing, blocks: &[(UserId, UserId)]) -> Vec<Seek> {
        let mut seeks = self.again(pairing);
        for seek in &mut seeks {
            let user = seek.user();
            seek.blocks.extend(blocks.iter().filter(|(by, _)| *by == user).map(|(_, whom)| *whom));
            seek.blocks.extend(blocks.iter().filter(|(_, whom)| *whom == user).map(|(by, _)| *by));
            seek.wants = None;
        }
        seeks
    }
}
