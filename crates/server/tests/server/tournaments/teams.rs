//! Team arenas: clubs agree to take part, their members play, and the best of each count.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::clubs::{club, join};
use super::{Place, Player, layout, open_games, play_out, settings, subscribe, wait_for};
use crate::database::BOTH;
use crate::node_servers::Nodes;
use crate::test_server::TestServer;

const TEAMS: usize = 4;
const PLAYERS: usize = 16;

/// Sixteen members of four clubs; the first four own a club each.
struct Members {
    people: Vec<(String, String)>,
    clubs: Vec<String>,
}

impl Members {
    async fn of(place: &Place) -> Self {
        let (mut people, mut clubs) = (Vec::new(), Vec::<String>::new());
        for number in 0..PLAYERS {
            let person = place.account(&format!("Player{number}")).await;
            match clubs.get(number % TEAMS) {
                Some(club) => join(place, club, &person.1).await,
                None => clubs.push(club(place, &person.1, &format!("Club {number}")).await),
            }
            people.push(person);
        }
        Self { people, clubs }
    }

    fn token(&self, number: usize) -> &str {
        &self.people[number].1
    }
}

/// An arena whose second wave comes after the test. The best two players of each team count.
fn arena() -> Value {
    let form = json!({"form": "arena", "duration_s": 1_200, "closing_s": 0, "wave_s": 600});
    let mut settings = layout(settings(form));
    settings["teams"] = json!({"best": 2});
    settings
}

async fn tried(place: &Place, id: &str, token: &str, command: Value) -> (u16, String) {
    let (status, body) = place.try_command(id, token, &command).await;
    (status, body["code"].as_str().unwrap_or_default().to_owned())
}

/// Creates a team arena of the first club, in which all clubs take part.
async fn agreed(place: &Place, members: &Members) -> String {
    let body = json!({"settings": arena(), "club": members.clubs[0]});
    let (status, made) = place.post("/tournaments", members.token(0), body).await;
    assert_eq!(status, 201, "{made}");
    let id = made["state"]["id"].as_str().unwrap().to_owned();
    for (number, club) in members.clubs.iter().enumerate().skip(1) {
        place.command(&id, members.token(0), json!({"type": "invite_club", "club": club})).await;
        let accept = json!({"type": "answer_club", "club": club, "accept": true});
        place.command(&id, members.token(number), accept).await;
    }
    id
}

/// Checks that no pair is of one team, and that the score of each team is the sum of its best players.
fn check(shown: &Value, best: usize) {
    let participants = shown["participants"].as_array().unwrap();
    let club_of: HashMap<_, _> = participants
        .iter()
        .map(|one| (one["number"].as_u64().unwrap(), one["club"].as_str().unwrap()))
        .collect();
    for game in shown["games"].as_array().unwrap() {
        let side = |side: usize| club_of[&game["sides"][side].as_u64().unwrap()];
        assert_ne!(side(0), side(1), "{game}");
    }
    for team in shown["teams"].as_array().unwrap() {
        let club = team["club"].as_str().unwrap();
        let rows = shown["standings"].as_array().unwrap().iter();
        let own = rows.filter(|row| club_of[&row["participant"].as_u64().unwrap()] == club);
        let mut points: Vec<_> = own.map(|row| row["points"].as_f64().unwrap()).collect();
        assert_eq!(team["players"], json!(points.len()), "{team}");
        points.sort_by(|one, other| other.total_cmp(one));
        assert_eq!(team["points"], json!(points.iter().take(best).sum::<f64>()), "{team}");
        assert!(team["scorers"].as_array().unwrap().len() <= best, "{team}");
    }
}

/// Waits until the game of each player can be played.
async fn called(players: &mut [Player]) {
    for player in players {
        player.socket.next_where(|message| message["notification"]["kind"] == "game_started").await;
    }
}

fn ended(message: &Value) -> usize {
    message["games"].as_array().unwrap().iter().filter(|game| !game["verdict"].is_null()).count()
}

#[tokio::test]
async fn sixteen_players_of_four_clubs_play_a_team_arena() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let place = Place::of(&server);
        let members = Members::of(&place).await;
        let id = agreed(&place, &members).await;
        let mut players = Vec::new();
        for (number, (user, token)) in members.people.iter().enumerate() {
            let other = &members.clubs[(number + 1) % TEAMS];
            let wrong = json!({"type": "register", "club": other});
            assert_eq!(tried(&place, &id, token, wrong).await, (403, "members_only".to_owned()));
            let mut register = json!({"type": "register"});
            // A member of one club need not name it.
            if number % 2 == 0 {
                register["club"] = json!(members.clubs[number % TEAMS]);
            }
            place.command(&id, token, register).await;
            players.push(place.connect(user.clone(), token.clone()).await);
        }
        let mut watcher = server.client().await;
        let first = subscribe(&mut watcher, &id).await;
        assert_eq!(first["teams"].as_array().unwrap().len(), TEAMS, "{first}");
        place.command(&id, members.token(0), json!({"type": "start"})).await;
        let shown = place.tournament(&id).await;
        let games = open_games(&shown);
        assert_eq!(games.len(), PLAYERS / 2, "{shown}");
        check(&shown, 2);
        called(&mut players).await;
        for (number, game) in games.iter().enumerate() {
            play_out(&mut players, &shown, game, number % 2).await;
        }
        let (mut known, mut teams) = (0, Value::Null);
        while known < games.len() {
            let news = wait_for(&mut watcher, |message| ended(message) > 0).await;
            known += ended(&news);
            if news["teams"].is_array() {
                teams = news["teams"].clone();
            }
        }
        let shown = place.tournament(&id).await;
        check(&shown, 2);
        assert_eq!(teams, shown["teams"], "the followers know the same");
        let standings = place.get(&format!("/tournaments/{id}/standings")).await;
        assert_eq!(standings["teams"], shown["teams"], "{standings}");
        let total: f64 =
            shown["standings"].as_array().unwrap().iter().map(|row| row["points"].as_f64().unwrap()).sum();
        assert_eq!(json!(total), json!(16.0), "eight wins of two points");

        // A player who left plays for the same club again, and only as its member.
        let (token, own) = (members.token(5), &members.clubs[1]);
        place.command(&id, token, json!({"type": "withdraw"})).await;
        join(&place, &members.clubs[2], token).await;
        let other = json!({"type": "register", "club": members.clubs[2]});
        place.command(&id, token, other).await;
        let shown = place.tournament(&id).await;
        let clubs: Vec<_> =
            shown["participants"].as_array().unwrap().iter().map(|one| &one["club"]).collect();
        assert_eq!(clubs[5], &json!(own), "{shown}");
        place.command(&id, token, json!({"type": "withdraw"})).await;
        assert_eq!(place.post(&format!("/clubs/{own}/leave"), token, Value::Null).await.0, 204);
        assert_eq!(tried(&place, &id, token, json!({"type": "return"})).await.0, 403);
        exported(&server, &id).await;

        place.command(&id, members.token(0), json!({"type": "cancel", "reason": "late"})).await;
        let over = place.get(&format!("/tournaments?over=true&club={}", members.clubs[3])).await;
        let row = &over["tournaments"][0];
        assert_eq!((&row["id"], &row["teams"]), (&json!(id), &json!(true)), "{over}");
        let clubs = place.get(&format!("/tournaments/{id}/clubs")).await;
        assert_eq!(clubs["clubs"].as_array().unwrap().len(), TEAMS, "{clubs}");
    }
}

/// Checks the teams in the files.
async fn exported(server: &TestServer, id: &str) {
    let file = async |format: &str| {
        let address = server.url(&format!("/api/v1/tournaments/{id}/export?format={format}"));
        reqwest::get(address).await.unwrap().text().await.unwrap()
    };
    let csv = file("csv").await;
    assert!(csv.starts_with("\u{feff}place,number,name,rating,points,team,"), "{csv}");
    assert!(csv.contains(",Club 3,"), "{csv}");
    let text = file("text").await;
    assert!(text.contains("1.  Club "), "{text}");
    let json: Value = serde_json::from_str(&file("json").await).unwrap();
    assert_eq!(json["teams"].as_array().unwrap().len(), TEAMS, "{json}");
}

#[tokio::test]
async fn clubs_answer_for_themselves() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let place = Place::of(&server);
        let (ada_id, ada) = place.account("Ada").await;
        let (_, berta) = place.account("Berta").await;
        let (_, carl) = place.account("Carl").await;
        let (host, guest) = (club(&place, &ada, "Marbles").await, club(&place, &berta, "Zebras").await);
        join(&place, &guest, &carl).await;
        let (status, body) = place.post("/tournaments", &ada, json!({"settings": arena()})).await;
        assert_eq!((status, &body["code"]), (422, &json!("unsupported")), "a team arena needs a club");
        let (_, made) = place.post("/tournaments", &ada, json!({"settings": arena(), "club": host})).await;
        let id = made["state"]["id"].as_str().unwrap();
        let invite = json!({"type": "invite_club", "club": guest});
        assert_eq!(tried(&place, id, &carl, invite.clone()).await.0, 403);
        let unknown = json!({"type": "invite_club", "club": uuid::Uuid::nil()});
        assert_eq!(tried(&place, id, &ada, unknown).await, (404, "no_such_club".to_owned()));
        place.command(id, &ada, invite.clone()).await;
        let inviting = async || {
            let list = place.get(&format!("/tournaments?club={guest}&invited=true")).await;
            list["tournaments"].as_array().unwrap().len()
        };
        assert_eq!(inviting().await, 1);
        assert_eq!(place.tournament(id).await["invited_clubs"], json!([guest]));
        assert_eq!(
            tried(&place, id, &carl, json!({"type": "register"})).await,
            (403, "members_only".to_owned())
        );
        let answer = |accept: bool| json!({"type": "answer_club", "club": guest, "accept": accept});
        for token in [&ada, &carl] {
            assert_eq!(tried(&place, id, token, answer(true)).await, (403, "forbidden".to_owned()));
        }
        assert_eq!(tried(&place, id, &berta, answer(false)).await.0, 200);
        assert_eq!(inviting().await, 0);
        assert_eq!(tried(&place, id, &ada, invite.clone()).await, (403, "not_eligible".to_owned()));
        assert_eq!(tried(&place, id, &berta, answer(true)).await.0, 200);
        assert_eq!(tried(&place, id, &berta, answer(true)).await.0, 200, "once is enough");
        let listed = place.get(&format!("/tournaments?club={guest}")).await;
        assert_eq!(listed["tournaments"][0]["id"], json!(id), "{listed}");
        place.command(id, &carl, json!({"type": "register"})).await;
        assert_eq!(tried(&place, id, &berta, answer(false)).await, (409, "not_now".to_owned()));
        assert_eq!(tried(&place, id, &ada, json!({"type": "start"})).await, (409, "not_now".to_owned()));

        // A club of an owner who blocks the director is not invited.
        let (_, made) = place.post("/tournaments", &ada, json!({"settings": arena(), "club": host})).await;
        let other = made["state"]["id"].as_str().unwrap();
        let path = format!("/me/blocks/{ada_id}");
        place.request(reqwest::Method::PUT, &path, &berta, Value::Null).await;
        assert_eq!(tried(&place, other, &ada, invite).await, (403, "forbidden".to_owned()));
    }
}

#[tokio::test]
async fn a_team_arena_is_the_same_on_two_nodes() {
    let nodes = Nodes::start(2).await;
    let (one, other) = (Place::of(&nodes[0]), Place::of(&nodes[1]));
    let members = Members::of(&one).await;
    let id = agreed(&one, &members).await;
    let mut players: Vec<Player> = Vec::new();
    for (number, (user, token)) in members.people.iter().take(6).enumerate() {
        let place = if number % 2 == 0 { &one } else { &other };
        place.command(&id, token, json!({"type": "register"})).await;
        players.push(place.connect(user.clone(), token.clone()).await);
        one.until_online(user, token).await;
    }
    let mut watchers = [nodes[0].client().await, nodes[1].client().await];
    for watcher in &mut watchers {
        subscribe(watcher, &id).await;
    }
    other.command(&id, members.token(0), json!({"type": "start"})).await;
    let shown = other.tournament(&id).await;
    let games = open_games(&shown);
    assert_eq!(games.len(), 3, "{shown}");
    called(&mut players).await;
    for game in &games {
        play_out(&mut players, &shown, game, 1).await;
    }
    let mut teams = Vec::new();
    for watcher in &mut watchers {
        let (mut known, mut last) = (0, Value::Null);
        while known < games.len() {
            let news = wait_for(watcher, |message| ended(message) > 0).await;
            known += ended(&news);
            if news["teams"].is_array() {
                last = news["teams"].clone();
            }
        }
        teams.push(last);
    }
    assert_eq!(teams[0], teams[1]);
    for place in [&one, &other] {
        let shown = place.tournament(&id).await;
        check(&shown, 2);
        assert_eq!(shown["teams"], teams[0], "{shown}");
    }
}
