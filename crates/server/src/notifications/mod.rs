//! Notifications: what concerns a user, told to every socket that they have open, whatever it follows.
//!
//! Nothing is kept here. What must wait for somebody who is not there (a challenge) is stored by its subject, where they find it later.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use sumito_game::{RoomId, TournamentId, UserId};
use tokio::sync::mpsc;
use uuid::Uuid;

use crate::rooms::SubscriberId;
use crate::shared::Shared;
use crate::store::ChallengeRow;

/// Something that concerns a user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notification {
    /// A game has begun in which they have a seat, in a room that was made for those who play it.
    GameStarted {
        /// Where.
        room: RoomId,
        /// How it came about.
        occasion: Occasion,
    },
    /// A challenge of theirs, or to them: it is new, or something has become of it.
    Challenge(Box<ChallengeRow>),
    /// An invitation to a tournament: it is new, or no longer open.
    Invitation {
        /// Which tournament.
        tournament: TournamentId,
        /// Whether it waits for an answer.
        open: bool,
    },
    /// Their seek has ended, and there is no game.
    SeekEnded {
        /// Which one.
        seek: Uuid,
        /// Why.
        why: SeekEnd,
    },
}

/// How a game came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Occasion {
    /// By quick pairing: which of the user's seeks it was.
    Seek(Uuid),
    /// By a challenge that was accepted.
    Challenge(Uuid),
    /// By a tournament, in which it was paired.
    Tournament(TournamentId),
}

/// Why a seek ended without a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeekEnd {
    /// Its user cancelled it, or sought something else.
    Cancelled,
    /// No game could be made of it.
    Failed,
}

/// A notification on its way to all sockets of a user.
pub type SharedNotification = Shared<Notification>;

/// One of a user's sockets. Its method is called by whoever has something to tell, and must not block.
pub trait NotificationSubscriber: fmt::Debug + Send + Sync {
    /// Takes a notification; returns whether it went out.
    fn tell(&self, notification: &SharedNotification) -> bool;
}

/// The desk at which users' sockets are told what concerns them. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct Notifications(Arc<Desk>);

#[derive(Debug, Default)]
struct Desk {
    subscribers: Mutex<Subscribers>,
    listener: OnceLock<mpsc::Sender<(UserId, Notification)>>,
}

type Subscribers = HashMap<UserId, Vec<(SubscriberId, Box<dyn NotificationSubscriber>)>>;

/// A socket is told what concerns its user as long as this is not dropped.
#[derive(Debug)]
pub struct Reachable {
    desk: Notifications,
    user: UserId,
    id: SubscriberId,
}

impl Notifications {
    /// Lets a socket be told what concerns `user`.
    pub fn enter(
        &self,
        user: UserId,
        id: SubscriberId,
        subscriber: Box<dyn NotificationSubscriber>,
    ) -> Reachable {
        self.subscribers().entry(user).or_default().push((id, subscriber));
        Reachable { desk: self.clone(), user, id }
    }

    /// All that is told from now on and to whom, whether they are there or not, for the first who asks. Of what there is no place for at its
    /// time nothing is told.
    pub fn listen(&self, places: usize) -> Option<mpsc::Receiver<(UserId, Notification)>> {
        let (sender, told) = mpsc::channel(places);
        self.0.listener.set(sender).ok().map(|()| told)
    }

    /// Tells all sockets of `user`; returns whether there was one that could be told.
    pub fn tell(&self, user: UserId, notification: Notification) -> bool {
        if let Some(listener) = self.0.listener.get() {
            // Whoever listens is only held up by much too many.
            let _ = listener.try_send((user, notification.clone()));
        }
        let subscribers = self.subscribers();
        let Some(sockets) = subscribers.get(&user) else { return false };
        let notification = SharedNotification::from(notification);
        let told = sockets.iter().filter(|(_, socket)| socket.tell(&notification)).count();
        told > 0
    }

    fn subscribers(&self) -> MutexGuard<'_, Subscribers> {
        self.0.subscribers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Reachable {
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
        fn tell(&self, notification: &SharedNotification) -> bool {
            self.0.lock().unwrap().push(notification.value().clone());
            true
        }
    }

    #[test]
    fn all_sockets_of_a_user_are_told_and_nobody_elses() {
        let desk = Notifications::default();
        let [anne, ben] = [1, 2].map(|number| UserId(Uuid::from_u128(number)));
        let told: [Told; 3] = Default::default();
        let mut open: Vec<_> = [anne, anne, ben]
            .into_iter()
            .zip(&told)
            .map(|(user, told)| desk.enter(user, SubscriberId::fresh(), Box::new(told.clone())))
            .collect();
        let ended = Notification::SeekEnded { seek: Uuid::nil(), why: SeekEnd::Failed };
        assert!(desk.tell(anne, ended.clone()));
        open.remove(0);
        assert!(desk.tell(anne, ended.clone()));
        open.remove(0);
        assert!(!desk.tell(anne, ended));
        let counts = told.each_ref().map(|told| told.0.lock().unwrap().len());
        assert_eq!(counts, [1, 2, 0]);
        open.clear();
        assert!(desk.subscribers().is_empty());
    }
}
