//! The engine that plays one game.

use std::sync::Arc;
use std::time::Duration;

use sumito_client::rules::{Move, MoveError};
use sumito_client::{Client, RoomState};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::question::Question;
use crate::{Engine, EngineError, Settings};

/// So often an engine is asked for one move.
const ATTEMPTS: usize = 2;

/// The engine that plays one game: started when there is something to play, and again where it has failed.
#[derive(Debug)]
pub(crate) struct Player {
    settings: Arc<Settings>,
    /// As many permits as engines may run.
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

    /// Whether an engine has begun to play.
    pub(crate) fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Whether one game more can be played at once.
    pub(crate) fn has_place(&self) -> bool {
        self.running.is_some() || self.places.available_permits() > 0
    }

    /// What to play in the room as it stands, on this seat. An engine that fails is asked a second time, with what is left on the
    /// clock; one that is of no use any more is started anew for it. Whoever drops the future calls [`interrupt`](Self::interrupt).
    ///
    /// # Errors
    /// How it failed the last time.
    pub(crate) async fn choose(
        &mut self,
        room: &RoomState,
        seat: u8,
        client: &Client,
    ) -> Result<Move, EngineError> {
        let mut failed = 0;
        loop {
            let error = match self.ask(room, seat, client).await {
                Ok(mv) => return Ok(mv),
                Err(error) => error,
            };
            if !error.leaves_it_usable() {
                self.running = None;
            }
            failed += 1;
            tracing::warn!(error = &error as &dyn std::error::Error, failed, "the engine fails");
            if failed == ATTEMPTS {
                return Err(error);
            }
        }
    }

    async fn ask(&mut self, room: &RoomState, seat: u8, client: &Client) -> Result<Move, EngineError> {
        let thinking = self.settings.thinking;
        let engine = self.engine().await?;
        let question = Question::new(room, seat, client.server_now(), &thinking);
        tracing::debug!(position = question.position, go = question.go, "the engine is asked");
        let mv = engine.best_move(&question).await?;
        let illegal = |why: MoveError| EngineError::Illegal { mv: mv.clone(), why };
        match room.position() {
            Ok(position) => position.parse_move(&mv).map_err(illegal),
            // Written by a newer server: that is the judge.
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

    /// Its move is not wanted any more.
    pub(crate) async fn interrupt(&mut self) {
        let Some(running) = &mut self.running else { return };
        let grace: Duration = self.settings.thinking.grace;
        match running.engine.stop(grace).await {
            Ok(_) | Err(EngineError::NoMove) => {}
            Err(error) => {
                tracing::warn!(error = &error as &dyn std::error::Error, "the engine does not stop");
                self.running = None;
            }
        }
    }

    /// The game is over.
    pub(crate) async fn quit(&mut self) {
        if let Some(running) = self.running.take() {
            running.engine.quit().await;
        }
    }
}
