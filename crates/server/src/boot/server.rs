//! Start and stop of the server.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tracing::{info, warn};

use crate::boot::outage::outlast;
use crate::boot::reached;
use sumito_cluster::{Bus, BusSettings, Credentials, Duties, Node, Standing};
use sumito_config::{self as config, Config, millis};
use sumito_gateway::app::{App, RELOADED};
use sumito_gateway::http::metrics as http_metrics;
use sumito_gateway::router;
use sumito_gateway::site::Site;
use sumito_kit::blocking::BlockingPool;
use sumito_kit::engine_pool::EnginePool;
use sumito_kit::metrics;
use sumito_kit::task;
use sumito_kit::tasks::Tasks;
use sumito_kit::time_source::TimeSource;
use sumito_rooms::event_log::{self, EventLog};
use sumito_services::Env;
use sumito_services::Services;
use sumito_services::tournaments;
use sumito_store::{self as store, Store};

/// A running server.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    metrics_address: Option<SocketAddr>,
    app: App,
    node: Node,
    duties: Duties,
    tasks: Tasks,
    serving: JoinHandle<()>,
    event_log_writer: JoinHandle<()>,
}

impl Server {
    /// Opens the database, loads the rooms that must be in memory, and listens. Waits for a database and for NATS servers that are away.
    ///
    /// # Errors
    /// Fails if the database cannot be used or an address cannot be bound; the message names it.
    pub async fn start(config: Config) -> anyhow::Result<Self> {
        // This future is large, and a part of many others.
        Box::pin(Self::start_parts(config)).await
    }

    async fn start_parts(config: Config) -> anyhow::Result<Self> {
        let site = Site::load(&config)?;
        let config = Arc::new(config);
        let (listener, address) = listen("listen", config.listen).await?;
        let (store, node) = join(&listener, &config).await?;
        let tasks = Tasks::new(CancellationToken::new());
        let stopping = tasks.stopping().clone();
        let time =
            event_log::time_since(&store, TimeSource::from_system()).await.context("`database_url`")?;
        let (event_log, event_log_writer, opening) =
            EventLog::start_closed(store.clone(), &config.event_log, time).await.context("`database_url`")?;
        let event_log_writer = tasks.watch("event_log", event_log_writer);
        let http = &config.http;
        let jobs = BlockingPool::background("jobs", http.jobs_at_once, http.jobs_waiting)?;
        let env = Env {
            engine_pool: EnginePool::start(&config.computers).context("`computers.threads`")?,
            duties: Duties::new(node.clone(), stopping.child_token()),
            deciding: tournaments::deciding(),
            config,
            store,
            event_log,
            node,
            time,
        };
        let services = Services::start(&env, &tasks).await?;
        let app = App::start(&env, services, site, jobs, &tasks)?;
        let metrics_address = serve_metrics(&app, &stopping).await?;
        // Startup is complete: only now do the clocks resume.
        opening.open().await;
        let serving = task::spawn(router::serve(listener, app.clone(), stopping));
        let serving = tasks.watch("connections", serving);
        info!(%address, rooms = app.rooms.count(), "server listening");
        let Env { node, duties, .. } = env;
        Ok(Self { address, metrics_address, app, node, duties, tasks, serving, event_log_writer })
    }

    /// Returns the address that is served, with the actual port if the configured port is 0.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the address at which metrics are served, if metrics are on.
    pub fn metrics_address(&self) -> Option<SocketAddr> {
        self.metrics_address
    }

    /// Rereads the settings and applies those that are safe to change during games. If the settings are invalid, logs the error and
    /// changes nothing.
    pub fn reload(&self) {
        match self.app.reload() {
            Ok(()) => info!(settings = RELOADED.join(", "), "configuration reloaded"),
            Err(error) => warn!(error = format!("{error:#}"), "configuration reload failed"),
        }
    }

    /// Waits until another server has claimed the database. This server must then stop, because it can no longer write.
    pub async fn taken_over(&self) {
        self.app.store.fenced().cancelled_owned().await;
    }

    /// Waits until a task fails that the server cannot run without. The server must then be stopped and restarted.
    pub async fn broken(&self) {
        self.tasks.broken().await;
    }

    /// Stops the server: hands its rooms over to other nodes if there are any, rejects new requests, pauses the clocks of running games,
    /// stores pending work, informs the clients, and closes the database. Work that exceeds the configured grace period is aborted; no acknowledged write is lost.
    pub async fn stop(self) {
        let grace = millis(self.app.config.shutdown_grace_ms);
        let stopping = async {
            if timeout(grace / 2, self.leave()).await.is_err() {
                warn!("hand-over timed out; rest left to other nodes");
            }
            self.tasks.stopping().cancel();
            self.shut_down().await;
        };
        if timeout(grace, stopping).await.is_err() {
            warn!(?grace, "shutdown grace period exceeded");
        }
    }

    /// Moves duties, rooms and sockets to the other nodes, if there are any.
    async fn leave(&self) {
        if self.node.peers().available_others().is_empty() {
            return;
        }
        if let Err(error) = self.node.drain().await {
            warn!(%error, "drain not recorded: other nodes may still rely on this one");
        }
        let mut peers = self.node.peers();
        // Until then, the node takes new sockets.
        let drained = async {
            while !peers.is_draining() {
                peers.changed().await;
            }
        };
        let _ = timeout(DRAIN_SEEN_WITHIN, drained).await;
        self.duties.stopping().cancel();
        self.app.rooms.hand_over().await;
        self.app.sockets.send_away(SEND_AWAY_WITHIN).await;
    }

    async fn shut_down(self) {
        let Self { app, serving, event_log_writer, .. } = self;
        app.tournaments.stop().await;
        app.studies.stop().await;
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

/// Opens the database, and connects to the other nodes if there can be any.
async fn join(listener: &TcpListener, config: &Arc<Config>) -> anyhow::Result<(Store, Node)> {
    let Config { cluster, database, database_url, .. } = &**config;
    let opening = async || {
        if cluster.is_on() {
            Store::join(database_url, database).await
        } else {
            Store::connect(database_url, database).await
        }
    };
    let store = outlast("opening the database", listener, config, store::ConnectError::is_outage, opening);
    let store = store.await.context("`database_url`")?;
    if !cluster.is_on() {
        return Ok((store, Node::alone()));
    }
    let membership = store.membership().context("the database cannot be shared")?;
    let id = membership.database_id().await.context("`database_url`")?;
    let (settings, standing) = (bus_settings(cluster), Standing::of(&store));
    let connecting = async || Bus::connect(&settings, membership.id(), id, standing.clone()).await;
    let bus =
        outlast("connecting to NATS", listener, config, sumito_cluster::ConnectError::is_outage, connecting);
    let bus = bus.await.context("`cluster.nats_url`")?;
    Ok((store.clone(), Node::new(&store, bus)))
}

fn bus_settings(config: &config::Cluster) -> BusSettings {
    let path = |path: &Path| (!path.as_os_str().is_empty()).then(|| path.to_owned());
    let (user, token) = (config.user.clone(), config.token.reveal().to_owned());
    let credentials = if let Some(file) = path(&config.credentials_file) {
        Credentials::File(file)
    } else if !token.is_empty() {
        Credentials::Token(token)
    } else if !user.is_empty() {
        Credentials::Password { user, password: config.password.reveal().to_owned() }
    } else {
        Credentials::None
    };
    BusSettings {
        url: config.nats_url.clone(),
        prefix: config.prefix.clone(),
        credentials,
        tls_ca: path(&config.tls_ca),
    }
}

/// Binds the address that this setting names. Returns the actual address, too: the configured port may be 0.
async fn listen(setting: &str, address: SocketAddr) -> anyhow::Result<(TcpListener, SocketAddr)> {
    let mut listener = TcpListener::bind(address).await;
    if let Err(error) = &listener
        && let Some(v4) = reached::without_ipv6(address, error)
    {
        warn!(%address, "no IPv6 on this machine; listening on IPv4 only");
        listener = TcpListener::bind(v4).await;
    }
    let listener = listener.with_context(|| format!("`{setting}`: cannot listen on {address}"))?;
    let address = listener.local_addr().context("the socket has no address")?;
    Ok((listener, address))
}

/// Installs the metrics recorder and serves the metrics if the configuration asks for it. Returns the address.
async fn serve_metrics(app: &App, stopping: &CancellationToken) -> anyhow::Result<Option<SocketAddr>> {
    let Some(address) = app.config.metrics.address()? else { return Ok(None) };
    let counted = metrics::start().context("cannot install the metrics recorder")?;
    let (listener, address) = listen("metrics.listen", address).await?;
    task::spawn(http_metrics::serve(listener, app.clone(), counted, stopping.clone()));
    info!(%address, "metrics listening");
    Ok(Some(address))
}

/// Time within which a server that stops closes its sockets, if their clients find another node.
const SEND_AWAY_WITHIN: Duration = Duration::from_secs(1);

/// Time limit for a stopping server to notice that it is drained: it reads that with the next renewal of its lease.
const DRAIN_SEEN_WITHIN: Duration = Duration::from_secs(1);

/// Time limit for the event log's writer to end after all handles are gone.
const EVENT_LOG_GRACE: Duration = Duration::from_secs(2);
