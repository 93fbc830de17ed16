//! Analysis of a position that belongs to no game.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::database::Kind;
use crate::test_server::TestServer;

const ADDRESS: &str = "/api/v1/positions/formations";

async fn request(server: &TestServer, mode: &str, position: &str, known: Option<&str>) -> reqwest::Response {
    let mut request = server.http().get(server.url(ADDRESS)).query(&[("mode", mode), ("position", position)]);
    if let Some(known) = known {
        request = request.header("if-none-match", known);
    }
    request.send().await.unwrap()
}

#[tokio::test]
async fn named_features_are_listed_with_their_cells() {
    let server = TestServer::start_with(Kind::Memory, |_| {}).await;
    // A lance of Black faces a pair of White at the edge, an arc and a shield stand apart, and a single marble of White is encircled.
    let line = "bb3/bwb3/1bb4/8/4bbbww/8/1b5/bb1www/5 w 0,0 3 17";
    let answer = request(&server, "two", line, None).await;
    assert_eq!(answer.status(), StatusCode::OK);
    assert_eq!(answer.headers()["content-type"], "application/json");
    let description: Value = answer.json().await.unwrap();
    assert_eq!((&description["mode"], &description["position"]), (&json!("two"), &json!(line)));
    assert_eq!(
        description["colors"],
        json!([
            {
                "color": "black", "team": 0, "singles": [], "pairs": [], "lances": [["e5", "e6", "e7"]], "arcs": [],
                "shields": [["b1", "b2", "c2"]], "multiples": [["g4", "g5", "h4", "h6", "i5", "i6"]], "blocks": [],
                "dets": [], "in_danger": [],
            },
            {
                "color": "white", "team": 1, "singles": ["h5"], "pairs": [["e8", "e9"]], "lances": [["b4", "b5", "b6"]],
                "arcs": [], "shields": [], "multiples": [], "blocks": [], "dets": ["h5"], "in_danger": ["e9"],
            },
        ])
    );
    let sumito = json!({"team": 0, "direction": "east", "own": ["e5", "e6", "e7"], "opposing": ["e8", "e9"], "open": true});
    assert!(description["sumitos"].as_array().unwrap().contains(&sumito), "{description}");
}

#[tokio::test]
async fn line_is_listed_in_its_facing_direction() {
    let server = TestServer::start_with(Kind::Memory, |_| {}).await;
    let answer = request(&server, "two", "5/6/7/8/wbb6/8/7/6/5 b 0,0 0 0", None).await;
    let description: Value = answer.json().await.unwrap();
    let sumito =
        json!({"team": 0, "direction": "west", "own": ["e3", "e2"], "opposing": ["e1"], "open": true});
    assert_eq!((&description["pacs"], &description["sumitos"]), (&json!([]), &json!([sumito])));
    assert_eq!(description["colors"][1]["in_danger"], json!(["e1"]));
    // Partners stand together, and two opponents count as one force.
    let answer = request(&server, "four", "5/6/7/8/brwy5/8/7/6/5 b 0,0 0 0", None).await;
    let description: Value = answer.json().await.unwrap();
    let pac =
        json!({"team": 0, "direction": "east", "own": ["e1", "e2"], "opposing": ["e3", "e4"], "open": true});
    assert_eq!((&description["pacs"], &description["sumitos"]), (&json!([pac]), &json!([])));
    let singles: Vec<_> =
        description["colors"].as_array().unwrap().iter().map(|color| &color["singles"]).collect();
    assert_eq!(singles, [&json!(["e1"]), &json!(["e3"]), &json!(["e2"]), &json!(["e4"])]);
}

#[tokio::test]
async fn position_analysis_may_be_cached() {
    let server = TestServer::start_with(Kind::Memory, |_| {}).await;
    let line = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0,0 0 0";
    let first = request(&server, "two", line, None).await;
    assert_eq!(first.headers()["cache-control"], "public, max-age=86400, immutable");
    let etag = first.headers()["etag"].to_str().unwrap().to_owned();
    let again = request(&server, "two", line, Some(&etag)).await;
    assert_eq!(
        (again.status(), again.headers()["etag"].to_str().unwrap()),
        (StatusCode::NOT_MODIFIED, &*etag)
    );
    assert_eq!(again.headers()["cache-control"], first.headers()["cache-control"]);
    assert!(again.bytes().await.unwrap().is_empty());
    let other = request(&server, "two", &line.replace("0 0", "0 2"), Some(&etag)).await;
    assert_eq!(other.status(), StatusCode::OK, "another position");
    assert_ne!(other.headers()["etag"].to_str().unwrap(), etag);
}

#[tokio::test]
async fn invalid_position_is_refused_with_the_reason() {
    let server = TestServer::start_with(Kind::Memory, |_| {}).await;
    let rows = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb";
    for (mode, line, code, word) in [
        ("two", String::new(), "bad_position", "rows are missing"),
        ("two", rows.to_owned(), "bad_position", "colour to move"),
        ("two", format!("{rows} b 0,0 0 0 0"), "bad_position", "too many parts"),
        ("two", "5/6/7 b 0,0 0 0".to_owned(), "bad_position", "3 rows"),
        ("two", format!("{} b 0,0 0 0", rows.replace('9', "8")), "bad_position", "row e"),
        ("two", format!("{} b 0,0 0 0", rows.replace('9', "4x4")), "bad_position", "'x'"),
        ("two", format!("{rows} g 0,0 0 0"), "bad_position", "letters b, w, r, y"),
        ("two", format!("{rows} b 0 0 0"), "bad_position", "2 teams"),
        ("two", format!("{rows} b 7,0 0 0"), "bad_position", "7 marbles"),
        ("two", format!("{rows} b 0,0 -1 0"), "bad_position", "quiet plies"),
        ("two", format!("{rows} r 0,0 0 0"), "bad_position", "red"),
        ("three", format!("{rows} b 0,0 0 0"), "bad_position", "3 teams"),
        ("five", format!("{rows} b 0,0 0 0"), "out_of_range", "mode"),
    ] {
        let answer = request(&server, mode, &line, None).await;
        assert_eq!(answer.headers()["content-type"], "application/problem+json");
        assert_eq!(answer.headers()["cache-control"], "no-store", "{line}");
        let problem: Value = answer.json().await.unwrap();
        assert_eq!(
            (&problem["status"], &problem["code"]),
            (&json!(400), &json!(code)),
            "{mode} {line}: {problem}"
        );
        assert!(problem["detail"].as_str().unwrap().contains(word), "{mode} {line}: {problem}");
    }
    for query in ["", "?mode=two", "?position=x", "?mode=two&position=x&turn=b"] {
        let (status, problem) = server.get(&format!("{ADDRESS}{query}")).await;
        assert_eq!((status.as_u16(), &problem["code"]), (400, &json!("bad_message")), "{query}");
    }
}
