//! How to ask a tournament for something.

use std::sync::Arc;

use sumito_game::{Outcome, RoomId, SeatSet, Timestamp};
use sumito_tournament::{Actor, Command};
use tokio::sync::{mpsc, oneshot};

use super::TournamentError;
use super::view::{TournamentSubscriber, TournamentView};
use crate::rooms::SubscriberId;

/// What comes of a wish.
pub(super) type Answer = oneshot::Sender<Result<Arc<TournamentView>, TournamentError>>;

/// A game that has ended, as far as its tournament has to know.
#[derive(Debug, Clone)]
pub(super) struct FinishedTable {
    pub(super) room: RoomId,
    pub(super) outcome: Outcome,
    pub(super) plies: u32,
    /// Who has made a move.
    pub(super) moved: SeatSet,
    /// Who played with half of the time.
    pub(super) berserk: SeatSet,
    pub(super) at: Timestamp,
}

/// What a tournament is told.
#[derive(Debug)]
pub(super) enum Message {
    /// To carry out a command.
    Ask { by: Actor, command: Box<Command>, password_hash: Option<String>, answer: Answer },
    /// That one of its games has ended.
    Finished { table: Box<FinishedTable>, answer: Answer },
    /// To show itself.
    Show { answer: Answer },
    /// To let somebody follow it.
    Follow { id: SubscriberId, subscriber: Box<dyn TournamentSubscriber> },
    /// That somebody follows it no more.
    Unfollow { id: SubscriberId },
}

impl Message {
    /// Answers that it cannot be.
    pub(super) fn refuse(self, error: TournamentError) {
        match self {
            // Whoever asked may have gone.
            Self::Ask { answer, .. } | Self::Finished { answer, .. } | Self::Show { answer } => {
                let _ = answer.send(Err(error));
            }
            Self::Follow { .. } | Self::Unfollow { .. } => {}
        }
    }
}

/// The way into a tournament's queue.
pub(super) type Inbox = mpsc::Sender<Message>;
