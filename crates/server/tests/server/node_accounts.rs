//! Sessions, names, password attempts and administration on several nodes.

use reqwest::Method;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use crate::moderation::with_role;
use crate::node_servers::Nodes;
use crate::test_server::{Guest, TestServer};

const SESSION_ENDED: CloseCode = CloseCode::Library(4001);
const NAME_CHANGED: CloseCode = CloseCode::Library(4002);

async fn log_out(server: &TestServer, user: &Guest) {
    assert_eq!(server.delete("/api/v1/sessions/current", &user.token).await.0, 204);
}

async fn act(server: &TestServer, method: Method, admin: &Guest, path: &str, body: Option<Value>) -> u16 {
    server.request(method, &format!("/api/v1/admin/{path}"), Some(&admin.token), body).await.0
}

async fn nodes_at(server: &TestServer, admin: &Guest) -> Vec<Value> {
    let (status, body) = server.get_as("/api/v1/admin/nodes", &admin.token).await;
    assert_eq!(status, 200, "{body}");
    body["nodes"].as_array().unwrap().clone()
}

#[tokio::test]
async fn ended_sessions_and_new_names_close_sockets_on_other_nodes() {
    let mut nodes = Nodes::start(2).await;
    let moderator = with_role(&nodes[0], "Mona", "moderator").await;
    let [ada, eve, ben, cleo] = ["Ada", "Eve", "Ben", "Cleo"].map(|name| nodes[0].account(name));
    let (ada, eve, ben, cleo) = (ada.await, eve.await, ben.await, cleo.await);
    let [on_ada, on_eve, on_ben, on_cleo] = [&ada, &eve, &ben, &cleo].map(|user| nodes[1].client_of(user));
    let (on_ada, on_eve, on_ben, on_cleo) = (on_ada.await, on_eve.await, on_ben.await, on_cleo.await);

    log_out(&nodes[0], &ada).await;
    assert_eq!(on_ada.closed().await, Some(SESSION_ENDED));

    let ban = json!({"user": eve.id, "kind": "ban", "days": 7, "reason": "shouts at other players"});
    let answer = nodes[0].post("/api/v1/moderation/sanctions", Some(&moderator.token), ban).await;
    assert_eq!(answer.0, 204, "{}", answer.1);
    assert_eq!(on_eve.closed().await, Some(SESSION_ENDED));

    let path = format!("/api/v1/moderation/players/{}/name", ben.id);
    let name = json!({"name": "Benno", "reason": "by request"});
    let (status, body) = nodes[0].request(Method::PUT, &path, Some(&moderator.token), Some(name)).await;
    assert_eq!(status, 204, "{body}");
    assert_eq!(on_ben.closed().await, Some(NAME_CHANGED));
    assert_eq!(nodes[1].client_of(&ben).await.hello["user"]["name"], "Benno");

    // The message of this change is lost.
    nodes.nats.stop().await;
    log_out(&nodes[0], &cleo).await;
    nodes.nats.start_again().await;
    assert_eq!(on_cleo.closed().await, Some(SESSION_ENDED));
}

#[tokio::test]
async fn password_attempts_at_two_nodes_count_together() {
    let nodes = Nodes::start_with(2, |config| {
        config.trust_forwarded_for = true;
        config.limits.logins_from_unknown_per_minute = 1;
    })
    .await;
    nodes[0].account("Ada").await;
    let attempt = async |node: usize, address: &str| {
        let body = json!({"name": "Ada", "password": "incorrect horse"});
        let request = nodes[node].http().post(nodes[node].url("/api/v1/sessions")).json(&body);
        request.header("x-forwarded-for", address).send().await.unwrap().status().as_u16()
    };
    assert_eq!(attempt(0, "198.51.100.1").await, 403);
    assert_eq!(attempt(1, "198.51.100.2").await, 429);
}

#[tokio::test]
async fn drain_and_announcement_reach_all_nodes_and_later_ones() {
    let mut nodes = Nodes::start(2).await;
    let admin = with_role(&nodes[0], "Ada", "admin").await;
    let mut there = nodes[1].client().await;
    let said = json!({"text": "We restart at noon.", "until": i64::MAX});
    assert_eq!(act(&nodes[0], Method::PUT, &admin, "announcement", Some(said.clone())).await, 204);
    assert_eq!(there.next_of("announcement").await["announcement"], said);
    assert_eq!(act(&nodes[0], Method::PUT, &admin, "drain", None).await, 204);
    let third = nodes.join().await;
    let mut late = nodes[third].client().await;
    assert_eq!(late.next_of("announcement").await["announcement"], said);
    let create = json!({"type": "create_room", "mode": "two"});
    assert_eq!(late.request(create.clone()).await.unwrap_err().code, "draining");

    assert_eq!(act(&nodes[third], Method::DELETE, &admin, "announcement", None).await, 204);
    assert_eq!(there.next_of("announcement").await["announcement"], Value::Null);
    assert_eq!(act(&nodes[third], Method::DELETE, &admin, "drain", None).await, 204);
    // The news reaches the other node a moment later.
    while there.request(create.clone()).await.is_err() {}
}

#[tokio::test]
async fn administrators_see_all_nodes_and_drain_one() {
    let nodes = Nodes::start(2).await;
    let admin = with_role(&nodes[0], "Ada", "admin").await;
    let [first, second] = [0, 1].map(|number| nodes.id(number).to_string());
    let mut client = nodes[1].client().await;
    client.create_room(json!({"mode": "two"})).await;
    let mut late = nodes[1].client().await;
    let seen = nodes_at(&nodes[0], &admin).await;
    let seen: Vec<_> = seen.iter().map(|node| (&node["id"], &node["this"], &node["state"])).collect();
    let running = json!("running");
    assert_eq!(seen, [(&json!(first), &json!(true), &running), (&json!(second), &json!(false), &running)]);
    let other = nodes_at(&nodes[0], &admin).await.remove(1);
    assert_eq!(other["load"], json!({"sockets": 2, "rooms": 1, "rooms_followed": 0}), "{other}");
    assert_eq!(other["rooms_owned"], 1);
    // Each duty is on one of the nodes.
    let has_duty = |node: &Value| node["duties"].as_array().unwrap().contains(&json!("attempts"));
    while nodes_at(&nodes[0], &admin).await.iter().filter(|node| has_duty(node)).count() != 1 {}

    let drain = format!("nodes/{second}/drain");
    assert_eq!(act(&nodes[0], Method::PUT, &admin, &drain, None).await, 204);
    while nodes[1].http().get(nodes[1].url("/readyz")).send().await.unwrap().status() != 503 {}
    assert_eq!(nodes_at(&nodes[1], &admin).await[1]["state"], "draining");
    // A player who starts something new reconnects at once, the others later.
    assert_eq!(late.try_ask(json!({"type": "create_room", "mode": "two"})).await, None);
    assert_eq!(client.closed().await, Some(CloseCode::Restart));
    // Its duties move to the other node.
    while !has_duty(&nodes_at(&nodes[0], &admin).await[0]) {}
    let last = format!("nodes/{first}/drain");
    assert_eq!(act(&nodes[0], Method::PUT, &admin, &last, None).await, 409, "no node would be left");
    let unknown = format!("nodes/{}/drain", uuid::Uuid::nil());
    assert_eq!(act(&nodes[0], Method::PUT, &admin, &unknown, None).await, 404);

    assert_eq!(act(&nodes[0], Method::DELETE, &admin, &drain, None).await, 204);
    while nodes[1].http().get(nodes[1].url("/readyz")).send().await.unwrap().status() != 200 {}
}

#[tokio::test]
async fn sockets_of_expired_sessions_are_closed_on_all_nodes_by_the_one_that_sweeps() {
    let mut nodes = Nodes::start(3).await;
    let sweeping = nodes.with_duty("sessions").await;
    let [one, other] = [(sweeping + 1) % 3, (sweeping + 2) % 3];
    let (ada, ben) = (nodes[sweeping].account("Ada").await, nodes[sweeping].account("Ben").await);
    let of_ada = [nodes[one].client_of(&ada).await, nodes[other].client_of(&ada).await];
    let mut of_ben = nodes[one].client_of(&ben).await;
    let expire = sqlx::query("UPDATE sessions SET expires_at = 1 WHERE user_id = $1");
    let expired = expire.bind(ada.id.parse::<uuid::Uuid>().unwrap());
    expired.execute(&mut nodes.admin().await).await.unwrap();
    // The next node with the duty sweeps at once.
    nodes.kill(sweeping).await;
    for socket in of_ada {
        assert_eq!(socket.closed().await, Some(SESSION_ENDED));
    }
    of_ben.create_room(json!({})).await;
}
