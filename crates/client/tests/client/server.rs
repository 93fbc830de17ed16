//! A server for one test, on its own port, behind a proxy that can break.

use std::time::Duration;

use sumito_client::protocol::RoomId;
use sumito_client::protocol::client::CreateRoom;
use sumito_client::protocol::parts::{Clock, Mode};
use sumito_client::protocol::server::Snapshot;
use sumito_client::{Client, Guest, Rest, Room, RoomState};
use sumito_config::{Config, Overrides};
use sumito_server::Server;
use tempfile::TempDir;

use crate::proxy::Proxy;

/// Upper limit for every wait: a failing test ends instead of hanging.
pub(crate) const PATIENCE: Duration = Duration::from_mins(1);

pub(crate) struct TestServer {
    server: Option<Server>,
    config: Config,
    /// Holds the database; removed with the test.
    _folder: TempDir,
}

impl TestServer {
    pub(crate) async fn start() -> Self {
        Self::start_with(|_| {}).await
    }

    pub(crate) async fn start_with(change: impl FnOnce(&mut Config)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut config = Config::load(None, &Overrides::default()).unwrap();
        config.listen = "127.0.0.1:0".parse().unwrap();
        config.database_url = format!("sqlite://{}", folder.path().join("sumito.db").display());
        config.limits.messages_per_second = 0;
        change(&mut config);
        let server = Some(Server::start(config.clone()).await.unwrap());
        Self { server, config, _folder: folder }
    }

    /// A planned stop, and a start on the same database with another port.
    pub(crate) async fn restart(&mut self) {
        self.stop().await;
        self.server = Some(Server::start(self.config.clone()).await.unwrap());
    }

    pub(crate) async fn stop(&mut self) {
        self.server.take().unwrap().stop().await;
    }

    pub(crate) fn address(&self) -> std::net::SocketAddr {
        self.server.as_ref().unwrap().address()
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address())
    }

    pub(crate) async fn guest(&self) -> Guest {
        Rest::new(&self.url()).unwrap().guest().await.unwrap()
    }

    pub(crate) async fn client(&self) -> Client {
        Client::guest(&self.url()).await.unwrap()
    }

    /// Starts a proxy to the server.
    pub(crate) async fn proxy(&self) -> Proxy {
        Proxy::to(self.address()).await
    }

    /// Returns the room's current state from the server.
    pub(crate) async fn snapshot(&self, client: &Client, room: &RoomId) -> Snapshot {
        let rest = Rest::new(&self.url()).unwrap().with_token(client.rest().token().unwrap());
        rest.room(room).await.unwrap()
    }

    /// Waits until a watched room is up to date with the server, and compares the states.
    pub(crate) async fn assert_same(&self, room: &mut Room) {
        let (client, id) = (room.client().clone(), room.id().clone());
        let snapshot = RoomState::from(self.snapshot(&client, &id).await);
        let folded =
            room.until(|state| state.seq >= snapshot.seq && state.seats == snapshot.seats).await.unwrap();
        // The reference time of the clocks differs; the events do not.
        let timeless = |state: &RoomState| {
            let mut seen = serde_json::to_value(&**state).unwrap();
            let fields = seen.as_object_mut().unwrap();
            fields.remove("at");
            fields.remove("clocks");
            seen
        };
        assert_eq!(timeless(folded), timeless(&snapshot));
    }
}

/// A room without a time limit, so that nothing happens automatically.
pub(crate) fn leisurely(mode: Mode) -> CreateRoom {
    CreateRoom { mode, clock: Clock::None {}, ..CreateRoom::default() }
}

/// Creates a room for the first client, seats the others in order, and has all of them watch it; returns after the start of the game.
pub(crate) async fn table(clients: &[Client], settings: CreateRoom) -> Vec<Room> {
    let id = clients[0].create_room(settings).await.unwrap().room;
    let mut rooms = Vec::new();
    for (seat, client) in clients.iter().enumerate() {
        if seat > 0 {
            assert_eq!(usize::from(client.join(&id, None).await.unwrap()), seat);
        }
        rooms.push(client.watch(&id).await.unwrap());
    }
    for room in &mut rooms {
        room.until(|state| state.game.is_some()).await.unwrap();
    }
    rooms
}

/// A recorded game of 48 plies from the Belgian daisy that White wins 6 to 0.
pub(crate) fn recorded_game() -> Vec<String> {
    let lines = include_str!("../../../rules/tests/data/games.jsonl").lines();
    let games = lines.map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let game = games.into_iter().find(|game| game["id"] == "migs-38701").unwrap();
    serde_json::from_value(game["moves"].clone()).unwrap()
}

/// Plays these moves, each by the seat to move; waits until all clients have seen a move before the next.
pub(crate) async fn play_all(rooms: &mut [Room], moves: &[String]) {
    for mv in moves {
        let ply = rooms[0].state().ply;
        let turn = rooms[0].state().turn.unwrap();
        rooms[usize::from(turn)].play(mv).await.unwrap();
        for room in rooms.iter_mut() {
            room.until(|state| state.ply > ply).await.unwrap();
        }
    }
}
