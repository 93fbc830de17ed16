//! Formats with brackets, played to their end over sockets.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::{Place, Player, layout, open_games, play_out, settings, subscribe, wait_for};
use crate::client::Client;
use crate::database::BOTH;
use crate::test_server::TestServer;

/// Plays all rounds of a running tournament; the player with the lower number wins each game. Returns the last change.
async fn play_all(place: &Place, id: &str, players: &mut [Player], watcher: &mut Client) -> Value {
    let mut last = place.tournament(id).await;
    let mut played = HashSet::new();
    loop {
        let shown = place.tournament(id).await;
        for game in open_games(&shown) {
            // The tournament shows a game as running until it has read the result.
            if !played.insert(game["room"].as_str().unwrap().to_owned()) {
                continue;
            }
            let sides = &game["sides"];
            let loser = usize::from(sides[0].as_u64() < sides[1].as_u64());
            play_out(players, &shown, &game, loser).await;
        }
        while last["state"]["status"] == "running"
            && last["state"]["seq"].as_u64() <= shown["state"]["seq"].as_u64()
        {
            last = wait_for(watcher, |_| true).await;
        }
        if last["state"]["status"] != "running" {
            return last;
        }
    }
}

fn places(standings: &Value) -> Vec<(u64, u64)> {
    let number = |value: &Value| value.as_u64().unwrap();
    let rows = standings["standings"].as_array().unwrap();
    rows.iter().map(|row| (number(&row["place"]), number(&row["participant"]))).collect()
}

#[tokio::test]
async fn a_double_elimination_is_played_from_registration_to_podium() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let place = Place::of(&server);
        let (_, director) = place.account("Ada").await;
        let form = json!({"form": "double_elimination", "best_of": 1});
        let id = place.announce(&director, layout(settings(form))).await;
        let shown = place.tournament(&id).await;
        assert_eq!(shown["settings"]["form"]["reset"], json!(true), "{shown}");
        assert_eq!(place.get(&format!("/tournaments/{id}/bracket")).await, json!({"matches": []}));
        let mut players = place.entered(&id, 5).await;
        let mut watcher = server.client().await;
        subscribe(&mut watcher, &id).await;
        place.command(&id, &director, json!({"type": "start"})).await;
        let over = play_all(&place, &id, &mut players, &mut watcher).await;
        assert_eq!((&over["state"]["status"], &over["state"]["rounds"]), (&json!("finished"), &json!(6)));
        let standings = place.get(&format!("/tournaments/{id}/standings")).await;
        assert_eq!(standings["tie_breaks"], json!(["reached"]));
        assert_eq!(places(&standings), [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5)]);

        let bracket = place.get(&format!("/tournaments/{id}/bracket")).await;
        let matches = bracket["matches"].as_array().unwrap();
        assert_eq!(matches.len(), 15, "{bracket}");
        let part = |name: &str| matches.iter().filter(|one| one["part"] == name).count();
        assert_eq!([part("winners"), part("losers"), part("final"), part("reset")], [7, 6, 1, 1]);
        let last = &matches[13];
        assert_eq!(
            (&last["winner"], &last["over"], &last["slots"][0]["points"]),
            (&json!(1), &json!(true), &json!(1.0))
        );
        assert_eq!(
            last["slots"][1],
            json!({"participant": 2, "free": false, "winner_of": 13, "points": 0.0})
        );
        assert_eq!(matches[14]["slots"][0]["free"], json!(true), "no second match was needed");

        let file = |format: &str| format!("/tournaments/{id}/export?format={format}");
        let json = place.get(&file("json")).await;
        assert_eq!(json["settings"]["form"]["form"], "double_elimination");
        let server = &server;
        let text = |path: String| async move {
            let answer = reqwest::get(server.url(&format!("/api/v1{path}"))).await.unwrap();
            answer.text().await.unwrap()
        };
        let trf = text(file("trf")).await;
        assert!(trf.contains("092 Double elimination") && trf.contains("XXR 6"), "{trf}");
        assert!(
            text(file("csv")).await.starts_with("\u{feff}place,number,name,rating,points,reached,round_1")
        );
        assert!(text(file("text")).await.contains("Club evening"));
        let log = place.get(&format!("/tournaments/{id}/log")).await;
        assert!(log["events"].as_array().unwrap().iter().any(|line| line["event"]["kind"] == "finished"));
    }
}

#[tokio::test]
async fn groups_and_knockout_are_played_from_registration_to_podium() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let place = Place::of(&server);
        let (_, director) = place.account("Ada").await;
        let form = json!({"form": "groups", "groups": 2, "advance": 2, "best_of": 1});
        let id = place.announce(&director, layout(settings(form))).await;
        let shown = place.tournament(&id).await;
        assert_eq!(
            (&shown["settings"]["entry"]["minimum"], &shown["settings"]["entry"]["capacity"]),
            (&json!(4), &json!(32))
        );
        let mut players = place.entered(&id, 5).await;
        let mut watcher = server.client().await;
        subscribe(&mut watcher, &id).await;
        place.command(&id, &director, json!({"type": "start"})).await;
        let over = play_all(&place, &id, &mut players, &mut watcher).await;
        assert_eq!((&over["state"]["status"], &over["state"]["rounds"]), (&json!("finished"), &json!(5)));
        let standings = place.get(&format!("/tournaments/{id}/standings")).await;
        let rows = standings["standings"].as_array().unwrap();
        let groups: Vec<_> = rows
            .iter()
            .map(|row| {
                [&row["participant"], &row["group"], &row["group_place"]].map(|value| value.as_u64().unwrap())
            })
            .collect();
        assert_eq!((groups[0], groups[1]), ([1, 1, 1], [2, 2, 1]), "{standings}");
        assert_eq!(groups[4], [5, 1, 3], "{standings}");
        let bracket = place.get(&format!("/tournaments/{id}/bracket")).await;
        let matches = bracket["matches"].as_array().unwrap();
        assert_eq!(
            (matches.len(), &matches[0]["round"], &matches[2]["round"]),
            (3, &json!(4), &json!(5)),
            "{bracket}"
        );
        let log = place.get(&format!("/tournaments/{id}/log")).await;
        let qualified =
            log["events"].as_array().unwrap().iter().find(|line| line["event"]["kind"] == "qualified");
        assert_eq!(qualified.unwrap()["event"]["entrants"].as_array().unwrap().len(), 4, "{log}");
        let trf =
            reqwest::get(server.url(&format!("/api/v1/tournaments/{id}/export?format=trf"))).await.unwrap();
        let trf = trf.text().await.unwrap();
        assert!(trf.contains("092 Groups and knockout") && trf.contains("XXR 5"), "{trf}");
    }
}

#[tokio::test]
async fn more_players_than_a_double_elimination_has_are_refused() {
    let server = TestServer::start().await;
    let place = Place::of(&server);
    let (_, director) = place.account("Ada").await;
    let mut wish = settings(json!({"form": "double_elimination", "best_of": 1, "reset": false}));
    wish["entry"] = json!({"capacity": 257});
    let (status, body) = place.post("/tournaments", &director, json!({"settings": wish})).await;
    assert_eq!((status, &body["code"]), (400, &json!("out_of_range")), "{body}");
    let mut wish = settings(json!({"form": "double_elimination", "best_of": 1}));
    wish["mode"] = json!("three");
    let (status, body) = place.post("/tournaments", &director, json!({"settings": wish})).await;
    assert_eq!((status, &body["code"]), (422, &json!("unsupported")), "{body}");
}
