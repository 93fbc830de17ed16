//! Fair shares of users and networks in a resource that they use one after the other.

use std::collections::HashMap;
use std::net::IpAddr;
use std::time::Duration;

use sumito_game::UserId;

/// Number of accounts with a remembered time.
pub(crate) const ACCOUNTS: usize = 4_096;

/// The user and network that work is charged to. Without both, it is the server's own work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Payer {
    /// Id of the user, if known.
    pub user: Option<UserId>,
    /// Network of the user, if known.
    pub network: Option<IpAddr>,
}

impl From<UserId> for Payer {
    fn from(user: UserId) -> Self {
        Self { user: Some(user), network: None }
    }
}

impl Payer {
    /// The server, for its background work.
    pub const SERVER: Self = Self { user: None, network: None };

    /// Returns the source of the work: the network, or the user if no network is known.
    pub(crate) fn source(self) -> Account {
        self.network.map_or(self.of_user(), Account::Network)
    }

    /// Returns the account of the user.
    pub(crate) fn of_user(self) -> Account {
        self.user.map_or(Account::Server, Account::User)
    }
}

/// An account that work is charged to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Account {
    Server,
    User(UserId),
    Network(IpAddr),
}

/// Time that each account has used while others waited. A new account starts at the level of the others, so that idle accounts gain no
/// credit and later accounts gain no advantage.
#[derive(Debug, Default)]
pub(crate) struct Accounts {
    had: HashMap<Account, Duration>,
    start: Duration,
}

impl Accounts {
    /// Returns the time of an account.
    pub(crate) fn had(&self, account: Account) -> Duration {
        self.had.get(&account).copied().unwrap_or_default().max(self.start)
    }

    /// Returns the time of a payer: the larger of its accounts.
    pub(crate) fn of(&self, payer: Payer) -> Duration {
        self.had(payer.source()).max(self.had(payer.of_user()))
    }

    /// Returns the number of accounts with a remembered time.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.had.len()
    }

    /// Adds the time of work that has the lowest time of all that wait.
    pub(crate) fn charge(&mut self, payer: Payer, time: Duration) {
        self.start = self.of(payer);
        self.add(payer, time);
    }

    /// Adds the time of work.
    pub(crate) fn add(&mut self, payer: Payer, time: Duration) {
        let had = self.of(payer) + time;
        self.had.insert(payer.source(), had);
        self.had.insert(payer.of_user(), had);
        if self.had.len() > ACCOUNTS {
            self.start = self.had.values().copied().min().unwrap_or(self.start).max(self.start);
        }
        let start = self.start;
        self.had.retain(|_, had| *had > start);
    }
}
