//! A server without sockets.

use sumito_game::Timestamp;
use tokio_util::sync::CancellationToken;

use crate::app::{App, Parts};
use crate::config::{Config, Overrides, millis};
use crate::http::AddressLimits;
use crate::identity::Identities;
use crate::journal::Journal;
use crate::lobby::Lobbies;
use crate::rooms::{Rooms, RoomsConfig};
use crate::session::Sessions;
use crate::store::Store;
use crate::time_source::TimeSource;

/// A server that starts at the moment `now`, in the runtime's own time.
pub(super) fn app(store: Store, now: Timestamp) -> App {
    let mut config = Config::load(None, &Overrides::default()).expect("the defaults are in order");
    config.limits.messages_per_second = 0;
    // Small, so that all of it happens: slow readers are cut off, missed events come as a snapshot, games end.
    config.limits.outbox_messages = 24;
    config.rooms.missed_events = 8;
    config.rooms.idle_ms = 10_000;
    config.policy.quiet_plies = 40;
    let time = TimeSource::starting_at(now);
    let (journal, _writer) = Journal::start(store.clone(), &config.journal);
    let rooms_config = RoomsConfig {
        queue_commands: config.rooms.queue_commands,
        idle: millis(config.rooms.idle_ms),
        missed_events: config.rooms.missed_events,
        open_rooms_per_user: config.limits.open_rooms_per_user,
        active_rooms: config.limits.active_rooms,
        policy: config.policy.clone(),
    };
    let lobbies = Lobbies::new(config.limits.lobby_rooms);
    App::new(Parts {
        rooms: Rooms::new(rooms_config, store.clone(), journal, lobbies, time),
        identities: Identities::new(store.clone(), time),
        address_limits: AddressLimits::new(&config),
        config,
        store,
        time,
        sessions: Sessions::default(),
        stopping: CancellationToken::new(),
    })
}
