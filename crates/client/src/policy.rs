//! What becomes of a command while there is no connection.

use std::time::Duration;

use sumito_protocol::Command;

/// How long a command that can expire waits for a connection, and for a server in trouble.
pub const EXPIRES_AFTER: Duration = Duration::from_secs(8);

/// What becomes of a command while there is no connection, and while the server is in trouble.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Policy {
    /// Kept, and sent under its id as often as it takes to be answered. It says for itself which moment it is meant for.
    Lasting,
    /// As lasting, but given up after [`EXPIRES_AFTER`]: later it would mean something else.
    Expiring,
    /// Belongs to one socket: it fails with that.
    Fleeting,
}

impl Policy {
    /// How a command is treated.
    pub fn of(command: &Command) -> Self {
        match command {
            Command::Play { .. } => Self::Lasting,
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
            | Command::Offer { .. }
            | Command::Accept { .. }
            | Command::Seek(_)
            | Command::TakeSeek { .. }
            | Command::CancelSeek {}
            | Command::Decline { .. } => Self::Expiring,
            Command::Authenticate { .. }
            | Command::Watch { .. }
            | Command::Unwatch { .. }
            | Command::Subscribe { .. }
            | Command::Unsubscribe { .. }
            | Command::Ping { .. } => Self::Fleeting,
        }
    }
}
