//! Nodes that lose their leases, in simulated time.

use std::time::Duration;

use futures_util::FutureExt;
use sumito_game::Timestamp;
use sumito_kit::node::NodeId;
use sumito_store::Store;
use sumito_store::simulated::{Condition, Faults, Queries};
use tokio::time::{Instant, sleep};
use uuid::Uuid;

use super::{SimulatedNats, Stall};
use crate::bus::BusState;
use crate::{Bus, Received, RequestError, Service, Standing, Subject, Subscription};

const NUMBERS: Subject<u32> = Subject::new("numbers");
const DOUBLES: Service<u32, u32> = Service::new("doubles");

/// Longer than a lease.
const LONG: Duration = Duration::from_secs(20);

struct Node {
    id: NodeId,
    bus: Bus,
    store: Store,
    faults: Faults,
}

struct Net {
    nats: SimulatedNats,
    queries: Queries,
    began: Instant,
}

impl Net {
    fn new() -> Self {
        let (nats, began) = (SimulatedNats::new(fastrand::Rng::with_seed(1)), Instant::now());
        let passing = nats.clone();
        tokio::spawn(async move {
            loop {
                passing.advance(began.elapsed());
                sleep(Duration::from_millis(1)).await;
            }
        });
        Self { nats, queries: Queries::new(Faults::new(fastrand::Rng::with_seed(2))), began }
    }

    async fn join(&self, number: u128) -> Node {
        let (id, faults) = (NodeId(Uuid::from_u128(number)), Faults::new(fastrand::Rng::with_seed(3)));
        let now = Timestamp(0) + self.began.elapsed();
        let store = self.queries.join(id, faults.clone(), now).await.expect("a node that is new can join");
        let bus = Bus::simulate(&self.nats, id, Uuid::nil(), Standing::of(&store))
            .await
            .expect("the simulated bus is connected");
        Node { id, bus, store, faults }
    }
}

/// Waits for a message, which no other message precedes.
async fn expect(subscription: &mut Subscription<u32>, expected: u32) {
    loop {
        match subscription.next().await {
            Received::Lagged => {}
            Received::Message { body, .. } => return assert_eq!(body, expected),
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_node_without_a_lease_sends_and_serves_nothing() {
    let net = Net::new();
    let (ada, ben) = (net.join(1).await, net.join(2).await);
    let (mut at_ben, mut at_ada) = (ben.bus.subscribe(&NUMBERS), ada.bus.subscribe(&NUMBERS));
    assert_eq!((at_ben.next().await, at_ada.next().await), (Received::Lagged, Received::Lagged));
    ada.bus.publish(&NUMBERS, &1);
    expect(&mut at_ben, 1).await;

    let mut inbox = ada.bus.serve(&DOUBLES, 9);
    ada.faults.set(Condition::Unavailable);
    ada.store.lease_deadline().until_lapsed(0).await;
    ada.bus.publish(&NUMBERS, &2);
    assert_eq!(ada.bus.request(ben.id, &DOUBLES, &1, LONG).await, Err(RequestError::Disconnected));
    assert_eq!(ben.bus.request(ada.id, &DOUBLES, &1, LONG).await, Err(RequestError::TimedOut));
    ben.bus.publish(&NUMBERS, &3);
    sleep(LONG).await;
    assert!(inbox.next().now_or_never().is_none());
    assert!(at_ben.next().now_or_never().is_none());

    // It does not come back, since it was fenced; and anything that it still sends is dropped.
    ada.faults.set(Condition::Healthy);
    ada.store.fenced().cancelled().await;
    ada.bus.publish(&NUMBERS, &4);
    sleep(LONG).await;
    assert!(at_ben.next().now_or_never().is_none() && inbox.next().now_or_never().is_none());
}

#[tokio::test(start_paused = true)]
async fn what_has_waited_while_a_node_had_no_lease_is_dropped() {
    let net = Net::new();
    let (ada, ben) = (net.join(1).await, net.join(2).await);
    let mut at_ada = ada.bus.subscribe(&NUMBERS);
    let mut inbox = ada.bus.serve(&DOUBLES, 9);
    assert_eq!(at_ada.next().await, Received::Lagged);
    // As if it were suspended: it neither renews its lease nor receives anything, but for less than its lease lasts for the others.
    ada.faults.set(Condition::Hanging);
    net.nats.stall(ada.id, Stall::Received);
    ben.bus.publish(&NUMBERS, &1);
    let asking = ben.bus.request(ada.id, &DOUBLES, &1, LONG);
    let lease = ada.store.lease_deadline();
    let (answer, ()) = tokio::join!(asking, async {
        lease.until_lapsed(0).await;
        ada.faults.set(Condition::Healthy);
        net.nats.heal(ada.id);
    });
    assert_eq!(answer, Err(RequestError::TimedOut), "it was dropped");
    assert!(!ada.store.fenced().is_cancelled());
    assert!(inbox.next().now_or_never().is_none());
    let mut state = ada.bus.state();
    state.wait_for(BusState::is_connected).await.unwrap();
    let again = async {
        let incoming = inbox.next().await.unwrap();
        let doubled = incoming.body * 2;
        incoming.reply.send(doubled);
    };
    let (answer, ()) = tokio::join!(ben.bus.request(ada.id, &DOUBLES, &4, LONG), again);
    assert_eq!(answer, Ok(8), "it has its lease again");
    ben.bus.publish(&NUMBERS, &2);
    expect(&mut at_ada, 2).await;
}

/// More than the time after which a renewal is seen at the latest: the age of a request is known up to that.
const SEEN_LATE: Duration = Duration::from_millis(600);

#[tokio::test(start_paused = true)]
async fn request_that_is_older_than_its_limit_is_dropped() {
    let net = Net::new();
    let (ada, ben) = (net.join(1).await, net.join(2).await);
    let mut inbox = ada.bus.serve(&DOUBLES, 9);
    // Ada has received Ben's renewal, and so the difference of their clocks.
    let mut peers = ada.store.membership().unwrap().nodes();
    let knows = |rows: &std::sync::Arc<[sumito_store::NodeRow]>| {
        rows.iter().any(|row| row.id == ben.id && row.ahead_by.is_some())
    };
    peers.wait_for(knows).await.unwrap();
    net.nats.stall(ben.id, Stall::Sent);
    let limit = Duration::from_secs(1);
    let answer = ben.bus.request(ada.id, &DOUBLES, &1, limit).await;
    assert_eq!(answer, Err(RequestError::TimedOut));
    sleep(SEEN_LATE).await;
    net.nats.heal(ben.id);
    // Messages of a node keep their order: the old request has arrived before.
    let (answer, body) = tokio::join!(ben.bus.request(ada.id, &DOUBLES, &2, limit), async {
        let incoming = inbox.next().await.unwrap();
        let body = incoming.body;
        incoming.reply.send(body);
        body
    });
    assert_eq!((answer, body), (Ok(2), 2));

    // One that has waited for its reader is dropped, too.
    let answer = ben.bus.request(ada.id, &DOUBLES, &3, limit).await;
    assert_eq!(answer, Err(RequestError::TimedOut));
    sleep(SEEN_LATE).await;
    assert!(inbox.next().now_or_never().is_none());
}

#[tokio::test(start_paused = true)]
async fn an_interruption_of_the_bus_counts_from_its_last_sign_of_life() {
    let net = Net::new();
    let ada = net.join(1).await;
    sleep(LONG).await;
    assert_eq!(ada.bus.silences(net.began), []);
    let began = Instant::now();
    net.nats.stall(ada.id, Stall::Both);
    sleep(Duration::from_millis(1_500)).await;
    assert!(
        ada.bus.silent_since().is_some_and(|since| began.duration_since(since) < Duration::from_millis(300))
    );
    net.nats.heal(ada.id);
    sleep(Duration::from_millis(500)).await;
    assert_eq!(ada.bus.silent_since(), None);
    let silences = ada.bus.silences(net.began);
    let [silence] = silences[..] else { panic!("{silences:?}") };
    assert!(silence.began <= began && silence.ended >= began + Duration::from_millis(1_500), "{silence:?}");
    assert!(ada.bus.state().borrow().is_connected(), "it was too short for NATS to notice");
}
