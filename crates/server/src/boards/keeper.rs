//! The task that keeps the boards.

use std::collections::HashMap;
use std::time::Duration;

use sumito_game::RoomId;
use tokio::pin;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep};
use tracing::debug;

use super::eye::{Eye, ListEye, News, Told};
use super::wall::Wall;
use super::{Request, Seen};
use crate::lobby::Lobbies;
use crate::rooms::{Reply, RoomHandle, Rooms, SubscriberId, Watch};

/// What the task knows.
pub(super) struct Keeper {
    rooms: Rooms,
    lobbies: Lobbies,
    every: Duration,
    /// By lobby: those at which somebody looks.
    walls: HashMap<String, Wall>,
    /// The rooms that are followed.
    watched: HashMap<RoomId, RoomHandle>,
    /// How they look.
    seen: HashMap<RoomId, Seen>,
    news: News,
    /// By this name lists and rooms know the task.
    id: SubscriberId,
}

impl Keeper {
    pub(super) fn new(rooms: Rooms, lobbies: Lobbies, every: Duration) -> Self {
        Self {
            rooms,
            lobbies,
            every,
            walls: HashMap::new(),
            watched: HashMap::new(),
            seen: HashMap::new(),
            news: News::default(),
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
                    Some(request) => self.carry_out(request).await,
                    None => return,
                },
                () = changed => {
                    let told = news.take();
                    self.take_in(told).await;
                    pause.as_mut().reset(Instant::now() + self.every);
                }
            }
        }
    }

    async fn carry_out(&mut self, request: Request) {
        match request {
            Request::Follow { lobby, id, subscriber } => {
                if !self.walls.contains_key(&lobby) {
                    let eye = Box::new(ListEye(self.news.clone()));
                    self.lobbies.subscribe(lobby.clone(), self.id, eye).await;
                }
                let wall = self.walls.entry(lobby.clone()).or_default();
                wall.follow(&lobby, &self.seen, id, subscriber);
            }
            Request::Unfollow { lobby, id } => {
                if let Some(wall) = self.walls.get_mut(&lobby) {
                    wall.unfollow(id);
                    self.drop_unseen().await;
                }
            }
        }
    }

    /// Takes in what the lists and the rooms have told, chooses anew, and tells everybody who looks on.
    async fn take_in(&mut self, told: Told) {
        for update in told.lobbies {
            let update = update.value();
            if let Some(wall) = self.walls.get_mut(&update.lobby) {
                wall.take_in(update);
            }
        }
        for room in told.lost {
            self.seen.remove(&room);
            self.watched.remove(&room);
            self.walls.values_mut().for_each(|wall| wall.lose(room));
        }
        for (room, mut seen) in told.rooms {
            seen.keep_last(self.seen.get(&room));
            self.seen.insert(room, seen);
            self.walls.values_mut().for_each(|wall| wall.change(room));
        }
        for (room, (at, clocks)) in told.clocks {
            if let Some(seen) = self.seen.get_mut(&room) {
                (seen.at, seen.clocks) = (at, clocks);
                self.walls.values_mut().for_each(|wall| wall.change(room));
            }
        }
        self.choose().await;
        for (lobby, wall) in &mut self.walls {
            wall.tell(lobby, &self.seen);
        }
        self.drop_unseen().await;
    }

    async fn choose(&mut self) {
        let now = self.rooms.now();
        let fresh: Vec<_> = self.walls.values_mut().flat_map(|wall| wall.choose(now)).collect();
        for id in fresh {
            match self.rooms.get(id).await {
                Ok(room) => {
                    room.watch(self.watch(id)).await;
                    self.watched.insert(id, room);
                }
                Err(error) => {
                    debug!(%id, %error, "a room cannot be shown");
                    self.news.lose(id);
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
            subscriber: Box::new(Eye { room, news }),
            since: None,
            reply: Reply::new(move |answer| {
                if answer.is_err() {
                    refused.lose(room);
                }
            }),
        }
    }

    /// Leaves lists and rooms that nobody looks at.
    async fn drop_unseen(&mut self) {
        let unseen = self.walls.extract_if(|_, wall| wall.is_unseen()).map(|(lobby, _)| lobby);
        for lobby in unseen.collect::<Vec<_>>() {
            self.lobbies.unsubscribe(lobby, self.id).await;
        }
        let is_shown = |room: &RoomId| self.walls.values().any(|wall| wall.shows(*room));
        let left: Vec<_> = self.watched.extract_if(|room, _| !is_shown(room)).collect();
        for (id, room) in left {
            self.seen.remove(&id);
            room.unwatch(self.id).await;
        }
    }
}
