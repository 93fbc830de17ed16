//! Messages about finished games: a consumer of finished games, so that each player's webhooks receive each game once.

use std::collections::HashSet;

use sumito_game::UserId;

use super::Inner;
use super::message::game_finished;
use crate::history::projections::Consumer;
use sumito_store::{FeedConsumer, FeedEntry, ProjectionUpdate, Store, StoreError};
use sumito_vocabulary::WebhookEvent;

/// Adds messages about finished games.
pub(super) struct Games<'a> {
    webhooks: &'a Inner,
}

impl<'a> Games<'a> {
    pub(super) fn new(webhooks: &'a Inner) -> Self {
        Self { webhooks }
    }
}

impl Consumer for Games<'_> {
    fn consumer(&self) -> FeedConsumer {
        FeedConsumer::Webhooks
    }

    async fn effects(
        &mut self,
        store: &Store,
        entries: &[FeedEntry],
    ) -> Result<ProjectionUpdate, StoreError> {
        let players = entries.iter().flat_map(|entry| &entry.game.players).map(|player| player.id);
        let players: HashSet<UserId> = players.collect();
        let players: Vec<_> = players.into_iter().collect();
        let users = store.users_with_webhook(WebhookEvent::GameFinished.as_str(), &players).await?;
        let messages = entries.iter().flat_map(|FeedEntry { game, .. }| {
            let players = game.players.iter().map(|player| player.id);
            players.filter(|id| users.contains(id)).map(move |id| game_finished(id, game))
        });
        let max = self.webhooks.config.waiting_per_webhook;
        Ok(ProjectionUpdate::Webhooks(messages.collect(), max))
    }

    fn after(&mut self, games: u64) -> bool {
        if games > 0 {
            self.webhooks.added.wake();
        }
        true
    }
}
