//! A bot on a server.

use std::collections::HashSet;
use std::sync::Arc;

use sumito_client::protocol::RoomId;
use sumito_client::protocol::parts::{Status, User};
use sumito_client::{Client, Error, MyGames, Rest};
use tokio::sync::Semaphore;
use tokio::task::JoinError;
use tokio_util::task::JoinMap;
use tracing::Instrument as _;

use crate::table::Table;
use crate::{BotError, Engine, Settings};

/// A bot on a server. Once [connected](Self::connect), other users can seat it in their rooms; it plays while it [runs](Self::run).
#[derive(Debug)]
pub struct Bot {
    client: Client,
    user: User,
    my_games: MyGames,
    settings: Arc<Settings>,
    places: Arc<Semaphore>,
    tables: JoinMap<RoomId, Result<(), Error>>,
}

impl Bot {
    /// Checks the engine, gets a token, sends the bot's preferences to the server, and connects.
    ///
    /// # Errors
    /// Fails if the engine is unusable, there is no token, or the server does not accept the user as a bot.
    pub async fn connect(settings: Settings) -> Result<Self, BotError> {
        let engine = Engine::start(&settings.engine).await?;
        tracing::info!(name = engine.name(), "engine ready");
        engine.quit().await;

        let rest = Rest::new(&settings.server)?;
        let token = settings.token.get(&rest).await?;
        let user = rest.with_token(&token).become_bot(&settings.accepts).await?;
        let client = Client::builder(&settings.server).token(token).connect().await?;
        let my_games = client.my_games().await?;
        tracing::info!(name = user.name, id = %user.id, "bot connected");
        let places = Arc::new(Semaphore::new(settings.accepts.games_at_once as usize));
        Ok(Self { client, user, my_games, settings: Arc::new(settings), places, tables: JoinMap::new() })
    }

    /// The bot's user.
    pub fn user(&self) -> &User {
        &self.user
    }

    /// Plays all its games until `stop`. The server keeps the games in progress and their clocks running: the bot continues them when it
    /// returns.
    ///
    /// # Errors
    /// Fails with the reason why the connection ended for good.
    pub async fn run(mut self, stop: impl Future<Output = ()>) -> Result<(), BotError> {
        tokio::pin!(stop);
        self.sit_down();
        loop {
            tokio::select! {
                () = &mut stop => break,
                changed = self.my_games.next() => {
                    match changed {
                        Ok(_) => self.sit_down(),
                        Err(failure) => return Err(self.reason().unwrap_or(failure).into()),
                    }
                }
                Some((room, left)) = self.tables.join_next() => log_end(&room, left),
            }
        }
        self.tables.shutdown().await;
        self.client.close().await;
        Ok(())
    }

    /// Starts a task for each room with a seat of the bot, and ends those without.
    fn sit_down(&mut self) {
        let listed: HashSet<_> = self.my_games.rooms().iter().map(|room| &room.room).collect();
        self.tables.abort_matching(|room| !listed.contains(room));
        for room in self.my_games.rooms() {
            if room.status == Status::Closed || self.tables.contains_key(&room.room) {
                continue;
            }
            let (client, id) = (self.client.clone(), room.room.clone());
            let (settings, places) = (Arc::clone(&self.settings), Arc::clone(&self.places));
            let span = tracing::info_span!("room", room = room.room.0);
            tracing::info!(parent: &span, mode = ?room.mode, clock = ?room.clock, seat = room.seat, "game joined");
            let sitting = async move { Table::sit(client, &id, settings, places).await };
            self.tables.spawn(room.room.clone(), sitting.instrument(span));
        }
    }

    /// The reason for the end of the connection, if it has ended.
    fn reason(&self) -> Option<Error> {
        match &*self.client.status().borrow() {
            sumito_client::Status::Closed(reason) => reason.clone(),
            _ => None,
        }
    }
}

/// The next change of the list starts a new task for a room without one.
fn log_end(room: &RoomId, left: Result<Result<(), Error>, JoinError>) {
    match left {
        Ok(Ok(())) => {}
        Ok(Err(failure)) => tracing::warn!(room = room.0, error = %failure, "room subscription failed"),
        Err(error) if error.is_cancelled() => tracing::debug!(room = room.0, "game left"),
        Err(error) => tracing::error!(room = room.0, %error, "game task panicked"),
    }
}
