//! The pipes to a process.

use std::process::Stdio;
use std::time::Duration;

use futures_util::StreamExt as _;
use tokio::io::AsyncWriteExt as _;
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::time::timeout;
use tokio_util::codec::{FramedRead, LinesCodec, LinesCodecError};

use super::{EngineCommand, EngineError};

/// No line of an engine is as long: a best line of plies takes some hundreds of bytes.
const LINE_BYTES: usize = 64 * 1024;

/// A process that is told lines and tells lines. It is killed when this is dropped.
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

    /// The next line. Dropping the future loses nothing.
    pub(super) async fn next(&mut self) -> Result<String, EngineError> {
        match self.output.next().await {
            Some(Ok(line)) => Ok(line),
            Some(Err(LinesCodecError::MaxLineLengthExceeded)) => Err(EngineError::Babbles),
            Some(Err(LinesCodecError::Io(_))) | None => Err(EngineError::Ended),
        }
    }

    /// Asks it to end, and ends it where it does not in time.
    pub(super) async fn quit(mut self, patience: Duration) {
        let quitting = async {
            // One that has ended already need not be told.
            let _ = self.send("quit").await;
            // It may want to say something to the end: nobody must wait for a reader.
            while self.next().await.is_ok() {}
            self.child.wait().await
        };
        if timeout(patience, quitting).await.is_err() {
            tracing::warn!("the engine does not quit: it is killed");
            // Where that fails, it has ended in this moment.
            let _ = self.child.kill().await;
        }
    }
}
