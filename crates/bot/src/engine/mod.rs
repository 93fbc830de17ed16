//! A program that speaks `uai`, as a process.

mod command;
mod error;
mod lines;

use std::time::Duration;

use tokio::time::{Instant, timeout, timeout_at};

pub use self::command::{EngineCommand, EngineOption, OptionError};
pub use self::error::EngineError;
use self::lines::Lines;
use crate::question::Question;

/// Timeout for starting an engine, which may have to read tables.
const START_PATIENCE: Duration = Duration::from_secs(30);

/// Time that an engine has to exit.
const QUIT_PATIENCE: Duration = Duration::from_secs(2);

/// A program that speaks `uai` (docs/engine.md), as a process. It ends when this handle is dropped.
#[derive(Debug)]
pub struct Engine {
    lines: Lines,
    name: String,
    /// True from `go` until the engine has sent its move.
    is_thinking: bool,
}

impl Engine {
    /// Starts the engine, sets its options, and waits until it is ready.
    ///
    /// # Errors
    /// Fails if it cannot be started, does not identify itself, or lacks an option.
    pub async fn start(command: &EngineCommand) -> Result<Self, EngineError> {
        let mut engine = Self { lines: Lines::start(command)?, name: String::new(), is_thinking: false };
        let introduced = timeout(START_PATIENCE, engine.introduce(command)).await;
        introduced.map_err(|_| EngineError::HandshakeTimeout("uaiok and readyok"))??;
        Ok(engine)
    }

    /// The engine's own name.
    pub fn name(&self) -> &str {
        &self.name
    }

    async fn introduce(&mut self, command: &EngineCommand) -> Result<(), EngineError> {
        self.lines.send("uai").await?;
        let mut known = Vec::new();
        loop {
            let line = self.lines.next().await?;
            match line.split_whitespace().collect::<Vec<_>>()[..] {
                ["uaiok", ..] => break,
                ["id", "name", ref name @ ..] => self.name = name.join(" "),
                ["option", "name", name, ..] => known.push(name.to_owned()),
                _ => {}
            }
        }
        for EngineOption { name, value } in &command.options {
            if !known.contains(name) {
                return Err(EngineError::NoSuchOption { name: name.clone(), known: known.join(", ") });
            }
            self.lines.send(&format!("setoption name {name} value {value}")).await?;
        }
        self.lines.send("isready").await?;
        loop {
            let line = self.lines.next().await?;
            match line.trim_end() {
                "readyok" => return self.lines.send("newgame").await,
                line if line.starts_with("info string") => {
                    tracing::warn!(engine = self.name, line, "engine info string");
                }
                _ => {}
            }
        }
    }

    /// Searches for a move; returns it as the engine writes it. After dropping the future, the caller must [stop](Self::stop) the engine
    /// before asking again.
    ///
    /// # Errors
    /// Fails if the engine has ended, hangs, or has no move. Only in the last case it stays usable.
    pub(crate) async fn best_move(&mut self, question: &Question) -> Result<String, EngineError> {
        let began = Instant::now();
        let patience = question.patience;
        let asked = timeout(patience + question.grace, self.start_search(question)).await;
        asked.map_err(|_| EngineError::MoveTimeout(patience))??;
        if let Ok(answer) = timeout_at(began + patience, self.answer()).await {
            return answer;
        }
        self.stop(question.grace).await?.ok_or(EngineError::MoveTimeout(patience))
    }

    async fn start_search(&mut self, question: &Question) -> Result<(), EngineError> {
        // Set first: an engine that was interrupted in the middle of a line is detected when it is stopped.
        self.is_thinking = true;
        self.lines.send(&question.position).await?;
        self.lines.send(&question.go).await
    }

    /// Ends a running search; returns the move that it found.
    ///
    /// # Errors
    /// Fails if the engine has ended or does not stop.
    pub(crate) async fn stop(&mut self, grace: Duration) -> Result<Option<String>, EngineError> {
        if !self.is_thinking {
            return Ok(None);
        }
        let stopping = async {
            self.lines.send("stop").await?;
            self.answer().await
        };
        timeout(grace, stopping).await.map_err(|_| EngineError::MoveTimeout(grace))?.map(Some)
    }

    async fn answer(&mut self) -> Result<String, EngineError> {
        loop {
            let line = self.lines.next().await?;
            let mut words = line.split_whitespace();
            match words.next() {
                Some("bestmove") => {
                    self.is_thinking = false;
                    let mv = words.next().filter(|&mv| mv != "none");
                    return mv.map(str::to_owned).ok_or(EngineError::NoMove);
                }
                Some("info") => tracing::trace!(line, "engine output"),
                _ => {}
            }
        }
    }

    /// Asks the engine to end, and kills it if it does not.
    pub async fn quit(self) {
        self.lines.quit(QUIT_PATIENCE).await;
    }
}
