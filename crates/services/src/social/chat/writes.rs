//! Writes of the chat to the store, in order, many messages per transaction.

use std::collections::VecDeque;
use std::collections::hash_map::{Entry, HashMap};
use std::sync::Arc;

use sumito_game::{Timestamp, UserId};
use tokio::sync::oneshot;
use uuid::Uuid;

use super::channel::Channel;
use super::rate_limit::Counted;
use super::{ChatError, SayReply};
use sumito_kit::catch_panic::catch_panic;
use sumito_store::{AddedLine, LineLimits, LineSelector, ModerationAction, NewLine, SanctionKind, Store};

/// Messages per transaction.
const WRITTEN_AT_ONCE: usize = 128;

/// A queued write.
pub(super) enum WriteJob {
    Say {
        line: Arc<NewLine>,
        channel: Channel,
        counted: Counted,
        replies: Vec<SayReply>,
    },
    Remove {
        which: LineSelector,
        action: Option<ModerationAction>,
        reply: oneshot::Sender<Result<bool, ChatError>>,
    },
}

/// Outcome of a write.
#[derive(Debug, Clone)]
pub(super) enum Written {
    /// The message is stored.
    Stored {
        id: Uuid,
        /// The channel's message before it.
        after: Option<Uuid>,
        /// The user for whom it is the first unread message of a conversation.
        first_unread_of: Option<UserId>,
    },
    /// The command has caused this message before.
    Repeated(Uuid),
    /// Whether there were any messages.
    Removed(bool),
}

/// Outcomes of the writes in progress, in order.
pub(super) type Outcomes = Vec<Result<Written, ChatError>>;

/// The writes that wait, and those in progress.
pub(super) struct Writes {
    waiting: VecDeque<WriteJob>,
    underway: Vec<WriteJob>,
    /// Limits of the messages. The pace of authors is limited here if there can be several nodes.
    limits: LineLimits,
}

impl Writes {
    pub(super) fn new(limits: LineLimits) -> Self {
        Self { waiting: VecDeque::new(), underway: Vec::new(), limits }
    }

    /// Returns the number of writes that wait.
    pub(super) fn waiting(&self) -> usize {
        self.waiting.len()
    }

    pub(super) fn push(&mut self, job: WriteJob) {
        self.waiting.push_back(job);
    }

    /// Returns the callers that wait for the outcome of a queued command.
    pub(super) fn replies_to(&mut self, user: UserId, command: &str) -> Option<&mut Vec<SayReply>> {
        self.underway.iter_mut().chain(&mut self.waiting).find_map(|job| match job {
            WriteJob::Say { line, replies, .. }
                if line.author.id == user && line.command.as_deref() == Some(command) =>
            {
                Some(replies)
            }
            _ => None,
        })
    }

    /// Starts the next write, if none is in progress; consecutive messages are written together.
    pub(super) fn start(
        &mut self,
        store: &Store,
        now: Timestamp,
    ) -> Option<impl Future<Output = Outcomes> + Send + use<>> {
        if !self.underway.is_empty() {
            return None;
        }
        let is_say = |job: &mut WriteJob| matches!(job, WriteJob::Say { .. });
        self.underway.push(self.waiting.pop_front()?);
        while self.underway.len() < WRITTEN_AT_ONCE
            && self.underway.first_mut().is_some_and(is_say)
            && let Some(job) = self.waiting.pop_front_if(is_say)
        {
            self.underway.push(job);
        }
        let (store, limits, count) = (store.clone(), self.limits, self.underway.len());
        let (mut lines, mut removal) = (Vec::new(), None);
        for job in &self.underway {
            match job {
                WriteJob::Say { line, .. } => lines.push(Arc::clone(line)),
                WriteJob::Remove { which, action, .. } => removal = Some((*which, action.clone())),
            }
        }
        Some(async move {
            let writing = catch_panic("writing chat lines", async {
                match removal {
                    Some((which, action)) => vec![remove(&store, which, action.as_ref()).await],
                    None => write_lines(&store, &lines, limits, now).await,
                }
            });
            writing.await.unwrap_or_else(|| vec![Err(ChatError::Unavailable); count])
        })
    }

    /// Returns the writes that were in progress.
    pub(super) fn finish(&mut self) -> Vec<WriteJob> {
        std::mem::take(&mut self.underway)
    }
}

async fn remove(
    store: &Store,
    which: LineSelector,
    action: Option<&ModerationAction>,
) -> Result<Written, ChatError> {
    Ok(Written::Removed(store.remove_lines(which, action).await?))
}

/// Stores the messages of authors who are not muted.
async fn write_lines(store: &Store, lines: &[Arc<NewLine>], limits: LineLimits, now: Timestamp) -> Outcomes {
    let mut muted = HashMap::new();
    for line in lines {
        let author = line.author.id;
        if let Entry::Vacant(place) = muted.entry(author) {
            place.insert(store.sanction_in_force(SanctionKind::Mute, Some(author), None, now).await);
        }
    }
    let may_say = |line: &NewLine| match muted.get(&line.author.id) {
        Some(Ok(None)) => Ok(()),
        Some(Ok(Some(mute))) => Err(ChatError::Muted(mute.clone())),
        Some(Err(_)) | None => Err(ChatError::Unavailable),
    };
    let allowed: Vec<_> =
        lines.iter().filter(|line| may_say(line).is_ok()).map(|line| NewLine::clone(line)).collect();
    let added = if allowed.is_empty() { Ok(Vec::new()) } else { store.add_lines(&allowed, limits).await };
    let mut added = added.map_err(ChatError::from).map(Vec::into_iter);
    let outcome = |line: &Arc<NewLine>| {
        may_say(line)?;
        match added.as_mut().map_err(|error| error.clone())?.next() {
            Some(AddedLine::Stored { id, after, first_unread_of }) => {
                Ok(Written::Stored { id, after, first_unread_of })
            }
            Some(AddedLine::Repeated(id)) => Ok(Written::Repeated(id)),
            Some(AddedLine::TooFast { wait }) => Err(ChatError::TooFast { wait }),
            Some(AddedLine::NotMember) => Err(ChatError::NotMember),
            Some(AddedLine::NotFriends) => Err(ChatError::NotFriends),
            Some(AddedLine::TooManyConversations { of }) => {
                Err(ChatError::TooManyConversations { own: of == line.author.id })
            }
            None => Err(ChatError::Unavailable),
        }
    };
    lines.iter().map(outcome).collect()
}
