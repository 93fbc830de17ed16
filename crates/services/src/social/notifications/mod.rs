//! Notifications: events that concern a user, sent to all of the user's sockets on all nodes, whatever these subscribe to.
//!
//! Notifications are not stored, and may get lost between nodes. Events that must reach users who are offline (such as challenges) are
//! stored by their own module, where users find them later.
//!
//! Each node receives the notifications of all users ([ADR 0055](../../../../../docs/adr/0055-pair-players-on-one-node.md)), and ignores
//! notifications of users without a socket here.

use std::fmt;
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};
use sumito_game::{RoomId, TournamentId, UserId};
use tokio::sync::mpsc;
use uuid::Uuid;

use sumito_cluster::{Bus, Node, Received, Subject};
use sumito_kit::encoded::Encoded;
use sumito_kit::tasks::Tasks;
use sumito_kit::topic::{Subscriber, SubscriberId, SubscriptionGuard, Topics};
use sumito_store::{ChallengeRow, UserRow};
use sumito_vocabulary::SeekEnd;

/// Notifications of single users.
const NOTIFICATIONS: Subject<(UserId, Notification)> = Subject::new("notifications");

/// Notifications of many users.
const TO_MANY: Subject<(Vec<UserId>, Notification)> = Subject::new("notifications_to_many");

/// Users in one message to the other nodes.
const USERS_AT_ONCE: usize = 500;

/// An event that concerns a user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Notification {
    /// A game with the user has started, in a room that was created for its players.
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
    /// A club of the user has an announcement.
    ClubAnnouncement(ClubNews),
    /// A director has a message for the participants of a tournament.
    TournamentAnnouncement(TournamentNews),
    /// The user has the first unread line of a conversation, or has read or deleted it.
    Conversation {
        /// The other user.
        partner: UserRow,
        /// Whether there are unread lines.
        unread: bool,
    },
}

/// An announcement of a club.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClubNews {
    /// Id of the club.
    pub club: Uuid,
    /// Name of the club.
    pub club_name: String,
    /// Id of the announcement.
    pub announcement: Uuid,
    /// Title of the announcement.
    pub title: String,
}

/// An announcement of a tournament.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TournamentNews {
    /// Id of the tournament.
    pub tournament: TournamentId,
    /// Name of the tournament.
    pub name: String,
    /// Text of the message.
    pub text: String,
}

/// Origin of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameOrigin {
    /// Quick pairing, with the user's seek.
    Seek(Uuid),
    /// An accepted challenge.
    Challenge(Uuid),
    /// A pairing of a tournament.
    Tournament(TournamentId),
}

/// An encoded notification, shared by all sockets of a user.
pub type EncodedNotification = Encoded<Notification>;

/// Observes the notifications on their way to the sockets of this node.
pub trait Gate: fmt::Debug + Send + Sync {
    /// Returns the notification if it may pass now. Otherwise the gate [delivers](Notifications::deliver) it later.
    fn pass(&self, notification: Notification) -> Option<Notification>;
}

/// Notifications to users with sockets on any node. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Notifications {
    topics: Topics<UserId, Notification>,
    bus: Bus,
    gate: Arc<OnceLock<Arc<dyn Gate>>>,
    listener: Arc<OnceLock<mpsc::Sender<(UserId, Notification)>>>,
}

/// Registration of a socket. The socket receives its user's notifications until this is dropped.
pub type NotificationGuard = SubscriptionGuard<UserId, Notification>;

impl Notifications {
    /// Starts the notifications to the sockets of this node and of the others on its bus.
    pub fn start(node: &Node, tasks: &Tasks) -> Self {
        let (topics, gate, listener) = Default::default();
        let notifications = Self { topics, bus: node.bus().clone(), gate, listener };
        tasks.spawn_until_stopped("notifications", notifications.clone().run());
        notifications
    }

    /// Registers a socket for notifications of `user`.
    pub fn enter(
        &self,
        user: UserId,
        id: SubscriberId,
        subscriber: Box<dyn Subscriber<Notification>>,
    ) -> NotificationGuard {
        self.topics.subscribe(user, id, subscriber)
    }

    /// Returns a receiver of all notifications that this node sends from now on, with their users, online or not; only the first caller gets
    /// it. Notifications are dropped while the channel is full.
    pub fn listen(&self, places: usize) -> Option<mpsc::Receiver<(UserId, Notification)>> {
        let (sender, notifications) = mpsc::channel(places);
        self.listener.set(sender).ok().map(|()| notifications)
    }

    /// Sets the gate that all notifications pass; only the first one counts.
    pub fn set_gate(&self, gate: Arc<dyn Gate>) {
        self.gate.get_or_init(|| gate);
    }

    /// Sends a notification to all sockets of `user`, on all nodes. Exactly one node sends it.
    pub fn send(&self, user: UserId, notification: Notification) {
        let sent = (user, notification);
        self.bus.publish(&NOTIFICATIONS, &sent);
        if let Some(listener) = self.listener.get() {
            // A slow listener must not block: notifications above the channel's capacity are dropped.
            let _ = listener.try_send(sent.clone());
        }
        self.pass(sent.0, sent.1);
    }

    /// Sends a notification to all sockets of these users, on all nodes. Exactly one node sends it. [Listeners](Self::listen) do not get it.
    pub fn send_to_many(&self, users: &[UserId], notification: &Notification) {
        for users in users.chunks(USERS_AT_ONCE) {
            let sent = (users.to_vec(), notification.clone());
            self.bus.publish(&TO_MANY, &sent);
            self.pass_to_many(&sent.0, notification);
        }
    }

    fn pass_to_many(&self, users: &[UserId], notification: &Notification) {
        for user in users {
            self.pass(*user, notification.clone());
        }
    }

    /// Delivers a notification that the gate has held to the sockets of this node.
    pub fn deliver(&self, user: UserId, notification: Notification) {
        self.topics.publish(&user, notification);
    }

    fn pass(&self, user: UserId, notification: Notification) {
        let passed = match self.gate.get() {
            Some(gate) => gate.pass(notification),
            None => Some(notification),
        };
        if let Some(notification) = passed {
            self.deliver(user, notification);
        }
    }

    /// Passes the notifications of other nodes on to the sockets of this one, until the server stops.
    async fn run(self) {
        let (mut to_one, mut to_many) = (self.bus.subscribe(&NOTIFICATIONS), self.bus.subscribe(&TO_MANY));
        loop {
            // The subject of a missing notification is stored, and pages read it when they are opened.
            tokio::select! {
                received = to_one.next() => if let Received::Message { body: (user, notification), .. } = received {
                    self.pass(user, notification);
                },
                received = to_many.next() => if let Received::Message { body: (users, notification), .. } = received {
                    self.pass_to_many(&users, &notification);
                },
            }
        }
    }
}
