//! Failures of servers while members chat and play a rated arena: acknowledged lines and results stay, and each counts once.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use sumito_game::{Reason, TournamentId, UserId};
use sumito_services::history::projections::{catch_up, rebuild};
use sumito_store::{GameFilter, Projection, RatingRow, Store};
use tokio::time::sleep;

use super::{KILLS, given};
use crate::client::{Client, Refused};
use crate::database::{Database, Kind};
use crate::play::recorded_game;
use crate::process::{Process, output_of};
use crate::store::settings as database_settings;
use crate::tournaments::{Place, open_games, settings};

/// Accounts that play the arena.
const MEMBERS: usize = 4;

/// Moves before a player resigns: enough for the game to count for ratings.
const PLIES: usize = 6;

/// Maximum time between the start and the kill of a server.
const LIFE_MAX_MS: u64 = 1_500;

/// Lines of the chat that are compared after each start; the server sends the last 100.
const COMPARED: usize = 60;

/// More games than an arena of the test has.
const GAMES_MAX: u32 = 100_000;

/// Limits far above the defaults, because the members chat and play faster than people.
pub(super) const SETTINGS: [(&str, &str); 5] = [
    ("SUMITO_CHAT__BURST_LINES", "10000"),
    ("SUMITO_CHAT__LINES_PER_MINUTE", "100000"),
    ("SUMITO_LIMITS__CHAT_LINES_PER_MINUTE", "0"),
    ("SUMITO_LIMITS__MESSAGES_PER_SECOND", "0"),
    ("SUMITO_LIMITS__TOURNAMENT_COMMANDS_PER_USER_PER_MINUTE", "0"),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn club_killed_at_random_moments_on_sqlite() {
    kill_a_club(Kind::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn club_killed_at_random_moments_on_postgres() {
    kill_a_club(Kind::Postgres).await;
}

/// The members of a club, and their knowledge of its arena and its chat.
pub(super) struct Club {
    tournament: String,
    /// The user id and the token of each member.
    members: Vec<(String, String)>,
    moves: Vec<String>,
    rng: fastrand::Rng,
    /// All lines sent, in order.
    sent: Vec<String>,
    /// The lines that the server acknowledged.
    acknowledged: BTreeSet<String>,
    /// The numbers of the games with an acknowledged resignation.
    resigned: BTreeSet<u64>,
}

#[expect(clippy::print_stderr, reason = "a failure at a random moment cannot be repeated without its seed")]
async fn kill_a_club(kind: Kind) {
    let seed = given("SUMITO_CRASH_SEED").unwrap_or_else(|| fastrand::u64(..));
    let kills = given("SUMITO_CRASH_KILLS").unwrap_or(KILLS);
    eprintln!("{kills} kills of a club on {kind:?} with SUMITO_CRASH_SEED={seed}");
    let started = Instant::now();
    let mut rng = fastrand::Rng::with_seed(seed);
    let database = Database::new(kind).await;
    let process = Process::start_with(database.url(), &SETTINGS).await;
    let mut club = Club::found(&process, rng.fork()).await;
    process.kill().await;
    for _ in 0..kills {
        let process = Process::start_with(database.url(), &SETTINGS).await;
        let life = Duration::from_micros(rng.u64(..LIFE_MAX_MS * 1_000));
        let servers = [process.url("")];
        tokio::select! {
            None = club.play(&servers, || ()) => panic!("the server closed a socket"),
            () = sleep(life) => {}
        }
        process.kill().await;
    }
    let process = Process::start_with(database.url(), &SETTINGS).await;
    let played = club.resolve(&[process.url("")]).await;
    assert!(process.terminate().await.success());
    club.check_ratings(database.url(), played).await;
    let (well, stdout, stderr) = output_of(&["verify", "--database-url", database.url()], &[]).await;
    assert!(well, "{stdout}{stderr}");
    eprintln!(
        "{kills} kills of a club on {kind:?} in {:.1?}: {} of {} lines and {} of {played} results acknowledged",
        started.elapsed(),
        club.acknowledged.len(),
        club.sent.len(),
        club.resigned.len(),
    );
}

impl Club {
    /// Makes the accounts and starts their arena.
    pub(super) async fn found(process: &Process, rng: fastrand::Rng) -> Self {
        let place = Place::of_process(process);
        let (layout, moves) = recorded_game();
        let (_, director) = place.account("Ada").await;
        let form =
            json!({"form": "arena", "duration_s": 43_200, "closing_s": 0, "wave_s": 1, "berserk": false});
        let mut arena = settings(form);
        (arena["layout"], arena["rated"]) = (json!(layout), json!(true));
        arena["entry"] = json!({"accounts_only": true, "programs": false});
        let tournament = place.announce(&director, arena).await;
        let (mut members, mut present) = (Vec::new(), Vec::new());
        for number in 0..MEMBERS {
            let (user, token) = place.account(&format!("Member{number}")).await;
            place.command(&tournament, &token, json!({"type": "register"})).await;
            present.push(process.client(&token).await);
            members.push((user, token));
        }
        place.command(&tournament, &director, json!({"type": "start"})).await;
        let (sent, acknowledged, resigned) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
        Self { tournament, members, moves, rng, sent, acknowledged, resigned }
    }

    /// Chats and plays until a server is gone or unavailable: `None`. Each member connects to any of the servers. Calls `acknowledged` for
    /// each acknowledged line and resignation.
    pub(super) async fn play(
        &mut self,
        servers: &[String],
        acknowledged: impl Fn() + Send,
    ) -> Option<Infallible> {
        let mut sockets = self.reconnect(servers).await?;
        loop {
            for socket in &mut sockets {
                let line = format!("line {:b}", self.sent.len());
                self.sent.push(line.clone());
                let chat = json!({"type": "chat", "channel": lobby(), "text": line});
                accepted(socket.try_ask(chat).await?)?;
                self.acknowledged.insert(line);
                acknowledged();
            }
            let place = Place::at(self.rng.choice(servers).unwrap());
            let shown = place.try_tournament(&self.tournament).await?;
            for game in open_games(&shown) {
                self.play_game(&mut sockets, &shown, &game).await?;
                acknowledged();
            }
        }
    }

    /// Connects all members and compares the chat with the club's records.
    async fn reconnect(&mut self, servers: &[String]) -> Option<Vec<Client>> {
        let mut sockets = Vec::new();
        for (_, token) in &self.members {
            let headers = [("authorization", format!("Bearer {token}"))];
            let url = format!("{}/ws", self.rng.choice(servers).unwrap());
            sockets.push(Client::connect_with(&url, &headers).await.ok()?);
        }
        let first = &mut sockets[0];
        accepted(first.try_ask(json!({"type": "subscribe", "chat": lobby()})).await?)?;
        let (mut counts, mut compared) = (BTreeMap::<_, u32>::new(), self.sent.iter().rev().take(COMPARED));
        // A line that another node has just acknowledged may come a moment later.
        loop {
            let shown = first.try_next_where(|message| message["type"] == "chat").await?;
            if shown["full"] == true {
                counts.clear();
            }
            for line in shown["lines"].as_array().unwrap() {
                *counts.entry(line["text"].as_str().unwrap().to_owned()).or_default() += 1;
            }
            if compared.clone().all(|line| !self.acknowledged.contains(line) || counts.contains_key(line)) {
                break;
            }
        }
        assert!(
            compared.all(|line| counts.get(line).is_none_or(|&count| count == 1)),
            "a line is there twice: {counts:?}"
        );
        accepted(first.try_ask(json!({"type": "unsubscribe", "chat": lobby()})).await?)?;
        Some(sockets)
    }

    /// Plays a game to its end, from the position that the last server stored.
    async fn play_game(&mut self, sockets: &mut [Client], shown: &Value, game: &Value) -> Option<()> {
        let (number, room) = (game["number"].as_u64().unwrap(), game["room"].as_str().unwrap());
        let seats = [0, 1].map(|side| {
            let participants = shown["participants"].as_array().unwrap();
            let player = participants.iter().find(|each| each["number"] == game["sides"][side]).unwrap();
            let user = player["players"][0]["id"].as_str().unwrap();
            self.members.iter().position(|(member, _)| member == user).unwrap()
        });
        let black = &mut sockets[seats[0]];
        if black.try_ask(json!({"type": "watch", "room": room})).await?.is_err() {
            // The server makes the room of a new pairing a moment later.
            return Some(());
        }
        let snapshot =
            black.try_next_where(|message| message["type"] == "snapshot" && message["room"] == room).await?;
        accepted(black.try_ask(json!({"type": "unwatch", "room": room})).await?)?;
        if snapshot["status"] != "playing" {
            return Some(());
        }
        assert!(!self.resigned.contains(&number), "an acknowledged resignation is lost: {snapshot}");
        let played = snapshot["moves"].as_array().unwrap().len();
        for ply in played..PLIES {
            let play = json!({"type": "play", "room": room, "ply": ply, "move": self.moves[ply]});
            accepted(sockets[seats[ply % 2]].try_ask(play).await?)?;
        }
        let loser = seats[self.rng.usize(..2)];
        accepted(sockets[loser].try_ask(json!({"type": "resign", "room": room})).await?)?;
        self.resigned.insert(number);
        Some(())
    }

    /// Waits until the arena has every result once; returns the number of results.
    pub(super) async fn resolve(&mut self, servers: &[String]) -> usize {
        self.reconnect(servers).await.expect("the servers run");
        let place = Place::at(&servers[0]);
        loop {
            let played = self.results(&place).await;
            if self.resigned.is_subset(&played) {
                return played.len();
            }
            tokio::task::yield_now().await;
        }
    }

    /// Returns the numbers of the games with a result in the log of the arena.
    async fn results(&self, place: &Place) -> BTreeSet<u64> {
        let (mut played, mut query) = (BTreeSet::new(), String::new());
        loop {
            let page = place.get(&format!("/tournaments/{}/log{query}", self.tournament)).await;
            let events = page["events"].as_array().unwrap();
            for event in events.iter().map(|entry| &entry["event"]).filter(|event| event["kind"] == "played")
            {
                assert!(played.insert(event["game"].as_u64().unwrap()), "a second result: {event}");
            }
            let Some(next) = page["next"].as_str() else { return played };
            query = format!("?cursor={next}");
        }
    }

    /// Checks that each result has one game and each game that is long enough counts once for ratings. Then computes all ratings again and
    /// compares them with those that the servers stored game by game.
    pub(super) async fn check_ratings(&self, database_url: &str, played: usize) {
        let store = Store::connect(database_url, &database_settings()).await.unwrap();
        let tournament = Some(TournamentId(self.tournament.parse().unwrap()));
        let games =
            store.games(&GameFilter { tournament, limit: GAMES_MAX, ..GameFilter::default() }).await.unwrap();
        assert!(
            played <= games.len() && games.len() < GAMES_MAX as usize,
            "{} games of {played} results",
            games.len()
        );
        let (counted, short): (Vec<_>, Vec<_>) = games.iter().partition(|game| game.plies as usize >= PLIES);
        // The members play their games to the end, unless their connection fails for longer than the limit of a first move.
        assert!(short.iter().all(|game| game.outcome.reason == Reason::Time), "{short:?}");
        catch_up(&store, Projection::Ratings).await.unwrap();
        let before = self.ratings(&store).await;
        let rated: u64 = before.iter().map(|row| u64::from(row.rating.games)).sum();
        assert_eq!(rated, 2 * counted.len() as u64, "{} games, {} short ones", games.len(), short.len());
        rebuild(&store, Projection::Ratings).await.unwrap();
        assert_eq!(self.ratings(&store).await, before);
        store.close().await;
    }

    async fn ratings(&self, store: &Store) -> Vec<RatingRow> {
        let mut rows = Vec::new();
        for (user, _) in &self.members {
            rows.extend(store.ratings_of(UserId(user.parse().unwrap())).await.unwrap());
        }
        rows
    }
}

/// Returns the server's answer; `None` if it is unavailable.
pub(super) fn accepted(answer: Result<Value, Refused>) -> Option<Value> {
    match answer {
        Err(error) if error.code == "unavailable" || error.code == "busy" => None,
        answer => Some(answer.expect("the command is valid")),
    }
}

fn lobby() -> Value {
    json!({"kind": "lobby", "lobby": "main"})
}
