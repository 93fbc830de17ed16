//! Searches on the only thread of a platform, in slices between the lines of the input.

use std::{mem, time::Duration};

use super::{Runner, bestmove, info};
use crate::{Limits, Root, SearchResult, Searcher, SlicedSearch, Stop};

/// Runs searches in slices, whenever [`advance`](Self::advance) is called.
pub struct Slices {
    searcher: Searcher,
    state: State,
    say: fn(&str),
}

enum State {
    Idle,
    Searching {
        search: Box<SlicedSearch>,
        is_infinite: bool,
    },
    /// An infinite search has ended, and its move waits for `stop`.
    Found(SearchResult),
}

impl Slices {
    /// Creates a runner that says its lines with `say`.
    pub fn new(searcher: Searcher, say: fn(&str)) -> Self {
        Self { searcher, state: State::Idle, say }
    }

    /// Searches for the time of a slice. Returns whether the search has more to do.
    pub fn advance(&mut self, slice: Duration) -> bool {
        self.advance_until(slice, &Stop::new());
        matches!(self.state, State::Searching { .. })
    }

    fn advance_until(&mut self, slice: Duration, stop: &Stop) {
        let say = self.say;
        self.state = match mem::replace(&mut self.state, State::Idle) {
            State::Searching { search, is_infinite } => {
                let went = self.searcher.advance(search, slice, stop, &mut |progress| say(&info(progress)));
                match went {
                    Err(search) => State::Searching { search, is_infinite },
                    Ok(found) if is_infinite && found.best.is_some() => State::Found(found),
                    Ok(found) => {
                        say(&bestmove(&found));
                        State::Idle
                    }
                }
            }
            other => other,
        };
    }
}

impl Runner for Slices {
    fn idle(&mut self) -> Option<&mut Searcher> {
        matches!(self.state, State::Idle).then_some(&mut self.searcher)
    }

    fn start(&mut self, root: Root, limits: Limits, is_infinite: bool) {
        let search = self.searcher.begin(root, limits);
        self.state = State::Searching { search, is_infinite };
    }

    fn stop(&mut self) {
        if matches!(self.state, State::Searching { .. }) {
            let stop = Stop::new();
            stop.now();
            self.advance_until(Duration::MAX, &stop);
        }
        if let State::Found(found) = mem::replace(&mut self.state, State::Idle) {
            (self.say)(&bestmove(&found));
        }
    }
}
