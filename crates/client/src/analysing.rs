//! Live analysis of a finished game.

use std::sync::Arc;

use sumito_protocol::parts::Analysis;
use sumito_protocol::{self as protocol, ServerMessage};
use tokio::sync::broadcast::error::RecvError;
use uuid::Uuid;

use crate::conversation::HandleRequest;
use crate::source::Source;
use crate::subscriptions::{LastSeq, Subscription, TopicEvent};
use crate::{Client, Error};

/// A subscription to the analysis of a finished game. It grows with each [`next`](Self::next), from the last position to the first, until
/// it is `done`. Dropping it ends the subscription.
#[derive(Debug)]
pub struct AnalysisStream {
    client: Client,
    analysis: Analysis,
    known: Arc<LastSeq>,
    subscription: Subscription,
    /// True if data is missing that has not been requested yet.
    missed: bool,
}

impl AnalysisStream {
    pub(crate) async fn subscribe(client: Client, game: Uuid) -> Result<Self, Error> {
        let known = Arc::new(LastSeq::new(0));
        let subscription = client
            .subscribe(Source::Topic(protocol::TopicKey::Analysis(game)), Arc::downgrade(&known))
            .await?;
        let analysis =
            Analysis { game, plies: 0, done: false, full: true, positions: Vec::new(), more: false };
        let mut analysing = Self { client, analysis, known, subscription, missed: false };
        while !analysing.next_change().await? {}
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
    pub async fn next(&mut self) -> Result<&Analysis, Error> {
        self.next_change().await?;
        Ok(&self.analysis)
    }

    /// Waits for new results; returns whether they replaced the previous ones.
    async fn next_change(&mut self) -> Result<bool, Error> {
        loop {
            if self.missed {
                self.client
                    .send_request(HandleRequest::Again(Source::Topic(protocol::TopicKey::Analysis(
                        self.analysis.game,
                    ))))
                    .await?;
                self.missed = false;
            }
            match self.subscription.recv().await {
                Ok(event) => match &*event {
                    TopicEvent::Message(ServerMessage::Analysis(news)) => {
                        self.apply(news);
                        return Ok(news.full);
                    }
                    TopicEvent::Ended(failure) => return Err(failure.clone()),
                    TopicEvent::Begun | TopicEvent::Message(_) | TopicEvent::UnknownEvent { .. } => {}
                },
                Err(RecvError::Lagged(_)) => self.missed = true,
                Err(RecvError::Closed) => return Err(Error::Closed),
            }
        }
    }

    fn apply(&mut self, news: &Analysis) {
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
