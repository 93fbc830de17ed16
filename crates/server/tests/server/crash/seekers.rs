//! Two players who are paired repeatedly, across failures of servers.

use std::convert::Infallible;

use futures_util::future::try_join;
use serde_json::{Value, json};
use uuid::Uuid;

use super::club::accepted;
use crate::client::Client;
use crate::process::Process;
use crate::tournaments::Place;

/// Two guests who seek the same game.
pub(super) struct Seekers {
    tokens: [String; 2],
    pub(super) users: Vec<Uuid>,
    rng: fastrand::Rng,
    /// Ids of the commands by which they seek, until both have seen the game start.
    commands: Option<[String; 2]>,
    /// Number of pairs of different commands.
    pub(super) sought: usize,
    /// Games that both have seen start.
    pub(super) paired: usize,
}

impl Seekers {
    pub(super) async fn new(process: &Process, rng: fastrand::Rng) -> Self {
        let tokens = [process.guest_token().await, process.guest_token().await];
        let mut users = Vec::new();
        for token in &tokens {
            users.push(process.client(token).await.user_id().parse().unwrap());
        }
        Self { tokens, users, rng, commands: None, sought: 0, paired: 0 }
    }

    /// Seeks games and resigns them until a server is gone or unavailable: `None`. Each player connects to any of the servers, and repeats
    /// the command that may have led to a game before. Calls `acknowledged` for each pairing.
    pub(super) async fn play(
        &mut self,
        servers: &[String],
        acknowledged: impl Fn() + Send,
    ) -> Option<Infallible> {
        let urls = [0, 1].map(|_| self.rng.choice(servers).unwrap());
        let mut sockets = [self.connect(urls[0], 0).await?, self.connect(urls[1], 1).await?];
        loop {
            // A game may have started while a server was lost.
            for who in [0, 1] {
                self.resign_all(urls[who], who, &mut sockets[who]).await?;
            }
            let commands = self.commands.get_or_insert_with(|| {
                self.sought += 1;
                [0, 1].map(|_| Uuid::now_v7().to_string())
            });
            let mut begun = [Value::Null, Value::Null];
            for who in [0, 1] {
                let clock = json!({"kind": "fischer", "initial_ms": 300_000, "increment_ms": 3_000});
                let seek = json!({"type": "seek", "mode": "two", "layout": "standard", "clock": clock});
                begun[who] = accepted(sockets[who].try_ask_as(&commands[who], seek).await?)?;
            }
            let [first, second] = &mut sockets;
            // If the server of one is lost, the other waits in vain.
            let both = try_join(started(first, &begun[0]), started(second, &begun[1]));
            let (one, other) = both.await.ok()?;
            assert_eq!(one, other, "the only two players who seek are paired with each other");
            (self.commands, self.paired) = (None, self.paired + 1);
            acknowledged();
        }
    }

    async fn connect(&self, url: &str, who: usize) -> Option<Client> {
        let headers = [("authorization", format!("Bearer {}", self.tokens[who]))];
        Client::connect_with(&format!("{url}/ws"), &headers).await.ok()
    }

    /// Resigns the running games of a player.
    async fn resign_all(&self, url: &str, who: usize, socket: &mut Client) -> Option<()> {
        let listed = Place::at(url).try_get("/me/rooms", &self.tokens[who]).await?;
        for room in listed["rooms"].as_array().unwrap().iter().filter(|room| room["status"] == "playing") {
            let answer = socket.try_ask(json!({"type": "resign", "room": room["room"]})).await?;
            match answer {
                // The other player has resigned since.
                Err(refused) if refused.code == "not_playing" => {}
                answer => drop(accepted(answer)?),
            }
        }
        Some(())
    }
}

/// The players reconnect with new sockets.
struct ServerLost;

/// Returns the room in which the game of a seek has started.
async fn started(socket: &mut Client, begun: &Value) -> Result<Value, ServerLost> {
    // An earlier answer was lost, and this one names the room of the seek.
    if begun["room"].is_string() {
        return Ok(begun["room"].clone());
    }
    let about_seek = |message: &Value| {
        message["type"] == "notification" && message["notification"]["seek"] == begun["seek"]
    };
    let message = socket.try_next_where(about_seek).await.ok_or(ServerLost)?;
    let notification = &message["notification"];
    match notification["kind"].as_str() {
        Some("game_started") => Ok(notification["room"].clone()),
        // The player seeks again.
        _ if notification["reason"] == "failed" => Err(ServerLost),
        _ => panic!("a seek lasts while its player is online: {notification}"),
    }
}
