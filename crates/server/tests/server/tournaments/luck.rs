//! Withdrawals, deletions, conflicts and outages during tournaments.

use reqwest::Method;
use serde_json::{Value, json};

use super::{Place, layout, on_side, open_games, play_out, settings, subscribe, wait_for};
use crate::bots;
use crate::database::{BOTH, Kind};
use crate::test_server::{PASSWORD, TestServer};

fn round_robin() -> Value {
    layout(settings(json!({"form": "round_robin", "cycles": 1})))
}

#[tokio::test]
async fn withdrawal_in_mid_round_forfeits_the_game() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let place = Place::of(&server);
        let (_, director) = place.account("Ada").await;
        let id = place.announce(&director, round_robin()).await;
        let mut players = place.entered(&id, 2).await;
        place.command(&id, &director, json!({"type": "start"})).await;
        let shown = place.tournament(&id).await;
        let game = open_games(&shown).remove(0);
        let room = game["room"].as_str().unwrap().to_owned();
        let stays = on_side(&mut players, &shown, &game, 1);
        stays.socket.watch(&room).await;
        let goes = on_side(&mut players, &shown, &game, 0).token.clone();
        place.command(&id, &goes, json!({"type": "withdraw"})).await;
        let stays = on_side(&mut players, &shown, &game, 1);
        let finished = stays.socket.event("finished").await;
        assert_eq!(finished["result"]["reason"], "aborted", "the tournament decides, not the board");
        let over = place.tournament(&id).await;
        assert_eq!(over["games"][0]["verdict"], json!({"kind": "forfeit", "winners": [1]}));
        // A player who leaves a round robin before half of it loses all results, so no player has points.
        for standing in over["standings"].as_array().unwrap() {
            assert_eq!(standing["points"], 0.0, "{standing}");
        }
    }
}

#[tokio::test]
async fn deleted_account_leaves_no_name_in_a_tournament() {
    for kind in BOTH {
        let mut server = TestServer::start_on(kind).await;
        let place = Place::of(&server);
        let (_, director) = place.account("Ada").await;
        let (user, token) = place.account("Grace").await;
        let over = place.announce(&director, round_robin()).await;
        let ahead = place.announce(&director, round_robin()).await;
        for id in [&over, &ahead] {
            place.command(id, &token, json!({"type": "register"})).await;
        }
        let mut players = place.entered(&over, 1).await;
        players.push(place.connect(user, token.clone()).await);
        let mut watcher = server.client().await;
        subscribe(&mut watcher, &over).await;
        place.command(&over, &director, json!({"type": "start"})).await;
        let shown = place.tournament(&over).await;
        play_out(&mut players, &shown, &open_games(&shown).remove(0), 0).await;
        wait_for(&mut watcher, |message| message["state"]["status"] == "finished").await;
        let password = json!({"password": PASSWORD});
        assert_eq!(place.request(Method::DELETE, "/me", &token, password).await.0, 204);
        // The removal of the name survives a restart.
        server.restart_after(async |_| {}).await;

        let place = Place::of(&server);
        let mut watcher = server.client().await;
        for id in [&over, &ahead] {
            watcher.request(json!({"type": "subscribe", "tournament": id})).await.unwrap();
            let settled = |message: &Value| {
                let participants = message["participants"].as_array().unwrap();
                let is_settled = if id == &over {
                    participants.iter().any(|each| each["name"] == "[deleted]")
                } else {
                    // A player who leaves before the start is no longer listed.
                    (message["full"] == true || !participants.is_empty())
                        && participants.iter().all(|each| each["membership"] != "in")
                };
                message["state"]["id"] == json!(id) && is_settled
            };
            wait_for(&mut watcher, settled).await;
            for path in ["", "/log", "/export?format=json"] {
                let shown = place.get(&format!("/tournaments/{id}{path}")).await.to_string();
                assert!(!shown.contains("Grace"), "{path}: {shown}");
                let is_listed = id == &over || path == "/log";
                assert_eq!(shown.contains("[deleted]"), is_listed, "{path}: {shown}");
            }
        }
        let podium = place.get("/tournaments?over=true").await["tournaments"][0]["podium"].clone();
        assert!(podium.as_array().unwrap().contains(&json!("[deleted]")), "{podium}");
        assert_eq!(place.tournament(&ahead).await["participants"], json!([]));
        let kept = place.tournament(&over).await;
        assert_eq!(kept["games"][0]["verdict"]["kind"], "played", "played games stay");
    }
}

#[tokio::test]
async fn one_player_plays_in_two_tournaments() {
    let server = TestServer::start().await;
    let place = Place::of(&server);
    let (_, director) = place.account("Ada").await;
    let first = place.announce(&director, round_robin()).await;
    let second = place.announce(&director, round_robin()).await;
    let mut players = place.entered(&first, 2).await;
    for player in &players {
        place.command(&second, &player.token, json!({"type": "register"})).await;
    }
    let mut watcher = server.client().await;
    for id in [&first, &second] {
        place.command(id, &director, json!({"type": "start"})).await;
    }
    for id in [&second, &first] {
        subscribe(&mut watcher, id).await;
        let shown = place.tournament(id).await;
        let game = open_games(&shown).remove(0);
        play_out(&mut players, &shown, &game, 0).await;
        wait_for(&mut watcher, |message| {
            message["state"]["id"] == json!(id) && message["state"]["status"] == "finished"
        })
        .await;
    }
}

#[tokio::test]
async fn concurrent_corrections_conflict() {
    let server = TestServer::start().await;
    let place = Place::of(&server);
    let (_, director) = place.account("Ada").await;
    let (_, other) = place.account("Grace").await;
    let id = place.announce(&director, round_robin()).await;
    place.command(&id, &director, json!({"type": "add_director", "player": "Grace"})).await;
    let mut players = place.entered(&id, 2).await;
    let mut watcher = server.client().await;
    subscribe(&mut watcher, &id).await;
    place.command(&id, &director, json!({"type": "start"})).await;
    let shown = place.tournament(&id).await;
    let game = open_games(&shown).remove(0);
    play_out(&mut players, &shown, &game, 0).await;
    wait_for(&mut watcher, |message| message["state"]["status"] == "finished").await;
    let seen = place.tournament(&id).await["games"][0]["verdict"].clone();
    let correct = |winners: Value| {
        let verdict = json!({"kind": "forfeit", "winners": winners});
        json!({"type": "rule", "game": 1, "verdict": verdict, "seen": seen, "reason": "the wrong board"})
    };
    let (mine, theirs) = (correct(json!([0])), correct(json!([])));
    let (one, two) =
        tokio::join!(place.try_command(&id, &director, &mine), place.try_command(&id, &other, &theirs));
    let mut answers = [one.0, two.0];
    answers.sort_unstable();
    assert_eq!(answers, [200, 409], "{one:?} {two:?}");
    let log = place.get(&format!("/tournaments/{id}/log")).await;
    let ruled = log["events"].as_array().unwrap().iter().filter(|line| line["event"]["kind"] == "ruled");
    assert_eq!(ruled.count(), 1, "{log}");
}

#[tokio::test]
async fn computer_plays_in_tournaments_that_allow_it() {
    let server = TestServer::start().await;
    let place = Place::of(&server);
    let (_, director) = place.account("Ada").await;
    let add = json!({"type": "add", "computer": 1});
    let people = place.announce(&director, round_robin()).await;
    let (status, body) = place.try_command(&people, &director, &add).await;
    assert_eq!((status, &body["code"]), (403, &json!("not_eligible")), "{body}");
    let mut agreed = round_robin();
    agreed["entry"] = json!({"programs": true});
    let id = place.announce(&director, agreed).await;
    place.command(&id, &director, add).await;
    let mut players = place.entered(&id, 1).await;
    let mut watcher = server.client().await;
    subscribe(&mut watcher, &id).await;
    place.command(&id, &director, json!({"type": "start"})).await;
    let shown = place.tournament(&id).await;
    let room = open_games(&shown).remove(0)["room"].as_str().unwrap().to_owned();
    let person = &mut players[0];
    let snapshot = person.socket.watch(&room).await;
    if snapshot["seats"][1]["player"]["id"] == json!(person.id) {
        person.socket.event("moved").await;
    } else {
        person.socket.play(&room, 0, "a1b2").await.unwrap();
        // Waits for the computer's move, not the player's own.
        person.socket.next_where(|message| message["kind"] == "moved" && message["ply"] == 2).await;
    }
    person.socket.request(json!({"type": "resign", "room": room})).await.unwrap();
    wait_for(&mut watcher, |message| message["state"]["status"] == "finished").await;
}

#[tokio::test]
async fn bot_plays_in_tournaments_that_allow_programs() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let place = Place::of(&server);
        let (_, director) = place.account("Ada").await;
        let (bot, mut program) = bots::bot(&server, json!({})).await;
        let enter = json!({"type": "register"});
        let people = place.announce(&director, round_robin()).await;
        let (status, body) = place.try_command(&people, &bot.token, &enter).await;
        assert_eq!((status, &body["code"]), (403, &json!("not_eligible")), "{body}");
        let mut agreed = round_robin();
        agreed["entry"] = json!({"programs": true});
        let id = place.announce(&director, agreed).await;
        place.command(&id, &bot.token, enter).await;
        let mut players = place.entered(&id, 1).await;
        program.request(json!({"type": "subscribe", "my_games": true})).await.unwrap();
        let mut watcher = server.client().await;
        subscribe(&mut watcher, &id).await;
        place.command(&id, &director, json!({"type": "start"})).await;
        let own = program.next_where(|message| message["rooms"][0]["status"] == "playing").await;
        let listed = &own["rooms"][0];
        assert_eq!(listed["tournament"], json!(id));
        let room = listed["room"].as_str().unwrap().to_owned();
        let person = &mut players[0].socket;
        let state = person.watch(&room).await;
        program.watch(&room).await;
        let (first, second) =
            if listed["seat"] == 0 { (&mut program, person) } else { (person, &mut program) };
        first.play(&room, 0, state["legal"][0].as_str().unwrap()).await.unwrap();
        second.request(json!({"type": "resign", "room": room})).await.unwrap();
        wait_for(&mut watcher, |message| message["state"]["status"] == "finished").await;
        let shown = place.tournament(&id).await;
        let has_bot = |one: &Value| one["players"][0]["bot"] == json!(true);
        assert!(shown["participants"].as_array().unwrap().iter().any(has_bot), "{shown}");
    }
}

#[tokio::test]
async fn arena_is_extended_by_server_downtime() {
    for kind in BOTH {
        let mut server = TestServer::start_on(kind).await;
        let place = Place::of(&server);
        let (_, director) = place.account("Ada").await;
        let form = json!({"form": "arena", "duration_s": 600, "closing_s": 30, "wave_s": 1});
        let id = place.announce(&director, layout(settings(form))).await;
        let players = place.entered(&id, 2).await;
        place.command(&id, &director, json!({"type": "start"})).await;
        let before = place.tournament(&id).await["state"]["ends_at"].as_i64().unwrap();
        drop(players);
        server.restart().await;
        let place = Place::of(&server);
        // The tournament reads the outage after the server has opened again.
        let after = loop {
            let after = place.tournament(&id).await["state"]["ends_at"].as_i64().unwrap();
            if after != before {
                break after;
            }
        };
        assert!(after > before, "{after} is not after {before}");
        let log = place.get(&format!("/tournaments/{id}/log")).await;
        let forgiven: i64 = log["events"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|line| line["event"]["kind"] == "forgiven")
            .map(|line| line["event"]["until"].as_i64().unwrap() - line["event"]["from"].as_i64().unwrap())
            .sum();
        assert_eq!(after - before, forgiven);
    }
}

#[tokio::test]
async fn configured_tournament_is_announced_once() {
    let series = r#"
        key = "hourly"
        name = "Hourly arena"
        every_minutes = 60
        announced_minutes = 60
        form = { form = "arena", duration_s = 3000, closing_s = 60, wave_s = 5, berserk = true, streaks = true }
        clock = { kind = "fischer", initial_ms = 180000, increment_ms = 2000 }
        minimum = 2
        capacity = 100
    "#;
    let mut server = TestServer::start_with(Kind::Sqlite, |config| {
        let text = format!("{}\n[[series]]\n{series}", "");
        let read: std::collections::HashMap<String, Vec<sumito_config::TournamentSeries>> =
            toml::from_str(&text).unwrap();
        config.tournaments.clone_from(&read["series"]);
    })
    .await;
    let listed = async |server: &TestServer| loop {
        let page = Place::of(server).get("/tournaments").await;
        if !page["tournaments"].as_array().unwrap().is_empty() {
            break page["tournaments"].as_array().unwrap().len();
        }
        tokio::task::yield_now().await;
    };
    assert_eq!(listed(&server).await, 1);
    server.restart().await;
    assert_eq!(listed(&server).await, 1);
}
