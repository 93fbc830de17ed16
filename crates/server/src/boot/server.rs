//! Start and stop of the server.

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use anyhow::Context;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tracing::{info, warn};

use crate::accounts::admin::Administration;
use crate::accounts::apps::Apps;
use crate::accounts::identity::Identities;
use crate::accounts::mail::Mail;
use crate::accounts::moderation::Moderation;
use crate::boot::reached;
use crate::gateway::app::{self, App, AppParts, RELOADED};
use crate::gateway::avatars::Avatars;
use crate::gateway::http::metrics as http_metrics;
use crate::gateway::limits::{self, AddressLimits};
use crate::gateway::pictures::Pictures;
use crate::gateway::readiness::Readiness;
use crate::gateway::receipts::Receipts;
use crate::gateway::router;
use crate::gateway::site::Site;
use crate::history::analyses::Analyses;
use crate::history::standings::Standings;
use crate::history::{projections, puzzles, retention};
use crate::play::bots::Bots;
use crate::play::computers;
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
use crate::social::push::{Push, TurnReminders};
use crate::social::sockets::{SocketRegistry, UserChanges};
use crate::social::studies::Studies;
use crate::social::webhooks::Webhooks;
use crate::tournaments::{Tournaments, TournamentsDeps};
use sumito_cluster::{Bus, BusSettings, Credentials, Duties, Node, Standing};
use sumito_config::{self as config, Config, millis};
use sumito_kit::blocking::BlockingPool;
use sumito_kit::engine_pool::EnginePool;
use sumito_kit::metrics;
use sumito_kit::supervisor::Supervisor;
use sumito_kit::task;
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
    node: Node,
    duties: Duties,
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
        // This future is large, and a part of many others.
        Box::pin(Self::start_parts(config)).await
    }

    #[expect(clippy::too_many_lines, reason = "the parts start one after the other")]
    async fn start_parts(config: Config) -> anyhow::Result<Self> {
        let site = Site::load(&config)?;
        let (store, node) = join(&config).await?;
        let stopping = CancellationToken::new();
        let duties = Duties::new(node.clone(), stopping.child_token());
        let time =
            event_log::time_since(&store, TimeSource::from_system()).await.context("`database_url`")?;
        let essential = Supervisor::default();
        let (event_log, event_log_writer, opening) =
            EventLog::start_closed(store.clone(), &config.event_log, time).await.context("`database_url`")?;
        let event_log_writer = essential.watch("journal", event_log_writer);
        let finished = event_log.games_finished();
        let rooms = Rooms::new(&config, store.clone(), event_log.clone(), time, node.clone());
        essential.watch_all("feed", projections::start(&store, &finished, &rooms.rated(), &duties));
        let (lobbies, listing) = Lobbies::start(rooms.listings(), (&config.lobby).into(), time, &node);
        essential.watch("lobbies", listing);
        let thinking = start_computers(&config, &store, &rooms, time, &essential).await?;
        let own_rooms = start_own_rooms(&config, &rooms, &essential);

        let (listener, address) = listen("listen", config.listen).await?;
        let loaded = restore_rooms(&rooms, &essential).await?;

        let analyses =
            start_analyses(&config, &store, &rooms, &node, &thinking, &essential, &stopping).await?;
        let (sockets, user_changes, identities) = start_accounts(&config, &store, time, &essential, &duties)?;
        let (notifications, push) =
            start_notifications(&config, &store, &rooms, &identities, time, &essential, &duties)?;
        let webhooks = Webhooks::new(&config.webhooks, store.clone(), time)?;
        essential.spawn("webhooks", webhooks.clone().run(finished.clone(), duties.clone()));
        let tournaments = Tournaments::new(TournamentsDeps {
            rules: (&config).into(),
            store: store.clone(),
            rooms: rooms.clone(),
            notifications: notifications.clone(),
            webhooks: webhooks.clone(),
            event_log,
            node: node.clone(),
            time,
            deciding: TournamentsDeps::deciding(),
            stopping: stopping.clone(),
        });
        let mining = puzzles::run(config.puzzles.clone(), store.clone(), finished.clone(), duties.clone());
        essential.spawn("puzzles", mining);
        let receipts = Receipts::new(&config, store.clone(), time);
        essential.spawn("receipts", receipts.clone().run(tournaments.clone(), rooms.rated(), duties.clone()));
        essential.spawn("tournaments", tournaments.clone().run(finished, duties.clone()));
        let (matchmaking, pairing) =
            Matchmaking::start(&config, &store, &rooms, &lobbies, &notifications, &duties, time);
        let challenges = Challenges::new(
            &config,
            store.clone(),
            rooms.clone(),
            notifications.clone(),
            webhooks.clone(),
            time,
        );
        essential.watch_all("pairing", pairing);
        essential.spawn("challenges", challenges.clone().run(duties.clone()));
        let boards = start_boards(&config, &rooms, &lobbies, &tournaments, &essential, &stopping);
        let (chat, keeping) =
            Chat::start(store.clone(), rooms.clone(), node.clone(), &config, stopping.clone());
        essential.watch("chat", keeping);
        let (conversations, telling) =
            Conversations::start(store.clone(), chat.clone(), notifications.clone(), stopping.clone());
        essential.watch("conversations", telling);
        let (club_announcer, telling) =
            ClubAnnouncer::start(&config, &store, &rooms, &notifications, &push, stopping.clone());
        essential.watch("club announcements", telling);
        let administration =
            start_administration(&store, &rooms, &sockets, &node, time, &essential, &stopping).await?;
        start_sweeps(&config, &store, &rooms, &essential, &duties);
        let moderation = Moderation::new(
            &config.retention,
            store.clone(),
            rooms.clone(),
            user_changes.clone(),
            analyses.clone(),
            chat.clone(),
            time,
        );
        let pause = config.ratings.signals_span();
        essential.spawn("signals", moderation.clone().run(rooms.rated(), pause, duties.clone()));
        let jobs = BlockingPool::background("jobs", config.http.jobs_at_once, config.http.jobs_waiting)?;
        let readiness = Readiness::new();
        essential.spawn("readiness", readiness.clone().run(store.clone(), stopping.clone()));
        let app = App::new(AppParts {
            apps: Apps::new(store.clone(), time, user_changes, identities.clone(), &config),
            identities,
            tournaments,
            address_limits: AddressLimits::new(&config, store.clone()),
            administration,
            pictures: Pictures::new(jobs.clone()),
            avatars: Avatars::new(millis(config.http.body_timeout_ms))?,
            jobs,
            moderation,
            analyses,
            chat,
            conversations,
            club_announcer,
            boards,
            push,
            webhooks,
            puzzles: Puzzles::new(store.clone(), time, &config.puzzles),
            readiness,
            receipts,
            site,
            standings: Standings::new(store.clone(), time),
            studies: Studies::new(store.clone(), node.clone(), time, &config, stopping.clone()),
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
        let serving = task::spawn(router::serve(listener, app.clone(), stopping.clone()));
        let serving = essential.watch("connections", serving);
        info!(%address, rooms_loaded = loaded, "server listening");
        Ok(Self {
            address,
            metrics_address,
            app,
            node,
            duties,
            stopping,
            serving,
            event_log_writer,
            essential,
        })
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

    /// Waits until another server has claimed the database. This server must then stop, because it can no longer write.
    pub async fn taken_over(&self) {
        self.app.store.fenced().cancelled_owned().await;
    }

    /// Waits until a task fails that the server cannot run without. The server must then be stopped and restarted.
    pub async fn broken(&self) {
        self.essential.broken().await;
    }

    /// Stops the server: hands its rooms over to other nodes if there are any, rejects new requests, pauses the clocks of running games,
    /// stores pending work, informs the clients, and closes the database. Work that exceeds the configured grace period is aborted; no acknowledged write is lost.
    pub async fn stop(self) {
        let grace = millis(self.app.config.shutdown_grace_ms);
        let stopping = async {
            if timeout(grace / 2, self.leave()).await.is_err() {
                warn!("hand-over timed out; rest left to other nodes");
            }
            self.stopping.cancel();
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
async fn join(config: &Config) -> anyhow::Result<(Store, Node)> {
    let Config { cluster, database, database_url, .. } = config;
    if !cluster.is_on() {
        let store = Store::connect(database_url, database).await.context("`database_url`")?;
        return Ok((store, Node::alone()));
    }
    let store = Store::join(database_url, database).await.context("`database_url`")?;
    let membership = store.membership().context("the database cannot be shared")?;
    let id = membership.database_id().await.context("`database_url`")?;
    let (settings, standing) = (bus_settings(cluster), Standing::of(&store));
    let bus = Bus::connect(&settings, membership.id(), id, standing).await.context("`cluster.nats_url`")?;
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

/// Loads the rooms that have something due and starts the scheduler for later ones. Returns the number of rooms loaded.
async fn restore_rooms(rooms: &Rooms, essential: &Supervisor) -> anyhow::Result<usize> {
    let loaded_until = rooms.now();
    let loaded = rooms.load_due().await.context("cannot load running games")?;
    essential.spawn("scheduler", rooms.clone().run_scheduler(loaded_until));
    essential.spawn("attendance", rooms.clone().run_attendance());
    essential.spawn("rooms of other nodes", rooms.clone().run_remote());
    Ok(loaded)
}

/// Starts the engine, and the players that it moves for.
async fn start_computers(
    config: &Config,
    store: &Store,
    rooms: &Rooms,
    time: TimeSource,
    essential: &Supervisor,
) -> anyhow::Result<EnginePool> {
    let thinking = EnginePool::start(&config.computers).context("`computers.threads`")?;
    computers::register(store, time.now()).await.context("`database_url`")?;
    essential.watch("computers", computers::start(rooms.clone(), thinking.clone(), &config.computers));
    Ok(thinking)
}

fn start_own_rooms(config: &Config, rooms: &Rooms, essential: &Supervisor) -> MyRooms {
    let update_interval = millis(config.lobby.update_ms);
    let (own_rooms, keeping) = MyRooms::start(rooms.clone(), update_interval, config.limits.sockets);
    essential.watch("own rooms", keeping);
    own_rooms
}

fn start_boards(
    config: &Config,
    rooms: &Rooms,
    lobbies: &Lobbies,
    tournaments: &Tournaments,
    essential: &Supervisor,
    stopping: &CancellationToken,
) -> Boards {
    let (rooms, lobbies, tournaments) = (rooms.clone(), lobbies.clone(), tournaments.clone());
    let update_interval = millis(config.lobby.boards_ms);
    let (boards, looking) = Boards::start(rooms, lobbies, tournaments, update_interval, stopping.clone());
    essential.watch("boards", looking);
    boards
}

/// Resumes the unfinished analyses that no other node has.
async fn start_analyses(
    config: &Config,
    store: &Store,
    rooms: &Rooms,
    node: &Node,
    thinking: &EnginePool,
    essential: &Supervisor,
    stopping: &CancellationToken,
) -> anyhow::Result<Analyses> {
    let (rated, stopping) = (rooms.rated_positions().clone(), stopping.clone());
    let analyses =
        Analyses::new(store.clone(), node.clone(), thinking.clone(), rated, &config.computers, stopping);
    analyses.resume().await.context("cannot load unfinished analyses")?;
    essential.spawn("analyses", analyses.clone().run_shared());
    Ok(analyses)
}

/// Starts users and their sessions, and the changes of them on other nodes.
fn start_accounts(
    config: &Config,
    store: &Store,
    time: TimeSource,
    essential: &Supervisor,
    duties: &Duties,
) -> anyhow::Result<(SocketRegistry, UserChanges, Identities)> {
    let (sockets, stopping) = (SocketRegistry::default(), duties.stopping());
    essential.spawn("sockets of a lost lease", {
        let (following, stopping) = (sockets.clone().follow_lease(store.lease_deadline()), stopping.clone());
        async move { stopping.run_until_cancelled(following).await.unwrap_or(()) }
    });
    let changes = UserChanges::new(sockets.clone(), duties.node());
    essential.spawn("changes of users", changes.clone().run(store.clone(), time.now(), stopping.clone()));
    let mail = Mail::new(config, stopping.clone())?;
    let identities = Identities::new(store.clone(), time, changes.clone(), mail, config);
    essential.spawn("uses of sessions", identities.clone().record_uses(stopping.clone()));
    essential.spawn("sessions", {
        let (identities, duties) = (identities.clone(), duties.clone());
        async move { duties.run("sessions", || identities.sweep_sessions(duties.stopping())).await }
    });
    Ok((sockets, changes, identities))
}

/// Starts the notifications of users, and pushes and reminders to users who are offline.
fn start_notifications(
    config: &Config,
    store: &Store,
    rooms: &Rooms,
    identities: &Identities,
    time: TimeSource,
    essential: &Supervisor,
    duties: &Duties,
) -> anyhow::Result<(Notifications, Push)> {
    let stopping = duties.stopping();
    let notifications = Notifications::new(duties.node());
    essential.spawn("notifications", notifications.clone().run(stopping.clone()));
    let push = Push::new(config, store.clone(), time, stopping.clone())?;
    let (reminders, mails) =
        TurnReminders::new(push.clone(), store.clone(), config.push.waiting, stopping.clone());
    essential.watch_all("push", push.start(config, rooms, &notifications, reminders, time));
    essential.spawn("emails about turns", identities.clone().mail_turns(mails, stopping.clone()));
    Ok((notifications, push))
}

/// Loads the administration settings, follows them, and shows announcements to open sockets.
async fn start_administration(
    store: &Store,
    rooms: &Rooms,
    sockets: &SocketRegistry,
    node: &Node,
    time: TimeSource,
    essential: &Supervisor,
    stopping: &CancellationToken,
) -> anyhow::Result<Administration> {
    let administration =
        Administration::new(store.clone(), rooms.clone(), sockets.clone(), node.clone(), time);
    administration.load().await.context("`database_url`")?;
    let announcing = app::show_announcements(administration.clone(), sockets.clone(), stopping.clone());
    essential.spawn("announcements", announcing);
    essential.spawn("administration", administration.clone().run(stopping.clone()));
    Ok(administration)
}

/// Starts the duties that remove old data.
fn start_sweeps(config: &Config, store: &Store, rooms: &Rooms, essential: &Supervisor, duties: &Duties) {
    essential.spawn("attempts", {
        let (store, duties) = (store.clone(), duties.clone());
        async move { duties.run("attempts", || limits::run_cleanup(&store)).await }
    });
    essential.spawn("retention", {
        let (store, rooms, duties) = (store.clone(), rooms.clone(), duties.clone());
        let (retention, stopping) = (config.retention.clone(), duties.stopping().clone());
        let sweeps =
            move || retention::run(store.clone(), rooms.clone(), retention.clone(), stopping.clone());
        async move { duties.run("retention", sweeps).await }
    });
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
