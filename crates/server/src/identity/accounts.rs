//! Making accounts, logging in, passwords, recovery, deletion.

use sumito_game::UserId;
use uuid::Uuid;
use zeroize::Zeroizing;

use super::{Caller, Identities, IdentityError, Name, NewProof, Password, Visitor, name_key, secrets};
use crate::store::{AccountRow, Claim, Deletion, Ending, Recovered, Role, StoreError, UserRow};

/// Recovery codes that somebody is given.
const CODES: usize = 10;

/// What users that were deleted are called: no name that anybody could have.
pub(crate) const DELETED: &str = "[deleted]";

/// Somebody who has an account from now on.
pub struct SignedUp {
    /// The secret of the new session; `None` where the guest's goes on.
    pub token: Option<Zeroizing<String>>,
    /// Who it is.
    pub user: UserRow,
}

impl Identities {
    /// Makes an account: of a guest, who keeps id, session, seats and games; or of nobody, with a new session. The guest's sockets are
    /// closed, so that they come back under the new name.
    ///
    /// # Errors
    /// What is wrong with the name or the password; [`IdentityError::NameTaken`], [`IdentityError::HasAccount`].
    pub async fn sign_up(
        &self,
        caller: Option<Caller>,
        name: &str,
        password: Password,
        visitor: Visitor,
    ) -> Result<SignedUp, IdentityError> {
        if caller.as_ref().is_some_and(|caller| !caller.user.guest) {
            return Err(IdentityError::HasAccount);
        }
        self.check_ban(caller.as_ref().map(|caller| caller.user.id), visitor.network).await?;
        let name = Name::parse(name)?;
        password.check(name.shown())?;
        // Before the costly part; whether it is still free is decided where it is stored.
        if self.0.store.account_of_name(name.key()).await?.is_some() {
            return Err(IdentityError::NameTaken);
        }
        let claim = Claim {
            name: name.shown().to_owned(),
            name_key: name.key().to_owned(),
            password_hash: self.0.passwords.hash(password).await?,
        };
        let taken = |error| match error {
            StoreError::Conflict(_) => IdentityError::NameTaken,
            other => other.into(),
        };
        if let Some(Caller { user, .. }) = caller {
            if !self.0.store.make_account(user.id, &claim).await.map_err(taken)? {
                return Err(IdentityError::HasAccount);
            }
            self.0.sockets.user_changed(user.id);
            return Ok(SignedUp { token: None, user: UserRow { name: claim.name, guest: false, ..user } });
        }
        let now = self.0.time.now();
        let (id, name) = (UserId(Uuid::now_v7()), claim.name.clone());
        let user = UserRow { id, name, guest: false, bot: false, role: Role::Player, created_at: now };
        let (token, session) = self.new_session(visitor, now);
        self.0.store.add_account(&user, &claim, &session).await.map_err(taken)?;
        Ok(SignedUp { token: Some(token), user })
    }

    /// Begins a session of whoever has this name and password. It takes as long where nobody has that name.
    ///
    /// # Errors
    /// [`IdentityError::WrongPassword`], [`IdentityError::Banned`], [`IdentityError::Busy`].
    pub async fn log_in(
        &self,
        name: &str,
        password: Password,
        visitor: Visitor,
    ) -> Result<NewProof, IdentityError> {
        let account = self.0.store.account_of_name(&name_key(name)).await?;
        let stored = account.as_ref().map(|account| account.password_hash.clone());
        let is_right = self.0.passwords.is_right(password, stored).await?;
        let Some(AccountRow { user, .. }) = account.filter(|_| is_right) else {
            return Err(IdentityError::WrongPassword);
        };
        self.check_ban(Some(user.id), visitor.network).await?;
        let (token, session) = self.new_session(visitor, self.0.time.now());
        let gone = self.0.store.add_session(user.id, &session, self.0.config.sessions_per_user).await?;
        self.0.sockets.sessions_ended(&gone);
        Ok(NewProof { token, user })
    }

    /// What to keep of a password that is not an account's: a tournament's.
    ///
    /// # Errors
    /// [`IdentityError::Busy`].
    pub async fn hash_password(&self, password: Password) -> Result<String, IdentityError> {
        Ok(self.0.passwords.hash(password).await?)
    }

    /// Whether this is the password of which [`hash_password`](Self::hash_password) made `stored`.
    ///
    /// # Errors
    /// [`IdentityError::Busy`].
    pub async fn is_password(
        &self,
        password: Password,
        stored: Option<String>,
    ) -> Result<bool, IdentityError> {
        Ok(self.0.passwords.is_right(password, stored).await?)
    }

    /// Gives an account another password, and ends all its other sessions. Tokens for programs go on.
    ///
    /// # Errors
    /// [`IdentityError::NotOwnPassword`] where `old` is not the password; what is wrong with the new one.
    pub async fn change_password(
        &self,
        caller: &Caller,
        old: Password,
        new: Password,
    ) -> Result<(), IdentityError> {
        self.check_password(caller, old).await?;
        new.check(&caller.user.name)?;
        let hash = self.0.passwords.hash(new).await?;
        let ended = self.0.store.set_password(caller.user.id, &hash, caller.session).await?;
        self.0.sockets.sessions_ended(&ended);
        Ok(())
    }

    /// New recovery codes in the place of those before. They are told once.
    ///
    /// # Errors
    /// [`IdentityError::NotOwnPassword`], [`IdentityError::NeedsAccount`].
    pub async fn new_recovery_codes(
        &self,
        caller: &Caller,
        password: Password,
    ) -> Result<Vec<String>, IdentityError> {
        self.check_password(caller, password).await?;
        let codes: Vec<_> = (0..CODES).map(|_| secrets::new_code()).collect();
        let hashes: Vec<_> = codes.iter().map(|code| secrets::code_hash(code)).collect();
        self.0.store.set_recovery_codes(caller.user.id, &hashes).await?;
        Ok(codes)
    }

    /// How many recovery codes somebody has left.
    ///
    /// # Errors
    /// When the store cannot be asked.
    pub async fn recovery_codes_left(&self, caller: &Caller) -> Result<u64, IdentityError> {
        Ok(self.0.store.recovery_codes(caller.user.id).await?)
    }

    /// Uses up a recovery code: sets another password, ends all sessions and tokens, and begins a session.
    ///
    /// # Errors
    /// [`IdentityError::WrongCode`], [`IdentityError::Banned`]; what is wrong with the password.
    pub async fn recover(
        &self,
        name: &str,
        code: &str,
        password: Password,
        visitor: Visitor,
    ) -> Result<NewProof, IdentityError> {
        password.check(name)?;
        self.check_ban(None, visitor.network).await?;
        let hash = self.0.passwords.hash(password).await?;
        let (token, session) = self.new_session(visitor, self.0.time.now());
        let id = session.row.id;
        let (key, code) = (name_key(name), secrets::code_hash(code));
        let recovered = self.0.store.recover(&key, &code, &hash, &session).await?;
        let Recovered { user, ended } = recovered.ok_or(IdentityError::WrongCode)?;
        self.0.sockets.sessions_ended(&ended);
        // Only whoever has shown a code is told that somebody is kept away.
        if let Err(banned) = self.check_ban(Some(user.id), None).await {
            self.0.store.end_sessions(user.id, Ending::Session(id)).await?;
            return Err(banned);
        }
        Ok(NewProof { token, user })
    }

    /// Deletes somebody: name, password, sessions and tokens. Their games stay, as those of nobody. Whoever has an account shows its
    /// password.
    ///
    /// # Errors
    /// [`IdentityError::Seated`] for somebody who plays, [`IdentityError::NotOwnPassword`].
    pub async fn delete(&self, caller: &Caller, password: Option<Password>) -> Result<(), IdentityError> {
        if !caller.user.guest {
            self.check_password(caller, password.ok_or(IdentityError::NotOwnPassword)?).await?;
        }
        match self.0.store.delete_user(caller.user.id, DELETED).await? {
            Deletion::Seated(seats) => Err(IdentityError::Seated(seats)),
            Deletion::Done(ended) => {
                self.0.sockets.sessions_ended(&ended);
                Ok(())
            }
        }
    }

    /// # Errors
    /// [`IdentityError::NeedsAccount`] for a guest, [`IdentityError::NotOwnPassword`].
    pub(super) async fn check_password(
        &self,
        caller: &Caller,
        password: Password,
    ) -> Result<(), IdentityError> {
        let account = self.0.store.account(caller.user.id).await?.ok_or(IdentityError::NeedsAccount)?;
        let is_right = self.0.passwords.is_right(password, Some(account.password_hash)).await?;
        if is_right { Ok(()) } else { Err(IdentityError::NotOwnPassword) }
    }
}
