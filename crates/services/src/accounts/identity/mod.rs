//! Identity: guests and accounts, with their sessions and tokens.

mod accounts;
mod app_names;
mod caller;
mod club_names;
mod country;
mod error;
mod guests;
mod mail;
mod maintenance;
mod names;
pub mod operator;
mod passwords;
pub mod registration;
mod secrets;
mod session_label;
mod sessions;
mod turn_mails;
mod two_factor;

use std::net::IpAddr;
use std::sync::Arc;

use sumito_game::{Timestamp, UserId};
use tokio::sync::mpsc;
use uuid::Uuid;
use zeroize::Zeroizing;

pub(crate) use self::accounts::DELETED;
pub(in crate::accounts) use self::app_names::check_app_name;
pub use self::caller::Caller;
pub(in crate::accounts) use self::caller::{read_scopes, write_scopes};
pub use self::club_names::{ClubName, ClubNameError, club_name_key};
pub use self::country::{countries, country};
pub use self::error::IdentityError;
pub use self::mail::addressee_key;
use self::maintenance::LastUsedBuffer;
pub use self::names::{Name, NameError, name_key};
pub(crate) use self::passwords::Passwords;
pub use self::passwords::{Password, PasswordError};
pub use self::registration::{AccountOrder, AccountOutcome, CreatedAccount, CreatedLink, SignUp};
pub(in crate::accounts) use self::secrets::{PERSONAL, new_token, token_hash};
pub use self::secrets::{club_code_hash, new_link_code};
pub use self::session_label::label;
pub use self::sessions::{CreateToken, NewToken};

/// Shortest and longest texts, in characters.
pub mod lengths {
    use super::{club_names, names, passwords};

    /// The name of an account.
    pub const NAME: (usize, usize) = (names::SHORTEST, names::LONGEST);
    /// The name of a club.
    pub const CLUB_NAME: (usize, usize) = (club_names::SHORTEST, club_names::LONGEST);
    /// A password, in characters.
    pub const PASSWORD: (usize, usize) = (passwords::SHORTEST, passwords::LONGEST);
}
use crate::accounts::mail::Mail;
use crate::env::Env;
use crate::social::push::TurnMail;
use crate::social::sockets::UserChanges;
use sumito_config::{self as config, Accounts};
use sumito_kit::tasks::Tasks;
use sumito_kit::text::Text;
use sumito_kit::time_source::TimeSource;
use sumito_store::{NewSession, Role, SanctionKind, Store, StoreError, UserRow};

/// A user with a new session, and its secret.
#[derive(Clone)]
pub struct IssuedSession {
    /// Secret of the session. Only its hash is stored.
    pub token: Zeroizing<String>,
    /// User of the session.
    pub user: UserRow,
}

/// Client that starts a session.
#[derive(Debug, Clone)]
pub struct ClientInfo {
    /// Label of the session: see [`label`].
    pub label: Text,
    /// Network of the client: an IPv4 address, or the /64 network of an IPv6 address.
    pub network: Option<IpAddr>,
}

/// Users and their sessions. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Identities(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    store: Store,
    time: TimeSource,
    changes: UserChanges,
    config: Accounts,
    site: config::Site,
    max_links: u32,
    retention: config::Retention,
    mail: Mail,
    mail_config: config::Mail,
    passwords: Passwords,
    uses: LastUsedBuffer,
}

impl Identities {
    /// Starts the service: it reports `changes` of users to all nodes, removes expired sessions, and sends `turns` by email.
    ///
    /// # Errors
    /// If a mail setting is invalid.
    pub(crate) fn start(
        env: &Env,
        changes: &UserChanges,
        turns: mpsc::Receiver<TurnMail>,
        tasks: &Tasks,
    ) -> anyhow::Result<Self> {
        let Env { config, duties, .. } = env;
        let Accounts { passwords_at_once, passwords_waiting, .. } = config.accounts;
        let passwords = Passwords::new("passwords", passwords_at_once, passwords_waiting);
        let mail = Mail::new(config, duties.stopping().clone())?;
        let identities = Self(Arc::new(Inner {
            store: env.store.clone(),
            time: env.time,
            changes: changes.clone(),
            config: config.accounts.clone(),
            site: config.site.clone(),
            max_links: config.limits.registration_links,
            retention: config.retention.clone(),
            mail,
            mail_config: config.mail.clone(),
            passwords,
            uses: LastUsedBuffer::default(),
        }));
        tasks.spawn("uses of sessions", identities.clone().record_uses(duties.stopping().clone()));
        tasks.spawn("sessions", {
            let (identities, duties) = (identities.clone(), duties.clone());
            async move { duties.run("sessions", || identities.sweep_sessions(duties.stopping())).await }
        });
        tasks.spawn("emails about turns", identities.clone().mail_turns(turns, duties.stopping().clone()));
        Ok(identities)
    }

    /// Creates a guest and returns the token of its session.
    ///
    /// # Errors
    /// [`IdentityError::NoGuests`], [`IdentityError::Banned`], or the store is unavailable.
    pub async fn create_guest(&self, visitor: ClientInfo) -> Result<IssuedSession, IdentityError> {
        if !self.0.config.guests {
            return Err(IdentityError::NoGuests);
        }
        self.check_ban(None, visitor.network).await?;
        let now = self.0.time.now();
        let user = UserRow {
            id: UserId(Uuid::now_v7()),
            name: guests::guest_name(),
            guest: true,
            bot: false,
            role: Role::Player,
            created_at: now,
        };
        let (token, session) = self.new_session(visitor, now);
        self.0.store.add_user(&user, &session).await?;
        Ok(IssuedSession { token, user })
    }

    /// Returns the caller with this token; `None` if it is invalid.
    ///
    /// # Errors
    /// If the store is unavailable.
    pub async fn caller(&self, token: &str) -> Result<Option<Caller>, StoreError> {
        let now = self.0.time.now();
        let Some(holder) = self.0.store.holder(&secrets::token_hash(token), now).await? else {
            return Ok(None);
        };
        if now.since(holder.session.last_used_at) >= self.0.config.note_use_span() {
            self.0.uses.record(holder.session.id);
        }
        Ok(Some(holder.into()))
    }

    /// Creates a session that starts now, and its secret.
    fn new_session(&self, visitor: ClientInfo, now: Timestamp) -> (Zeroizing<String>, NewSession) {
        let token = secrets::new_token();
        let until = now + self.0.retention.session_span();
        let session = NewSession::new(secrets::token_hash(&token), visitor.label, now, until);
        (token, NewSession { network: visitor.network, ..session })
    }

    /// # Errors
    /// Returns [`IdentityError::Banned`] if the user or the network is banned.
    async fn check_ban(&self, user: Option<UserId>, network: Option<IpAddr>) -> Result<(), IdentityError> {
        let (kind, now) = (SanctionKind::Ban, self.0.time.now());
        match self.0.store.sanction_in_force(kind, user, network, now).await? {
            None => Ok(()),
            Some(ban) => Err(IdentityError::Banned(ban)),
        }
    }
}
