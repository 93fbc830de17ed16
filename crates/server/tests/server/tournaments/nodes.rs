//! Tournaments of several nodes that share a database, without sockets.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use sumito_cluster::{Duties, Hub, Node};
use sumito_config::{Config, Overrides, TournamentSeries};
use sumito_game::{
    Command as Play, RoomId, Settings as GameSettings, TimeControl, Timestamp, TournamentId, UserId,
};
use sumito_kit::encoded::Encoded;
use sumito_kit::engine_pool::EnginePool;
use sumito_kit::tasks::Tasks;
use sumito_kit::text::Text;
use sumito_kit::time_source::TimeSource;
use sumito_kit::topic::{Subscriber, SubscriberId};
use sumito_rooms::event_log::EventLog;
use sumito_rooms::{PresenceGuard, RoomError, Rooms};
use sumito_rules::{Layout, Mode};
use sumito_services::Env;
use sumito_services::social::notifications::Notifications;
use sumito_services::social::webhooks::Webhooks;
use sumito_services::tournaments::{
    self, NewTournament, Order, Registration, TournamentError, TournamentUpdate, TournamentView, Tournaments,
};
use sumito_store::{ClaimKey, NewSession, Role, Store, TokenHash, TournamentFilter, UserRow};
use sumito_tournament::{
    Actor, Admission, Command, CommandError, Entry, Event, Format, PendingGame, RoundRobin, Rounds, Settings,
    Start, TournamentStatus, UnplayedRounds,
};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::database::{Database, Kind};

const DIRECTOR: UserId = UserId(Uuid::from_u128(9));
const PLAYERS: u128 = 4;

/// The rooms and tournaments of one node.
struct Server {
    store: Store,
    rooms: Rooms,
    tournaments: Tournaments,
    config: Arc<Config>,
    stopping: CancellationToken,
    tasks: JoinSet<()>,
    _present: Vec<PresenceGuard>,
}

fn user(id: UserId) -> UserRow {
    let name = format!("Player {}", id.0.as_u128());
    UserRow { id, name, guest: false, bot: false, role: Role::Player, created_at: Timestamp(0) }
}

fn players() -> impl Iterator<Item = UserId> {
    (1..=PLAYERS).map(|number| UserId(Uuid::from_u128(number)))
}

impl Server {
    /// Returns a node. All players count as online.
    async fn join(database: &Database, hub: &Hub) -> Self {
        let mut config = Config::load(None, &Overrides::default()).unwrap();
        config.tournaments.clear();
        config.limits.open_tournaments_per_user = 2;
        config.limits.invitations_per_user = 1;
        Self::with(database, hub, config, Duties::new).await
    }

    /// Returns a node with these settings and these duties.
    async fn with(
        database: &Database,
        hub: &Hub,
        config: Config,
        duties: fn(Node, CancellationToken) -> Duties,
    ) -> Self {
        let store = Store::join(database.url(), &config.database).await.unwrap();
        let time = TimeSource::from_system();
        let (event_log, _writer) = EventLog::start(store.clone(), &config.event_log, time).await.unwrap();
        let node = Node::new(&store, hub.join(store.membership().unwrap().id()));
        let finished = event_log.games_finished();
        let rooms = Rooms::new(&config, store.clone(), event_log.clone(), node.clone());
        let stopping = CancellationToken::new();
        let env = Env {
            engine_pool: EnginePool::start(&config.computers).unwrap(),
            duties: duties(node.clone(), stopping.clone()),
            deciding: tournaments::deciding(),
            config: Arc::new(config),
            store: store.clone(),
            event_log,
            node,
            time,
        };
        // The tasks of this set end at once when the node is killed.
        let (mut tasks, no_tasks) = (JoinSet::new(), Tasks::new(stopping.clone()).only(&[]));
        let notifications = Notifications::start(&env.node, &no_tasks);
        let webhooks = Webhooks::start(&env, &no_tasks).unwrap();
        let tournaments = Tournaments::start(&env, &rooms, &notifications, &webhooks, &no_tasks);
        tasks.spawn(rooms.clone().run_remote());
        tasks.spawn(rooms.clone().run_scheduler(Timestamp(0)));
        tasks.spawn(rooms.clone().run_attendance());
        tasks.spawn(tournaments.clone().run(finished, env.duties.clone()));
        let present = players().map(|player| rooms.attendance().enter(player)).collect();
        Self { store, rooms, tournaments, config: env.config, stopping, tasks, _present: present }
    }

    /// Creates a round robin that its director starts.
    async fn create(&self) -> Result<Arc<TournamentView>, TournamentError> {
        let time = TimeControl::Fischer { initial: Duration::from_mins(5), increment: Duration::ZERO };
        let game = GameSettings {
            mode: Mode::Two,
            layout: Layout::Standard,
            start_position: None,
            coach: false,
            time,
            rated: false,
            ready: false,
            spectator_delay: Duration::ZERO,
            tournament: None,
            policy: self.config.policy.for_games(time),
        };
        let settings = Settings {
            name: String::new(),
            description: String::new(),
            form: Format::RoundRobin(RoundRobin { cycles: 1 }),
            game,
            start: Start::ByDirector,
            entry: Entry {
                minimum: 2,
                capacity: 10,
                rating_min: None,
                rating_max: None,
                accounts_only: false,
                programs: false,
                admission: Admission::Open,
            },
            rounds: Rounds::default(),
            no_shows_max: 0,
            teams: None,
            tie_break_order: Vec::new(),
            unplayed_rounds: UnplayedRounds::OwnPoints,
        };
        let new = NewTournament::new(Text::of_operator("Club evening"), Text::default(), settings, None);
        self.tournaments.create(&user(DIRECTOR), new).await
    }

    async fn order(
        &self,
        id: TournamentId,
        command: Command,
    ) -> Result<Arc<TournamentView>, TournamentError> {
        self.tournaments.order(id, Actor::User(DIRECTOR), Order::silent(command)).await
    }

    async fn owns(&self, id: TournamentId) -> bool {
        let membership = self.store.membership().unwrap();
        let claims = membership.owners(&[ClaimKey::Tournament(id)]).await.unwrap();
        claims.first().is_some_and(|claim| claim.owner == membership.id())
    }

    /// Executes a command in a room that is about to exist, or whose owner is about to be replaced.
    async fn play(&self, room: RoomId, player: UserId, command: &Play, number: usize) {
        loop {
            let outcome = match self.rooms.get(room).await {
                Ok(room) => room.execute(player, command.clone(), Some(number.to_string().into())).await,
                Err(error) => Err(error),
            };
            match outcome {
                Ok(_) => return,
                Err(RoomError::NoSuchRoom | RoomError::Unavailable | RoomError::Busy) => {
                    tokio::task::yield_now().await;
                }
                Err(error) => panic!("{error:?}"),
            }
        }
    }

    /// Ends without a word to the other nodes: they fence this one. Nothing is released.
    async fn die(mut self, database: &Database) {
        self.tasks.shutdown().await;
        database.expire(&self.store).await;
    }

    async fn stop(mut self) {
        self.stopping.cancel();
        self.tournaments.stop().await;
        self.rooms.stop().await;
        self.tasks.shutdown().await;
        self.store.close().await;
    }
}

async fn add_users(store: &Store) {
    for id in players().chain([DIRECTOR]) {
        let token = TokenHash([id.0.as_u128() as u8; 32]);
        let session = NewSession::new(token, Text::default(), Timestamp(0), Timestamp::MAX);
        store.add_user(&user(id), &session).await.unwrap();
    }
}

/// A subscriber that must not be disconnected.
#[derive(Debug)]
struct Spectator(mpsc::Sender<Arc<TournamentView>>);

impl Subscriber<TournamentUpdate> for Spectator {
    fn send(&self, update: &Encoded<TournamentUpdate>) -> bool {
        self.0.try_send(Arc::clone(&update.value().view)).is_ok()
    }
}

async fn wait_for(
    views: &mut mpsc::Receiver<Arc<TournamentView>>,
    wanted: impl Fn(&TournamentView) -> bool,
) -> Arc<TournamentView> {
    loop {
        let view = views.recv().await.expect("the spectator stays subscribed");
        if wanted(&view) {
            return view;
        }
    }
}

/// Plays a move each, and lets the second player resign. Each player is connected to another node.
async fn play_out(nodes: &[&Server], game: &PendingGame) {
    let mv = |ply: u32, text: &str| Play::Play { ply, text: text.to_owned(), lag: Duration::ZERO };
    let commands = [(0, mv(0, "a1b2")), (1, mv(1, "i5h5")), (1, Play::Resign)];
    for (number, (seat, command)) in commands.iter().enumerate() {
        let player = game.players[*seat].id;
        let node = nodes[player.0.as_u128() as usize % nodes.len()];
        node.play(game.room, player, command, number).await;
    }
}

#[tokio::test]
async fn tournament_of_three_nodes_goes_on_when_its_owner_dies_in_a_round() {
    let (database, hub) = (Database::new(Kind::Postgres).await, Hub::default());
    let anne = Server::join(&database, &hub).await;
    let (ben, cleo) = (Server::join(&database, &hub).await, Server::join(&database, &hub).await);
    add_users(&anne.store).await;
    let id = anne.create().await.unwrap().row.id;
    assert!(anne.owns(id).await);
    let (sender, mut views) = mpsc::channel(1_024);
    cleo.tournaments.subscribe(id, SubscriberId::fresh(), Box::new(Spectator(sender))).await.unwrap();

    // Commands pass from any node to the owner, and so do its refusals. The answer contains their effect.
    let nodes = [&anne, &ben, &cleo];
    for (number, player) in players().enumerate() {
        let node = nodes[number % nodes.len()];
        let view = node.tournaments.register(id, &user(player), Registration::default()).await.unwrap();
        assert!(view.tournament.participant_of(player).is_some());
    }
    let again = cleo.order(id, Command::Resume).await;
    assert!(matches!(again, Err(TournamentError::Refused(CommandError::NotStarted))), "{again:?}");
    let view = ben.order(id, Command::Start).await.unwrap();
    assert_eq!(view.tournament.status(), TournamentStatus::Running);
    assert!(anne.owns(id).await);

    let in_round = |round: u32| {
        move |view: &TournamentView| {
            let open: Vec<_> = view.tournament.games_to_make().map(|game| game.round).collect();
            open == [round; 2]
        }
    };
    let view = wait_for(&mut views, in_round(1)).await;
    for game in view.tournament.games_to_make() {
        play_out(&nodes, &game).await;
    }
    let view = wait_for(&mut views, in_round(2)).await;
    let games: Vec<_> = view.tournament.games_to_make().collect();
    play_out(&nodes, &games[0]).await;
    anne.die(&database).await;
    let nodes = [&ben, &cleo];
    play_out(&nodes, &games[1]).await;
    let view = wait_for(&mut views, in_round(3)).await;
    for game in view.tournament.games_to_make() {
        play_out(&nodes, &game).await;
    }
    wait_for(&mut views, |view| view.tournament.status() == TournamentStatus::Finished).await;

    let log = ben.tournaments.log(id, 0, 1_000).await.unwrap();
    let played = log.iter().filter_map(|record| match &record.event {
        Event::Played { game, .. } => Some(*game),
        _ => None,
    });
    let played: Vec<_> = played.collect();
    assert_eq!((played.len(), played.iter().collect::<HashSet<_>>().len()), (6, 6), "{log:?}");
    let is_excused = |event: &Event| matches!(event, Event::OutageExcused { .. });
    assert!(log.iter().any(|record| is_excused(&record.event)), "the time without an owner is excused");
    let standings = |view: &TournamentView| -> Vec<_> {
        view.standings.iter().map(|standing| (standing.participant, standing.score)).collect()
    };
    let shown = (ben.tournaments.show(id).await.unwrap(), cleo.tournaments.show(id).await.unwrap());
    assert_eq!(standings(&shown.0), standings(&shown.1));
    assert_eq!(shown.0.tournament.games().len(), 6);

    drop(views);
    ben.stop().await;
    cleo.stop().await;
}

#[tokio::test]
async fn limit_of_open_tournaments_holds_on_two_nodes() {
    let (database, hub) = (Database::new(Kind::Postgres).await, Hub::default());
    let (anne, ben) = (Server::join(&database, &hub).await, Server::join(&database, &hub).await);
    add_users(&anne.store).await;
    anne.create().await.unwrap();
    let (one, other) = tokio::join!(anne.create(), ben.create());
    let refused = if one.is_ok() { other } else { one };
    assert!(matches!(refused, Err(TournamentError::TooManyOpen { limit: 2 })), "{refused:?}");
    anne.stop().await;
    ben.stop().await;
}

#[tokio::test]
async fn limit_of_open_invitations_holds_on_two_nodes() {
    let (database, hub) = (Database::new(Kind::Postgres).await, Hub::default());
    let (anne, ben) = (Server::join(&database, &hub).await, Server::join(&database, &hub).await);
    add_users(&anne.store).await;
    let here = anne.create().await.unwrap().row.id;
    let there = ben.create().await.unwrap().row.id;
    let [first, second] = [1, 2].map(|number| user(UserId(Uuid::from_u128(number))));
    let by = Actor::User(DIRECTOR);
    let (one, other) = tokio::join!(
        anne.tournaments.invite(here, by, &first, false),
        ben.tournaments.invite(there, by, &second, false)
    );
    let refused = if one.is_ok() { other } else { one };
    let is_over = |refused: &_| matches!(refused, Err(TournamentError::TooManyInvitations { limit: 1 }));
    assert!(is_over(&refused) || matches!(refused, Err(TournamentError::Busy)), "{refused:?}");
    assert_eq!(anne.store.count_invitations_by(DIRECTOR).await.unwrap(), 1);
    anne.stop().await;
    ben.stop().await;
}

#[tokio::test]
async fn series_makes_one_tournament_for_each_time_although_two_nodes_announce_it() {
    let (database, hub) = (Database::new(Kind::Postgres).await, Hub::default());
    let mut config = Config::load(None, &Overrides::default()).unwrap();
    config.tournaments = vec![TournamentSeries {
        key: "hourly".to_owned(),
        name: "Hourly round robin".to_owned(),
        description: String::new(),
        every_minutes: 60,
        offset_minutes: 0,
        announced_minutes: 5 * 60,
        form: Format::RoundRobin(RoundRobin { cycles: 1 }),
        mode: Mode::Two,
        layout: None,
        clock: TimeControl::SuddenDeath { initial: Duration::from_mins(3) },
        rated: false,
        programs: false,
        minimum: 2,
        capacity: 10,
        break_seconds: 0,
        deadline_seconds: None,
        no_shows_max: 0,
    }];
    // Each node believes that the duty is its own, as one does that was suspended.
    let alone = |_: Node, stopping| Duties::new(Node::alone(), stopping);
    let (anne, ben) = tokio::join!(
        Server::with(&database, &hub, config.clone(), alone),
        Server::with(&database, &hub, config, alone),
    );
    let filter =
        TournamentFilter { open: true, club: None, since: None, until: None, after: None, limit: 100 };
    let times = loop {
        let listed = ben.tournaments.list(&filter).await.unwrap();
        if listed.len() >= 5 {
            break listed.into_iter().map(|(listed, _)| listed.at).collect::<Vec<_>>();
        }
        tokio::task::yield_now().await;
    };
    assert_eq!((times.len(), times.iter().collect::<HashSet<_>>().len()), (5, 5), "{times:?}");
    anne.stop().await;
    ben.stop().await;
}
