//! Compression of files and of API answers.

use std::io::Read;

use reqwest::header::HeaderMap;
use serde_json::Value;

use crate::test_server::TestServer;

async fn get(server: &TestServer, path: &str, headers: &[(&str, &str)]) -> (u16, HeaderMap, Vec<u8>) {
    let request = server.http().get(server.url(path));
    let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
    let answer = request.send().await.unwrap();
    let (status, head) = (answer.status().as_u16(), answer.headers().clone());
    (status, head, answer.bytes().await.unwrap().to_vec())
}

fn text<'a>(head: &'a HeaderMap, name: &str) -> Option<&'a str> {
    head.get(name).map(|value| value.to_str().unwrap())
}

fn gunzipped(bytes: &[u8]) -> Vec<u8> {
    let mut content = Vec::new();
    flate2::read::GzDecoder::new(bytes).read_to_end(&mut content).unwrap();
    content
}

#[tokio::test]
async fn files_use_the_preferred_encoding() {
    let server = TestServer::start().await;
    let (_, plain, page) = get(&server, "/", &[]).await;
    assert_eq!(text(&plain, "content-encoding"), None);
    let page = String::from_utf8(page).unwrap();
    let script = page.split('"').find(|part| part.contains(".js")).unwrap().trim_start_matches('.');
    // The server renders each page anew, so pages are compressed on request and not in advance.
    let of_page = "accept-encoding, accept-language";
    for (path, best, vary) in
        [("/", "gzip", of_page), ("/room/0123456789ab", "gzip", of_page), (script, "br", "accept-encoding")]
    {
        let (_, plain, content) = get(&server, path, &[]).await;
        for (accepted, encoding) in
            [("gzip, deflate, br", best), ("gzip", "gzip"), ("br;q=0.1, gzip", "gzip"), ("*", best)]
        {
            let (_, head, body) = get(&server, path, &[("accept-encoding", accepted)]).await;
            assert_eq!(text(&head, "content-encoding"), Some(encoding), "{path} {accepted}");
            assert_eq!(text(&head, "vary"), Some(vary), "{path} {accepted}");
            assert_eq!(head["content-type"], plain["content-type"], "{path} {accepted}");
            assert!(body.len() < content.len(), "{path} {accepted}");
            if encoding == "gzip" {
                assert_eq!(gunzipped(&body), content, "{path} {accepted}");
            }
        }
        for accepted in ["identity", "deflate", "br;q=0", ""] {
            let (_, head, body) = get(&server, path, &[("accept-encoding", accepted)]).await;
            assert_eq!(text(&head, "content-encoding"), None, "{path} {accepted}");
            assert_eq!(text(&head, "vary"), Some(vary), "{path} {accepted}");
            assert_eq!(body, content, "{path} {accepted}");
        }
    }
}

#[tokio::test]
async fn each_encoding_of_a_file_has_its_own_tag() {
    let server = TestServer::start().await;
    let (_, _, page) = get(&server, "/", &[]).await;
    let page = String::from_utf8(page).unwrap();
    let script = page.split('"').find(|part| part.contains(".js")).unwrap().trim_start_matches('.');
    let mut tags = Vec::new();
    for accepted in ["", "gzip", "br"] {
        let (_, head, _) = get(&server, script, &[("accept-encoding", accepted)]).await;
        tags.push((accepted, text(&head, "etag").unwrap().to_owned()));
    }
    for (accepted, _) in &tags {
        for (form, tag) in &tags {
            let (status, head, _) =
                get(&server, script, &[("accept-encoding", accepted), ("if-none-match", tag)]).await;
            assert_eq!(status, if accepted == form { 304 } else { 200 }, "{accepted}, tag of {form}");
            assert_eq!(text(&head, "vary"), Some("accept-encoding"), "{accepted}, tag of {form}");
        }
        let list = tags.iter().map(|(_, tag)| format!("W/{tag}")).collect::<Vec<_>>().join(", ");
        let (status, _, body) =
            get(&server, script, &[("accept-encoding", accepted), ("if-none-match", &list)]).await;
        assert_eq!((status, body.len()), (304, 0), "{accepted}");
    }
}

#[tokio::test]
async fn long_json_is_compressed() {
    let server = TestServer::start().await;
    let gzip = [("accept-encoding", "gzip, br")];
    for path in ["/api/v1/layouts", "/openapi.json"] {
        let (_, _, content) = get(&server, path, &[]).await;
        let (_, head, body) = get(&server, path, &gzip).await;
        assert_eq!(text(&head, "content-encoding"), Some("gzip"), "{path}");
        let mut varies = head.get_all("vary").into_iter().filter_map(|value| value.to_str().ok());
        assert!(varies.any(|value| value == "accept-encoding"), "{path}: {head:?}");
        assert!(body.len() * 2 < content.len(), "{path}");
        assert_eq!(gunzipped(&body), content, "{path}");
    }
    // Compression would not make it shorter.
    let (_, head, body) = get(&server, "/api/v1/rooms", &gzip).await;
    assert_eq!(text(&head, "content-encoding"), None);
    assert_eq!(serde_json::from_slice::<Value>(&body).unwrap()["rooms"], Value::Array(Vec::new()));
}
