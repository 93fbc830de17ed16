//! Tournaments of clubs: who creates them, who enters, and where they are listed.

use serde_json::{Value, json};
use sumito_game::{Timestamp, TournamentId};
use sumito_store::{OfClub, TournamentFilter};

use super::{Place, settings};
use crate::database::{BOTH, Kind};
use crate::store::Scene;
use crate::test_server::TestServer;

fn form() -> Value {
    settings(json!({"form": "round_robin", "cycles": 1}))
}

/// Creates an open club and returns its id.
pub(super) async fn club(place: &Place, owner: &str, name: &str) -> String {
    let (status, made) = place.post("/clubs", owner, json!({"name": name})).await;
    assert_eq!(status, 201, "{made}");
    made["club"]["id"].as_str().unwrap().to_owned()
}

/// Makes a user a member of an open club.
pub(super) async fn join(place: &Place, club: &str, token: &str) {
    let answer = place.post(&format!("/clubs/{club}/join"), token, json!({})).await;
    assert_eq!(answer, (200, json!({"member": true})));
}

async fn create(place: &Place, club: &str, token: &str) -> (u16, Value) {
    place.post("/tournaments", token, json!({"settings": form(), "club": club})).await
}

/// Sends a command; returns the status and the code of the error.
async fn tried(place: &Place, id: &str, token: &str, command: Value) -> (u16, String) {
    let (status, body) = place.try_command(id, token, &command).await;
    (status, body["code"].as_str().unwrap_or_default().to_owned())
}

fn refused(status: u16, code: &str) -> (u16, String) {
    (status, code.to_owned())
}

#[tokio::test]
async fn only_members_enter_a_tournament_of_their_club() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let place = Place::of(&server);
        let (_, ada) = place.account("Ada").await;
        let (berta_id, berta) = place.account("Berta").await;
        let (_, carl) = place.account("Carl").await;
        let marbles = club(&place, &ada, "Marbles").await;
        join(&place, &marbles, &berta).await;
        for token in [&berta, &carl] {
            let (status, body) = create(&place, &marbles, token).await;
            assert_eq!((status, &body["code"]), (403, &json!("forbidden")), "{body}");
        }
        let (status, body) = create(&place, &uuid::Uuid::nil().to_string(), &ada).await;
        assert_eq!((status, &body["code"]), (404, &json!("no_such_club")), "{body}");
        let role = json!({"role": "admin"});
        let path = format!("/clubs/{marbles}/members/{berta_id}");
        assert_eq!(place.request(reqwest::Method::PATCH, &path, &ada, role).await.0, 204);
        let (status, body) = create(&place, &marbles, &berta).await;
        assert_eq!((status, &body["state"]["club"]), (201, &json!(marbles)), "{body}");
        let id = body["state"]["id"].as_str().unwrap();

        let register = || json!({"type": "register"});
        let guest = server.guest().await.token;
        for token in [&carl, &guest] {
            assert_eq!(tried(&place, id, token, register()).await, refused(403, "members_only"));
        }
        for command in [json!({"type": "invite", "player": "carl"}), json!({"type": "add", "computer": 1})] {
            assert_eq!(tried(&place, id, &berta, command).await, refused(403, "members_only"));
        }
        for token in [&ada, &berta] {
            assert_eq!(tried(&place, id, token, register()).await.0, 200);
        }
        // Berta is online and plays, and leaves the club.
        let _sockets = [
            place.connect(String::new(), ada.clone()).await,
            place.connect(String::new(), berta.clone()).await,
        ];
        place.command(id, &berta, json!({"type": "start"})).await;
        assert_eq!(place.post(&format!("/clubs/{marbles}/leave"), &berta, Value::Null).await.0, 204);
        let shown = place.tournament(id).await;
        let memberships = shown["participants"].as_array().unwrap().iter().map(|one| &one["membership"]);
        assert!(memberships.into_iter().all(|membership| membership == "in"), "{shown}");
        place.command(id, &berta, json!({"type": "withdraw"})).await;
        for command in [json!({"type": "return"}), register()] {
            assert_eq!(tried(&place, id, &berta, command).await, refused(403, "members_only"));
        }

        let roles = async |token: &str| {
            let path = format!("/tournaments/{id}/clubs");
            let body = place.try_get(&path, token).await.unwrap();
            (body["clubs"][0]["club"]["name"].clone(), body["clubs"][0]["role"].clone())
        };
        assert_eq!(roles(&ada).await, (json!("Marbles"), json!("owner")));
        for token in [&berta, ""] {
            assert_eq!(roles(token).await, (json!("Marbles"), Value::Null));
        }
        // Without its club the tournament stays.
        let path = format!("/clubs/{marbles}");
        assert_eq!(place.request(reqwest::Method::DELETE, &path, &ada, Value::Null).await.0, 204);
        let clubs = place.get(&format!("/tournaments/{id}/clubs")).await;
        assert_eq!(clubs, json!({"clubs": []}));
        assert_eq!(place.tournament(id).await["state"]["club"], json!(marbles));
    }
}

#[tokio::test]
async fn tournaments_of_a_club_are_listed_and_limited() {
    for kind in BOTH {
        let server = TestServer::start_with(kind, |config| config.limits.open_tournaments_per_club = 2).await;
        let place = Place::of(&server);
        let (_, ada) = place.account("Ada").await;
        let (marbles, zebras) = (club(&place, &ada, "Marbles").await, club(&place, &ada, "Zebras").await);
        let mut made = Vec::new();
        for _ in 0..2 {
            let (status, body) = create(&place, &marbles, &ada).await;
            assert_eq!(status, 201, "{body}");
            made.push(body["state"]["id"].clone());
        }
        let (status, body) = create(&place, &marbles, &ada).await;
        assert_eq!((status, &body["code"]), (429, &json!("too_many")), "{body}");
        assert!(body["detail"].as_str().unwrap().contains("this club has 2"), "{body}");
        assert_eq!(create(&place, &zebras, &ada).await.0, 201, "another club has its own limit");

        let listed = async |query: &str| {
            let (mut found, mut cursor) = (Vec::new(), String::new());
            loop {
                let page = place.get(&format!("/tournaments?limit=1&{query}{cursor}")).await;
                let rows = page["tournaments"].as_array().unwrap();
                found.extend(rows.iter().map(|row| (row["id"].clone(), row["club"].clone())));
                match page["next"].as_str() {
                    Some(next) => cursor = format!("&cursor={next}"),
                    None => return found,
                }
            }
        };
        let own = |id: &Value| (id.clone(), json!(marbles));
        assert_eq!(listed(&format!("club={marbles}")).await, [own(&made[0]), own(&made[1])]);
        assert_eq!(listed("").await.len(), 3, "the list of all has them too");
        place.command(made[0].as_str().unwrap(), &ada, json!({"type": "cancel", "reason": "rain"})).await;
        assert_eq!(listed(&format!("club={marbles}")).await, [own(&made[1])]);
        assert_eq!(listed(&format!("club={marbles}&over=true")).await, [own(&made[0])]);
        assert_eq!(create(&place, &marbles, &ada).await.0, 201, "a cancelled one does not count");
    }
}

#[tokio::test]
async fn lists_of_a_club_use_an_index() {
    let scene = Scene::new(Kind::Sqlite).await;
    let club = uuid::Uuid::nil();
    let cursor = Some((Timestamp(5), TournamentId(uuid::Uuid::nil())));
    let guest = "tournament_clubs_by_club";
    for (of, open, after, indexes) in [
        (OfClub::Joined(club), true, None, vec!["tournaments_by_club", guest]),
        (OfClub::Joined(club), false, cursor, vec!["tournaments_by_club", guest]),
        (OfClub::Invited(club), true, cursor, vec![guest]),
    ] {
        let filter = TournamentFilter { open, club: Some(of), since: None, until: None, after, limit: 10 };
        let plan = scene.store.explain_tournaments(&filter).await.unwrap();
        assert!(indexes.iter().all(|index| plan.contains(index)), "{plan}");
        assert!(!plan.contains("SCAN tournaments") && !plan.contains("SCAN tournament_clubs"), "{plan}");
    }
    scene.end().await;
}
