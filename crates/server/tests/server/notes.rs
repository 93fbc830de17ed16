//! Private notes on games.

use reqwest::Method;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::database::BOTH;
use crate::store::count;
use crate::test_server::{Guest, TestServer};

async fn set(server: &TestServer, who: &Guest, game: Uuid, text: &str) -> (u16, Value) {
    let path = format!("/api/v1/me/notes/{game}");
    server.request(Method::PUT, &path, Some(&who.token), Some(json!({"text": text}))).await
}

async fn text(server: &TestServer, who: &Guest, game: Uuid) -> Value {
    let (status, note) = server.get_as(&format!("/api/v1/me/notes/{game}"), &who.token).await;
    assert_eq!(status, 200, "{note}");
    note["text"].clone()
}

#[tokio::test]
async fn note_is_for_its_author_alone() {
    for kind in BOTH {
        let server = TestServer::start_with(kind, |config| config.correspondence.notes_per_user = 2).await;
        let [anne, ben] = [server.account("anne").await, server.account("ben").await];
        let [first, second, third] = [1, 2, 3].map(Uuid::from_u128);
        assert_eq!(text(&server, &anne, first).await, json!(""));
        assert_eq!(set(&server, &anne, first, "Left side.\nThen the centre.").await.0, 204);
        assert_eq!(set(&server, &anne, first, "Right side.").await.0, 204);
        assert_eq!(text(&server, &anne, first).await, json!("Right side."));
        assert_eq!(text(&server, &ben, first).await, json!(""));

        assert_eq!(set(&server, &anne, second, "2").await.0, 204);
        assert_eq!(set(&server, &anne, third, "3").await.1["code"], "too_many");
        assert_eq!(set(&server, &anne, second, "  ").await.0, 204, "an empty note is removed");
        assert_eq!(set(&server, &anne, third, &"x".repeat(4_096)).await.0, 204);
        assert_eq!(set(&server, &anne, third, &"ä".repeat(2_049)).await.1["code"], "out_of_range");
        let guest = server.guest().await;
        assert_eq!(set(&server, &guest, first, "x").await.1["code"], "needs_account");
        assert_eq!(count(server.database(), "SELECT count(*) FROM game_notes").await, 2);
    }
}
