//! Chat in rooms, lobbies, tournaments, clubs and conversations.
//!
//! One task of each node maintains the channels that have followers there, with their latest messages in memory. A message is stored before
//! any follower receives it, many per transaction. All nodes show the messages of a channel in the order in which they were stored
//! ([0057](../../../../../docs/adr/0057-assign-background-tasks-to-duties-and-order-chat-in-the-database.md)). It is never part of a room's events: it can be removed, and is deleted after its retention time.
//! Chat does not query rooms; they publish their players and whether a game is running ([`RoomOccupancyChanges`](sumito_rooms::RoomOccupancyChanges)).
//!
//! | file | content |
//! |---|---|
//! | `channel` | names of the channels |
//! | `rate_limit` | rate limits of authors |
//! | `channel_state` | one channel: its access rules and its followers |
//! | `channel_slot` | a channel in memory, possibly during a read |
//! | `membership_checks` | checks of members of clubs under way |
//! | `task` | the task: opens channels, writes messages, sends the results |
//! | `writes` | the queue of writes |
//! | `nodes` | messages of other nodes, and recovery after gaps |

mod channel;
mod channel_slot;
mod channel_state;
mod membership_checks;
mod nodes;
mod rate_limit;
mod task;
mod writes;

use std::collections::HashSet;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use sumito_game::UserId;
use tokio::sync::{mpsc, oneshot};
use uuid::Uuid;

pub use self::channel::Channel;
use self::channel_state::Follower;
pub use self::channel_state::Line;
use self::membership_checks::{MembershipCheck, MembershipChecks};
use self::task::ChatTask;
use crate::env::Env;
use sumito_config as config;
use sumito_kit::encoded::Encoded;
use sumito_kit::metrics;
use sumito_kit::tasks::Tasks;
use sumito_kit::text::{Text, TextError};
use sumito_kit::topic::{Subscriber, SubscriberId};
use sumito_rooms::{RoomError, Rooms};
use sumito_store::{
    ActiveSanction, ClubRefusal, LineContent, LineSelector, ModerationAction, Preset, Store, StoreError,
    UserPair, UserRow,
};

/// Changes of a channel.
#[derive(Debug)]
pub struct ChatUpdate {
    /// Channel of the update.
    pub channel: Channel,
    /// Whether `lines` are all messages that the follower may read, and replace its list.
    pub full: bool,
    /// New messages, the oldest first.
    pub lines: Vec<Line>,
    /// Messages that were removed.
    pub gone: Vec<Uuid>,
    /// Whether the subscription has ended: the follower may no longer read the channel.
    pub closed: bool,
}

impl ChatUpdate {
    fn of_lines(channel: Channel, full: bool, lines: Vec<Line>) -> Self {
        Self { channel, full, lines, gone: Vec::new(), closed: false }
    }
}

/// A user who wants to read a channel.
#[derive(Debug, Clone, Copy)]
pub struct ChatReader {
    /// The user; `None` if anonymous.
    pub user: Option<UserId>,
    /// Whether the user is a moderator.
    pub is_moderator: bool,
}

/// An encoded update, shared by all followers who may read it.
pub type EncodedChatUpdate = Encoded<ChatUpdate>;

/// Receives whether the channel can be followed, before its messages arrive.
pub(crate) type FollowReply = Box<dyn FnOnce(Result<(), ChatError>) + Send>;

/// Receives the id of a stored message.
pub(crate) type SayReply = Box<dyn FnOnce(Result<Uuid, ChatError>) + Send>;

/// Reasons for which a message was rejected or a channel cannot be read.
#[derive(Debug, Clone, thiserror::Error)]
pub enum ChatError {
    /// The text is invalid.
    #[error(transparent)]
    Words(#[from] TextError),
    /// The author exceeds the rate limit.
    #[error("sending too fast; wait a moment and send it again")]
    TooFast {
        /// Time until the next message is accepted.
        wait: Duration,
    },
    /// The author repeats a message.
    #[error("duplicate message")]
    Repeated,
    /// The author is muted.
    #[error("the moderators have muted you{}: {}", .0.until(), .0.reason)]
    Muted(ActiveSanction),
    /// Only players write in this channel.
    #[error("you have no seat; write in the spectators' channel")]
    NotSeated,
    /// Only spectators write in this channel.
    #[error("you have a seat; write in the players' channel")]
    Seated,
    /// Only members of the club read and write in this channel.
    #[error("only members of the club read and write here; see GET /api/v1/clubs/ID")]
    NotMember,
    /// The club does not exist.
    #[error(transparent)]
    Club(ClubRefusal),
    /// Only the two users of a conversation read and write there.
    #[error("only the two users of this conversation read and write here")]
    NotParticipant,
    /// The users of the conversation are not friends, or a block is between them.
    #[error(
        "you can write only to friends: both of you must follow each other, and neither may block the other"
    )]
    NotFriends,
    /// The list of conversations of a user is full.
    #[error("{}", if *.own { "you have too many conversations; delete one first" } else { "this player has too many conversations" })]
    TooManyConversations {
        /// Whether it is the list of the author.
        own: bool,
    },
    /// The write queue is full.
    #[error("chat queue is full; try again in a moment")]
    Busy,
    /// The store is unavailable.
    #[error("storage unavailable; try again in a few seconds")]
    Unavailable,
    /// The room cannot be read.
    #[error(transparent)]
    Room(#[from] RoomError),
}

impl ChatError {
    /// Returns the reason as a metric label.
    fn as_str(&self) -> &'static str {
        match self {
            Self::Words(_) => "words",
            Self::TooFast { .. } => "too_fast",
            Self::Repeated => "repeated",
            Self::Muted(_) => "muted",
            Self::NotSeated | Self::Seated => "other_audience",
            Self::NotMember | Self::Club(_) => "not_member",
            Self::NotParticipant | Self::NotFriends => "not_friends",
            Self::TooManyConversations { .. } => "too_many",
            Self::Busy => "busy",
            Self::Unavailable => "unavailable",
            Self::Room(_) => "room",
        }
    }
}

impl From<StoreError> for ChatError {
    fn from(error: StoreError) -> Self {
        tracing::debug!(%error, "chat store failed");
        Self::Unavailable
    }
}

/// Content of a new message.
#[derive(Debug, Clone)]
pub enum LineText {
    /// Text of the author.
    Custom(String),
    /// One of the preset messages.
    Preset(Preset),
}

/// All chat channels. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Chat {
    requests: mpsc::Sender<Request>,
    config: Arc<config::Chat>,
    blocks_per_user: u32,
    store: Store,
    rooms: Rooms,
    unread: UnreadListener,
    checks: MembershipChecks,
}

/// A conversation in which a user has an unread message, after there was none.
#[derive(Debug)]
pub(crate) struct FirstUnread {
    /// The user who has not read it.
    pub(crate) reader: UserId,
    /// The author of the message.
    pub(crate) author: UserRow,
}

/// Receives the first unread messages that this node stores, once there is a listener.
type UnreadListener = Arc<OnceLock<mpsc::Sender<FirstUnread>>>;

enum Request {
    Subscribe {
        channel: Channel,
        id: SubscriberId,
        follower: Follower,
        subscriber: Box<dyn Subscriber<ChatUpdate>>,
        since: Option<Uuid>,
        check: Option<MembershipCheck>,
        reply: FollowReply,
    },
    Unsubscribe {
        channel: Channel,
        id: SubscriberId,
    },
    Say {
        channel: Channel,
        author: UserRow,
        said: LineContent,
        command: Option<String>,
        reply: SayReply,
    },
    Remove {
        which: LineSelector,
        action: Option<ModerationAction>,
        reply: oneshot::Sender<Result<bool, ChatError>>,
    },
    Block {
        user: UserId,
        other: UserId,
        is_blocked: bool,
    },
    Leave {
        club: Uuid,
        user: Option<UserId>,
    },
    Hide {
        pair: UserPair,
        user: UserId,
        until: Uuid,
    },
}

impl Chat {
    /// Starts the chat of `rooms`.
    pub(crate) fn start(env: &Env, rooms: &Rooms, tasks: &Tasks) -> Self {
        let Env { config, store, .. } = env;
        let (requests, received) = mpsc::channel(config.chat.queue_lines);
        let shared = Arc::new(config.chat.clone());
        let (unread, checks) = (UnreadListener::default(), MembershipChecks::default());
        let chat_task = ChatTask::new(env, rooms, Arc::clone(&shared), Arc::clone(&unread), checks.clone());
        tasks.spawn_until_stopped("chat", chat_task.run(received));
        Self {
            requests,
            config: shared,
            blocks_per_user: config.limits.blocks_per_user,
            store: store.clone(),
            rooms: rooms.clone(),
            unread,
            checks,
        }
    }

    /// Returns a receiver of the first unread messages that this node stores from now on; only the first caller gets it. They are dropped
    /// while the channel is full.
    pub(crate) fn listen_to_unread(&self, places: usize) -> Option<mpsc::Receiver<FirstUnread>> {
        let (sender, unread) = mpsc::channel(places);
        self.unread.set(sender).ok().map(|()| unread)
    }

    /// Adds a follower to a channel. `reply` receives whether that is possible. The follower then receives its missing messages, and every
    /// new one. `since` is its last message.
    pub async fn subscribe(
        &self,
        channel: Channel,
        id: SubscriberId,
        reader: ChatReader,
        since: Option<Uuid>,
        subscriber: Box<dyn Subscriber<ChatUpdate>>,
        reply: FollowReply,
    ) {
        // It begins before the first query, so that no later change is missed.
        let club = channel.club().filter(|_| !reader.is_moderator);
        let check = club.map(|club| self.checks.begin(club, reader.user));
        match self.check_follower(&channel, reader).await {
            Ok(follower) => {
                self.send(Request::Subscribe { channel, id, follower, subscriber, since, check, reply })
                    .await;
            }
            Err(error) => reply(Err(error)),
        }
    }

    /// Checks whether a user may read a channel, and reads which messages they do not want to see.
    async fn check_follower(&self, channel: &Channel, reader: ChatReader) -> Result<Follower, ChatError> {
        let ChatReader { user, is_moderator } = reader;
        if let Some(club) = channel.club() {
            self.check_reader(club, reader).await?;
        }
        let (mut hidden, mut blocked) = (Uuid::nil(), HashSet::new());
        if let Some(pair) = channel.pair() {
            hidden = self.check_participant(pair, user).await?;
        } else if let Some(user) = user {
            let users = self.store.blocked_by(user, self.blocks_per_user).await?;
            blocked = users.into_iter().map(|user| user.id).collect();
        }
        Ok(Follower { user, blocked, withheld: false, reads_all: is_moderator, hidden })
    }

    /// Checks whether a user may read the channel of a club.
    async fn check_reader(&self, club: Uuid, reader: ChatReader) -> Result<(), ChatError> {
        let role = match reader.user {
            Some(user) => self.store.club_role(club, user).await?,
            None => None,
        };
        if role.is_none() && !reader.is_moderator {
            return Err(ChatError::NotMember);
        }
        if role.is_none() && self.store.club(club).await?.is_none() {
            return Err(ChatError::Club(ClubRefusal::NoSuchClub));
        }
        Ok(())
    }

    /// Checks whether a user may read a conversation. Returns the last message that they have deleted.
    async fn check_participant(&self, pair: UserPair, user: Option<UserId>) -> Result<Uuid, ChatError> {
        let user = user.filter(|user| pair.partner(*user).is_some()).ok_or(ChatError::NotParticipant)?;
        let view = self.store.conversation_view(pair, user).await?;
        Ok(view.map_or(Uuid::nil(), |view| view.hidden))
    }

    /// Removes the follower.
    pub async fn unsubscribe(&self, channel: Channel, id: SubscriberId) {
        self.send(Request::Unsubscribe { channel, id }).await;
    }

    /// Writes a message. `reply` receives the result once it is stored. A repeated `command` id writes no second message.
    pub fn say(
        &self,
        channel: Channel,
        author: &UserRow,
        words: LineText,
        command: Option<&str>,
        reply: SayReply,
    ) {
        let reply: SayReply = Box::new(move |outcome| {
            if let Err(error) = &outcome {
                metrics::chat_refusal(error.as_str());
            }
            reply(outcome);
        });
        let said = match words {
            LineText::Preset(preset) => LineContent::Preset(preset),
            LineText::Custom(text) => match self.own_line(&text, author) {
                Ok(text) => LineContent::Text(text),
                Err(error) => return reply(Err(error.into())),
            },
        };
        let (author, command) = (author.clone(), command.map(str::to_owned));
        match self.requests.try_send(Request::Say { channel, author, said, command, reply }) {
            Ok(()) => {}
            Err(mpsc::error::TrySendError::Full(request)) => request.refuse(ChatError::Busy),
            Err(mpsc::error::TrySendError::Closed(request)) => request.refuse(ChatError::Unavailable),
        }
    }

    /// Returns the number of requests that wait for the task.
    pub fn waiting(&self) -> usize {
        self.requests.max_capacity() - self.requests.capacity()
    }

    fn own_line(&self, text: &str, author: &UserRow) -> Result<Text, TextError> {
        Text::chat_line(text, self.config.line_chars, self.config.line_bytes, self.may_link(author))
    }

    fn may_link(&self, author: &UserRow) -> bool {
        !author.guest || author.created_at + self.config.links_span() <= self.rooms.now()
    }

    /// Removes messages. If a moderator did so, writes the action to the moderation log. Returns whether there were any messages.
    ///
    /// # Errors
    /// [`ChatError::Unavailable`] if the store or the task is unavailable.
    pub async fn remove(
        &self,
        which: LineSelector,
        action: Option<ModerationAction>,
    ) -> Result<bool, ChatError> {
        let (reply, removed) = oneshot::channel();
        self.send(Request::Remove { which, action, reply }).await;
        removed.await.map_err(|_| ChatError::Unavailable)?
    }

    /// Applies that `user` blocks `other`, or no longer does.
    pub async fn set_block(&self, user: UserId, other: UserId, is_blocked: bool) {
        self.send(Request::Block { user, other, is_blocked }).await;
    }

    /// Ends the subscriptions of a user who has left a club.
    pub async fn leave_club(&self, club: Uuid, user: UserId) {
        self.send(Request::Leave { club, user: Some(user) }).await;
    }

    /// Ends the channel of a club that was deleted, and removes its messages. If that fails, they are removed after their retention time;
    /// no user can read them.
    pub async fn close_club(&self, club: Uuid) {
        self.send(Request::Leave { club, user: None }).await;
        if let Err(error) = self.remove(LineSelector::Club(club), None).await {
            tracing::warn!(%error, %club, "chat of a deleted club not removed");
        }
    }

    /// Applies that a user has deleted the messages of a conversation up to this id.
    pub(crate) async fn hide(&self, pair: UserPair, user: UserId, until: Uuid) {
        self.send(Request::Hide { pair, user, until }).await;
    }

    async fn send(&self, request: Request) {
        if let Err(mpsc::error::SendError(request)) = self.requests.send(request).await {
            request.refuse(ChatError::Unavailable);
        }
    }
}

impl Request {
    fn refuse(self, error: ChatError) {
        match self {
            Self::Subscribe { reply, .. } => reply(Err(error)),
            Self::Say { reply, .. } => reply(Err(error)),
            // The caller may no longer wait.
            Self::Remove { reply, .. } => drop(reply.send(Err(error))),
            Self::Unsubscribe { .. } | Self::Block { .. } | Self::Leave { .. } | Self::Hide { .. } => {}
        }
    }
}
