//! News for members of a club: its chat, which ends with their membership, and its announcements.

use reqwest::Method;
use serde_json::{Value, json};

use crate::chat::{next, reads, say, subscribe};
use crate::client::{Client, Refused};
use crate::clubs::{created, joined};
use crate::database::{BOTH, Kind};
use crate::moderation::with_role;
use crate::node_servers::Nodes;
use crate::push::{browser_of, pushes};
use crate::push_service::PushService;
use crate::store::count;
use crate::test_server::{Guest, TestServer};

/// The chat channel of the club with this path.
fn channel_of(club: &str) -> Value {
    json!({"kind": "club", "club": club.rsplit('/').next().unwrap()})
}

async fn try_subscribe(client: &mut Client, channel: &Value) -> Result<Value, Refused> {
    client.request(json!({"type": "subscribe", "chat": channel})).await
}

/// Reads the message that ends a subscription.
async fn loses(client: &mut Client, channel: &Value) {
    let ended = next(client, channel).await;
    assert_eq!((&ended["closed"], &ended["full"], &ended["lines"]), (&json!(true), &json!(true), &json!([])));
}

async fn announce(server: &TestServer, club: &str, by: &Guest, title: &str) -> (u16, Value) {
    let body = json!({"title": title, "text": "On Monday.\nBring marbles."});
    server.post(&format!("{club}/announcements"), Some(&by.token), body).await
}

/// The titles of the announcements, as a user reads them.
async fn titles(server: &TestServer, club: &str, user: &Guest) -> Vec<String> {
    let (status, list) = server.get_as(&format!("{club}/announcements"), &user.token).await;
    assert_eq!(status, 200, "{list}");
    let title = |news: &Value| news["title"].as_str().unwrap().to_owned();
    list["announcements"].as_array().unwrap().iter().map(title).collect()
}

async fn notified(client: &mut Client) -> Value {
    client.next_where(|message| message["notification"]["kind"] == "club_announcement").await["notification"]
        .clone()
}

#[tokio::test]
async fn only_members_write_and_read_in_their_clubs_chat() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let (ada, berta, carl) =
            (server.account("Ada").await, server.account("Berta").await, server.account("Carl").await);
        let club = created(&server, &ada, "Marbles", "open").await;
        joined(&server, &club, &berta).await;
        let ours = channel_of(&club);
        let (mut hers, mut bertas) = (server.client_of(&ada).await, server.client_of(&berta).await);
        assert!(subscribe(&mut hers, &ours).await.is_empty());
        subscribe(&mut bertas, &ours).await;
        say(&mut bertas, &ours, "Hello all").await.unwrap();
        reads(&mut hers, &ours, "Hello all").await;

        let mut stranger = server.client_of(&carl).await;
        assert_eq!(try_subscribe(&mut stranger, &ours).await.unwrap_err().code, "forbidden");
        assert_eq!(say(&mut stranger, &ours, "Hi").await.unwrap_err().code, "forbidden");
        let mut anonymous = Client::connect(&server.url("/ws"), None).await;
        assert_eq!(try_subscribe(&mut anonymous, &ours).await.unwrap_err().code, "forbidden");

        // Moderators read, and write nothing unless they are members.
        let moderator = with_role(&server, "Mona", "moderator").await;
        let mut monas = server.client_of(&moderator).await;
        assert_eq!(subscribe(&mut monas, &ours).await, ["Hello all"]);
        assert_eq!(say(&mut monas, &ours, "Hi").await.unwrap_err().code, "forbidden");
        let nowhere = json!({"kind": "club", "club": "00000000-0000-4000-8000-000000000000"});
        assert_eq!(try_subscribe(&mut monas, &nowhere).await.unwrap_err().code, "no_such_club");
        assert_eq!(try_subscribe(&mut stranger, &nowhere).await.unwrap_err().code, "forbidden");
    }
}

#[tokio::test]
async fn a_player_who_leaves_or_is_removed_loses_the_chat_at_once() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let (ada, berta, carl) =
            (server.account("Ada").await, server.account("Berta").await, server.account("Carl").await);
        let club = created(&server, &ada, "Marbles", "open").await;
        let ours = channel_of(&club);
        let mut clients = Vec::new();
        for user in [&ada, &berta, &carl] {
            if user.id != ada.id {
                joined(&server, &club, user).await;
            }
            let mut client = server.client_of(user).await;
            subscribe(&mut client, &ours).await;
            clients.push(client);
        }
        let [hers, bertas, carls] = &mut clients[..] else { unreachable!() };
        let leave = format!("{club}/leave");
        assert_eq!(server.post(&leave, Some(&berta.token), Value::Null).await.0, 204);
        loses(bertas, &ours).await;
        let ban = format!("{club}/members/{}?ban=true", carl.id);
        assert_eq!(server.delete(&ban, &ada.token).await.0, 204);
        loses(carls, &ours).await;
        for client in [&mut *bertas, &mut *carls] {
            assert_eq!(say(client, &ours, "Still here?").await.unwrap_err().code, "forbidden");
            assert_eq!(try_subscribe(client, &ours).await.unwrap_err().code, "forbidden");
        }
        // Members who come back read on.
        joined(&server, &club, &berta).await;
        assert!(subscribe(bertas, &ours).await.is_empty());
        say(hers, &ours, "Welcome back").await.unwrap();
        reads(bertas, &ours, "Welcome back").await;

        // The chat ends with the club.
        assert_eq!(server.delete(&club, &ada.token).await.0, 204);
        for client in [&mut *hers, &mut *bertas] {
            client.next_where(|message| message["type"] == "chat" && message["closed"] == true).await;
        }
        let lines = count(server.database(), "SELECT count(*) FROM chat_lines").await;
        assert_eq!(lines, 0);
    }
}

#[tokio::test]
async fn admins_of_a_club_remove_lines() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let (ada, berta, carl) =
            (server.account("Ada").await, server.account("Berta").await, server.account("Carl").await);
        let club = created(&server, &ada, "Marbles", "open").await;
        joined(&server, &club, &berta).await;
        let other = created(&server, &carl, "Others", "open").await;
        joined(&server, &other, &berta).await;
        let ours = channel_of(&club);
        let (mut hers, mut bertas) = (server.client_of(&ada).await, server.client_of(&berta).await);
        subscribe(&mut hers, &ours).await;
        let line = say(&mut bertas, &ours, "Buy my marbles").await.unwrap();
        reads(&mut hers, &ours, "Buy my marbles").await;
        let remove = format!("/api/v1/moderation/chat/lines/{line}/remove");
        let body = json!({"reason": "spam"});
        for user in [&berta, &carl] {
            assert_eq!(server.post(&remove, Some(&user.token), body.clone()).await.0, 403);
        }
        assert_eq!(server.post(&remove, Some(&ada.token), body).await.0, 204);
        assert_eq!(next(&mut hers, &ours).await["gone"], json!([line]));
    }
}

#[tokio::test]
async fn a_member_loses_the_chat_on_every_node() {
    let nodes = Nodes::start(2).await;
    let (ada, berta) = (nodes[0].account("Ada").await, nodes[1].account("Berta").await);
    let club = created(&nodes[0], &ada, "Marbles", "open").await;
    joined(&nodes[1], &club, &berta).await;
    let ours = channel_of(&club);
    let mut readers = [nodes[0].client_of(&berta).await, nodes[1].client_of(&berta).await];
    for reader in &mut readers {
        subscribe(reader, &ours).await;
    }
    let mut author = nodes[0].client_of(&ada).await;
    subscribe(&mut author, &ours).await;
    say(&mut author, &ours, "Hello").await.unwrap();
    for reader in &mut readers {
        reads(reader, &ours, "Hello").await;
    }
    let ban = format!("{club}/members/{}?ban=true", berta.id);
    assert_eq!(nodes[0].delete(&ban, &ada.token).await.0, 204);
    for reader in &mut readers {
        loses(reader, &ours).await;
        assert_eq!(try_subscribe(reader, &ours).await.unwrap_err().code, "forbidden");
    }
}

#[tokio::test]
async fn a_node_that_missed_a_departure_ends_the_subscription_when_it_catches_up() {
    let mut nodes = Nodes::start(2).await;
    let (ada, berta) = (nodes[0].account("Ada").await, nodes[1].account("Berta").await);
    let club = created(&nodes[0], &ada, "Marbles", "open").await;
    joined(&nodes[1], &club, &berta).await;
    let ours = channel_of(&club);
    let (mut hers, mut bertas) = (nodes[1].client_of(&ada).await, nodes[1].client_of(&berta).await);
    subscribe(&mut hers, &ours).await;
    subscribe(&mut bertas, &ours).await;
    nodes.nats.stop().await;
    assert_eq!(nodes[0].delete(&format!("{club}/members/{}", berta.id), &ada.token).await.0, 204);
    nodes.nats.start_again().await;
    loses(&mut bertas, &ours).await;
    say(&mut hers, &ours, "Alone now").await.unwrap();
    reads(&mut hers, &ours, "Alone now").await;
}

#[tokio::test]
async fn an_announcement_reaches_the_members_who_want_it() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let (ada, berta, carl, dora, eve) = (
            server.account("Ada").await,
            server.account("Berta").await,
            server.account("Carl").await,
            server.account("Dora").await,
            server.account("Eve").await,
        );
        let club = created(&server, &ada, "Marbles", "open").await;
        for user in [&berta, &carl, &dora] {
            joined(&server, &club, user).await;
        }
        assert_eq!(server.get_as(&club, &carl.token).await.1["own"]["notified"], true);
        let notifications = format!("{club}/notifications");
        let off = json!({"announcements": false});
        let switch = async |user: &Guest| {
            server.request(Method::PUT, &notifications, Some(&user.token), Some(off.clone())).await.0
        };
        assert_eq!((switch(&carl).await, switch(&eve).await), (204, 403));
        assert_eq!(server.get_as(&club, &carl.token).await.1["own"]["notified"], false);
        let block = server.request(Method::PUT, "/api/v1/me/blocks/Ada", Some(&dora.token), None).await;
        assert_eq!(block.0, 204);

        let mut clients = Vec::new();
        for user in [&ada, &berta, &carl, &dora, &eve] {
            clients.push(server.client_of(user).await);
        }
        let (status, made) = announce(&server, &club, &ada, "Summer cup").await;
        assert_eq!(status, 200, "{made}");
        let id = club.rsplit('/').next().unwrap();
        assert_eq!(
            notified(&mut clients[1]).await,
            json!({"kind": "club_announcement", "club": id, "club_name": "Marbles",
                "announcement": made["announcement"], "title": "Summer cup"})
        );
        for (place, client) in clients.iter_mut().enumerate().filter(|(place, _)| *place != 1) {
            // A later notification comes alone.
            client.request(json!({"type": "subscribe", "lobby": "elsewhere"})).await.unwrap();
            client.next_of("lobby").await;
            assert!(client.waiting().all(|message| message["type"] != "notification"), "{place}");
        }

        for user in [&ada, &berta, &carl, &dora] {
            assert_eq!(titles(&server, &club, user).await, ["Summer cup"]);
        }
        let list = format!("{club}/announcements");
        assert_eq!(server.get_as(&list, &eve.token).await.1["code"], "forbidden");
        assert_eq!(server.get(&list).await.0, 401);
        let nowhere = "/api/v1/clubs/00000000-0000-4000-8000-000000000000/announcements";
        assert_eq!(server.get_as(nowhere, &eve.token).await.1["code"], "no_such_club");
    }
}

#[tokio::test]
async fn announcements_are_bounded_and_made_once() {
    for kind in BOTH {
        let server = TestServer::start_with(kind, |config| config.limits.announcements_per_club = 2).await;
        let (ada, berta) = (server.account("Ada").await, server.account("Berta").await);
        let club = created(&server, &ada, "Marbles", "open").await;
        joined(&server, &club, &berta).await;
        assert_eq!(announce(&server, &club, &berta, "Mine").await.1["code"], "forbidden");
        let list = format!("{club}/announcements");
        for (body, code) in [
            (json!({"title": "", "text": "x"}), "bad_words"),
            (json!({"title": "x", "text": ""}), "bad_words"),
            (json!({"title": "x\ny", "text": "x"}), "bad_words"),
            (json!({"title": "x".repeat(101), "text": "x"}), "bad_words"),
            (json!({"title": "x", "text": "x".repeat(1_001)}), "bad_words"),
            (json!({"title": "x", "text": "see example.org"}), "bad_words"),
            (json!({"title": "x", "text": "x", "id": "x".repeat(65)}), "out_of_range"),
        ] {
            let answer = server.post(&list, Some(&ada.token), body.clone()).await;
            assert_eq!((answer.0, &answer.1["code"]), (400, &json!(code)), "{body}");
        }

        let first = json!({"id": "a1", "title": "First", "text": "x"});
        let (_, made) = server.post(&list, Some(&ada.token), first.clone()).await;
        assert_eq!(server.post(&list, Some(&ada.token), first).await, (200, made.clone()));
        assert_eq!(titles(&server, &club, &berta).await, ["First"]);
        for title in ["Second", "Third"] {
            assert_eq!(announce(&server, &club, &ada, title).await.0, 200);
        }
        assert_eq!(titles(&server, &club, &berta).await, ["Third", "Second"], "two are kept");
        let (status, problem) = announce(&server, &club, &ada, "Fourth").await;
        assert_eq!((status, &problem["code"]), (429, &json!("rate_limited")));

        // A deleted announcement makes no room for another one.
        let (_, page) = server.get_as(&list, &ada.token).await;
        let last = format!("{list}/{}", page["announcements"][0]["id"].as_str().unwrap());
        assert_eq!(server.delete(&last, &berta.token).await.0, 403);
        for _ in 0..2 {
            assert_eq!(server.delete(&last, &ada.token).await.0, 204);
        }
        assert_eq!(titles(&server, &club, &berta).await, ["Second"]);
        assert_eq!(announce(&server, &club, &ada, "Fourth").await.0, 429);
    }
}

#[tokio::test]
async fn announcements_are_reported_and_removed_by_moderators() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let moderator = with_role(&server, "Mona", "moderator").await;
        let (ada, berta, eve) =
            (server.account("Ada").await, server.account("Berta").await, server.account("Eve").await);
        let club = created(&server, &ada, "Marbles", "open").await;
        joined(&server, &club, &berta).await;
        let id = club.rsplit('/').next().unwrap();
        let (_, made) = announce(&server, &club, &ada, "Rude news").await;
        let news = &made["announcement"];
        let report = json!({"player": "Ada", "club": id, "announcement": news, "words": "rude"});
        assert_eq!(server.post("/api/v1/reports", Some(&eve.token), report.clone()).await.0, 403);
        let without_club = json!({"player": "Ada", "announcement": news, "words": "rude"});
        assert_eq!(server.post("/api/v1/reports", Some(&berta.token), without_club).await.0, 400);
        assert_eq!(server.post("/api/v1/reports", Some(&berta.token), report).await.0, 204);
        let (_, reports) = server.get_as("/api/v1/moderation/reports", &moderator.token).await;
        let expected = (&json!(id), &json!("Rude news\nOn Monday.\nBring marbles."));
        assert_eq!((&reports["reports"][0]["club"], &reports["reports"][0]["said"]), expected);

        assert_eq!(titles(&server, &club, &moderator).await, ["Rude news"]);
        let words = format!("/api/v1/moderation/clubs/{id}/words");
        let remove = json!({"announcement": news, "reason": "rude"});
        let change = async |by: &Guest| {
            server.request(Method::PUT, &words, Some(&by.token), Some(remove.clone())).await.0
        };
        assert_eq!((change(&ada).await, change(&moderator).await, change(&moderator).await), (403, 204, 404));
        assert!(titles(&server, &club, &ada).await.is_empty());
        let (_, log) = server.get_as("/api/v1/moderation/log", &moderator.token).await;
        assert_eq!(log["deeds"][0]["words"], "Marbles: Rude news (On Monday.\nBring marbles.): rude");

        // A muted admin announces nothing.
        let mute = json!({"user": ada.id, "kind": "mute", "days": 1, "reason": "rude"});
        assert_eq!(server.post("/api/v1/moderation/sanctions", Some(&moderator.token), mute).await.0, 204);
        assert_eq!(announce(&server, &club, &ada, "More").await.1["code"], "muted");
    }
}

#[tokio::test]
async fn an_announcement_is_pushed_to_absent_members() {
    let (server, mut service) =
        (TestServer::start_with(Kind::Sqlite, pushes).await, PushService::start().await);
    let (ada, berta) = (server.account("Ada").await, server.account("Berta").await);
    let club = created(&server, &ada, "Marbles", "open").await;
    joined(&server, &club, &berta).await;
    let browser = browser_of(&server, &berta, &service, "hers").await;
    assert_eq!(announce(&server, &club, &ada, "Summer cup").await.0, 200);
    let push = service.next().await;
    let id = club.rsplit('/').next().unwrap();
    assert_eq!(
        browser.read(&push),
        json!({"kind": "announcement", "language": "de", "club": id, "title": "Summer cup", "players": ["Marbles"]})
    );
    assert_eq!((push.header("topic"), push.header("urgency")), (&*id.replace('-', ""), "normal"));
}

#[tokio::test]
async fn announcements_reach_members_on_other_nodes() {
    let nodes = Nodes::start(2).await;
    let (ada, berta) = (nodes[0].account("Ada").await, nodes[1].account("Berta").await);
    let club = created(&nodes[0], &ada, "Marbles", "open").await;
    joined(&nodes[1], &club, &berta).await;
    let mut bertas = nodes[1].client_of(&berta).await;
    assert_eq!(announce(&nodes[0], &club, &ada, "Summer cup").await.0, 200);
    assert_eq!(notified(&mut bertas).await["title"], "Summer cup");
    assert_eq!(titles(&nodes[1], &club, &berta).await, ["Summer cup"]);
}
