//! A server with a bot, and people who play against it.

use std::path::PathBuf;
use std::time::Duration;

use sumito_bot::{Bot, BotError, EngineCommand, OfferPolicy, Settings, TimeLimits, TokenSource};
use sumito_client::protocol::bots::BotAccepts;
use sumito_client::protocol::client::{BotSeat, CreateRoom};
use sumito_client::protocol::parts::{Clock, GameResult, User};
use sumito_client::{Client, Room};
use sumito_config::{Config, Overrides};
use sumito_server::Server;
use tempfile::TempDir;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A server for one test, and a folder that is removed with it.
pub(crate) struct Setting {
    server: Server,
    pub(crate) folder: TempDir,
}

/// A bot that plays until it is stopped.
pub(crate) struct Playing {
    pub(crate) user: User,
    stop: oneshot::Sender<()>,
    task: JoinHandle<Result<(), BotError>>,
}

impl Setting {
    pub(crate) async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut config = Config::load(None, &Overrides::default()).unwrap();
        config.listen = "127.0.0.1:0".parse().unwrap();
        config.database_url = format!("sqlite://{}", folder.path().join("sumito.db").display());
        config.limits.messages_per_second = 0;
        Self { server: Server::start(config).await.unwrap(), folder }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.server.address())
    }

    pub(crate) async fn person(&self) -> Client {
        Client::guest(&self.url()).await.unwrap()
    }

    /// Settings that accept any game, and give the engine some milliseconds for a move.
    pub(crate) fn settings(&self, engine: EngineCommand) -> Settings {
        Settings {
            server: self.url(),
            token: TokenSource::File(self.folder.path().join("token")),
            accepts: BotAccepts {
                modes: Vec::new(),
                shortest_s: 0,
                longest_s: None,
                untimed: true,
                rated: false,
                games_at_once: 3,
            },
            engine,
            thinking: TimeLimits { move_time: Duration::from_millis(5), grace: Duration::from_secs(2) },
            answers: OfferPolicy::default(),
        }
    }

    /// An engine that gives these answers, in order.
    pub(crate) fn failing(&self, answers: &[&str]) -> EngineCommand {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bot/failing-engine.sh");
        let mut arguments = vec![script.into(), self.folder.path().join("asked").into()];
        arguments.extend(answers.iter().map(Into::into));
        EngineCommand { program: "sh".into(), arguments, options: Vec::new() }
    }
}

impl Playing {
    pub(crate) async fn start(settings: Settings) -> Self {
        let bot = Bot::connect(settings).await.unwrap();
        let user = bot.user().clone();
        let (stop, stopped) = oneshot::channel();
        let task = tokio::spawn(bot.run(async { drop(stopped.await) }));
        Self { user, stop, task }
    }

    pub(crate) async fn stop(self) {
        self.stop.send(()).unwrap();
        self.task.await.unwrap().unwrap();
    }
}

/// The project's own engine, built as Cargo builds it.
pub(crate) fn engine_path() -> PathBuf {
    let built = escargot::CargoBuild::new()
        .package("sumito-engine")
        .bin("sumito-engine")
        .manifest_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../../Cargo.toml"))
        .run();
    built.unwrap().path().to_owned()
}

pub(crate) fn engine(options: &[&str]) -> EngineCommand {
    let options = options.iter().map(|option| option.parse().unwrap()).collect();
    EngineCommand { program: engine_path(), arguments: Vec::new(), options }
}

/// Settings of a room without a time limit, with this bot in it. The person has seat `seat`.
pub(crate) fn against(bot: &User, seat: u8) -> CreateRoom {
    let bots = vec![BotSeat { id: bot.id, seat: None }];
    CreateRoom { bots, seat: Some(seat), clock: Clock::None {}, ..CreateRoom::default() }
}

pub(crate) async fn invite(person: &Client, settings: CreateRoom) -> Room {
    let made = person.create_room(settings).await.unwrap();
    person.watch(&made.room).await.unwrap()
}

/// Waits until this many plies have been played.
pub(crate) async fn ply(room: &mut Room, ply: u32) {
    room.until(|state| state.ply >= ply).await.unwrap();
}

/// Plays the first legal move on each of the person's turns.
pub(crate) async fn play_something(room: &mut Room) {
    while !room.is_my_turn() {
        room.next().await.unwrap();
    }
    let mv = room.state().position().unwrap().legal_moves().into_iter().next().unwrap();
    room.play(mv).await.unwrap();
}

pub(crate) async fn result(room: &mut Room) -> GameResult {
    room.until(|state| state.result.is_some()).await.unwrap().result.clone().unwrap()
}
