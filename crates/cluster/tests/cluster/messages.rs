//! Messages on subjects, on both kinds of bus.

use bytes::Bytes;
use sumito_cluster::{Bus, MAX_MESSAGE_BYTES, MAX_QUEUED_MESSAGES, NodeId, Received, Standing, Subject};
use sumito_kit::metrics;

use crate::net::{BOTH, LONG, NUMBERS, Net, expect, subscribe};

#[tokio::test]
async fn messages_of_a_node_arrive_in_order() {
    for kind in BOTH {
        let net = Net::start(kind).await;
        let (ada, ben, eve) = (net.node().await, net.node().await, net.node().await);
        let (mut at_ben, mut at_eve) = (subscribe(&ben, &NUMBERS).await, subscribe(&eve, &NUMBERS).await);
        for number in 0..1_000 {
            ada.publish(&NUMBERS, &number);
        }
        for number in 0..1_000 {
            expect(&mut at_ben, &ada, number).await;
            expect(&mut at_eve, &ada, number).await;
        }
    }
}

#[tokio::test]
async fn a_node_does_not_receive_its_own_messages() {
    for kind in BOTH {
        let net = Net::start(kind).await;
        let (ada, ben) = (net.node().await, net.node().await);
        let mut at_ada = subscribe(&ada, &NUMBERS).await;
        ada.publish(&NUMBERS, &1);
        ada.flush(LONG).await.unwrap();
        ben.publish(&NUMBERS, &2);
        expect(&mut at_ada, &ben, 2).await;
    }
}

#[tokio::test]
async fn each_subject_and_each_key_has_its_own_messages() {
    for kind in BOTH {
        let net = Net::start(kind).await;
        let (ada, ben) = (net.node().await, net.node().await);
        let subjects = [
            NUMBERS,
            NUMBERS.of("a"),
            NUMBERS.of("a.b"),
            NUMBERS.of("*"),
            NUMBERS.of(""),
            Subject::new("others"),
        ];
        let mut received = Vec::new();
        for subject in &subjects {
            received.push(subscribe(&ben, subject).await);
        }
        // Each subject has a second subscription, which must receive the same messages.
        let mut again = subscribe(&ben, &subjects[1]).await;
        for round in 0..2 {
            for (number, subject) in (0..).zip(&subjects) {
                ada.publish(subject, &(10 * round + number));
            }
        }
        for round in 0..2 {
            for (number, subscription) in (0..).zip(&mut received) {
                expect(subscription, &ada, 10 * round + number).await;
            }
            expect(&mut again, &ada, 10 * round + 1).await;
        }
        drop(again);
        ada.publish(&subjects[1], &20);
        expect(&mut received[1], &ada, 20).await;
    }
}

#[tokio::test]
async fn a_slow_reader_lags_and_continues() {
    let counted = metrics::start().unwrap();
    for (round, kind) in BOTH.into_iter().enumerate() {
        let net = Net::start(kind).await;
        let (ada, ben) = (net.node().await, net.node().await);
        let mut at_ben = subscribe(&ben, &NUMBERS).await;
        let last = MAX_QUEUED_MESSAGES as u32 + 9;
        for number in 0..=last {
            ada.publish(&NUMBERS, &number);
            if number % 512 == 0 {
                // Otherwise the queue of outgoing messages overflows, too.
                ada.flush(LONG).await.unwrap();
            }
        }
        let dropped = (round + 1) * MAX_QUEUED_MESSAGES;
        let line = format!("sumito_bus_dropped_total{{why=\"slow_reader\"}} {dropped}\n");
        while !counted.render().contains(&line) {
            tokio::task::yield_now().await;
        }
        assert_eq!(at_ben.next().await, Received::Lagged);
        for number in MAX_QUEUED_MESSAGES as u32..=last {
            expect(&mut at_ben, &ada, number).await;
        }
    }
}

#[tokio::test]
async fn messages_that_are_too_large_are_dropped() {
    const TEXTS: Subject<String> = Subject::new("texts");
    let counted = metrics::start().unwrap();
    for kind in BOTH {
        let net = Net::start(kind).await;
        let (ada, ben) = (net.node().await, net.node().await);
        let mut at_ben = ben.subscribe(&TEXTS);
        assert_eq!(at_ben.next().await, Received::Lagged);
        // The envelope has 17 bytes, and the text two quotes.
        let largest = "x".repeat(MAX_MESSAGE_BYTES - 19);
        ada.publish(&TEXTS, &format!("{largest}x"));
        ada.publish(&TEXTS, &largest);
        assert_eq!(at_ben.next().await, Received::Message { from: ada.node(), body: largest });
    }
    let text = counted.render();
    assert!(text.contains("sumito_bus_dropped_total{why=\"too_large\"} 2\n"), "{text}");
}

#[tokio::test]
async fn unreadable_messages_are_dropped() {
    const WORDS: Subject<String> = Subject::new("numbers");
    for kind in BOTH {
        let net = Net::start(kind).await;
        let (ada, ben) = (net.node().await, net.node().await);
        let mut at_ben = subscribe(&ben, &NUMBERS).await;
        ada.publish(&WORDS, &"seven".to_owned());
        ada.publish(&NUMBERS, &7);
        expect(&mut at_ben, &ada, 7).await;
    }
}

#[tokio::test]
async fn envelopes_of_unknown_versions_are_dropped() {
    let counted = metrics::start().unwrap();
    let Net::Nats(server, database) = Net::start(crate::net::Kind::Nats).await else { unreachable!() };
    let settings = server.settings();
    let ben = Bus::connect(&settings, NodeId::random(), database, Standing::always()).await.unwrap();
    let mut at_ben = subscribe(&ben, &NUMBERS).await;
    let client = async_nats::connect(&settings.url).await.unwrap();
    let from = NodeId::random();
    let send = async |version: u8, body: &str| {
        let bytes = [&[version], &from.0.as_bytes()[..], body.as_bytes()].concat();
        let subject = format!("sumito.{}.subject.numbers", database.simple());
        client.publish(subject, Bytes::from(bytes)).await.unwrap();
    };
    send(2, "1").await;
    send(1, "2").await;
    assert_eq!(at_ben.next().await, Received::Message { from, body: 2 });
    let text = counted.render();
    assert!(text.contains("sumito_bus_dropped_total{why=\"unknown_version\"} 1\n"), "{text}");
}
