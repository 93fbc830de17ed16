//! Unions between nodes of one process.

use std::collections::HashMap;
use std::sync::Arc;

use sumito_game::Timestamp;
use sumito_store::{NodeRow, Sharing};
use tokio::sync::watch;
use tokio_util::task::AbortOnDropHandle;

use super::*;
use crate::Hub;

type State = BTreeMap<(NodeId, u32), String>;

/// The nodes of a cluster.
struct Nodes {
    hub: Hub,
    alive: watch::Sender<Arc<[NodeRow]>>,
}

/// A node that follows the union.
struct TestNode {
    id: NodeId,
    bus: Bus,
    union: Union<u32, String>,
    /// The reported parts of the other nodes.
    others: watch::Receiver<State>,
    _running: AbortOnDropHandle<()>,
}

fn row(id: NodeId) -> NodeRow {
    let never = Timestamp::MAX;
    NodeRow {
        id,
        name: "here".to_owned(),
        version: "1".to_owned(),
        started_at: Timestamp(0),
        lease_until: never,
        fenced_at: None,
        stopping_at: None,
        draining_at: None,
        alive_at: None,
        bus_lost_at: None,
        sharing: Sharing::Shared,
        ahead_by: None,
        now: Timestamp(0),
    }
}

impl Nodes {
    fn new() -> Self {
        Self { hub: Hub::default(), alive: watch::Sender::new(Arc::new([])) }
    }

    /// Returns the union of a new node.
    fn union(&self) -> (NodeId, Bus, Union<u32, String>) {
        let id = NodeId::random();
        let (bus, peers) = (self.hub.join(id), Peers::of(id, self.alive.subscribe()));
        self.alive.send_modify(|rows| *rows = rows.iter().cloned().chain([row(id)]).collect());
        (id, bus.clone(), Union::between("words", bus, peers))
    }

    fn join(&self) -> TestNode {
        let (id, bus, union) = self.union();
        let (seen, others) = watch::channel(State::new());
        let running = union.clone();
        let running = tokio::spawn(async move {
            let report = |Change { node, key, before, now }: Change<u32, String>| {
                seen.send_modify(|state| {
                    assert_eq!(state.remove(&(node, key)), before);
                    state.extend(now.map(|now| ((node, key), now)));
                });
            };
            running.run(report).await;
        });
        TestNode { id, bus, union, others, _running: AbortOnDropHandle::new(running) }
    }

    fn forget(&self, id: NodeId) {
        self.alive.send_modify(|rows| *rows = rows.iter().filter(|row| row.id != id).cloned().collect());
    }
}

impl TestNode {
    fn set(&self, key: u32, value: &str) {
        self.union.set(&key, Some(&value.to_owned()));
    }

    /// Waits until this node has reported this part of another node.
    async fn sees(&mut self, node: NodeId, part: &[(u32, &str)]) {
        let is_seen = |state: &State| {
            let known = state.iter().filter(|((of, _), _)| *of == node);
            known.map(|((_, key), value)| (*key, value.as_str())).eq(part.iter().copied())
        };
        self.others.wait_for(is_seen).await.unwrap();
    }
}

#[tokio::test]
async fn each_node_follows_the_parts_of_the_others() {
    let nodes = Nodes::new();
    let (mut ada, mut ben) = (nodes.join(), nodes.join());
    ada.set(1, "one");
    ben.set(1, "eins");
    ben.set(2, "zwei");
    ada.sees(ben.id, &[(1, "eins"), (2, "zwei")]).await;
    ben.sees(ada.id, &[(1, "one")]).await;
    assert_eq!((ada.union.elsewhere(&1), ben.union.elsewhere(&2)), (vec!["eins".to_owned()], vec![]));
    ben.union.set(&1, None);
    ben.set(2, "drei");
    ada.sees(ben.id, &[(2, "drei")]).await;

    let mut eve = nodes.join();
    eve.sees(ada.id, &[(1, "one")]).await;
    eve.sees(ben.id, &[(2, "drei")]).await;
    eve.set(3, "trois");
    ada.sees(eve.id, &[(3, "trois")]).await;
}

#[tokio::test]
async fn the_part_of_a_node_is_kept_until_the_node_is_dead() {
    let nodes = Nodes::new();
    let (mut ada, ben) = (nodes.join(), nodes.join());
    ben.set(1, "eins");
    ada.sees(ben.id, &[(1, "eins")]).await;
    let id = ben.id;
    drop(ben);
    // It has left the bus, which says nothing about its life: a later node is seen before that one is gone.
    let eve = nodes.join();
    eve.set(2, "deux");
    ada.sees(eve.id, &[(2, "deux")]).await;
    ada.sees(id, &[(1, "eins")]).await;
    nodes.forget(id);
    ada.sees(id, &[]).await;
}

#[tokio::test]
async fn a_part_of_many_pages_is_read_while_it_changes() {
    let nodes = Nodes::new();
    let ben = nodes.join();
    let long = "x".repeat(10_000);
    for key in 0..200 {
        ben.set(key, &long);
    }
    let mut ada = nodes.join();
    for key in (0..200).step_by(2) {
        ben.union.set(&key, None);
        tokio::task::yield_now().await;
    }
    let rest: Vec<_> = (1..200).step_by(2).map(|key| (key, long.as_str())).collect();
    ada.sees(ben.id, &rest).await;
}

#[tokio::test]
async fn a_node_that_lags_reads_the_parts_again() {
    let nodes = Nodes::new();
    let (mut ada, mut ben) = (nodes.join(), nodes.join());
    ben.set(1, "eins");
    ada.sees(ben.id, &[(1, "eins")]).await;
    // Nothing of this can be read. It fills the queue, so that the change below is dropped with it.
    let junk = Subject::<u8>::new("words");
    ben.union.set(&1, None);
    ben.set(2, "zwei");
    let changes = ben.union.0.as_ref().unwrap().part().next_changes().unwrap();
    ben.bus.publish(&Subject::new("words"), &changes);
    for _ in 0..=crate::MAX_QUEUED_MESSAGES {
        ben.bus.publish(&junk, &0);
    }
    ada.sees(ben.id, &[(2, "zwei")]).await;
    ada.set(3, "three");
    ben.sees(ada.id, &[(3, "three")]).await;
}

#[tokio::test]
async fn entries_that_are_too_large_are_left_out() {
    let nodes = Nodes::new();
    let (mut ada, ben) = (nodes.join(), nodes.join());
    ben.set(1, &"x".repeat(crate::MAX_MESSAGE_BYTES));
    ben.set(2, "zwei");
    ada.sees(ben.id, &[(2, "zwei")]).await;
}

#[tokio::test]
async fn an_entry_belongs_to_the_node_that_has_set_it_last() {
    let nodes = Nodes::new();
    let (id, _bus, union) = nodes.union();
    let list = UnionChanges::of(union);
    let running = list.clone();
    let _running = AbortOnDropHandle::new(tokio::spawn(async move { running.run().await }));
    let mut ben = nodes.join();
    let change = |key: u32, value: Option<&str>| HashMap::from([(key, value.map(str::to_owned))]);
    let drained = async || {
        loop {
            list.changed().await;
            let changes = list.drain();
            if !changes.is_empty() {
                return changes;
            }
        }
    };
    list.set(1, Some("mine".to_owned()));
    assert_eq!(drained().await, change(1, Some("mine")));
    ben.sees(id, &[(1, "mine")]).await;
    ben.set(1, "ben's");
    assert_eq!(drained().await, change(1, Some("ben's")));
    ben.sees(id, &[]).await;
    list.set(1, None);
    assert_eq!(drained().await, change(1, Some("ben's")));
    list.set(1, Some("mine".to_owned()));
    assert_eq!(drained().await, change(1, Some("mine")));
    ben.union.set(&1, None);
    ben.set(2, "zwei");
    assert_eq!(drained().await, change(2, Some("zwei")), "the entry of this node counts");
    list.set(1, None);
    assert_eq!(drained().await, change(1, None));
    nodes.forget(ben.id);
    assert_eq!(drained().await, change(2, None));
}

#[tokio::test]
async fn the_only_node_shares_nothing() {
    let union = Union::<u32, String>::new("words", &Node::alone());
    union.set(&1, Some(&"one".to_owned()));
    assert_eq!(union.elsewhere(&1), [""; 0]);
    union.run(|change| panic!("{change:?}")).await;
}
