//! Shared state of all request handlers.

use std::ops::Deref;
use std::sync::Arc;

use sumito_game::{GameId, UserId};
use tokio_util::sync::CancellationToken;

use crate::avatars::Avatars;
use crate::codec::{self, ApiError};
use crate::limits::AddressLimits;
use crate::pictures::Pictures;
use crate::readiness::Readiness;
use crate::receipts::TEXTS;
use crate::site::Site;
use sumito_config::{Config, millis};
use sumito_kit::blocking::BlockingPool;
use sumito_kit::engine_pool::EnginePool;
use sumito_kit::tasks::Tasks;
use sumito_kit::telemetry;
use sumito_kit::time_source::TimeSource;
use sumito_services::Env;
use sumito_services::Services;
use sumito_services::accounts::admin::Administration;
use sumito_services::receipts::Receipts;
use sumito_services::social::sockets::SocketRegistry;
use sumito_store::{FinishedGame, Store, Visibility};

/// Settings that [`App::reload`] applies at runtime.
pub const RELOADED: [&str; 5] = [
    "log.filter",
    "limits.*_per_minute",
    "limits.*_per_hour",
    "limits.trusted_networks",
    "http.requests_per_second",
];

/// Shared state of all request handlers. Cheap to clone; its components are fields: `app.store`.
#[derive(Debug, Clone)]
pub struct App(Arc<AppParts>);

/// The services of a server, and the parts of its gateway.
#[derive(Debug)]
pub struct AppParts {
    services: Services,
    /// Configuration of the server, as read at its start.
    pub config: Arc<Config>,
    /// All stored data.
    pub store: Store,
    pub(crate) time: TimeSource,
    pub(crate) engine_pool: EnginePool,
    pub(crate) address_limits: AddressLimits,
    pub(crate) pictures: Pictures,
    pub(crate) avatars: Avatars,
    /// Pool for requests that keep a thread busy.
    pub(crate) jobs: BlockingPool,
    pub(crate) readiness: Readiness,
    pub(crate) receipts: Receipts,
    pub(crate) site: Site,
    /// Cancelled when the server is asked to stop.
    pub(crate) stopping: CancellationToken,
}

impl App {
    /// Starts the gateway to the services. Requests that keep a thread busy run in the pool `jobs`.
    ///
    /// # Errors
    /// If a setting is invalid.
    pub fn start(
        env: &Env,
        services: Services,
        site: Site,
        jobs: BlockingPool,
        tasks: &Tasks,
    ) -> anyhow::Result<Self> {
        let Env { config, store, .. } = env;
        let announcing = show_announcements(services.administration.clone(), services.sockets.clone());
        tasks.spawn_until_stopped("announcements", announcing);
        Ok(Self(Arc::new(AppParts {
            address_limits: AddressLimits::start(env, tasks),
            pictures: Pictures::new(jobs.clone()),
            avatars: Avatars::new(millis(config.http.body_timeout_ms))?,
            readiness: Readiness::start(store, tasks),
            receipts: Receipts::start(env, &services.rooms, &services.tournaments, TEXTS, tasks),
            site,
            config: Arc::clone(config),
            store: store.clone(),
            time: env.time,
            engine_pool: env.engine_pool.clone(),
            stopping: tasks.stopping().clone(),
            services,
            jobs,
        })))
    }

    /// Reads the configuration again and applies the [settings](RELOADED) that are safe to change at runtime.
    ///
    /// # Errors
    /// If a setting is invalid or the log rejects the new filter. Nothing has changed then.
    pub fn reload(&self) -> anyhow::Result<()> {
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

impl Deref for AppParts {
    type Target = Services;

    fn deref(&self) -> &Services {
        &self.services
    }
}

/// Sends each change of the announcement to the open sockets.
async fn show_announcements(administration: Administration, sockets: SocketRegistry) {
    let mut changes = administration.announcement_changes();
    while changes.changed().await.is_ok() {
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
    if is_visible(&game, viewer) { Ok(game) } else { Err(ApiError::no_such_game()) }
}

/// Returns whether a user may read a finished game: a private one only if they played it.
pub(crate) fn is_visible<M>(game: &FinishedGame<M>, viewer: Option<UserId>) -> bool {
    game.visibility == Visibility::Public || game.players.iter().any(|player| Some(player.id) == viewer)
}
