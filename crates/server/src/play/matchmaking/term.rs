//! A period in which this node pairs, and what happens to the paired seeks.

use std::collections::HashMap;
use std::time::Duration;

use parking_lot::Mutex;
use sumito_game::{RoomId, UserId};
use tokio::time::sleep;
use tracing::{debug, warn};
use uuid::Uuid;

use super::active_seeks::ActiveSeeks;
use super::games::NewGame;
use super::pool::Pairing;
use super::requests::{DUTY, TermId};
use super::seek::Seek;
use crate::play::lobby::Seeks;
use crate::social::notifications::{GameOrigin, Notification, Notifications, SeekEnd};
use sumito_cluster::{Bus, Node};
use sumito_kit::time_source::TimeSource;
use sumito_rooms::{RoomError, Rooms};
use sumito_store::{COMMAND_REPEATED_WITHIN, Mandate, Store, StoreError};

/// Pause before a new term is tried again, and the number of tries: after a minute the store decides when the seeks are paired again.
const AGAIN_AFTER: Duration = Duration::from_millis(500);
const TRIES: usize = 120;

/// What matchmaking needs of the server.
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
    /// What entitles this node to pair; `None` if it is the only one.
    mandate: Mutex<Option<Mandate>>,
}

impl Term {
    pub(super) fn new(context: Context, mandate: Option<Mandate>) -> Self {
        let (id, current) = (TermId(Uuid::new_v4()), ActiveSeeks::default());
        Self { id, context, current, mandate: Mutex::new(mandate) }
    }

    /// Creates the room of a pairing and notifies its players. If that is impossible now, returns the seeks that keep waiting.
    pub(super) async fn make(&self, lobby: String, pairing: &Pairing) -> Vec<Seek> {
        let users: Vec<_> = pairing.seeks().map(Seek::user).collect();
        let Some(&maker) = users.first() else { return Vec::new() };
        let mandate = self.mandate.lock().clone();
        let made = match self.context.store.blocks_among(&users).await {
            // One player has blocked another while they waited.
            Ok(blocks) if !blocks.is_empty() => return self.separate_blocked(pairing, &blocks),
            Ok(_) => {
                let Context { bus, rooms, .. } = &self.context;
                let node = self.current.node_of(maker).unwrap_or(bus.node());
                let commands = self.current.commands_of(pairing.seeks());
                NewGame::new(lobby, pairing, commands, mandate.clone()).create_on(node, bus, rooms).await
            }
            Err(error) => Err(error.into()),
        };
        match made {
            Ok(room) => {
                for seek in pairing.seeks() {
                    self.found(seek, room);
                }
                Vec::new()
            }
            Err(RoomError::Unavailable) => self.settle(pairing, mandate).await,
            Err(RoomError::Busy | RoomError::Draining) => self.again(pairing),
            Err(error) => match self.find_games(pairing).await {
                Ok(again) if again.len() < users.len() => again,
                Ok(_) => {
                    warn!(%error, "room creation for paired players failed");
                    self.failed(pairing.seeks());
                    Vec::new()
                }
                Err(_) => self.again(pairing),
            },
        }
    }

    /// Records that a seek has led to a game, and notifies its player.
    fn found(&self, seek: &Seek, room: RoomId) {
        self.current.found(seek, room, self.context.time.now());
        let started = Notification::GameStarted { room, occasion: GameOrigin::Seek(seek.id.0) };
        self.context.notifications.send(seek.user(), started);
    }

    /// Handles a creation under this mandate whose outcome is not known: nothing of it is stored any more after a new term has begun. Then
    /// the seeks have led to a game, or they may be replaced and paired again.
    async fn settle(&self, pairing: &Pairing, mandate: Option<Mandate>) -> Vec<Seek> {
        if mandate.is_none() {
            return self.again(pairing);
        }
        for _ in 0..TRIES {
            match self.context.node.begin_term(DUTY, mandate.as_ref()).await {
                Ok(next) => {
                    *self.mandate.lock() = next;
                    break;
                }
                // Another node pairs, and enters the seeks again.
                Err(StoreError::Superseded) => return Vec::new(),
                Err(error) => debug!(%error, "new term not begun, will retry"),
            }
            sleep(AGAIN_AFTER).await;
        }
        match self.find_games(pairing).await {
            Ok(again) if again.len() < pairing.seeks().count() => again,
            Ok(_) | Err(_) => self.again(pairing),
        }
    }

    /// Looks for games that seeks of a pairing have led to before: an earlier creation was stored although it failed, or another node paired
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

    /// Ends seeks whose game cannot be created, and notifies their users.
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
