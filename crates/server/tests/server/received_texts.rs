//! Texts with control characters, of which PostgreSQL cannot store U+0000, and texts that are not UTF-8: the server rejects them before any
//! handler, with every database.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::database::BOTH;
use crate::moderation::with_role;
use crate::raw::Raw;
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
        for body in
            [r#"{"lobby":"a\u0000"}"#, r#"{"layout":"\u0000"}"#, r#"{"\u0000":1}"#, r#"{"lobby":"a\u001b"}"#]
        {
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

/// Values for a part of a path that no handler may receive.
const HOSTILE: [&str; 6] = ["%00", "a%00b", "%01", "%7F", "%FF", "%ED%A0%80"];

#[tokio::test]
async fn no_operation_sees_such_a_text_in_its_path() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let admin = with_role(&server, "Ada", "admin").await;
        let (_, description) = server.get("/openapi.json").await;
        let (mut operations, mut sent) = (0, 0);
        for (template, methods) in description["paths"].as_object().unwrap() {
            let parts: Vec<&str> = template.split('/').collect();
            let places: Vec<usize> =
                (0..parts.len()).filter(|place| parts[*place].starts_with('{')).collect();
            for method in methods.as_object().unwrap().keys() {
                operations += 1;
                let method = Method::from_bytes(method.to_uppercase().as_bytes()).unwrap();
                for (place, value) in places.iter().flat_map(|place| HOSTILE.map(|value| (*place, value))) {
                    let parts = parts.iter().enumerate().map(|(at, part)| match part {
                        _ if at == place => value,
                        part if part.starts_with('{') => &admin.id,
                        part => part,
                    });
                    let path = parts.collect::<Vec<_>>().join("/");
                    let body = Some(json!({}));
                    let (status, problem) =
                        server.request(method.clone(), &path, Some(&admin.token), body).await;
                    assert_eq!((status, &problem["code"]), (404, &json!("not_found")), "{method} {path}");
                    sent += 1;
                }
                let path = format!("{}?a=%00", template.replace(['{', '}'], ""));
                let (status, problem) = server.request(method.clone(), &path, Some(&admin.token), None).await;
                assert_eq!((status, &problem["code"]), (400, &json!("out_of_range")), "{method} {path}");
            }
        }
        assert!(operations > 230 && sent > 600, "{operations} {sent}");
        // Pages look up the subject of their preview.
        for page in ["/players/a%00b", "/game/%00", "/%FF"] {
            assert_eq!(server.http().get(server.url(page)).send().await.unwrap().status(), 404, "{page}");
        }
    }
}

#[tokio::test]
async fn control_characters_in_headers_are_refused() {
    let server = TestServer::start().await;
    let guest = server.guest().await;
    for value in [&b"a\x00b"[..], b"a\x01", b"a\x7f", b"\xff\xfe"] {
        let mut raw = Raw::connect(&server.url("")).await;
        let mut request = format!(
            "POST /api/v1/rooms HTTP/1.1\r\nhost: test\r\nauthorization: Bearer {}\r\ncontent-type: application/json\r\n\
             content-length: 2\r\nidempotency-key: ",
            guest.token
        )
        .into_bytes();
        request.extend_from_slice(value);
        request.extend_from_slice(b"\r\n\r\n{}");
        raw.send_bytes(&request).await;
        assert_eq!(raw.answer().await.status, 400, "{value:?}");
    }
}
