//! Notifications: events that concern a user, sent to all of the user's sockets, whatever these subscribe to.
//!
//! Notifications are not stored. Events that must reach users who are offline (such as challenges) are stored by their own module, where
//! users find them later.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use sumito_game::{RoomId, TournamentId, UserId};
use tokio::sync::mpsc;
use uuid::Uuid;

use sumito_kit::encoded::Encoded;
use sumito_rooms::SubscriberId;
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

/// A subscribed socket of a user. Its method is called by the sender of a notification and must not block.
pub trait NotificationSubscriber: fmt::Debug + Send + Sync {
    /// Delivers a notification; returns whether it was sent.
    fn send(&self, notification: &EncodedNotification) -> bool;
}

/// Registry of the sockets that receive notifications. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct Notifications(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    subscribers: Mutex<Subscribers>,
    listener: OnceLock<mpsc::Sender<(UserId, Notification)>>,
}

type Subscribers = HashMap<UserId, Vec<(SubscriberId, Box<dyn NotificationSubscriber>)>>;

/// Registration of a socket. The socket receives its user's notifications until this is dropped.
#[derive(Debug)]
pub struct NotificationGuard {
    desk: Notifications,
    user: UserId,
    id: SubscriberId,
}

impl Notifications {
    /// Registers a socket for notifications of `user`.
    pub fn enter(
        &self,
        user: UserId,
        id: SubscriberId,
        subscriber: Box<dyn NotificationSubscriber>,
    ) -> NotificationGuard {
        self.subscribers().entry(user).or_default().push((id, subscriber));
        NotificationGuard { desk: self.clone(), user, id }
    }

    /// Returns a receiver of all notifications from now on with their users, online or not; only the first caller gets it. Notifications
    /// are dropped while the channel is full.
    pub fn listen(&self, places: usize) -> Option<mpsc::Receiver<(UserId, Notification)>> {
        let (sender, told) = mpsc::channel(places);
        self.0.listener.set(sender).ok().map(|()| told)
    }

    /// Sends a notification to all sockets of `user`; returns whether at least one received it.
    pub fn send(&self, user: UserId, notification: Notification) -> bool {
        if let Some(listener) = self.0.listener.get() {
            // A slow listener must not block: notifications above the channel's capacity are dropped.
            let _ = listener.try_send((user, notification.clone()));
        }
        let subscribers = self.subscribers();
        let Some(sockets) = subscribers.get(&user) else { return false };
        let notification = EncodedNotification::from(notification);
        let told = sockets.iter().filter(|(_, socket)| socket.send(&notification)).count();
        told > 0
    }

    fn subscribers(&self) -> MutexGuard<'_, Subscribers> {
        self.0.subscribers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for NotificationGuard {
    fn drop(&mut self) {
        let mut subscribers = self.desk.subscribers();
        if let Some(sockets) = subscribers.get_mut(&self.user) {
            sockets.retain(|(id, _)| *id != self.id);
            if sockets.is_empty() {
                subscribers.remove(&self.user);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Clone, Default)]
    struct Told(Arc<Mutex<Vec<Notification>>>);

    impl NotificationSubscriber for Told {
        fn send(&self, notification: &EncodedNotification) -> bool {
            self.0.lock().unwrap().push(notification.value().clone());
            true
        }
    }

    #[test]
    fn only_the_users_sockets_receive_notifications() {
        let desk = Notifications::default();
        let [anne, ben] = [1, 2].map(|number| UserId(Uuid::from_u128(number)));
        let told: [Told; 3] = Default::default();
        let mut open: Vec<_> = [anne, anne, ben]
            .into_iter()
            .zip(&told)
            .map(|(user, told)| desk.enter(user, SubscriberId::fresh(), Box::new(told.clone())))
            .collect();
        let ended = Notification::SeekEnded { seek: Uuid::nil(), why: SeekEnd::Failed };
        assert!(desk.send(anne, ended.clone()));
        open.remove(0);
        assert!(desk.send(anne, ended.clone()));
        open.remove(0);
        assert!(!desk.send(anne, ended));
        let counts = told.each_ref().map(|told| told.0.lock().unwrap().len());
        assert_eq!(counts, [1, 2, 0]);
        open.clear();
        assert!(desk.subscribers().is_empty());
    }
}
