//! Signals: empty messages that wake tasks on all nodes.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Notify, watch};
use tokio::time::sleep;

use crate::{Bus, Topic};

/// Interval between two messages of a signal to the other nodes.
const SEND_EVERY: Duration = Duration::from_millis(100);

/// A signal that something has changed, for tasks that read the change from the store. Cheap to clone.
///
/// Tasks of this node wake immediately, tasks of other nodes within 100 ms. Signals that come together count once. A node that dies before
/// it has sent a signal wakes no other node: a task that must not miss a change also polls.
#[derive(Debug, Clone, Default)]
pub struct Signal(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    woken: watch::Sender<()>,
    /// The other nodes must still be woken.
    unsent: Notify,
}

impl Default for Inner {
    fn default() -> Self {
        Self { woken: watch::Sender::new(()), unsent: Notify::new() }
    }
}

impl Signal {
    /// Wakes the tasks of all nodes.
    pub fn raise(&self) {
        self.0.woken.send_replace(());
        self.0.unsent.notify_one();
    }

    /// Returns a receiver that changes whenever a node raises the signal.
    pub fn subscribe(&self) -> watch::Receiver<()> {
        self.0.woken.subscribe()
    }

    /// Carries the signal between this node and the others, for ever. `topic` is its name.
    pub async fn spread(&self, bus: &Bus, topic: Topic<()>) {
        tokio::join!(self.send(bus, &topic), self.receive(bus, &topic));
    }

    async fn send(&self, bus: &Bus, topic: &Topic<()>) {
        loop {
            self.0.unsent.notified().await;
            bus.publish(topic, &());
            sleep(SEND_EVERY).await;
        }
    }

    async fn receive(&self, bus: &Bus, topic: &Topic<()>) {
        let mut received = bus.subscribe(topic);
        loop {
            // A missed message may have been a signal.
            let _ = received.next().await;
            self.0.woken.send_replace(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Hub;
    use sumito_kit::node::NodeId;

    const NEWS: Topic<()> = Topic::new("news");

    #[tokio::test]
    async fn a_signal_wakes_the_tasks_of_all_nodes() {
        let hub = Hub::default();
        let buses = [hub.join(NodeId::random()), hub.join(NodeId::random())];
        let signals = [Signal::default(), Signal::default()];
        let mut woken = signals.each_ref().map(Signal::subscribe);
        for (signal, bus) in signals.iter().cloned().zip(buses) {
            tokio::spawn(async move { signal.spread(&bus, NEWS).await });
        }
        // Each node may have missed signals before it has subscribed.
        for woken in &mut woken {
            woken.changed().await.unwrap();
        }
        for raised in [0, 1, 0] {
            signals[raised].raise();
            for woken in &mut woken {
                woken.changed().await.unwrap();
            }
        }
    }
}
