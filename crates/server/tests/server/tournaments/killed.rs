//! `kill -9` in a tournament: no data is lost, and no step happens twice.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::{Place, Player, layout, open_games, play_out, settings};
use crate::database::{BOTH, Database};
use crate::process::{Process, output_of};

/// Connects the players to the running server.
async fn reconnect(place: &Place, players: Vec<Player>) -> Vec<Player> {
    let mut back = Vec::new();
    for Player { id, token, .. } in players {
        back.push(place.connect(id, token).await);
    }
    back
}

/// Polls the tournament until a condition holds.
async fn until(place: &Place, id: &str, wanted: impl Fn(&Value) -> bool) -> Value {
    loop {
        let shown = place.tournament(id).await;
        if wanted(&shown) {
            return shown;
        }
        tokio::task::yield_now().await;
    }
}

/// Polls until the rooms of these games exist: after a start the server makes them from the stored pairings.
async fn until_made(place: &Place, games: &[Value]) {
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
        let mut agreed = layout(settings(json!({"form": "round_robin", "cycles": 1})));
        agreed["no_shows_max"] = json!(0);
        let id = place.announce(&director, agreed).await;
        let players = place.entered(&id, 4).await;
        // Between pairing and start: the server answers when the pairings are stored, before the rooms are.
        place.command(&id, &director, json!({"type": "start"})).await;
        process.kill().await;

        let mut process = Process::start(database.url()).await;
        let mut place = Place::of_process(&process);
        let mut players = reconnect(&place, players).await;
        for round in 1..=3 {
            let shown =
                until(&place, &id, |shown| shown["state"]["round"] == round && open_games(shown).len() == 2)
                    .await;
            let games = open_games(&shown);
            until_made(&place, &games).await;
            play_out(&mut players, &shown, &games[0], 0).await;
            // In mid-round: one game is over, and the tournament may not know it yet.
            process.kill().await;
            process = Process::start(database.url()).await;
            place = Place::of_process(&process);
            players = reconnect(&place, players).await;
            let known = until(&place, &id, |shown| open_games(shown).len() == 1).await;
            until_made(&place, &open_games(&known)).await;
            play_out(&mut players, &known, &open_games(&known)[0], 1).await;
        }
        let over = until(&place, &id, |shown| shown["state"]["status"] == "finished").await;
        assert_eq!(over["standings"].as_array().unwrap().len(), 4);
        let log = place.get(&format!("/tournaments/{id}/log")).await;
        let lines = log["events"].as_array().unwrap();
        let played: Vec<_> = lines.iter().filter(|line| line["event"]["kind"] == "played").collect();
        let distinct: HashSet<_> = played.iter().map(|line| line["event"]["game"].as_u64()).collect();
        assert_eq!((played.len(), distinct.len()), (6, 6), "each game counts once: {log}");
        let games = place.get(&format!("/games?tournament={id}")).await;
        assert_eq!(games["games"].as_array().unwrap().len(), 6, "each game was played once");
        process.kill().await;
        let (well, stdout, stderr) = output_of(&["verify", "--database-url", database.url()], &[]).await;
        assert!(well && stdout.starts_with("verified 6 rooms "), "{stdout}{stderr}");
    }
}
