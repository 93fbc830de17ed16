//! What one address may do how often, and how much of what all share it may take; how often an account is tried.

mod address;
mod places;

use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;

use sumito_game::UserId;
use sumito_protocol::ErrorCode;
use tokio::time::Instant;

pub(crate) use self::address::ClientAddress;
pub(crate) use self::places::{Full, Place, Places};
use crate::config::Config;
use crate::recent_table::RecentTable;
use crate::token_bucket::TokenBucket;
use crate::wire::Refusal;

/// Addresses and accounts of which each rate remembers what they did lately. One that is forgotten begins anew.
const REMEMBERED: usize = 16_384;

/// What one address may do how often, and how many sockets it may have open. Addresses of this machine are left out, unless the
/// configuration says otherwise.
#[derive(Debug)]
pub(crate) struct AddressLimits {
    exempt_loopback: bool,
    rates: RwLock<Arc<Rates>>,
    sockets: Places,
    sockets_each: usize,
}

/// How often something may happen: what can be set anew while people play.
#[derive(Debug)]
struct Rates {
    requests: Rate<ClientAddress>,
    guests: Rate<ClientAddress>,
    accounts: Rate<ClientAddress>,
    logins: Rate<ClientAddress>,
    logins_by_account: Rate<String>,
    mails: Rate<ClientAddress>,
    mails_by_account: Rate<String>,
    rooms: Rate<ClientAddress>,
    computer_rooms: Rate<ClientAddress>,
    tournaments: Rate<ClientAddress>,
    challenges: Rate<ClientAddress>,
    challenges_to_one: Rate<(UserId, UserId)>,
    chat_lines: Rate<ClientAddress>,
    analyses: Rate<ClientAddress>,
    evaluations: Rate<ClientAddress>,
    pictures: Rate<ClientAddress>,
    exports: Rate<ClientAddress>,
    handshakes: Rate<ClientAddress>,
}

impl Rates {
    fn new(config: &Config) -> Self {
        let limits = &config.limits;
        Self {
            requests: Rate::per_second(config.http.requests_per_second, config.http.request_burst),
            guests: Rate::per_minute(limits.guests_per_minute),
            accounts: Rate::per_minute(limits.accounts_per_minute),
            logins: Rate::per_minute(limits.logins_per_minute),
            logins_by_account: Rate::per_minute(limits.logins_per_account_per_minute),
            mails: Rate::per_hour(limits.mails_per_hour),
            mails_by_account: Rate::per_hour(limits.mails_per_account_per_hour),
            rooms: Rate::per_minute(limits.rooms_per_minute),
            computer_rooms: Rate::per_minute(limits.computer_rooms_per_minute),
            tournaments: Rate::per_minute(limits.tournaments_per_minute),
            challenges: Rate::per_minute(limits.challenges_per_minute),
            challenges_to_one: Rate::per_hour(limits.challenges_to_one_per_hour),
            chat_lines: Rate::per_minute(limits.chat_lines_per_minute),
            analyses: Rate::per_minute(limits.analyses_per_minute),
            evaluations: Rate::per_minute(limits.evaluations_per_minute),
            pictures: Rate::per_minute(limits.pictures_per_minute),
            exports: Rate::per_minute(limits.exports_per_minute),
            handshakes: Rate::per_minute(limits.handshakes_per_minute),
        }
    }
}

impl AddressLimits {
    /// The limits that `config` names.
    pub(crate) fn new(config: &Config) -> Self {
        let limits = &config.limits;
        Self {
            exempt_loopback: limits.exempt_loopback,
            rates: RwLock::new(Arc::new(Rates::new(config))),
            sockets: Places::new(limits.sockets, limits.sockets_per_address),
            sockets_each: limits.sockets_per_address,
        }
    }

    /// Counts an HTTP request.
    ///
    /// # Errors
    /// `rate_limited`.
    pub(crate) fn request(&self, from: ClientAddress) -> Result<(), Refusal> {
        let message = "too many requests from your address; wait a second and send this one again";
        self.count(|rates| &rates.requests, from, message)
    }

    /// Counts a new guest.
    ///
    /// # Errors
    /// `rate_limited`.
    pub(crate) fn guest(&self, from: ClientAddress) -> Result<(), Refusal> {
        self.count(
            |rates| &rates.guests,
            from,
            "too many new guests from this address; try again in a minute",
        )
    }

    /// Counts a new account.
    ///
    /// # Errors
    /// `rate_limited`.
    pub(crate) fn account(&self, from: ClientAddress) -> Result<(), Refusal> {
        self.count(
            |rates| &rates.accounts,
            from,
            "too many new accounts from your address; try again in a minute",
        )
    }

    /// Counts a password or a recovery code that is tried: for the address, and for the account, wherever it is tried from. `account` is
    /// what names have in common that are the same.
    ///
    /// # Errors
    /// `rate_limited`.
    pub(crate) fn login(&self, from: ClientAddress, account: &str) -> Result<(), Refusal> {
        self.count(
            |rates| &rates.logins,
            from,
            "too many passwords from your address; try again in a minute",
        )?;
        let message = "too many passwords for this account; try again in a minute";
        self.rates().logins_by_account.take(account.to_owned()).map_err(|wait| limited(message, wait))
    }

    /// Counts a mail that is asked for: for the address, and for whomever it is meant: an account or a mail address, whether there is one or
    /// not.
    ///
    /// # Errors
    /// `rate_limited`.
    pub(crate) fn mail(&self, from: ClientAddress, to: &str) -> Result<(), Refusal> {
        self.count(|rates| &rates.mails, from, "too many mails for your address; try again later")?;
        let message = "too many mails for this account; look whether one has come, or try again later";
        self.rates().mails_by_account.take(to.to_owned()).map_err(|wait| limited(message, wait))
    }

    /// Counts a new room, whether it is made over HTTP or over a socket.
    ///
    /// # Errors
    /// `rate_limited`.
    pub(crate) fn room(&self, from: ClientAddress, with_computers: bool) -> Result<(), Refusal> {
        self.count(
            |rates| &rates.rooms,
            from,
            "too many new rooms from your address; try again in a minute",
        )?;
        if with_computers { self.computers(from) } else { Ok(()) }
    }

    /// Counts a new tournament.
    ///
    /// # Errors
    /// `rate_limited`.
    pub(crate) fn tournament(&self, from: ClientAddress) -> Result<(), Refusal> {
        let message = "too many new tournaments from your address; try again in a minute";
        self.count(|rates| &rates.tournaments, from, message)
    }

    /// Counts a line of chat.
    ///
    /// # Errors
    /// `rate_limited`.
    pub(crate) fn chat_line(&self, from: ClientAddress) -> Result<(), Refusal> {
        self.count(
            |rates| &rates.chat_lines,
            from,
            "too much is said from your address; try again in a minute",
        )
    }

    /// Counts that computers are seated in a room.
    ///
    /// # Errors
    /// `rate_limited`.
    pub(crate) fn computers(&self, from: ClientAddress) -> Result<(), Refusal> {
        let message = "too many games with computers from your address; try again in a minute";
        self.count(|rates| &rates.computer_rooms, from, message)
    }

    /// Counts a challenge.
    ///
    /// # Errors
    /// `rate_limited`.
    pub(crate) fn challenge(&self, from: ClientAddress) -> Result<(), Refusal> {
        self.count(
            |rates| &rates.challenges,
            from,
            "too many challenges from your address; try again in a minute",
        )
    }

    /// Counts a challenge of one user to another, wherever it comes from: each rings at the other one's.
    ///
    /// # Errors
    /// `rate_limited`.
    pub(crate) fn challenge_to(&self, challenger: UserId, challenged: UserId) -> Result<(), Refusal> {
        let message = "you have challenged this player too often; try again later";
        self.rates().challenges_to_one.take((challenger, challenged)).map_err(|wait| limited(message, wait))
    }

    /// Counts a game that is to be analysed.
    ///
    /// # Errors
    /// `rate_limited`.
    pub(crate) fn analysis(&self, from: ClientAddress) -> Result<(), Refusal> {
        let message = "too many games to analyse from your address; try again in a minute";
        self.count(|rates| &rates.analyses, from, message)
    }

    /// Counts a position that is to be thought about.
    ///
    /// # Errors
    /// `rate_limited`.
    pub(crate) fn evaluation(&self, from: ClientAddress) -> Result<(), Refusal> {
        let message = "too many positions to think about from your address; try again in a minute";
        self.count(|rates| &rates.evaluations, from, message)
    }

    /// Counts a picture that has to be drawn pixel by pixel.
    ///
    /// # Errors
    /// `rate_limited`.
    pub(crate) fn picture(&self, from: ClientAddress) -> Result<(), Refusal> {
        let message =
            "too many new pictures for your address; try again in a minute, or take the drawing (SVG)";
        self.count(|rates| &rates.pictures, from, message)
    }

    /// Counts an export of games, or of a tournament.
    ///
    /// # Errors
    /// `rate_limited`.
    pub(crate) fn export(&self, from: ClientAddress) -> Result<(), Refusal> {
        let message = "too many exports for your address; wait a minute, and go on with `until` the last game that you have";
        self.count(|rates| &rates.exports, from, message)
    }

    /// Takes a place among the open sockets for a client that asks for one.
    ///
    /// # Errors
    /// `rate_limited` for an address that opens sockets too often, `too_many` for one that has too many open, `busy` when there are
    /// too many in all.
    pub(crate) fn socket(&self, from: ClientAddress) -> Result<Place, Refusal> {
        let message = "too many new sockets from your address; try again in a minute";
        self.count(|rates| &rates.handshakes, from, message)?;
        self.sockets.take(self.counted(from)).map_err(|full| match full {
            Full::InAll => Refusal::busy(),
            Full::Address => {
                let each = self.sockets_each;
                let message = format!("there are {each} open sockets from your address; close some of them");
                Refusal::new(ErrorCode::TooMany, message)
            }
        })
    }

    fn count(
        &self,
        rate: impl Fn(&Rates) -> &Rate<ClientAddress>,
        from: ClientAddress,
        message: &'static str,
    ) -> Result<(), Refusal> {
        let Some(address) = self.counted(from) else { return Ok(()) };
        rate(&self.rates()).take(address).map_err(|wait| limited(message, wait))
    }

    /// Sets anew how often something may happen. What was counted is forgotten.
    pub(crate) fn set_rates(&self, config: &Config) {
        *self.rates.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(Rates::new(config));
    }

    fn rates(&self) -> Arc<Rates> {
        Arc::clone(&self.rates.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn counted(&self, address: ClientAddress) -> Option<ClientAddress> {
        (!(address.is_local() && self.exempt_loopback)).then_some(address)
    }
}

fn limited(message: &'static str, wait: Duration) -> Refusal {
    Refusal::new(ErrorCode::RateLimited, message).retry_after(wait)
}

/// How often something may happen for each address or account.
#[derive(Debug)]
struct Rate<K> {
    burst: u32,
    /// How long it takes until a burst is possible again.
    span: Duration,
    buckets: Mutex<RecentTable<K, TokenBucket>>,
}

impl<K: Eq + Hash> Rate<K> {
    fn per_minute(count: u32) -> Self {
        Self::new(count, Duration::from_mins(1))
    }

    fn per_hour(count: u32) -> Self {
        Self::new(count, Duration::from_hours(1))
    }

    fn per_second(count: u32, burst: u32) -> Self {
        let burst = if count == 0 { 0 } else { burst.max(1) };
        Self::new(burst, Duration::from_secs_f64(f64::from(burst) / f64::from(count.max(1))))
    }

    fn new(burst: u32, span: Duration) -> Self {
        Self { burst, span, buckets: Mutex::new(RecentTable::new(REMEMBERED)) }
    }

    /// Counts once.
    ///
    /// # Errors
    /// How long it takes until it may happen again.
    fn take(&self, key: K) -> Result<(), Duration> {
        if self.burst == 0 {
            return Ok(());
        }
        let now = Instant::now();
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let bucket = buckets.value(key, || TokenBucket::new(self.burst, self.span, now));
        if bucket.take(now) { Ok(()) } else { Err(bucket.wait()) }
    }
}
