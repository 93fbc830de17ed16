//! Requests that claim too much memory: the server rejects them by their headers, or as soon as they are too long.
//! The test measures the memory of the whole process from outside.

use std::fmt::Write as _;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::process::Process;
use crate::raw::{Answer, Raw};

/// Maximum growth of the process's peak memory during the test, in bytes. Each of the requests claims or unpacks to many times that.
const ROOM: u64 = 24 << 20;

/// Number of times that each request is sent, so that leaks add up.
const TIMES: usize = 20;

const HUGE: u64 = 1 << 40;

struct Scene {
    process: Process,
    token: String,
    _folder: TempDir,
}

impl Scene {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let process =
            Process::start(&format!("sqlite://{}", folder.path().join("sumito.db").display())).await;
        let token = process.guest_token().await;
        Self { process, token, _folder: folder }
    }

    async fn connect(&self) -> Raw {
        Raw::connect(&self.process.url("")).await
    }

    /// Sends a request for a new room, with these lines in its head, and the start of its body.
    async fn post(&self, lines: &str, body: &[u8]) -> Answer {
        let mut raw = self.connect().await;
        let token = &self.token;
        raw.send(&format!(
            "POST /api/v1/rooms HTTP/1.1\r\nhost: test\r\nauthorization: Bearer {token}\r\n\
             content-type: application/json\r\n{lines}\r\n"
        ))
        .await;
        raw.send_bytes(body).await;
        raw.answer().await
    }

    /// Opens a socket without a user, with additional lines in its head.
    async fn socket(&self, lines: &str) -> (Raw, Answer) {
        let mut raw = self.connect().await;
        raw.send(&format!(
            "GET /ws HTTP/1.1\r\nhost: test\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
             sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n{lines}\r\n"
        ))
        .await;
        let answer = raw.answer().await;
        assert_eq!(answer.status, 101);
        (raw, answer)
    }

    /// Returns the peak memory of the process so far, in bytes.
    fn peak(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        line.split_whitespace().next().unwrap().parse::<u64>().unwrap() * 1024
    }
}

fn code(answer: &Answer) -> (u16, Value) {
    let problem: Value = serde_json::from_str(&answer.body).unwrap_or_default();
    (answer.status, problem["code"].clone())
}

/// Makes a client frame with a mask of zeros: its first byte, the claimed length, and the actual payload.
fn frame(first: u8, claimed: u64, content: &[u8]) -> Vec<u8> {
    let mut frame = vec![first, 0x80 | 127];
    frame.extend(claimed.to_be_bytes());
    frame.extend([0; 4]);
    frame.extend(content);
    frame
}

#[tokio::test]
async fn no_request_takes_more_memory_than_it_may() {
    let scene = Scene::new().await;
    let zeros = vec![0; 64 << 20];
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    packer.write_all(&zeros).unwrap();
    let bomb = packer.finish().unwrap();
    assert!(bomb.len() > 16 * 1024);
    let small_bomb = &bomb[..12 * 1024];
    drop(zeros);
    let before = scene.peak();
    for _ in 0..TIMES {
        bodies(&scene, &bomb, small_bomb).await;
        heads(&scene).await;
        frames(&scene).await;
    }
    let more = scene.peak().saturating_sub(before);
    assert!(more < ROOM, "memory grew by {more} bytes");
    // The server still works.
    let mut client = scene.process.client(&scene.token).await;
    client.create_room(json!({})).await;
}

async fn bodies(scene: &Scene, bomb: &[u8], small_bomb: &[u8]) {
    let too_large = (413, json!("too_large"));
    // The server rejects it by its claimed length.
    assert_eq!(code(&scene.post(&format!("content-length: {HUGE}\r\n"), b"").await), too_large);
    // A body without a length is rejected by the bytes received.
    let mut chunks = String::new();
    for _ in 0..40 {
        write!(chunks, "400\r\n{}\r\n", "[".repeat(1024)).unwrap();
    }
    assert_eq!(code(&scene.post("transfer-encoding: chunked\r\n", chunks.as_bytes()).await), too_large);
    // A chunk that is longer than memory.
    let chunk = b"fffffffffffff0\r\n[";
    let chunk = [chunk, "[".repeat(20_000).as_bytes()].concat();
    assert_eq!(code(&scene.post("transfer-encoding: chunked\r\n", &chunk).await), too_large);
    // The server unpacks nothing: a packed body is no JSON, or too long already.
    let packed = |content: &[u8]| format!("content-encoding: gzip\r\ncontent-length: {}\r\n", content.len());
    assert_eq!(code(&scene.post(&packed(bomb), bomb).await), too_large);
    assert_eq!(code(&scene.post(&packed(small_bomb), small_bomb).await), (400, json!("bad_json")));
    // The parser stops at its depth limit, before the stack overflows.
    for deep in [format!(r#"{{"clock":{}"#, "[".repeat(15_000)), r#"{"clock":"#.repeat(1_500)] {
        let length = format!("content-length: {}\r\n", deep.len());
        assert_eq!(code(&scene.post(&length, deep.as_bytes()).await).0, 400);
    }
}

async fn heads(scene: &Scene) {
    let mut raw = scene.connect().await;
    raw.send(&format!("GET /api/v1/games?player={} HTTP/1.1\r\nhost: test\r\n\r\n", "x".repeat(60_000)))
        .await;
    assert!([400, 414, 431].contains(&raw.answer().await.status));
    let mut raw = scene.connect().await;
    let mut head = "GET /healthz HTTP/1.1\r\nhost: test\r\n".to_owned();
    for number in 0..5_000 {
        write!(head, "x-{number}: y\r\n").unwrap();
    }
    raw.send(&head).await;
    assert_eq!(raw.answer().await.status, 431);
    // A page larger than the number of all games.
    let answer = scene.connect().await.get("/api/v1/games?limit=4294967295").await;
    assert!([400, 422].contains(&answer.status), "{answer:?}");
}

async fn frames(scene: &Scene) {
    const TEXT: u8 = 0x81;
    const PART_OF_TEXT: u8 = 0x01;
    const CONTINUATION: u8 = 0x00;
    const COMPRESSED: u8 = 0xc1;
    // The server does not wait for a frame that claims to be longer than memory.
    for claimed in [HUGE, u64::MAX >> 1, u64::MAX] {
        let (mut raw, _) = scene.socket("").await;
        raw.send_bytes(&frame(TEXT, claimed, b"{")).await;
        raw.rest().await;
    }
    // A message without an end, in short fragments.
    let (mut raw, _) = scene.socket("").await;
    raw.send_bytes(&frame(PART_OF_TEXT, 1, b"{")).await;
    for _ in 0..200 {
        raw.send_bytes(&frame(CONTINUATION, 1_024, &[b' '; 1_024])).await;
    }
    raw.rest().await;
    // The server supports no compression: it ignores the offer and rejects a compressed frame.
    let (mut raw, answer) = scene.socket("sec-websocket-extensions: permessage-deflate\r\n").await;
    assert!(!answer.head.contains("sec-websocket-extensions"), "{}", answer.head);
    raw.send_bytes(&frame(COMPRESSED, 4, &[0xaa; 4])).await;
    raw.rest().await;
    // The server answers deep JSON in a message.
    let mut client = scene.process.client(&scene.token).await;
    for deep in
        ["[".repeat(4_000), r#"{"type":"ping","t":"#.to_owned() + &"[".repeat(4_000), r#"{"a":"#.repeat(600)]
    {
        let refused = client.refusal_of(&deep).await;
        assert!(["bad_json", "bad_message", "too_large"].contains(&refused.code.as_str()), "{refused:?}");
    }
    // Invalid UTF-8 closes only its own socket.
    let (mut raw, _) = scene.socket("").await;
    raw.send_bytes(&frame(TEXT, 4, &[0xff, 0xfe, 0xc0, 0x80])).await;
    raw.rest().await;
}
