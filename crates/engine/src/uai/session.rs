//! A session with a client, from the first line to the last.

use sumito_rules::{Mode, Move, Position};

use super::{Command, Go, OptionMaxima, options::Options};
use crate::{Limits, Progress, Root, SearchResult, Searcher, TimeLeft, time_for_move};

/// Runs the searches of a session, one at a time.
pub trait Runner {
    /// Returns the searcher; `None` during a search.
    fn idle(&mut self) -> Option<&mut Searcher>;

    /// Starts a search, while there is none. After an infinite search, the move is said only when the client sends `stop`.
    fn start(&mut self, root: Root, limits: Limits, is_infinite: bool);

    /// Stops the search, if there is one, and says its move: the next line may be a position and must find the search ended.
    fn stop(&mut self);

    /// Runs the benchmark; `None` if there is none.
    fn bench(&mut self) -> Option<String> {
        None
    }
}

/// Answers the lines of a client.
pub struct Session<R> {
    options: Options,
    root: Root,
    /// The runner of the searches.
    pub runner: R,
    say: fn(&str),
}

impl<R: Runner> Session<R> {
    /// Creates a session that answers with `say`, which takes one or several lines.
    pub fn new(runner: R, most: OptionMaxima, say: fn(&str)) -> Self {
        let position = Position::start(Mode::Two, Mode::Two.default_layout())
            .expect("every mode has a layout that fits it");
        Self { options: Options::new(most), root: Root::new(position), runner, say }
    }

    /// Answers a line. Returns whether the session goes on.
    pub fn answer(&mut self, line: &str) -> bool {
        match Command::parse(line) {
            Ok(None) => {}
            Ok(Some(Command::Quit)) => {
                self.runner.stop();
                return false;
            }
            Ok(Some(command)) => {
                if let Err(error) = self.execute(command) {
                    self.refuse(&error);
                }
            }
            Err(error) => self.refuse(&error.to_string()),
        }
        true
    }

    fn refuse(&self, error: &str) {
        (self.say)(&format!("info string {error}"));
    }

    fn execute(&mut self, command: Command) -> Result<(), String> {
        let busy = || "a search is running: send stop first".to_owned();
        match command {
            Command::Uai => (self.say)(&format!(
                "id name Sumito {}\nid author the Sumito authors\n{}\nuaiok",
                env!("CARGO_PKG_VERSION"),
                self.options.describe()
            )),
            Command::IsReady => (self.say)("readyok"),
            Command::Stop => self.runner.stop(),
            Command::Quit => {}
            Command::Position(root) => {
                self.runner.idle().ok_or_else(busy)?;
                self.root = *root;
            }
            Command::NewGame => self.runner.idle().ok_or_else(busy)?.clear(),
            Command::Bench => {
                self.runner.idle().ok_or_else(busy)?;
                (self.say)(&self.runner.bench().ok_or("there is no benchmark here")?);
            }
            Command::SetOption { name, value } => {
                let searcher = self.runner.idle().ok_or_else(busy)?;
                self.options.set(&name, &value, searcher)?;
            }
            Command::Go(go) => {
                let limits = self.limits(&go)?;
                self.runner.idle().ok_or_else(busy)?;
                self.runner.start(self.root.clone(), limits, go.is_infinite());
            }
        }
        Ok(())
    }

    fn limits(&self, go: &Go) -> Result<Limits, String> {
        let Options { threads, level, seed, lines, book, .. } = self.options;
        let position = self.root.position();
        let read = |text: &String| position.parse_move(text).map_err(|error| format!("{text}: {error}"));
        let moves = go.moves.iter().map(read).collect::<Result<_, _>>()?;
        let mut time = go.time;
        if let Some((clocks, increment)) = &go.clock {
            let seat = position.turn().index();
            let Some(&remaining) = clocks.get(seat) else {
                return Err(format!(
                    "go clock requires the time of each of {} seats",
                    position.mode().seats()
                ));
            };
            let left = TimeLeft {
                remaining,
                increment: *increment,
                plies: position.ply(),
                seats: position.mode().seats() as u8,
            };
            let even = time_for_move(&left);
            time = Some(time.map_or(even, |time| time.min(even)));
        }
        Ok(Limits { depth: go.depth, nodes: go.nodes, time, level, seed, book, threads, lines, moves })
    }
}

/// Returns the line of a depth.
pub fn info(progress: &Progress) -> String {
    let Progress { depth, deepest, number, score, nodes, time, hashfull, line } = progress;
    let nps = (*nodes as f64 / time.as_secs_f64().max(1e-6)) as u64;
    let pv = line.iter().map(Move::to_string).collect::<Vec<_>>().join(" ");
    format!(
        "info depth {depth} seldepth {deepest} multipv {number} score {score} nodes {nodes} nps {nps} time {} \
         hashfull {hashfull} pv {pv}",
        time.as_millis()
    )
}

/// Returns the line that ends a search.
pub fn bestmove(found: &SearchResult) -> String {
    found.best.map_or_else(|| "bestmove none".to_owned(), |best| format!("bestmove {best}"))
}
