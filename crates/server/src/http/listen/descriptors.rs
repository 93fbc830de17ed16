//! File descriptors that connections leave to the rest of the program.

use std::os::fd::AsRawFd;

use nix::sys::resource::{Resource, getrlimit};
use tokio::net::TcpStream;

/// What connections leave to the rest of the program: the database's connections and files.
#[derive(Debug, Clone, Copy)]
pub(super) struct Descriptors {
    /// The first number that no connection may have.
    end: u64,
    kept_back: u64,
}

impl Descriptors {
    /// Keeps back so many of what the process may open now, and never more than half.
    pub(super) fn new(kept_back: u64) -> Self {
        let limit = getrlimit(Resource::RLIMIT_NOFILE).map_or(u64::MAX, |(soft, _)| soft);
        let kept_back = kept_back.min(limit / 2);
        Self { end: limit - kept_back, kept_back }
    }

    /// How many are kept back.
    pub(super) fn kept_back(self) -> usize {
        self.kept_back as usize
    }

    /// Whether the stream takes none of those kept back. The system gives out the lowest number that is free: a high one says
    /// that all below it are taken.
    pub(super) fn leave_room_for(self, stream: &TcpStream) -> bool {
        u64::try_from(stream.as_raw_fd()).is_ok_and(|number| number < self.end)
    }
}
