//! Sessions and API tokens: listing, ending, creating.

use std::time::Duration;

use zeroize::Zeroizing;

use super::caller::{read_scopes, write_scopes};
use super::{Caller, Identities, IdentityError, secrets};
use sumito_kit::text::Text;
use sumito_store::{NewSession, SessionRow, SessionSelector};
use sumito_vocabulary::Scope;

const DAY: Duration = Duration::from_hours(24);

/// Settings of a new API token.
#[derive(Debug, Clone)]
pub struct CreateToken {
    /// Label for its user.
    pub label: String,
    /// Permissions of the token.
    pub scopes: Vec<Scope>,
    /// Lifetime in days.
    pub days: u32,
}

/// A new API token.
pub struct NewToken {
    /// Secret of the token. Only its hash is stored.
    pub token: Zeroizing<String>,
    /// The stored token, without its secret.
    pub row: SessionRow,
}

impl Identities {
    /// Returns the caller's sessions, the most recently used first.
    ///
    /// # Errors
    /// If the store is unavailable.
    pub async fn sessions(&self, caller: &Caller) -> Result<Vec<SessionRow>, IdentityError> {
        let mut rows = self.0.store.sessions(caller.user.id, self.0.time.now()).await?;
        rows.retain(|row| row.scopes.is_none());
        Ok(rows)
    }

    /// Returns the caller's API tokens with their scopes.
    ///
    /// # Errors
    /// If the store is unavailable.
    pub async fn tokens(&self, caller: &Caller) -> Result<Vec<(SessionRow, Vec<Scope>)>, IdentityError> {
        let rows = self.0.store.sessions(caller.user.id, self.0.time.now()).await?;
        let with_scopes = |row: SessionRow| {
            let scopes = row.scopes.as_deref().map(read_scopes)?;
            Some((row, scopes))
        };
        Ok(rows.into_iter().filter_map(with_scopes).collect())
    }

    /// Ends a session or a token of the caller, and closes its sockets.
    ///
    /// # Errors
    /// [`IdentityError::NoSuchSession`] if the caller has no such session.
    pub async fn end(&self, caller: &Caller, which: SessionSelector) -> Result<(), IdentityError> {
        let ended = self.0.store.end_sessions(caller.user.id, which).await?;
        self.0.changes.sessions_ended(&ended);
        if ended.is_empty() && !matches!(which, SessionSelector::OtherSessions(_)) {
            return Err(IdentityError::NoSuchSession);
        }
        Ok(())
    }

    /// Ends the session or token of the request.
    ///
    /// # Errors
    /// If the store is unavailable.
    pub async fn log_out(&self, caller: &Caller) -> Result<(), IdentityError> {
        let own = if caller.has_session() { SessionSelector::Session } else { SessionSelector::Token };
        match self.end(caller, own(caller.session)).await {
            // Another request has ended it at the same moment.
            Err(IdentityError::NoSuchSession) => Ok(()),
            outcome => outcome,
        }
    }

    /// Creates an API token for the caller.
    ///
    /// # Errors
    /// [`IdentityError::NeedsAccount`] for a guest, [`IdentityError::TooManyTokens`], [`IdentityError::OutOfRange`].
    pub async fn create_token(
        &self,
        caller: &Caller,
        request: CreateToken,
    ) -> Result<NewToken, IdentityError> {
        if caller.user.guest {
            return Err(IdentityError::NeedsAccount);
        }
        let CreateToken { label, scopes, days } = request;
        let longest = self.0.config.token_days;
        let label = Text::label(&label).map_err(|error| IdentityError::OutOfRange(error.to_string()))?;
        if scopes.is_empty() {
            let names = Scope::ALL.into_iter().filter(|scope| *scope != Scope::Webhooks).map(Scope::as_str);
            let names = names.collect::<Vec<_>>().join(", ");
            return Err(IdentityError::OutOfRange(format!("`scopes` must name at least one of {names}")));
        }
        if scopes.contains(&Scope::Webhooks) {
            let message = "`webhooks` is for apps: a user allows their webhooks to receive events".to_owned();
            return Err(IdentityError::OutOfRange(message));
        }
        if !(1..=longest).contains(&days) {
            return Err(IdentityError::OutOfRange(format!("`days` must be 1 to {longest}")));
        }
        let token = secrets::new_personal_token();
        let now = self.0.time.now();
        let mut session = NewSession::new(secrets::token_hash(&token), label, now, now + DAY * days);
        session.row.scopes = Some(write_scopes(&scopes));
        let max = self.0.config.tokens_per_user;
        if !self.0.store.add_token(&caller.grounds(), &session, max).await?? {
            return Err(IdentityError::TooManyTokens(max));
        }
        Ok(NewToken { token, row: session.row })
    }
}
