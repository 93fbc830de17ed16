//! A server without sockets, for simulations: the services on any store, in the runtime's own time, and sessions whose messages stay in
//! memory.
//!
//! It is part of the gateway because a simulated session is a `SocketSession` without its socket. `tools/simulation` has no other access to
//! the server's inside. Of the background work it starts only the tasks that answer clients and run games: a simulation runs the rest itself,
//! if at all.

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::FutureExt;
use sumito_game::{Policy, Timestamp};
use sumito_protocol::server::{Event, Snapshot};
use sumito_protocol::tournament::TournamentSettings;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::app::App;
use crate::codec;
use crate::limits::ClientAddress;
use crate::site::Site;
use crate::socket::SocketSession;
use sumito_cluster::{Duties, Node, Wakeup};
use sumito_config::Config;
use sumito_kit::blocking::BlockingPool;
use sumito_kit::encoded::Encoding;
use sumito_kit::engine_pool::EnginePool;
use sumito_kit::task;
use sumito_kit::tasks::Tasks;
use sumito_kit::text::Unmuted;
use sumito_kit::time_source::TimeSource;
use sumito_rooms::event_log::{self, EventLog};
use sumito_rooms::{RoomEvent, RoomView, Rooms};
use sumito_services::Env;
use sumito_services::Services;
use sumito_services::accounts::identity::Caller;
use sumito_services::social::sockets::{CloseReason, Outbox, OutboxReader};
use sumito_services::tournaments::{NewTournament, Tournaments};
use sumito_store::{LeaseDeadline, SessionId, Store, UserRow};

/// The tasks that a simulation starts.
const TASKS: &[&str] = &[
    "attendance",
    "boards",
    "chat",
    "club announcements",
    "conversations",
    "lobbies",
    "matchmaking",
    "my games",
    "rooms of other nodes",
    "scheduler",
];

/// Closes a socket as soon as its node may have lost its lease.
async fn close_without_lease(lease: LeaseDeadline, outbox: Outbox) {
    if lease.passed_at().is_none() {
        lease.until_lapsed(lease.lapses()).await;
    }
    outbox.close(CloseReason::Stopping);
}

/// A server without sockets. Its tasks end with the runtime.
#[derive(Debug)]
pub struct Life {
    /// All stored data.
    pub store: Store,
    /// The rooms, in memory or not.
    pub rooms: Rooms,
    /// The tournaments. Only [`Life::run_tournaments`] starts their background work.
    pub tournaments: Tournaments,
    /// Source of the current time.
    pub time: TimeSource,
    app: App,
    node: Node,
    finished: Wakeup,
}

impl Life {
    /// Starts a server with a time that continues from `now`, and loads the due rooms. Its rooms belong to `node`; the other parts of the
    /// server belong to this server alone. Tournaments decide on this thread, and call `pass` before each reading of the time.
    ///
    /// # Errors
    /// If the store is unavailable or a setting is invalid.
    pub async fn start(
        store: Store,
        node: Node,
        now: Timestamp,
        config: Config,
        pass: fn(),
    ) -> anyhow::Result<Self> {
        let time = event_log::time_since(&store, TimeSource::starting_at(now)).await?;
        let (event_log, _writer) = EventLog::start(store.clone(), &config.event_log, time).await?;
        let (finished, stopping) = (event_log.games_finished(), CancellationToken::new());
        let tasks = Tasks::new(stopping.clone()).only(TASKS);
        let site = Site::load(&config)?;
        let env = Env {
            engine_pool: EnginePool::start(&config.computers)?,
            duties: Duties::new(node.clone(), stopping),
            deciding: BlockingPool::inline("tournaments"),
            config: Arc::new(config),
            time: time.busy(pass),
            event_log,
            node,
            store,
        };
        let services = Services::start(&env, &tasks).await?;
        let app = App::start(&env, services, site, BlockingPool::inline("jobs"), &tasks)?;
        let (rooms, tournaments) = (app.rooms.clone(), app.tournaments.clone());
        let Env { store, node, .. } = env;
        Ok(Self { store, rooms, tournaments, time, app, node, finished })
    }

    /// Starts the background work of the tournaments: due ones are loaded, and finished games are reported to them.
    pub fn run_tournaments(&self) {
        let duties = Duties::new(self.node.clone(), CancellationToken::new());
        task::spawn(self.tournaments.clone().run(self.finished.clone(), duties));
    }

    /// Opens a session, of a user with an account or without one.
    pub fn connect(&self, user: Option<UserRow>) -> Session {
        let address = ClientAddress::of_peer(Ipv4Addr::LOCALHOST.into());
        let limits = &self.app.config.limits;
        let (outbox, reader) = Outbox::new(limits.outbox_messages, limits.outbox_bytes);
        let caller = user.map(|user| Caller::new(user, SessionId(Uuid::nil())));
        task::spawn(close_without_lease(self.store.lease_deadline(), outbox.clone()));
        let mut session = SocketSession::new(self.app.clone(), caller, address, outbox);
        session.send_news();
        Session { input: SessionInput { session }, output: SessionOutput { reader } }
    }

    /// Moves the rooms to other nodes, and stops. Runs apart from the server.
    pub fn stop(&self) -> impl Future<Output = ()> + Send + use<> {
        let (rooms, node, store) = (self.rooms.clone(), self.node.clone(), self.store.clone());
        async move {
            // The other nodes count on this one for a moment longer if that fails.
            let _ = node.drain().await;
            rooms.hand_over().await;
            rooms.stop().await;
            store.close().await;
        }
    }
}

/// A socket's session, with an outbox that the client reads from memory.
#[derive(Debug)]
pub struct Session {
    input: SessionInput,
    output: SessionOutput,
}

/// The part of a session that handles the client's messages.
pub struct SessionInput {
    session: SocketSession,
}

/// The part of a session that the client reads.
#[derive(Debug)]
pub struct SessionOutput {
    reader: OutboxReader,
}

impl std::fmt::Debug for SessionInput {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SessionInput").finish_non_exhaustive()
    }
}

impl Session {
    /// Returns the two parts of the session.
    pub fn into_parts(self) -> (SessionInput, SessionOutput) {
        (self.input, self.output)
    }

    /// Handles a text frame that arrived at `now`.
    pub async fn receive(&mut self, text: &str, now: Instant) {
        self.input.receive(text, now).await;
    }

    /// Ends the session; `on_purpose` is true if the user left, and false if the connection was lost.
    pub async fn end(&mut self, on_purpose: bool) {
        self.input.end(on_purpose).await;
    }

    /// Returns whether the server has disconnected the client.
    pub fn is_cut_off(&self) -> bool {
        self.output.is_cut_off()
    }

    /// Returns the unread messages.
    pub fn take_texts(&mut self) -> Vec<String> {
        self.output.take_texts()
    }

    /// Waits for the next message.
    pub async fn next_text(&mut self) -> String {
        self.output.next_text().await
    }
}

impl SessionInput {
    /// Handles a text frame that arrived at `now`.
    pub async fn receive(&mut self, text: &str, now: Instant) {
        self.session.receive(text, now).await;
    }

    /// Ends the session; `on_purpose` is true if the user left, and false if the connection was lost.
    pub async fn end(&mut self, on_purpose: bool) {
        self.session.end(on_purpose).await;
    }

    /// Sets the measured round trip to the client.
    pub fn set_round_trip(&mut self, round_trip: Duration) {
        self.session.set_round_trip(round_trip);
    }
}

impl SessionOutput {
    /// Returns whether the server has disconnected the client.
    pub fn is_cut_off(&self) -> bool {
        self.reader.wait_closed().now_or_never().is_some()
    }

    /// Returns the unread messages.
    pub fn take_texts(&mut self) -> Vec<String> {
        self.reader.take_rest().iter().map(text_of).collect()
    }

    /// Waits for the next message.
    pub async fn next_text(&mut self) -> String {
        loop {
            self.reader.ready(1).await;
            if let Some(text) = self.reader.pop() {
                return text_of(&text);
            }
        }
    }
}

fn text_of(message: &Bytes) -> String {
    String::from_utf8_lossy(message).into_owned()
}

/// Returns a view of a room as clients receive it.
pub fn snapshot(view: &RoomView, form: Encoding) -> Snapshot {
    codec::snapshot(view, form)
}

/// Returns an event of a room as clients receive it.
pub fn event(event: &RoomEvent, form: Encoding) -> Event {
    codec::event(event, form)
}

/// Returns the tournament that an unmuted user asks for.
///
/// # Errors
/// If it cannot be held.
pub fn tournament(settings: &TournamentSettings) -> anyhow::Result<NewTournament> {
    let unmuted = Unmuted::unless(None::<()>).map_err(|()| anyhow::anyhow!("the user is muted"))?;
    Ok(codec::tournament_from_wire(settings, None, unmuted, Policy::usual)?)
}
