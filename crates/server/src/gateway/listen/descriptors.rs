//! File descriptors reserved for the rest of the program.

use std::os::fd::AsRawFd;

use nix::sys::resource::{Resource, getrlimit};
use tokio::net::TcpStream;

/// File descriptors reserved for the rest of the program: the database's connections and files.
#[derive(Debug, Clone, Copy)]
pub(super) struct DescriptorReserve {
    /// First descriptor number that connections may not use.
    end: u64,
    kept_back: u64,
}

impl DescriptorReserve {
    /// Reserves this many of the descriptors that the process may open now, at most half of them.
    pub(super) fn new(kept_back: u64) -> Self {
        let limit = getrlimit(Resource::RLIMIT_NOFILE).map_or(u64::MAX, |(soft, _)| soft);
        let kept_back = kept_back.min(limit / 2);
        Self { end: limit - kept_back, kept_back }
    }

    /// Returns the number of reserved descriptors.
    pub(super) fn reserved(self) -> usize {
        self.kept_back as usize
    }

    /// Returns whether the stream uses none of the reserved descriptors. The system allocates the lowest free number: a high number means
    /// that all below it are in use.
    pub(super) fn reserve_descriptor(self, stream: &TcpStream) -> bool {
        u64::try_from(stream.as_raw_fd()).is_ok_and(|number| number < self.end)
    }
}
