//! The user and the network for whom a task works, for shares of the server's resources.

use std::cell::Cell;
use std::net::IpAddr;

use sumito_game::UserId;
use tokio::task_local;

task_local! {
    static CURRENT: Cell<Holder>;
}

/// A user and a network; the server has neither.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Holder {
    /// The network: an IPv4 address, or the /64 network of an IPv6 address.
    pub network: Option<IpAddr>,
    /// The user, if known.
    pub user: Option<UserId>,
}

impl Holder {
    /// Returns the holder for whom the caller works. A task that a [scope](Self::scope) spawns works for the server.
    pub fn current() -> Self {
        CURRENT.try_with(Cell::get).unwrap_or_default()
    }

    /// Names the user for whom the caller works from now on.
    pub fn set_user(user: UserId) {
        // The server's own work has no user.
        let _ = CURRENT.try_with(|holder| holder.set(Self { user: Some(user), ..holder.get() }));
    }

    /// Does some work on behalf of this holder.
    pub async fn scope<T>(self, work: impl Future<Output = T>) -> T {
        CURRENT.scope(Cell::new(self), work).await
    }
}
