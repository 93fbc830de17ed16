//! Reminders of turns, as the player has chosen for the room: a push, an email, or both.

use std::sync::Arc;

use sumito_game::{RoomId, UserId};
use tokio::sync::{Semaphore, mpsc};
use tokio_util::sync::CancellationToken;
use tracing::warn;

use super::Push;
use super::message::Message;
use sumito_kit::metrics;
use sumito_kit::task;
use sumito_store::Store;
use sumito_words::Language;

/// An email about a turn that the player has chosen. `accounts` sends it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnMail {
    /// The player to move.
    pub to: UserId,
    /// Room of the game.
    pub room: RoomId,
    /// Names of the other players.
    pub players: Vec<String>,
    /// Language of the text.
    pub language: Language,
}

/// Sends reminders of turns to users who are offline. Cheap to clone.
#[derive(Debug, Clone)]
pub struct TurnReminders {
    push: Push,
    mails: mpsc::Sender<TurnMail>,
    store: Store,
    /// One permit for each reminder during the read of its settings.
    places: Arc<Semaphore>,
    stopping: CancellationToken,
}

impl TurnReminders {
    /// Returns reminders of which at most `max` are in flight, and the receiver of the emails that players have chosen.
    pub(super) fn new(
        push: Push,
        store: Store,
        max: usize,
        stopping: CancellationToken,
    ) -> (Self, mpsc::Receiver<TurnMail>) {
        let max = max.clamp(1, Semaphore::MAX_PERMITS);
        let (mails, receiver) = mpsc::channel(max);
        (Self { push, mails, store, places: Arc::new(Semaphore::new(max)), stopping }, receiver)
    }

    /// Reads the user's choice, and sends the reminder. Drops the reminder at the maximum of reminders in flight.
    pub(super) fn send(&self, room: RoomId, message: Message) {
        let Ok(place) = Arc::clone(&self.places).try_acquire_owned() else {
            metrics::pushed("dropped");
            return;
        };
        let reminders = self.clone();
        task::spawn(async move {
            let stopping = reminders.stopping.clone();
            stopping.run_until_cancelled(reminders.remind(room, message)).await;
            drop(place);
        });
    }

    async fn remind(self, room: RoomId, message: Message) {
        let chosen = match self.store.reminders(message.to, room).await {
            Ok(Some(chosen)) => chosen,
            // The player has left the room.
            Ok(None) => return,
            Err(error) => return warn!(%error, "turn reminders read failed"),
        };
        if let Some(language) = chosen.mail.and_then(|tag| Language::of_tag(&tag)) {
            let mail = TurnMail { to: message.to, room, players: message.players.clone(), language };
            // The queue is full only under extreme load.
            let _ = self.mails.try_send(mail);
        }
        if chosen.push {
            self.push.deliver(message);
        }
    }
}
