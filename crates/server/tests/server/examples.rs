//! The examples of the OpenAPI description: a server takes each of them.

use serde_json::{Map, Value, json};

use crate::database::Kind;
use crate::test_server::TestServer;

/// Bodies whose content a server refuses with 400 or 422 although the form is right: they name secrets and positions that do not exist.
const REFUSED: [&str; 10] = [
    "post_me_mail_confirmation",
    "post_me_webhooks",
    "post_oauth_authorization",
    "post_oauth_device_authorization",
    "post_oauth_token",
    "post_pairings",
    "post_tournaments_import",
    "put_me_mail",
    "put_me_push",
    "post_recovery_mail",
];

/// Fills the parameters of a path.
fn address(path: &str) -> String {
    let parts = path.split('/').map(|part| match part {
        "{name}" => "Ada",
        part if part.starts_with('{') => "01a1fcc6-b9a3-72c7-bb42-3d91f93c2644",
        part => part,
    });
    parts.collect::<Vec<_>>().join("/")
}

#[tokio::test]
async fn every_body_has_an_example_that_a_server_takes() {
    let server = TestServer::start_with(Kind::Sqlite, |config| config.limits.exempt_loopback = true).await;
    let (_, api) = server.get("/openapi.json").await;
    let operations = api["paths"].as_object().unwrap().iter();
    let operations =
        operations.flat_map(|(path, item)| item.as_object().unwrap().iter().map(move |one| (path, one)));
    let mut sent = 0;
    let mut wrong = Vec::new();
    for (path, (method, operation)) in operations {
        let id = operation["operationId"].as_str().unwrap();
        let bodies = operation["requestBody"]["content"].as_object().into_iter().flatten();
        for (kind, body) in
            bodies.filter(|(kind, _)| !kind.starts_with("image/") && *kind != "application/octet-stream")
        {
            let Some(example) = body.get("example") else {
                wrong.push(format!("{id} has no example"));
                continue;
            };
            // Each request has another caller: some end their sessions.
            let caller = server.account(&format!("Caller{}", letters(sent))).await;
            let request =
                server.http().request(method.to_uppercase().parse().unwrap(), server.url(&address(path)));
            let request = request.bearer_auth(&caller.token);
            let request =
                if kind == "application/json" { request.json(example) } else { request.form(example) };
            let answer = request.send().await.unwrap();
            let status = answer.status().as_u16();
            let text = answer.text().await.unwrap();
            let is_taken = !matches!(status, 400 | 413 | 415 | 422 | 500..);
            if !is_taken && !REFUSED.contains(&id)
                || text.contains("bad_message")
                || text.contains("bad_json")
            {
                wrong.push(format!("{id}: {status} {text}"));
            }
            if id == "post_rooms" {
                assert_eq!(status, 201, "{text}");
            }
            sent += 1;
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(sent > 60, "{sent}");
}

/// Writes a number below 1,000 in letters that do not look like others, for a name.
fn letters(number: usize) -> String {
    [number / 100, number / 10 % 10, number % 10]
        .map(|digit| char::from(b"bdfgkpstxz"[digit]))
        .iter()
        .collect()
}

#[tokio::test]
async fn every_object_has_fields() {
    fn search(schema: &Value, place: &str, found: &mut Vec<String>) {
        let Some(fields) = schema.as_object() else {
            let items = schema.as_array().into_iter().flatten().enumerate();
            items.for_each(|(index, item)| search(item, &format!("{place}/{index}"), found));
            return;
        };
        let forms = ["properties", "oneOf", "anyOf", "allOf", "$ref"];
        let has_form = forms.iter().any(|form| fields.contains_key(*form));
        let is_map =
            fields.get("additionalProperties").and_then(Value::as_object).is_some_and(|one| !one.is_empty());
        if fields.get("type") == Some(&json!("object")) && !has_form && !is_map && !place.contains("/example")
        {
            found.push(place.to_owned());
        }
        for (name, inner) in fields {
            search(inner, &format!("{place}/{}", name.replace('/', "~1")), found);
        }
    }
    let server = TestServer::start().await;
    let (_, api) = server.get("/openapi.json").await;
    let mut found = Vec::new();
    search(&api, "", &mut found);
    assert!(found.is_empty(), "these objects may have any fields: {found:?}");
    let contents =
        api["paths"].as_object().unwrap().values().flat_map(|item| item.as_object().unwrap().values());
    for operation in contents {
        let bodies = operation["responses"].as_object().unwrap().values();
        for (kind, body) in bodies.filter_map(|answer| answer["content"].as_object()).flat_map(Map::iter) {
            assert!(body["schema"].is_object(), "{} {kind} has no schema", operation["operationId"]);
        }
    }
}
