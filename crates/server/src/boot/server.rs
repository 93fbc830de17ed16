//! Start and stop of the server.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::Context;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tracing::{info, warn};

use crate::accounts::admin::Administration;
use crate::accounts::identity::Identities;
use crate::accounts::mail::Mail;
use crate::accounts::moderation::Moderation;
use crate::gateway::app::{App, AppParts, RELOADED};
use crate::gateway::http::metrics as http_metrics;
use crate::gateway::limits::AddressLimits;
use crate::gateway::pictures::Pictures;
use crate::gateway::router;
use crate::history::analyses::Analyses;
use crate::history::{projections, retention};
use crate::play::bots::Bots;
use crate::play::computers;
use crate::play::live_boards::Boards;
use crate::play::lobby::Lobbies;
use crate::play::matchmaking::Matchmaking;
use crate::play::my_games::MyRooms;
use crate::social::challenges::Challenges;
use crate::social::chat::Chat;
use crate::social::notifications::Notifications;
use crate::social::push::Push;
use crate::social::sockets::SocketRegistry;
use crate::tournaments::{Tournaments, TournamentsDeps};
use sumito_config::{Config, millis};
use sumito_kit::blocking::BlockingPool;
use sumito_kit::engine_pool::EnginePool;
use sumito_kit::metrics;
use sumito_kit::supervisor::Supervisor;
use sumito_kit::time_source::TimeSource;
use sumito_rooms::Rooms;
use sumito_rooms::event_log::{self, EventLog};
use sumito_store::Store;

/// A running server.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    metrics_address: Option<SocketAddr>,
    app: App,
    stopping: CancellationToken,
    serving: JoinHandle<()>,
    event_log_writer: JoinHandle<()>,
    essential: Supervisor,
}

impl Server {
    /// Opens the database, loads the rooms that must be in memory, and listens.
    ///
    /// # Errors
    /// Fails if the database cannot be opened or an address cannot be bound; the message names it.
    pub async fn start(config: Config) -> anyhow::Result<Self> {
        let store = Store::connect(&config.database_url, &config.database).await.context("`database_url`")?;
        let time =
            event_log::time_since(&store, TimeSource::from_system()).await.context("`database_url`")?;
        let essential = Supervisor::default();
        let (event_log, event_log_writer, opening) =
            EventLog::start_closed(store.clone(), &config.event_log, time).await.context("`database_url`")?;
        let event_log_writer = essential.watch("journal", event_log_writer);
        let finished = event_log.games_finished();
        let rooms = Rooms::new(&config, store.clone(), event_log.clone(), time);
        essential.watch_all("feed", projections::start(&store, &finished, &rooms.rated()));
        let (lobbies, listing) = Lobbies::start(rooms.listings().clone(), (&config.lobby).into(), time);
        essential.watch("lobbies", listing);
        let thinking = EnginePool::start(&config.computers).context("`computers.threads`")?;
        computers::register(&store, time.now()).await.context("`database_url`")?;
        essential.watch("computers", computers::start(rooms.clone(), thinking.clone(), &config.computers));
        let (own_rooms, keeping) =
            MyRooms::start(rooms.clone(), millis(config.lobby.update_ms), config.limits.sockets);
        essential.watch("own rooms", keeping);

        let listener = listen("listen", config.listen).await?;
        let address = listener.local_addr().context("the socket has no address")?;
        let loaded = restore_rooms(&rooms, &essential).await?;

        let stopping = CancellationToken::new();
        let analyses = Analyses::new(store.clone(), thinking.clone(), &config.computers, stopping.clone());
        analyses.resume().await.context("cannot load unfinished analyses")?;
        let sockets = SocketRegistry::default();
        let mail = Mail::new(&config, stopping.clone())?;
        let identities = Identities::new(store.clone(), time, sockets.clone(), mail, &config);
        essential.spawn("upkeep of sessions", identities.clone().run_upkeep(stopping.clone()));
        let notifications = Notifications::default();
        let push = Push::new(&config, store.clone(), time, stopping.clone())?;
        essential.watch_all("push", push.start(&config, &rooms, &notifications));
        let tournaments = Tournaments::new(TournamentsDeps {
            rules: (&config).into(),
            store: store.clone(),
            rooms: rooms.clone(),
            notifications: notifications.clone(),
            event_log,
            time,
            deciding: TournamentsDeps::deciding(),
            stopping: stopping.clone(),
        });
        essential.spawn("tournaments", tournaments.clone().run(finished));
        let (matchmaking, pairing) =
            Matchmaking::start(&config, store.clone(), rooms.clone(), &lobbies, notifications.clone(), time);
        let challenges = Challenges::new(&config, store.clone(), rooms.clone(), notifications.clone(), time);
        essential.watch_all("pairing", pairing);
        essential.spawn("challenges", challenges.clone().run(stopping.clone()));
        let (boards, looking) = Boards::start(
            rooms.clone(),
            lobbies.clone(),
            tournaments.clone(),
            millis(config.lobby.boards_ms),
            stopping.clone(),
        );
        essential.watch("boards", looking);
        let (chat, keeping) = Chat::start(store.clone(), rooms.clone(), &config, stopping.clone());
        essential.watch("chat", keeping);
        let sweeps = retention::run(store.clone(), rooms.clone(), config.retention.clone(), stopping.clone());
        essential.spawn("retention", sweeps);
        let app = App::new(AppParts {
            identities,
            tournaments,
            address_limits: AddressLimits::new(&config),
            administration: Administration::new(store.clone(), rooms.clone(), time),
            pictures: Pictures::new(&config.http),
            exports: BlockingPool::new("exports", config.http.exports_at_once, config.http.exports_waiting),
            moderation: Moderation::new(
                store.clone(),
                rooms.clone(),
                sockets.clone(),
                analyses.clone(),
                chat.clone(),
                time,
            ),
            analyses,
            chat,
            boards,
            push,
            bots: Bots::new(store.clone(), rooms.clone(), time),
            notifications,
            matchmaking,
            challenges,
            thinking,
            config,
            store,
            rooms,
            lobbies,
            own_rooms,
            time,
            sockets,
            stopping: stopping.clone(),
        });
        let metrics_address = serve_metrics(&app, &stopping).await?;
        // Startup is complete: only now do the clocks resume.
        opening.open().await;
        let serving = tokio::spawn(router::serve(listener, app.clone(), stopping.clone()));
        let serving = essential.watch("connections", serving);
        info!(%address, rooms_loaded = loaded, "server listening");
        Ok(Self { address, metrics_address, app, stopping, serving, event_log_writer, essential })
    }

    /// Returns the address that is served, with the actual port if the configured port is 0.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the address at which metrics are served, if metrics are on.
    pub fn metrics_address(&self) -> Option<SocketAddr> {
        self.metrics_address
    }

    /// Reads the settings again and applies those that are safe to change during games. If the settings are invalid, logs the error and
    /// changes nothing.
    pub fn reload(&self) {
        match self.app.reload() {
            Ok(()) => info!(settings = RELOADED.join(", "), "configuration reloaded"),
            Err(error) => warn!(error = format!("{error:#}"), "configuration reload failed"),
        }
    }

    /// Waits until another server has taken over the database. This server must then stop, because it can no longer write.
    pub async fn taken_over(&self) {
        self.app.store.fenced().cancelled_owned().await;
    }

    /// Waits until a task fails that the server cannot run without. The server must then be stopped and restarted.
    pub async fn broken(&self) {
        self.essential.broken().await;
    }

    /// Stops the server: rejects new requests, pauses the clocks of running games, stores pending work, informs the clients, and closes
    /// the database. Work that exceeds the configured grace period is aborted; no acknowledged write is lost.
    pub async fn stop(self) {
        let grace = millis(self.app.config.shutdown_grace_ms);
        self.stopping.cancel();
        if timeout(grace, self.shut_down()).await.is_err() {
            warn!(?grace, "shutdown grace period exceeded");
        }
    }

    async fn shut_down(self) {
        let Self { app, serving, event_log_writer, .. } = self;
        app.tournaments.stop().await;
        app.rooms.stop().await;
        app.sockets.stop().await;
        // A failure of this task was already logged when it happened.
        let _ = serving.await;
        let store = app.store.clone();
        // The app holds the last handles of the event log; the writer ends when its queue is empty.
        drop(app);
        if timeout(EVENT_LOG_GRACE, event_log_writer).await.is_err() {
            warn!("event log writer still in use at shutdown");
        }
        store.close().await;
        info!("server stopped");
    }
}

/// Loads the rooms that have something due and starts the scheduler for later ones. Returns the number of rooms loaded.
async fn restore_rooms(rooms: &Rooms, essential: &Supervisor) -> anyhow::Result<usize> {
    let loaded_until = rooms.now();
    let loaded = rooms.load_due().await.context("cannot load running games")?;
    essential.spawn("scheduler", rooms.clone().run_scheduler(loaded_until));
    essential.spawn("attendance", rooms.clone().run_attendance());
    Ok(loaded)
}

/// Binds the address that this setting names.
async fn listen(setting: &str, address: SocketAddr) -> anyhow::Result<TcpListener> {
    TcpListener::bind(address).await.with_context(|| format!("`{setting}`: cannot listen on {address}"))
}

/// Installs the metrics recorder and serves the metrics if the configuration asks for it. Returns the address.
async fn serve_metrics(app: &App, stopping: &CancellationToken) -> anyhow::Result<Option<SocketAddr>> {
    let Some(address) = app.config.metrics.address()? else { return Ok(None) };
    let counted = metrics::start().context("cannot install the metrics recorder")?;
    let listener = listen("metrics.listen", address).await?;
    let address = listener.local_addr().context("the socket has no address")?;
    tokio::spawn(http_metrics::serve(listener, app.clone(), counted, stopping.clone()));
    info!(%address, "metrics listening");
    Ok(Some(address))
}

/// Time limit for the event log's writer to end after all handles are gone.
const EVENT_LOG_GRACE: Duration = Duration::from_secs(2);
