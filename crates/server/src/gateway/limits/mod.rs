//! Rate limits per address and account, and limits on shared resources per address.
//!
//! Attempts with passwords and codes for an account, a user or a tournament are counted in the store, for all nodes. Each node counts
//! addresses and everything else separately.

mod address;
mod attempts;
mod report;
mod slots;
mod trusted;

use std::hash::Hash;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::{Mutex, RwLock};
use sumito_game::{TournamentId, UserId};
use tokio::time::Instant;

pub(crate) use self::address::ClientAddress;
use self::attempts::{AttemptRate, Attempts, run_cleanup};
use self::report::RateState;
pub(crate) use self::report::{RATE_LIMIT, RATE_LIMIT_POLICY, RateReport};
pub(crate) use self::slots::{ConnectionSlots, SlotPermit};
pub(crate) use self::trusted::TrustedNetworks;
use crate::env::Env;
use crate::gateway::codec::ApiError;
use sumito_config::Config;
use sumito_kit::recency_cache::RecencyCache;
use sumito_kit::shares::Payer;
use sumito_kit::tasks::Tasks;
use sumito_kit::token_bucket::TokenBucket;
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

/// Rate limits, which can be changed at runtime.
#[derive(Debug)]
struct Rates {
    requests: Rate<ClientAddress>,
    guests: Rate<ClientAddress>,
    accounts: Rate<ClientAddress>,
    logins: Rate<ClientAddress>,
    logins_to_account: AttemptRate,
    logins_from_unknown: AttemptRate,
    recoveries: Rate<ClientAddress>,
    recoveries_of_account: AttemptRate,
    own_passwords: Rate<ClientAddress>,
    own_passwords_of_user: AttemptRate,
    mails: Rate<ClientAddress>,
    mails_by_addressee: AttemptRate,
    mails_by_user: AttemptRate,
    rooms: Rate<ClientAddress>,
    computer_rooms: Rate<ClientAddress>,
    tournaments: Rate<ClientAddress>,
    tournament_commands: Rate<ClientAddress>,
    tournament_commands_by_user: Rate<UserId>,
    tournament_passwords: Rate<ClientAddress>,
    passwords_by_tournament: AttemptRate,
    challenges: Rate<ClientAddress>,
    challenges_to_one: Rate<(UserId, UserId)>,
    chat_lines: Rate<ClientAddress>,
    analyses: Rate<ClientAddress>,
    evaluations: Rate<ClientAddress>,
    puzzle_attempts: Rate<ClientAddress>,
    study_edits: Rate<ClientAddress>,
    stored_bytes: Rate<ClientAddress>,
    reports: Rate<ClientAddress>,
    pictures: Rate<ClientAddress>,
    avatars: Rate<ClientAddress>,
    exports: Rate<ClientAddress>,
    personal_exports: Rate<UserId>,
    webhook_tests: Rate<ClientAddress>,
    device_codes: Rate<ClientAddress>,
    handshakes: Rate<ClientAddress>,
}

impl Rates {
    fn new(config: &Config) -> Self {
        let limits = &config.limits;
        Self {
            requests: Rate::per_second(
                "requests",
                config.http.requests_per_second,
                config.http.request_burst,
            ),
            guests: Rate::per_minute("guests", limits.guests_per_minute),
            accounts: Rate::per_minute("accounts", limits.accounts_per_minute),
            logins: Rate::per_minute("logins", limits.logins_per_minute),
            logins_to_account: AttemptRate::per_minute(
                "logins_to_account",
                limits.logins_per_account_per_minute,
            ),
            logins_from_unknown: AttemptRate::per_minute(
                "logins_from_unknown",
                limits.logins_from_unknown_per_minute,
            ),
            recoveries: Rate::per_minute("recoveries", limits.logins_per_minute),
            recoveries_of_account: AttemptRate::per_minute(
                "recoveries_of_account",
                limits.logins_per_account_per_minute,
            ),
            own_passwords: Rate::per_minute("own_passwords", limits.logins_per_minute),
            own_passwords_of_user: AttemptRate::per_minute(
                "own_passwords_of_user",
                limits.logins_per_account_per_minute,
            ),
            mails: Rate::per_hour("mails", limits.mails_per_hour),
            mails_by_addressee: AttemptRate::per_hour(
                "mails_by_addressee",
                limits.mails_per_account_per_hour,
            ),
            mails_by_user: AttemptRate::per_hour("mails_by_user", limits.mails_per_account_per_hour),
            rooms: Rate::per_minute("rooms", limits.rooms_per_minute),
            computer_rooms: Rate::per_minute("computer_rooms", limits.computer_rooms_per_minute),
            tournaments: Rate::per_minute("tournaments", limits.tournaments_per_minute),
            tournament_commands: Rate::per_minute(
                "tournament_commands",
                limits.tournament_commands_per_minute,
            ),
            tournament_commands_by_user: Rate::per_minute(
                "tournament_commands_by_user",
                limits.tournament_commands_per_user_per_minute,
            ),
            tournament_passwords: Rate::per_minute(
                "tournament_passwords",
                limits.tournament_passwords_per_minute,
            ),
            passwords_by_tournament: AttemptRate::per_minute(
                "passwords_by_tournament",
                limits.passwords_per_tournament_per_minute,
            ),
            challenges: Rate::per_minute("challenges", limits.challenges_per_minute),
            challenges_to_one: Rate::per_hour("challenges_to_one", limits.challenges_to_one_per_hour),
            chat_lines: Rate::per_minute("chat_lines", limits.chat_lines_per_minute),
            analyses: Rate::per_minute("analyses", limits.analyses_per_minute),
            evaluations: Rate::per_minute("evaluations", limits.evaluations_per_minute),
            puzzle_attempts: Rate::per_minute("puzzle_attempts", limits.puzzle_attempts_per_minute),
            study_edits: Rate::per_minute("study_edits", limits.study_edits_per_minute),
            stored_bytes: Rate::per_day("stored_bytes", limits.stored_bytes_per_day),
            reports: Rate::per_day("reports", limits.reports_per_address_and_day),
            pictures: Rate::per_minute("pictures", limits.pictures_per_minute),
            avatars: Rate::per_hour("avatars", limits.avatars_per_hour),
            exports: Rate::per_minute("exports", limits.exports_per_minute),
            personal_exports: Rate::per_hour("personal_exports", limits.personal_exports_per_hour),
            webhook_tests: Rate::per_minute("webhook_tests", limits.webhook_tests_per_minute),
            device_codes: Rate::per_minute("device_codes", limits.device_codes_per_minute),
            handshakes: Rate::per_minute("handshakes", limits.handshakes_per_minute),
        }
    }
}

impl AddressLimits {
    /// Creates the limits of the configuration. Attempts with passwords and codes are counted in `store`.
    /// Starts the limits, with the removal of old counts on one node at a time.
    pub(crate) fn start(env: &Env, tasks: &Tasks) -> Self {
        let (store, duties) = (env.store.clone(), env.duties.clone());
        tasks.spawn("attempts", async move { duties.run("attempts", || run_cleanup(&store)).await });
        Self::new(&env.config, env.store.clone())
    }

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

    /// Counts an HTTP request.
    ///
    /// # Errors
    /// `rate_limited` if the limit is reached.
    pub(crate) fn request(&self, from: ClientAddress) -> Result<(), ApiError> {
        let message = "too many requests from your address";
        self.count(|rates| &rates.requests, from, message)
    }

    /// Counts a new guest.
    ///
    /// # Errors
    /// `rate_limited` if the limit is reached.
    pub(crate) fn guest(&self, from: ClientAddress) -> Result<(), ApiError> {
        self.count(|rates| &rates.guests, from, "too many new guests from your address")
    }

    /// Counts a new account.
    ///
    /// # Errors
    /// `rate_limited` if the limit is reached.
    pub(crate) fn account(&self, from: ClientAddress) -> Result<(), ApiError> {
        self.count(|rates| &rates.accounts, from, "too many new accounts from your address")
    }

    /// Counts a login attempt: for the address, and for the account from that address. `account` is the key that is equal for names that
    /// look alike.
    ///
    /// # Errors
    /// `rate_limited` if the limit is reached.
    pub(crate) async fn login(&self, from: ClientAddress, account: &str) -> Result<(), ApiError> {
        self.count(|rates| &rates.logins, from, "too many passwords from your address")?;
        let message = "too many login attempts for this account from your address";
        let network = from.network().to_string();
        let key = [account.as_bytes(), network.as_bytes()];
        self.attempt(|rates| &rates.logins_to_account, &key, message).await
    }

    /// Counts a login attempt from a network that the account was never used from, for all such networks together.
    ///
    /// # Errors
    /// `rate_limited` if the limit is reached.
    pub(crate) async fn login_from_unknown(&self, account: &str) -> Result<(), ApiError> {
        let message = "too many login attempts for this account from new networks; log in from a network you \
            have used before, or use a recovery code";
        self.attempt(|rates| &rates.logins_from_unknown, &[account.as_bytes()], message).await
    }

    /// Counts an attempt with a recovery code: for the address, and for the account from that address. Codes cannot be guessed, so there
    /// is no common limit for all addresses.
    ///
    /// # Errors
    /// `rate_limited` if the limit is reached.
    pub(crate) async fn recovery(&self, from: ClientAddress, account: &str) -> Result<(), ApiError> {
        self.count(|rates| &rates.recoveries, from, "too many recovery codes from your address")?;
        let message = "too many recovery codes for this account from your address";
        let network = from.network().to_string();
        let key = [account.as_bytes(), network.as_bytes()];
        self.attempt(|rates| &rates.recoveries_of_account, &key, message).await
    }

    /// Counts a password or code attempt of a caller with a session, for their own account.
    ///
    /// # Errors
    /// `rate_limited` if the limit is reached.
    pub(crate) async fn own_password(&self, from: ClientAddress, user: UserId) -> Result<(), ApiError> {
        self.count(|rates| &rates.own_passwords, from, "too many passwords from your address")?;
        let message = "too many passwords for your account";
        self.attempt(|rates| &rates.own_passwords_of_user, &[user.0.as_bytes()], message).await
    }

    /// Counts a requested email: for the address, and for the named recipient, whether it exists or not.
    ///
    /// # Errors
    /// `rate_limited` if the limit is reached.
    pub(crate) async fn mail(&self, from: ClientAddress, to: &str) -> Result<(), ApiError> {
        self.count(|rates| &rates.mails, from, "too many emails requested from your address")?;
        let message = "too many emails requested for this account; check your inbox";
        self.attempt(|rates| &rates.mails_by_addressee, &[to.as_bytes()], message).await
    }

    /// Counts an email to a user, however the user was named. The caller does not receive the result, since it would reveal which name and
    /// address belong together.
    pub(crate) async fn may_mail(&self, user: UserId) -> bool {
        self.attempt(|rates| &rates.mails_by_user, &[user.0.as_bytes()], "too many emails").await.is_ok()
    }

    /// Counts a new room, over HTTP or over a socket.
    ///
    /// # Errors
    /// `rate_limited` if the limit is reached.
    pub(crate) fn room(&self, from: ClientAddress, with_computers: bool) -> Result<(), ApiError> {
        self.count(|rates| &rates.rooms, from, "too many new rooms from your address")?;
        if with_computers { self.computers(from) } else { Ok(()) }
    }

    /// Counts a new tournament.
    ///
    /// # Errors
    /// `rate_limited` if the limit is reached.
    pub(crate) fn tournament(&self, from: ClientAddress) -> Result<(), ApiError> {
        let message = "too many new tournaments from your address";
        self.count(|rates| &rates.tournaments, from, message)
    }

    /// Counts a command to a tournament: for the address, and for the user from any address.
    ///
    /// # Errors
    /// `rate_limited` if the limit is reached.
    pub(crate) fn tournament_command(&self, from: ClientAddress, user: UserId) -> Result<(), ApiError> {
        let message = "too many tournament commands from your address";
        self.count(|rates| &rates.tournament_commands, from, message)?;
        let message = "you send too many tournament commands";
        self.take(|rates| &rates.tournament_commands_by_user, user, message)
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
        let message = "too many tournament passwords from your address";
        self.count(|rates| &rates.tournament_passwords, from, message)?;
        let message = "too many passwords for this tournament";
        self.attempt(|rates| &rates.passwords_by_tournament, &[tournament.0.as_bytes()], message).await
    }

    /// Counts a chat message.
    ///
    /// # Errors
    /// `rate_limited` if the limit is reached.
    pub(crate) fn chat_line(&self, from: ClientAddress) -> Result<(), ApiError> {
        self.count(|rates| &rates.chat_lines, from, "too many chat messages from your address")
    }

    /// Counts computers that are seated in a room.
    ///
    /// # Errors
    /// `rate_limited` if the limit is reached.
    pub(crate) fn computers(&self, from: ClientAddress) -> Result<(), ApiError> {
        let message = "too many games with computers from your address";
        self.count(|rates| &rates.computer_rooms, from, message)
    }

    /// Counts a challenge.
    ///
    /// # Errors
    /// `rate_limited` if the limit is reached.
    pub(crate) fn challenge(&self, from: ClientAddress) -> Result<(), ApiError> {
        self.count(|rates| &rates.challenges, from, "too many challenges from your address")
    }

    /// Counts a challenge of one user to another, from any address, since each notifies the challenged user.
    ///
    /// # Errors
    /// `rate_limited` if the limit is reached.
    pub(crate) fn challenge_to(&self, challenger: UserId, challenged: UserId) -> Result<(), ApiError> {
        self.take(
            |rates| &rates.challenges_to_one,
            (challenger, challenged),
            "too many challenges to this player",
        )
    }

    /// Counts a requested game analysis.
    ///
    /// # Errors
    /// `rate_limited` if the limit is reached.
    pub(crate) fn analysis(&self, from: ClientAddress) -> Result<(), ApiError> {
        let message = "too many analysis requests from your address";
        self.count(|rates| &rates.analyses, from, message)
    }

    /// Counts a requested position evaluation.
    ///
    /// # Errors
    /// `rate_limited` if the limit is reached.
    pub(crate) fn evaluation(&self, from: ClientAddress) -> Result<(), ApiError> {
        let message = "too many position evaluations from your address";
        self.count(|rates| &rates.evaluations, from, message)
    }

    /// Counts an attempt at a puzzle, a vote on one, or the start of a run.
    ///
    /// # Errors
    /// `rate_limited` if the limit is reached.
    pub(crate) fn puzzle_attempt(&self, from: ClientAddress) -> Result<(), ApiError> {
        let message = "too many attempts at puzzles from your address";
        self.count(|rates| &rates.puzzle_attempts, from, message)
    }

    /// Counts an edit of a study, a new study or new chapters: once for each started [`EDIT_BYTES`].
    ///
    /// # Errors
    /// `rate_limited` if the limit is reached.
    pub(crate) fn study_edit(&self, from: ClientAddress, bytes: usize) -> Result<(), ApiError> {
        let message = "too many edits of studies from your address";
        let times = bytes.div_ceil(EDIT_BYTES).max(1) as u32;
        self.count_times(|rates| &rates.study_edits, from, times, message)
    }

    /// Counts bytes that a client stores.
    ///
    /// # Errors
    /// `rate_limited` if the limit is reached.
    pub(crate) fn stored(&self, from: ClientAddress, bytes: usize) -> Result<(), ApiError> {
        let message = "your address has stored as much as is allowed per day";
        self.count_times(|rates| &rates.stored_bytes, from, u32::try_from(bytes).unwrap_or(u32::MAX), message)
    }

    /// Counts a report to the moderators.
    ///
    /// # Errors
    /// `rate_limited` if the limit is reached.
    pub(crate) fn report(&self, from: ClientAddress) -> Result<(), ApiError> {
        let message = "too many reports from your address; moderators will read the earlier ones";
        self.count(|rates| &rates.reports, from, message)
    }

    /// Counts a PNG rendering.
    ///
    /// # Errors
    /// `rate_limited` if the limit is reached.
    pub(crate) fn picture(&self, from: ClientAddress) -> Result<(), ApiError> {
        let message = "too many images rendered for your address; request SVG instead";
        self.count(|rates| &rates.pictures, from, message)
    }

    /// Counts an upload of a picture.
    ///
    /// # Errors
    /// `rate_limited` if the limit is reached.
    pub(crate) fn avatar(&self, from: ClientAddress) -> Result<(), ApiError> {
        let message = "too many pictures uploaded from your address";
        self.count(|rates| &rates.avatars, from, message)
    }

    /// Counts an export of games, or of a tournament.
    ///
    /// # Errors
    /// `rate_limited` if the limit is reached.
    pub(crate) fn export(&self, from: ClientAddress) -> Result<(), ApiError> {
        let message = "too many exports from your address; continue with `until` set to your last game";
        self.count(|rates| &rates.exports, from, message)
    }

    /// Counts an export of the own data of a user, as any export and for the user.
    ///
    /// # Errors
    /// `rate_limited` if a limit is reached.
    pub(crate) fn personal_export(&self, from: ClientAddress, user: UserId) -> Result<(), ApiError> {
        self.export(from)?;
        self.take(|rates| &rates.personal_exports, user, "too many exports of your data")
    }

    /// Counts a new webhook, or a test of one.
    ///
    /// # Errors
    /// `rate_limited` if the limit is reached.
    pub(crate) fn webhook_test(&self, from: ClientAddress) -> Result<(), ApiError> {
        let message = "too many new webhooks and tests from your address";
        self.count(|rates| &rates.webhook_tests, from, message)
    }

    /// Counts a device that starts to wait for its user, or a code that a user types.
    ///
    /// # Errors
    /// `rate_limited` if the limit is reached.
    pub(crate) fn device_code(&self, from: ClientAddress) -> Result<(), ApiError> {
        self.count(|rates| &rates.device_codes, from, "too many codes of devices from your address")
    }

    /// Reserves a slot among the open sockets for a client.
    ///
    /// # Errors
    /// `rate_limited` for an address that opens sockets too often, `too_many` for an address with too many open sockets, `busy` if the
    /// server has too many.
    pub(crate) fn socket(&self, from: ClientAddress) -> Result<SlotPermit<ClientAddress>, ApiError> {
        let message = "too many new sockets from your address";
        self.count(|rates| &rates.handshakes, from, message)?;
        self.sockets.take(self.counted(from), self.trusted.factor(from))
    }

    /// Reserves a slot among the streams of a user. Each has a slot of a socket as well.
    ///
    /// # Errors
    /// `too_many` for a user with too many streams.
    pub(crate) fn stream(&self, user: UserId) -> Result<SlotPermit<UserId>, ApiError> {
        self.streams.take(Some(user), 1)
    }

    fn count(
        &self,
        rate: impl Fn(&Rates) -> &Rate<ClientAddress>,
        from: ClientAddress,
        message: &'static str,
    ) -> Result<(), ApiError> {
        self.count_times(rate, from, 1, message)
    }

    fn count_times(
        &self,
        rate: impl Fn(&Rates) -> &Rate<ClientAddress>,
        from: ClientAddress,
        times: u32,
        message: &'static str,
    ) -> Result<(), ApiError> {
        let Some(address) = self.counted(from) else { return Ok(()) };
        let factor = self.trusted.factor(address);
        rate(&self.rates()).take(address, times, factor).map_err(|wait| ApiError::too_often(message, wait))
    }

    fn take<K: Eq + Hash>(
        &self,
        rate: impl Fn(&Rates) -> &Rate<K>,
        key: K,
        message: &'static str,
    ) -> Result<(), ApiError> {
        rate(&self.rates()).take(key, 1, 1).map_err(|wait| ApiError::too_often(message, wait))
    }

    /// Counts an attempt with a password or a code, on all nodes together.
    ///
    /// # Errors
    /// `rate_limited` if the limit is reached; fails if the store is unavailable.
    async fn attempt(
        &self,
        rate: impl Fn(&Rates) -> &AttemptRate,
        key: &[&[u8]],
        message: &'static str,
    ) -> Result<(), ApiError> {
        let rate = *rate(&self.rates());
        match self.attempts.count(rate, key).await? {
            None => Ok(()),
            Some(wait) => Err(ApiError::too_often(message, wait)),
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

/// A rate limit per address or account.
#[derive(Debug)]
struct Rate<K> {
    name: &'static str,
    burst: u32,
    /// Time until a full burst is available again.
    span: Duration,
    buckets: Mutex<RecencyCache<K, TokenBucket>>,
}

impl<K: Eq + Hash> Rate<K> {
    fn per_minute(name: &'static str, count: u32) -> Self {
        Self::new(name, count, Duration::from_mins(1))
    }

    fn per_hour(name: &'static str, count: u32) -> Self {
        Self::new(name, count, Duration::from_hours(1))
    }

    fn per_day(name: &'static str, count: u32) -> Self {
        Self::new(name, count, Duration::from_hours(24))
    }

    fn per_second(name: &'static str, count: u32, burst: u32) -> Self {
        let burst = if count == 0 { 0 } else { burst.max(1) };
        Self::new(name, burst, Duration::from_secs_f64(f64::from(burst) / f64::from(count.max(1))))
    }

    fn new(name: &'static str, burst: u32, span: Duration) -> Self {
        Self { name, burst, span, buckets: Mutex::new(RecencyCache::new(REMEMBERED)) }
    }

    /// Counts an event `times` times, where the limit is `factor` times as high. No event counts for more than the whole limit.
    ///
    /// # Errors
    /// The time until the event is allowed again.
    fn take(&self, key: K, times: u32, factor: u32) -> Result<(), Duration> {
        if self.burst == 0 {
            return Ok(());
        }
        let now = Instant::now();
        let mut buckets = self.buckets.lock();
        let bucket = buckets.value(key, || TokenBucket::new(self.burst, self.span, now));
        let times = times.min(self.burst.saturating_mul(factor));
        let taken = bucket.take_parts(now, times, factor);
        report::note(RateState {
            name: self.name,
            quota: self.burst.saturating_mul(factor),
            window: self.span,
            remaining: bucket.remaining_parts(factor),
            reset: bucket.full_in(),
        });
        if taken { Ok(()) } else { Err(bucket.wait_parts(times, factor)) }
    }
}
