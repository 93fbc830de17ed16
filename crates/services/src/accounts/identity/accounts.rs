//! Accounts: creation, login, passwords, recovery, deletion.

use std::net::IpAddr;

use sumito_game::UserId;
use uuid::Uuid;

use super::two_factor::TypedIn;
use super::{
    Caller, ClientInfo, Identities, IdentityError, IssuedSession, Name, Password, SignUp, name_key, secrets,
};
use sumito_store::{
    AccountRow, DeleteOutcome, Grounds, NewCredentials, Outdated, RecoveryOutcome, Role, StoreError,
    TokenHash, UserRow,
};

/// Number of recovery codes per account.
const CODES: usize = 10;

use sumito_kit::names::Called;
pub(crate) use sumito_kit::names::DELETED;

impl Identities {
    /// Creates an account, either from a guest, whose id, seats and games are kept, or from scratch. In both cases a new session starts.
    /// A guest's sessions end, so that a guest token gives no access to the account, and its sockets are closed, so that they reconnect
    /// under the new name.
    ///
    /// # Errors
    /// The name or the password is invalid; [`IdentityError::RegistrationClosed`], [`IdentityError::InvitationNeeded`],
    /// [`IdentityError::TermsNotAccepted`], [`IdentityError::NameTaken`], [`IdentityError::HasAccount`], [`IdentityError::Banned`],
    /// [`IdentityError::SessionEnded`].
    pub async fn sign_up(
        &self,
        caller: Option<Caller>,
        request: SignUp<'_>,
        visitor: ClientInfo,
    ) -> Result<IssuedSession, IdentityError> {
        let SignUp { name, password, code, terms, accepts_terms } = request;
        if caller.as_ref().is_some_and(|caller| !caller.user.guest) {
            return Err(IdentityError::HasAccount);
        }
        self.check_ban(caller.as_ref().map(|caller| caller.user.id), visitor.network).await?;
        // Before all other checks: without a link, a visitor cannot find out which names exist.
        let link = self.registration_link(code).await?;
        let name = Name::parse(name)?;
        password.check(name.shown())?;
        if terms.is_some() && !accepts_terms {
            return Err(IdentityError::TermsNotAccepted);
        }
        // Checked before the expensive hash; the transaction decides whether the name is still free.
        if self.0.store.account_of_name(name.key()).await?.is_some() {
            return Err(IdentityError::NameTaken);
        }
        let claim = NewCredentials {
            name: name.shown().to_owned(),
            name_key: name.key().to_owned(),
            password_hash: self.0.passwords.hash(password).await?,
            link,
            terms,
        };
        let taken = |error| match error {
            StoreError::Conflict(_) => IdentityError::NameTaken,
            other => other.into(),
        };
        let now = self.0.time.now();
        let (token, session) = self.new_session(visitor, now);
        if let Some(caller) = caller {
            let made = self.0.store.make_account(&caller.grounds(), &claim, &session).await.map_err(taken)?;
            let ended = made?.ok_or(IdentityError::HasAccount)?;
            // In this order: sockets that close for both reasons are asked to reconnect.
            self.0.changes.named(caller.user.id, Called { name: claim.name.clone(), guest: false });
            self.0.changes.sessions_ended(&ended);
            return Ok(IssuedSession {
                token,
                user: UserRow { name: claim.name, guest: false, ..caller.user },
            });
        }
        let (id, name) = (UserId(Uuid::now_v7()), claim.name.clone());
        let user = UserRow { id, name, guest: false, bot: false, role: Role::Player, created_at: now };
        self.0.store.add_account(&user, &claim, &session).await.map_err(taken)??;
        Ok(IssuedSession { token, user })
    }

    /// Returns whether the account called `name` was logged in to from this network before.
    ///
    /// # Errors
    /// If the store is unavailable.
    pub async fn knows_network(&self, name: &str, network: IpAddr) -> Result<bool, IdentityError> {
        Ok(self.0.store.knows_network(&name_key(name), network).await?)
    }

    /// Starts a session for this name and password. The call takes equally long for unknown names. An account with two-factor login needs a
    /// `code` of the authenticator app or a recovery code, too.
    ///
    /// # Errors
    /// [`IdentityError::WrongPassword`], [`IdentityError::NoSecondFactor`], [`IdentityError::WrongSecondFactor`],
    /// [`IdentityError::BannedUser`], [`IdentityError::Busy`].
    pub async fn log_in(
        &self,
        name: &str,
        password: Password,
        code: Option<&str>,
        visitor: ClientInfo,
    ) -> Result<IssuedSession, IdentityError> {
        let account = self.0.store.account_of_name(&name_key(name)).await?;
        let stored = account.as_ref().map(|account| account.password_hash.clone());
        let is_right = self.0.passwords.is_right(password, stored).await?;
        let Some(AccountRow { user, password_hash }) = account.filter(|_| is_right) else {
            return Err(IdentityError::WrongPassword);
        };
        let place = TypedIn::Network(visitor.network);
        let (token, session) = self.new_session(visitor, self.0.time.now());
        let second = self.second_factor(&user, code, place).await?;
        let grounds = Grounds { user: user.id, session: None, password_hash: Some(password_hash), second };
        let max = self.0.config.sessions_per_user;
        let added = self.0.store.add_session(&grounds, &session, max).await?;
        let gone = added.map_err(|outdated| match outdated {
            Outdated::Password => IdentityError::WrongPassword,
            Outdated::Banned(ban) => IdentityError::BannedUser(user.id, ban),
            other => other.into(),
        })?;
        self.0.changes.sessions_ended(&gone);
        Ok(IssuedSession { token, user })
    }

    /// Changes the password of an account and ends all its other sessions. API tokens stay valid.
    ///
    /// # Errors
    /// The errors of a wrong password or code, and of an invalid new password.
    pub async fn change_password(
        &self,
        caller: &Caller,
        old: Password,
        code: Option<&str>,
        new: Password,
    ) -> Result<(), IdentityError> {
        let grounds = self.check_password(caller, old, code).await?;
        new.check(&caller.user.name)?;
        let hash = self.0.passwords.hash(new).await?;
        let ended = self.0.store.set_password(&grounds, &hash).await??;
        self.0.changes.sessions_ended(&ended);
        Ok(())
    }

    /// Creates new recovery codes, which replace the previous ones. They are shown only once.
    ///
    /// # Errors
    /// The errors of a wrong password or code.
    pub async fn new_recovery_codes(
        &self,
        caller: &Caller,
        password: Password,
        code: Option<&str>,
    ) -> Result<Vec<String>, IdentityError> {
        let grounds = self.check_password(caller, password, code).await?;
        let (codes, hashes) = new_codes();
        self.0.store.set_recovery_codes(&grounds, &hashes).await??;
        Ok(codes)
    }

    /// Returns the number of the caller's unused recovery codes.
    ///
    /// # Errors
    /// If the store is unavailable.
    pub async fn recovery_codes_left(&self, caller: &Caller) -> Result<u64, IdentityError> {
        Ok(self.0.store.recovery_codes(caller.user.id).await?)
    }

    /// Uses up a recovery code: sets a new password, ends all sessions and tokens, and starts a session. One of the user's own codes
    /// disables two-factor login; with a code that was sent, `second` is needed as in [`log_in`](Self::log_in).
    ///
    /// # Errors
    /// [`IdentityError::WrongCode`], [`IdentityError::NoSecondFactor`], [`IdentityError::WrongSecondFactor`],
    /// [`IdentityError::Banned`]; an error for an invalid password.
    pub async fn recover(
        &self,
        name: &str,
        code: &str,
        second: Option<&str>,
        password: Password,
        visitor: ClientInfo,
    ) -> Result<IssuedSession, IdentityError> {
        password.check(name)?;
        self.check_ban(None, visitor.network).await?;
        let hash = self.0.passwords.hash(password).await?;
        let place = TypedIn::Network(visitor.network);
        let (token, session) = self.new_session(visitor, self.0.time.now());
        let (key, code) = (name_key(name), secrets::code_hash(code));
        // The ban and the second factor concern only a caller with a valid code.
        let mut recovered = self.0.store.recover(&key, &code, None, &hash, &session).await?;
        if recovered == Err(Outdated::NoSecondFactor)
            && let Some(account) = self.0.store.account_of_name(&key).await?
        {
            let second = self.second_factor(&account.user, second, place).await?;
            recovered = self.0.store.recover(&key, &code, second.as_ref(), &hash, &session).await?;
        }
        let recovered = recovered?;
        let RecoveryOutcome { user, ended } = recovered.ok_or(IdentityError::WrongCode)?;
        self.0.changes.sessions_ended(&ended);
        Ok(IssuedSession { token, user })
    }

    /// Deletes the caller's user: name, password, sessions and tokens. Finished games stay, without the user's name. An account requires
    /// its password.
    ///
    /// # Errors
    /// [`IdentityError::Seated`] if the user has a seat in a game; the errors of a wrong password or code.
    pub async fn delete(
        &self,
        caller: &Caller,
        password: Option<Password>,
        code: Option<&str>,
    ) -> Result<(), IdentityError> {
        let grounds = if caller.user.guest {
            caller.grounds()
        } else {
            self.check_password(caller, password.ok_or(IdentityError::NotOwnPassword)?, code).await?
        };
        match self.0.store.delete_user(&grounds, DELETED).await?? {
            DeleteOutcome::Seated(seats) => Err(IdentityError::Seated(seats)),
            DeleteOutcome::Done(ended) => {
                // In this order: the client of a deleted user must not reconnect.
                self.0.changes.sessions_ended(&ended);
                self.0.changes.named(caller.user.id, Called { name: DELETED.to_owned(), guest: true });
                Ok(())
            }
        }
    }

    /// Compares a password with the caller's, and checks the second factor of an account that has one: no change of the account needs less
    /// than a login. The transaction that depends on the result must check that it still holds.
    ///
    /// # Errors
    /// [`IdentityError::NeedsAccount`] for a guest, [`IdentityError::NotOwnPassword`], [`IdentityError::NoSecondFactor`],
    /// [`IdentityError::WrongSecondFactor`], [`IdentityError::TooManyCodes`].
    pub(super) async fn check_password(
        &self,
        caller: &Caller,
        password: Password,
        code: Option<&str>,
    ) -> Result<Grounds, IdentityError> {
        let account = self.0.store.account(caller.user.id).await?.ok_or(IdentityError::NeedsAccount)?;
        let password_hash = Some(account.password_hash);
        let is_right = self.0.passwords.is_right(password, password_hash.clone()).await?;
        if !is_right {
            return Err(IdentityError::NotOwnPassword);
        }
        let second = self.second_factor(&caller.user, code, TypedIn::Session(caller.session)).await?;
        Ok(Grounds { password_hash, second, ..caller.grounds() })
    }
}

/// Creates recovery codes, and their hashes.
pub(super) fn new_codes() -> (Vec<String>, Vec<TokenHash>) {
    let codes: Vec<_> = (0..CODES).map(|_| secrets::new_code()).collect();
    let hashes = codes.iter().map(|code| secrets::code_hash(code)).collect();
    (codes, hashes)
}
