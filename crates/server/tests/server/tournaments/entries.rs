//! Entry to tournaments: consent, rate limits, passwords, and the rule that computers do not play alone.

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};

use super::{Place, Player, layout, open_games, settings, subscribe, wait_for};
use crate::database::{BOTH, Kind};
use crate::test_server::{PASSWORD, TestServer};

fn round_robin() -> Value {
    layout(settings(json!({"form": "round_robin", "cycles": 1})))
}

fn arena() -> Value {
    layout(settings(json!({"form": "arena", "duration_s": 600, "closing_s": 0, "wave_s": 1})))
}

fn rated(mut settings: Value) -> Value {
    settings["rated"] = json!(true);
    settings["entry"] = json!({"accounts_only": true});
    settings
}

async fn person(place: &Place, name: &str) -> Player {
    let (id, token) = place.account(name).await;
    place.connect(id, token).await
}

async fn refusal(place: &Place, id: &str, token: &str, command: Value) -> (u16, String) {
    let (status, body) = place.try_command(id, token, &command).await;
    (status, body["code"].as_str().unwrap_or_default().to_owned())
}

fn names(shown: &Value, list: &str, field: &str) -> Vec<String> {
    let list = shown[list].as_array().unwrap();
    list.iter().map(|one| one[field].as_str().unwrap().to_owned()).collect()
}

async fn invitations(server: &TestServer, token: &str) -> Value {
    let (status, body) = server.request(Method::GET, "/api/v1/me/invitations", Some(token), None).await;
    assert_eq!(status, 200, "{body}");
    body["invitations"].clone()
}

#[tokio::test]
async fn only_players_who_accepted_are_paired() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let place = Place::of(&server);
        let director = person(&place, "Ada").await;
        let mut victim = person(&place, "Grace").await;
        let id = place.announce(&director.token, rated(arena())).await;
        place.command(&id, &director.token, json!({"type": "register"})).await;
        place.command(&id, &director.token, json!({"type": "add", "player": "grace"})).await;
        let message = victim.socket.next_of("notification").await;
        let invitation = json!({"kind": "tournament_invitation", "tournament": id, "open": true});
        assert_eq!(message["notification"], invitation);
        let open = invitations(&server, &victim.token).await;
        assert_eq!((&open[0]["tournament"]["id"], &open[0]["by"]["name"]), (&json!(id), &json!("Ada")));
        let shown = place.tournament(&id).await;
        assert_eq!(names(&shown, "invited", "name"), ["Grace"]);
        assert_eq!(names(&shown, "participants", "name"), ["Ada"]);
        // The invited player is connected all the time, and still does not take part.
        let start = json!({"type": "start"});
        let refused = refusal(&place, &id, &director.token, start.clone()).await;
        assert_eq!(refused, (409, "not_now".to_owned()));
        place.command(&id, &victim.token, json!({"type": "decline_invitation"})).await;
        let message = victim.socket.next_of("notification").await;
        assert_eq!(message["notification"]["open"], false);
        assert_eq!(invitations(&server, &victim.token).await, json!([]));
        let again = refusal(&place, &id, &director.token, json!({"type": "invite", "player": "Grace"})).await;
        assert_eq!(again, (403, "not_eligible".to_owned()), "a player is asked once");
        // Another player accepts, and plays.
        let mut friend = person(&place, "Mary").await;
        place.command(&id, &director.token, json!({"type": "invite", "player": friend.id})).await;
        friend.socket.next_of("notification").await;
        place.command(&id, &friend.token, json!({"type": "register"})).await;
        assert_eq!(invitations(&server, &friend.token).await, json!([]));
        place.command(&id, &director.token, start).await;
        let shown = place.tournament(&id).await;
        assert_eq!(open_games(&shown).len(), 1);
        assert_eq!(names(&shown, "participants", "name"), ["Ada", "Mary"]);
    }
}

#[tokio::test]
async fn an_invitation_outlives_the_server_and_ends_with_the_tournament() {
    for kind in BOTH {
        let mut server = TestServer::start_on(kind).await;
        let place = Place::of(&server);
        let director = person(&place, "Ada").await;
        let (_, invited) = place.account("Grace").await;
        let taken_back = place.announce(&director.token, round_robin()).await;
        let cancelled = place.announce(&director.token, round_robin()).await;
        for id in [&taken_back, &cancelled] {
            place.command(id, &director.token, json!({"type": "invite", "player": "Grace"})).await;
        }
        server.restart().await;
        let place = Place::of(&server);
        assert_eq!(invitations(&server, &invited).await.as_array().unwrap().len(), 2);
        place.command(&taken_back, &director.token, json!({"type": "uninvite", "player": "Grace"})).await;
        place.command(&cancelled, &director.token, json!({"type": "cancel", "reason": "rain"})).await;
        assert_eq!(invitations(&server, &invited).await, json!([]));
        assert_eq!(place.tournament(&taken_back).await["invited"], json!([]));
    }
}

#[tokio::test]
async fn blocks_prevent_invitations_but_not_pairings() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let place = Place::of(&server);
        let director = person(&place, "Ada").await;
        let blocker = person(&place, "Grace").await;
        let blocked = person(&place, "Mary").await;
        let block = async |token: &str, name: &str| {
            let path = format!("/api/v1/me/blocks/{name}");
            assert_eq!(server.request(Method::PUT, &path, Some(token), None).await.0, 204);
        };
        block(&blocker.token, "Ada").await;
        block(&director.token, "Mary").await;
        let id = place.announce(&director.token, round_robin()).await;
        let forbidden = (403, "forbidden".to_owned());
        for (kind, name) in [("add", "Grace"), ("invite", "Mary"), ("add_director", "Grace")] {
            let refused = refusal(&place, &id, &director.token, json!({"type": kind, "player": name})).await;
            assert_eq!(refused, forbidden, "{kind} {name}");
        }
        let register = json!({"type": "register"});
        assert_eq!(refusal(&place, &id, &blocked.token, register.clone()).await, forbidden);
        // A player who blocks the director may still enter; players who block each other are paired.
        place.command(&id, &blocker.token, register.clone()).await;
        let third = person(&place, "Emmy").await;
        block(&blocker.token, "Emmy").await;
        place.command(&id, &third.token, register).await;
        place.command(&id, &director.token, json!({"type": "start"})).await;
        assert_eq!(open_games(&place.tournament(&id).await).len(), 1);
    }
}

#[tokio::test]
async fn open_invitations_per_director_are_limited() {
    let server = TestServer::start_with(Kind::Sqlite, |config| config.limits.invitations_per_user = 2).await;
    let place = Place::of(&server);
    let (_, director) = place.account("Ada").await;
    let ids =
        [place.announce(&director, round_robin()).await, place.announce(&director, round_robin()).await];
    let mut invited = Vec::new();
    for number in 0..3 {
        let guest = server.guest().await;
        let invite = json!({"type": "invite", "player": guest.id});
        let (status, body) = place.try_command(&ids[number % 2], &director, &invite).await;
        assert_eq!(status, if number < 2 { 200 } else { 429 }, "{body}");
        invited.push((ids[number % 2].clone(), guest));
    }
    let (id, guest) = &invited[0];
    place.command(id, &guest.token, json!({"type": "decline_invitation"})).await;
    place.command(id, &director, json!({"type": "invite", "player": invited[2].1.id})).await;
}

#[tokio::test]
async fn repeated_entries_do_not_keep_others_out() {
    for kind in BOTH {
        let server = TestServer::start_with(kind, |config| {
            config.limits.tournament_commands_per_user_per_minute = 0;
        })
        .await;
        let place = Place::of(&server);
        let (_, director) = place.account("Ada").await;
        let id = place.announce(&director, round_robin()).await;
        let guest = server.guest().await;
        let mut cycles = 0;
        let refused = loop {
            let (status, body) = place.try_command(&id, &guest.token, &json!({"type": "register"})).await;
            if status != 200 {
                break body;
            }
            place.command(&id, &guest.token, json!({"type": "withdraw"})).await;
            cycles += 1;
            assert!(cycles < 100, "the limit is never reached");
        };
        assert_eq!(refused["code"], "too_many", "{refused}");
        assert_eq!(place.tournament(&id).await["participants"], json!([]), "as if they had never entered");
        // Other players take the places.
        for _ in 0..3 {
            let other = server.guest().await;
            place.command(&id, &other.token, json!({"type": "register"})).await;
            let shown = place.tournament(&id).await;
            assert_eq!(shown["participants"][0]["number"], 1, "{shown}");
            place.command(&id, &other.token, json!({"type": "withdraw"})).await;
        }
        place.entered(&id, 2).await;
        // After a restart the server rereads all of it.
        let log = place.get(&format!("/tournaments/{id}/log")).await;
        assert!(log["events"].as_array().unwrap().len() < 50, "{log}");
    }
}

#[tokio::test]
async fn tournament_commands_are_rate_limited() {
    let server = TestServer::start().await;
    let place = Place::of(&server);
    let (_, director) = place.account("Ada").await;
    let id = place.announce(&director, round_robin()).await;
    let guest = server.guest().await;
    let mut answers = Vec::new();
    while answers.last().is_none_or(|(status, _)| *status != 429) {
        answers.push(refusal(&place, &id, &guest.token, json!({"type": "withdraw"})).await);
        assert!(answers.len() < 1_000, "the limit is never reached");
    }
    assert_eq!(answers.last().unwrap().1, "rate_limited");
    // Other users are not limited by that.
    place.command(&id, &server.guest().await.token, json!({"type": "register"})).await;
}

#[tokio::test]
async fn tournament_password_guesses_do_not_delay_logins() {
    const GUESSES: u32 = 16;
    let server = TestServer::start_with(Kind::Sqlite, |config| {
        config.limits.passwords_per_tournament_per_minute = GUESSES;
        // The server rejects a password check that would have to wait for another one.
        config.accounts.passwords_waiting = 0;
    })
    .await;
    let place = Place::of(&server);
    let (_, director) = place.account("Ada").await;
    let mut secret = round_robin();
    secret["entry"] = json!({"admission": "password"});
    let body = json!({"settings": secret, "password": "open sesame"});
    let (status, body) = place.post("/tournaments", &director, body).await;
    assert_eq!(status, 201, "{body}");
    let id = body["state"]["id"].as_str().unwrap();
    let mut guests = Vec::new();
    for _ in 0..GUESSES {
        guests.push(server.guest().await);
    }
    let guess = json!({"type": "register", "password": "abracadabra"});
    let limited = (429, "rate_limited".to_owned());
    // While guesses take long, the limit allows further ones.
    let use_up = async || while refusal(&place, id, &guests[0].token, guess.clone()).await != limited {};
    let guesses = join_all(guests.iter().map(|guest| refusal(&place, id, &guest.token, guess.clone())));
    let log_in = async {
        for _ in 0..4 {
            let login = json!({"name": "Ada", "password": PASSWORD});
            let (status, body) = server.post("/api/v1/sessions", None, login).await;
            assert_eq!(status, 201, "{body}");
        }
    };
    let (guesses, ()) = tokio::join!(guesses, log_in);
    assert!(guesses.iter().all(|answer| *answer == (403, "wrong_password".to_owned())), "{guesses:?}");
    // The limit applies to all users and addresses, and to the right password, too.
    let right = json!({"type": "register", "password": "open sesame"});
    let newcomer = server.guest().await;
    use_up().await;
    assert_eq!(refusal(&place, id, &newcomer.token, right).await, limited);
    // Invited players need no password.
    place.command(id, &director, json!({"type": "invite", "player": newcomer.id})).await;
    place.command(id, &newcomer.token, json!({"type": "register"})).await;
    // The server hashes no password for users who are not directors.
    let edit = json!({"revision": 0, "settings": round_robin(), "password": "mine"});
    let path = format!("/tournaments/{id}");
    use_up().await;
    let (status, _) = place.request(Method::PATCH, &path, &guests[0].token, edit).await;
    assert_eq!(status, 429, "a password that is set counts as one that is tried");
}

#[tokio::test]
async fn player_in_cooldown_cannot_enter_a_rated_tournament() {
    for kind in BOTH {
        let server = TestServer::start_with(kind, |config| config.ratings.breaches = 1).await;
        let place = Place::of(&server);
        let mut ada = person(&place, "Ada").await;
        let mut grace = person(&place, "Grace").await;
        let settings = json!({
            "rated": true, "layout": "standard",
            "clock": {"kind": "fischer", "initial_ms": 300_000, "increment_ms": 3_000},
        });
        let (room, _) = ada.socket.create_room(settings.clone()).await;
        grace.socket.join(&room).await.unwrap();
        grace.socket.request(json!({"type": "abort", "room": room})).await.unwrap();
        let mut request = settings;
        request["type"] = json!("create_room");
        while let Ok(made) = grace.socket.request(request.clone()).await {
            grace.socket.request(json!({"type": "leave", "room": made["room"]})).await.unwrap();
        }
        let id = place.announce(&ada.token, rated(arena())).await;
        place.command(&id, &ada.token, json!({"type": "invite", "player": "Grace"})).await;
        let register = json!({"type": "register"});
        assert_eq!(refusal(&place, &id, &grace.token, register.clone()).await.1, "cooldown");
        let casual = place.announce(&ada.token, arena()).await;
        place.command(&casual, &grace.token, register).await;
    }
}

#[tokio::test]
async fn arena_of_computers_makes_no_games() {
    for kind in BOTH {
        let server = TestServer::start_with(kind, |config| config.limits.computer_rooms_per_user = 1).await;
        let place = Place::of(&server);
        let mut director = person(&place, "Ada").await;
        let mut agreed = arena();
        agreed["entry"] = json!({"programs": true});
        let id = place.announce(&director.token, agreed.clone()).await;
        for level in 1..=4 {
            place.command(&id, &director.token, json!({"type": "add", "computer": level})).await;
        }
        let other = place.announce(&director.token, agreed).await;
        let add = json!({"type": "add", "computer": 1});
        let too_many = (429, "too_many".to_owned());
        assert_eq!(refusal(&place, &other, &director.token, add).await, too_many);
        let room = json!({"type": "create_room", "layout": "standard", "computers": [{"level": 1}]});
        assert_eq!(director.socket.request(room).await.unwrap_err().code, "too_many");

        let mut watcher = server.client().await;
        subscribe(&mut watcher, &id).await;
        place.command(&id, &director.token, json!({"type": "start"})).await;
        let begun = wait_for(&mut watcher, |message| message["state"]["status"] == "running").await;
        assert_eq!(begun["games"], json!([]), "no person is present");
        let mut players = place.entered(&id, 1).await;
        let paired = wait_for(&mut watcher, |message| {
            message["games"].as_array().is_some_and(|games| !games.is_empty())
        })
        .await;
        assert_eq!(
            paired["games"].as_array().unwrap().len(),
            1,
            "a person plays one of the computers: {paired}"
        );
        let shown = place.tournament(&id).await;
        let game = open_games(&shown).remove(0);
        let person = shown["participants"].as_array().unwrap().last().unwrap()["number"].clone();
        assert!(game["sides"].as_array().unwrap().contains(&person), "{shown}");
        players[0].socket.watch(game["room"].as_str().unwrap()).await;
    }
}

#[tokio::test]
async fn round_robin_skips_games_between_computers() {
    let server = TestServer::start().await;
    let place = Place::of(&server);
    let (_, director) = place.account("Ada").await;
    let mut agreed = round_robin();
    agreed["entry"] = json!({"programs": true});
    let id = place.announce(&director, agreed).await;
    let mut players = place.entered(&id, 1).await;
    for level in [1, 2] {
        place.command(&id, &director, json!({"type": "add", "computer": level})).await;
    }
    let mut watcher = server.client().await;
    subscribe(&mut watcher, &id).await;
    place.command(&id, &director, json!({"type": "start"})).await;
    let person = &mut players[0].socket;
    for _ in 0..2 {
        let message = person.next_of("notification").await;
        let room = message["notification"]["room"].as_str().unwrap();
        person.request(json!({"type": "resign", "room": room})).await.unwrap();
    }
    wait_for(&mut watcher, |message| message["state"]["status"] == "finished").await;
    let games = place.get(&format!("/tournaments/{id}/games")).await;
    let games = games["games"].as_array().unwrap();
    let alone = games.iter().find(|game| game["ruling"]["kind"] == "computers").unwrap();
    assert_eq!(alone["verdict"], json!({"kind": "played", "winners": [], "marbles": [0, 0], "plies": 0}));
    let (status, _) = server.get(&format!("/api/v1/rooms/{}", alone["room"].as_str().unwrap())).await;
    assert_eq!(status, 404, "no room was made for it");
}
