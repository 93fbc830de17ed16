//! The transcripts in the documentation: the tests send their lines in order and compare the answers.

use std::collections::HashMap;
use std::path::Path;

use serde_json::{Value, json};

use crate::client::Client;
use crate::database::BOTH;
use crate::documented::{curl, has_shape};
use crate::test_server::TestServer;

/// Maximum number of polls for data that comes a moment after a game; each poll takes as long as a request does.
const PATIENCE: usize = 2_000;

/// Executes the lines of a transcript.
struct Reader<'a> {
    server: &'a TestServer,
    variables: HashMap<String, String>,
    sockets: HashMap<String, Client>,
}

impl Reader<'_> {
    /// Returns a line with its variables replaced.
    fn filled_in(&self, line: &str) -> String {
        let mut line = line.to_owned();
        for (name, value) in &self.variables {
            line = line.replace(&format!("${name}"), value);
        }
        line
    }

    /// Runs `NAME=$(curl … | jq -r .path)`, or `curl …` with the documented answer.
    async fn run(&mut self, command: &str, shown: Option<&Value>) {
        if let Some(address) = command.strip_prefix("SERVER=") {
            self.variables.insert("SERVER".to_owned(), address.to_owned());
            return;
        }
        let (name, inner) = match command.split_once("=$(") {
            Some((name, inner)) => (Some(name), inner.trim_end_matches(')')),
            None => (None, command),
        };
        let (request, path) = inner.split_once(" | jq -r .").map_or((inner, None), |(a, b)| (a, Some(b)));
        let request = self.filled_in(request);
        for _ in 0..PATIENCE {
            let (status, text) = curl(self.server, &request).await;
            assert!((200..300).contains(&status), "{request}: {status} {text}");
            let answer: Value = serde_json::from_str(&text).unwrap();
            if let (Some(name), Some(path)) = (name, path) {
                let pointer = format!("/{}", path.replace(['.', '['], "/").replace(']', ""));
                let found = answer.pointer(&pointer).and_then(Value::as_str);
                let Some(found) = found else { continue };
                self.variables.insert(name.to_owned(), found.to_owned());
                return;
            }
            let shown = shown.unwrap_or_else(|| panic!("nothing is shown of {command}"));
            if has_all(&answer, shown) {
                assert!(shows_whole_users(&answer, shown), "{command}\nshown: {shown}\ncame: {answer}");
                return;
            }
        }
        panic!("{command} never answered {shown:?} or had the value");
    }

    /// Runs `NAME > message` and `NAME < answer`.
    async fn speak(&mut self, name: &str, sent: &str, shown: &Value) {
        if !self.sockets.contains_key(name) {
            let socket = self.server.client_with_token(&self.variables[name]).await;
            self.sockets.insert(name.to_owned(), socket);
        }
        let command = self.filled_in(sent);
        let socket = self.sockets.get_mut(name).unwrap();
        socket.send(&command).await;
        let id = &shown["id"];
        let answer = socket.next_where(|message| message["id"] == *id).await;
        assert!(has_all(&answer, shown), "{command}\nshown: {shown}\ncame: {answer}");
    }
}

/// Returns whether an answer has the documented shape, and the same words and numbers where these do not depend on time or chance.
fn has_all(answer: &Value, shown: &Value) -> bool {
    const STEADY: [&str; 13] = [
        "after", "before", "guest", "layout", "plies", "rated", "rating", "reason", "seat", "status",
        "token", "type", "winners",
    ];
    let same = |shown: &Value| {
        let fields = shown.as_object().into_iter().flatten();
        fields.filter(|(name, _)| STEADY.contains(&name.as_str())).all(|(name, value)| &answer[name] == value)
    };
    let below = match (answer, shown) {
        (Value::Object(answer), Value::Object(shown)) => {
            shown.iter().all(|(name, shown)| answer.get(name).is_some_and(|answer| has_all(answer, shown)))
        }
        (Value::Array(answer), Value::Array(shown)) => {
            answer.len() >= shown.len()
                && answer.iter().zip(shown).all(|(answer, shown)| has_all(answer, shown))
        }
        (Value::Null, shown) => shown.is_null(),
        _ => has_shape(answer, shown),
    };
    same(shown) && below
}

/// Returns whether the page shows every field of the users that it shows.
fn shows_whole_users(answer: &Value, shown: &Value) -> bool {
    let Value::Object(shown) = shown else { return true };
    shown.iter().all(|(name, shown)| match (name.as_str(), &answer[name], shown) {
        ("user", Value::Object(answer), Value::Object(shown)) => answer.keys().eq(shown.keys()),
        (_, answer, shown) => shows_whole_users(answer, shown),
    })
}

/// The documented answer, where `…` stands for omitted parts.
fn parsed(line: &str) -> Value {
    serde_json::from_str(&line.replace("[…]", "[]")).unwrap_or_else(|error| panic!("{line}: {error}"))
}

/// Sends all lines of a page to servers on both databases; returns the numbers of lines and of variables.
async fn reproduce(page: &str) -> (usize, usize) {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(page);
    let page = std::fs::read_to_string(page).unwrap();
    let mut counts = (0, 0);
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let mut reader = Reader { server: &server, variables: HashMap::new(), sockets: HashMap::new() };
        let mut lines = page.lines().peekable();
        let mut done = 0;
        while let Some(line) = lines.next() {
            if let Some(command) = line.strip_prefix("$ ") {
                let shown = lines.next_if(|line| line.starts_with('{')).map(parsed);
                reader.run(command, shown.as_ref()).await;
                done += 1;
            } else if let Some((name, sent)) = line.split_once(" > ") {
                let answer = lines.next().unwrap().strip_prefix(&format!("{name} < ")).unwrap();
                reader.speak(name, sent, &parsed(answer)).await;
                done += 1;
            }
        }
        counts = (done, reader.variables.len());
    }
    counts
}

#[tokio::test]
async fn transcript_from_guest_to_rated_game_is_reproduced() {
    assert_eq!(reproduce("transcript.md").await, (20, 5));
}

#[tokio::test]
async fn tournament_by_requests_is_reproduced() {
    assert_eq!(reproduce("tournament-by-requests.md").await, (22, 6));
}

#[test]
fn answer_comparison_detects_differences() {
    let shown = json!({"rated": true, "at": 7, "ratings": [{"after": 1662}]});
    assert!(has_all(
        &json!({"rated": true, "at": 9, "ratings": [{"after": 1662, "before": 1}], "x": 1}),
        &shown
    ));
    for other in [
        json!({"rated": false, "at": 7, "ratings": [{"after": 1662}]}),
        json!({"rated": true, "at": "7", "ratings": [{"after": 1662}]}),
        json!({"rated": true, "at": 7, "ratings": []}),
        json!({"rated": true, "at": 7, "ratings": [{"after": 1500}]}),
        json!({"rated": true, "at": 7, "ratings": null}),
    ] {
        assert!(!has_all(&other, &shown), "{other}");
    }
}
