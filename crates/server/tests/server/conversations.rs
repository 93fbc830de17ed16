//! Conversations of two accounts: readers and writers, unread lines, and the moderators' view.

use reqwest::Method;
use serde_json::{Value, json};

use crate::chat::{lobby, next, reads, say, subscribe, texts};
use crate::client::{Client, Refused};
use crate::database::{BOTH, Kind};
use crate::moderation::with_role;
use crate::node_servers::Nodes;
use crate::push::{browser_of, pushes};
use crate::push_service::PushService;
use crate::store::count;
use crate::test_server::{Guest, TestServer};
use crate::tokens::token;

const LIST: &str = "/api/v1/me/conversations";

fn between(one: &Guest, other: &Guest) -> Value {
    let mut users = [&one.id, &other.id];
    users.sort();
    json!({"kind": "conversation", "users": users})
}

async fn set(server: &TestServer, method: Method, user: &Guest, path: &str) {
    let path = format!("/api/v1/me/{path}");
    assert_eq!(server.request(method, &path, Some(&user.token), None).await.0, 204);
}

/// Makes two players follow each other.
async fn befriend(server: &TestServer, one: &Guest, other: &Guest) {
    for (user, followed) in [(one, other), (other, one)] {
        set(server, Method::PUT, user, &format!("follows/{}", followed.id)).await;
    }
}

async fn friends(server: &TestServer) -> (Guest, Guest) {
    let (ada, berta) = (server.account("Ada").await, server.account("Berta").await);
    befriend(server, &ada, &berta).await;
    (ada, berta)
}

async fn try_subscribe(client: &mut Client, channel: &Value) -> Result<Value, Refused> {
    client.request(json!({"type": "subscribe", "chat": channel})).await
}

async fn notified(client: &mut Client) -> Value {
    client.next_where(|message| message["notification"]["kind"] == "conversation").await["notification"]
        .clone()
}

/// Checks that no notification about a conversation has come so far.
async fn is_not_notified(client: &mut Client) {
    client.request(json!({"type": "subscribe", "lobby": "elsewhere"})).await.unwrap();
    client.next_of("lobby").await;
    assert!(client.waiting().all(|message| message["notification"]["kind"] != "conversation"));
}

/// The list of a user: the partners, their last lines, the numbers of unread lines; and the number of conversations with unread ones.
async fn list(server: &TestServer, user: &Guest) -> (Vec<(String, String, u64)>, u64) {
    let (status, page) = server.get_as(LIST, &user.token).await;
    assert_eq!(status, 200, "{page}");
    let row = |row: &Value| {
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        (text(&row["partner"]["name"]), text(&row["line"]["text"]), row["unread"].as_u64().unwrap())
    };
    let rows = page["conversations"].as_array().unwrap().iter().map(row).collect();
    (rows, page["unread"].as_u64().unwrap())
}

fn row(name: &str, text: &str, unread: u64) -> (String, String, u64) {
    (name.to_owned(), text.to_owned(), unread)
}

async fn lines(server: &TestServer, user: &Guest, partner: &str) -> Value {
    let (status, page) = server.get_as(&format!("{LIST}/{partner}"), &user.token).await;
    assert_eq!(status, 200, "{page}");
    page
}

async fn read(server: &TestServer, user: &Guest, partner: &str, line: &str) {
    let path = format!("{LIST}/{partner}/read");
    let answer = server.request(Method::PUT, &path, Some(&user.token), Some(json!({"line": line}))).await;
    assert_eq!(answer, (204, Value::Null));
}

#[tokio::test]
async fn friends_write_to_each_other_and_no_other_user_reads_it() {
    for kind in BOTH {
        let mut server = TestServer::start_on(kind).await;
        let (ada, berta) = friends(&server).await;
        let ours = between(&ada, &berta);
        let (mut adas, mut bertas) = (server.client_of(&ada).await, server.client_of(&berta).await);
        assert!(subscribe(&mut adas, &ours).await.is_empty());
        let id = say(&mut adas, &ours, "Hello Berta").await.unwrap();
        assert_eq!(notified(&mut bertas).await["partner"]["name"], "Ada");
        assert_eq!(subscribe(&mut bertas, &ours).await, ["Hello Berta"]);
        reads(&mut adas, &ours, "Hello Berta").await;
        say(&mut bertas, &ours, "Hello Ada").await.unwrap();
        let line = reads(&mut adas, &ours, "Hello Ada").await;
        assert_eq!(line["author"]["name"], "Berta");

        // A command that is sent twice writes one line.
        let command = json!({"type": "chat", "channel": ours, "text": "once"});
        let said = adas.ask_as("same", command.clone()).await.unwrap();
        assert_eq!(server.client_of(&ada).await.ask_as("same", command).await.unwrap(), said);

        let page = lines(&server, &ada, "Berta").await;
        assert_eq!(texts(&page), ["once", "Hello Ada", "Hello Berta"], "the newest first");
        assert_eq!((&page["partner"]["name"], &page["writable"]), (&json!("Berta"), &json!(true)));
        assert_eq!((&page["next"], &page["lines"][2]["id"]), (&Value::Null, &json!(id)));
        let (_, first) = server.get_as(&format!("{LIST}/Berta?limit=2"), &ada.token).await;
        let rest = format!("Berta?limit=2&cursor={}", first["next"].as_str().unwrap());
        assert_eq!(texts(&lines(&server, &ada, &rest).await), ["Hello Berta"]);

        // Neither strangers nor moderators read or write there.
        let moderator = with_role(&server, "Mona", "moderator").await;
        for user in [server.account("Carl").await, moderator] {
            let mut client = server.client_of(&user).await;
            assert_eq!(try_subscribe(&mut client, &ours).await.unwrap_err().code, "forbidden");
            assert_eq!(say(&mut client, &ours, "Hi").await.unwrap_err().code, "not_friends");
            let report = json!({"player": "Ada", "line": id, "words": "rude"});
            assert_eq!(server.post("/api/v1/reports", Some(&user.token), report).await.0, 400);
        }
        let mut anonymous = Client::connect(&server.url("/ws"), None).await;
        assert_eq!(try_subscribe(&mut anonymous, &ours).await.unwrap_err().code, "unauthenticated");
        // One form of the channel only.
        for users in [[&ada.id, &ada.id], {
            let mut users = [&ada.id, &berta.id];
            users.sort_by(|one, other| other.cmp(one));
            users
        }] {
            let channel = json!({"kind": "conversation", "users": users});
            assert_eq!(try_subscribe(&mut adas, &channel).await.unwrap_err().code, "out_of_range");
        }

        server.restart().await;
        assert_eq!(
            subscribe(&mut server.client_of(&berta).await, &ours).await,
            ["Hello Berta", "Hello Ada", "once"]
        );
    }
}

#[tokio::test]
async fn programs_need_the_scope_and_guests_have_no_conversations() {
    let server = TestServer::start().await;
    let (ada, berta) = friends(&server).await;
    let ours = between(&ada, &berta);
    let (permitted, _) = token(&server, &ada, json!(["messages"])).await;
    let mut reader = server.client_with_token(&permitted).await;
    say(&mut reader, &ours, "Hi").await.unwrap();
    assert_eq!(subscribe(&mut reader, &ours).await, ["Hi"]);
    assert_eq!(server.get_as(LIST, &permitted).await.0, 200);
    let (token, _) = token(&server, &ada, json!(["play", "clubs"])).await;
    let token = token.as_str();
    let mut program = server.client_with_token(token).await;
    assert_eq!(try_subscribe(&mut program, &ours).await.unwrap_err().code, "missing_scope");
    assert_eq!(say(&mut program, &ours, "Hi").await.unwrap_err().code, "missing_scope");
    for path in [LIST, "/api/v1/me/conversations/Berta"] {
        assert_eq!(server.get_as(path, token).await.1["code"], "missing_scope");
        assert_eq!(server.get(path).await.0, 401);
        let guest = server.guest().await;
        assert_eq!(server.get_as(path, &guest.token).await.1["code"], "needs_account");
    }
    for (name, status) in [("Ada", 400), ("Nobody", 404)] {
        assert_eq!(server.get_as(&format!("{LIST}/{name}"), &ada.token).await.0, status);
    }
}

#[tokio::test]
async fn the_first_unread_line_notifies_and_later_ones_do_not() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let (ada, berta) = friends(&server).await;
        let ours = between(&ada, &berta);
        let (mut adas, mut bertas) = (server.client_of(&ada).await, server.client_of(&berta).await);
        say(&mut adas, &ours, "Are you there?").await.unwrap();
        let expected = json!({"kind": "conversation", "unread": true,
            "partner": {"id": ada.id, "name": "Ada", "guest": false}});
        assert_eq!(notified(&mut bertas).await, expected);
        let last = say(&mut adas, &ours, "Hello?").await.unwrap();
        is_not_notified(&mut bertas).await;
        is_not_notified(&mut adas).await;
        assert_eq!(list(&server, &berta).await, (vec![row("Ada", "Hello?", 2)], 1));
        assert_eq!(list(&server, &ada).await, (vec![row("Berta", "Hello?", 0)], 0));

        // Her other pages are notified that she has read them.
        read(&server, &berta, "Ada", &last).await;
        assert_eq!(notified(&mut bertas).await["unread"], false);
        read(&server, &berta, "Ada", &last).await;
        is_not_notified(&mut bertas).await;
        assert_eq!(lines(&server, &berta, "Ada").await["read"], json!(last));
        assert_eq!(list(&server, &berta).await, (vec![row("Ada", "Hello?", 0)], 0));
        say(&mut adas, &ours, "And now?").await.unwrap();
        assert_eq!(notified(&mut bertas).await["unread"], true);
    }
}

#[tokio::test]
async fn the_end_of_a_friendship_or_a_block_ends_the_writing_only() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let (ada, berta) = friends(&server).await;
        let ours = between(&ada, &berta);
        let mut clients = [server.client_of(&ada).await, server.client_of(&berta).await];
        for client in &mut clients {
            subscribe(client, &ours).await;
        }
        say(&mut clients[0], &ours, "Hello").await.unwrap();
        for client in &mut clients {
            reads(client, &ours, "Hello").await;
        }
        for (end, begin, path) in [
            (Method::DELETE, Method::PUT, format!("follows/{}", ada.id)),
            (Method::PUT, Method::DELETE, format!("blocks/{}", ada.id)),
        ] {
            set(&server, end, &berta, &path).await;
            for client in &mut clients {
                // The refused line may be tried again.
                for _ in 0..2 {
                    assert_eq!(say(client, &ours, "Still there?").await.unwrap_err().code, "not_friends");
                }
            }
            for (user, partner) in [(&ada, "Berta"), (&berta, "Ada")] {
                let page = lines(&server, user, partner).await;
                assert_eq!((texts(&page), &page["writable"]), (vec!["Hello".to_owned()], &json!(false)));
                let mut again = server.client_of(user).await;
                assert_eq!(subscribe(&mut again, &ours).await, ["Hello"]);
            }
            set(&server, begin, &berta, &path).await;
        }
        say(&mut clients[1], &ours, "Back again").await.unwrap();
        for client in &mut clients {
            reads(client, &ours, "Back again").await;
        }
    }
}

#[tokio::test]
async fn muted_and_hasty_users_write_nothing() {
    let server = TestServer::start_with(Kind::Sqlite, |config| {
        (config.chat.burst_lines, config.chat.lines_per_minute) = (2, 1);
    });
    let server = server.await;
    let (ada, berta) = friends(&server).await;
    let ours = between(&ada, &berta);
    let (mut adas, mut bertas) = (server.client_of(&ada).await, server.client_of(&berta).await);
    say(&mut adas, &lobby(), "Hello all").await.unwrap();
    say(&mut adas, &ours, "Hello").await.unwrap();
    assert_eq!(say(&mut adas, &ours, "And then").await.unwrap_err().code, "rate_limited", "of all channels");
    assert_eq!(say(&mut bertas, &ours, &"x".repeat(301)).await.unwrap_err().code, "bad_words");

    let moderator = with_role(&server, "Mona", "moderator").await;
    let mute = json!({"user": berta.id, "kind": "mute", "days": 1, "reason": "rude"});
    assert_eq!(server.post("/api/v1/moderation/sanctions", Some(&moderator.token), mute).await.0, 204);
    assert_eq!(say(&mut bertas, &ours, "Hi").await.unwrap_err().code, "muted");
}

#[tokio::test]
async fn a_full_list_takes_no_new_conversation() {
    for kind in BOTH {
        let server = TestServer::start_with(kind, |config| config.limits.conversations_per_user = 1).await;
        let (ada, berta) = friends(&server).await;
        let carl = server.account("Carl").await;
        befriend(&server, &ada, &carl).await;
        let (mut adas, mut carls) = (server.client_of(&ada).await, server.client_of(&carl).await);
        say(&mut adas, &between(&ada, &berta), "Hello").await.unwrap();
        let own = say(&mut adas, &between(&ada, &carl), "Hello Carl").await.unwrap_err();
        let other = say(&mut carls, &between(&ada, &carl), "Hello").await.unwrap_err();
        assert_eq!((&*own.code, &*other.code), ("too_many", "too_many"));
        assert_eq!(server.delete(&format!("{LIST}/Berta"), &ada.token).await.0, 204);
        say(&mut carls, &between(&ada, &carl), "Hello again").await.unwrap();
        assert_eq!(list(&server, &ada).await, (vec![row("Carl", "Hello again", 1)], 1));
    }
}

#[tokio::test]
async fn a_conversation_is_deleted_from_the_view_of_one_user() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let (ada, berta) = friends(&server).await;
        let ours = between(&ada, &berta);
        let (mut adas, mut bertas) = (server.client_of(&ada).await, server.client_of(&berta).await);
        subscribe(&mut adas, &ours).await;
        subscribe(&mut bertas, &ours).await;
        say(&mut bertas, &ours, "A secret").await.unwrap();
        for client in [&mut adas, &mut bertas] {
            reads(client, &ours, "A secret").await;
        }
        assert_eq!(notified(&mut adas).await["unread"], true);
        assert_eq!(server.delete(&format!("{LIST}/Berta"), &ada.token).await.0, 204);
        let emptied = next(&mut adas, &ours).await;
        assert_eq!((&emptied["full"], &emptied["lines"]), (&json!(true), &json!([])));
        assert_eq!(notified(&mut adas).await["unread"], false);
        assert_eq!(list(&server, &ada).await, (vec![], 0));
        assert_eq!(list(&server, &berta).await, (vec![row("Ada", "A secret", 0)], 0));
        assert!(subscribe(&mut server.client_of(&ada).await, &ours).await.is_empty());
        assert!(texts(&lines(&server, &ada, "Berta").await).is_empty());

        say(&mut adas, &ours, "Hello").await.unwrap();
        reads(&mut adas, &ours, "Hello").await;
        reads(&mut bertas, &ours, "Hello").await;
        assert_eq!(list(&server, &ada).await, (vec![row("Berta", "Hello", 0)], 0));
        assert_eq!(texts(&lines(&server, &berta, "Ada").await), ["Hello", "A secret"]);

        // Conversations that both have deleted are gone.
        for (user, partner) in [(&ada, "Berta"), (&berta, "Ada")] {
            assert_eq!(server.delete(&format!("{LIST}/{partner}"), &user.token).await.0, 204);
        }
        assert_eq!(count(server.database(), "SELECT count(*) FROM chat_lines").await, 0);
        assert_eq!(
            server.delete(&format!("{LIST}/{}", server.account("Dora").await.id), &ada.token).await.0,
            204
        );
    }
}

#[tokio::test]
async fn moderators_see_reported_lines_only() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let moderator = with_role(&server, "Mona", "moderator").await;
        let (ada, berta) = friends(&server).await;
        let ours = between(&ada, &berta);
        let (mut adas, mut bertas) = (server.client_of(&ada).await, server.client_of(&berta).await);
        subscribe(&mut adas, &ours).await;
        say(&mut adas, &ours, "You cheat").await.unwrap();
        let line = say(&mut bertas, &ours, "You stink").await.unwrap();
        say(&mut adas, &ours, "I report that").await.unwrap();
        let report = json!({"player": "Berta", "line": line, "words": "rude"});
        assert_eq!(server.post("/api/v1/reports", Some(&ada.token), report).await.0, 204);

        let (_, reports) = server.get_as("/api/v1/moderation/reports", &moderator.token).await;
        let report = &reports["reports"][0];
        assert_eq!((&report["line"], &report["said"]), (&json!(line), &json!("You stink")));
        let around = format!("/api/v1/moderation/reports/{}/lines", report["id"].as_str().unwrap());
        let (_, context) = server.get_as(&around, &moderator.token).await;
        assert_eq!(texts(&context), ["You cheat", "You stink", "I report that"]);
        for user in [&ada, &berta] {
            assert_eq!(server.get_as(&around, &user.token).await.0, 403);
        }

        let remove = format!("/api/v1/moderation/chat/lines/{line}/remove");
        let reason = json!({"reason": "rude"});
        for user in [&ada, &berta] {
            assert_eq!(server.post(&remove, Some(&user.token), reason.clone()).await.0, 403);
        }
        assert_eq!(server.post(&remove, Some(&moderator.token), reason.clone()).await.0, 204);
        adas.next_where(|message| message["gone"] == json!([line])).await;
        assert_eq!(server.get_as(&around, &moderator.token).await.0, 404, "the line is removed");
        let close = around.replace("/lines", "/close");
        assert_eq!(server.post(&close, Some(&moderator.token), reason).await.0, 204);
        assert_eq!(server.get_as(&around, &moderator.token).await.0, 404);
    }
}

#[tokio::test]
async fn a_conversation_ends_with_an_account() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let (ada, berta) = friends(&server).await;
        let ours = between(&ada, &berta);
        let (mut adas, mut bertas) = (server.client_of(&ada).await, server.client_of(&berta).await);
        subscribe(&mut bertas, &ours).await;
        let line = say(&mut adas, &ours, "Farewell").await.unwrap();
        let password = json!({"password": crate::test_server::PASSWORD});
        let deleted = server.request(Method::DELETE, "/api/v1/me", Some(&ada.token), Some(password)).await;
        assert_eq!(deleted.0, 204, "{}", deleted.1);
        bertas.next_where(|message| message["gone"] == json!([line])).await;
        assert_eq!(list(&server, &berta).await, (vec![], 0));
        assert_eq!(say(&mut bertas, &ours, "Gone?").await.unwrap_err().code, "not_friends");
    }
}

#[tokio::test]
async fn the_first_unread_line_is_pushed_without_its_text() {
    let (server, mut service) =
        (TestServer::start_with(Kind::Sqlite, pushes).await, PushService::start().await);
    let (ada, berta) = friends(&server).await;
    let browser = browser_of(&server, &berta, &service, "hers").await;
    let mut adas = server.client_of(&ada).await;
    say(&mut adas, &between(&ada, &berta), "Are you there?").await.unwrap();
    let push = service.next().await;
    assert_eq!(
        browser.read(&push),
        json!({"kind": "conversation", "language": "de", "partner": ada.id, "players": ["Ada"]})
    );
    assert_eq!((push.header("topic"), push.header("urgency")), (&*ada.id.replace('-', ""), "high"));
}

#[tokio::test]
async fn friends_at_two_nodes_write_read_and_delete() {
    let nodes = Nodes::start(2).await;
    let (ada, berta) = (nodes[0].account("Ada").await, nodes[1].account("Berta").await);
    befriend(&nodes[0], &ada, &berta).await;
    let ours = between(&ada, &berta);
    let mut adas = [nodes[0].client_of(&ada).await, nodes[1].client_of(&ada).await];
    let mut bertas = nodes[1].client_of(&berta).await;
    for client in &mut adas {
        subscribe(client, &ours).await;
    }
    let line = say(&mut bertas, &ours, "Hello from here").await.unwrap();
    for client in &mut adas {
        reads(client, &ours, "Hello from here").await;
        assert_eq!(notified(client).await["unread"], true);
    }
    read(&nodes[0], &ada, "Berta", &line).await;
    for client in &mut adas {
        assert_eq!(notified(client).await["unread"], false);
    }
    assert_eq!(nodes[0].delete(&format!("{LIST}/Berta"), &ada.token).await.0, 204);
    for client in &mut adas {
        assert_eq!(next(client, &ours).await["lines"], json!([]));
    }
    set(&nodes[1], Method::PUT, &berta, "blocks/Ada").await;
    assert_eq!(say(&mut adas[0], &ours, "Why?").await.unwrap_err().code, "not_friends");
}
