//! The character U+0000, which PostgreSQL cannot store: the server rejects it first, with every database.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::database::BOTH;
use crate::test_server::TestServer;

#[tokio::test]
async fn nul_in_a_query_is_refused() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        for path in
            ["/api/v1/games?player=%00", "/api/v1/games?player=a&opponent=b%00c", "/api/v1/rooms?lobby=%00"]
        {
            let (status, problem) = server.get(path).await;
            assert_eq!(
                (status, &problem["code"]),
                (StatusCode::BAD_REQUEST, &json!("out_of_range")),
                "{path}"
            );
        }
        let (status, _) = server.get("/api/v1/rooms?lobby=%2500").await;
        assert_eq!(status, StatusCode::OK);
        for path in ["/api/v1/games/%00", "/api/v1/rooms/%00"] {
            let (status, _) = server.get(path).await;
            assert_eq!(status, StatusCode::NOT_FOUND, "{path}");
        }
    }
}

#[tokio::test]
async fn nul_in_a_body_is_refused() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let guest = server.guest().await;
        for body in [r#"{"lobby":"a\u0000"}"#, r#"{"layout":"\u0000"}"#, r#"{"\u0000":1}"#] {
            let request = server.http().post(server.url("/api/v1/rooms")).bearer_auth(&guest.token);
            let answer = request.header("content-type", "application/json").body(body).send().await.unwrap();
            let problem: Value = answer.json().await.unwrap();
            assert_eq!(
                (&problem["status"], &problem["code"]),
                (&json!(400), &json!("out_of_range")),
                "{body}"
            );
        }
    }
}

#[tokio::test]
async fn nul_in_a_message_is_refused_without_an_outage() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let mut client = server.client().await;
        let refused = client.refusal_of(r#"{"type":"create_room","id":"a\u0000b"}"#).await;
        assert_eq!(refused.code, "out_of_range");
        client.create_room(json!({})).await;
    }
}
