//! Servers that share a database, and what each of them owns.

use std::collections::BTreeMap;

use sqlx::{Connection, PgConnection};
use sumito_store::{Claim, ClaimKey, ClaimKind, ConnectError, Membership, NodeId, Store, StoreError, Writer};

use super::servers::hasty;
use super::{appended, batch, created, room, session, settings, user};
use crate::database::{Database, Kind};

/// A server that shares the database, and its writer.
struct Node {
    store: Store,
    writer: Writer,
    membership: Membership,
}

impl Node {
    async fn join(database: &Database) -> Self {
        let store = Store::join(database.url(), &settings()).await.unwrap();
        let (writer, membership) = (store.writer().unwrap(), store.membership().unwrap());
        Self { store, writer, membership }
    }

    fn id(&self) -> NodeId {
        self.membership.id()
    }

    async fn claim(&self, rooms: &[u8]) -> BTreeMap<u8, NodeId> {
        owners(rooms, self.membership.claim(&keys(rooms)).await.unwrap())
    }

    async fn end(self) {
        self.writer.close().await;
        self.store.close().await;
    }
}

fn keys(rooms: &[u8]) -> Vec<ClaimKey> {
    rooms.iter().map(|&number| ClaimKey::Room(room(number))).collect()
}

fn owners(rooms: &[u8], claims: Vec<Claim>) -> BTreeMap<u8, NodeId> {
    let number = |key: &ClaimKey| rooms.iter().copied().find(|&number| ClaimKey::Room(room(number)) == *key);
    claims.into_iter().map(|claim| (number(&claim.key).unwrap(), claim.owner)).collect()
}

/// Lets the lease of a node expire until another node has fenced it.
async fn fence(database: &Database, node: &Node) {
    let mut admin = PgConnection::connect(database.url()).await.unwrap();
    while !node.store.fenced().is_cancelled() {
        sqlx::query("UPDATE nodes SET lease_until = 0 WHERE id = $1 AND fenced_at IS NULL")
            .bind(node.id().0)
            .execute(&mut admin)
            .await
            .unwrap();
    }
    admin.close().await.unwrap();
}

#[tokio::test]
async fn each_claim_has_one_owner() {
    let database = Database::new(Kind::Postgres).await;
    let (anne, ben) = (Node::join(&database).await, Node::join(&database).await);
    assert_eq!(anne.claim(&[1, 2]).await, BTreeMap::from([(1, anne.id()), (2, anne.id())]));
    assert_eq!(ben.claim(&[2, 3]).await, BTreeMap::from([(2, anne.id()), (3, ben.id())]));
    assert_eq!(ben.membership.adopt(ClaimKind::Room, 9).await.unwrap(), [], "the owners live");

    // Only the owner can release a claim.
    ben.membership.release(&keys(&[1, 3])).await.unwrap();
    anne.membership.release(&keys(&[2])).await.unwrap();
    let (of_anne, of_ben) = tokio::join!(anne.claim(&[1, 2, 3]), ben.claim(&[3, 2, 1]));
    assert_eq!(of_anne, of_ben);
    assert_eq!(of_anne[&1], anne.id());
    anne.end().await;
    ben.end().await;
}

#[tokio::test]
async fn claims_of_a_dead_node_go_to_the_others_and_it_can_store_nothing_more() {
    let database = Database::new(Kind::Postgres).await;
    let (mut anne, mut ben) = (Node::join(&database).await, Node::join(&database).await);
    anne.store.add_user(&user(1), &session(1)).await.unwrap();
    anne.writer.append(&batch([created(1, None)])).await.unwrap();
    anne.claim(&[1, 2, 3]).await;
    ben.claim(&[4]).await;
    fence(&database, &anne).await;

    // It wakes up.
    let refused = anne.writer.append(&batch([appended(1, [2])])).await;
    assert!(matches!(refused, Err(StoreError::Unavailable(_))), "{refused:?}");
    let got_nothing = |claims: Result<Vec<Claim>, StoreError>| match claims {
        Ok(claims) => claims.is_empty(),
        // Its connections were ended.
        Err(error) => matches!(error, StoreError::Unavailable(_)),
    };
    assert!(got_nothing(anne.membership.claim(&keys(&[5])).await));
    assert!(got_nothing(anne.membership.adopt(ClaimKind::Room, 9).await));

    assert_eq!(ben.claim(&[2]).await, BTreeMap::from([(2, ben.id())]));
    let adopted = ben.membership.adopt(ClaimKind::Room, 1).await.unwrap();
    assert_eq!(adopted.len(), 1);
    let rest = ben.membership.adopt(ClaimKind::Room, 9).await.unwrap();
    let all = owners(&[1, 3], adopted.into_iter().chain(rest).collect());
    assert_eq!(all, BTreeMap::from([(1, ben.id()), (3, ben.id())]));
    ben.writer.append(&batch([appended(1, [2])])).await.unwrap();
    assert_eq!(ben.store.whole_room(room(1)).await.unwrap().unwrap().events.len(), 2);
    anne.end().await;
    ben.end().await;
}

#[tokio::test]
async fn time_without_a_living_owner_is_known() {
    let database = Database::new(Kind::Postgres).await;
    let (anne, ben, carla) =
        (Node::join(&database).await, Node::join(&database).await, Node::join(&database).await);
    anne.claim(&[1]).await;
    fence(&database, &anne).await;
    ben.claim(&[1]).await;
    fence(&database, &ben).await;
    let claims = carla.membership.claim(&keys(&[1])).await.unwrap();
    let [claim] = &claims[..] else { panic!("{claims:?}") };
    assert_eq!(claim.past.iter().map(|past| past.owner).collect::<Vec<_>>(), [anne.id(), ben.id()]);
    let gaps = claim.tenure().gaps;
    assert!(gaps.iter().all(|gap| gap.began < gap.ended), "{gaps:?}");
    assert_eq!(gaps.last().map(|gap| gap.ended), Some(claim.claimed_at));

    // A claim that was given up has no past.
    carla.membership.release(&keys(&[1])).await.unwrap();
    assert_eq!(carla.membership.claim(&keys(&[1])).await.unwrap()[0].past, []);
    anne.end().await;
    ben.end().await;
    carla.end().await;
}

#[tokio::test]
async fn nodes_know_each_other() {
    let database = Database::new(Kind::Postgres).await;
    let anne = Node::join(&database).await;
    let ben = Node::join(&database).await;
    let mut known = anne.membership.nodes();
    let mut both = vec![anne.id(), ben.id()];
    both.sort();
    let ids = |nodes: &[sumito_store::NodeRow]| {
        let mut ids: Vec<_> = nodes.iter().map(|node| node.id).collect();
        ids.sort();
        ids
    };
    known.wait_for(|nodes| ids(nodes) == both).await.unwrap();
    let left = ben.id();
    ben.end().await;
    known.wait_for(|nodes| ids(nodes) == [anne.id()]).await.unwrap();
    let rows = anne.store.nodes().await.unwrap();
    assert!(rows.iter().any(|row| row.id == left && row.fenced_at.is_some()), "{rows:?}");
    anne.end().await;
}

#[tokio::test]
async fn server_that_does_not_share_waits_for_those_that_do_and_the_other_way_round() {
    let database = Database::new(Kind::Postgres).await;
    let shared = Node::join(&database).await;
    shared.claim(&[1]).await;
    let alone = Store::connect(database.url(), &hasty()).await;
    assert!(matches!(alone, Err(ConnectError::InUse(_))), "{alone:?}");
    shared.end().await;

    let alone = Store::connect(database.url(), &hasty()).await.unwrap();
    assert!(alone.membership().is_none());
    let shared = Store::join(database.url(), &hasty()).await;
    assert!(matches!(shared, Err(ConnectError::InUse(_))), "{shared:?}");
    alone.close().await;

    // What was in memory before has no meaning after a server that was alone.
    let shared = Node::join(&database).await;
    assert_eq!(shared.membership.adopt(ClaimKind::Room, 9).await.unwrap(), []);
    shared.end().await;
}

#[tokio::test]
async fn only_postgres_can_be_shared() {
    let file = Database::new(Kind::Sqlite).await;
    for url in [file.url(), "memory:"] {
        let refused = Store::join(url, &settings()).await;
        assert!(matches!(refused, Err(ConnectError::NotShared)), "{refused:?}");
    }
}
