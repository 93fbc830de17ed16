//! Kills of the server while games finish: each game still counts once.

use std::time::Duration;

use serde_json::json;
use sumito_game::UserId;
use sumito_services::history::projections::rebuild;
use sumito_store::{GameFilter, Projection, Store};

use crate::client::Client;
use crate::database::{BOTH, Database};
use crate::process::Process;
use crate::store::settings;

const LIVES: u64 = 12;

/// Two players who play one game after the other, each ended at once by resignation.
struct Pair {
    black: Client,
    white: Client,
    room: String,
}

impl Pair {
    async fn new(process: &Process) -> Self {
        let mut black = process.client(&process.guest_token().await).await;
        let mut white = process.client(&process.guest_token().await).await;
        let (room, _) = black.create_room(json!({})).await;
        white.join(&room).await.unwrap();
        Self { black, white, room }
    }

    /// Finishes a game and starts the next one.
    async fn finish_one(&mut self) {
        let room = &self.room;
        self.white.request(json!({"type": "resign", "room": room})).await.unwrap();
        self.white.request(json!({"type": "offer", "room": room, "what": "rematch"})).await.unwrap();
        self.black.request(json!({"type": "accept", "room": room, "what": "rematch"})).await.unwrap();
    }
}

/// Returns the counts of some players, and the number of their games in the history.
async fn counted(store: &Store, players: &[UserId]) -> (u64, u64) {
    let (mut counted, mut played) = (0, 0);
    for &player in players {
        let filter = GameFilter { player: Some(player), limit: u32::MAX, ..GameFilter::default() };
        let counts = store.player_counts(player, true).await.unwrap();
        counted += counts.iter().map(|counts| counts.games).sum::<u64>();
        played += store.games(&filter).await.unwrap().len() as u64;
    }
    (counted, played)
}

#[tokio::test]
async fn each_game_counts_once_though_the_server_is_killed() {
    for kind in BOTH {
        let database = Database::new(kind).await;
        let mut process = Process::start(database.url()).await;
        let mut players = Vec::new();
        for life in 0..LIVES {
            let mut pair = Pair::new(&process).await;
            players.push(pair.black.user_id().parse().map(UserId).unwrap());
            // Eighteen in all runs, and the interrupted ones.
            for _ in 0..life % 4 {
                pair.finish_one().await;
            }
            // The kill comes during the next game, or while the last one is being counted.
            let kill = tokio::time::sleep(Duration::from_micros(900 * life));
            tokio::select! {
                () = kill => {}
                () = async { loop { pair.finish_one().await } } => {}
            }
            process.kill().await;
            process = Process::start(database.url()).await;
        }
        let reader = Store::open_existing(database.url(), &settings()).await.unwrap();
        let (mut counts, mut games) = counted(&reader, &players).await;
        while counts < games {
            (counts, games) = counted(&reader, &players).await;
        }
        reader.close().await;
        assert!(process.terminate().await.success());
        let store = Store::connect(database.url(), &settings()).await.unwrap();
        let (counts, games) = counted(&store, &players).await;
        assert_eq!(counts, games, "{kind:?}");
        assert!(games >= 18, "{kind:?}: {games}");
        assert!(rebuild(&store, Projection::Statistics).await.unwrap() >= games);
        assert_eq!(counted(&store, &players).await, (games, games));
        store.close().await;
    }
}
