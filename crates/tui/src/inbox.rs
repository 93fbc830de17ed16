//! All events in one queue: keys, server messages, results of commands.

use ratatui::crossterm::event::{self, Event as Input, KeyEvent, KeyEventKind};
use sumito_client::protocol::games::{GameDetail, GamePage};
use sumito_client::protocol::parts::{MyGame, RoomSummary};
use sumito_client::protocol::rooms::RoomCreated;
use sumito_client::protocol::server::Notice;
use sumito_client::protocol::{Command, ErrorCode, RoomId};
use sumito_client::{Client, Error, GameQuery, Room, RoomState, Status};
use tokio::sync::mpsc;
use tokio::task::AbortHandle;
use uuid::Uuid;

/// Capacity of the queue. Senders wait while it is full; the SDK ensures that this delays no other reader.
const WAITING: usize = 64;

/// An event of the program.
#[derive(Debug)]
pub(crate) enum AppEvent {
    Key(KeyEvent),
    /// The terminal was resized.
    Resized,
    Status(Status),
    Lobby(Vec<RoomSummary>),
    MyGames(Vec<MyGame>),
    /// The current state of a room.
    Room(Box<RoomSnapshot>),
    /// The subscription of a room has failed or ended.
    RoomEnded(RoomId, Error),
    Created(Result<RoomCreated, Error>),
    /// A command was answered.
    Answered(Result<(), Error>),
    Games(Result<GamePage, Error>),
    Game(Result<Box<GameDetail>, Error>),
}

/// A room for display.
#[derive(Debug, Clone)]
pub(crate) struct RoomSnapshot {
    pub(crate) state: RoomState,
    pub(crate) in_control: bool,
    pub(crate) notice: Option<Notice>,
}

/// Aborts its task when dropped.
#[derive(Debug)]
pub(crate) struct AbortOnDrop(AbortHandle);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// The sending end of the event queue.
#[derive(Debug, Clone)]
pub(crate) struct Inbox(mpsc::Sender<AppEvent>);

impl Inbox {
    pub(crate) fn new() -> (Self, mpsc::Receiver<AppEvent>) {
        let (sender, receiver) = mpsc::channel(WAITING);
        (Self(sender), receiver)
    }

    /// Reads keys until the program ends.
    pub(crate) fn listen_to_keys(&self) {
        let sender = self.0.clone();
        std::thread::spawn(move || {
            while let Ok(input) = event::read() {
                let happened = match input {
                    Input::Key(key) if key.kind != KeyEventKind::Release => AppEvent::Key(key),
                    Input::Resize(..) => AppEvent::Resized,
                    _ => continue,
                };
                if sender.blocking_send(happened).is_err() {
                    return;
                }
            }
        });
    }

    /// Follows the connection's status and the lists of the home page.
    pub(crate) fn subscribe_lists(&self, client: &Client) {
        let (inbox, mut status) = (self.clone(), client.status());
        tokio::spawn(async move {
            while status.changed().await.is_ok() {
                let now = status.borrow_and_update().clone();
                inbox.put(AppEvent::Status(now)).await;
            }
        });
        let (inbox, following) = (self.clone(), client.clone());
        tokio::spawn(async move {
            let Ok(mut lobby) = following.lobby("main").await else { return };
            inbox.put(AppEvent::Lobby(lobby.rooms().to_vec())).await;
            while let Ok(rooms) = lobby.next().await.map(<[_]>::to_vec) {
                inbox.put(AppEvent::Lobby(rooms)).await;
            }
        });
        let (inbox, following) = (self.clone(), client.clone());
        tokio::spawn(async move {
            let Ok(mut own) = following.my_games().await else { return };
            inbox.put(AppEvent::MyGames(own.rooms().to_vec())).await;
            while let Ok(rooms) = own.next().await.map(<[_]>::to_vec) {
                inbox.put(AppEvent::MyGames(rooms)).await;
            }
        });
    }

    /// Watches a room.
    pub(crate) fn watch_room(&self, client: &Client, id: RoomId) -> AbortOnDrop {
        let (inbox, client) = (self.clone(), client.clone());
        let task = tokio::spawn(async move {
            let ended = match client.watch(&id).await {
                Ok(room) => inbox.show(room).await,
                Err(failure) => failure,
            };
            inbox.put(AppEvent::RoomEnded(id, ended)).await;
        });
        AbortOnDrop(task.abort_handle())
    }

    async fn show(&self, mut room: Room) -> Error {
        loop {
            let (state, in_control, notice) = (room.state().clone(), room.in_control(), room.notice());
            self.put(AppEvent::Room(Box::new(RoomSnapshot { state, in_control, notice }))).await;
            if let Err(failure) = room.next().await {
                return failure;
            }
        }
    }

    /// Sends a command. Takes control of the seat first, so that the user plays from here.
    pub(crate) fn command(&self, client: &Client, command: Command) {
        let client = client.clone();
        self.answer(async move {
            let mut answer = client.request(command.clone()).await;
            if let Some(room) =
                room_of(&command).filter(|_| matches!(&answer, Err(no) if no.is(ErrorCode::NotInControl)))
            {
                client.request(Command::TakeOver { room }).await?;
                answer = client.request(command).await;
            }
            answer.map(drop)
        });
    }

    fn answer(&self, asking: impl Future<Output = Result<(), Error>> + Send + 'static) {
        self.spawn_request(asking, AppEvent::Answered);
    }

    /// Creates a room.
    pub(crate) fn create(&self, client: &Client, request: sumito_client::protocol::client::CreateRoom) {
        let client = client.clone();
        self.spawn_request(async move { client.create_room(request).await }, AppEvent::Created);
    }

    /// Requests finished games.
    pub(crate) fn games(&self, client: &Client, query: GameQuery) {
        let rest = client.rest().clone();
        self.spawn_request(async move { rest.games(&query).await }, AppEvent::Games);
    }

    /// Requests a finished game.
    pub(crate) fn game(&self, client: &Client, game: Uuid) {
        let rest = client.rest().clone();
        self.spawn_request(async move { rest.game(game).await.map(Box::new) }, AppEvent::Game);
    }

    fn spawn_request<T: Send + 'static>(
        &self,
        asking: impl Future<Output = T> + Send + 'static,
        happened: impl FnOnce(T) -> AppEvent + Send + 'static,
    ) {
        let inbox = self.clone();
        tokio::spawn(async move { inbox.put(happened(asking.await)).await });
    }

    async fn put(&self, happened: AppEvent) {
        // There is no receiver when the program ends.
        let _ = self.0.send(happened).await;
    }
}

/// Returns the room in which a command needs a seat.
fn room_of(command: &Command) -> Option<RoomId> {
    match command {
        Command::Play { room, .. }
        | Command::SetConditionalMoves { room, .. }
        | Command::Offer { room, .. }
        | Command::Accept { room, .. }
        | Command::Decline { room, .. }
        | Command::Berserk { room }
        | Command::Resign { room }
        | Command::Abort { room }
        | Command::Claim { room, .. }
        | Command::Ready { room, .. }
        | Command::Leave { room } => Some(room.clone()),
        _ => None,
    }
}
