//! Studies: creation, edits with one order, roles, resuming, and recovery after a kill.

use reqwest::Method;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::client::Client;
use crate::database::{BOTH, Database, Kind};
use crate::node_servers::Nodes;
use crate::process::Process;
use crate::test_server::{Guest, PASSWORD, TestServer};

const STUDIES: &str = "/api/v1/studies";

fn path(study: &Value) -> String {
    format!("{STUDIES}/{}", study["id"].as_str().unwrap())
}

async fn create(server: &TestServer, owner: &Guest, from: Value) -> Value {
    let body = json!({"name": "Daisies", "from": from});
    let (status, study) = server.post(STUDIES, Some(&owner.token), body).await;
    assert_eq!(status, 201, "{study}");
    study
}

#[tokio::test]
async fn assumptions_about_a_text_are_answered() {
    let server = TestServer::start().await;
    let owner = server.account("Anneke").await;
    let study = create(&server, &owner, json!({"text": "1. a1b2 i5h5 1-0"})).await;
    assert_eq!(study["assumptions"], json!([{"kind": "layout", "value": "belgian_daisy"}]));
    let text = json!({"text": "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b"});
    let (status, added) = server.post(&format!("{}/chapters", path(&study)), Some(&owner.token), text).await;
    assert_eq!((status, &added["assumptions"]), (201, &json!([{"kind": "score"}])), "{added}");
    let bad = json!({"text": "[Layout \"belgian_daisy\"]\n\n1. a1b2 (i5h5"});
    let (status, refused) = server.post(&format!("{}/chapters", path(&study)), Some(&owner.token), bad).await;
    assert_eq!((status, &refused["code"]), (409, &json!("illegal_move")), "{refused}");
}

/// Follows a study from the state that the client has read.
async fn follow(client: &mut Client, study: &Value) -> u64 {
    let command = json!({"type": "follow_study", "study": study["id"], "since": study["seq"]});
    client.request(command).await.unwrap()["seq"].as_u64().unwrap()
}

#[expect(clippy::needless_pass_by_value, reason = "the callers make it")]
fn command(study: &Value, change: Value) -> Value {
    json!({"type": "edit_study", "study": study["id"], "change": change})
}

fn add(parent: u32, mv: &str) -> Value {
    json!({"edit": "add_node", "chapter": 1, "parent": parent, "move": mv})
}

fn comment(text: &str) -> Value {
    json!({"edit": "set_comment", "chapter": 1, "node": 0, "text": text})
}

async fn event(client: &mut Client) -> (u64, Value) {
    let message = client.next_of("study").await;
    (message["seq"].as_u64().unwrap(), message["change"].clone())
}

async fn add_member(server: &TestServer, study: &Value, owner: &Guest, member: &Guest, role: &str) {
    let mut client = server.client_of(owner).await;
    let change = json!({"edit": "set_member", "user": member.id, "role": role});
    let refused = client.ask_as(&fresh(), command(study, change.clone())).await.unwrap_err();
    assert_eq!(refused.code, "forbidden", "the player has not agreed");
    let follow = format!("/api/v1/me/follows/{}", owner.name);
    assert_eq!(server.request(Method::PUT, &follow, Some(&member.token), None).await.0, 204);
    client.ask_as(&fresh(), command(study, change)).await.unwrap();
}

/// Returns a new id of a command: an id that the user has used for this study repeats that command.
fn fresh() -> String {
    Uuid::now_v7().to_string()
}

#[tokio::test]
async fn edits_are_checked_stored_and_sent_to_all_followers() {
    for kind in BOTH {
        let mut server = TestServer::start_on(kind).await;
        let [anne, ben] = [server.account("anne").await, server.account("ben").await];
        let study = create(&server, &anne, json!({"name": "First"})).await;
        assert_eq!((&study["seq"], &study["visibility"]), (&json!(0), &json!("private")));
        assert_eq!(study["chapters"][0]["name"], "First");
        let mut owner = server.client_of(&anne).await;
        follow(&mut owner, &study).await;
        add_member(&server, &study, &anne, &ben, "contributor").await;
        assert_eq!(event(&mut owner).await.1["edit"], "set_member");
        let mut other = server.client_of(&ben).await;
        let (_, known) = server.get_as(&path(&study), &ben.token).await;
        follow(&mut other, &known).await;

        assert_eq!(owner.ask_as(&fresh(), command(&study, add(0, "a1b2"))).await.unwrap()["seq"], 2);
        let illegal = other.ask_as(&fresh(), command(&study, add(1, "a1b2"))).await.unwrap_err();
        assert_eq!(illegal.code, "illegal_move");
        for client in [&mut owner, &mut other] {
            assert_eq!(event(client).await, (2, add(0, "a1b2")));
        }
        // The same move again changes nothing, and a vanished node has its own error.
        assert_eq!(other.ask_as(&fresh(), command(&study, add(0, "A1B2"))).await.unwrap()["seq"], 2);
        let delete = json!({"edit": "delete_node", "chapter": 1, "node": 1});
        other.ask_as(&fresh(), command(&study, delete)).await.unwrap();
        let gone = owner
            .ask_as(
                &fresh(),
                command(&study, json!({"edit": "set_shapes", "chapter": 1, "node": 1, "shapes": []})),
            )
            .await;
        assert_eq!(gone.unwrap_err().code, "no_such_node");
        let shapes = json!([{"color": "green", "from": "e5"}, {"color": "red", "from": "a1", "to": "c3"}]);
        owner
            .ask_as(
                &fresh(),
                command(&study, json!({"edit": "set_shapes", "chapter": 1, "node": 0, "shapes": shapes})),
            )
            .await
            .unwrap();
        let repeated = command(&study, comment("Hello"));
        let first = owner.ask_as("again", repeated.clone()).await.unwrap();
        other.ask_as(&fresh(), command(&study, comment("Hi"))).await.unwrap();
        assert_eq!(owner.ask_as("again", repeated).await.unwrap(), first);

        let (_, before) = server.get_as(&path(&study), &anne.token).await;
        assert_eq!(
            before["chapters"][0]["nodes"],
            json!([{"id": 0, "parent": 0, "comment": "Hi", "shapes": shapes}])
        );
        server.restart().await;
        assert_eq!(server.get_as(&path(&study), &anne.token).await.1, before);
    }
}

#[tokio::test]
async fn private_studies_are_hidden_and_roles_hold() {
    let server = TestServer::start_on(Kind::Memory).await;
    let [anne, ben, eve] =
        [server.account("anne").await, server.account("ben").await, server.account("eve").await];
    let guest = server.guest().await;
    let body = json!({"name": "Mine", "from": {}});
    let (status, refused) = server.post(STUDIES, Some(&guest.token), body).await;
    assert_eq!((status, &refused["code"]), (403, &json!("needs_account")));
    let study = create(&server, &anne, json!({})).await;
    assert_eq!(server.get_as(&path(&study), &eve.token).await.1["code"], "no_such_study");
    let mut stranger = server.client_of(&eve).await;
    let follow_it = json!({"type": "follow_study", "study": study["id"], "since": 0});
    assert_eq!(stranger.request(follow_it).await.unwrap_err().code, "no_such_study");
    assert_eq!(
        stranger.ask_as(&fresh(), command(&study, comment("x"))).await.unwrap_err().code,
        "no_such_study"
    );

    add_member(&server, &study, &anne, &ben, "viewer").await;
    let mut viewer = server.client_of(&ben).await;
    let (_, known) = server.get_as(&path(&study), &ben.token).await;
    follow(&mut viewer, &known).await;
    assert_eq!(viewer.ask_as(&fresh(), command(&study, comment("x"))).await.unwrap_err().code, "forbidden");
    assert_eq!(
        server.get_as("/api/v1/me/studies?shared=true", &ben.token).await.1["studies"][0]["id"],
        study["id"]
    );
    assert_eq!(server.get(STUDIES).await.1["studies"], json!([]));
    let mut owner = server.client_of(&anne).await;
    owner
        .ask_as(&fresh(), command(&study, json!({"edit": "set_visibility", "visibility": "public"})))
        .await
        .unwrap();
    assert_eq!(server.get(STUDIES).await.1["studies"][0]["name"], "Daisies");
    assert_eq!(server.get_as(&path(&study), &eve.token).await.0, 200);

    // A removed viewer of a private study no longer follows it.
    owner
        .ask_as(&fresh(), command(&study, json!({"edit": "set_visibility", "visibility": "private"})))
        .await
        .unwrap();
    owner.ask_as(&fresh(), command(&study, json!({"edit": "remove_member", "user": ben.id}))).await.unwrap();
    viewer.next_of("study_closed").await;
    let blocked = server.request(Method::PUT, "/api/v1/me/blocks/anne", Some(&eve.token), None).await;
    assert_eq!(blocked.0, 204);
    let change = json!({"edit": "set_member", "user": eve.id, "role": "viewer"});
    assert_eq!(owner.ask_as(&fresh(), command(&study, change)).await.unwrap_err().code, "forbidden");
    assert_eq!(server.delete(&path(&study), &ben.token).await.0, 404);
    assert_eq!(server.delete(&path(&study), &anne.token).await.0, 204);
    assert_eq!(server.get_as(&path(&study), &anne.token).await.0, 404);
}

#[tokio::test]
async fn texts_are_imported_and_exported() {
    let server = TestServer::start_on(Kind::Memory).await;
    let anne = server.account("anne").await;
    let text = "[Layout \"standard\"]\n\n1. a1b2 {[%shapes green:b2] Good} (1. a2b3 i5h5) i5h5\n";
    let study = create(&server, &anne, json!({"text": text})).await;
    let answer =
        server.http().get(server.url(&format!("{}/study.txt", path(&study)))).bearer_auth(&anne.token);
    let exported = answer.send().await.unwrap().text().await.unwrap();
    assert!(exported.contains("1. a1b2 {[%shapes green:b2] Good} ( 1. a2b3 i5h5 ) i5h5"), "{exported}");
    let chapters = format!("{}/chapters", path(&study));
    let (status, added) = server.post(&chapters, Some(&anne.token), json!({"text": exported})).await;
    assert_eq!((status, &added["chapters"]), (201, &json!([2])));
    let (_, whole) = server.get_as(&path(&study), &anne.token).await;
    assert_eq!(whole["chapters"][0]["nodes"], whole["chapters"][1]["nodes"]);
    let (status, _) = server.post(&chapters, Some(&anne.token), json!({"chapters": whole["chapters"]})).await;
    assert_eq!(status, 201);
    let (status, refused) =
        server.post(&chapters, Some(&anne.token), json!({"text": "[Layout \"standard\"]\n1. a1a2"})).await;
    assert_eq!((status, &refused["code"]), (409, &json!("illegal_move")));
    let (status, refused) =
        server.post(&chapters, Some(&anne.token), json!({"text": "x", "position": "y"})).await;
    assert_eq!((status, &refused["code"]), (400, &json!("bad_message")));
}

#[tokio::test]
async fn a_follower_gets_what_it_has_missed_or_is_told_to_read_again() {
    let server = TestServer::start_on(Kind::Memory).await;
    let anne = server.account("anne").await;
    let study = create(&server, &anne, json!({})).await;
    let mut owner = server.client_of(&anne).await;
    for number in 0..3 {
        owner.ask_as(&fresh(), command(&study, comment(&number.to_string()))).await.unwrap();
    }
    let mut late = server.client_of(&anne).await;
    assert_eq!(follow(&mut late, &study).await, 3);
    for number in 0..3_u64 {
        assert_eq!(event(&mut late).await, (number + 1, comment(&number.to_string())));
    }
    // Many snapshots later, the first events are gone.
    for number in 3..300 {
        owner.ask_as(&fresh(), command(&study, comment(&number.to_string()))).await.unwrap();
    }
    let mut later = server.client_of(&anne).await;
    follow(&mut later, &study).await;
    assert_eq!(later.next_of("study").await["reset"], true);
    let point = json!({"type": "point_in_study", "study": study["id"], "chapter": 1, "node": 0});
    later.request(point).await.unwrap();
    let seen = later.next_where(|message| message["viewers"][0]["node"] == 0).await;
    assert_eq!((&seen["viewers"][0]["user"]["name"], &seen["count"]), (&json!("anne"), &json!(2)));
}

#[tokio::test]
async fn edits_at_two_nodes_have_one_order_and_survive_the_death_of_one() {
    let mut nodes = Nodes::start(2).await;
    let anne = nodes[0].account("anne").await;
    let study = create(&nodes[0], &anne, json!({})).await;
    let mut clients = [nodes[0].client_of(&anne).await, nodes[1].client_of(&anne).await];
    for client in &mut clients {
        follow(client, &study).await;
    }
    let point = json!({"type": "point_in_study", "study": study["id"], "chapter": 1, "node": 0});
    let is_seen =
        |message: &Value, count: u32| message["viewers"][0]["node"] == 0 && message["count"] == count;
    clients[0].request(point.clone()).await.unwrap();
    clients[1].next_where(|message| is_seen(message, 2)).await;
    for round in 0..20 {
        let [first, second] = &mut clients;
        let ids = [fresh(), fresh()];
        let (one, two) = tokio::join!(
            first.ask_as(&ids[0], command(&study, comment(&format!("first {round}")))),
            second.ask_as(&ids[1], command(&study, comment(&format!("second {round}")))),
        );
        assert_ne!(one.unwrap()["seq"], two.unwrap()["seq"]);
    }
    let mut orders = Vec::new();
    for client in &mut clients {
        let mut order = Vec::new();
        for _ in 0..40 {
            order.push(event(client).await);
        }
        assert!(order.iter().map(|(seq, _)| *seq).eq(1..=40));
        orders.push(order);
    }
    assert_eq!(orders[0], orders[1]);
    let last = clients[0].ask_as(&fresh(), command(&study, comment("acknowledged"))).await.unwrap();
    nodes.kill(0).await;
    // Whether or not its message has left the dead node, the other one has the edit.
    assert_eq!(event(&mut clients[1]).await, (last["seq"].as_u64().unwrap(), comment("acknowledged")));
    let (_, known) = nodes[1].get_as(&path(&study), &anne.token).await;
    assert_eq!(known["chapters"][0]["nodes"][0]["comment"], "acknowledged");
    clients[1].request(point).await.unwrap();
    clients[1].next_where(|message| is_seen(message, 1)).await;
}

#[tokio::test]
async fn acknowledged_edits_survive_kills() {
    for kind in BOTH {
        let database = Database::new(kind).await;
        let (mut token, mut study) = (String::new(), Value::Null);
        let mut acknowledged = 0;
        for round in 0..4_u64 {
            let process = Process::start(database.url()).await;
            let http = reqwest::Client::new();
            if token.is_empty() {
                let body = json!({"name": "anne", "password": PASSWORD});
                let answer = http.post(process.url("/api/v1/accounts")).json(&body).send().await.unwrap();
                let account: Value = answer.json().await.unwrap();
                token = account["token"].as_str().unwrap().to_owned();
                let body = json!({"name": "Daisies", "from": {}});
                let answer =
                    http.post(process.url(STUDIES)).bearer_auth(&token).json(&body).send().await.unwrap();
                study = answer.json().await.unwrap();
            }
            let answer = http.get(process.url(&path(&study))).bearer_auth(&token).send().await.unwrap();
            let found: Value = answer.json().await.unwrap();
            let seq = found["seq"].as_u64().unwrap();
            assert!(seq == acknowledged || seq == acknowledged + 1, "{seq} after {acknowledged}");
            acknowledged = seq;
            let mut client = process.client(&token).await;
            for number in 0..5 + 3 * round {
                let done =
                    client.ask_as(&fresh(), command(&study, comment(&format!("{round} {number}")))).await;
                acknowledged = done.unwrap()["seq"].as_u64().unwrap();
            }
            // One more edit is on its way.
            client.send(&command(&study, comment("late")).to_string()).await;
            process.kill().await;
        }
    }
}

/// Connects a user from this address, as the reverse proxy reports it.
async fn client_from(server: &TestServer, user: &Guest, address: &str) -> Client {
    let headers =
        [("authorization", format!("Bearer {}", user.token)), ("x-forwarded-for", address.to_owned())];
    Client::connect_with(&server.url("/ws"), &headers).await.unwrap()
}

#[tokio::test]
async fn one_network_does_not_close_the_studies_of_others() {
    let server = TestServer::start_with(Kind::Memory, |config| {
        config.trust_forwarded_for = true;
        config.limits.active_studies = 4;
    })
    .await;
    let [eve, ada] = [server.account("eve").await, server.account("ada").await];
    let create = async |user: &Guest, address: &str| {
        let body = json!({"name": "Daisies", "from": {}});
        let request = server.http().post(server.url(STUDIES)).header("x-forwarded-for", address);
        let answer = request.bearer_auth(&user.token).json(&body).send().await.unwrap();
        (answer.status().as_u16(), answer.json::<Value>().await.unwrap())
    };
    let (crowded, own) = ("198.51.100.7", "203.0.113.1");
    let mut crowd = client_from(&server, &eve, crowded).await;
    for _ in 0..4 {
        let (status, study) = create(&eve, crowded).await;
        assert_eq!(status, 201, "{study}");
        follow(&mut crowd, &study).await;
    }
    assert_eq!(create(&eve, crowded).await.0, 503, "all places are taken");
    let mut client = client_from(&server, &ada, own).await;
    for _ in 0..2 {
        let (status, study) = create(&ada, own).await;
        assert_eq!(status, 201, "{study}");
        follow(&mut client, &study).await;
    }
    assert_eq!(create(&ada, own).await.0, 503, "half of the places");
    assert!(crowd.closed().await.is_some(), "the followers of what left memory come back");
}

#[tokio::test]
async fn studies_of_an_owner_are_bounded_in_bytes() {
    for kind in BOTH {
        let server = TestServer::start_with(kind, |config| config.limits.study_bytes_per_user = 6_000).await;
        let anne = server.account("anne").await;
        let text = format!("[Layout \"standard\"]\n{{{}}} a1b2", "abc ".repeat(900));
        let study = create(&server, &anne, json!({"text": text})).await;
        let again = json!({"name": "Daisies", "from": {"text": text}});
        let (status, refusal) = server.post(STUDIES, Some(&anne.token), again).await;
        assert_eq!((status, &refusal["code"]), (429, &json!("storage_full")), "{refusal}");
        let mut client = server.client_of(&anne).await;
        follow(&mut client, &study).await;
        let long = comment(&"xyz ".repeat(1_000));
        let refused = client.ask_as(&fresh(), command(&study, long)).await.unwrap_err();
        assert_eq!(refused.code, "storage_full");
        client.ask_as(&fresh(), command(&study, comment("short"))).await.unwrap();
        // An edit that makes a study smaller is always possible.
        let removal = json!({"edit": "delete_node", "chapter": 1, "node": 1});
        client.ask_as(&fresh(), command(&study, removal)).await.unwrap();
    }
}
