//! Analyses that other nodes run: their results so far, and the takeover when such a node has died.

use std::collections::hash_map::Entry;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use sumito_cluster::{Incoming, Owner, Service};
use sumito_game::GameId;
use sumito_kit::node::NodeId;
use sumito_kit::retry::Retry;
use sumito_kit::task;
use tokio::time::sleep;
use tracing::{debug, info};

use super::{AnalysedPosition, Analyses, AnalysisUpdate, EncodedAnalysisUpdate, Running};
use sumito_store::{ClaimKey, ClaimKind, StoreError};

/// Requests for the results of an analysis. The answer is `None` if the node does not run it.
const PROGRESS: Service<ProgressRequest, Option<Progress>> = Service::new("analysis_progress");

/// Interval at which a node asks for results.
const ASK_EVERY: Duration = Duration::from_secs(1);

/// Time limit for an answer.
const ANSWER_WITHIN: Duration = Duration::from_secs(1);

/// Maximum number of positions in an answer.
const POSITIONS_AT_ONCE: usize = 256;

/// Maximum number of open requests.
const OPEN_REQUESTS: usize = 256;

/// Poll interval for analyses of dead nodes, and the number that a node claims at once, so that all nodes get some.
const ADOPT_EVERY: Duration = Duration::from_secs(1);
const ADOPTED_AT_ONCE: u32 = 4;

/// A request for the results of an analysis.
#[derive(Debug, Serialize, Deserialize)]
struct ProgressRequest {
    game: GameId,
    /// Number of the results that the asking node has.
    known: usize,
}

/// Results of an analysis.
#[derive(Debug, Serialize, Deserialize)]
struct Progress {
    /// Number of results before these. Smaller than the known count if the analysis restarted.
    from: usize,
    positions: Vec<AnalysedPosition>,
}

impl Analyses {
    /// Answers other nodes that follow analyses of this node, and claims analyses of dead nodes.
    pub(super) async fn run_shared(self) {
        if self.0.node.is_shared() {
            tokio::join!(self.answer_others(), self.adopt());
        }
    }

    async fn answer_others(&self) {
        let mut requests = self.0.node.bus().serve(&PROGRESS, OPEN_REQUESTS);
        while let Some(Incoming { body, reply, .. }) = requests.next().await {
            reply.send(self.progress(&body));
        }
    }

    fn progress(&self, request: &ProgressRequest) -> Option<Progress> {
        let all = self.running();
        let positions = &all.get(&request.game).filter(|running| running.is_here)?.positions;
        let from = if request.known <= positions.len() { request.known } else { 0 };
        let until = positions.len().min(from + POSITIONS_AT_ONCE);
        Some(Progress { from, positions: positions[from..until].to_vec() })
    }

    async fn adopt(&self) {
        Retry::quiet("takeover of analyses").run_every(ADOPT_EVERY, || self.adopt_some()).await;
    }

    async fn adopt_some(&self) -> Result<(), StoreError> {
        for (key, _) in self.0.node.adopt(ClaimKind::Analysis, ADOPTED_AT_ONCE).await? {
            if let Some(game) = key.analysis() {
                info!(game = %game.0, "analysis of dead node claimed");
                self.take_over(game).await?;
            }
        }
        Ok(())
    }

    /// Returns an unfinished analysis that this node does not run, and follows it. If no node runs it, this one starts.
    pub(super) async fn join(
        &self,
        game: GameId,
        plies: u32,
    ) -> Result<Option<EncodedAnalysisUpdate>, StoreError> {
        if let Owner::ThisNode(_) = self.0.node.claim(ClaimKey::Analysis(game)).await? {
            self.take_over(game).await?;
        } else {
            self.follow(game, plies).await;
        }
        Ok(self.running().get(&game).map(|running| running.update(game)))
    }

    /// Follows an analysis of another node, with the results that it has so far.
    async fn follow(&self, game: GameId, plies: u32) {
        let mut owner = None;
        let first = self.ask(game, 0, &mut owner).await;
        {
            let mut all = self.running();
            let Entry::Vacant(place) = all.entry(game) else { return };
            let running = place.insert(Running::new(plies, false));
            running.positions = first.map(|progress| progress.positions).unwrap_or_default();
        }
        let analyses = self.clone();
        task::spawn(async move {
            let following = analyses.follow_until_done(game, owner);
            analyses.0.stopping.run_until_cancelled(following).await;
        });
    }

    /// Asks for results until the analysis is done, no client follows it here, or this node runs it.
    async fn follow_until_done(&self, game: GameId, mut owner: Option<NodeId>) {
        let mut has_more = false;
        loop {
            if !has_more {
                sleep(ASK_EVERY).await;
            }
            let known = {
                let mut all = self.running();
                match all.get(&game) {
                    Some(running) if !running.is_here && !running.followers.is_empty() => {
                        running.positions.len()
                    }
                    Some(running) if running.is_here => return,
                    _ => {
                        all.remove(&game);
                        return;
                    }
                }
            };
            let progress = self.ask(game, known, &mut owner).await;
            has_more =
                progress.as_ref().is_some_and(|progress| progress.positions.len() >= POSITIONS_AT_ONCE);
            if let Some(Progress { from, positions }) = progress {
                if let Some(running) = self.running().get_mut(&game).filter(|running| !running.is_here) {
                    running.extend(game, from, positions);
                }
            } else {
                match self.ended(game).await {
                    Ok(false) => {}
                    Ok(true) => return,
                    Err(error) => debug!(game = %game.0, %error, "read of another node's analysis failed"),
                }
            }
        }
    }

    /// Asks the node that runs an analysis for results. `owner` is the node that was asked last.
    async fn ask(&self, game: GameId, known: usize, owner: &mut Option<NodeId>) -> Option<Progress> {
        if owner.is_none() {
            *owner = self.0.node.owner(ClaimKey::Analysis(game)).await.ok()?;
        }
        let request = ProgressRequest { game, known };
        let answer = self.0.node.bus().request((*owner)?, &PROGRESS, &request, ANSWER_WITHIN).await;
        let progress = answer.inspect_err(|error| debug!(%error, "analysis results not received")).ok();
        if progress.as_ref().is_none_or(Option::is_none) {
            *owner = None;
        }
        progress.flatten()
    }

    /// Ends an analysis that no longer has a node: sends its result, or claims it. Returns whether it has ended for followers here.
    async fn ended(&self, game: GameId) -> Result<bool, StoreError> {
        let stored = self.0.store.analysis(game).await?;
        if stored.as_ref().is_some_and(|stored| stored.positions.is_none()) {
            if let Owner::ThisNode(_) = self.0.node.claim(ClaimKey::Analysis(game)).await? {
                self.take_over(game).await?;
            }
            return Ok(false);
        }
        // If it was aborted, its followers are disconnected.
        let Some(mut running) = self.running().remove(&game) else { return Ok(true) };
        if let Some(positions) = stored.and_then(|stored| stored.positions) {
            let positions =
                serde_json::from_str(&positions).map_err(|error| StoreError::Corrupt(error.to_string()))?;
            let update = AnalysisUpdate { game, plies: running.plies, done: true, full: true, positions };
            running.followers.publish(&update.into());
            running.followers.end();
        }
        Ok(true)
    }
}
