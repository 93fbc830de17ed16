//! Wake-ups: empty messages that wake tasks on all nodes.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Notify, watch};
use tokio::time::sleep;

use crate::{Bus, Subject};

/// Interval between two messages of a wake-up to the other nodes.
const SEND_EVERY: Duration = Duration::from_millis(100);

/// A wake-up for tasks that read a change from the store. Cheap to clone.
///
/// Tasks of this node wake immediately, tasks of other nodes within 100 ms. Wake-ups that come together count once. A node that dies before
/// it has sent a wake-up wakes no other node: a task that must not miss a change also polls.
#[derive(Debug, Clone, Default)]
pub struct Wakeup(Arc<Inner>);

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

impl Wakeup {
    /// Wakes the tasks of all nodes.
    pub fn wake(&self) {
        self.0.woken.send_replace(());
        self.0.unsent.notify_one();
    }

    /// Returns a receiver that changes whenever a node sends the wake-up.
    pub fn subscribe(&self) -> watch::Receiver<()> {
        self.0.woken.subscribe()
    }

    /// Carries the wake-up between this node and the others, for ever. `subject` is its name.
    pub async fn spread(&self, bus: &Bus, subject: Subject<()>) {
        tokio::join!(self.send(bus, &subject), self.receive(bus, &subject));
    }

    async fn send(&self, bus: &Bus, subject: &Subject<()>) {
        loop {
            self.0.unsent.notified().await;
            bus.publish(subject, &());
            sleep(SEND_EVERY).await;
        }
    }

    async fn receive(&self, bus: &Bus, subject: &Subject<()>) {
        let mut received = bus.subscribe(subject);
        loop {
            // A missed message may have been a wakeup.
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

    const NEWS: Subject<()> = Subject::new("news");

    #[tokio::test]
    async fn a_signal_wakes_the_tasks_of_all_nodes() {
        let hub = Hub::default();
        let buses = [hub.join(NodeId::random()), hub.join(NodeId::random())];
        let wakeups = [Wakeup::default(), Wakeup::default()];
        let mut woken = wakeups.each_ref().map(Wakeup::subscribe);
        for (wakeup, bus) in wakeups.iter().cloned().zip(buses) {
            tokio::spawn(async move { wakeup.spread(&bus, NEWS).await });
        }
        // Each node may have missed wakeups before it has subscribed.
        for woken in &mut woken {
            woken.changed().await.unwrap();
        }
        for woken_by in [0, 1, 0] {
            wakeups[woken_by].wake();
            for woken in &mut woken {
                woken.changed().await.unwrap();
            }
        }
    }
}
