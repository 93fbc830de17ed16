//! Public details of players: countries and pictures, followers, and two players side by side.

use reqwest::Method;
use serde_json::{Value, json};

use crate::database::BOTH;
use crate::moderation::with_role;
use crate::test_server::{Guest, TestServer};

/// A PNG file of one grey pixel, which is stretched.
const PIXEL: &[u8] = &[
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52, 0x00,
    0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x00, 0x00, 0x00, 0x00, 0x3a, 0x7e, 0x9b, 0x55, 0x00,
    0x00, 0x00, 0x0a, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9c, 0x63, 0x68, 0x00, 0x00, 0x00, 0x82, 0x00, 0x81,
    0x77, 0xcd, 0x72, 0xb6, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82,
];

async fn upload(server: &TestServer, token: &str, picture: Vec<u8>) -> (u16, Value) {
    let request = server.http().put(server.url("/api/v1/me/avatar")).bearer_auth(token).body(picture);
    let response = request.send().await.unwrap();
    (response.status().as_u16(), response.json().await.unwrap_or_default())
}

async fn faces(server: &TestServer, user: &Guest) -> Value {
    let (status, list) = server.get(&format!("/api/v1/faces?users={}", user.id)).await;
    assert_eq!(status, 200);
    list["faces"].clone()
}

#[tokio::test]
async fn picture_is_shown_until_its_owner_or_a_moderator_removes_it() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let (anna, guest) = (server.account("Anna").await, server.guest().await);
        let moderator = with_role(&server, "Mara", "moderator").await;
        assert_eq!(server.get("/api/v1/players/Anna/avatar").await.0, 404);
        let (status, stored) = upload(&server, &anna.token, PIXEL.to_vec()).await;
        assert_eq!(status, 200, "{stored}");
        assert_eq!(faces(&server, &anna).await, json!([{"user": anna.id, "avatar": stored["tag"]}]));
        assert_eq!(server.get("/api/v1/players/Anna").await.1["avatar"], stored["tag"]);

        let url = server.url("/api/v1/players/anna/avatar?v=1");
        let response = server.http().get(&url).send().await.unwrap();
        let headers = response.headers().clone();
        assert_eq!(
            (response.status().as_u16(), &headers["content-type"]),
            (200, &"image/webp".parse().unwrap())
        );
        assert_eq!(headers["x-content-type-options"], "nosniff");
        assert!(response.bytes().await.unwrap().starts_with(b"RIFF"));
        let again = server.http().get(&url).header("if-none-match", &headers["etag"]).send().await.unwrap();
        assert_eq!(again.status(), 304);

        for (token, picture, status, code) in [
            (&anna.token, b"no picture".to_vec(), 400, "bad_message"),
            (&anna.token, vec![0; 512 * 1024 + 1], 413, "too_large"),
            (&guest.token, PIXEL.to_vec(), 403, "needs_account"),
        ] {
            let (answered, problem) = upload(&server, token, picture).await;
            assert_eq!((answered, &problem["code"]), (status, &json!(code)));
        }
        assert_eq!(faces(&server, &anna).await[0]["avatar"], stored["tag"]);

        let path = format!("/api/v1/moderation/players/{}/avatar/remove", anna.id);
        let reason = json!({"reason": "not yours"});
        assert_eq!(server.post(&path, Some(&anna.token), reason.clone()).await.0, 403);
        assert_eq!(server.post(&path, Some(&moderator.token), reason).await.0, 204);
        assert_eq!(faces(&server, &anna).await, json!([]));
        let (_, log) = server.get_as("/api/v1/moderation/log", &moderator.token).await;
        assert_eq!(log["deeds"][0]["action"], "remove_avatar", "{log}");

        upload(&server, &anna.token, PIXEL.to_vec()).await;
        assert_eq!(server.delete("/api/v1/me/avatar", &anna.token).await.0, 204);
        assert_eq!(faces(&server, &anna).await, json!([]));
    }
}

#[tokio::test]
async fn uploads_of_an_address_are_limited() {
    let server = TestServer::start_with(crate::database::Kind::Sqlite, |config| {
        config.limits.avatars_per_hour = 2;
        config.limits.exempt_loopback = false;
    })
    .await;
    let anna = server.account("Anna").await;
    for status in [200, 200, 429] {
        assert_eq!(upload(&server, &anna.token, PIXEL.to_vec()).await.0, status);
    }
}

#[tokio::test]
async fn country_is_a_known_code() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let (anna, guest) = (server.account("Anna").await, server.guest().await);
        let set = async |user: &Guest, country: Value| {
            let body = json!({"country": country});
            server.request(Method::PUT, "/api/v1/me/country", Some(&user.token), Some(body)).await.0
        };
        assert_eq!(set(&anna, json!("NL")).await, 204);
        assert_eq!(faces(&server, &anna).await, json!([{"user": anna.id, "country": "NL"}]));
        for wrong in ["nl", "XX", "NLD", ""] {
            assert_eq!(set(&anna, json!(wrong)).await, 400, "{wrong}");
        }
        assert_eq!(set(&guest, json!("NL")).await, 403);
        assert_eq!(server.get("/api/v1/players/Anna").await.1["country"], "NL");
        assert_eq!(set(&anna, Value::Null).await, 204);
        assert_eq!(server.get("/api/v1/players/Anna").await.1["country"], Value::Null);
        for wrong in ["", "Anna", &vec![anna.id.as_str(); 51].join(",")] {
            assert_eq!(server.get(&format!("/api/v1/faces?users={wrong}")).await.0, 400);
        }
    }
}

#[tokio::test]
async fn players_who_follow_each_other_are_friends() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let (anna, berta) = (server.account("Anna").await, server.account("Berta").await);
        let carla = server.account("Carla").await;
        for (user, other) in [(&anna, "Berta"), (&berta, "Anna"), (&carla, "Anna")] {
            let path = format!("/api/v1/me/follows/{other}");
            assert_eq!(server.request(Method::PUT, &path, Some(&user.token), None).await.0, 204);
        }
        let counts = |following: u32, followers: u32, friends: u32| json!({"following": following, "followers": followers, "friends": friends});
        for (name, expected) in
            [("Anna", counts(1, 2, 1)), ("Berta", counts(1, 1, 1)), ("Carla", counts(1, 0, 0))]
        {
            assert_eq!(server.get(&format!("/api/v1/players/{name}")).await.1["follows"], expected);
        }
        let (_, list) = server.get_as("/api/v1/me/follows", &anna.token).await;
        assert_eq!(list["players"][0]["friend"], true);
        let (_, list) = server.get_as("/api/v1/me/follows", &carla.token).await;
        assert_eq!(list["players"][0]["friend"], false);
        let (_, presence) = server.get_as("/api/v1/players/Berta/presence", &anna.token).await;
        assert_eq!(presence["friend"], true);

        let (_, first) = server.get_as("/api/v1/me/followers?limit=1", &anna.token).await;
        assert_eq!(
            (&first["players"][0]["user"]["name"], &first["players"][0]["friend"]),
            (&json!("Carla"), &json!(false))
        );
        let next = format!("/api/v1/me/followers?limit=1&cursor={}", first["next"].as_str().unwrap());
        let (_, second) = server.get_as(&next, &anna.token).await;
        assert_eq!(
            (&second["players"][0]["user"]["name"], &second["players"][0]["friend"]),
            (&json!("Berta"), &json!(true))
        );
        assert_eq!(second["next"], Value::Null);
        assert_eq!(server.get("/api/v1/me/followers").await.0, 401);
        assert_eq!(server.get_as("/api/v1/me/followers?cursor=x", &anna.token).await.0, 400);
    }
}

#[tokio::test]
async fn two_players_are_compared() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let mut pair = crate::ratings::Pair::at(&server, &server).await;
        let game = pair.white_loses().await;
        crate::ratings::changes(&server, &game).await;
        let compared = loop {
            let (status, compared) = server.get("/api/v1/players/Berta/compare/anna").await;
            assert_eq!(status, 200);
            if compared["games"] != json!([]) {
                break compared;
            }
            tokio::task::yield_now().await;
        };
        assert_eq!(compared["games"], json!([{"mode": "two", "games": 1, "won": 0, "drawn": 0, "lost": 1}]));
        assert_eq!(
            (&compared["one"]["user"]["name"], &compared["one"]["ratings"][0]["rating"]),
            (&json!("Berta"), &json!(1338))
        );
        assert_eq!(
            (&compared["other"]["user"]["name"], &compared["other"]["ratings"][0]["rating"]),
            (&json!("Anna"), &json!(1662))
        );
        let (_, activity) = server.get("/api/v1/players/Anna/activity").await;
        assert_eq!(
            (&activity["best_wins"][0]["opponent"]["name"], &activity["best_wins"][0]["rating"]),
            (&json!("Berta"), &json!(1500))
        );
        let (_, days) = server.get("/api/v1/players/Anna/ratings/days").await;
        assert_eq!(days["pools"][0]["days"][0]["rating"], 1662, "{days}");
        assert_eq!(server.get("/api/v1/players/Anna/compare/Anna").await.0, 400);
        assert_eq!(server.get("/api/v1/players/Anna/compare/Zoe").await.0, 404);
    }
}
