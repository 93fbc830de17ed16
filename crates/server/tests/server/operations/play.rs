//! Rooms, games, pairings, puzzles and tournaments.

use serde_json::json;

use super::{Stage, text};
use crate::test_server::Guest;
use crate::tournaments::settings as tournament;

pub(super) async fn call(stage: &mut Stage) {
    let game = games(stage).await;
    positions(stage).await;
    of_players(stage, &game).await;
    challenges(stage).await;
    pairings(stage).await;
    puzzles(stage).await;
    tournaments(stage).await;
}

/// Plays a game, and reads it in all ways; returns its id.
async fn games(stage: &mut Stage) -> String {
    let (ada, ben) = (stage.ada.clone(), stage.ben.clone());
    let clock = json!({"kind": "per_move", "move_ms": 86_400_000});
    let made = stage
        .by(&ada, "POST /rooms", &[], json!({"clock": clock, "layout": "standard", "vacations": true}))
        .await;
    let room = text(&made, "/room").to_owned();
    let commands = "POST /rooms/{id}/commands";
    stage.by(&ben, commands, &[&room], json!({"type": "join"})).await;
    stage.get(&ada, "/rooms/{id}", &[&room]).await;
    stage.get(&ada, "/rooms", &[]).await;
    stage.get(&ada, "/activity", &[]).await;
    stage.get(&ada, "/lobbies", &[]).await;
    stage.get(&ada, "/me/rooms", &[]).await;
    stage.get(&ada, "/me/overview", &[]).await;
    stage.get(&ada, "/rooms/{id}/{picture}", &[&room, "picture.svg"]).await;
    stage.get(&ada, "/me/rooms/{room}/reminders", &[&room]).await;
    let reminders = json!({"mail": false, "push": true, "language": "en"});
    stage.by(&ada, "PUT /me/rooms/{room}/reminders", &[&room], reminders).await;
    stage.stream(&ada, "/rooms/{id}/stream", &[&room]).await;
    for (ply, (by, mv)) in [(&ada, "a1b2"), (&ben, "i5h5"), (&ada, "a2b3")].into_iter().enumerate() {
        stage.by(by, commands, &[&room], json!({"type": "play", "ply": ply, "move": mv})).await;
    }
    stage.by(&ben, commands, &[&room], json!({"type": "resign"})).await;
    let game = loop {
        let (_, games) = stage.server.get_as("/api/v1/games", &ada.token).await;
        if let Some(id) = games.pointer("/games/0/id") {
            break id.as_str().unwrap().to_owned();
        }
    };
    while stage.server.get(&format!("/api/v1/games/{game}")).await.0 != 200 {}
    stage.get(&ada, "/games?limit=5&mode=two", &[]).await;
    stage.get(&ada, &format!("/games/by-ids?ids={game}"), &[]).await;
    stage.get(&ada, "/games/export?mode=two", &[]).await;
    for path in ["/games/{id}", "/games/{id}/moves", "/games/{id}/game.txt"] {
        stage.get(&ada, path, &[&game]).await;
    }
    stage.get(&ada, "/games/{id}/{picture}", &[&game, "picture.svg"]).await;
    stage.by(&ada, "POST /games/{id}/analysis", &[&game], json!({})).await;
    stage.get(&ada, "/games/{id}/analysis", &[&game]).await;
    while stage
        .server
        .http()
        .get(stage.server.url(&format!("/api/v1/games/{game}/receipt")))
        .send()
        .await
        .unwrap()
        .status()
        != 200
    {}
    stage.get(&ada, "/games/{id}/receipt", &[&game]).await;
    for path in ["/receipts/checkpoint", "/receipts/log", "/.well-known/sumito-receipt-keys"] {
        stage.get(&ada, path, &[]).await;
    }
    stage.by(&ada, "PUT /me/notes/{game}", &[&game], json!({"text": "well played"})).await;
    stage.get(&ada, "/me/notes/{game}", &[&game]).await;
    game
}

async fn positions(stage: &mut Stage) {
    let ada = stage.ada.clone();
    let layouts = stage.get(&ada, "/layouts", &[]).await;
    let rows = text(&layouts, "/layouts/0/rows").to_owned();
    let position = format!("{rows}%20b%200,0%200%200");
    let (_, described) =
        stage.server.get(&format!("/api/v1/positions/formations?mode=two&position={position}")).await;
    assert!(described["code"].is_null(), "{position}: {described}");
    for path in ["/positions/evaluation", "/positions/formations"] {
        stage.get(&ada, &format!("{path}?mode=two&position={position}"), &[]).await;
    }
    stage.get(&ada, &format!("/positions/{{picture}}?mode=two&position={position}"), &["picture.svg"]).await;
    stage.get(&ada, "/explorer?mode=two&layout=standard&moves=a1b2", &[]).await;
}

async fn of_players(stage: &mut Stage, game: &str) {
    let (ada, ben) = (stage.ada.clone(), stage.ben.clone());
    for path in [
        "achievements",
        "activity",
        "avatar",
        "clubs",
        "counts",
        "games",
        "presence",
        "ratings/days",
        "statistics",
    ] {
        if path == "avatar" {
            stage.upload(&ada).await;
        }
        stage.get(&ben, &format!("/players/{{name}}/{path}"), &["Ada"]).await;
    }
    stage.delete(&ada, "/me/avatar", &[]).await;
    stage.get(&ben, "/players/{name}", &["Ada"]).await;
    stage.get(&ben, "/players/{name}/ratings?mode=two", &["Ada"]).await;
    stage.get(&ben, "/players/{name}/compare/{other}", &["Ada", "Ben"]).await;
    stage.get(&ben, "/players?prefix=ad", &[]).await;
    for path in ["faces", "presence"] {
        stage.get(&ben, &format!("/{path}?users={}", ada.id), &[]).await;
    }
    stage.get(&ben, "/leaderboards/{mode}", &["two"]).await;
    stage.get(&ben, "/leaderboards/{mode}/distribution", &["two"]).await;
    for list in ["follows", "blocks"] {
        let one = format!("/me/{list}/{{name}}");
        stage.call(Some(&ben), &format!("PUT {one}"), &["Ada"], None).await;
        stage.get(&ben, &format!("/me/{list}"), &[]).await;
        stage.delete(&ben, &one, &["Ada"]).await;
    }
    stage.get(&ben, "/me/followers", &[]).await;
    let report = json!({"player": "Ben", "words": "rude", "game": game});
    stage.by(&ada, "POST /reports", &[], report).await;
    stage.by(&ben, "PUT /me/vacation", &[], json!({"days": 1})).await;
    stage.get(&ben, "/me/vacation", &[]).await;
    stage.delete(&ben, "/me/vacation", &[]).await;
}

async fn challenges(stage: &mut Stage) {
    let (ada, ben) = (stage.ada.clone(), stage.ben.clone());
    let terms = json!({"clock": {"kind": "fischer", "initial_ms": 300_000, "increment_ms": 0}});
    for answer in ["counter", "decline", "accept", ""] {
        let made = stage.by(&ada, "POST /challenges", &[], json!({"player": "Ben", "terms": terms})).await;
        let id = text(&made, "/id").to_owned();
        stage.get(&ben, "/challenges", &[]).await;
        stage.get(&ben, "/challenges/{id}", &[&id]).await;
        let (by, round) = if answer == "counter" {
            let body = json!({"round": 1, "terms": terms});
            stage.by(&ben, "POST /challenges/{id}/counter", &[&id], body).await;
            (&ada, 2)
        } else {
            (&ben, 1)
        };
        match answer {
            "" => stage.delete(&ada, "/challenges/{id}", &[&id]).await,
            "accept" => stage.by(by, "POST /challenges/{id}/accept", &[&id], json!({"round": round})).await,
            _ => stage.by(by, "POST /challenges/{id}/decline", &[&id], json!({"round": round})).await,
        };
    }
}

async fn token_of(stage: &mut Stage, user: &Guest) -> String {
    let body = json!({"label": "Arbiter", "scopes": ["play"], "days": 1});
    let made = stage.by(user, "POST /tokens", &[], body).await;
    text(&made, "/token").to_owned()
}

async fn pairings(stage: &mut Stage) {
    let (admin, ada, ben) = (stage.admin.clone(), stage.ada.clone(), stage.ben.clone());
    let (first, second) = (token_of(stage, &ada).await, token_of(stage, &ben).await);
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    let start_at = i64::try_from(now.as_micros()).unwrap() + 3_600_000_000;
    let terms = json!({"clock": {"kind": "fischer", "initial_ms": 300_000, "increment_ms": 0}});
    let body = json!({"pairs": [{"first": first, "second": second}], "terms": terms, "start_at": start_at});
    let made = stage.by(&admin, "POST /pairings", &[], body).await;
    let id = text(&made, "/id").to_owned();
    stage.get(&admin, "/pairings", &[]).await;
    stage.get(&admin, "/pairings/{id}", &[&id]).await;
    stage.delete(&admin, "/pairings/{id}", &[&id]).await;
}

async fn puzzles(stage: &mut Stage) {
    let ada = stage.ada.clone();
    while stage.server.get_as("/api/v1/puzzles/next", &ada.token).await.0 != 200 {}
    let next = stage.get(&ada, "/puzzles/next?mode=two", &[]).await;
    let id = text(&next, "/id").to_owned();
    stage.get(&ada, "/puzzles/{id}", &[&id]).await;
    stage.by(&ada, "POST /puzzles/{id}/attempts", &[&id], json!({"moves": []})).await;
    stage.by(&ada, "PUT /puzzles/{id}/vote", &[&id], json!({"vote": "up"})).await;
    stage.get(&ada, "/puzzles/daily", &[]).await;
    stage.get(&ada, "/puzzles/leaderboards/{kind}", &["storm"]).await;
    stage.get(&ada, "/me/puzzles", &[]).await;
    stage.get(&ada, "/me/puzzles/attempts", &[]).await;
    stage.get(&ada, "/me/puzzles/attempts/{id}", &[&id]).await;
    let run = stage.by(&ada, "POST /puzzles/runs", &[], json!({"kind": "streak"})).await;
    let (run, puzzle) = (text(&run, "/id").to_owned(), text(&run, "/puzzle/id").to_owned());
    stage.get(&ada, "/puzzles/runs/{id}", &[&run]).await;
    let attempt = json!({"puzzle": puzzle, "moves": []});
    stage.by(&ada, "POST /puzzles/runs/{id}/attempts", &[&run], attempt).await;
}

async fn tournaments(stage: &mut Stage) {
    let (ada, ben) = (stage.ada.clone(), stage.ben.clone());
    let settings = tournament(json!({"form": "swiss", "rounds": 3}));
    let made = stage.by(&ada, "POST /tournaments", &[], json!({"settings": settings})).await;
    let id = text(&made, "/state/id").to_owned();
    let edit = json!({"settings": settings, "revision": made["revision"]});
    stage.by(&ada, "PATCH /tournaments/{id}", &[&id], edit).await;
    let commands = "POST /tournaments/{id}/commands";
    for by in [&ada, &ben] {
        stage.by(by, commands, &[&id], json!({"type": "register"})).await;
    }
    stage.get(&ada, "/tournaments/{id}/hall", &[&id]).await;
    stage.by(&ada, commands, &[&id], json!({"type": "start"})).await;
    stage.get(&ada, "/tournaments", &[]).await;
    for path in ["", "/clubs", "/games", "/log", "/rounds", "/standings", "/draft"] {
        stage.get(&ada, &format!("/tournaments/{{id}}{path}"), &[&id]).await;
    }
    stage.get(&ada, "/tournaments/{id}/export?format=json", &[&id]).await;
    stage.get(&ada, "/me/invitations", &[]).await;
    let bracket = tournament(json!({"form": "double_elimination", "best_of": 1}));
    let made = stage.by(&ada, "POST /tournaments", &[], json!({"settings": bracket})).await;
    let cup = text(&made, "/state/id").to_owned();
    stage.get(&ada, "/tournaments/{id}/bracket", &[&cup]).await;
    let trf =
        "012 Open\n001    1      Ada                                                           0.0    1";
    let body = json!({"trf": trf, "settings": tournament(json!({"form": "round_robin", "cycles": 1}))});
    stage.by(&ada, "POST /tournaments/import", &[], body).await;
    stage.by(&ada, commands, &[&id], json!({"type": "cancel", "reason": "rain"})).await;
    stage.get(&ada, "/tournaments/{id}/receipt", &[&id]).await;
}
