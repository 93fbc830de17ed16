//! Looking at sessions and tokens, ending them, making tokens for programs.

use std::time::Duration;

use zeroize::Zeroizing;

use super::accounts::grounds;
use super::caller::{read_scopes, write_scopes};
use super::{Caller, Identities, IdentityError, Scope, secrets};
use crate::store::{Ending, NewSession, SessionRow};
use crate::text::Text;

const DAY: Duration = Duration::from_hours(24);

/// What a token for a program is to be.
#[derive(Debug, Clone)]
pub struct TokenWish {
    /// What its user recognises it by.
    pub label: String,
    /// What the program may do.
    pub scopes: Vec<Scope>,
    /// For how many days.
    pub days: u32,
}

/// A token for a program that is new.
pub struct NewToken {
    /// The secret. Only its hash is stored.
    pub token: Zeroizing<String>,
    /// What its user sees of it.
    pub row: SessionRow,
}

impl Identities {
    /// The sessions of whoever asks, the one used last first.
    ///
    /// # Errors
    /// When the store cannot be asked.
    pub async fn sessions(&self, caller: &Caller) -> Result<Vec<SessionRow>, IdentityError> {
        let mut rows = self.0.store.sessions(caller.user.id, self.0.time.now()).await?;
        rows.retain(|row| row.scopes.is_none());
        Ok(rows)
    }

    /// The tokens of whoever asks, with what each is good for.
    ///
    /// # Errors
    /// When the store cannot be asked.
    pub async fn tokens(&self, caller: &Caller) -> Result<Vec<(SessionRow, Vec<Scope>)>, IdentityError> {
        let rows = self.0.store.sessions(caller.user.id, self.0.time.now()).await?;
        let with_scopes = |row: SessionRow| {
            let scopes = row.scopes.as_deref().map(read_scopes)?;
            Some((row, scopes))
        };
        Ok(rows.into_iter().filter_map(with_scopes).collect())
    }

    /// Ends a session of whoever asks, or a token, and closes its sockets.
    ///
    /// # Errors
    /// [`IdentityError::NoSuchSession`].
    pub async fn end(&self, caller: &Caller, which: Ending) -> Result<(), IdentityError> {
        let ended = self.0.store.end_sessions(caller.user.id, which).await?;
        self.0.sockets.sessions_ended(&ended);
        if ended.is_empty() && !matches!(which, Ending::OtherSessions(_)) {
            return Err(IdentityError::NoSuchSession);
        }
        Ok(())
    }

    /// Ends what the caller has shown: a session, or a token.
    ///
    /// # Errors
    /// When nothing can be stored.
    pub async fn log_out(&self, caller: &Caller) -> Result<(), IdentityError> {
        let own = if caller.has_session() { Ending::Session } else { Ending::Token };
        match self.end(caller, own(caller.session)).await {
            // Somebody else has ended it at the same moment.
            Err(IdentityError::NoSuchSession) => Ok(()),
            outcome => outcome,
        }
    }

    /// Makes a token for a program of whoever asks.
    ///
    /// # Errors
    /// [`IdentityError::NeedsAccount`] for a guest, [`IdentityError::TooManyTokens`], [`IdentityError::OutOfRange`].
    pub async fn create_token(&self, caller: &Caller, wish: TokenWish) -> Result<NewToken, IdentityError> {
        if caller.user.guest {
            return Err(IdentityError::NeedsAccount);
        }
        let TokenWish { label, scopes, days } = wish;
        let longest = self.0.config.token_days;
        let label = Text::label(&label).map_err(|error| IdentityError::OutOfRange(error.to_string()))?;
        if scopes.is_empty() {
            let message = "`scopes` names at least one of read, play, bot, tournament".to_owned();
            return Err(IdentityError::OutOfRange(message));
        }
        if !(1..=longest).contains(&days) {
            return Err(IdentityError::OutOfRange(format!("`days` is 1 to {longest}")));
        }
        let token = secrets::new_personal_token();
        let now = self.0.time.now();
        let mut session = NewSession::new(secrets::token_hash(&token), label, now, now + DAY * days);
        session.row.scopes = Some(write_scopes(&scopes));
        let most = self.0.config.tokens_per_user;
        if !self.0.store.add_token(&grounds(caller), &session, most).await?? {
            return Err(IdentityError::TooManyTokens(most));
        }
        Ok(NewToken { token, row: session.row })
    }
}
