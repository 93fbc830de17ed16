//! A tournament in its subscribers' view.

use std::fmt;
use std::sync::Arc;

use sumito_game::TournamentId;
use sumito_tournament::Tournament;
use tokio::time::Instant;

use super::TournamentContext;
use super::view::{EncodedTournamentUpdate, TournamentUpdate, TournamentView};
use sumito_kit::topic::{Subscriber, SubscriberId, Topic};
use sumito_store::TournamentRow;

/// The state of a tournament in memory, with its subscribers on this node.
pub(super) struct Shown {
    context: Arc<TournamentContext>,
    pub(super) row: TournamentRow,
    pub(super) tournament: Arc<Tournament>,
    subscribers: Topic<TournamentUpdate>,
    /// The cached view of the tournament.
    view: Option<Arc<TournamentView>>,
    /// The view as of the last update to the subscribers.
    last_view: Option<Arc<TournamentView>>,
    /// The cached full update for new subscribers.
    whole: Option<EncodedTournamentUpdate>,
    update_at: Option<Instant>,
}

impl Shown {
    pub(super) fn new(context: Arc<TournamentContext>, row: TournamentRow, tournament: Tournament) -> Self {
        Self {
            context,
            row,
            tournament: Arc::new(tournament),
            subscribers: Topic::guarded(),
            view: None,
            last_view: None,
            whole: None,
            update_at: None,
        }
    }

    pub(super) fn id(&self) -> TournamentId {
        self.row.id
    }

    /// Replaces the state. The subscribers receive it with the next update.
    pub(super) fn replace(&mut self, tournament: Tournament) {
        self.tournament = Arc::new(tournament);
        self.view = None;
        if self.update_at.is_none() && !self.subscribers.is_empty() {
            self.update_at = Some(Instant::now() + self.context.config.every);
        }
    }

    /// Returns whether the tournament has subscribers on this node.
    pub(super) fn is_watched(&self) -> bool {
        !self.subscribers.is_empty()
    }

    /// Returns the time of the next update to the subscribers, if one is due.
    pub(super) fn update_at(&self) -> Option<Instant> {
        self.update_at
    }

    pub(super) fn view(&mut self) -> Arc<TournamentView> {
        let (row, tournament) = (&self.row, &self.tournament);
        Arc::clone(self.view.get_or_insert_with(|| Arc::new(TournamentView::of(row, tournament))))
    }

    /// Adds a subscriber, and sends it the full state.
    pub(super) fn subscribe(&mut self, id: SubscriberId, subscriber: Box<dyn Subscriber<TournamentUpdate>>) {
        self.subscribers.unsubscribe(id);
        if subscriber.send(&self.whole()) {
            // All subscribers share one state, so the earlier subscribers get their pending changes first.
            self.send_update();
            self.last_view = Some(self.view());
            self.subscribers.add(id, (), subscriber);
        }
    }

    pub(super) fn unsubscribe(&mut self, id: SubscriberId) {
        self.subscribers.unsubscribe(id);
    }

    /// Sends subscribers the changes since the last update.
    pub(super) fn send_update(&mut self) {
        self.update_at = None;
        let view = self.view();
        let before = self.last_view.replace(Arc::clone(&view));
        if self.subscribers.is_empty() || before.as_ref().is_some_and(|before| Arc::ptr_eq(before, &view)) {
            return;
        }
        let update = EncodedTournamentUpdate::from(TournamentUpdate { view, before });
        self.subscribers.publish(&update);
    }

    /// Returns the full update for new subscribers, which is shared until the next change.
    fn whole(&mut self) -> EncodedTournamentUpdate {
        let view = self.view();
        match &self.whole {
            Some(whole) if Arc::ptr_eq(&whole.value().view, &view) => whole.clone(),
            _ => self.whole.insert(TournamentUpdate { view, before: None }.into()).clone(),
        }
    }
}

impl Drop for Shown {
    /// The subscribers of a task that ends must come back. When the server stops, their sockets inform them.
    fn drop(&mut self) {
        if self.context.stopping.is_cancelled() {
            self.subscribers.end();
        }
    }
}

impl fmt::Debug for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Shown").field(&self.row.id).finish()
    }
}
