//! Policies for commands during a disconnection.

use std::time::Duration;

use sumito_protocol::Command;

/// Maximum time that an expiring command waits for a connection or for a server in trouble.
pub const EXPIRES_AFTER: Duration = Duration::from_secs(8);

/// The handling of a command during a disconnection, and while the server is in trouble.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RetryPolicy {
    /// Kept and repeated under its id until it is answered. The command itself names the moment for which it is meant.
    Persistent,
    /// Like lasting, but it fails after [`EXPIRES_AFTER`], because its meaning would have changed.
    UntilExpiry,
    /// Valid only on one socket: it fails with that socket.
    NoRetry,
}

impl RetryPolicy {
    /// Returns the policy of a command.
    pub fn of(command: &Command) -> Self {
        match command {
            Command::Play { .. } => Self::Persistent,
            Command::CreateRoom(_)
            | Command::Join { .. }
            | Command::Leave { .. }
            | Command::AddComputer { .. }
            | Command::RemoveComputer { .. }
            | Command::Ready { .. }
            | Command::TakeOver { .. }
            | Command::Berserk { .. }
            | Command::Chat { .. }
            | Command::Resign { .. }
            | Command::Abort { .. }
            | Command::Claim { .. }
            | Command::SetConditionalMoves { .. }
            | Command::Offer { .. }
            | Command::Accept { .. }
            | Command::Seek(_)
            | Command::TakeSeek { .. }
            | Command::CancelSeek {}
            | Command::EditStudy { .. }
            | Command::Decline { .. } => Self::UntilExpiry,
            Command::Authenticate { .. }
            | Command::Watch { .. }
            | Command::Unwatch { .. }
            | Command::Subscribe { .. }
            | Command::Unsubscribe { .. }
            | Command::FollowStudy { .. }
            | Command::UnfollowStudy { .. }
            | Command::PointInStudy { .. }
            | Command::Ping { .. } => Self::NoRetry,
        }
    }
}
