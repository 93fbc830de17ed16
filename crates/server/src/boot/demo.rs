//! Plausible data for an empty database, so that a host gets a living site: accounts, finished games with ratings, a tournament, a club, a
//! study, and games that wait for players.
//!
//! A server runs on the database for a while, and all data comes over its HTTP API, as from any client. So the data has every property that
//! real data has. The engine chooses the moves.

use std::collections::HashMap;
use std::net::Ipv4Addr;
use std::time::Duration;

use anyhow::{Context, ensure};
use base64ct::{Base64UrlUnpadded, Encoding};
use reqwest::{Client, Method, Response};
use serde_json::{Value, json};
use sumito_config::{Config, SiteText};
use sumito_engine::{Level, Limits, Root, Searcher, Stop};
use sumito_kit::random;
use sumito_rules::{Mode, Position};
use sumito_store::{Role, Store};
use sumito_vocabulary::Registration;
use tokio::time::sleep;

use crate::boot::Server;
use sumito_services::accounts::identity::operator;

/// Players, from the weakest to the strongest, with their countries and texts. The first is the administrator.
const PLAYERS: [(&str, &str, &str); 10] = [
    ("Anneke", "NL", "I look after this site. Write to me if something is missing."),
    ("Bruno", "IT", "Beginner. I play fast and lose faster."),
    ("Celina", "PL", "Still learning the side-step."),
    ("Detlef", "DE", "Mondays at the club, correspondence on all other days."),
    ("Elodie", "FR", "The centre is everything."),
    ("Femke", "NL", "Belgian Daisy or nothing."),
    ("Gregor", "AT", "I collect formations."),
    ("Hania", "PL", "Club champion twice."),
    ("Ignatz", "DE", "Slow games only, please."),
    ("Jolanda", "CH", "Ask me about the pillar of your position."),
];
/// Levels of the engine for these players.
const LEVELS: [u8; 10] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/// Positions that the engine searches for a move.
const NODES: u64 = 3_000;
/// After this many plies the player to move resigns.
const MAX_PLIES: u32 = 150;
/// Participants of the tournament: the strongest players.
const PARTICIPANTS: usize = 4;
/// Pause between two polls of the tournament.
const LOOK_AGAIN_AFTER: Duration = Duration::from_millis(50);

/// Contents of the data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filled {
    /// Number of finished games.
    pub games: u32,
    /// Name of the account with the role of an administrator.
    pub admin: String,
    /// Password of all accounts.
    pub password: String,
}

/// Makes sure that [`fill`] has an empty database.
///
/// # Errors
/// If the database of the configuration has users or games, or cannot be opened.
pub async fn ensure_empty(config: &Config) -> anyhow::Result<()> {
    let store = Store::connect(&config.database_url, &config.database).await.context("`database_url`")?;
    let is_empty = store.has_no_people().await?;
    store.close().await;
    ensure!(is_empty, "the database has users or games; `sumito demo` fills an empty one");
    Ok(())
}

/// Fills the database of the configuration, with about this many games between two players.
///
/// # Errors
/// If the database is not empty, or if anything fails; the data is then incomplete.
pub async fn fill(config: &Config, games: u32) -> anyhow::Result<Filled> {
    ensure_empty(config).await?;
    let server = Server::start(private(config)).await?;
    let filled = Demo::new(format!("http://{}", server.address())).fill(games).await;
    server.stop().await;
    let filled = filled?;
    let store = Store::open_beside(&config.database_url, &config.database).await.context("`database_url`")?;
    operator::set_role(&store, &filled.admin, Role::Admin).await?;
    store.close().await;
    Ok(filled)
}

/// Returns the configuration of the server that is filled: for this machine only, and open to the demo's requests.
fn private(config: &Config) -> Config {
    let mut config = config.clone();
    config.listen = (Ipv4Addr::LOCALHOST, 0).into();
    config.public_url.clear();
    config.trust_forwarded_for = false;
    config.accounts.registration = Registration::Open;
    config.site.terms = SiteText::default();
    config.limits.exempt_loopback = true;
    config.metrics.listen.clear();
    config.tournaments.clear();
    config
}

/// A player of the demo.
struct Player {
    id: String,
    token: String,
    level: Level,
}

struct Demo {
    client: Client,
    base: String,
    players: Vec<Player>,
    searcher: Searcher,
    games: u32,
}

impl Demo {
    fn new(base: String) -> Self {
        let searcher = Searcher::new(8);
        Self { client: Client::new(), base, players: Vec::new(), searcher, games: 0 }
    }

    async fn fill(mut self, games: u32) -> anyhow::Result<Filled> {
        let password = Base64UrlUnpadded::encode_string(&random::bytes::<12>());
        self.create_players(&password).await?;
        for number in 0..games as usize {
            // Neighbours in strength meet most.
            let one = number % PLAYERS.len();
            let other = (one + 1 + number / PLAYERS.len() % 3) % PLAYERS.len();
            let layout = ["belgian_daisy", "standard", "belgian_daisy", "german_daisy"][number % 4];
            let settings = json!({"rated": true, "layout": layout,
                "clock": {"kind": "fischer", "initial_ms": 600_000, "increment_ms": 5_000}});
            self.play_new(&[one, other], settings).await.context("a game of two")?;
        }
        self.play_new(&[3, 5, 7], json!({"mode": "three"})).await.context("a game of three")?;
        self.play_new(&[2, 4, 6, 8], json!({"mode": "four"})).await.context("a game of four")?;
        self.hold_tournament().await.context("the tournament")?;
        self.found_club().await.context("the club")?;
        self.write_study().await.context("the study")?;
        self.open_rooms().await.context("the open games")?;
        Ok(Filled { games: self.games, admin: PLAYERS[0].0.to_owned(), password })
    }

    async fn create_players(&mut self, password: &str) -> anyhow::Result<()> {
        for ((name, country, words), level) in PLAYERS.iter().zip(LEVELS) {
            let account = json!({"name": name, "password": password});
            let created = self.request(Method::POST, "/accounts", None, Some(account)).await?;
            let player = Player {
                id: text(&created["user"]["id"])?,
                token: text(&created["token"])?,
                level: Level::new(level)?,
            };
            self.put(&player, "/me/profile", json!({"words": words})).await?;
            self.put(&player, "/me/country", json!({"country": country})).await?;
            self.players.push(player);
        }
        for (number, player) in self.players.iter().enumerate() {
            for step in [1, 3, self.players.len() - 1] {
                let (name, ..) = PLAYERS[(number + step) % PLAYERS.len()];
                self.request(Method::PUT, &format!("/me/follows/{name}"), Some(player), None).await?;
            }
        }
        Ok(())
    }

    /// Plays a game of these players in a separate room.
    async fn play_new(&mut self, seats: &[usize], settings: Value) -> anyhow::Result<()> {
        let [first, others @ ..] = seats else { return Ok(()) };
        let created = self.post(*first, "/rooms", settings).await?;
        let room = text(&created["room"])?;
        for other in others {
            self.post(*other, &format!("/rooms/{room}/commands"), json!({"type": "join"})).await?;
        }
        self.play(&room).await
    }

    /// Plays the game of a room to its end.
    async fn play(&mut self, room: &str) -> anyhow::Result<()> {
        let snapshot = self.request(Method::GET, &format!("/rooms/{room}"), None, None).await?;
        let mode: Mode = text(&snapshot["mode"])?.parse()?;
        let mut by_color = HashMap::new();
        for seat in snapshot["seats"].as_array().context("a room without seats")? {
            let id = text(&seat["player"]["id"])?;
            let player = self.players.iter().position(|player| player.id == id).context("a stranger")?;
            by_color.insert(text(&seat["color"])?, player);
        }
        let mut root = Root::new(Position::parse(mode, &text(&snapshot["position"])?)?);
        let seed = u64::from_le_bytes(random::bytes());
        let commands = format!("/rooms/{room}/commands");
        loop {
            let position = root.position();
            let (ply, color) = (position.ply(), position.turn().to_string());
            let player = *by_color.get(&color).context("a colour without a player")?;
            let limits = Limits { seed, ..Limits::nodes(NODES).at(self.players[player].level) };
            let best = if position.winner().is_some() {
                None
            } else {
                self.searcher.search(&root, &limits, &Stop::new(), &mut |_| {}).best
            };
            let Some(best) = best else { break };
            if ply >= MAX_PLIES {
                // Among three, the game continues without the first who resigns.
                for &player in by_color.values() {
                    if self.is_playing(room).await? {
                        self.post(player, &commands, json!({"type": "resign"})).await?;
                    }
                }
                break;
            }
            let command = json!({"type": "play", "ply": ply, "move": best.to_string()});
            let (is_success, answer) =
                self.send(Method::POST, &commands, Some(&self.players[player]), Some(command)).await?;
            if !is_success {
                // The game may have ended in a draw.
                ensure!(!self.is_playing(room).await?, "{answer}");
                break;
            }
            root.play(best).map_err(|error| anyhow::anyhow!("{error}"))?;
        }
        ensure!(!self.is_playing(room).await?, "the game of room {room} has not ended");
        self.games += 1;
        Ok(())
    }

    async fn is_playing(&self, room: &str) -> anyhow::Result<bool> {
        let snapshot = self.request(Method::GET, &format!("/rooms/{room}"), None, None).await?;
        Ok(snapshot["status"] == "playing")
    }

    /// Holds a round robin of the strongest players.
    async fn hold_tournament(&mut self) -> anyhow::Result<()> {
        let settings = json!({"name": "Autumn cup", "form": {"form": "round_robin", "cycles": 1},
            "layout": "belgian_daisy", "clock": {"kind": "fischer", "initial_ms": 600_000, "increment_ms": 5_000},
            "start": {"kind": "by_director"}, "rounds": {"break_s": 0}});
        let created = self.post(0, "/tournaments", json!({"settings": settings})).await?;
        let id = text(&created["state"]["id"])?;
        let commands = format!("/tournaments/{id}/commands");
        let participants = PLAYERS.len() - PARTICIPANTS..PLAYERS.len();
        let mut present = Vec::new();
        for player in participants {
            // Only players with an open connection take part.
            present.push(self.open_stream(player).await?);
            self.post(player, &commands, json!({"type": "register"})).await?;
        }
        self.post(0, &commands, json!({"type": "start"})).await?;
        loop {
            let games = self.request(Method::GET, &format!("/tournaments/{id}/games"), None, None).await?;
            let open = games["games"].as_array().into_iter().flatten().find(|game| game["verdict"].is_null());
            if let Some(game) = open {
                let room = text(&game["room"])?;
                if self.is_playing(&room).await? {
                    self.play(&room).await?;
                    continue;
                }
            }
            let state = self.request(Method::GET, &format!("/tournaments/{id}"), None, None).await?;
            if !matches!(state["state"]["status"].as_str(), Some("running" | "registering")) {
                return Ok(());
            }
            sleep(LOOK_AGAIN_AFTER).await;
        }
    }

    async fn found_club(&self) -> anyhow::Result<()> {
        let club = json!({"name": "Marbles and Tea", "joining": "open",
            "description": "We meet on Mondays at seven, beginners are welcome. In summer we play outside."});
        let created = self.post(0, "/clubs", club).await?;
        let id = text(&created["id"]).or_else(|_| text(&created["club"]["id"]))?;
        for player in 1..PLAYERS.len() - 2 {
            self.post(player, &format!("/clubs/{id}/join"), json!({})).await?;
        }
        let news =
            json!({"title": "Autumn cup", "text": "The cup is over. Thanks to all who played and watched!"});
        self.post(0, &format!("/clubs/{id}/announcements"), news).await?;
        Ok(())
    }

    async fn write_study(&self) -> anyhow::Result<()> {
        let games = self.request(Method::GET, "/games?mode=two&limit=1", None, None).await?;
        let game = text(&games["games"][0]["id"]).or_else(|_| text(&games["games"][0]["game"]))?;
        let study = json!({"name": "How games are won", "visibility": "public",
            "from": {"name": "A game of the club", "game": game}});
        self.post(6, "/studies", study).await?;
        Ok(())
    }

    /// Opens games that wait for players while their creators are offline.
    async fn open_rooms(&self) -> anyhow::Result<()> {
        for (player, days) in [(3, 3), (7, 1)] {
            let clock = json!({"kind": "per_move", "move_ms": days * 86_400_000_u64});
            self.post(player, "/rooms", json!({"clock": clock, "layout": "belgian_daisy"})).await?;
        }
        Ok(())
    }

    async fn open_stream(&self, player: usize) -> anyhow::Result<Response> {
        let url = format!("{}/api/v1/me/stream", self.base);
        let mut stream =
            self.client.get(url).bearer_auth(&self.players[player].token).send().await?.error_for_status()?;
        // The first line comes when the user is present.
        stream.chunk().await?;
        Ok(stream)
    }

    async fn post(&self, player: usize, path: &str, body: Value) -> anyhow::Result<Value> {
        self.request(Method::POST, path, Some(&self.players[player]), Some(body)).await
    }

    async fn put(&self, player: &Player, path: &str, body: Value) -> anyhow::Result<Value> {
        self.request(Method::PUT, path, Some(player), Some(body)).await
    }

    /// Sends a request that must succeed.
    async fn request(
        &self,
        method: Method,
        path: &str,
        by: Option<&Player>,
        body: Option<Value>,
    ) -> anyhow::Result<Value> {
        let (is_success, answer) = self.send(method, path, by, body).await?;
        ensure!(is_success, "{path}: {answer}");
        Ok(answer)
    }

    /// Sends a request; returns whether it succeeded, and the answer.
    async fn send(
        &self,
        method: Method,
        path: &str,
        by: Option<&Player>,
        body: Option<Value>,
    ) -> anyhow::Result<(bool, Value)> {
        let mut request = self.client.request(method, format!("{}/api/v1{path}", self.base));
        if let Some(player) = by {
            request = request.bearer_auth(&player.token);
        }
        if let Some(body) = body {
            request = request.json(&body);
        }
        let answer = request.send().await?;
        let is_success = answer.status().is_success();
        let bytes = answer.bytes().await?;
        let answer = if bytes.is_empty() { Value::Null } else { serde_json::from_slice(&bytes)? };
        Ok((is_success, answer))
    }
}

fn text(value: &Value) -> anyhow::Result<String> {
    value.as_str().map(str::to_owned).with_context(|| format!("{value} where a text must be"))
}
