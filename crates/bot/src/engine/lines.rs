//! The pipes to a process.

use std::process::Stdio;
use std::time::Duration;

use futures_util::StreamExt as _;
use tokio::io::AsyncWriteExt as _;
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::time::timeout;
use tokio_util::codec::{FramedRead, LinesCodec, LinesCodecError};

use super::{EngineCommand, EngineError};

/// Longer than any line of an engine: a line with the best continuation has some hundreds of bytes.
const LINE_BYTES: usize = 64 * 1024;

/// A process with line-based input and output. It is killed when this is dropped.
#[derive(Debug)]
pub(super) struct Lines {
    child: Child,
    input: ChildStdin,
    output: FramedRead<ChildStdout, LinesCodec>,
}

impl Lines {
    pub(super) fn start(command: &EngineCommand) -> Result<Self, EngineError> {
        let not_started =
            |source| EngineError::NotStarted { program: command.program.display().to_string(), source };
        let mut process = Command::new(&command.program);
        process.args(&command.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).kill_on_drop(true);
        let mut child = process.spawn().map_err(not_started)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(not_started(std::io::ErrorKind::BrokenPipe.into()));
        };
        let output = FramedRead::new(output, LinesCodec::new_with_max_length(LINE_BYTES));
        Ok(Self { child, input, output })
    }

    /// Sends a line.
    pub(super) async fn send(&mut self, line: &str) -> Result<(), EngineError> {
        let sent = async {
            self.input.write_all(line.as_bytes()).await?;
            self.input.write_all(b"\n").await?;
            self.input.flush().await
        };
        sent.await.map_err(|_| EngineError::Ended)
    }

    /// Returns the next line. Cancel safe.
    pub(super) async fn next(&mut self) -> Result<String, EngineError> {
        match self.output.next().await {
            Some(Ok(line)) => Ok(line),
            Some(Err(LinesCodecError::MaxLineLengthExceeded)) => Err(EngineError::TooMuchOutput),
            Some(Err(LinesCodecError::Io(_))) | None => Err(EngineError::Ended),
        }
    }

    /// Asks the process to end, and kills it after `patience`.
    pub(super) async fn quit(mut self, patience: Duration) {
        let quitting = async {
            // A process that has already ended cannot read it.
            let _ = self.send("quit").await;
            // The process may still write output: reading it prevents it from blocking.
            while self.next().await.is_ok() {}
            self.child.wait().await
        };
        if timeout(patience, quitting).await.is_err() {
            tracing::warn!("engine did not quit; killing it");
            // If this fails, the process has just ended.
            let _ = self.child.kill().await;
        }
    }
}
