//! A full disk: the server rejects commands that it cannot store, keeps the stored data, and resumes the games when there is space.

use std::fs::File;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::{Client, Refused};
use crate::play::recorded_game;
use crate::process::{Process, output_of};

/// Bytes still free when the disk starts to fill: enough for a few moves.
const ROOM_LEFT: u64 = 64 * 1024;

/// Two games, played until the disk is full.
struct Scene {
    folder: TempDir,
    process: Process,
    /// Maximum size of a file, in bytes.
    limit: u64,
    games: [Game; 2],
    /// A game that ended before the disk was full.
    over: Value,
}

/// A running game.
struct Game {
    room: String,
    players: [Client; 2],
    moves: Vec<String>,
    /// Moves that the server has acknowledged.
    played: usize,
}

impl Game {
    async fn start(process: &Process) -> Self {
        let mut players = [
            process.client(&process.guest_token().await).await,
            process.client(&process.guest_token().await).await,
        ];
        let (layout, moves) = recorded_game();
        let (room, _) = players[0].create_room(json!({"layout": layout})).await;
        players[1].join(&room).await.unwrap();
        players[1].watch(&room).await;
        Self { room, players, moves, played: 0 }
    }

    async fn play(&mut self) -> Result<(), Refused> {
        let mover = &mut self.players[self.played % 2];
        mover.play(&self.room, self.played, &self.moves[self.played]).await?;
        self.played += 1;
        Ok(())
    }

    /// Plays until the server rejects a move.
    async fn play_on(&mut self) -> Refused {
        loop {
            if let Err(refused) = self.play().await {
                return refused;
            }
        }
    }

    /// Reconnects the same players after a restart of the server.
    async fn reconnect(&mut self, process: &Process) -> Value {
        for player in &mut self.players {
            *player = process.client(player.token()).await;
        }
        self.players[1].watch(&self.room).await;
        self.players[0].watch(&self.room).await
    }
}

impl Scene {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let process = start(&folder, None).await;
        let mut short = Game::start(&process).await;
        short.players[0].request(json!({"type": "resign", "room": short.room})).await.unwrap();
        let over = short.players[0].event("finished").await;
        let mut games = [Game::start(&process).await, Game::start(&process).await];
        for game in &mut games {
            game.play().await.unwrap();
        }
        let written = std::fs::metadata(folder.path().join("sumito.db-wal")).unwrap().len();
        let limit = written + ROOM_LEFT;
        process.limit_files(Some(limit)).await;
        for game in &mut games {
            assert_eq!(game.play_on().await.code, "unavailable");
            for player in &mut game.players {
                assert_eq!(player.next_of("notice").await["notice"], "storage_unavailable");
            }
        }
        Self { folder, process, limit, games, over }
    }

    async fn get(&self, path: &str) -> (u16, Value) {
        let answer = reqwest::get(self.process.url(path)).await.unwrap();
        (answer.status().as_u16(), answer.json().await.unwrap())
    }

    /// Checks that everything acknowledged is there.
    async fn check_reading(&self) {
        for game in &self.games {
            let (status, snapshot) = self.get(&format!("/api/v1/rooms/{}", game.room)).await;
            assert_eq!((status, &snapshot["moves"]), (200, &json!(game.moves[..game.played])));
        }
        let id = self.over["game"].as_str().unwrap();
        let (status, over) = self.get(&format!("/api/v1/games/{id}")).await;
        assert_eq!((status, &over["result"]), (200, &self.over["result"]));
    }

    /// Plays the games on from where they stood, to their end.
    async fn check_end(mut self) {
        for game in &mut self.games {
            while game.played < game.moves.len() {
                game.play().await.unwrap();
            }
            let finished = game.players[0].event("finished").await;
            assert_eq!(finished["result"]["reason"], "ejections");
        }
        assert!(self.process.terminate().await.success());
        let (well, text, error) = output_of(&["verify", "--database-url", &url(&self.folder)], &[]).await;
        assert!(well && text.contains(" and 3 finished games"), "{text}{error}");
    }
}

fn url(folder: &TempDir) -> String {
    format!("sqlite://{}", folder.path().join("sumito.db").display())
}

async fn start(folder: &TempDir, limit: Option<u64>) -> Process {
    let log = File::options().create(true).append(true).open(folder.path().join("log")).unwrap();
    Process::start_limited(&url(folder), limit, log).await
}

#[tokio::test]
async fn a_full_disk_pauses_the_games_until_there_is_room() {
    let mut scene = Box::pin(Scene::new()).await;
    scene.check_reading().await;
    // The clocks are stopped, and no new game can start.
    let path = format!("/api/v1/rooms/{}", scene.games[0].room);
    let (_, before) = scene.get(&path).await;
    let guests = reqwest::Client::new().post(scene.process.url("/api/v1/guests"));
    let refused = guests.send().await.unwrap();
    assert_eq!(refused.status(), 503);
    assert_eq!(refused.json::<Value>().await.unwrap()["code"], "unavailable");
    let create = json!({"type": "create_room"});
    assert_eq!(scene.games[0].players[0].request(create).await.unwrap_err().code, "unavailable");
    assert_eq!(scene.get(&path).await.1, before, "the clocks stand still");
    assert_eq!(reqwest::get(scene.process.url("/readyz")).await.unwrap().status(), 200);
    let log = std::fs::read_to_string(scene.folder.path().join("log")).unwrap();
    assert!(log.contains("storage down; rejecting writes"), "{log}");

    scene.process.limit_files(None).await;
    for game in &mut scene.games {
        for player in &mut game.players {
            let continued = player.next_of("clock").await;
            assert_eq!(continued["cause"], "continued");
        }
    }
    scene.check_end().await;
}

#[tokio::test]
async fn acknowledged_commands_survive_a_full_disk() {
    let mut scene = Box::pin(Scene::new()).await;
    scene.process.kill().await;
    // The server starts although the disk is still full.
    scene.process = start(&scene.folder, Some(scene.limit)).await;
    scene.check_reading().await;
    for game in &mut scene.games {
        let snapshot = game.reconnect(&scene.process).await;
        assert_eq!(snapshot["moves"], json!(game.moves[..game.played]));
        assert_eq!(game.play().await.unwrap_err().code, "unavailable");
    }
    scene.process.limit_files(None).await;
    for game in &mut scene.games {
        assert_eq!(game.players[0].next_of("clock").await["cause"], "continued");
    }
    scene.check_end().await;
}
