//! A program under test in a match.

use std::{
    convert::Infallible,
    io::{BufRead as _, BufReader, Write as _},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, Command, Stdio},
    str::FromStr,
    sync::mpsc::{Receiver, sync_channel},
    thread,
    time::Duration,
};

use anyhow::{Context as _, Result, bail};

use super::Limit;

/// A player of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Player {
    /// Our engine, at a level or at full strength.
    Engine(Option<u8>),
    /// The reference engine for three players, each for themselves.
    MaxN,
    /// The reference engine for three players as two sides.
    Plain,
    /// A player without a search, by its name: `random` or `greedy`.
    Simple(&'static str),
    /// Any other program.
    Path(PathBuf),
}

impl Player {
    pub(crate) const fn is_ours(&self) -> bool {
        !matches!(self, Self::Path(_))
    }
}

impl FromStr for Player {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(match text {
            "engine" => Self::Engine(None),
            "maxn" => Self::MaxN,
            "plain" => Self::Plain,
            "random" => Self::Simple("random"),
            "greedy" => Self::Simple("greedy"),
            _ => match text.strip_prefix("level:").and_then(|level| level.parse().ok()) {
                Some(level) => Self::Engine(Some(level)),
                None => Self::Path(text.into()),
            },
        })
    }
}

/// Time beyond the limit of a move after which a program counts as hanging: a machine can be busy.
const PATIENCE: Duration = Duration::from_secs(10);

/// A running program, and its printed lines.
pub(crate) struct Program {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    /// Whether it is our engine, which gets a seed for each game.
    is_engine: bool,
}

/// Maximum number of unread lines of an answer.
const LINES: usize = 1024;

impl Program {
    /// Starts the program. `folder` contains our own programs.
    pub(crate) fn start(player: &Player, folder: &Path) -> Result<Self> {
        let path = match player {
            Player::Engine(_) => folder.join("sumito-engine"),
            Player::MaxN => folder.join("maxn"),
            Player::Plain => folder.join("plain"),
            Player::Simple(_) => folder.join("simple"),
            Player::Path(path) => path.clone(),
        };
        let mut child = Command::new(&path)
            .args(if let Player::Simple(name) = player { Some(name) } else { None })
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {}", path.display()))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            bail!("{} has no pipes", path.display());
        };
        let (sender, lines) = sync_channel(LINES);
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let mut program = Self { child, input, lines, is_engine: matches!(player, Player::Engine(_)) };
        program.request("uai", "uaiok", Duration::ZERO)?;
        if let Player::Engine(Some(level)) = player {
            program.send(&format!("setoption name Level value {level}"))?;
        }
        Ok(program)
    }

    /// Announces a new game. The form of a level, and its choices, depend on the seed.
    pub(crate) fn new_game(&mut self, seed: u32) -> Result<()> {
        if self.is_engine {
            self.send(&format!("setoption name Seed value {seed}"))?;
        }
        self.send("newgame")?;
        self.request("isready", "readyok", Duration::ZERO).map(|_| ())
    }

    /// Returns the program's move. `clocks` is the time left of each seat, in a game with clocks.
    pub(crate) fn best_move(&mut self, position: &str, limit: &Limit, clocks: &[Duration]) -> Result<String> {
        self.send(position)?;
        let (go, time) = match limit {
            Limit::Time(ms) => (format!("go movetime {ms}"), Duration::from_millis(*ms)),
            Limit::Nodes(count) => (format!("go nodes {count}"), Duration::from_mins(1)),
            Limit::Clock(clock) => {
                let left: Vec<_> = clocks.iter().map(|left| left.as_millis().to_string()).collect();
                let max = clocks.iter().max().copied().unwrap_or_default();
                (format!("go clock {} increment {}", left.join(" "), clock.increment.as_millis()), max)
            }
        };
        let line = self.request(&go, "bestmove", time)?;
        line.split_whitespace().nth(1).map(str::to_owned).context("bestmove without a move")
    }

    fn send(&mut self, line: &str) -> Result<()> {
        writeln!(self.input, "{line}").context("the program stopped reading")
    }

    /// Sends a line and returns the first answer with this prefix.
    fn request(&mut self, line: &str, start: &str, time: Duration) -> Result<String> {
        self.send(line)?;
        loop {
            let answer = self
                .lines
                .recv_timeout(time + PATIENCE)
                .with_context(|| format!("no {start} in answer to {line}"))?;
            if answer.starts_with(start) {
                return Ok(answer);
            }
            if answer.starts_with("info string") {
                bail!("to {line} the program says: {answer}");
            }
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.send("quit");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
