//! A session, from the first line of input to the last.

use std::{
    io::{BufRead, Write as _, stdout},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
};

use sumito_engine::{
    Limits, Progress, Root, SearchResult, Searcher, Stop, TimeLeft, time_for_move,
    uai::{Command, Go},
};
use sumito_rules::{Mode, Move, Position};

use crate::{bench, options::Options};

/// Answers until `quit` or the end of the input. A search runs in another thread, so that it can be stopped.
pub(crate) fn run(input: impl BufRead) {
    let mut session = Session::new();
    for line in input.lines() {
        let Ok(line) = line else { break };
        match Command::parse(&line) {
            Ok(None) => {}
            Ok(Some(Command::Quit)) => break,
            Ok(Some(command)) => session.answer(command),
            Err(error) => say(&format!("info string {error}")),
        }
    }
    session.end_search();
}

/// Prints a line without buffering. If there is no reader, the input ends soon too.
fn say(line: &str) {
    let mut out = stdout().lock();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

struct Session {
    options: Options,
    root: Root,
    state: State,
}

enum State {
    Idle(Searcher),
    Searching(Running),
    /// Only during a transition.
    Between,
}

struct Running {
    stop: Stop,
    /// The best move is known: later commands are not meant for the search.
    is_done: Arc<AtomicBool>,
    thread: JoinHandle<Searcher>,
}

impl Session {
    fn new() -> Self {
        let options = Options::default();
        let position = Position::start(Mode::Two, Mode::Two.default_layout())
            .expect("every mode has a layout that fits it");
        Self { root: Root::new(position), state: State::Idle(Searcher::new(options.hash_mib)), options }
    }

    fn answer(&mut self, command: Command) {
        match command {
            Command::Uai => say(&format!(
                "id name Sumito {}\nid author the Sumito authors\n{}\nuaiok",
                env!("CARGO_PKG_VERSION"),
                Options::describe()
            )),
            Command::IsReady => say("readyok"),
            Command::Stop => {
                if let State::Searching(running) = &self.state {
                    running.stop.now();
                    // The next line may be a position and must find the search ended.
                    self.end_search();
                }
            }
            Command::Quit => {}
            Command::Position(root) => self.while_idle(|session, _| session.root = *root),
            Command::NewGame => self.while_idle(|_, searcher| searcher.clear()),
            Command::Bench => self.while_idle(|_, _| say(&bench::run())),
            Command::SetOption { name, value } => self.while_idle(|session, searcher| {
                if let Err(error) = session.options.set(&name, &value, searcher) {
                    say(&format!("info string {error}"));
                }
            }),
            Command::Go(go) => self.go(&go),
        }
    }

    /// Runs `work` without a running search, or prints the reason why that is not possible.
    fn while_idle(&mut self, work: impl FnOnce(&mut Self, &mut Searcher)) {
        match self.take_searcher() {
            Some(mut searcher) => {
                work(self, &mut searcher);
                self.state = State::Idle(searcher);
            }
            None => say("info string a search is running: send stop first"),
        }
    }

    /// Returns the searcher, if it is idle.
    fn take_searcher(&mut self) -> Option<Searcher> {
        match std::mem::replace(&mut self.state, State::Between) {
            State::Idle(searcher) => Some(searcher),
            State::Searching(running) if running.is_done.load(Ordering::Acquire) => Some(self.join(running)),
            other => {
                self.state = other;
                None
            }
        }
    }

    /// Stops the search, if there is one, and waits until it has printed its move.
    fn end_search(&mut self) {
        if let State::Searching(running) = std::mem::replace(&mut self.state, State::Between) {
            running.stop.now();
            running.thread.thread().unpark();
            self.state = State::Idle(self.join(running));
        }
    }

    /// Returns the searcher of an ended search, or a new one if the search has panicked.
    fn join(&self, running: Running) -> Searcher {
        running.thread.join().unwrap_or_else(|_| Searcher::new(self.options.hash_mib))
    }

    fn go(&mut self, go: &Go) {
        let limits = match self.limits(go) {
            Ok(limits) => limits,
            Err(error) => return say(&format!("info string {error}")),
        };
        let Some(mut searcher) = self.take_searcher() else {
            return say("info string a search is running: send stop first");
        };
        let (stop, is_done) = (Stop::new(), Arc::new(AtomicBool::new(false)));
        let (root, is_infinite) = (self.root.clone(), go.is_infinite());
        let thread = thread::spawn({
            let (stop, is_done) = (stop.clone(), Arc::clone(&is_done));
            move || {
                let found = searcher.search(&root, &limits, &stop, &mut |progress| say(&info(progress)));
                // After an infinite search, the move is printed only when the client sends `stop`.
                while is_infinite && found.best.is_some() && !stop.is_asked() {
                    thread::park();
                }
                is_done.store(true, Ordering::Release);
                say(&bestmove(&found));
                searcher
            }
        });
        self.state = State::Searching(Running { stop, is_done, thread });
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

fn info(progress: &Progress) -> String {
    let Progress { depth, deepest, number, score, nodes, time, hashfull, line } = progress;
    let nps = (*nodes as f64 / time.as_secs_f64().max(1e-6)) as u64;
    let pv = line.iter().map(Move::to_string).collect::<Vec<_>>().join(" ");
    format!(
        "info depth {depth} seldepth {deepest} multipv {number} score {score} nodes {nodes} nps {nps} time {} \
         hashfull {hashfull} pv {pv}",
        time.as_millis()
    )
}

fn bestmove(found: &SearchResult) -> String {
    found.best.map_or_else(|| "bestmove none".to_owned(), |best| format!("bestmove {best}"))
}
