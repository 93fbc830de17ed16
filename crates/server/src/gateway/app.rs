//! Shared state of all request handlers.

use std::ops::Deref;
use std::sync::Arc;

use sumito_game::{GameId, UserId};
use tokio_util::sync::CancellationToken;

use crate::accounts::admin::Administration;
use crate::accounts::apps::Apps;
use crate::accounts::identity::Identities;
use crate::accounts::moderation::Moderation;
use crate::gateway::avatars::Avatars;
use crate::gateway::codec::{self, ApiError};
use crate::gateway::limits::AddressLimits;
use crate::gateway::pictures::Pictures;
use crate::gateway::readiness::Readiness;
use crate::gateway::receipts::Receipts;
use crate::gateway::site::Site;
use crate::history::analyses::Analyses;
use crate::history::standings::Standings;
use crate::play::bots::Bots;
use crate::play::live_boards::Boards;
use crate::play::lobby::Lobbies;
use crate::play::matchmaking::Matchmaking;
use crate::play::my_games::MyRooms;
use crate::play::puzzles::Puzzles;
use crate::social::challenges::Challenges;
use crate::social::chat::Chat;
use crate::social::clubs::ClubAnnouncer;
use crate::social::conversations::Conversations;
use crate::social::notifications::Notifications;
use crate::social::push::Push;
use crate::social::sockets::SocketRegistry;
use crate::social::studies::Studies;
use crate::social::webhooks::Webhooks;
use crate::tournaments::Tournaments;
use sumito_config::Config;
use sumito_kit::blocking::BlockingPool;
use sumito_kit::engine_pool::EnginePool;
use sumito_kit::telemetry;
use sumito_kit::time_source::TimeSource;
use sumito_rooms::Rooms;
use sumito_store::{FinishedGame, Store, Visibility};

/// Settings that [`App::reload`] applies at runtime.
pub(crate) const RELOADED: [&str; 5] = [
    "log.filter",
    "limits.*_per_minute",
    "limits.*_per_hour",
    "limits.trusted_networks",
    "http.requests_per_second",
];

/// Shared state of all request handlers. Cheap to clone; its components are fields: `app.store`.
#[derive(Debug, Clone)]
pub struct App(Arc<AppParts>);

/// Components of a server.
#[derive(Debug)]
pub struct AppParts {
    pub(crate) config: Config,
    pub(crate) store: Store,
    pub(crate) rooms: Rooms,
    pub(crate) lobbies: Lobbies,
    pub(crate) own_rooms: MyRooms,
    pub(crate) identities: Identities,
    pub(crate) apps: Apps,
    pub(crate) time: TimeSource,
    pub(crate) address_limits: AddressLimits,
    pub(crate) sockets: SocketRegistry,
    pub(crate) pictures: Pictures,
    pub(crate) avatars: Avatars,
    /// Pool for requests that keep a thread busy.
    pub(crate) jobs: BlockingPool,
    pub(crate) analyses: Analyses,
    pub(crate) bots: Bots,
    pub(crate) thinking: EnginePool,
    pub(crate) moderation: Moderation,
    pub(crate) administration: Administration,
    pub(crate) tournaments: Tournaments,
    pub(crate) notifications: Notifications,
    pub(crate) matchmaking: Matchmaking,
    pub(crate) challenges: Challenges,
    pub(crate) chat: Chat,
    pub(crate) conversations: Conversations,
    pub(crate) club_announcer: ClubAnnouncer,
    pub(crate) boards: Boards,
    pub(crate) push: Push,
    pub(crate) webhooks: Webhooks,
    pub(crate) puzzles: Puzzles,
    pub(crate) readiness: Readiness,
    pub(crate) receipts: Receipts,
    pub(crate) site: Site,
    pub(crate) standings: Standings,
    pub(crate) studies: Studies,
    /// Cancelled when the server is asked to stop.
    pub(crate) stopping: CancellationToken,
}

impl App {
    pub(crate) fn new(parts: AppParts) -> Self {
        Self(Arc::new(parts))
    }

    /// Reads the configuration again and applies the [settings](RELOADED) that are safe to change at runtime.
    ///
    /// # Errors
    /// If a setting is invalid or the log rejects the new filter. Nothing has changed then.
    pub(crate) fn reload(&self) -> anyhow::Result<()> {
        let config = self.config.read_again()?;
        telemetry::set_filter(&config.log)?;
        self.address_limits.set_rates(&config);
        Ok(())
    }
}

impl Deref for App {
    type Target = AppParts;

    fn deref(&self) -> &AppParts {
        &self.0
    }
}

/// Sends each change of the announcement to the open sockets, until the server stops.
pub(crate) async fn show_announcements(
    administration: Administration,
    sockets: SocketRegistry,
    stopping: CancellationToken,
) {
    let mut changes = administration.announcement_changes();
    while let Some(Ok(())) = stopping.run_until_cancelled(changes.changed()).await {
        sockets.broadcast(&codec::announcement(administration.announcement().as_ref()));
    }
}

/// Returns a finished game if `viewer` may read it: a private game only if they played in it.
///
/// # Errors
/// `no_such_game`, or the store is unavailable.
pub(crate) async fn visible_game(
    app: &App,
    viewer: Option<UserId>,
    id: GameId,
) -> Result<FinishedGame, ApiError> {
    let game = app.store.game_with_moves(id).await?.ok_or_else(ApiError::no_such_game)?;
    let has_played = game.players.iter().any(|player| Some(player.id) == viewer);
    if game.visibility == Visibility::Private && !has_played {
        return Err(ApiError::no_such_game());
    }
    Ok(game)
}
