//! The task that maintains the live boards.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use sumito_game::RoomId;
use tokio::pin;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep};
use tracing::debug;

use super::board_set::BoardSet;
use super::observers::{
    BoardChangeBatch, BoardChanges, LobbyObserver, RoomObserver, TournamentObserver, lose,
};
use super::{BoardSource, Request, TableSnapshot};
use crate::play::lobby::Lobbies;
use crate::tournaments::{TournamentError, Tournaments};
use sumito_kit::topic::SubscriberId;
use sumito_rooms::{Reply, RoomHandle, Rooms, Watch};

/// State of the task.
pub(super) struct BoardsTask {
    rooms: Rooms,
    lobbies: Lobbies,
    tournaments: Tournaments,
    every: Duration,
    /// Boards that have followers.
    walls: HashMap<BoardSource, BoardSet>,
    /// Rooms that are followed.
    watched: HashMap<RoomId, RoomHandle>,
    /// Latest state of each room.
    seen: HashMap<RoomId, TableSnapshot>,
    news: BoardChanges,
    /// Subscriber id of the task at lists and rooms.
    id: SubscriberId,
}

impl BoardsTask {
    pub(super) fn new(rooms: Rooms, lobbies: Lobbies, tournaments: Tournaments, every: Duration) -> Self {
        Self {
            rooms,
            lobbies,
            tournaments,
            every,
            walls: HashMap::new(),
            watched: HashMap::new(),
            seen: HashMap::new(),
            news: BoardChanges::default(),
            id: SubscriberId::fresh(),
        }
    }

    pub(super) async fn run(mut self, mut requests: mpsc::Receiver<Request>) {
        let news = self.news.clone();
        let pause = sleep(Duration::ZERO);
        pin!(pause);
        loop {
            let changed = async {
                pause.as_mut().await;
                news.changed().await;
            };
            tokio::select! {
                biased;
                request = requests.recv() => match request {
                    Some(request) => self.handle(request).await,
                    None => return,
                },
                () = changed => {
                    let changes = news.drain();
                    self.apply(changes).await;
                    pause.as_mut().reset(Instant::now() + self.every);
                }
            }
        }
    }

    async fn handle(&mut self, request: Request) {
        match request {
            Request::Subscribe { of, id, subscriber } => {
                if !self.walls.contains_key(&of)
                    && let Err(error) = self.observe(&of).await
                {
                    debug!(boards = ?of, %error, "tournament subscription failed");
                    return subscriber.disconnect();
                }
                let wall = self.walls.entry(of.clone()).or_insert_with(|| BoardSet::of(of));
                wall.subscribe(&self.seen, id, subscriber);
            }
            Request::Unsubscribe { of, id } => {
                if let Some(wall) = self.walls.get_mut(&of) {
                    wall.unsubscribe(id);
                    self.prune().await;
                }
            }
        }
    }

    /// Subscribes to the list of the lobby or to the tournament.
    async fn observe(&self, of: &BoardSource) -> Result<(), TournamentError> {
        let news = self.news.clone();
        match of {
            BoardSource::Lobby(lobby) => {
                self.lobbies.subscribe(lobby.clone(), self.id, Box::new(LobbyObserver(news))).await;
                Ok(())
            }
            BoardSource::Tournament(id) => {
                self.tournaments.subscribe(*id, self.id, Box::new(TournamentObserver { id: *id, news })).await
            }
        }
    }

    async fn stop_observing(&self, of: BoardSource) {
        match of {
            BoardSource::Lobby(lobby) => self.lobbies.unsubscribe(lobby, self.id).await,
            BoardSource::Tournament(id) => self.tournaments.unsubscribe(id, self.id).await,
        }
    }

    /// Applies the changes of lists and rooms, selects the boards again, and sends the updates to the followers.
    async fn apply(&mut self, changes: BoardChangeBatch) {
        for update in changes.lobbies {
            let update = update.value();
            if let Some(wall) = self.walls.get_mut(&BoardSource::Lobby(update.lobby.clone())) {
                wall.apply_lobby(update);
            }
        }
        for (id, view) in changes.tournaments {
            if let Some(wall) = self.walls.get_mut(&BoardSource::Tournament(id)) {
                wall.apply_tournament(&view);
            }
        }
        for id in changes.tournaments_lost {
            if let Some(wall) = self.walls.remove(&BoardSource::Tournament(id)) {
                wall.disconnect();
            }
        }
        for room in changes.lost {
            self.seen.remove(&room);
            self.watched.remove(&room);
            self.walls.values_mut().for_each(|wall| wall.lose(room));
        }
        for (room, mut seen) in changes.rooms {
            seen.keep(self.seen.get(&room));
            self.seen.insert(room, seen);
            self.walls.values_mut().for_each(|wall| wall.change(room));
        }
        for (room, (at, clocks)) in changes.clocks {
            if let Some(seen) = self.seen.get_mut(&room) {
                (seen.at, seen.clocks) = (at, clocks);
                self.walls.values_mut().for_each(|wall| wall.change(room));
            }
        }
        self.choose().await;
        self.walls.values_mut().for_each(|wall| wall.send_changes(&self.seen));
        self.prune().await;
    }

    async fn choose(&mut self) {
        let now = self.rooms.now();
        self.walls.values_mut().for_each(|wall| wall.choose(now));
        let shown = self.walls.values().flat_map(BoardSet::shown);
        let fresh: HashSet<_> = shown.filter(|room| !self.watched.contains_key(room)).collect();
        for id in fresh {
            match self.rooms.get(id).await {
                Ok(room) => {
                    room.watch(self.watch(id)).await;
                    self.watched.insert(id, room);
                }
                Err(error) => {
                    debug!(room = %id, %error, "room subscription failed");
                    lose(&self.news, id);
                }
            }
        }
    }

    fn watch(&self, room: RoomId) -> Watch {
        let news = self.news.clone();
        let refused = news.clone();
        Watch {
            id: self.id,
            user: None,
            subscriber: Box::new(RoomObserver { room, news }),
            since: None,
            reply: Reply::new(move |answer| {
                if answer.is_err() {
                    lose(&refused, room);
                }
            }),
        }
    }

    /// Unsubscribes from lists and rooms without followers.
    async fn prune(&mut self) {
        let unseen = self.walls.extract_if(|_, wall| wall.is_unused()).map(|(of, _)| of);
        for of in unseen.collect::<Vec<_>>() {
            self.stop_observing(of).await;
        }
        let is_shown = |room: &RoomId| self.walls.values().any(|wall| wall.shows(*room));
        let left: Vec<_> = self.watched.extract_if(|room, _| !is_shown(room)).collect();
        for (id, room) in left {
            self.seen.remove(&id);
            room.unwatch(self.id).await;
        }
    }
}
