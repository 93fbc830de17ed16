//! Requests to single nodes, on both kinds of bus.

use std::time::Duration;

use sumito_cluster::{Bus, MAX_MESSAGE_BYTES, NodeId, RequestError, Service};

use crate::net::{BOTH, LONG, Net};

const TEXTS: Service<u32, String> = Service::new("texts");
/// The same service with other types, as another release might have them.
const LARGE: Service<String, String> = Service::new("texts");
const NUMBERS_FOR_TEXTS: Service<u32, u32> = Service::new("texts");

/// Sends a number to a node that answers with a text.
async fn ask(bus: &Bus, node: NodeId, number: u32) -> Result<String, RequestError> {
    bus.request(node, &TEXTS, &number, LONG).await
}

#[tokio::test]
async fn requests_are_answered_in_any_order() {
    for kind in BOTH {
        let net = Net::start(kind).await;
        let (ada, ben) = (net.node().await, net.node().await);
        let mut inbox = ben.serve(&TEXTS, 9);
        let ben = ben.node();
        let from = ada.node();
        let answer = async {
            let mut open = Vec::new();
            for _ in 0..3 {
                open.push(inbox.next().await.unwrap());
            }
            for incoming in open.into_iter().rev() {
                assert_eq!(incoming.from, from);
                incoming.reply.send(format!("number {}", incoming.body));
            }
        };
        let (first, second, third, ()) =
            tokio::join!(ask(&ada, ben, 1), ask(&ada, ben, 2), ask(&ada, ben, 3), answer);
        assert_eq!(
            [first, second, third],
            ["number 1", "number 2", "number 3"].map(|text| Ok(text.to_owned()))
        );
    }
}

#[tokio::test]
async fn requests_to_absent_nodes_fail() {
    for kind in BOTH {
        let net = Net::start(kind).await;
        let (ada, ben) = (net.node().await, net.node().await);
        let id = ben.node();
        for node in [NodeId::random(), ada.node(), id] {
            assert_eq!(ask(&ada, node, 1).await, Err(RequestError::NoSuchNode), "{kind:?}");
        }
        let inbox = ben.serve(&TEXTS, 1);
        drop(inbox);
        assert_eq!(ask(&ada, id, 1).await, Err(RequestError::NoSuchNode));
        let mut before = ben.serve(&TEXTS, 1);
        let mut inbox = ben.serve(&TEXTS, 1);
        assert!(before.next().await.is_none());
        let answer = async { inbox.next().await.unwrap().reply.send("here".to_owned()) };
        assert_eq!(tokio::join!(ask(&ada, id, 1), answer).0, Ok("here".to_owned()));
        // The node stays on the bus until all of its parts are dropped.
        drop((before, ben));
        let answer = async { inbox.next().await.unwrap().reply.send("still here".to_owned()) };
        assert_eq!(tokio::join!(ask(&ada, id, 1), answer).0, Ok("still here".to_owned()));
        drop(inbox);
        // The NATS server notices it a little later.
        while ada.request(id, &TEXTS, &1, Duration::from_millis(10)).await != Err(RequestError::NoSuchNode) {}
    }
}

#[tokio::test]
async fn a_node_answers_its_own_requests() {
    for kind in BOTH {
        let net = Net::start(kind).await;
        let ada = net.node().await;
        let mut inbox = ada.serve(&TEXTS, 1);
        let answer = async {
            let incoming = inbox.next().await.unwrap();
            assert_eq!(incoming.from, ada.node());
            incoming.reply.send("mine".to_owned());
        };
        assert_eq!(tokio::join!(ask(&ada, ada.node(), 1), answer).0, Ok("mine".to_owned()));
    }
}

#[tokio::test]
async fn open_requests_are_bounded() {
    for kind in BOTH {
        let net = Net::start(kind).await;
        let (ada, ben) = (net.node().await, net.node().await);
        let mut inbox = ben.serve(&TEXTS, 1);
        let ben = ben.node();
        let (first, ()) = tokio::join!(ask(&ada, ben, 1), async {
            let incoming = inbox.next().await.unwrap();
            assert_eq!(ask(&ada, ben, 2).await, Err(RequestError::Busy));
            incoming.reply.send("done".to_owned());
        });
        assert_eq!(first, Ok("done".to_owned()));
        // A request that is dropped has an answer, and leaves its place.
        for _ in 0..2 {
            let drop_it = async { drop(inbox.next().await.unwrap()) };
            assert_eq!(tokio::join!(ask(&ada, ben, 3), drop_it).0, Err(RequestError::Busy));
        }
    }
}

#[tokio::test]
async fn requests_time_out() {
    for kind in BOTH {
        let net = Net::start(kind).await;
        let (ada, ben) = (net.node().await, net.node().await);
        let mut inbox = ben.serve(&TEXTS, 2);
        let ben = ben.node();
        let limit = Duration::from_millis(1);
        assert_eq!(ada.request(ben, &TEXTS, &1, limit).await, Err(RequestError::TimedOut));
        // A late answer reaches no later request.
        let late = inbox.next().await.unwrap();
        let (answer, ()) = tokio::join!(ask(&ada, ben, 2), async {
            late.reply.send("late".to_owned());
            inbox.next().await.unwrap().reply.send("in time".to_owned());
        });
        assert_eq!(answer, Ok("in time".to_owned()));
    }
}

#[tokio::test]
async fn requests_and_answers_have_a_maximum_size() {
    for kind in BOTH {
        let net = Net::start(kind).await;
        let (ada, ben) = (net.node().await, net.node().await);
        let mut inbox = ben.serve(&TEXTS, 1);
        let ben = ben.node();
        let large = "x".repeat(MAX_MESSAGE_BYTES);
        let error = ada.request(ben, &LARGE, &large, LONG).await.unwrap_err();
        assert_eq!(error, RequestError::TooLarge { bytes: MAX_MESSAGE_BYTES + 19 });
        let answer = async { inbox.next().await.unwrap().reply.send(large) };
        let error = tokio::join!(ask(&ada, ben, 1), answer).0.unwrap_err();
        // `{"done":…}` around the text.
        assert_eq!(error, RequestError::TooLarge { bytes: MAX_MESSAGE_BYTES + 28 });
    }
}

#[tokio::test]
async fn nodes_that_disagree_on_types_get_errors() {
    for kind in BOTH {
        let net = Net::start(kind).await;
        let (ada, ben) = (net.node().await, net.node().await);
        let mut inbox = ben.serve(&TEXTS, 1);
        let ben = ben.node();
        let serve = async {
            while let Some(incoming) = inbox.next().await {
                incoming.reply.send("text".to_owned());
            }
        };
        let ask = async {
            let unread = ada.request(ben, &LARGE, &"seven".to_owned(), LONG).await;
            assert_eq!(unread, Err(RequestError::Unreadable));
            let unread = ada.request(ben, &NUMBERS_FOR_TEXTS, &7, LONG).await;
            assert_eq!(unread, Err(RequestError::Unreadable));
        };
        tokio::select! {
            () = serve => unreachable!("the inbox is open"),
            () = ask => {}
        }
    }
}

#[tokio::test]
async fn services_of_a_node_are_separate() {
    const OTHER: Service<u32, String> = Service::new("other");
    for kind in BOTH {
        let net = Net::start(kind).await;
        let (ada, ben) = (net.node().await, net.node().await);
        let (mut texts, mut others) = (ben.serve(&TEXTS, 1), ben.serve(&OTHER, 1));
        let ben = ben.node();
        let answer = async {
            texts.next().await.unwrap().reply.send("text".to_owned());
            others.next().await.unwrap().reply.send("other".to_owned());
        };
        let (text, other, ()) = tokio::join!(ask(&ada, ben, 1), ada.request(ben, &OTHER, &1, LONG), answer);
        assert_eq!((text, other), (Ok("text".to_owned()), Ok("other".to_owned())));
        drop(others);
        assert_eq!(ada.request(ben, &OTHER, &1, LONG).await, Err(RequestError::NoSuchNode));
    }
}
