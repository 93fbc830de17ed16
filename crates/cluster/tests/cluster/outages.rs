//! Outages of NATS and of a node's connection to it.

use std::sync::Arc;

use sumito_cluster::{
    Bus, BusSettings, NodeId, Received, RequestError, Service, Standing, Subject, Subscription,
};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use uuid::Uuid;

use crate::nats_server::NatsServer;
use crate::net::{LONG, NUMBERS, expect, state, subscribe};

const DOUBLES: Service<u32, u32> = Service::new("doubles");

/// A message that is sent while NATS is away.
const DURING_OUTAGE: u32 = 99;

#[tokio::test]
async fn a_restart_of_nats_is_survived() {
    let mut server = NatsServer::start().await;
    let database = Uuid::new_v4();
    let (settings, id) = (server.settings(), NodeId::random());
    let ada = Bus::connect(&settings, NodeId::random(), database, Standing::always()).await.unwrap();
    let ben = Bus::connect(&settings, id, database, Standing::always()).await.unwrap();
    let mut at_ada = subscribe(&ada, &NUMBERS).await;
    let mut inbox = ben.serve(&DOUBLES, 1);
    for round in 0..2 {
        deliver(&ben, &NUMBERS, round, &mut at_ada).await;
        let unanswered = ada.request(id, &DOUBLES, &1, LONG);
        let (answer, incoming) = tokio::join!(unanswered, async {
            let incoming = inbox.next().await.unwrap();
            server.stop().await;
            incoming
        });
        assert_eq!(answer, Err(RequestError::Disconnected));
        state(&ada, false).await;
        state(&ben, false).await;
        drop(incoming);
        ben.publish(&NUMBERS, &DURING_OUTAGE);
        assert_eq!(ada.request(id, &DOUBLES, &1, LONG).await, Err(RequestError::Disconnected));
        assert_eq!(ben.flush(LONG).await, Err(RequestError::Disconnected));
        let mut later = ada.subscribe(&NUMBERS.of("later"));
        server.start_again().await;
        state(&ada, true).await;
        state(&ben, true).await;
        assert_eq!(at_ada.next().await, Received::Lagged);
        assert_eq!(later.next().await, Received::Lagged);
        let (answer, ()) = tokio::join!(ada.request(id, &DOUBLES, &1, LONG), async {
            let incoming = inbox.next().await.unwrap();
            incoming.reply.send(incoming.body + 1);
        });
        assert_eq!(answer, Ok(2));
        deliver(&ben, &NUMBERS, 7, &mut at_ada).await;
        deliver(&ben, &NUMBERS.of("later"), 8, &mut later).await;
    }
}

/// Sends a message until it arrives: after an outage, the reports of other nodes may still empty the queue. Messages sent during the outage
/// do not arrive.
async fn deliver(from: &Bus, subject: &Subject<u32>, body: u32, to: &mut Subscription<u32>) {
    from.publish(subject, &body);
    loop {
        match to.next().await {
            Received::Lagged => from.publish(subject, &body),
            Received::Message { body: received, .. } if received == body => break,
            Received::Message { body: received, .. } => assert_ne!(received, DURING_OUTAGE),
        }
    }
}

/// Passes connections on to a NATS server.
struct Proxy {
    port: u16,
    cut: Arc<Notify>,
}

impl Proxy {
    async fn start(server: &NatsServer) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (port, target) = (listener.local_addr().unwrap().port(), server.port());
        let cut = Arc::new(Notify::new());
        let cutting = Arc::clone(&cut);
        tokio::spawn(async move {
            loop {
                let (mut client, _) = listener.accept().await.unwrap();
                let mut server = TcpStream::connect(("127.0.0.1", target)).await.unwrap();
                tokio::select! {
                    _ = copy_bidirectional(&mut client, &mut server) => {}
                    () = cutting.notified() => {}
                }
            }
        });
        Self { port, cut }
    }

    /// Ends the open connection.
    fn cut(&self) {
        self.cut.notify_one();
    }
}

#[tokio::test]
async fn a_node_that_was_cut_off_reports_it_to_the_others() {
    let server = NatsServer::start().await;
    let proxy = Proxy::start(&server).await;
    let database = Uuid::new_v4();
    let settings = BusSettings { url: format!("nats://127.0.0.1:{}", proxy.port), ..server.settings() };
    let ada = Bus::connect(&server.settings(), NodeId::random(), database, Standing::always()).await.unwrap();
    let ben = Bus::connect(&settings, NodeId::random(), database, Standing::always()).await.unwrap();
    let (mut at_ada, mut at_ben) = (subscribe(&ada, &NUMBERS).await, subscribe(&ben, &NUMBERS).await);
    let states = ada.state();
    proxy.cut();
    state(&ben, false).await;
    assert_eq!(at_ada.next().await, Received::Lagged, "the other node was cut off");
    assert_eq!(at_ben.next().await, Received::Lagged, "the own connection was cut");
    state(&ben, true).await;
    assert!(!states.has_changed().unwrap(), "this node was connected all the time");
    ben.publish(&NUMBERS, &2);
    expect(&mut at_ada, &ben, 2).await;
    ada.publish(&NUMBERS, &3);
    expect(&mut at_ben, &ada, 3).await;
}
