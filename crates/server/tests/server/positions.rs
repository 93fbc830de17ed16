//! What can be told of any position.

use serde_json::{Value, json};

use crate::test_server::TestServer;

const PATH: &str = "/api/v1/positions/formations";

#[tokio::test]
async fn what_has_a_name_in_a_position_is_told_with_its_cells() {
    let server = TestServer::start().await;
    let line = "5/6/7/8/bbw6/8/7/6/5 b 0,0 0 0";
    let (status, found) = server.get(&format!("{PATH}?mode=two&position={line}")).await;
    assert_eq!(status, 200, "{found}");
    assert_eq!(
        found["groups"],
        json!([
            {"color": "black", "kind": "pair", "cells": ["e1", "e2"]},
            {"color": "white", "kind": "single", "cells": ["e3"]},
        ])
    );
    let sumito = json!({"team": 0, "direction": "E", "own": 2, "opposing": 1, "cells": ["e1", "e2", "e3"], "open": true});
    assert_eq!(found["sumitos"], json!([sumito]));
    assert_eq!((&found["pacs"], &found["blocks"], &found["dets"]), (&json!([]), &json!([]), &json!([])));
    assert_eq!(found["in_danger"], json!([]));

    let (_, start) = server
        .get(&format!("{PATH}?mode=two&position=ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b 0,0 0 0"))
        .await;
    let kinds: Vec<_> = start["groups"].as_array().unwrap().iter().map(|group| &group["kind"]).collect();
    assert_eq!(kinds, [&json!("multiple"); 4], "{start}");
}

#[tokio::test]
async fn the_answer_can_be_kept() {
    let server = TestServer::start().await;
    let url = server.url(&format!("{PATH}?mode=three&position=5/6/2r4/8/4b4/8/7/3w2/5 b 0,0,0 0 0"));
    let first = server.http().get(&url).send().await.unwrap();
    assert_eq!(first.headers()["cache-control"], "public, max-age=2592000");
    let tag = first.headers()["etag"].clone();
    assert_eq!(first.json::<Value>().await.unwrap()["groups"].as_array().unwrap().len(), 3);
    let again = server.http().get(&url).header("if-none-match", tag).send().await.unwrap();
    assert_eq!(again.status(), 304);
}

#[tokio::test]
async fn what_is_no_position_is_refused_with_what_is_wrong() {
    let server = TestServer::start().await;
    for (query, code, hint) in [
        ("mode=two&position=wwwww", "bad_position", "colour to move"),
        ("mode=two&position=5/6/7/8/9/8/7/6 b 0,0 0 0", "bad_position", "rows"),
        ("mode=two&position=5/6/2r4/8/4b4/8/7/3w2/5 b 0,0 0 0", "bad_position", "position"),
        ("mode=two&position=5/6/7/8/9/8/7/6/5 b 0,0,0 0 0", "bad_position", "position"),
        ("mode=five&position=5/6/7/8/9/8/7/6/5 b 0,0 0 0", "out_of_range", "mode"),
        ("position=5/6/7/8/9/8/7/6/5 b 0,0 0 0", "out_of_range", "mode"),
    ] {
        let (status, problem) = server.get(&format!("{PATH}?{query}")).await;
        assert_eq!((status.as_u16(), &problem["code"]), (400, &json!(code)), "{query}: {problem}");
        assert!(problem["detail"].as_str().unwrap().contains(hint), "{query}: {problem}");
    }
}
