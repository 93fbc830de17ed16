//! Notifications: events that concern a user, sent to all of the user's sockets, whatever these subscribe to.
//!
//! Notifications are not stored. Events that must reach users who are offline (such as challenges) are stored by their own module, where
//! users find them later.

use std::sync::{Arc, OnceLock};

use sumito_game::{RoomId, TournamentId, UserId};
use tokio::sync::mpsc;
use uuid::Uuid;

use sumito_kit::encoded::Encoded;
use sumito_kit::topic::{Subscriber, SubscriberId, SubscriptionGuard, Topics};
use sumito_store::ChallengeRow;

/// An event that concerns a user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notification {
    /// A game with the user has begun, in a room that was created for its players.
    GameStarted {
        /// Room of the game.
        room: RoomId,
        /// Origin of the game.
        occasion: GameOrigin,
    },
    /// A challenge from or to the user was created or has changed.
    Challenge(Box<ChallengeRow>),
    /// An invitation to a tournament was created or is no longer open.
    Invitation {
        /// Id of the tournament.
        tournament: TournamentId,
        /// Whether the invitation waits for an answer.
        open: bool,
    },
    /// The user's seek has ended without a game.
    SeekEnded {
        /// Id of the seek.
        seek: Uuid,
        /// Reason for the end.
        why: SeekEnd,
    },
}

/// Origin of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameOrigin {
    /// Quick pairing, with the user's seek.
    Seek(Uuid),
    /// An accepted challenge.
    Challenge(Uuid),
    /// A pairing of a tournament.
    Tournament(TournamentId),
}

/// Reason for which a seek ended without a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeekEnd {
    /// The user cancelled it or began another seek.
    Cancelled,
    /// The game could not be created.
    Failed,
}

/// An encoded notification, shared by all sockets of a user.
pub type EncodedNotification = Encoded<Notification>;

/// Topics of notifications, one for each user. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct Notifications {
    topics: Topics<UserId, Notification>,
    listener: Arc<OnceLock<mpsc::Sender<(UserId, Notification)>>>,
}

/// Registration of a socket. The socket receives its user's notifications until this is dropped.
pub type NotificationGuard = SubscriptionGuard<UserId, Notification>;

impl Notifications {
    /// Registers a socket for notifications of `user`.
    pub fn enter(
        &self,
        user: UserId,
        id: SubscriberId,
        subscriber: Box<dyn Subscriber<Notification>>,
    ) -> NotificationGuard {
        self.topics.subscribe(user, id, subscriber)
    }

    /// Returns a receiver of all notifications from now on with their users, online or not; only the first caller gets it. Notifications
    /// are dropped while the channel is full.
    pub fn listen(&self, places: usize) -> Option<mpsc::Receiver<(UserId, Notification)>> {
        let (sender, notifications) = mpsc::channel(places);
        self.listener.set(sender).ok().map(|()| notifications)
    }

    /// Sends a notification to all sockets of `user`; returns whether at least one received it.
    pub fn send(&self, user: UserId, notification: Notification) -> bool {
        if let Some(listener) = self.listener.get() {
            // A slow listener must not block: notifications above the channel's capacity are dropped.
            let _ = listener.try_send((user, notification.clone()));
        }
        self.topics.publish(&user, notification) > 0
    }
}
