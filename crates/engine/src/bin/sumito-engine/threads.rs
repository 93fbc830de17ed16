//! Searches in threads of the operating system.

use std::{
    io::{Write as _, stdout},
    mem,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
};

use sumito_engine::{
    Limits, Root, Searcher, Stop,
    uai::{DEFAULT_HASH_MIB, Runner, bestmove, info},
};

use crate::bench;

/// Prints lines without buffering. If there is no reader, the input ends soon too.
pub(crate) fn say(line: &str) {
    let mut out = stdout().lock();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

/// Runs each search in another thread, so that it can be stopped.
pub(crate) enum Threads {
    Idle(Searcher),
    Searching(Running),
    /// Only during a transition.
    Between,
}

pub(crate) struct Running {
    stop: Stop,
    /// The best move is known: later commands are not meant for the search.
    is_done: Arc<AtomicBool>,
    thread: JoinHandle<Searcher>,
}

impl Threads {
    pub(crate) fn new() -> Self {
        Self::Idle(Searcher::new(DEFAULT_HASH_MIB))
    }

    /// Returns the searcher, if it is idle.
    fn take(&mut self) -> Option<Searcher> {
        match mem::replace(self, Self::Between) {
            Self::Idle(searcher) => Some(searcher),
            Self::Searching(running) if running.is_done.load(Ordering::Acquire) => Some(running.join()),
            other => {
                *self = other;
                None
            }
        }
    }
}

impl Running {
    /// Returns the searcher of an ended search, or a new one if the search has panicked.
    fn join(self) -> Searcher {
        self.thread.join().unwrap_or_else(|_| Searcher::new(DEFAULT_HASH_MIB))
    }
}

impl Runner for Threads {
    fn idle(&mut self) -> Option<&mut Searcher> {
        *self = Self::Idle(self.take()?);
        match self {
            Self::Idle(searcher) => Some(searcher),
            _ => None,
        }
    }

    fn start(&mut self, root: Root, limits: Limits, is_infinite: bool) {
        let Some(mut searcher) = self.take() else { return };
        let (stop, is_done) = (Stop::new(), Arc::new(AtomicBool::new(false)));
        let thread = thread::spawn({
            let (stop, is_done) = (stop.clone(), Arc::clone(&is_done));
            move || {
                let found = searcher.search(&root, &limits, &stop, &mut |progress| say(&info(progress)));
                while is_infinite && found.best.is_some() && !stop.is_asked() {
                    thread::park();
                }
                is_done.store(true, Ordering::Release);
                say(&bestmove(&found));
                searcher
            }
        });
        *self = Self::Searching(Running { stop, is_done, thread });
    }

    fn stop(&mut self) {
        *self = match mem::replace(self, Self::Between) {
            Self::Searching(running) => {
                running.stop.now();
                running.thread.thread().unpark();
                Self::Idle(running.join())
            }
            other => other,
        };
    }

    fn bench(&mut self) -> Option<String> {
        Some(bench::run())
    }
}
