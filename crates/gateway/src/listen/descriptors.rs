//! File descriptors reserved for the database and running games.

use std::os::fd::AsRawFd;

use nix::sys::resource::{Resource, getrlimit};
use tokio::net::TcpStream;

/// Descriptors that connections must not use: this number and higher ones.
#[derive(Debug, Clone, Copy)]
pub(super) struct DescriptorReserve(u64);

impl DescriptorReserve {
    /// Reserves this many of the descriptors that the process may open now, at most half of them.
    pub(super) fn new(size: u64) -> Self {
        let limit = getrlimit(Resource::RLIMIT_NOFILE).map_or(u64::MAX, |(soft, _)| soft);
        Self(limit - size.min(limit / 2))
    }

    /// Returns whether the stream uses a reserved descriptor. The system allocates the lowest free number: a high number means that all
    /// below it are in use.
    pub(super) fn contains(self, stream: &TcpStream) -> bool {
        u64::try_from(stream.as_raw_fd()).is_ok_and(|number| number >= self.0)
    }
}
