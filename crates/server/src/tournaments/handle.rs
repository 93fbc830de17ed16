//! How to ask a tournament for something.

use std::sync::Arc;

use sumito_game::RoomId;
use sumito_tournament::{Actor, Command};
use tokio::sync::{mpsc, oneshot};

use super::TournamentError;
use super::view::{TournamentSubscriber, TournamentView};
use crate::rooms::SubscriberId;

/// What comes of a wish.
pub(super) type Answer = oneshot::Sender<Result<Arc<TournamentView>, TournamentError>>;

/// What a tournament is told.
#[derive(Debug)]
pub(super) enum Message {
    /// To carry out a command.
    Ask { by: Actor, command: Box<Command>, password_hash: Option<String>, answer: Answer },
    /// That the games in these rooms have ended; `None`: some have, it is not known which. It reads their results from the store.
    Ended { rooms: Option<Vec<RoomId>> },
    /// To show itself.
    Show { answer: Answer },
    /// To let somebody follow it.
    Follow { id: SubscriberId, subscriber: Box<dyn TournamentSubscriber> },
    /// That somebody follows it no more.
    Unfollow { id: SubscriberId },
}

impl Message {
    /// Answers that it cannot be. Nobody is left waiting.
    pub(super) fn refuse(self, error: TournamentError) {
        match self {
            Self::Ask { answer, .. } | Self::Show { answer } => {
                // The caller may have gone.
                let _ = answer.send(Err(error));
            }
            Self::Follow { subscriber, .. } => subscriber.cut_off(),
            // The next task reads all results when it starts, and has no followers.
            Self::Ended { .. } | Self::Unfollow { .. } => {}
        }
    }
}

/// The way into a tournament's queue.
pub(super) type Inbox = mpsc::Sender<Message>;

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::super::view::SharedTournamentUpdate;
    use super::*;

    #[derive(Debug, Default)]
    struct Follower(Arc<AtomicBool>);

    impl TournamentSubscriber for Follower {
        fn tell(&self, _: &SharedTournamentUpdate) -> bool {
            true
        }

        fn cut_off(&self) {
            self.0.store(true, Ordering::Relaxed);
        }
    }

    #[test]
    fn who_follows_a_tournament_that_leaves_at_this_moment_is_told_to_come_back() {
        let is_cut_off = Arc::new(AtomicBool::new(false));
        let subscriber = Box::new(Follower(Arc::clone(&is_cut_off)));
        Message::Follow { id: SubscriberId::fresh(), subscriber }.refuse(TournamentError::Busy);
        assert!(is_cut_off.load(Ordering::Relaxed));
    }
}
