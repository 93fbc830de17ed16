//! `kill -9` in a tournament: no data is lost, and no step happens twice.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::{Place, Player, layout, open_games, play_out, settings};
use crate::database::{BOTH, Database};
use crate::process::{Process, output_of};

/// Connects the players to the running server.
async fn reconnect(place: &Place, players: Vec<Player>) -> Vec<Player> {
    let mut connected = Vec::new();
    for Player { id, token, .. } in players {
        connected.push(place.connect(id, token).await);
    }
    connected
}

/// Polls the tournament until a condition holds.
async fn poll_until(place: &Place, id: &str, condition: impl Fn(&Value) -> bool) -> Value {
    loop {
        let shown = place.tournament(id).await;
        if condition(&shown) {
            return shown;
        }
        tokio::task::yield_now().await;
    }
}

/// Polls until the rooms of these games exist: after a start the server makes them from the stored pairings.
async fn wait_for_rooms(place: &Place, games: &[Value]) {
    for game in games {
        let path = format!("/rooms/{}", game["room"].as_str().unwrap());
        while place.get(&path).await["code"] == "no_such_room" {
            tokio::task::yield_now().await;
        }
    }
}

#[tokio::test]
async fn tournament_continues_after_any_kill() {
    for kind in BOTH {
        let database = Database::new(kind).await;
        let process = Process::start(database.url()).await;
        let place = Place::of_process(&process);
        let (_, director) = place.account("Ada").await;
        let mut one_cycle = layout(settings(json!({"form": "round_robin", "cycles": 1})));
        one_cycle["no_shows_max"] = json!(0);
        let id = place.announce(&director, one_cycle).await;
        let players = place.entered(&id, 4).await;
        // Between pairing and start: the server answers when the pairings are stored, before the rooms are.
        place.command(&id, &director, json!({"type": "start"})).await;
        process.kill().await;

        let mut process = Process::start(database.url()).await;
        let mut place = Place::of_process(&process);
        let mut players = reconnect(&place, players).await;
        for round in 1..=3 {
            let shown = poll_until(&place, &id, |shown| {
                shown["state"]["round"] == round && open_games(shown).len() == 2
            })
            .await;
            let games = open_games(&shown);
            wait_for_rooms(&place, &games).await;
            play_out(&mut players, &shown, &games[0], 0).await;
            // In mid-round: one game is over, and the tournament may not have its result yet.
            process.kill().await;
            process = Process::start(database.url()).await;
            place = Place::of_process(&process);
            players = reconnect(&place, players).await;
            let shown = poll_until(&place, &id, |shown| open_games(shown).len() == 1).await;
            wait_for_rooms(&place, &open_games(&shown)).await;
            play_out(&mut players, &shown, &open_games(&shown)[0], 1).await;
        }
        let finished = poll_until(&place, &id, |shown| shown["state"]["status"] == "finished").await;
        assert_eq!(finished["standings"].as_array().unwrap().len(), 4);
        let log = place.get(&format!("/tournaments/{id}/log")).await;
        let lines = log["events"].as_array().unwrap();
        let played: Vec<_> = lines.iter().filter(|line| line["event"]["kind"] == "played").collect();
        let distinct: HashSet<_> = played.iter().map(|line| line["event"]["game"].as_u64()).collect();
        assert_eq!((played.len(), distinct.len()), (6, 6), "each game counts once: {log}");
        let games = place.get(&format!("/games?tournament={id}")).await;
        assert_eq!(games["games"].as_array().unwrap().len(), 6, "each game was played once");
        process.kill().await;
        let (success, stdout, stderr) = output_of(&["verify", "--database-url", database.url()], &[]).await;
        assert!(success && stdout.starts_with("verified 6 rooms "), "{stdout}{stderr}");
    }
}
