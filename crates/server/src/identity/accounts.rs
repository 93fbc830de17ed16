//! Making accounts, logging in, passwords, recovery, deletion.

use std::net::IpAddr;

use sumito_game::UserId;
use uuid::Uuid;

use super::{Caller, Identities, IdentityError, Name, NewProof, Password, Visitor, name_key, secrets};
use crate::store::{AccountRow, Claim, Deletion, Grounds, Outdated, Recovered, Role, StoreError, UserRow};

/// Recovery codes that somebody is given.
const CODES: usize = 10;

pub(crate) use crate::names::DELETED;

impl Identities {
    /// Makes an account: of a guest, who keeps id, seats and games; or of nobody. Either gets a new session, and the guest's sessions end:
    /// whoever has a guest's token does not have the account. The guest's sockets are closed, so that they come back under the new name.
    ///
    /// # Errors
    /// What is wrong with the name or the password; [`IdentityError::NameTaken`], [`IdentityError::HasAccount`],
    /// [`IdentityError::Banned`], [`IdentityError::SessionEnded`].
    pub async fn sign_up(
        &self,
        caller: Option<Caller>,
        name: &str,
        password: Password,
        visitor: Visitor,
    ) -> Result<NewProof, IdentityError> {
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
        let now = self.0.time.now();
        let (token, session) = self.new_session(visitor, now);
        if let Some(caller) = caller {
            let made = self.0.store.make_account(&grounds(&caller), &claim, &session).await.map_err(taken)?;
            let ended = made?.ok_or(IdentityError::HasAccount)?;
            // In this order: sockets that close because of both are told to come back.
            self.0.sockets.user_changed(caller.user.id);
            self.0.sockets.sessions_ended(&ended);
            return Ok(NewProof { token, user: UserRow { name: claim.name, guest: false, ..caller.user } });
        }
        let (id, name) = (UserId(Uuid::now_v7()), claim.name.clone());
        let user = UserRow { id, name, guest: false, bot: false, role: Role::Player, created_at: now };
        self.0.store.add_account(&user, &claim, &session).await.map_err(taken)??;
        Ok(NewProof { token, user })
    }

    /// Whether the account called `name` was logged in to from this network before.
    ///
    /// # Errors
    /// When the store cannot be asked.
    pub async fn knows_network(&self, name: &str, network: IpAddr) -> Result<bool, IdentityError> {
        Ok(self.0.store.knows_network(&name_key(name), network).await?)
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
        let Some(AccountRow { user, password_hash }) = account.filter(|_| is_right) else {
            return Err(IdentityError::WrongPassword);
        };
        let (token, session) = self.new_session(visitor, self.0.time.now());
        let grounds = Grounds { user: user.id, session: None, password_hash: Some(password_hash) };
        let added = self.0.store.add_session(&grounds, &session, self.0.config.sessions_per_user).await?;
        let gone = added.map_err(|outdated| match outdated {
            Outdated::Password => IdentityError::WrongPassword,
            other => other.into(),
        })?;
        self.0.sockets.sessions_ended(&gone);
        Ok(NewProof { token, user })
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
        let grounds = self.check_password(caller, old).await?;
        new.check(&caller.user.name)?;
        let hash = self.0.passwords.hash(new).await?;
        let ended = self.0.store.set_password(&grounds, &hash).await??;
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
        let grounds = self.check_password(caller, password).await?;
        let codes: Vec<_> = (0..CODES).map(|_| secrets::new_code()).collect();
        let hashes: Vec<_> = codes.iter().map(|code| secrets::code_hash(code)).collect();
        self.0.store.set_recovery_codes(&grounds, &hashes).await??;
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
        let (key, code) = (name_key(name), secrets::code_hash(code));
        // Only a caller who has shown a code is told that the account is banned.
        let recovered = self.0.store.recover(&key, &code, &hash, &session).await??;
        let Recovered { user, ended } = recovered.ok_or(IdentityError::WrongCode)?;
        self.0.sockets.sessions_ended(&ended);
        Ok(NewProof { token, user })
    }

    /// Deletes somebody: name, password, sessions and tokens. Their games stay, as those of nobody. Whoever has an account shows its
    /// password.
    ///
    /// # Errors
    /// [`IdentityError::Seated`] for somebody who plays, [`IdentityError::NotOwnPassword`].
    pub async fn delete(&self, caller: &Caller, password: Option<Password>) -> Result<(), IdentityError> {
        let grounds = if caller.user.guest {
            grounds(caller)
        } else {
            self.check_password(caller, password.ok_or(IdentityError::NotOwnPassword)?).await?
        };
        match self.0.store.delete_user(&grounds, DELETED).await?? {
            Deletion::Seated(seats) => Err(IdentityError::Seated(seats)),
            Deletion::Done(ended) => {
                self.0.sockets.sessions_ended(&ended);
                Ok(())
            }
        }
    }

    /// Compares a password with the caller's. What it returns must still be true where something is stored because of that.
    ///
    /// # Errors
    /// [`IdentityError::NeedsAccount`] for a guest, [`IdentityError::NotOwnPassword`].
    pub(super) async fn check_password(
        &self,
        caller: &Caller,
        password: Password,
    ) -> Result<Grounds, IdentityError> {
        let account = self.0.store.account(caller.user.id).await?.ok_or(IdentityError::NeedsAccount)?;
        let password_hash = Some(account.password_hash);
        let is_right = self.0.passwords.is_right(password, password_hash.clone()).await?;
        if !is_right {
            return Err(IdentityError::NotOwnPassword);
        }
        Ok(Grounds { password_hash, ..grounds(caller) })
    }
}

/// What a caller without a password has shown: the session.
pub(super) fn grounds(caller: &Caller) -> Grounds {
    Grounds { user: caller.user.id, session: Some(caller.session), password_hash: None }
}
