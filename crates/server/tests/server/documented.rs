//! The requests in the documentation: each is sent, and the answer must have the shape of the documented one.

use std::fs;
use std::path::Path;

use reqwest::Method;
use serde_json::{Value, json};
use sumito_rules::{Mode, Position};

use crate::play::two_players;
use crate::test_server::TestServer;

/// The user id that the documentation uses in examples.
const EXAMPLE_USER: &str = "01a1fcc6-b9a3-72c7-bb42-3d91f93c2644";
const BASE: &str = "http://127.0.0.1:8080";

/// A documented request and its answer, if the page shows one.
#[derive(Debug)]
struct Example {
    command: String,
    answer: Option<Value>,
}

/// The `curl`s of a page, in order.
fn examples(page: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let (mut fence, mut json) = (None, String::new());
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        match (line.strip_prefix("```"), fence) {
            (Some(kind), None) => fence = Some(kind),
            (Some(_), Some(_)) => {
                if let Some(last) = examples.last_mut()
                    && last.answer.is_none()
                {
                    last.answer = serde_json::from_str(&json).ok();
                }
                (fence, json) = (None, String::new());
            }
            (None, Some("sh" | "console"))
                if line.contains("curl ") && line.contains("/api/v1/") || line.ends_with('\\') =>
            {
                let mut command = line.trim_end_matches('\\').to_owned();
                let mut continues = line.ends_with('\\');
                while continues {
                    let next = lines.next().unwrap();
                    command.push_str(next.trim_end_matches('\\'));
                    continues = next.ends_with('\\');
                }
                let inner = command.rsplit_once("$(").map_or(command.as_str(), |(_, inner)| inner);
                let inner = inner.split(" | ").next().unwrap();
                if inner.contains("curl ") && !inner.contains("other.example") {
                    examples.push(Example { command: inner.to_owned(), answer: None });
                }
            }
            (None, Some("json" | "console")) => json.push_str(line),
            // An answer after other text does not belong to the request before that text.
            (None, None) if !line.is_empty() => {
                if let Some(last) = examples.last_mut() {
                    last.answer.get_or_insert(Value::Null);
                }
            }
            _ => {}
        }
    }
    examples
}

/// Splits a command into words, as a shell does.
fn words(command: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), String::new(), None);
    for c in command.chars() {
        match (c, quote) {
            ('\'' | '"', None) => quote = Some(c),
            (c, Some(open)) if c == open => quote = None,
            (' ', None) => words.push(std::mem::take(&mut word)),
            (c, _) => word.push(c),
        }
    }
    words.push(word);
    words.into_iter().filter(|word| !word.is_empty()).collect()
}

async fn send(server: &TestServer, command: &str, token: &str) -> (u16, Value) {
    let command = command.replace("$SERVER", BASE).replace("$TOKEN", token).replace("$ME", token);
    let (status, text) = curl(server, &command).await;
    (status, serde_json::from_str(&text).unwrap_or(Value::Null))
}

/// Sends the request of a `curl` command to a server at [`BASE`].
pub(crate) async fn curl(server: &TestServer, command: &str) -> (u16, String) {
    let mut words = words(command).into_iter().skip_while(|word| word != "curl").skip(1);
    let (mut method, mut url, mut headers, mut body, mut query) =
        (Method::GET, None, Vec::new(), None, Vec::new());
    while let Some(word) = words.next() {
        let mut next = || words.next().unwrap();
        match word.as_str() {
            "-X" => method = next().parse().unwrap(),
            "-H" => headers.push(next()),
            "-d" => body = Some(next()),
            "--data-urlencode" => query.push(next()),
            "-s" | "-G" => {}
            _ => url = Some(word),
        }
    }
    let url = url.unwrap().replace(BASE, &server.url(""));
    let pairs: Vec<_> = query.iter().map(|pair| pair.split_once('=').unwrap()).collect();
    let mut request = server.http().request(method, url).query(&pairs);
    for header in headers {
        let (name, value) = header.split_once(": ").unwrap();
        request = request.header(name, value);
    }
    if let Some(body) = body {
        request = request.body(body);
    }
    let answer = request.send().await.unwrap();
    (answer.status().as_u16(), answer.text().await.unwrap())
}

/// Returns whether an answer contains everything that the page shows.
pub(crate) fn has_shape(answer: &Value, shown: &Value) -> bool {
    match (answer, shown) {
        (Value::Object(answer), Value::Object(shown)) => {
            shown.iter().all(|(name, shown)| answer.get(name).is_some_and(|answer| has_shape(answer, shown)))
        }
        (Value::Array(answer), Value::Array(shown)) => {
            answer.first().zip(shown.first()).is_none_or(|(answer, shown)| has_shape(answer, shown))
        }
        (Value::Null, _) | (_, Value::Null) => true,
        (answer, shown) => std::mem::discriminant(answer) == std::mem::discriminant(shown),
    }
}

#[tokio::test]
async fn documented_requests_get_the_documented_answers() {
    let server = TestServer::start().await;
    let clock = json!({"kind": "fischer", "initial_ms": 300_000, "increment_ms": 2_000});
    let (mut black, mut white, room) =
        two_players(&server, json!({"layout": "belgian_daisy", "clock": clock})).await;
    for (ply, text) in ["a1b2", "i5h5", "b2c3"].into_iter().enumerate() {
        let mover = if ply % 2 == 0 { &mut black } else { &mut white };
        mover.play(&room, ply, text).await.unwrap();
    }
    black.request(json!({"type": "resign", "room": room})).await.unwrap();
    black.event("finished").await;
    while server.get("/api/v1/explorer?moves=a1b2,i5h5").await.1["moves"] == json!([]) {
        tokio::task::yield_now().await;
    }
    // A connected bot that accepts games from all users.
    let bot = server.guest().await;
    let request = server.http().put(server.url("/api/v1/me/bot")).bearer_auth(&bot.token).json(&json!({}));
    assert!(request.send().await.unwrap().status().is_success());
    let _there = server.client_of(&bot).await;
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let mut sent = 0;
    let mut pages: Vec<_> = fs::read_dir(docs).unwrap().map(|entry| entry.unwrap().path()).collect();
    pages.sort();
    // A transcript is one sequence, with its own test.
    pages.retain(|page| {
        let is_transcript = page.ends_with("transcript.md") || page.ends_with("tournament-by-requests.md");
        page.extension().is_some_and(|kind| kind == "md") && !is_transcript
    });
    for page in pages {
        let is_of_bots = page.ends_with("bots.md");
        let user = if is_of_bots { bot.id.as_str() } else { black.user_id() };
        for Example { command, answer: shown } in examples(&fs::read_to_string(&page).unwrap()) {
            let asker = server.guest().await;
            let (status, answer) = send(&server, &command.replace(EXAMPLE_USER, user), &asker.token).await;
            assert!((200..300).contains(&status), "{}: {command}: {status} {answer}", page.display());
            let shown = shown.unwrap_or(Value::Null);
            assert!(has_shape(&answer, &shown), "{command}\nshown: {shown}\ncame: {answer}");
            sent += 1;
        }
    }
    assert!(sent >= 9, "{sent} requests were found");
}

/// The texts of positions in a page: between quotes or backticks, with nine rows.
fn positions(page: &str) -> impl Iterator<Item = &str> {
    page.split(['"', '\'', '`']).filter(|text| {
        let rows = text.split(' ').next().unwrap_or_default();
        rows.matches('/').count() == 8 && rows.chars().all(|c| "123456789bwry/".contains(c))
    })
}

#[test]
fn documented_positions_can_be_read() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let mut read = 0;
    for entry in fs::read_dir(docs).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|kind| kind != "md") {
            continue;
        }
        for text in positions(&fs::read_to_string(&path).unwrap()) {
            let is_read = Mode::ALL.into_iter().any(|mode| Position::parse(mode, text).is_ok());
            let error = Position::parse(Mode::Two, text).err();
            assert!(is_read, "{}: {text}: {error:?}", path.display());
            read += 1;
        }
    }
    assert!(read >= 8, "{read} positions were found");
}
