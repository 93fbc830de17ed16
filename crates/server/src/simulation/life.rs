//! A server without sockets.

use sumito_game::Timestamp;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::accounts::admin::Administration;
use crate::accounts::identity::Identities;
use crate::accounts::mail::Mail;
use crate::accounts::moderation::Moderation;
use crate::gateway::app::{App, AppParts};
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
use crate::social::push::Push;
use crate::social::sockets::SocketRegistry;
use crate::tournaments::{Tournaments, TournamentsDeps};
use sumito_config::{Config, Overrides, millis};
use sumito_kit::blocking::BlockingPool;
use sumito_kit::engine_pool::EnginePool;
use sumito_kit::time_source::TimeSource;
use sumito_rooms::Rooms;
use sumito_rooms::event_log::{self, Journal};
use sumito_store::Store;

/// Starts a server at the time `now` in the runtime's own time, and loads the due rooms.
pub(super) async fn app(store: Store, now: Timestamp) -> App {
    app_with(store, now, |_| {}).await
}

/// Starts a server with changed settings.
pub(crate) async fn app_with(store: Store, now: Timestamp, change: impl FnOnce(&mut Config)) -> App {
    app_and_news(store, now, change).await.0
}

/// Starts a server, and returns the signal of finished games too: the caller must run the tournaments with it.
pub(super) async fn app_and_news(
    store: Store,
    now: Timestamp,
    change: impl FnOnce(&mut Config),
) -> (App, watch::Receiver<()>) {
    let mut config = Config::load(None, &Overrides::default()).expect("the defaults are in order");
    config.limits.messages_per_second = 0;
    // Small limits, so that all cases occur: slow readers are disconnected, missed events come as a snapshot, games end.
    config.limits.outbox_messages = 24;
    config.rooms.missed_events = 8;
    config.rooms.idle_ms = 10_000;
    config.policy.quiet_plies = 40;
    change(&mut config);
    let time = event_log::time_since(&store, TimeSource::starting_at(now)).await.expect("the store is well");
    let (journal, _writer) =
        Journal::start(store.clone(), &config.journal, time).await.expect("the store is well");
    let outages = journal.outages().clone();
    let finished = journal.games_finished();
    let rooms = Rooms::new(&config, store.clone(), journal, time);
    let (lobbies, _) = Lobbies::start(rooms.listings().clone(), (&config.lobby).into(), time);
    let (own_rooms, _) = MyRooms::start(rooms.clone(), millis(config.lobby.update_ms), config.limits.sockets);
    rooms.load_due().await.expect("the store is well");
    tokio::spawn(rooms.clone().run_scheduler(now));
    tokio::spawn(rooms.clone().run_attendance());
    let thinking = EnginePool::start(&config.computers).expect("the system has a thread");
    let stopping = CancellationToken::new();
    let sockets = SocketRegistry::default();
    let mail = Mail::new(&config, stopping.clone()).expect("there is none");
    let analyses = Analyses::new(store.clone(), thinking.clone(), &config.computers, stopping.clone());
    let (chat, _) = Chat::start(store.clone(), rooms.clone(), &config, stopping.clone());
    let notifications = crate::social::notifications::Notifications::default();
    let push = Push::new(&config, store.clone(), time, stopping.clone()).expect("there is no key");
    let (matchmaking, _) =
        Matchmaking::start(&config, store.clone(), rooms.clone(), &lobbies, notifications.clone(), time);
    let challenges = Challenges::new(&config, store.clone(), rooms.clone(), notifications.clone(), time);
    let identities = Identities::new(store.clone(), time, sockets.clone(), mail, &config);
    let tournaments = Tournaments::new(TournamentsDeps {
        rules: (&config).into(),
        store: store.clone(),
        rooms: rooms.clone(),
        notifications: notifications.clone(),
        outages,
        time,
        stopping: stopping.clone(),
    });
    let boards_every = millis(config.lobby.boards_ms);
    let (boards, _) =
        Boards::start(rooms.clone(), lobbies.clone(), tournaments.clone(), boards_every, stopping.clone());
    let app = App::new(AppParts {
        tournaments,
        bots: Bots::new(store.clone(), rooms.clone(), time),
        notifications,
        push,
        matchmaking,
        challenges,
        administration: Administration::new(store.clone(), rooms.clone(), time),
        moderation: Moderation::new(
            store.clone(),
            rooms.clone(),
            sockets.clone(),
            analyses.clone(),
            chat.clone(),
            time,
        ),
        chat,
        boards,
        analyses,
        thinking,
        rooms,
        lobbies,
        own_rooms,
        identities,
        address_limits: AddressLimits::new(&config),
        pictures: Pictures::new(&config.http),
        exports: BlockingPool::new("exports", config.http.exports_at_once, config.http.exports_waiting),
        config,
        store,
        time,
        sockets,
        stopping,
    });
    (app, finished)
}
