//! The engine of one game.

use std::sync::Arc;
use std::time::Duration;

use sumito_client::rules::{Move, MoveError};
use sumito_client::{Client, RoomState};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::question::Question;
use crate::{Engine, EngineError, Settings};

/// Number of attempts to get a move from an engine.
const ATTEMPTS: usize = 2;

/// The engine of one game: started at the bot's first turn, and again after a failure.
#[derive(Debug)]
pub(crate) struct Player {
    settings: Arc<Settings>,
    /// Semaphore with a permit for each engine that may run.
    places: Arc<Semaphore>,
    running: Option<Running>,
}

#[derive(Debug)]
struct Running {
    engine: Engine,
    _place: OwnedSemaphorePermit,
}

impl Player {
    pub(crate) fn new(settings: Arc<Settings>, places: Arc<Semaphore>) -> Self {
        Self { settings, places, running: None }
    }

    /// Returns whether the engine has been started.
    pub(crate) fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Returns whether another game can be played now.
    pub(crate) fn has_place(&self) -> bool {
        self.running.is_some() || self.places.available_permits() > 0
    }

    /// Returns a move for this seat in the current state. If the engine fails, it is asked a second time with the remaining time, in a new
    /// process if the old one is unusable. After dropping the future, the caller must call [`interrupt`](Self::interrupt).
    ///
    /// # Errors
    /// Fails with the error of the last attempt.
    pub(crate) async fn choose(
        &mut self,
        room: &RoomState,
        seat: u8,
        client: &Client,
    ) -> Result<Move, EngineError> {
        let mut failed = 0;
        loop {
            let error = match self.query_engine(room, seat, client).await {
                Ok(mv) => return Ok(mv),
                Err(error) => error,
            };
            if !error.leaves_it_usable() {
                self.running = None;
            }
            failed += 1;
            tracing::warn!(error = &error as &dyn std::error::Error, attempt = failed, "engine failed");
            if failed == ATTEMPTS {
                return Err(error);
            }
        }
    }

    async fn query_engine(
        &mut self,
        room: &RoomState,
        seat: u8,
        client: &Client,
    ) -> Result<Move, EngineError> {
        let thinking = self.settings.thinking;
        let engine = self.engine().await?;
        let question = Question::new(room, seat, client.server_now(), &thinking);
        tracing::debug!(position = question.position, go = question.go, "engine search started");
        let mv = engine.best_move(&question).await?;
        let illegal = |why: MoveError| EngineError::Illegal { mv: mv.clone(), why };
        match room.position() {
            Ok(position) => position.parse_move(&mv).map_err(illegal),
            // A newer server's notation: the server decides on the move.
            Err(_) => mv.parse().map_err(illegal),
        }
    }

    async fn engine(&mut self) -> Result<&mut Engine, EngineError> {
        let running = if let Some(running) = self.running.take() {
            running
        } else {
            let place = Arc::clone(&self.places).acquire_owned().await.map_err(|_| EngineError::Ended)?;
            Running { engine: Engine::start(&self.settings.engine).await?, _place: place }
        };
        Ok(&mut self.running.insert(running).engine)
    }

    /// Stops a search that is no longer needed.
    pub(crate) async fn interrupt(&mut self) {
        let Some(running) = &mut self.running else { return };
        let grace: Duration = self.settings.thinking.grace;
        match running.engine.stop(grace).await {
            Ok(_) | Err(EngineError::NoMove) => {}
            Err(error) => {
                tracing::warn!(error = &error as &dyn std::error::Error, "engine did not stop");
                self.running = None;
            }
        }
    }

    /// Ends the engine after the game.
    pub(crate) async fn quit(&mut self) {
        if let Some(running) = self.running.take() {
            running.engine.quit().await;
        }
    }
}
