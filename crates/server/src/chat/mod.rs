//! Chat: what people say in rooms, lobbies and tournaments.
//!
//! One task keeps the channels that somebody follows, with their last lines in memory. A line is stored before anybody reads it, many
//! together in one transaction, and is never a part of a room's events: it can be removed, and is after some time. Rooms are not asked
//! when somebody talks beside them; they say by themselves who plays there and whether a game is under way ([`Floors`](crate::rooms::Floors)).
//!
//! | file | what it holds |
//! |---|---|
//! | `channel` | where one talks |
//! | `pace` | how fast somebody talks |
//! | `desk` | one channel: who may read what by now, and who is told |
//! | `keeper` | the task: opens channels, has lines written, tells what comes of it |

mod channel;
mod desk;
mod keeper;
mod pace;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use sumito_game::UserId;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

pub use self::channel::{Audience, Channel};
use self::desk::Follower;
pub use self::desk::Line;
use self::keeper::Keeper;
use crate::config::{self, Config};
use crate::metrics;
use crate::rooms::{RoomError, Rooms, SubscriberId};
use crate::shared::Shared;
use crate::store::{Deed, InForce, Preset, Removed, Said, Store, StoreError, UserRow};
use crate::text::{Text, TextError};

/// What has changed in a channel.
#[derive(Debug)]
pub struct ChatUpdate {
    /// Where.
    pub channel: Channel,
    /// Whether `lines` are all that the follower may read, to replace what they had.
    pub full: bool,
    /// Lines that are new, the oldest first.
    pub lines: Vec<Line>,
    /// Lines that were removed.
    pub gone: Vec<Uuid>,
}

/// An update on its way to all who may read it.
pub type SharedChat = Shared<ChatUpdate>;

/// Who reads a channel. Its method is called on the task that keeps the channels and must not block.
pub trait ChatSubscriber: fmt::Debug + Send + Sync {
    /// Takes an update; returns whether it wants another.
    fn tell(&self, update: &SharedChat) -> bool;
}

/// Is told whether a channel can be followed, before what was said there comes.
pub(crate) type FollowReply = Box<dyn FnOnce(Result<(), ChatError>) + Send>;

/// Is told the id of a line that is stored.
pub(crate) type SayReply = Box<dyn FnOnce(Result<Uuid, ChatError>) + Send>;

/// Why something was not said, or cannot be read.
#[derive(Debug, Clone, thiserror::Error)]
pub enum ChatError {
    /// What was to be said.
    #[error(transparent)]
    Words(#[from] TextError),
    /// Too many lines.
    #[error("you talk too fast; wait a moment and say it again")]
    TooFast {
        /// How long it takes until the next line is taken.
        wait: Duration,
    },
    /// The same line again.
    #[error("you have just said that")]
    Repeated,
    /// Nobody is to read what they write.
    #[error("the moderators have muted you{}: {}", .0.until(), .0.reason)]
    Muted(InForce),
    /// Only players talk there.
    #[error("you have no seat here: what you say, you say to the other spectators")]
    NotSeated,
    /// Only spectators talk there.
    #[error("you have a seat here: what you say, you say as a player")]
    Seated,
    /// Too much is said at the moment.
    #[error("too much is said at the moment; try again in a moment")]
    Busy,
    /// Nothing can be stored or read.
    #[error("nothing can be stored at the moment; try again in a few seconds")]
    Unavailable,
    /// The room.
    #[error(transparent)]
    Room(#[from] RoomError),
}

impl ChatError {
    /// A word for why, for those who count.
    fn word(&self) -> &'static str {
        match self {
            Self::Words(_) => "words",
            Self::TooFast { .. } => "too_fast",
            Self::Repeated => "repeated",
            Self::Muted(_) => "muted",
            Self::NotSeated | Self::Seated => "other_audience",
            Self::Busy => "busy",
            Self::Unavailable => "unavailable",
            Self::Room(_) => "room",
        }
    }
}

impl From<StoreError> for ChatError {
    fn from(error: StoreError) -> Self {
        tracing::debug!(%error, "the store failed for a chat");
        Self::Unavailable
    }
}

/// What somebody wants to say.
#[derive(Debug, Clone)]
pub enum Words {
    /// In their own words.
    Own(String),
    /// By a preset.
    Preset(Preset),
}

/// All that is said. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Chat {
    requests: mpsc::Sender<Request>,
    config: Arc<config::Chat>,
    blocks_per_user: u32,
    store: Store,
    rooms: Rooms,
}

enum Request {
    Follow { channel: Channel, follower: Follower, since: Option<Uuid>, reply: FollowReply },
    Unfollow { channel: Channel, id: SubscriberId },
    Say { channel: Channel, author: UserRow, said: Said, command: Option<String>, reply: SayReply },
    Remove { which: Removed, deed: Option<Deed>, reply: oneshot::Sender<Result<bool, ChatError>> },
    Block { user: UserId, other: UserId, is_blocked: bool },
}

impl Chat {
    /// A chat beside `rooms`. The task ends with the last clone, or when the server stops.
    pub(crate) fn start(
        store: Store,
        rooms: Rooms,
        config: &Config,
        stopping: CancellationToken,
    ) -> (Self, JoinHandle<()>) {
        let (requests, received) = mpsc::channel(config.chat.queue_lines);
        let shared = Arc::new(config.chat.clone());
        let keeper =
            Keeper::new(store.clone(), rooms.clone(), Arc::clone(&shared), config.retention.chat_span());
        let task = tokio::spawn(async move {
            stopping.run_until_cancelled(keeper.run(received)).await;
        });
        let blocks_per_user = config.limits.blocks_per_user;
        (Self { requests, config: shared, blocks_per_user, store, rooms }, task)
    }

    /// Lets somebody read along: `reply` says whether they can, then comes what they do not know, then every line. `since` is the last
    /// line that they know.
    pub(crate) async fn follow(
        &self,
        channel: Channel,
        id: SubscriberId,
        user: Option<UserId>,
        since: Option<Uuid>,
        subscriber: Box<dyn ChatSubscriber>,
        reply: FollowReply,
    ) {
        let blocked = match user {
            None => Ok(Vec::new()),
            Some(user) => self.store.blocked_by(user, self.blocks_per_user).await,
        };
        let blocked = match blocked {
            Ok(blocked) => blocked.into_iter().map(|user| user.id).collect(),
            Err(error) => return reply(Err(error.into())),
        };
        let follower = Follower { id, user, blocked, subscriber, withheld: false };
        self.send(Request::Follow { channel, follower, since, reply }).await;
    }

    /// Tells nothing more.
    pub(crate) async fn unfollow(&self, channel: Channel, id: SubscriberId) {
        self.send(Request::Unfollow { channel, id }).await;
    }

    /// Says something. The answer goes to `reply`, once it is stored; what is sent twice under the same `command` is said once.
    pub(crate) fn say(
        &self,
        channel: Channel,
        author: &UserRow,
        words: Words,
        command: Option<&str>,
        reply: SayReply,
    ) {
        let reply: SayReply = Box::new(move |outcome| {
            if let Err(error) = &outcome {
                metrics::chat_refusal(error.word());
            }
            reply(outcome);
        });
        let said = match words {
            Words::Preset(preset) => Said::Preset(preset),
            Words::Own(text) => match self.own_line(&text, author) {
                Ok(text) => Said::Text(text),
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

    /// How many requests wait for the task that keeps the channels.
    pub(crate) fn waiting(&self) -> usize {
        self.requests.max_capacity() - self.requests.capacity()
    }

    fn own_line(&self, text: &str, author: &UserRow) -> Result<Text, TextError> {
        Text::chat_line(text, self.config.line_chars, self.config.line_bytes, self.may_link(author))
    }

    fn may_link(&self, author: &UserRow) -> bool {
        !author.guest || author.created_at + self.config.links_span() <= self.rooms.now()
    }

    /// Removes lines, and writes into the moderators' log who has done so, where that was one of them. Returns whether there were any.
    ///
    /// # Errors
    /// [`ChatError::Unavailable`].
    pub(crate) async fn remove(&self, which: Removed, deed: Option<Deed>) -> Result<bool, ChatError> {
        let (reply, removed) = oneshot::channel();
        self.send(Request::Remove { which, deed, reply }).await;
        removed.await.map_err(|_| ChatError::Unavailable)?
    }

    /// `user` does not want to read `other` (any more).
    pub(crate) async fn set_block(&self, user: UserId, other: UserId, is_blocked: bool) {
        self.send(Request::Block { user, other, is_blocked }).await;
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
            Self::Follow { reply, .. } => reply(Err(error)),
            Self::Say { reply, .. } => reply(Err(error)),
            // Whoever asked may have gone.
            Self::Remove { reply, .. } => drop(reply.send(Err(error))),
            Self::Unfollow { .. } | Self::Block { .. } => {}
        }
    }
}
