//! Tournaments of several nodes: claims to them, and the messages between their owners and the other nodes
//! ([0056](../../../../docs/adr/0056-let-one-node-decide-each-tournament.md)).

use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use sumito_cluster::{Incoming, Owner, RequestError, Service, Subject, Subscription, Tail};
use sumito_game::{RoomId, TournamentId};
use sumito_kit::registry::Lookup;
use sumito_kit::task;
use sumito_store::{ClaimKey, Tenure};
use sumito_tournament::{Actor as By, Command, CommandError};
use tracing::{debug, warn};

use super::handle::Message;
use super::registry::Class;
use super::view::TournamentView;
use super::{TournamentContext, TournamentError, Tournaments};

/// News of a tournament, from its owner: the number of its last stored event. A subject for each tournament.
const CHANGES: Subject<u64> = Subject::new("tournament");

/// Rooms in which games of a tournament have ended, for its owner. A subject for each tournament.
const REPORTS: Subject<Vec<RoomId>> = Subject::new("tournament_results");

/// Commands to the owner of a tournament. The answer is the number of the last event after the command.
const COMMANDS: Service<CommandRequest, Result<u64, Refusal>> = Service::new("tournament_commands");

/// Maximum number of commands of other nodes that are handled at the same time.
const MAX_OPEN: usize = 256;

/// Time limit for an answer of the owner. Pairing many players takes long.
const ANSWER_LIMIT: Duration = Duration::from_secs(10);

/// Maximum number of tries if the owner changes.
const TRIES: usize = 3;

/// A command on its way to the owner.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct CommandRequest {
    pub(super) id: TournamentId,
    pub(super) by: By,
    pub(super) command: Box<Command>,
    pub(super) password_hash: Option<String>,
}

/// The reason why an owner rejects a command.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Refusal {
    Refused(CommandError),
    Draining,
    Busy,
    Unavailable,
    NotOwner,
    Internal,
}

impl From<TournamentError> for Refusal {
    fn from(error: TournamentError) -> Self {
        match error {
            // Settings are checked before the command is sent, and their errors have no stored form.
            TournamentError::Refused(CommandError::Settings(_)) => Self::Internal,
            TournamentError::Refused(error) => Self::Refused(error),
            TournamentError::Draining => Self::Draining,
            TournamentError::Busy => Self::Busy,
            TournamentError::Unavailable => Self::Unavailable,
            TournamentError::NotOwner => Self::NotOwner,
            _ => Self::Internal,
        }
    }
}

impl From<Refusal> for TournamentError {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Refused(error) => Self::Refused(error),
            Refusal::Draining => Self::Draining,
            Refusal::Busy => Self::Busy,
            Refusal::Unavailable => Self::Unavailable,
            Refusal::NotOwner => Self::NotOwner,
            Refusal::Internal => Self::Internal,
        }
    }
}

impl TournamentContext {
    /// Sends the number of the last stored event to the replicas on other nodes.
    pub(super) fn announce(&self, id: TournamentId, seq: u64) {
        self.node.bus().publish(&CHANGES.of(&id.0.to_string()), &seq);
    }

    /// Returns the tail of a tournament that another node owns. It is read at most as often as its subscribers receive updates.
    pub(super) fn tail(&self, id: TournamentId) -> Tail {
        let changes = CHANGES.of(&id.0.to_string());
        Tail::of(&self.node, &changes, "read of a tournament of another node", self.config.every)
    }

    /// Reports the rooms in which games have ended to the owner of a tournament, if it is another node.
    pub(super) fn report(&self, id: TournamentId, rooms: &Vec<RoomId>) {
        self.node.bus().publish(&REPORTS.of(&id.0.to_string()), rooms);
    }

    /// Returns the reports of other nodes to a tournament of this node; `None` if there are no other nodes.
    pub(super) fn reports_to(&self, id: TournamentId) -> Option<Subscription<Vec<RoomId>>> {
        self.node.is_shared().then(|| self.node.bus().subscribe(&REPORTS.of(&id.0.to_string())))
    }

    /// Releases a tournament that leaves the memory of this node.
    pub(super) async fn release(&self, id: TournamentId) {
        if let Err(error) = self.node.release(&[ClaimKey::Tournament(id)]).await {
            debug!(tournament = %id.0, %error, "tournament not released; this node still owns it");
        }
    }
}

impl Tournaments {
    /// Carries out a command on the node that owns the tournament.
    pub(super) async fn carry_out(
        &self,
        request: CommandRequest,
    ) -> Result<Arc<TournamentView>, TournamentError> {
        let shared = self.shared();
        if !shared.node.is_shared() {
            return self.decide_here(request).await;
        }
        for _ in 0..TRIES {
            let refusal = match self.owner(request.id).await? {
                Owner::ThisNode(_) => match self.decide_here(request.clone()).await {
                    Err(TournamentError::NotOwner) => continue,
                    outcome => return outcome,
                },
                Owner::Other(node) => {
                    match shared.node.bus().request(node, &COMMANDS, &request, ANSWER_LIMIT).await {
                        Ok(Ok(seq)) => return self.show_since(request.id, seq).await,
                        Ok(Err(refusal)) => refusal,
                        // It has just died.
                        Err(RequestError::NoSuchNode) => Refusal::NotOwner,
                        Err(RequestError::Busy) => Refusal::Busy,
                        Err(error) => {
                            warn!(tournament = %request.id.0, node = %node.0, %error, "command not answered by owner");
                            Refusal::Unavailable
                        }
                    }
                }
            };
            if !matches!(refusal, Refusal::NotOwner) {
                return Err(refusal.into());
            }
        }
        Err(TournamentError::NotOwner)
    }

    /// Answers the commands that other nodes send to tournaments of this node.
    pub(super) async fn serve_nodes(&self) {
        if !self.shared().node.is_shared() {
            return;
        }
        let mut requests = self.shared().node.bus().serve(&COMMANDS, MAX_OPEN);
        while let Some(Incoming { body, reply, .. }) = requests.next().await {
            let tournaments = self.clone();
            task::spawn(async move {
                reply.send(tournaments.decide_for_node(body).await.map_err(Refusal::from));
            });
        }
    }

    async fn decide_for_node(&self, request: CommandRequest) -> Result<u64, TournamentError> {
        match self.owner(request.id).await? {
            Owner::Other(_) => Err(TournamentError::NotOwner),
            Owner::ThisNode(_) => Ok(self.decide_here(request).await?.tournament.seq()),
        }
    }

    async fn decide_here(&self, request: CommandRequest) -> Result<Arc<TournamentView>, TournamentError> {
        let CommandRequest { id, by, command, password_hash } = request;
        self.answered(id, |answer| Message::Command { by, command, password_hash, answer }).await
    }

    /// Returns the owner of a tournament, which is this node from now on if there was none.
    async fn owner(&self, id: TournamentId) -> Result<Owner, TournamentError> {
        self.inbox(id).await?;
        let Lookup::Running(Class::Replica, inbox) = self.shared().active.lookup(id) else {
            return Ok(Owner::ThisNode(Tenure::always()));
        };
        let owner = self.shared().node.claim(ClaimKey::Tournament(id)).await?;
        if let Owner::ThisNode(_) = owner {
            inbox.send(Message::Own).await;
        }
        Ok(owner)
    }

    /// Loads a tournament that this node owns; a replica of it becomes the tournament itself.
    pub(super) async fn own(&self, id: TournamentId) -> Result<(), TournamentError> {
        self.inbox_when_due(id).await?;
        if let Lookup::Running(Class::Replica, inbox) = self.shared().active.lookup(id) {
            inbox.send(Message::Own).await;
        }
        Ok(())
    }
}
