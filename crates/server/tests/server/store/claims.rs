//! Servers that share a database, and the claims of each.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use sqlx::{Connection, PgConnection};
use sumito_game::Timestamp;
use sumito_store::{
    COMMAND_REPEATED_WITHIN, Claim, ClaimKey, ClaimKind, ConnectError, Mandate, Membership, NodeId, NodeRow,
    PairedSeek, RoomChange, RoomMembership, Store, StoreError, Writer,
};
use uuid::Uuid;

use super::servers::hasty;
use super::{Scene, appended, batch, created, room, session, settings, user};
use crate::database::{BOTH, Database, Kind};

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
    database.expire(&anne.store).await;

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
    database.expire(&anne.store).await;
    ben.claim(&[1]).await;
    database.expire(&ben.store).await;
    let claims = carla.membership.claim(&keys(&[1])).await.unwrap();
    let [claim] = &claims[..] else { panic!("{claims:?}") };
    assert_eq!(claim.past.iter().map(|past| past.owner).collect::<Vec<_>>(), [anne.id(), ben.id()]);
    let gaps = claim.tenure().gaps;
    assert!(gaps.iter().all(|gap| gap.began < gap.ended), "{gaps:?}");
    assert_eq!(gaps.last().map(|gap| gap.ended), Some(claim.claimed_at));

    // A released claim has no past.
    carla.membership.release(&keys(&[1])).await.unwrap();
    assert_eq!(carla.membership.claim(&keys(&[1])).await.unwrap()[0].past, []);
    anne.end().await;
    ben.end().await;
    carla.end().await;
}

#[tokio::test]
async fn what_a_node_has_asked_for_before_has_no_effect_on_a_claim_that_it_has_made_again() {
    let database = Database::new(Kind::Postgres).await;
    let (anne, ben) = (Node::join(&database).await, Node::join(&database).await);
    anne.claim(&[1, 2]).await;
    let (released, left) = (keys(&[1]), keys(&[2]));
    // They reach the database later.
    let late = [anne.membership.release(&released), anne.membership.leave(&left)];
    // The room was reloaded, or has stayed.
    anne.claim(&[1]).await;
    anne.membership.keep(&left, None).await.unwrap();
    for statement in late {
        statement.await.unwrap();
    }
    assert_eq!(ben.claim(&[1, 2]).await, BTreeMap::from([(1, anne.id()), (2, anne.id())]));
    anne.membership.release(&keys(&[1, 2])).await.unwrap();
    assert_eq!(ben.claim(&[1, 2]).await, BTreeMap::from([(1, ben.id()), (2, ben.id())]));
    anne.end().await;
    ben.end().await;
}

#[tokio::test]
async fn room_is_created_only_under_the_claim_of_the_node_that_has_decided_it() {
    let database = Database::new(Kind::Postgres).await;
    let (mut anne, ben) = (Node::join(&database).await, Node::join(&database).await);
    anne.store.add_user(&user(1), &session(1)).await.unwrap();
    let duty = [ClaimKey::Duty("pairing".into())];
    let mandate = |claims: Vec<Claim>| {
        let [claim] = &claims[..] else { panic!("{claims:?}") };
        Mandate { duty: "pairing".to_owned(), node: claim.owner.0, term: claim.term }
    };
    let first = mandate(ben.membership.claim(&duty).await.unwrap());
    let under = |number: u8, mandate: &Mandate| {
        let mut change = created(number, None);
        change.new.as_mut().unwrap().mandate = Some(mandate.clone());
        batch([change])
    };
    anne.writer.append(&under(1, &first)).await.unwrap();
    // A new term starts once.
    let second = mandate(ben.membership.keep(&duty, Some(first.term)).await.unwrap());
    assert_eq!(mandate(ben.membership.keep(&duty, Some(first.term)).await.unwrap()), second);
    let refused = anne.writer.append(&under(2, &first)).await;
    assert!(matches!(refused, Err(StoreError::Superseded)), "{refused:?}");
    anne.writer.append(&under(2, &second)).await.unwrap();
    ben.membership.leave(&duty).await.unwrap();
    let refused = anne.writer.append(&under(3, &second)).await;
    assert!(matches!(refused, Err(StoreError::Superseded)), "{refused:?}");
    let third = mandate(anne.membership.claim(&duty).await.unwrap());
    anne.writer.append(&under(3, &third)).await.unwrap();
    database.expire(&anne.store).await;
    let mut carla = Node::join(&database).await;
    let refused = carla.writer.append(&under(4, &third)).await;
    assert!(matches!(refused, Err(StoreError::Superseded)), "{refused:?}");
    anne.end().await;
    ben.end().await;
    carla.end().await;
}

#[tokio::test]
async fn command_of_a_seek_leads_to_one_game_within_ten_minutes() {
    for kind in BOTH {
        let mut scene = Scene::new(kind).await;
        let at = created(1, None).new.unwrap().row.created_at;
        let paired = |number: u8, created_at: Timestamp| {
            let mut change = created(number, None);
            let own = RoomMembership { users: vec![user(1).id], until: Timestamp::MAX };
            let new = change.new.as_mut().unwrap();
            new.row.created_at = created_at;
            let (id, command) = (Uuid::from_u128(number.into()), Some("seek-1".to_owned()));
            new.seeks = vec![PairedSeek { id, user: user(1).id, command }];
            batch([RoomChange { own: Some(own), ..change }])
        };
        scene.writer.append(&paired(1, at)).await.unwrap();
        let again = scene.writer.append(&paired(2, at + COMMAND_REPEATED_WITHIN / 2)).await;
        assert!(matches!(again, Err(StoreError::Conflict(_))), "{again:?}");
        // The client has started to count anew.
        scene.writer.append(&paired(3, at + COMMAND_REPEATED_WITHIN)).await.unwrap();
        let begun = scene.store.seek_begun_by(user(1).id, "seek-1", at).await.unwrap();
        assert_eq!(begun, Some((Uuid::from_u128(3), room(3))));
        scene.end().await;
    }
}

#[tokio::test]
async fn clock_of_the_database_decides_about_no_lease_and_no_time() {
    let database = Database::new(Kind::Postgres).await;
    let (anne, ben) = (Node::join(&database).await, Node::join(&database).await);
    let mut admin = PgConnection::connect(database.url()).await.unwrap();
    let mut known = anne.membership.nodes();
    // Each renewal is stored as by a clock that is an hour ahead, then behind, and the others read it shifted in the same way.
    for hour in [3_600_000_000_i64, -3_600_000_000] {
        set_clock(&mut admin, hour).await;
        let shows = |nodes: &Arc<[NodeRow]>| {
            nodes.iter().all(|node| (node.lease_until.0 - known_now(&anne).0).abs() > 1_800_000_000)
        };
        known.wait_for(shows).await.unwrap();
        let seen: BTreeSet<_> = known.borrow_and_update().iter().map(|node| node.lease_until).collect();
        let renews = |nodes: &Arc<[NodeRow]>| nodes.iter().all(|node| !seen.contains(&node.lease_until));
        known.wait_for(renews).await.unwrap();
        assert_eq!(known.borrow().len(), 2, "no node is fenced");
        // A node that starts during this has the time of the others, and so have its claims.
        let carla = Node::join(&database).await;
        let difference = carla.membership.time().now().0 - anne.membership.time().now().0;
        assert!(difference.abs() < 60_000_000, "{difference}");
        let claim = carla.membership.claim(&keys(&[3])).await.unwrap().remove(0);
        assert!(claim.claimed_at <= carla.membership.time().now());
        carla.end().await;
    }
    assert!(!anne.store.fenced().is_cancelled() && !ben.store.fenced().is_cancelled());
    // The time without an owner is measured by the clocks of the nodes, too.
    anne.claim(&[1]).await;
    let before = anne.membership.time().now();
    database.expire(&anne.store).await;
    let claim = ben.membership.claim(&keys(&[1])).await.unwrap().remove(0);
    let [gap] = claim.tenure().gaps[..] else { panic!("{claim:?}") };
    assert!((gap.began.0 - before.0).abs() < 60_000_000 && gap.ended > before, "{gap:?} {before:?}");
    assert!(gap.ended <= known_now(&ben), "{gap:?}");
    admin.close().await.unwrap();
    anne.end().await;
    ben.end().await;
}

/// Returns the time of a node.
fn known_now(node: &Node) -> Timestamp {
    node.membership.time().now()
}

/// Shifts the database's times in the nodes' rows forward or back by this number of microseconds.
async fn set_clock(admin: &mut PgConnection, by: i64) {
    let function = format!(
        "CREATE OR REPLACE FUNCTION set_clock() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN NEW.lease_until = NEW.lease_until + {by}; RETURN NEW; END $$"
    );
    sqlx::query(sqlx::AssertSqlSafe(function)).execute(&mut *admin).await.unwrap();
    let trigger =
        "CREATE OR REPLACE TRIGGER a_clock BEFORE INSERT OR UPDATE OF lease_until ON nodes FOR EACH ROW
                   EXECUTE FUNCTION set_clock()";
    sqlx::query(trigger).execute(admin).await.unwrap();
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

    // Earlier data in memory has no meaning after a server that was alone.
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
