//! Studies: saved analyses that several users edit at the same time.
//!
//! Each node keeps the studies in memory that its sockets follow. The database orders the edits of all nodes: an edit is stored under the
//! next number, unless another edit has it already; then the node reads that edit first and decides again
//! ([0065](../../../../../docs/adr/0065-order-study-edits-in-the-database.md)). The nodes notify each other of new events and of
//! presence.
//!
//! | file | content |
//! |---|---|
//! | `actor` | a study in memory, which a task owns |
//! | `presence` | the users who follow a study on all nodes |
//! | `stored` | the stored form of studies and edits |

mod actor;
mod presence;
mod stored;

use std::pin::Pin;
use std::sync::Arc;

use crate::env::Env;
use sumito_cluster::{Change, Node, Union};
use sumito_game::{Timestamp, UserId};
use sumito_kit::registry::{self, Busy, Ended, Inbox, Registry, Sizes, deliver};
use sumito_kit::tasks::Tasks;
use sumito_kit::time_source::TimeSource;
use sumito_kit::topic::{Subscriber, SubscriberId};
use sumito_kit::{encoded::Encoded, random};
use sumito_store::{AddedStudy, NewStudy, Store, StoreError, StudyFilter, StudyRow, UserRow};
use sumito_studies::{ChapterId, Edit, EditError, NodeId as PlaceId, Study};
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;
use tracing::error;
use uuid::Uuid;

use self::presence::Part;
pub use self::presence::Viewer;

/// Maximum number of studies of an owner.
pub(crate) const STUDIES_PER_USER: u32 = 100;

/// Maximum number of studies that are shared with a user.
const SHARED_PER_USER: u64 = 200;

/// Sizes of the queues of the studies in memory.
const SIZES: Sizes = Sizes { queue: 256, reserved: 0, crowded_above: usize::MAX };

/// The reason why a request to a study is rejected. Nothing was changed.
#[derive(Debug, Clone, thiserror::Error)]
pub enum StudyError {
    /// No study has this id, or the user may not read it.
    #[error("study not found, or it is private; ask its owner for access")]
    NoSuchStudy,
    /// The edit is not possible.
    #[error(transparent)]
    Refused(#[from] EditError),
    /// The owner has as many studies as is allowed.
    #[error("study limit reached ({STUDIES_PER_USER}); delete a study first")]
    TooManyStudies,
    /// The studies of the owner have as many bytes as is allowed.
    #[error(
        "the studies of this owner are too large: at most {0} bytes together; delete chapters or studies first"
    )]
    Full(u64),
    /// The new member has as many shared studies as is allowed.
    #[error("this player is a member of too many studies ({SHARED_PER_USER})")]
    TooManyShared,
    /// The new member is a guest or does not exist.
    #[error("only players with an account can be members")]
    NoAccount,
    /// The new member does not follow the owner, or a block stands between them.
    #[error("only players who follow you can be members; ask this player to follow you first")]
    NoConsent,
    /// The socket does not follow the study.
    #[error("follow the study first with `follow_study`")]
    NotFollowed,
    /// Too many studies are in memory, or too many requests wait.
    #[error("server busy; try again in a few seconds")]
    Busy,
    /// The store is unavailable, or the server is about to stop.
    #[error("storage unavailable; nothing was changed, try again in a few seconds")]
    Unavailable,
    /// The stored study cannot be read.
    #[error("this study's data is corrupt; the server has logged it")]
    Corrupt,
}

impl From<Busy> for StudyError {
    fn from(_: Busy) -> Self {
        Self::Busy
    }
}

impl From<StoreError> for StudyError {
    fn from(error: StoreError) -> Self {
        if matches!(error, StoreError::Unavailable(_)) {
            return Self::Unavailable;
        }
        error!(%error, "study store failed");
        Self::Corrupt
    }
}

type Result<T> = std::result::Result<T, StudyError>;

/// State of a study at one moment.
#[derive(Debug, Clone)]
pub struct StudyView {
    /// Id of the study.
    pub id: Uuid,
    /// The state of the study.
    pub study: Arc<Study>,
    /// Number of the last event that the state includes.
    pub seq: u64,
}

/// An update for the followers of a study.
#[derive(Debug)]
pub enum StudyUpdate {
    /// The event that was stored.
    Event {
        /// Id of the study.
        study: Uuid,
        /// Number of the event.
        seq: u64,
        /// Time of the event.
        at: Timestamp,
        /// The user who made the edit.
        by: UserId,
        /// The edit to apply.
        edit: Edit,
    },
    /// Events are missing: the follower must reread the study.
    Reset {
        /// Id of the study.
        study: Uuid,
        /// Number of the last event.
        seq: u64,
        /// Time of this update.
        at: Timestamp,
    },
    /// The users who are present.
    Presence {
        /// Id of the study.
        study: Uuid,
        /// The users; members who may edit come first.
        viewers: Vec<Viewer>,
        /// Number of all followers.
        count: u32,
    },
    /// The follower no longer follows the study.
    Closed {
        /// Id of the study.
        study: Uuid,
    },
}

/// A user who reads or edits studies.
#[derive(Debug, Clone)]
pub struct Reader {
    /// The user; `None` for visitors.
    pub user: Option<UserRow>,
    /// Whether the user may read all studies, as a moderator.
    pub reads_all: bool,
}

impl Reader {
    fn may_read(&self, study: &Study) -> bool {
        self.reads_all || study.may_read(self.user.as_ref().map(|user| user.id.0))
    }
}

/// Receives the number of the last event, before the updates that follow.
pub type StudyReply = Box<dyn FnOnce(Result<u64>) + Send>;

/// A message to a study in memory.
pub enum Message {
    /// Returns the current state.
    Show {
        /// Receives the state.
        answer: oneshot::Sender<Result<StudyView>>,
    },
    /// Adds a follower who has the events up to `since`.
    Follow {
        /// Id of the follower.
        id: SubscriberId,
        /// The user who follows, with their rights.
        reader: Box<Reader>,
        /// Number of the last event that the follower has.
        since: u64,
        /// Receives the updates.
        subscriber: Box<dyn Subscriber<StudyUpdate>>,
        /// Receives the result.
        reply: StudyReply,
    },
    /// Removes a follower.
    Unfollow {
        /// Id of the follower.
        id: SubscriberId,
    },
    /// Records a follower's position.
    Point {
        /// Id of the follower.
        id: SubscriberId,
        /// Chapter of the position.
        chapter: ChapterId,
        /// Position in the chapter.
        node: PlaceId,
        /// Receives the result.
        reply: StudyReply,
    },
    /// Carries out an edit.
    Edit {
        /// The user who makes the edit.
        by: UserId,
        /// Id of the command, which takes effect once.
        command: Option<String>,
        /// The edit to carry out.
        edit: Edit,
        /// Receives the result.
        reply: StudyReply,
    },
    /// The study may have been deleted.
    Look,
    /// The followers on other nodes have changed.
    Present,
    /// Another user needs the place in memory. The followers come back.
    Leave,
}

impl registry::Message for Message {
    type Error = StudyError;

    fn leave() -> Option<Self> {
        Some(Self::Leave)
    }

    fn reject(self, error: StudyError) {
        match self {
            // The caller may have stopped waiting.
            Self::Show { answer } => drop(answer.send(Err(error))),
            Self::Follow { reply, .. } | Self::Point { reply, .. } | Self::Edit { reply, .. } => {
                reply(Err(error));
            }
            Self::Unfollow { .. } | Self::Look | Self::Present | Self::Leave => {}
        }
    }
}

/// All studies. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Studies(Arc<Shared>);

/// State that all studies share.
#[derive(Debug)]
struct Shared {
    store: Store,
    node: Node,
    time: TimeSource,
    /// Maximum number of bytes that the studies of an owner have together.
    max_bytes: u64,
    /// Maximum number of studies in memory. Networks and users share them.
    max_active: usize,
    active: Registry<Uuid, Message>,
    /// The followers of each study, by node.
    presence: Union<Uuid, Part>,
    stopping: CancellationToken,
}

impl Studies {
    /// Starts the studies. Each loads on demand.
    pub(crate) fn start(env: &Env, tasks: &Tasks) -> Self {
        let studies = Self(Arc::new(Shared {
            store: env.store.clone(),
            node: env.node.clone(),
            time: env.time,
            max_bytes: env.config.limits.study_bytes_per_user,
            max_active: env.config.limits.active_studies,
            active: Registry::new(SIZES),
            presence: Union::new("study_presence", &env.node),
            stopping: tasks.stopping().clone(),
        }));
        tasks.spawn_until_stopped("presence in studies", studies.clone().follow_presence());
        studies
    }

    /// Follows the users on other nodes.
    async fn follow_presence(self) {
        let report = |change: Change<Uuid, Part>| {
            if let Some(inbox) = self.0.active.running(change.key) {
                // A study with a full queue sends its presence with the next change.
                let _ = inbox.try_send(Message::Present);
            }
        };
        self.0.presence.run(report).await;
    }

    /// Waits until all studies have left memory. They do when the server stops.
    pub async fn stop(&self) {
        self.0.active.stopped().await;
    }

    /// Stores a new study; returns its id.
    ///
    /// # Errors
    /// [`StudyError`].
    pub async fn create(&self, study: &Study) -> Result<Uuid> {
        let now = self.0.time.now();
        let id = random_id();
        let new = NewStudy {
            id,
            owner: UserId(study.owner),
            name: study.name.clone(),
            visibility: study.visibility,
            chapters: stored::chapters(study),
            snapshot: stored::snapshot(study),
            bytes: study.bytes() as u64,
            created_at: now,
        };
        match self.0.store.add_study(&new, STUDIES_PER_USER, self.0.max_bytes).await? {
            AddedStudy::Added => Ok(id),
            AddedStudy::TooMany => Err(StudyError::TooManyStudies),
            AddedStudy::Full => Err(StudyError::Full(self.0.max_bytes)),
        }
    }

    /// Returns a study that the reader may read.
    ///
    /// # Errors
    /// [`StudyError`].
    pub async fn show(&self, id: Uuid, reader: &Reader) -> Result<StudyView> {
        let (answer, shown) = oneshot::channel();
        self.send(id, Message::Show { answer }).await;
        let view = shown.await.map_err(|_| StudyError::Unavailable)??;
        if reader.may_read(&view.study) { Ok(view) } else { Err(StudyError::NoSuchStudy) }
    }

    /// Sends a message to a study. The study answers, or rejects the message.
    pub async fn send(&self, id: Uuid, message: Message) {
        deliver(message, || self.inbox(id)).await;
    }

    /// Removes a follower. A study that is not in memory has none.
    pub async fn unfollow(&self, id: Uuid, follower: SubscriberId) {
        if let Some(inbox) = self.0.active.running(id) {
            inbox.send(Message::Unfollow { id: follower }).await;
        }
    }

    /// Carries out an edit; returns the number of the last event.
    ///
    /// # Errors
    /// [`StudyError`].
    pub async fn edit(&self, id: Uuid, by: UserId, command: Option<String>, edit: Edit) -> Result<u64> {
        let (answer, done) = oneshot::channel();
        // The caller may have stopped waiting.
        let reply: StudyReply = Box::new(move |outcome| drop(answer.send(outcome)));
        self.send(id, Message::Edit { by, command, edit, reply }).await;
        done.await.map_err(|_| StudyError::Unavailable)?
    }

    /// Checks that a user can become a member of a study of `owner`. A user agrees by following the owner. The role of a
    /// member can always change.
    ///
    /// # Errors
    /// [`StudyError`].
    pub async fn check_member(&self, id: Uuid, owner: &Reader, user: UserId) -> Result<()> {
        let view = self.show(id, owner).await?;
        if view.study.role(user.0).is_some() {
            return Ok(());
        }
        let (store, owner) = (&self.0.store, UserId(view.study.owner));
        let known = store.user(user).await?;
        if known.is_none_or(|known| known.guest) {
            return Err(StudyError::NoAccount);
        }
        if !store.follows(user, owner).await?
            || store.blocks(owner, user).await?
            || store.blocks(user, owner).await?
        {
            return Err(StudyError::NoConsent);
        }
        if store.count_shared_studies(user).await? >= SHARED_PER_USER {
            return Err(StudyError::TooManyShared);
        }
        Ok(())
    }

    /// Returns the users of a study that is shown: its owner, then its members.
    ///
    /// # Errors
    /// [`StudyError`].
    pub async fn users(&self, study: &Study) -> Result<Vec<UserRow>> {
        let ids: Vec<_> = std::iter::once(study.owner)
            .chain(study.members.iter().map(|(user, _)| *user))
            .map(UserId)
            .collect();
        Ok(self.0.store.users(&ids).await?)
    }

    /// Returns the studies of a list before a cursor, the last changed first.
    ///
    /// # Errors
    /// [`StudyError`].
    pub async fn list(
        &self,
        filter: StudyFilter,
        before: Option<(Timestamp, Uuid)>,
        limit: u32,
    ) -> Result<Vec<StudyRow>> {
        Ok(self.0.store.studies(filter, before, limit).await?)
    }

    /// Deletes a study, and ends all subscriptions to it.
    ///
    /// # Errors
    /// [`StudyError`].
    pub async fn delete(&self, id: Uuid) -> Result<()> {
        if !self.0.store.delete_study(id).await? {
            return Err(StudyError::NoSuchStudy);
        }
        self.0.announce(id, u64::MAX);
        if let Some(inbox) = self.0.active.running(id) {
            inbox.send(Message::Look).await;
        }
        Ok(())
    }

    async fn inbox(&self, id: Uuid) -> Result<Inbox<Message>> {
        if self.0.stopping.is_cancelled() {
            return Err(StudyError::Unavailable);
        }
        self.0.active.get_or_load(id, (), self.0.max_active, || self.load(id)).await
    }

    async fn load(&self, id: Uuid) -> Result<Inbox<Message>> {
        let known = stored::read(&self.0.store, id).await?.ok_or(StudyError::NoSuchStudy)?;
        let shared = Arc::clone(&self.0);
        let studies = self.clone();
        let run = move |inbox, _| actor::Actor::new(shared, id, known).run(inbox);
        Ok(self.0.active.start(id, run, async move |ended| match ended {
            Ended::Returned { left, outcome: () } if !studies.0.stopping.is_cancelled() => {
                for message in left {
                    studies.redeliver(id, message).await;
                }
            }
            Ended::Returned { .. } => {}
            Ended::Panicked(error) => error!(study = %id, %error, "study task panicked; reloads when needed"),
        }))
    }

    /// Sends a message to a study that has left memory. Boxed: otherwise the new task's future would be a part of this task's future.
    fn redeliver(&self, id: Uuid, message: Message) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(deliver(message, move || self.inbox(id)))
    }
}

/// An update that is encoded once for all followers.
type EncodedUpdate = Encoded<StudyUpdate>;

fn random_id() -> Uuid {
    uuid::Builder::from_random_bytes(random::bytes()).into_uuid()
}
