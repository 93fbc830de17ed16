//! Chat on several nodes: one order of the lines, and changes that reach the readers of all nodes.

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::chat::{lobby, next, players, reads, say, subscribe, texts};
use crate::client::Client;
use crate::moderation::with_role;
use crate::node_servers::Nodes;

/// The lines of a channel that a client shows, by id.
async fn shown(client: &mut Client, count: usize) -> Vec<String> {
    let mut lines = Vec::new();
    read_until(client, &mut lines, count).await;
    lines
}

/// Reads messages of the lobby's channel until `lines` has this many lines.
async fn read_until(client: &mut Client, lines: &mut Vec<String>, count: usize) {
    while lines.len() < count {
        let update = next(client, &lobby()).await;
        if update["full"] == true {
            lines.clear();
        }
        let new = update["lines"].as_array().unwrap().iter();
        lines.extend(new.map(|line| line["id"].as_str().unwrap().to_owned()));
    }
}

/// Subscribes to the lobby's channel after the last known line.
async fn subscribe_since(client: &mut Client, last: &str) {
    client.request(json!({"type": "subscribe", "chat": lobby(), "since": last})).await.unwrap();
}

#[tokio::test]
async fn lines_of_all_nodes_have_one_order_also_after_a_reconnect_elsewhere() {
    let nodes = Nodes::start(2).await;
    let mut readers = [nodes[0].client().await, nodes[1].client().await];
    for reader in &mut readers {
        assert!(subscribe(reader, &lobby()).await.is_empty());
    }
    let mut moving = nodes[1].client().await;
    subscribe(&mut moving, &lobby()).await;

    // Two authors at each node write at the same time.
    let mut authors = Vec::new();
    for node in [0, 1, 0, 1] {
        authors.push(nodes[node].client().await);
    }
    let write = async |round: usize, authors: &mut Vec<Client>| {
        let lines = authors.iter_mut().enumerate().map(async |(author, client)| {
            say(client, &lobby(), &format!("line {round} of author {author}")).await.unwrap()
        });
        join_all(lines).await
    };
    write(0, &mut authors).await;
    write(1, &mut authors).await;
    let mut known = shown(&mut moving, 8).await;
    let token = moving.token().to_owned();
    drop(moving);
    write(2, &mut authors).await;
    let mut back = nodes[0].client_with_token(&token).await;
    subscribe_since(&mut back, known.last().unwrap()).await;
    write(3, &mut authors).await;
    read_until(&mut back, &mut known, 16).await;

    let [first, second] = &mut readers;
    let order = shown(first, 16).await;
    assert_eq!(shown(second, 16).await, order);
    assert_eq!(known, order);
}

#[tokio::test]
async fn players_at_two_nodes_talk_in_their_room() {
    let nodes = Nodes::start(2).await;
    let (mut black, mut white) = (nodes[0].client().await, nodes[1].client().await);
    let (room, _) = black.create_room(json!({"mode": "two"})).await;
    white.watch(&room).await;
    white.join(&room).await.unwrap();
    black.event("started").await;
    let ours = players(&room);
    subscribe(&mut black, &ours).await;
    subscribe(&mut white, &ours).await;
    say(&mut black, &ours, "Good luck").await.unwrap();
    reads(&mut white, &ours, "Good luck").await;
    say(&mut white, &ours, "Thanks").await.unwrap();
    reads(&mut black, &ours, "Good luck").await;
    reads(&mut black, &ours, "Thanks").await;
}

#[tokio::test]
async fn removals_mutes_and_blocks_apply_at_all_nodes() {
    let nodes = Nodes::start(2).await;
    let moderator = with_role(&nodes[0], "Mona", "moderator").await;
    let (anna, eve) = (nodes[0].account("Anna").await, nodes[1].account("Eve").await);
    let mut readers = [nodes[0].client_of(&anna).await, nodes[1].client_of(&anna).await];
    let mut author = nodes[1].client_of(&eve).await;
    for reader in &mut readers {
        subscribe(reader, &lobby()).await;
    }
    say(&mut author, &lobby(), "boo").await.unwrap();
    for reader in &mut readers {
        reads(reader, &lobby(), "boo").await;
    }

    let block =
        async |method| nodes[0].request(method, "/api/v1/me/blocks/Eve", Some(&anna.token), None).await.0;
    assert_eq!(block(Method::PUT).await, 204);
    for reader in &mut readers {
        assert_eq!(texts(&next(reader, &lobby()).await), Vec::<String>::new());
    }
    assert_eq!(block(Method::DELETE).await, 204);
    for reader in &mut readers {
        assert_eq!(texts(&next(reader, &lobby()).await), ["boo"]);
    }

    let mute = json!({"user": eve.id, "kind": "mute", "days": 1, "reason": "rude"});
    assert_eq!(nodes[0].post("/api/v1/moderation/sanctions", Some(&moderator.token), mute).await.0, 204);
    assert_eq!(say(&mut author, &lobby(), "boo again").await.unwrap_err().code, "muted");
    let clear = format!("/api/v1/moderation/chat/players/{}/clear", eve.id);
    assert_eq!(nodes[0].post(&clear, Some(&moderator.token), json!({"reason": "rude"})).await.0, 204);
    for reader in &mut readers {
        assert_eq!(next(reader, &lobby()).await["gone"].as_array().unwrap().len(), 1);
    }
}

#[tokio::test]
async fn a_node_catches_up_with_lines_removals_and_blocks_that_it_has_missed() {
    let mut nodes = Nodes::start(2).await;
    let moderator = with_role(&nodes[0], "Mona", "moderator").await;
    let (anna, eve) = (nodes[0].account("Anna").await, nodes[0].account("Eve").await);
    let mut reader = nodes[1].client_of(&anna).await;
    subscribe(&mut reader, &lobby()).await;
    let mut authors = [nodes[0].client().await, nodes[0].client_of(&eve).await];
    let first = say(&mut authors[0], &lobby(), "first").await.unwrap();
    say(&mut authors[1], &lobby(), "boo").await.unwrap();
    reads(&mut reader, &lobby(), "first").await;
    reads(&mut reader, &lobby(), "boo").await;

    nodes.nats.stop().await;
    let path = format!("/api/v1/moderation/chat/lines/{first}/remove");
    assert_eq!(nodes[0].post(&path, Some(&moderator.token), json!({"reason": "a trial"})).await.0, 204);
    let blocked = nodes[0].request(Method::PUT, "/api/v1/me/blocks/Eve", Some(&anna.token), None).await;
    assert_eq!(blocked.0, 204);
    say(&mut authors[0], &lobby(), "last").await.unwrap();
    nodes.nats.start_again().await;
    // Blocks and lines are read apart.
    while texts(&next(&mut reader, &lobby()).await) != ["last"] {}
}

#[tokio::test]
async fn the_last_line_of_a_dead_node_is_shown() {
    let mut nodes = Nodes::start(2).await;
    let mut reader = nodes[1].client().await;
    subscribe(&mut reader, &lobby()).await;
    // It is stored, and its node dies before it notifies the others.
    let mut admin = nodes.admin().await;
    let line = "INSERT INTO chat_lines (id, channel, user_id, at, text) VALUES ($1, 'lobby:main', $2, 0, 'farewell')";
    let author = reader.user_id().parse::<Uuid>().unwrap();
    sqlx::query(line).bind(Uuid::now_v7()).bind(author).execute(&mut admin).await.unwrap();
    nodes.kill(0).await;
    reads(&mut reader, &lobby(), "farewell").await;
}

#[tokio::test]
async fn an_author_has_one_limit_and_each_command_one_line_at_all_nodes() {
    let nodes = Nodes::start_with(2, |config| {
        config.chat.burst_lines = 2;
        config.chat.lines_per_minute = 1;
    })
    .await;
    let eve = nodes[0].account("Eve").await;
    let (mut here, mut there) = (nodes[0].client_of(&eve).await, nodes[1].client_of(&eve).await);
    let command = json!({"type": "chat", "channel": lobby(), "text": "once"});
    let said: Value = here.ask_as("same", command.clone()).await.unwrap();
    assert_eq!(there.ask_as("same", command).await.unwrap(), said);
    // Both clients number their commands from the start.
    let line = |text: &str| json!({"type": "chat", "channel": lobby(), "text": text});
    there.ask_as("second", line("two")).await.unwrap();
    assert_eq!(here.ask_as("third", line("three")).await.unwrap_err().code, "rate_limited");
}
