//! Requests to the matchmaker: the node with the duty `matchmaking`.

use std::time::Duration;

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use sumito_cluster::{Bus, Duties, NodeId, RequestError, Service, Subject, Wakeup};
use sumito_game::{RoomId, UserId};
use sumito_kit::retry::Retry;
use sumito_rooms::RoomError;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tracing::debug;
use uuid::Uuid;

use super::SeekError;
use super::seek::{GameKind, RatingRange, Seek, SeekId};

/// The name of the duty.
pub(super) const DUTY: &str = "matchmaking";

/// Requests to the matchmaker.
pub(super) const REQUESTS: Service<Request, Answer> = Service::new("matchmaking");

/// Wakes all nodes when one of them starts to pair.
pub(super) const TERMS: Subject<()> = Subject::new("matchmaking");

/// Maximum number of requests that wait for the matchmaker.
pub(super) const QUEUE: usize = 4_096;

/// Time limit for an answer, with all tries.
const ANSWER_LIMIT: Duration = Duration::from_secs(2);

/// Bounds of the pauses before the next try.
const AGAIN: (Duration, Duration) = (Duration::from_millis(200), Duration::from_millis(500));

/// A request to the matchmaker. Each can be resent.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Request {
    /// Adds a seek, which replaces the user's previous one.
    Enter {
        lobby: String,
        seek: Box<Seek>,
        command: Option<String>,
        /// Whether the seek was open before, on the previous matchmaker.
        again: bool,
    },
    /// Looks up the result of an earlier command.
    Earlier { user: UserId, command: String },
    /// Reads an open seek.
    Find(SeekId),
    /// Ends the seek of a user: any, or only this one.
    Cancel { user: UserId, only: Option<SeekId> },
    /// Finds the seeks among these that are not open.
    Check(Vec<SeekId>),
}

/// An answer of the matchmaker.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Answer {
    Entered(Result<Entered, Refusal>),
    Earlier(Option<(SeekId, Option<RoomId>)>),
    Found(Option<OpenSeek>),
    Cancelled,
    Checked { term: TermId, missing: Vec<SeekId> },
}

/// Id of a period in which one node pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct TermId(pub(super) Uuid);

/// A seek that was added, now or by an earlier command with the same id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Entered {
    pub(super) term: TermId,
    pub(super) seek: SeekId,
    /// Room of the game, if the seek has led to one.
    pub(super) room: Option<RoomId>,
}

/// Data of an open seek for the player who takes it.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct OpenSeek {
    pub(super) user: UserId,
    pub(super) lobby: String,
    pub(super) game: GameKind,
    pub(super) range: RatingRange,
    #[serde(default)]
    pub(super) is_bot: bool,
    #[serde(default)]
    pub(super) bots: bool,
}

/// The reason why a seek was not added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Refusal {
    NoSuchLobby,
    Full,
    BeingMade,
    /// The seek was cancelled or replaced.
    Over,
}

impl From<Refusal> for SeekError {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::NoSuchLobby => Self::NoSuchLobby,
            Refusal::Full => Self::Full,
            Refusal::BeingMade => Self::BeingMade,
            Refusal::Over => Self::NoSuchSeek,
        }
    }
}

/// Sends requests to the matchmaker.
#[derive(Debug)]
pub(super) struct Caller {
    duties: Duties,
    /// Raised when a node starts to pair.
    pub(super) terms: Wakeup,
    /// The last known matchmaker.
    owner: Mutex<Option<NodeId>>,
}

impl Caller {
    pub(super) fn new(duties: Duties) -> Self {
        Self { duties, terms: Wakeup::default(), owner: Mutex::default() }
    }

    /// Returns the bus between the nodes.
    pub(super) fn bus(&self) -> &Bus {
        self.duties.node().bus()
    }

    /// Returns the token that is cancelled when the server stops.
    pub(super) fn stopping(&self) -> &CancellationToken {
        self.duties.stopping()
    }

    /// Looks up the matchmaker before the next request.
    pub(super) fn forget_owner(&self) {
        *self.owner.lock() = None;
    }

    /// Sends a request, and waits for the answer. It may be handled twice, by two nodes.
    ///
    /// # Errors
    /// [`SeekError::Unavailable`] if no node pairs, or the node does not answer in time: the request may have been handled.
    /// [`RoomError::Busy`] if that node has too many requests: it was not handled.
    pub(super) async fn ask(&self, request: &Request) -> Result<Answer, SeekError> {
        let (deadline, mut terms) = (Instant::now() + ANSWER_LIMIT, self.terms.subscribe());
        let mut retry = Retry::quiet("request to the matchmaker").pauses(AGAIN.0, AGAIN.1);
        loop {
            terms.mark_unchanged();
            let error = match self.try_to_ask(request, deadline).await {
                Ok(answer) => return Ok(answer),
                Err(RequestError::Busy) => return Err(RoomError::Busy.into()),
                Err(error) => error,
            };
            if Instant::now() + AGAIN.1 >= deadline {
                return Err(SeekError::Unavailable);
            }
            retry.pause_or(error, terms.changed()).await;
        }
    }

    async fn try_to_ask(&self, request: &Request, deadline: Instant) -> Result<Answer, RequestError> {
        let (owner, limit) = (self.owner().await?, deadline.duration_since(Instant::now()));
        self.bus().request(owner, &REQUESTS, request, limit).await.inspect_err(|_| self.forget_owner())
    }

    async fn owner(&self) -> Result<NodeId, RequestError> {
        let known = *self.owner.lock();
        if let Some(known) = known {
            return Ok(known);
        }
        let owner = match self.duties.owner(DUTY).await {
            Ok(owner) => owner.ok_or(RequestError::NoSuchNode)?,
            Err(error) => {
                debug!(%error, "matchmaker unknown");
                return Err(RequestError::NoSuchNode);
            }
        };
        *self.owner.lock() = Some(owner);
        Ok(owner)
    }
}
