//! Live analysis of a finished game.

use std::sync::Arc;

use sumito_protocol::ServerMessage;
use sumito_protocol::parts::Analysis;
use tokio::sync::broadcast::error::RecvError;
use uuid::Uuid;

use crate::conversation::Ask;
use crate::followed::{Known, Subscription, TopicEvent};
use crate::topic::Topic;
use crate::{Client, Failure};

/// A subscription to the analysis of a finished game. It grows with each [`next`](Self::next), from the last position to the first, until
/// it is `done`. Dropping it ends the subscription.
#[derive(Debug)]
pub struct AnalysisStream {
    client: Client,
    analysis: Analysis,
    known: Arc<Known>,
    told: Subscription,
    /// True if data is missing that has not been requested yet.
    missed: bool,
}

impl AnalysisStream {
    pub(crate) async fn follow(client: Client, game: Uuid) -> Result<Self, Failure> {
        let known = Arc::new(Known::new(0));
        let told = client.subscribe(Topic::Analysis(game), Arc::downgrade(&known)).await?;
        let analysis =
            Analysis { game, plies: 0, done: false, full: true, positions: Vec::new(), more: false };
        let mut analysing = Self { client, analysis, known, told, missed: false };
        while !analysing.go_on().await? {}
        Ok(analysing)
    }

    /// The known analysis: the positions by ply.
    pub fn state(&self) -> &Analysis {
        &self.analysis
    }

    /// Waits for new results. Cancel safe. Returns no further results when the analysis is `done`.
    ///
    /// # Errors
    /// Fails if the subscription has ended.
    pub async fn next(&mut self) -> Result<&Analysis, Failure> {
        self.go_on().await?;
        Ok(&self.analysis)
    }

    /// Waits for new results; returns whether they replaced the previous ones.
    async fn go_on(&mut self) -> Result<bool, Failure> {
        loop {
            if self.missed {
                self.client.ask(Ask::Again(Topic::Analysis(self.analysis.game))).await?;
                self.missed = false;
            }
            match self.told.recv().await {
                Ok(told) => match &*told {
                    TopicEvent::Message(ServerMessage::Analysis(news)) => {
                        self.take(news);
                        return Ok(news.full);
                    }
                    TopicEvent::Ended(failure) => return Err(failure.clone()),
                    TopicEvent::Begun | TopicEvent::Message(_) | TopicEvent::UnknownEvent { .. } => {}
                },
                Err(RecvError::Lagged(_)) => self.missed = true,
                Err(RecvError::Closed) => return Err(Failure::Closed),
            }
        }
    }

    fn take(&mut self, news: &Analysis) {
        if news.full {
            self.analysis = news.clone();
            return;
        }
        (self.analysis.done, self.analysis.plies) = (news.done, news.plies);
        for position in &news.positions {
            match self.analysis.positions.binary_search_by_key(&position.ply, |known| known.ply) {
                Ok(place) => self.analysis.positions[place] = position.clone(),
                Err(place) => self.analysis.positions.insert(place, position.clone()),
            }
        }
    }
}

impl Drop for AnalysisStream {
    fn drop(&mut self) {
        self.known = Arc::default();
        self.client.sweep();
    }
}
