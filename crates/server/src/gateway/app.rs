//! Shared state of all request handlers.

use std::sync::Arc;

use sumito_game::{GameId, UserId};
use tokio_util::sync::CancellationToken;

use crate::accounts::admin::Administration;
use crate::accounts::identity::Identities;
use crate::accounts::moderation::Moderation;
use crate::gateway::codec::ApiError;
use crate::gateway::limits::AddressLimits;
use crate::gateway::pictures::Pictures;
use crate::history::analyses::Analyses;
use crate::play::bots::Bots;
use crate::play::live_boards::Boards;
use crate::play::lobby::Lobbies;
use crate::play::matchmaking::Matchmaking;
use crate::play::my_games::MyRooms;
use crate::social::challenges::Challenges;
use crate::social::chat::Chat;
use crate::social::notifications::Notifications;
use crate::social::push::Push;
use crate::social::sockets::SocketRegistry;
use crate::tournaments::Tournaments;
use sumito_config::Config;
use sumito_kit::blocking::BlockingPool;
use sumito_kit::engine_pool::EnginePool;
use sumito_kit::telemetry;
use sumito_kit::time_source::TimeSource;
use sumito_rooms::Rooms;
use sumito_store::{FinishedGame, Store, Visibility};

/// Settings that [`App::reload`] applies at runtime.
pub(crate) const RELOADED: [&str; 4] =
    ["log.filter", "limits.*_per_minute", "limits.*_per_hour", "http.requests_per_second"];

/// Shared state of all request handlers. Cheap to clone.
#[derive(Debug, Clone)]
pub struct App(Arc<AppParts>);

/// Components of a server.
#[derive(Debug)]
pub(crate) struct AppParts {
    pub(crate) config: Config,
    pub(crate) store: Store,
    pub(crate) rooms: Rooms,
    pub(crate) lobbies: Lobbies,
    pub(crate) own_rooms: MyRooms,
    pub(crate) identities: Identities,
    pub(crate) time: TimeSource,
    pub(crate) address_limits: AddressLimits,
    pub(crate) sockets: SocketRegistry,
    pub(crate) pictures: Pictures,
    /// Pool that writes tournament files.
    pub(crate) exports: BlockingPool,
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
    pub(crate) boards: Boards,
    pub(crate) push: Push,
    /// Cancelled when the server is asked to stop.
    pub(crate) stopping: CancellationToken,
}

impl App {
    pub(crate) fn new(parts: AppParts) -> Self {
        Self(Arc::new(parts))
    }

    pub(crate) fn config(&self) -> &Config {
        &self.0.config
    }

    pub(crate) fn store(&self) -> &Store {
        &self.0.store
    }

    pub(crate) fn rooms(&self) -> &Rooms {
        &self.0.rooms
    }

    pub(crate) fn lobbies(&self) -> &Lobbies {
        &self.0.lobbies
    }

    pub(crate) fn own_rooms(&self) -> &MyRooms {
        &self.0.own_rooms
    }

    pub(crate) fn identities(&self) -> &Identities {
        &self.0.identities
    }

    pub(crate) fn time(&self) -> &TimeSource {
        &self.0.time
    }

    pub(crate) fn address_limits(&self) -> &AddressLimits {
        &self.0.address_limits
    }

    pub(crate) fn sockets(&self) -> &SocketRegistry {
        &self.0.sockets
    }

    pub(crate) fn pictures(&self) -> &Pictures {
        &self.0.pictures
    }

    pub(crate) fn exports(&self) -> &BlockingPool {
        &self.0.exports
    }

    pub(crate) fn analyses(&self) -> &Analyses {
        &self.0.analyses
    }

    pub(crate) fn bots(&self) -> &Bots {
        &self.0.bots
    }

    pub(crate) fn moderation(&self) -> &Moderation {
        &self.0.moderation
    }

    pub(crate) fn administration(&self) -> &Administration {
        &self.0.administration
    }

    /// Reads the configuration again and applies the [settings](RELOADED) that are safe to change at runtime.
    ///
    /// # Errors
    /// If a setting is invalid or the log rejects the new filter. Nothing has changed then.
    pub(crate) fn reload(&self) -> anyhow::Result<()> {
        let config = self.config().read_again()?;
        telemetry::set_filter(&config.log)?;
        self.address_limits().set_rates(&config);
        Ok(())
    }

    pub(crate) fn tournaments(&self) -> &Tournaments {
        &self.0.tournaments
    }

    pub(crate) fn challenges(&self) -> &Challenges {
        &self.0.challenges
    }

    pub(crate) fn matchmaking(&self) -> &Matchmaking {
        &self.0.matchmaking
    }

    pub(crate) fn notifications(&self) -> &Notifications {
        &self.0.notifications
    }

    pub(crate) fn boards(&self) -> &Boards {
        &self.0.boards
    }

    pub(crate) fn chat(&self) -> &Chat {
        &self.0.chat
    }

    pub(crate) fn push(&self) -> &Push {
        &self.0.push
    }

    pub(crate) fn thinking(&self) -> &EnginePool {
        &self.0.thinking
    }

    /// Waits until the server is asked to stop.
    pub(crate) async fn stopped(&self) {
        self.0.stopping.cancelled().await;
    }

    pub(crate) fn is_stopping(&self) -> bool {
        self.0.stopping.is_cancelled()
    }
}

/// Returns a finished game if `viewer` may see it: a private game only if they played in it.
///
/// # Errors
/// `no_such_game`, or the store is unavailable.
pub(crate) async fn visible_game(
    app: &App,
    viewer: Option<UserId>,
    id: GameId,
) -> Result<FinishedGame, ApiError> {
    let game = app.store().game_with_moves(id).await?.ok_or_else(ApiError::no_such_game)?;
    let has_played = game.players.iter().any(|player| Some(player.id) == viewer);
    if game.visibility == Visibility::Private && !has_played {
        return Err(ApiError::no_such_game());
    }
    Ok(game)
}
