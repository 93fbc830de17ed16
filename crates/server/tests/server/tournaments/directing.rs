//! Decisions of directors, over HTTP: forbidden pairs, drafts, grants, penalties, announcements.

use serde_json::{Value, json};

use super::{Place, Player, layout, open_games, play_out, settings, subscribe, wait_for};
use crate::database::{BOTH, Kind};
use crate::moderation::with_role;
use crate::test_server::TestServer;

/// A Swiss system with a long break between its rounds.
fn swiss() -> Value {
    let mut swiss = layout(settings(json!({"form": "swiss", "rounds": 3})));
    swiss["rounds"] = json!({"break_s": 3_600});
    swiss
}

/// A running tournament with this many players, after its first round.
async fn after_first_round(
    place: &Place,
    director: &str,
    settings: Value,
    count: usize,
) -> (String, Vec<Player>) {
    let id = place.announce(director, settings).await;
    let mut players = place.entered(&id, count).await;
    place.command(&id, director, json!({"type": "start"})).await;
    let mut shown = place.tournament(&id).await;
    while shown["state"]["round"] != 1 {
        shown = place.tournament(&id).await;
    }
    let follower = &mut place.player().await.socket;
    subscribe(follower, &id).await;
    for game in open_games(&shown) {
        play_out(&mut players, &shown, &game, 1).await;
    }
    wait_for(follower, |message| !message["state"]["next_round_at"].is_null()).await;
    (id, players)
}

async fn code(place: &Place, id: &str, token: &str, command: Value) -> (u16, String) {
    let (status, body) = place.try_command(id, token, &command).await;
    (status, body["code"].as_str().unwrap_or_default().to_owned())
}

async fn draft(place: &Place, id: &str, token: &str) -> (u16, Value) {
    place.request(reqwest::Method::GET, &format!("/tournaments/{id}/draft"), token, Value::Null).await
}

#[tokio::test]
async fn director_pairs_a_round_by_hand_and_players_do_not_see_it_before() {
    for kind in BOTH {
        let mut server = TestServer::start_on(kind).await;
        let place = Place::of(&server);
        let (_, director) = place.account("Ada").await;
        let (id, players) = after_first_round(&place, &director, swiss(), 4).await;
        assert_eq!(draft(&place, &id, &director).await, (200, json!({"draft": null})));
        let state = place.command(&id, &director, json!({"type": "draft_round", "round": 2})).await;
        let seen = state["draft"].clone();
        let (_, shown) = draft(&place, &id, &director).await;
        assert_eq!((&shown["draft"]["seq"], shown["draft"]["tables"].as_array().unwrap().len()), (&seen, 2));
        let (status, body) = draft(&place, &id, &players[0].token).await;
        assert_eq!((status, &body["code"]), (403, &json!("forbidden")));
        let log = place.get(&format!("/tournaments/{id}/log")).await;
        let drafted = |log: &Value| {
            let events = log["events"].as_array().unwrap().clone();
            events.into_iter().rev().find(|entry| entry["event"]["kind"] == "drafted").unwrap()
        };
        assert!(drafted(&log)["event"].get("tables").is_none(), "{log}");
        let byes = json!([{"participant": 3, "kind": "half"}, {"participant": 4, "kind": "full"}]);
        let mut change =
            json!({"type": "change_draft", "round": 2, "seen": seen, "tables": [[2, 1]], "byes": byes});
        place.command(&id, &director, change.clone()).await;
        let again = code(&place, &id, &director, change.clone()).await;
        assert_eq!(again, (409, "outdated".to_owned()));
        // The draft is stored, and waits.
        server.restart().await;
        let place = Place::of(&server);
        let (_, kept) = draft(&place, &id, &director).await;
        assert_eq!(kept["draft"]["tables"], json!([[2, 1]]));
        change["seen"] = kept["draft"]["seq"].clone();
        change["tables"] = json!([[2, 7]]);
        assert_eq!(code(&place, &id, &director, change).await, (400, "out_of_range".to_owned()));
        let players = connected_again(&place, players).await;
        place.command(&id, &director, json!({"type": "begin_round", "round": 2})).await;
        let shown = place.tournament(&id).await;
        assert_eq!(open_games(&shown)[0]["sides"], json!([2, 1]));
        let log = place.get(&format!("/tournaments/{id}/log")).await;
        assert_eq!(drafted(&log)["event"]["tables"], json!([[2, 1]]), "the log shows it afterwards");
        drop(players);
    }
}

/// The players with new sockets, after a restart of the server.
async fn connected_again(place: &Place, players: Vec<Player>) -> Vec<Player> {
    let mut again = Vec::new();
    for player in players {
        again.push(place.connect(player.id, player.token).await);
    }
    again
}

#[tokio::test]
async fn forbidden_pairs_are_shown_and_respected() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let place = Place::of(&server);
        let (_, director) = place.account("Ada").await;
        let id = place.announce(&director, swiss()).await;
        let mut players = place.entered(&id, 4).await;
        subscribe(&mut players[0].socket, &id).await;
        let forbid = |one: u32, other: u32| json!({"type": "forbid_pair", "pair": [one, other]});
        assert_eq!(code(&place, &id, &players[1].token, forbid(1, 2)).await, (403, "forbidden".to_owned()));
        assert_eq!(code(&place, &id, &director, forbid(1, 9)).await, (400, "out_of_range".to_owned()));
        for (one, other) in [(3, 1), (2, 4)] {
            place.command(&id, &director, forbid(one, other)).await;
        }
        wait_for(&mut players[0].socket, |message| message["forbidden_pairs"] == json!([[1, 3], [2, 4]]))
            .await;
        assert_eq!(place.tournament(&id).await["forbidden_pairs"], json!([[1, 3], [2, 4]]));
        place.command(&id, &director, json!({"type": "start"})).await;
        let shown = place.tournament(&id).await;
        let pairs: Vec<Vec<u64>> = open_games(&shown)
            .iter()
            .map(|game| game["sides"].as_array().unwrap().iter().map(|side| side.as_u64().unwrap()).collect())
            .collect();
        assert_eq!(pairs.len(), 2);
        for pair in pairs {
            assert!(!pair.contains(&1) || !pair.contains(&3), "{pair:?}");
            assert!(!pair.contains(&2) || !pair.contains(&4), "{pair:?}");
        }
    }
}

#[tokio::test]
async fn late_player_enters_by_a_director_and_by_consent() {
    let server = TestServer::start().await;
    let place = Place::of(&server);
    let (_, director) = place.account("Ada").await;
    let (id, _players) = after_first_round(&place, &director, swiss(), 2).await;
    let (late, token) = place.account("Grace").await;
    let late = place.connect(late, token).await;
    let register = json!({"type": "register"});
    assert_eq!(code(&place, &id, &late.token, register.clone()).await, (409, "too_late".to_owned()));
    let mut invite = json!({"type": "invite", "player": "Grace"});
    assert_eq!(code(&place, &id, &director, invite.clone()).await, (409, "too_late".to_owned()));
    invite["exempt"] = json!(true);
    place.command(&id, &director, invite).await;
    assert_eq!(place.tournament(&id).await["participants"].as_array().unwrap().len(), 2);
    let (_, invitations) =
        place.request(reqwest::Method::GET, "/me/invitations", &late.token, Value::Null).await;
    assert_eq!(invitations["invitations"].as_array().unwrap().len(), 1);
    place.command(&id, &late.token, register).await;
    assert_eq!(place.tournament(&id).await["participants"][2]["since_round"], 2);
}

#[tokio::test]
async fn byes_penalties_and_readmission_are_shown_to_all() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let place = Place::of(&server);
        let (_, director) = place.account("Ada").await;
        let (id, players) = after_first_round(&place, &director, swiss(), 4).await;
        let shown = async |number: usize| place.tournament(&id).await["participants"][number - 1].clone();
        let user = |participant: &Value| participant["players"][0]["id"].as_str().unwrap().to_owned();
        let token = |participant: &Value| {
            let user = user(participant);
            players.iter().find(|player| player.id == user).unwrap().token.clone()
        };
        let grant = json!({"type": "grant_bye", "participant": 1, "round": 2, "half": true});
        place.command(&id, &director, grant).await;
        let one = shown(1).await;
        assert_eq!(one["byes"], json!([{"round": 2, "kind": "half", "granted": true}]));
        place.command(&id, &token(&one), json!({"type": "cancel_bye", "round": 2})).await;
        assert_eq!(shown(1).await["byes"], json!([]));
        let penalise = json!({"type": "penalise", "participant": 2, "units": 1, "reason": "a telephone"});
        assert_eq!(code(&place, &id, &token(&one), penalise.clone()).await, (403, "forbidden".to_owned()));
        place.command(&id, &director, penalise).await;
        let penalty = json!({"number": 1, "units": 1, "reason": "a telephone", "lifted": false});
        assert_eq!(shown(2).await["penalties"], json!([penalty]));
        let standings = place.get(&format!("/tournaments/{id}/standings")).await;
        let rows = standings["standings"].as_array().unwrap();
        let row = rows.iter().find(|row| row["participant"] == 2).unwrap();
        let points = &row["points"];
        assert!(*points == json!(0.5) || (*points == json!(0.0) && row.get("penalty").is_none()), "{row}");
        place
            .command(&id, &director, json!({"type": "remove", "participant": 3, "reason": "shouting"}))
            .await;
        let three = shown(3).await;
        let back = json!({"type": "return"});
        assert_eq!(code(&place, &id, &token(&three), back.clone()).await, (403, "not_eligible".to_owned()));
        let readmit = json!({"type": "readmit", "participant": 3, "reason": "apologised"});
        place.command(&id, &director, readmit).await;
        assert_eq!(shown(3).await["membership"], "withdrawn", "the player decides");
        place.command(&id, &token(&three), back).await;
        assert_eq!(shown(3).await["membership"], "in");
        // A moderator removes the reasons.
        let moderator = with_role(&server, "Ruth", "moderator").await;
        let words = json!({"reasons": true, "reason": "insults"});
        let path = format!("/moderation/tournaments/{id}/words");
        let (status, body) = place.request(reqwest::Method::PUT, &path, &moderator.token, words).await;
        assert!(status < 300, "{status} {body}");
        assert_eq!(shown(2).await["penalties"][0]["reason"], "");
        let log = place.get(&format!("/tournaments/{id}/log")).await;
        assert!(!log.to_string().contains("telephone"), "{log}");
    }
}

#[tokio::test]
async fn announcement_reaches_the_participants() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let place = Place::of(&server);
        let (_, director) = place.account("Ada").await;
        let id = place.announce(&director, swiss()).await;
        let mut players = place.entered(&id, 2).await;
        let announce = json!({"type": "announce", "text": "The second round begins at noon."});
        assert_eq!(
            code(&place, &id, &players[0].token, announce.clone()).await,
            (403, "forbidden".to_owned())
        );
        let rude = json!({"type": "announce", "text": "kill yourself"});
        assert_eq!(code(&place, &id, &director, rude).await, (400, "bad_words".to_owned()));
        place.command(&id, &director, announce.clone()).await;
        for player in &mut players {
            let message = player.socket.next_of("notification").await;
            let told = json!({"kind": "tournament_announcement", "tournament": id, "name": "Club evening",
                              "text": "The second round begins at noon."});
            assert_eq!(message["notification"], told);
        }
        assert_eq!(code(&place, &id, &director, announce).await, (409, "not_now".to_owned()));
        let shown = place.tournament(&id).await;
        assert_eq!(shown["announcements"][0]["text"], "The second round begins at noon.");
    }
}

#[tokio::test]
async fn added_time_reaches_the_clock_once() {
    for kind in BOTH {
        let mut server = TestServer::start_on(kind).await;
        let place = Place::of(&server);
        let (_, director) = place.account("Ada").await;
        let id = place.announce(&director, swiss()).await;
        let mut players = place.entered(&id, 2).await;
        place.command(&id, &director, json!({"type": "start"})).await;
        let shown = place.tournament(&id).await;
        let game = open_games(&shown)[0].clone();
        let room = game["room"].as_str().unwrap();
        let player = &mut players[0];
        player.socket.watch(room).await;
        let add = json!({"type": "add_time", "game": 1, "side": 1, "seconds": 60, "reason": "a wrong clock"});
        assert_eq!(code(&place, &id, &player.token, add.clone()).await, (403, "forbidden".to_owned()));
        place.command(&id, &director, add).await;
        let event = player.socket.event("time_added").await;
        assert_eq!((&event["seat"], &event["added_ms"]), (&json!(1), &json!(60_000)));
        assert_eq!(event["clocks"]["remaining_ms"][1], 360_000);
        // The order is repeated after a restart, and has no effect.
        server.restart().await;
        let place = Place::of(&server);
        let follower = &mut place.player().await.socket;
        subscribe(follower, &id).await;
        place.command(&id, &director, json!({"type": "announce", "text": "The clocks run again."})).await;
        let (status, room) =
            place.request(reqwest::Method::GET, &format!("/rooms/{room}"), &director, Value::Null).await;
        assert_eq!(status, 200, "{room}");
        assert_eq!(room["clocks"]["remaining_ms"][1], 360_000);
        let shown = place.tournament(&id).await;
        assert_eq!(open_games(&shown)[0]["added_times"], json!([{"side": 1, "seconds": 60}]));
    }
}

#[tokio::test]
async fn hall_shows_directors_the_clocks_and_absent_players() {
    let server = TestServer::start_with(Kind::Sqlite, |config| {
        config.limits.tournament_commands_per_minute = 0;
        config.limits.tournament_commands_per_user_per_minute = 0;
    })
    .await;
    let place = Place::of(&server);
    let (_, director) = place.account("Ada").await;
    let id = place.announce(&director, swiss()).await;
    let mut players = place.entered(&id, 2).await;
    place.command(&id, &director, json!({"type": "start"})).await;
    let path = format!("/tournaments/{id}/hall");
    let (status, _) = place.request(reqwest::Method::GET, &path, &players[0].token, Value::Null).await;
    assert_eq!(status, 403);
    let hall = async || place.request(reqwest::Method::GET, &path, &director, Value::Null).await.1;
    let mut shown = hall().await;
    while shown["boards"] == json!([]) {
        shown = hall().await;
    }
    assert_eq!((&shown["absent"], &shown["boards"][0]["game"]), (&json!([]), &json!(1)));
    assert_eq!(
        (&shown["boards"][0]["ply"], &shown["boards"][0]["clocks"]["running"]),
        (&json!(0), &json!(0))
    );
    let gone = players.pop().unwrap();
    let tournament = place.tournament(&id).await;
    let participants = tournament["participants"].as_array().unwrap();
    let number =
        participants.iter().find(|one| one["players"][0]["id"] == json!(gone.id)).unwrap()["number"].clone();
    drop(gone.socket);
    while hall().await["absent"] != json!([number]) {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn tie_breaks_and_times_of_rounds_are_settings() {
    let server = TestServer::start().await;
    let place = Place::of(&server);
    let (_, director) = place.account("Ada").await;
    let mut chosen = swiss();
    chosen["tie_breaks"] = json!(["marbles", "buchholz"]);
    chosen["unplayed_rounds"] = json!("fide");
    let soon = server_time(&place).await + 3_600_000_000;
    chosen["rounds"] = json!({"starts": [soon, soon + 1], "reviewed": true});
    let id = place.announce(&director, chosen.clone()).await;
    let shown = place.tournament(&id).await;
    assert_eq!(shown["state"]["tie_breaks"], json!(["marbles", "buchholz"]));
    assert_eq!(shown["settings"]["unplayed_rounds"], "fide");
    assert_eq!(shown["settings"]["rounds"]["starts"], json!([soon, soon + 1]));
    let _players = place.entered(&id, 2).await;
    let state = place.command(&id, &director, json!({"type": "start"})).await;
    assert_eq!((&state["next_round_at"], &state["round"]), (&json!(soon), &json!(0)));
    for (pointer, value) in [
        ("tie_breaks", json!(["reached"])),
        ("rounds", json!({"starts": [2, 1]})),
        ("rounds", json!({"starts": [soon * 2]})),
    ] {
        let mut wrong = chosen.clone();
        wrong[pointer] = value;
        let (status, body) = place.post("/tournaments", &director, json!({"settings": wrong})).await;
        assert_eq!((status, &body["code"]), (400, &json!("out_of_range")), "{body}");
    }
}

/// The time of the server, in microseconds since the Unix epoch.
async fn server_time(place: &Place) -> i64 {
    let (_, token) = place.account("Clock").await;
    let id = place.announce(&token, swiss()).await;
    let log = place.get(&format!("/tournaments/{id}/log")).await;
    log["events"][0]["at"].as_i64().unwrap()
}
