//! Signs of life of the connection to the bus.

use std::collections::VecDeque;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::time::Instant;

/// Interval of the messages that a node sends to itself over the bus.
pub(crate) const BEAT_EVERY: Duration = Duration::from_millis(150);

/// Time without a sign of life that counts as an interruption of the bus.
const SILENCE: Duration = Duration::from_millis(400);

/// Time without a sign of life after which the bus counts as lost.
const LOST_AFTER: Duration = Duration::from_secs(1);

/// Interruptions that are remembered.
const REMEMBERED: usize = 64;

/// A period in which messages may not have reached the other nodes, from one sign of life to the next or until now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Silence {
    /// Last sign of life before.
    pub began: Instant,
    /// First sign of life afterwards, or the present moment.
    pub ended: Instant,
}

/// When the bus has given signs of life.
#[derive(Debug)]
pub(crate) struct Pulse(Mutex<State>);

#[derive(Debug)]
struct State {
    last: Instant,
    past: VecDeque<Silence>,
}

impl Pulse {
    pub(crate) fn new() -> Self {
        Self(Mutex::new(State { last: Instant::now(), past: VecDeque::new() }))
    }

    /// Records a sign of life.
    pub(crate) fn beat(&self) {
        let mut state = self.0.lock();
        let now = Instant::now();
        if now.duration_since(state.last) > SILENCE {
            let silence = Silence { began: state.last, ended: now };
            if state.past.len() == REMEMBERED {
                state.past.pop_front();
            }
            state.past.push_back(silence);
        }
        state.last = now;
    }

    /// Returns the last sign of life.
    pub(crate) fn last(&self) -> Instant {
        self.0.lock().last
    }

    /// Returns the last sign of life, if the bus counts as lost.
    pub(crate) fn silent_since(&self) -> Option<Instant> {
        Some(self.last()).filter(|last| last.elapsed() > LOST_AFTER)
    }

    /// Returns the interruptions that ended after `since`, in order.
    pub(crate) fn silences(&self, since: Instant) -> Vec<Silence> {
        let state = self.0.lock();
        let now = Instant::now();
        let present = Silence { began: state.last, ended: now };
        let present = (now.duration_since(state.last) > SILENCE).then_some(present);
        state.past.iter().copied().chain(present).filter(|silence| silence.ended > since).collect()
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn an_interruption_begins_with_the_last_sign_of_life() {
        let (pulse, began) = (Pulse::new(), Instant::now());
        advance(BEAT_EVERY).await;
        pulse.beat();
        assert_eq!(pulse.silences(began), []);
        let last = Instant::now();
        advance(Duration::from_secs(2)).await;
        let so_far = Silence { began: last, ended: Instant::now() };
        assert_eq!(pulse.silences(began), [so_far], "before it is over");
        advance(Duration::from_secs(1)).await;
        pulse.beat();
        let whole = Silence { began: last, ended: Instant::now() };
        assert_eq!(pulse.silences(began), [whole]);
        assert_eq!(pulse.silences(whole.ended), []);
    }
}
