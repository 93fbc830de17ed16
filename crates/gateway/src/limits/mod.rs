//! Rate limits per address and account, and limits on shared resources per address.
//!
//! Attempts with passwords and codes for an account, a user or a tournament are counted in the store, for all nodes. Each node counts
//! addresses and everything else separately.

mod address;
mod attempts;
mod headers;
mod slots;
mod table;
mod trusted;

use std::sync::Arc;
use std::time::Duration;

use parking_lot::{Mutex, RwLock};
use sumito_game::{TournamentId, UserId};
use tokio::time::Instant;

pub(crate) use self::address::ClientAddress;
use self::attempts::{Attempts, run_cleanup};
use self::headers::RateState;
pub(crate) use self::headers::{RATE_LIMIT, RATE_LIMIT_POLICY, RateReport};
pub(crate) use self::slots::{ConnectionSlots, SlotPermit};
use self::table::Budget;
pub(crate) use self::table::Limit;
pub use self::table::document;
pub(crate) use self::trusted::TrustedNetworks;
use crate::codec::ApiError;
use sumito_config::Config;
use sumito_kit::recency_cache::RecencyCache;
use sumito_kit::shares::Payer;
use sumito_kit::tasks::Tasks;
use sumito_kit::token_bucket::TokenBucket;
use sumito_services::Env;
use sumito_store::Store;

/// Addresses and accounts that each rate limit remembers. A forgotten key starts with a full burst.
const REMEMBERED: usize = 16_384;

/// Bytes of a request to a study that count as one edit.
const EDIT_BYTES: usize = 4_096;

/// Rate limits per address, and the limit of open sockets. Addresses of this machine are exempt, unless the configuration says otherwise.
#[derive(Debug)]
pub(crate) struct AddressLimits {
    exempt_loopback: bool,
    trusted: TrustedNetworks,
    rates: RwLock<Arc<Rates>>,
    attempts: Attempts,
    sockets: ConnectionSlots<ClientAddress>,
    streams: ConnectionSlots<UserId>,
}

/// Counts of all rate limits, which can be changed at runtime.
#[derive(Debug)]
struct Rates([Rate; Limit::ALL.len()]);

impl Rates {
    fn new(config: &Config) -> Self {
        Self(Limit::ALL.map(|limit| Rate::new(limit, limit.budget(config))))
    }

    fn of(&self, limit: Limit) -> &Rate {
        &self.0[limit as usize]
    }
}

impl AddressLimits {
    /// Starts the limits, with the removal of old counts on one node at a time.
    pub(crate) fn start(env: &Env, tasks: &Tasks) -> Self {
        let (store, duties) = (env.store.clone(), env.duties.clone());
        tasks.spawn("attempts", async move { duties.run("attempts", || run_cleanup(&store)).await });
        Self::new(&env.config, env.store.clone())
    }

    /// Creates the limits of the configuration. Attempts with passwords and codes are counted in `store`.
    pub(crate) fn new(config: &Config, store: Store) -> Self {
        let limits = &config.limits;
        Self {
            exempt_loopback: limits.exempt_loopback,
            trusted: TrustedNetworks::new(&limits.trusted_networks),
            rates: RwLock::new(Arc::new(Rates::new(config))),
            attempts: Attempts::new(store),
            sockets: ConnectionSlots::new("socket", "address", limits.sockets, limits.sockets_per_address),
            streams: ConnectionSlots::new("stream", "account", 0, limits.streams_per_user),
        }
    }

    /// Counts an event of an address.
    ///
    /// # Errors
    /// `rate_limited` if the limit is reached.
    pub(crate) fn count(&self, limit: Limit, from: ClientAddress) -> Result<(), ApiError> {
        self.count_times(limit, from, 1)
    }

    /// Counts a login attempt: for the address, and for the account from that address. `account` is the key that is equal for names that
    /// look alike.
    ///
    /// # Errors
    /// `rate_limited` if the limit is reached.
    pub(crate) async fn login(&self, from: ClientAddress, account: &str) -> Result<(), ApiError> {
        self.count(Limit::Logins, from)?;
        self.attempt_from(Limit::LoginsToAccount, from, account).await
    }

    /// Counts a login attempt from a network that the account was never used from, for all such networks together.
    ///
    /// # Errors
    /// `rate_limited` if the limit is reached.
    pub(crate) async fn login_from_unknown(&self, account: &str) -> Result<(), ApiError> {
        self.attempt(Limit::LoginsFromUnknown, &[account.as_bytes()]).await
    }

    /// Counts an attempt with a recovery code: for the address, and for the account from that address. Codes cannot be guessed, so there
    /// is no common limit for all addresses.
    ///
    /// # Errors
    /// `rate_limited` if the limit is reached.
    pub(crate) async fn recovery(&self, from: ClientAddress, account: &str) -> Result<(), ApiError> {
        self.count(Limit::Recoveries, from)?;
        self.attempt_from(Limit::RecoveriesOfAccount, from, account).await
    }

    /// Counts a password or code attempt of a caller with a session, for their own account.
    ///
    /// # Errors
    /// `rate_limited` if the limit is reached.
    pub(crate) async fn own_password(&self, from: ClientAddress, user: UserId) -> Result<(), ApiError> {
        self.count(Limit::OwnPasswords, from)?;
        self.attempt(Limit::OwnPasswordsOfUser, &[user.0.as_bytes()]).await
    }

    /// Counts a requested email: for the address, and for the named recipient, whether it exists or not.
    ///
    /// # Errors
    /// `rate_limited` if the limit is reached.
    pub(crate) async fn mail(&self, from: ClientAddress, to: &str) -> Result<(), ApiError> {
        self.count(Limit::Mails, from)?;
        self.attempt(Limit::MailsByAddressee, &[to.as_bytes()]).await
    }

    /// Counts an email to a user, however the user was named. The caller does not receive the result, since it would reveal which name and
    /// address belong together.
    pub(crate) async fn may_mail(&self, user: UserId) -> bool {
        self.attempt(Limit::MailsByUser, &[user.0.as_bytes()]).await.is_ok()
    }

    /// Counts a new room, over HTTP or over a socket.
    ///
    /// # Errors
    /// `rate_limited` if the limit is reached.
    pub(crate) fn room(&self, from: ClientAddress, with_computers: bool) -> Result<(), ApiError> {
        self.count(Limit::Rooms, from)?;
        if with_computers { self.count(Limit::ComputerRooms, from) } else { Ok(()) }
    }

    /// Counts a command to a tournament: for the address, and for the user from any address.
    ///
    /// # Errors
    /// `rate_limited` if the limit is reached.
    pub(crate) fn tournament_command(&self, from: ClientAddress, user: UserId) -> Result<(), ApiError> {
        self.count(Limit::TournamentCommands, from)?;
        self.take(Limit::TournamentCommandsByUser, Counted::User(user), 1, 1)
    }

    /// Counts an attempt with a tournament's password, or a change of it: for the address, and for the tournament from any address.
    ///
    /// # Errors
    /// `rate_limited` if the limit is reached.
    pub(crate) async fn tournament_password(
        &self,
        from: ClientAddress,
        tournament: TournamentId,
    ) -> Result<(), ApiError> {
        self.count(Limit::TournamentPasswords, from)?;
        self.attempt(Limit::PasswordsByTournament, &[tournament.0.as_bytes()]).await
    }

    /// Counts a challenge of one user to another, from any address, since each notifies the challenged user.
    ///
    /// # Errors
    /// `rate_limited` if the limit is reached.
    pub(crate) fn challenge_to(&self, challenger: UserId, challenged: UserId) -> Result<(), ApiError> {
        self.take(Limit::ChallengesToOne, Counted::Pair(challenger, challenged), 1, 1)
    }

    /// Counts an edit of a study, a new study or new chapters: once for each started [`EDIT_BYTES`].
    ///
    /// # Errors
    /// `rate_limited` if the limit is reached.
    pub(crate) fn study_edit(&self, from: ClientAddress, bytes: usize) -> Result<(), ApiError> {
        self.count_times(Limit::StudyEdits, from, bytes.div_ceil(EDIT_BYTES).max(1) as u32)
    }

    /// Counts ids that a request looks up.
    ///
    /// # Errors
    /// `rate_limited` if the limit is reached.
    pub(crate) fn lookups(&self, from: ClientAddress, ids: usize) -> Result<(), ApiError> {
        self.count_times(Limit::Lookups, from, ids as u32)
    }

    /// Counts bytes that a client stores.
    ///
    /// # Errors
    /// `rate_limited` if the limit is reached.
    pub(crate) fn stored(&self, from: ClientAddress, bytes: usize) -> Result<(), ApiError> {
        self.count_times(Limit::StoredBytes, from, u32::try_from(bytes).unwrap_or(u32::MAX))
    }

    /// Counts an export of the own data of a user, as any export and for the user.
    ///
    /// # Errors
    /// `rate_limited` if a limit is reached.
    pub(crate) fn personal_export(&self, from: ClientAddress, user: UserId) -> Result<(), ApiError> {
        self.count(Limit::Exports, from)?;
        self.take(Limit::PersonalExports, Counted::User(user), 1, 1)
    }

    /// Reserves a slot among the open sockets for a client.
    ///
    /// # Errors
    /// `rate_limited` for an address that opens sockets too often, `too_many` for an address with too many open sockets, `busy` if the
    /// server has too many.
    pub(crate) fn socket(&self, from: ClientAddress) -> Result<SlotPermit<ClientAddress>, ApiError> {
        self.count(Limit::Handshakes, from)?;
        self.sockets.take(self.counted(from), self.trusted.factor(from))
    }

    /// Reserves a slot among the streams of a user. Each has a slot of a socket as well.
    ///
    /// # Errors
    /// `too_many` for a user with too many streams.
    pub(crate) fn stream(&self, user: UserId) -> Result<SlotPermit<UserId>, ApiError> {
        self.streams.take(Some(user), 1)
    }

    fn count_times(&self, limit: Limit, from: ClientAddress, times: u32) -> Result<(), ApiError> {
        let Some(address) = self.counted(from) else { return Ok(()) };
        self.take(limit, Counted::Address(address), times, self.trusted.factor(address))
    }

    fn take(&self, limit: Limit, key: Counted, times: u32, factor: u32) -> Result<(), ApiError> {
        let taken = self.rates().of(limit).take(key, times, factor);
        taken.map_err(|wait| ApiError::too_often(limit.refusal(), wait))
    }

    /// Counts an attempt for an account from an address, on all nodes together.
    async fn attempt_from(&self, limit: Limit, from: ClientAddress, account: &str) -> Result<(), ApiError> {
        let network = from.network().to_string();
        self.attempt(limit, &[account.as_bytes(), network.as_bytes()]).await
    }

    /// Counts an attempt with a password or a code, on all nodes together.
    ///
    /// # Errors
    /// `rate_limited` if the limit is reached; fails if the store is unavailable.
    async fn attempt(&self, limit: Limit, key: &[&[u8]]) -> Result<(), ApiError> {
        let budget = self.rates().of(limit).budget;
        match self.attempts.count(limit, budget, key).await? {
            None => Ok(()),
            Some(wait) => Err(ApiError::too_often(limit.refusal(), wait)),
        }
    }

    /// Returns the payer of a request from an address. An exempt address is no network that shares anything.
    pub(crate) fn payer(&self, user: Option<UserId>, from: ClientAddress) -> Payer {
        Payer { user, network: self.counted(from).map(ClientAddress::network) }
    }

    /// Returns the networks with higher limits, which follow [`set_rates`](Self::set_rates).
    pub(crate) fn trusted(&self) -> &TrustedNetworks {
        &self.trusted
    }

    /// Replaces the rate limits and the trusted networks. The counts start anew, except the counts of attempts with passwords and codes.
    pub(crate) fn set_rates(&self, config: &Config) {
        self.trusted.set(&config.limits.trusted_networks);
        *self.rates.write() = Arc::new(Rates::new(config));
    }

    fn rates(&self) -> Arc<Rates> {
        Arc::clone(&self.rates.read())
    }

    fn counted(&self, address: ClientAddress) -> Option<ClientAddress> {
        (!(address.is_local() && self.exempt_loopback)).then_some(address)
    }
}

/// The holder of a count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Counted {
    Address(ClientAddress),
    User(UserId),
    Pair(UserId, UserId),
}

/// The counts of a rate limit.
#[derive(Debug)]
struct Rate {
    limit: Limit,
    budget: Budget,
    buckets: Mutex<RecencyCache<Counted, TokenBucket>>,
}

impl Rate {
    fn new(limit: Limit, budget: Budget) -> Self {
        Self { limit, budget, buckets: Mutex::new(RecencyCache::new(REMEMBERED)) }
    }

    /// Counts an event `times` times, where the limit is `factor` times as high. No event counts for more than the whole limit.
    ///
    /// # Errors
    /// The time until the event is allowed again.
    fn take(&self, key: Counted, times: u32, factor: u32) -> Result<(), Duration> {
        let Budget { burst, span } = self.budget;
        if burst == 0 {
            return Ok(());
        }
        let now = Instant::now();
        let mut buckets = self.buckets.lock();
        let bucket = buckets.value(key, || TokenBucket::new(burst, span, now));
        let quota = burst.saturating_mul(factor);
        let times = times.min(quota);
        let taken = bucket.take_parts(now, times, factor);
        headers::note(RateState {
            name: self.limit.name(),
            quota,
            window: span,
            remaining: bucket.remaining_parts(factor),
            reset: bucket.full_in(),
        });
        if taken { Ok(()) } else { Err(bucket.wait_parts(times, factor)) }
    }
}
