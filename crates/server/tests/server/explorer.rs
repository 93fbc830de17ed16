//! The opening explorer: counts of the first moves of games.

use serde_json::{Value, json};
use sumito_rules::{Layout, Mode, Position};
use sumito_services::history::projections::{catch_up, rebuild};
use sumito_store::{CanonicalPosition, Projection};

use crate::database::{BOTH, Kind};
use crate::play::two_players;
use crate::store::{Scene, batch, created, ended, execute, game};
use crate::test_server::TestServer;

/// Plays some moves, and lets Black resign.
async fn play(server: &TestServer, room: Value, moves: &[&str]) {
    let (mut black, mut white, room) = two_players(server, room).await;
    for (ply, text) in moves.iter().enumerate() {
        let mover = if ply % 2 == 0 { &mut black } else { &mut white };
        mover.play(&room, ply, text).await.unwrap();
    }
    let leaving = if moves.len() < 2 { "abort" } else { "resign" };
    black.request(json!({"type": leaving, "room": room})).await.unwrap();
    black.event("finished").await;
}

/// Returns the explorer's answer once it counts this many games at the start.
pub(crate) async fn explored(server: &TestServer, query: &str, games: u64) -> Value {
    loop {
        let (status, start) = server.get("/api/v1/explorer?layout=standard").await;
        assert_eq!(status, 200, "{start}");
        let count = |explored: &Value| explored["games"].as_u64().unwrap();
        if start["moves"].as_array().unwrap().iter().map(count).sum::<u64>() == games {
            break;
        }
        // A background task counts games after they have ended.
        tokio::task::yield_now().await;
    }
    let (status, explored) = server.get(&format!("/api/v1/explorer?layout=standard{query}")).await;
    assert_eq!(status, 200, "{explored}");
    explored["moves"].clone()
}

#[tokio::test]
async fn explorer_counts_moves_and_merges_symmetric_positions() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let standard = || json!({"layout": "standard"});
        // Games from a position are no games of a layout, even if it is the same position.
        let start = Position::start(Mode::Two, Layout::Standard).unwrap().to_string();
        play(&server, json!({"start_position": start}), &["a1b2", "i5h5"]).await;
        play(&server, standard(), &["a1b2", "i5h5", "a2b3", "i6h6"]).await;
        play(&server, standard(), &["a2b3", "i5h5", "a1b2", "i7h7"]).await;
        // The mirror image of the position.
        play(&server, standard(), &["a5b5", "i5h5"]).await;
        // The explorer counts no aborted or private games, and none of another layout here.
        play(&server, standard(), &["a3b4"]).await;
        play(&server, json!({"layout": "standard", "visibility": "private"}), &["a3b4", "i5h5"]).await;
        play(&server, json!({"layout": "belgian_daisy"}), &["a1b2", "i5h5"]).await;
        let one = |text: &str, games: u64, won: u64, lost: u64| json!({"move": text, "band": "unrated", "games": games, "won": won, "drawn": 0, "lost": lost});
        assert_eq!(explored(&server, "", 3).await, json!([one("a1b2", 2, 0, 2), one("a2b3", 1, 0, 1)]));
        assert_eq!(
            explored(&server, "&moves=a1b2", 3).await,
            json!([one("i5h5", 1, 1, 0), one("i9h8", 1, 1, 0)])
        );
        for moves in ["a1b2,i5h5,a2b3", "a2b3%20i5h5%20a1b2"] {
            let found = explored(&server, &format!("&moves={moves}"), 3).await;
            assert_eq!(found, json!([one("i6h6", 1, 1, 0), one("i7h7", 1, 1, 0)]), "{moves}");
        }
        let mirrored = explored(&server, "&moves=a5b5,i9h8,a4b4", 3).await;
        assert_eq!(mirrored, json!([one("i7h6", 1, 1, 0), one("i8h7", 1, 1, 0)]));
        assert_eq!(explored(&server, "&moves=a3b4", 3).await, json!([]));
        // The position after a1b2, without the number of plies, and with a move from there.
        let mut after = Position::start(Mode::Two, Layout::Standard).unwrap();
        after = after.play(after.parse_move("a1b2").unwrap()).unwrap().position;
        let line = after.to_string().rsplit_once(' ').unwrap().0.replace(' ', "%20");
        let found = explored(&server, &format!("&position={line}%200"), 3).await;
        assert_eq!(found, json!([one("i5h5", 1, 1, 0), one("i9h8", 1, 1, 0)]));
        let found = explored(&server, &format!("&position={line}%200&moves=i5h5"), 3).await;
        assert_eq!(found, json!([one("a2b3", 1, 0, 1)]));
    }
}

#[tokio::test]
async fn invalid_explorer_parameters_are_explained() {
    let server = TestServer::start().await;
    for (query, code) in [
        ("layout=pyramid", "bad_layout"),
        ("mode=three&layout=standard", "bad_layout"),
        ("mode=five", "bad_message"),
        ("layout=standard&moves=a1b2,a1b2", "bad_move"),
        ("layout=standard&moves=--", "bad_move"),
        ("position=a1b2", "bad_position"),
        ("line=a1b2", "bad_message"),
    ] {
        let (status, problem) = server.get(&format!("/api/v1/explorer?{query}")).await;
        assert_eq!((status.as_u16(), problem["code"].as_str().unwrap()), (400, code), "{query}: {problem}");
    }
    let (status, explored) = server.get("/api/v1/explorer?mode=three&moves=--,--").await;
    assert_eq!((status.as_u16(), &explored["moves"], &explored["plies"]), (200, &json!([]), &json!(16)));
}

#[tokio::test]
async fn explorer_is_rebuilt_and_read_from_an_index() {
    for kind in [Kind::Sqlite, Kind::Postgres] {
        let mut scene = Scene::new(kind).await;
        scene.writer.append(&batch([created(1, None)])).await.unwrap();
        let games: Vec<_> = (1..=600).map(|number| ended(game(1, number, number as u128))).collect();
        for some in games.chunks(100) {
            scene.writer.append(&batch(some.iter().cloned())).await.unwrap();
        }
        let start = Position::start(Mode::Two, Layout::Standard).unwrap();
        let position = CanonicalPosition::of(Layout::Standard, &start).position;
        assert_eq!(
            catch_up(&scene.store, Projection::Explorer).await.unwrap(),
            0,
            "no game has been rated yet"
        );
        catch_up(&scene.store, Projection::Ratings).await.unwrap();
        assert_eq!(catch_up(&scene.store, Projection::Explorer).await.unwrap(), 600);
        let explored = scene.store.explored(position).await.unwrap();
        assert_eq!((explored.len(), explored[0].counts.games, explored[0].counts.won), (1, 600, 600));
        assert_eq!(rebuild(&scene.store, Projection::Explorer).await.unwrap(), 600);
        assert_eq!(scene.store.explored(position).await.unwrap(), explored);
        execute(&scene.database, "ANALYZE").await;
        let plan = scene.store.explain_explored(position).await.unwrap();
        for bad in ["SCAN", "Seq Scan"] {
            assert!(!plan.contains(bad), "{kind:?}: {plan}");
        }
        scene.end().await;
    }
}
