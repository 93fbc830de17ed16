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
    board_sets: HashMap<BoardSource, BoardSet>,
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
            board_sets: HashMap::new(),
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
                if !self.board_sets.contains_key(&of)
                    && let Err(error) = self.observe(&of).await
                {
                    debug!(boards = ?of, %error, "tournament subscription failed");
                    return subscriber.disconnect();
                }
                let board_set = self.board_sets.entry(of.clone()).or_insert_with(|| BoardSet::of(of));
                board_set.subscribe(&self.seen, id, subscriber);
            }
            Request::Unsubscribe { of, id } => {
                if let Some(board_set) = self.board_sets.get_mut(&of) {
                    board_set.unsubscribe(id);
                    self.prune().await;
                }
            }
        }
    }

    /// Subscribes to the list of the lobby or to the tournament.
    async fn observe(&self, of: &BoardSource) -> Result<(), TournamentError> {
        let news = self.news.clone();
        match of {
            BoardSource::Lobby(_) | BoardSource::Modes => {
                for lobby in of.lobbies() {
                    // If other boards observe the lobby, this replaces their observer, and all of them get the whole list again.
                    let observer = Box::new(LobbyObserver(news.clone()));
                    self.lobbies.subscribe(lobby.to_owned(), self.id, observer).await;
                }
                Ok(())
            }
            BoardSource::Tournament(id) => {
                self.tournaments.subscribe(*id, self.id, Box::new(TournamentObserver { id: *id, news })).await
            }
        }
    }

    async fn stop_observing(&self, of: BoardSource) {
        match of {
            BoardSource::Lobby(_) | BoardSource::Modes => {
                for lobby in of.lobbies() {
                    if !self.board_sets.keys().any(|other| other.lobbies().contains(&lobby)) {
                        self.lobbies.unsubscribe(lobby.to_owned(), self.id).await;
                    }
                }
            }
            BoardSource::Tournament(id) => self.tournaments.unsubscribe(id, self.id).await,
        }
    }

    /// Applies the changes of lists and rooms, selects the boards again, and sends the updates to the followers.
    async fn apply(&mut self, changes: BoardChangeBatch) {
        for update in changes.lobbies {
            let update = update.value();
            for (of, board_set) in &mut self.board_sets {
                if of.lobbies().contains(&update.lobby.as_str()) {
                    board_set.apply_lobby(update);
                }
            }
        }
        for (id, view) in changes.tournaments {
            if let Some(board_set) = self.board_sets.get_mut(&BoardSource::Tournament(id)) {
                board_set.apply_tournament(&view);
            }
        }
        for id in changes.tournaments_lost {
            if let Some(board_set) = self.board_sets.remove(&BoardSource::Tournament(id)) {
                board_set.disconnect();
            }
        }
        for room in changes.lost {
            self.seen.remove(&room);
            self.watched.remove(&room);
            self.board_sets.values_mut().for_each(|board_set| board_set.lose(room));
        }
        for (room, mut seen) in changes.rooms {
            seen.keep(self.seen.get(&room));
            self.seen.insert(room, seen);
            self.board_sets.values_mut().for_each(|board_set| board_set.change(room));
        }
        for (room, (at, clocks)) in changes.clocks {
            if let Some(seen) = self.seen.get_mut(&room) {
                (seen.at, seen.clocks) = (at, clocks);
                self.board_sets.values_mut().for_each(|board_set| board_set.change(room));
            }
        }
        self.choose().await;
        self.board_sets.values_mut().for_each(|board_set| board_set.send_changes(&self.seen));
        self.prune().await;
    }

    async fn choose(&mut self) {
        let now = self.rooms.now();
        self.board_sets.values_mut().for_each(|board_set| board_set.choose(now));
        let shown = self.board_sets.values().flat_map(BoardSet::shown);
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
        let unseen = self.board_sets.extract_if(|_, board_set| board_set.is_unused()).map(|(of, _)| of);
        for of in unseen.collect::<Vec<_>>() {
            self.stop_observing(of).await;
        }
        let is_shown = |room: &RoomId| self.board_sets.values().any(|board_set| board_set.shows(*room));
        let left: Vec<_> = self.watched.extract_if(|room, _| !is_shown(room)).collect();
        for (id, room) in left {
            self.seen.remove(&id);
            room.unwatch(self.id).await;
        }
    }
}
