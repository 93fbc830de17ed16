//! Handles that send requests to a tournament.

use std::sync::Arc;

use sumito_game::RoomId;
use sumito_tournament::{Actor, Command};
use tokio::sync::oneshot;

use super::TournamentError;
use super::view::{TournamentUpdate, TournamentView};
use sumito_kit::registry;
use sumito_kit::topic::{Subscriber, SubscriberId};

/// Channel for the result of a request.
pub(super) type Answer = oneshot::Sender<Result<Arc<TournamentView>, TournamentError>>;

/// Messages to a tournament's task.
#[derive(Debug)]
pub(super) enum Message {
    /// Carries out a command.
    Command { by: Actor, command: Box<Command>, password_hash: Option<String>, answer: Answer },
    /// Reports that the games in these rooms have ended; `None`: some unknown games have. The tournament reads their results from the
    /// store.
    Ended { rooms: Option<Vec<RoomId>> },
    /// Returns the current view, with the events up to number `at_least`.
    Show { at_least: u64, answer: Answer },
    /// Adds a subscriber.
    Subscribe { id: SubscriberId, subscriber: Box<dyn Subscriber<TournamentUpdate>> },
    /// Removes a subscriber.
    Unsubscribe { id: SubscriberId },
    /// Lets a replica check whether this node owns the tournament.
    Own,
    /// Another user needs the place in memory. The subscribers come back.
    Leave,
}

impl registry::Message for Message {
    type Error = TournamentError;

    fn leave() -> Option<Self> {
        Some(Self::Leave)
    }

    fn reject(self, error: TournamentError) {
        match self {
            Self::Command { answer, .. } | Self::Show { answer, .. } => {
                // The caller may have stopped waiting.
                let _ = answer.send(Err(error));
            }
            Self::Subscribe { subscriber, .. } => subscriber.disconnect(),
            // The next task reads all results when it starts, and has no subscribers.
            Self::Ended { .. } | Self::Unsubscribe { .. } | Self::Own | Self::Leave => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use sumito_kit::registry::Message as _;

    use super::super::view::EncodedTournamentUpdate;
    use super::*;

    #[derive(Debug, Default)]
    struct Follower(Arc<AtomicBool>);

    impl Subscriber<TournamentUpdate> for Follower {
        fn send(&self, _: &EncodedTournamentUpdate) -> bool {
            true
        }

        fn disconnect(&self) {
            self.0.store(true, Ordering::Relaxed);
        }
    }

    #[test]
    fn follower_of_a_leaving_tournament_must_come_back() {
        let is_cut_off = Arc::new(AtomicBool::new(false));
        let subscriber = Box::new(Follower(Arc::clone(&is_cut_off)));
        Message::Subscribe { id: SubscriberId::fresh(), subscriber }.reject(TournamentError::Busy);
        assert!(is_cut_off.load(Ordering::Relaxed));
    }
}
