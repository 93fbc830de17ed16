//! Notifications, pushes, seeks and challenges on several nodes.

use serde_json::{Value, json};
use uuid::Uuid;

use crate::client::Client;
use crate::node_servers::Nodes;
use crate::push::{browser_of, challenge, pushes};
use crate::push_service::PushService;
use crate::test_server::Guest;

/// Returns the client's next notification of this kind.
async fn wait_for(client: &mut Client, kind: &str) -> Value {
    let message = client
        .next_where(|message| message["type"] == "notification" && message["notification"]["kind"] == kind)
        .await;
    message["notification"].clone()
}

#[tokio::test]
async fn notifications_reach_all_nodes_and_are_pushed_once() {
    let (nodes, mut service) = (Nodes::start_with(2, pushes).await, PushService::start().await);
    let [anne, ben] = [nodes[0].account("anne").await, nodes[0].account("ben").await];
    let browser = browser_of(&nodes[1], &ben, &service, "his").await;
    let made = challenge(&nodes[0], &anne, "ben").await;
    assert_eq!(browser.read(&service.next().await)["challenge"], made["id"]);

    let mut his = nodes[1].client_of(&ben).await;
    let path = format!("/api/v1/challenges/{}", made["id"].as_str().unwrap());
    assert_eq!(nodes[0].delete(&path, &anne.token).await.0, 204);
    assert_eq!(wait_for(&mut his, "challenge").await["challenge"]["status"], "cancelled");

    // The room is on the first node, and Ben plays through the second.
    let mut hers = nodes[0].client_of(&anne).await;
    let (room, _) = hers.create_room(json!({"clock": {"kind": "per_move", "move_ms": 86_400_000}})).await;
    his.join(&room).await.unwrap();
    drop(his);
    while hers.watch(&room).await["seats"][1]["connected"] != false {}
    hers.play(&room, 0, "a1b2").await.unwrap();
    assert_eq!(browser.read(&service.next().await)["room"], room);
    let cleo = nodes[1].account("cleo").await;
    let made = challenge(&nodes[1], &cleo, "ben").await;
    assert_eq!(browser.read(&service.next().await)["challenge"], made["id"], "each is pushed once");
}

#[tokio::test]
async fn challenges_are_unique_and_accepted_once_on_all_nodes() {
    let nodes = Nodes::start(2).await;
    let [anne, ben] = [nodes[0].account("anne").await, nodes[0].account("ben").await];
    let send = async |node: usize, by: &Guest, player: &str| {
        let terms = json!({"clock": {"kind": "fischer", "initial_ms": 300_000, "increment_ms": 3_000}});
        let body = json!({"player": player, "terms": terms});
        nodes[node].post("/api/v1/challenges", Some(&by.token), body).await
    };
    let (one, other) = tokio::join!(send(0, &anne, "ben"), send(1, &ben, "anne"));
    let ((201, made), (409, refused)) = (if one.0 == 201 { (one, other) } else { (other, one) }) else {
        panic!("one of the challenges is stored, and the other rejected");
    };
    assert_eq!(refused["code"], "challenge_over");
    let path = format!("/api/v1/challenges/{}/accept", made["id"].as_str().unwrap());
    let (answers, number) = if made["challenger"]["name"] == "anne" { (&ben, 1) } else { (&anne, 0) };
    let mut clients = [nodes[0].client_of(&anne).await, nodes[1].client_of(&ben).await];
    let accept = async |node: usize| nodes[node].post(&path, Some(&answers.token), json!({"round": 1})).await;
    let (here, there) = tokio::join!(accept(number), accept(1 - number));
    let room = [&here, &there].into_iter().find(|answer| answer.0 == 200).unwrap().1["room"].clone();
    for client in &mut clients {
        assert_eq!(wait_for(client, "game_started").await["room"], room);
    }
    for (status, answer) in [here, there] {
        assert!((status, &answer["room"]) == (200, &room) || status == 503, "{status} {answer}");
    }
    let made = sqlx::query_scalar::<_, i64>("SELECT count(*) FROM rooms");
    assert_eq!(made.fetch_one(&mut nodes.admin().await).await.unwrap(), 1);
}

fn seek(mode: &str) -> Value {
    let clock = json!({"kind": "fischer", "initial_ms": 300_000, "increment_ms": 3_000});
    json!({"type": "seek", "mode": mode, "clock": clock})
}

/// Starts a seek; returns its id. While no node pairs, the client tries again.
async fn begin(client: &mut Client, mode: &str) -> Value {
    loop {
        match client.ask_as("seek", seek(mode)).await {
            Ok(begun) => return begun["seek"].clone(),
            Err(refused) => assert_eq!(refused.code, "unavailable"),
        }
    }
}

/// Returns the room in which the game of a seek has started.
async fn started(client: &mut Client, seek: &Value) -> Value {
    let started = wait_for(client, "game_started").await;
    assert_eq!(started["seek"], *seek);
    started["room"].clone()
}

#[tokio::test]
async fn players_on_two_nodes_are_paired() {
    let nodes = Nodes::start(2).await;
    let guest = nodes[0].guest().await;
    let [mut anne, mut ben] = [nodes[0].client_of(&guest).await, nodes[1].client().await];
    let mine = begin(&mut anne, "two").await;
    // The same command on the other node starts no second seek.
    let mut tab = nodes[1].client_of(&guest).await;
    assert_eq!(begin(&mut tab, "two").await, mine);
    let theirs = begin(&mut ben, "two").await;
    let room = started(&mut anne, &mine).await;
    assert_eq!(started(&mut ben, &theirs).await, room);
    assert_eq!(started(&mut tab, &mine).await, room);
    // A seek is taken on the other node, and ends there, too.
    let mine = anne.request(seek("three")).await.unwrap()["seek"].clone();
    tab.request(json!({"type": "cancel_seek"})).await.unwrap();
    assert_eq!(wait_for(&mut anne, "seek_ended").await["seek"], mine);
    let mine = anne.request(seek("two")).await.unwrap()["seek"].clone();
    let mut cleo = nodes[1].client().await;
    let theirs = cleo.request(json!({"type": "take_seek", "seek": mine})).await.unwrap()["seek"].clone();
    assert_eq!(started(&mut anne, &mine).await, started(&mut cleo, &theirs).await);
}

#[tokio::test]
async fn seeks_survive_the_node_that_pairs() {
    let mut nodes = Nodes::start(3).await;
    let pairing = nodes.with_duty("matchmaking").await;
    let [one, other] = [(pairing + 1) % 3, (pairing + 2) % 3];
    let [mut anne, mut ben, mut cleo] =
        [nodes[one].client().await, nodes[one].client().await, nodes[other].client().await];
    let waits = begin(&mut anne, "two").await;
    let cancelled = begin(&mut ben, "three").await;
    ben.request(json!({"type": "cancel_seek"})).await.unwrap();
    wait_for(&mut ben, "seek_ended").await;
    nodes.kill(pairing).await;
    let theirs = begin(&mut cleo, "two").await;
    assert_eq!(started(&mut anne, &waits).await, started(&mut cleo, &theirs).await);
    let gone = cleo.request(json!({"type": "take_seek", "seek": cancelled})).await.unwrap_err();
    assert_eq!(gone.code, "no_such_seek");
}

#[tokio::test]
async fn a_seek_that_has_led_to_a_game_is_not_begun_again_when_another_node_pairs() {
    let mut nodes = Nodes::start(3).await;
    let pairing = nodes.with_duty("matchmaking").await;
    let other = (pairing + 1) % 3;
    // Anne's node dies with all data about her seek.
    let guest = nodes[pairing].guest().await;
    let [mut anne, mut ben] = [nodes[pairing].client_of(&guest).await, nodes[other].client().await];
    let mine = begin(&mut anne, "two").await;
    let theirs = begin(&mut ben, "two").await;
    let room = started(&mut ben, &theirs).await;
    nodes.kill(pairing).await;
    let mut anne = nodes[other].client_of(&guest).await;
    let again = loop {
        match anne.ask_as("seek", seek("two")).await {
            Ok(again) => break again,
            Err(refused) => assert_eq!(refused.code, "unavailable"),
        }
    };
    assert_eq!((&again["seek"], &again["room"]), (&mine, &room));
    // Another command starts another seek.
    let next = anne.request(seek("two")).await.unwrap();
    assert!(next["seek"] != mine && next["room"].is_null(), "{next}");
}

#[tokio::test]
async fn a_seek_ends_that_was_entered_again_while_its_room_was_created() {
    let mut nodes = Nodes::start(2).await;
    let pairing = nodes.with_duty("matchmaking").await;
    let [mut anne, mut lobby] = [nodes[1 - pairing].client().await, nodes[pairing].client().await];
    lobby.request(json!({"type": "subscribe", "lobby": "main"})).await.unwrap();
    let waits = begin(&mut anne, "two").await;
    lobby.next_where(|message| message["seeks"][0]["id"] == waits).await;
    // The previous matchmaker has created a room for it, and has died before it could report that.
    let (room, _) = anne.create_room(json!({})).await;
    let stored = sqlx::query("UPDATE own_rooms SET seek_id = $1 WHERE room_id = $2");
    let seek_id = waits.as_str().unwrap().parse::<Uuid>().unwrap();
    stored.bind(seek_id).bind(&room).execute(&mut nodes.admin().await).await.unwrap();
    // All seeks are compared.
    nodes.nats.stop().await;
    nodes.nats.start_again().await;
    assert_eq!(started(&mut anne, &waits).await, *room);
    lobby.next_where(|message| message["seeks_gone"] == json!([waits])).await;
}

#[tokio::test]
async fn a_seek_is_not_replaced_while_the_creation_of_its_game_is_uncertain() {
    // The transaction that creates the game waits at its end for as long as the test wants.
    const WAITS: &str = "
        CREATE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NULL; END $$;
        CREATE CONSTRAINT TRIGGER waits AFTER INSERT ON own_rooms DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION wait_for_test();";
    // The matchmaker has had no answer, and revokes its request.
    const BEGINS_TERM: &str = "SELECT count(*) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%UPDATE claims SET term%'";
    let nodes = Nodes::start_with(2, |config| config.event_log.write_timeout_ms = 60_000).await;
    let other = 1 - nodes.with_duty("matchmaking").await;
    let [mut anne, mut ben] = [nodes[other].client().await, nodes[other].client().await];
    let mut admin = nodes.admin().await;
    sqlx::raw_sql(WAITS).execute(&mut admin).await.unwrap();
    sqlx::raw_sql("SELECT pg_advisory_lock(1)").execute(&mut admin).await.unwrap();
    let (mine, theirs) = (begin(&mut anne, "two").await, begin(&mut ben, "two").await);
    loop {
        for client in [&mut anne, &mut ben] {
            let refused = client.request(seek("two")).await.unwrap_err();
            assert!(["busy", "unavailable"].contains(&&*refused.code), "{refused:?}");
        }
        if sqlx::query_scalar::<_, i64>(BEGINS_TERM).fetch_one(&mut admin).await.unwrap() > 0 {
            break;
        }
    }
    sqlx::raw_sql("SELECT pg_advisory_unlock(1)").execute(&mut admin).await.unwrap();
    assert_eq!(started(&mut anne, &mine).await, started(&mut ben, &theirs).await);
    let made = sqlx::query_scalar::<_, i64>("SELECT count(*) FROM rooms");
    assert_eq!(made.fetch_one(&mut admin).await.unwrap(), 1);
    // From now on they may seek again.
    anne.request(seek("two")).await.unwrap();
}

#[tokio::test]
async fn a_challenge_expires_once_and_both_players_hear_of_it_on_their_nodes() {
    let mut nodes = Nodes::start(3).await;
    let sweeping = nodes.with_duty("challenges").await;
    let [one, other] = [(sweeping + 1) % 3, (sweeping + 2) % 3];
    let [anne, ben] = [nodes[sweeping].account("anne").await, nodes[sweeping].account("ben").await];
    let [mut hers, mut his] = [nodes[one].client_of(&anne).await, nodes[other].client_of(&ben).await];
    let made = challenge(&nodes[sweeping], &anne, "ben").await;
    for client in [&mut hers, &mut his] {
        assert_eq!(wait_for(client, "challenge").await["challenge"]["status"], "open");
    }
    let expire = sqlx::query("UPDATE challenges SET expires_at = 1");
    expire.execute(&mut nodes.admin().await).await.unwrap();
    // The next node with the duty sweeps at once.
    nodes.kill(sweeping).await;
    for client in [&mut hers, &mut his] {
        let expired = wait_for(client, "challenge").await["challenge"].clone();
        assert_eq!((&expired["id"], &expired["status"]), (&made["id"], &json!("expired")));
    }
    // The next notification is about the next challenge: the other node has not swept, too.
    let next = challenge(&nodes[one], &anne, "ben").await;
    for client in [&mut hers, &mut his] {
        assert_eq!(wait_for(client, "challenge").await["challenge"]["id"], next["id"]);
    }
}

#[tokio::test]
async fn the_next_owner_of_a_room_pushes_turns_and_none_again() {
    let (mut nodes, mut service) = (Nodes::start_with(2, pushes).await, PushService::start().await);
    let [anne, ben] = [nodes[0].account("anne").await, nodes[0].account("ben").await];
    let browser = browser_of(&nodes[1], &ben, &service, "his").await;
    let mut hers = nodes[0].client_of(&anne).await;
    let (room, _) = hers.create_room(json!({"clock": {"kind": "per_move", "move_ms": 86_400_000}})).await;
    nodes[0].client_of(&ben).await.join(&room).await.unwrap();
    while hers.watch(&room).await["seats"][1]["connected"] != false {}
    hers.play(&room, 0, "a1b2").await.unwrap();
    assert_eq!(browser.read(&service.next().await)["room"], room);

    nodes.kill(0).await;
    let (mut hers, mut his) = (nodes[1].client_of(&anne).await, nodes[1].client_of(&ben).await);
    hers.watch(&room).await;
    while his.play(&room, 1, "i5h5").await.is_err_and(|refused| refused.code == "unavailable") {}
    drop(his);
    hers.presence(1, false).await;
    // The takeover has pushed nothing: the next push is the challenge's, and the one after it is for the next turn.
    let made = challenge(&nodes[1], &anne, "ben").await;
    assert_eq!(browser.read(&service.next().await)["challenge"], made["id"]);
    hers.play(&room, 2, "b2c3").await.unwrap();
    assert_eq!(browser.read(&service.next().await)["room"], room);
}
