//! All operations of the API, called with objects that exist. Each is then called again with values that no handler expects: the server
//! refuses them, and never fails.

mod accounts;
mod community;
mod play;
mod staff;

use std::collections::BTreeSet;

use reqwest::{Method, RequestBuilder, header};
use serde_json::{Value, json};
use sumito_config::Config;

use crate::database::{Database, Kind};
use crate::moderation::with_role;
use crate::push::pushes;
use crate::smtp::Smtp;
use crate::test_server::{Guest, TestServer};

/// An id of nothing.
const NOTHING: &str = "0198a1b2-0000-7000-8000-000000000000";

/// Parts of a path that name nothing.
const PATHS: [&str; 6] = ["x", "0", NOTHING, "99999999999999999999", "%E2%80%AE", "%00"];

/// Values of parameters that fit none of them.
const PARAMETERS: [&str; 4] = ["-1", "99999999999999999999", "x%7F", "%FF"];

/// Values of fields that fit none of them.
fn values() -> [Value; 5] {
    [json!("\u{0}"), json!("x".repeat(5_000)), json!({"x": [{}]}), json!(1e300), json!(-1)]
}

/// A server, and the answers of its operations so far.
struct Stage {
    server: TestServer,
    smtp: Smtp,
    operations: BTreeSet<String>,
    answered: BTreeSet<String>,
    /// Answers to valid requests that were no success.
    failed: Vec<String>,
    /// Number of invalid requests.
    refused: usize,
    admin: Guest,
    moderator: Guest,
    ada: Guest,
    ben: Guest,
}

impl Stage {
    async fn new(kind: Kind, folder: &std::path::Path) -> Self {
        let smtp = Smtp::start().await;
        let server =
            TestServer::on_with(Database::new(kind).await, |config| settings(config, &smtp, folder)).await;
        let (_, description) = server.get("/openapi.json").await;
        let mut operations = BTreeSet::new();
        for (path, methods) in description["paths"].as_object().unwrap() {
            operations.extend(
                methods.as_object().unwrap().keys().map(|method| format!("{} {path}", method.to_uppercase())),
            );
        }
        let admin = with_role(&server, "Andy", "admin").await;
        let moderator = with_role(&server, "Mona", "moderator").await;
        let (ada, ben) = (server.account("Ada").await, server.account("Ben").await);
        let (answered, failed) = (BTreeSet::new(), Vec::new());
        Self { server, smtp, operations, answered, failed, refused: 0, admin, moderator, ada, ben }
    }

    /// Sends a valid request, and then invalid ones like it; returns the answer to the first. `operation` is a method and a template of a path,
    /// with the query; `ids` take the places of its parameters.
    async fn call(
        &mut self,
        by: Option<&Guest>,
        operation: &str,
        ids: &[&str],
        body: Option<Value>,
    ) -> Value {
        let (method, template) = operation.split_once(' ').unwrap();
        let (template, query) = template.split_once('?').unwrap_or((template, ""));
        let template = if template.starts_with("/.well-known") || template.ends_with('z') {
            template.to_owned()
        } else {
            format!("/api/v1{template}")
        };
        let name = format!("{method} {template}");
        assert!(self.operations.contains(&name), "there is no operation {name}");
        let method = Method::from_bytes(method.as_bytes()).unwrap();
        let request = |path: &str, query: &str, body: Option<&Value>| {
            let question = if query.is_empty() { "" } else { "?" };
            let request = self
                .server
                .http()
                .request(method.clone(), self.server.url(&format!("{path}{question}{query}")));
            let request = match by {
                Some(by) => request.bearer_auth(&by.token),
                None => request,
            };
            match body {
                Some(body) => request.json(body),
                None => request,
            }
        };
        let path = filled(&template, ids);
        let (status, answer) = send(request(&path, query, body.as_ref())).await;
        let mut invalid = Vec::new();
        for place in 0..ids.len() {
            for value in PATHS {
                let ids: Vec<_> =
                    (0..ids.len()).map(|at| if at == place { value } else { ids[at] }).collect();
                invalid.push(request(&filled(&template, &ids), query, body.as_ref()));
            }
        }
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let parameter = pair.split('=').next().unwrap();
            for value in PARAMETERS {
                let query = query.replace(pair, &format!("{parameter}={value}"));
                invalid.push(request(&path, &query, body.as_ref()));
            }
        }
        for field in body.iter().filter_map(Value::as_object).flat_map(serde_json::Map::keys) {
            for value in values() {
                let mut body = body.clone().unwrap();
                body[field] = value;
                invalid.push(request(&path, query, Some(&body)));
            }
        }
        let invalid: Vec<_> = invalid.into_iter().map(|request| request.build().unwrap()).collect();
        let http = self.server.http().clone();
        for request in invalid {
            let what = format!("{} {}", request.method(), request.url());
            let status = http.execute(request).await.unwrap().status();
            assert!(!status.is_server_error(), "{what}: {status}");
            self.refused += 1;
        }
        self.note(name, status, &answer);
        answer
    }

    /// Records the answer of an operation.
    fn note(&mut self, operation: String, status: u16, answer: &Value) {
        if (200..300).contains(&status) {
            self.answered.insert(operation);
        } else {
            self.failed.push(format!("{operation}: {status} {answer}"));
        }
    }

    /// The same as a user with a session.
    async fn by(&mut self, by: &Guest, operation: &str, ids: &[&str], body: Value) -> Value {
        self.call(Some(by), operation, ids, Some(body)).await
    }

    async fn get(&mut self, by: &Guest, template: &str, ids: &[&str]) -> Value {
        self.call(Some(by), &format!("GET {template}"), ids, None).await
    }

    async fn delete(&mut self, by: &Guest, template: &str, ids: &[&str]) -> Value {
        self.call(Some(by), &format!("DELETE {template}"), ids, None).await
    }

    /// Sends a form of an app.
    async fn form(&mut self, path: &str, pairs: &[(&str, &str)]) -> Value {
        let path = format!("/api/v1/oauth/{path}");
        let (status, answer) = send(self.server.http().post(self.server.url(&path)).form(pairs)).await;
        for (at, value) in (0..pairs.len()).flat_map(|at| ["\u{0}", "x", ""].map(|value| (at, value))) {
            let mut pairs = pairs.to_vec();
            pairs[at].1 = value;
            let (status, answer) = send(self.server.http().post(self.server.url(&path)).form(&pairs)).await;
            assert!(status < 500, "{path} {pairs:?}: {answer}");
            self.refused += 1;
        }
        self.note(format!("POST {path}"), status, &answer);
        answer
    }

    /// Starts an answer that does not end.
    async fn stream(&mut self, by: &Guest, template: &str, ids: &[&str]) {
        let template = format!("/api/v1{template}");
        let request = self.server.http().get(self.server.url(&filled(&template, ids))).bearer_auth(&by.token);
        let status = request.send().await.unwrap().status().as_u16();
        self.note(format!("GET {template}"), status, &Value::Null);
    }

    /// Uploads a picture.
    async fn upload(&mut self, by: &Guest) {
        let picture = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
        let picture = <base64ct::Base64 as base64ct::Encoding>::decode_vec(picture).unwrap();
        let path = "/api/v1/me/avatar";
        let request = self.server.http().put(self.server.url(path)).bearer_auth(&by.token);
        let (status, answer) = send(request.header(header::CONTENT_TYPE, "image/png").body(picture)).await;
        self.note(format!("PUT {path}"), status, &answer);
    }
}

fn filled(template: &str, ids: &[&str]) -> String {
    let mut ids = ids.iter();
    let parts =
        template.split('/').map(|part| if part.starts_with('{') { *ids.next().unwrap() } else { part });
    parts.collect::<Vec<_>>().join("/")
}

async fn send(request: RequestBuilder) -> (u16, Value) {
    let answer = request.send().await.unwrap();
    let status = answer.status().as_u16();
    let text = answer.bytes().await.unwrap();
    (status, serde_json::from_slice(&text).unwrap_or_default())
}

fn text<'a>(answer: &'a Value, pointer: &str) -> &'a str {
    answer.pointer(pointer).and_then(Value::as_str).unwrap_or(NOTHING)
}

/// Settings with which every operation can succeed.
fn settings(config: &mut Config, smtp: &Smtp, folder: &std::path::Path) {
    pushes(config);
    "http://abalone.example/".clone_into(&mut config.public_url);
    config.mail.smtp_url = smtp.url().into();
    "Sumito <noreply@abalone.example>".clone_into(&mut config.mail.from);
    config.webhooks.private_addresses = true;
    config.puzzles.collection = true;
    config.computers.analysis_nodes = 100;
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    config.site.logo =
        file("logo.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\"></svg>");
    config.site.imprint.en = file("imprint.txt", "Board of the club");
    let limits = &mut config.limits;
    limits.mails_per_account_per_hour = 0;
    limits.logins_per_account_per_minute = 0;
    limits.challenges_to_one_per_hour = 0;
    limits.reports_per_day = 10_000;
}

async fn call_all(kind: Kind) {
    let folder = tempfile::tempdir().unwrap();
    let mut stage = Stage::new(kind, folder.path()).await;
    play::call(&mut stage).await;
    community::call(&mut stage).await;
    staff::call(&mut stage).await;
    accounts::call(&mut stage).await;
    let missing: Vec<_> = stage.operations.difference(&stage.answered).collect();
    let (all, answered) = (stage.operations.len(), stage.answered.len());
    let why = format!("{answered} of {all}\nmissing: {missing:#?}\nfailed: {:#?}", stage.failed);
    assert!(answered + 15 >= all && answered >= 220, "{why}");
    assert!(stage.refused > 1_500, "{} invalid requests", stage.refused);
}

#[tokio::test]
async fn operations_succeed_and_survive_invalid_values_on_sqlite() {
    call_all(Kind::Sqlite).await;
}

#[tokio::test]
async fn operations_succeed_and_survive_invalid_values_on_postgres() {
    call_all(Kind::Postgres).await;
}
