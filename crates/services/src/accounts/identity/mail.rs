//! Password reset by email. The email has a recovery code like any other, except that it expires.

use futures_util::future::BoxFuture;
use sumito_game::UserId;
use tracing::warn;
use zeroize::Zeroizing;

use super::{Caller, Identities, IdentityError, Password, name_key, secrets};
use crate::accounts::mail::{Address, Email, EmailKind, Language, MailUnavailable, MailedCode, QueueSlot};
use sumito_kit::task;
use sumito_store::{MailAddressKey, MailLookup, MailRow, StoreError};

/// Maximum recipients among the accounts with the same address.
const ACCOUNTS: u32 = 10;

impl Identities {
    /// Returns whether passwords can be reset by email.
    pub fn sends_mail(&self) -> bool {
        self.0.mail.is_on()
    }

    /// Returns the caller's email addresses.
    ///
    /// # Errors
    /// If the store is unavailable.
    pub async fn mail_of(&self, caller: &Caller) -> Result<MailRow, IdentityError> {
        Ok(self.0.store.mail_of(caller.user.id, self.0.time.now()).await?)
    }

    /// Sends a confirmation code to an address. The address replaces the previous one when the caller confirms the code.
    ///
    /// # Errors
    /// [`IdentityError::Address`], [`IdentityError::NoMail`], [`IdentityError::MailBusy`]; the errors of a wrong password or code.
    pub async fn set_mail(
        &self,
        caller: &Caller,
        address: &str,
        password: Password,
        second: Option<&str>,
        language: Language,
    ) -> Result<(), IdentityError> {
        let to = Address::parse(address)?;
        let grounds = self.check_password(caller, password, second).await?;
        let place = self.0.mail.place()?;
        let code = Zeroizing::new(secrets::new_code());
        let claim = MailAddressKey { address: to.as_str().to_owned(), key: Address::key(address) };
        let until = self.0.time.now() + self.0.mail_config.code_span();
        self.0.store.await_confirmation(&grounds, &claim, &secrets::code_hash(&code), until).await??;
        let letter = Email {
            to,
            name: caller.user.name.clone(),
            language,
            purpose: EmailKind::Confirm(self.mailed(code)),
        };
        task::spawn(async move { place.deliver(&letter).await });
        Ok(())
    }

    /// Confirms the address to which this code was sent.
    ///
    /// # Errors
    /// [`IdentityError::WrongCode`] if the code does not match.
    pub async fn confirm_mail(&self, caller: &Caller, code: &str) -> Result<(), IdentityError> {
        let (user, now) = (caller.user.id, self.0.time.now());
        let confirmed = self.0.store.confirm_mail(user, &secrets::code_hash(code), now).await?;
        if confirmed { Ok(()) } else { Err(IdentityError::WrongCode) }
    }

    /// Removes the caller's addresses.
    ///
    /// # Errors
    /// The errors of a wrong password or code.
    pub async fn remove_mail(
        &self,
        caller: &Caller,
        password: Password,
        code: Option<&str>,
    ) -> Result<(), IdentityError> {
        let grounds = self.check_password(caller, password, code).await?;
        Ok(self.0.store.remove_mail(&grounds).await??)
    }

    /// Sends a recovery code to the user with this name or this confirmed address, if `may_send` permits it for that user: a user can be
    /// named in several ways. The user is looked up in the background, so that neither the answer nor its latency reveals whether the
    /// user exists.
    ///
    /// # Errors
    /// [`IdentityError::NoMail`], [`IdentityError::MailBusy`].
    pub fn send_reset(
        &self,
        to: &str,
        language: Language,
        may_send: impl Fn(UserId) -> BoxFuture<'static, bool> + Send + Sync + 'static,
    ) -> Result<(), IdentityError> {
        let place = self.0.mail.place()?;
        let whom = addressee(to);
        let identities = self.clone();
        task::spawn(async move {
            if let Err(error) = identities.reset(&place, &whom, language, may_send).await {
                warn!(%error, "password reset mail failed");
            }
        });
        Ok(())
    }

    async fn reset(
        &self,
        place: &QueueSlot,
        whom: &MailLookup,
        language: Language,
        may_send: impl Fn(UserId) -> BoxFuture<'static, bool> + Send + Sync,
    ) -> Result<(), StoreError> {
        for (user, address) in self.0.store.mail_accounts(whom, ACCOUNTS).await? {
            if !may_send(user.id).await {
                continue;
            }
            let Ok(to) = Address::parse(&address) else { continue };
            let code = self.reset_code(user.id).await?;
            let purpose = EmailKind::Reset(self.mailed(code));
            let letter = Email { to, name: user.name, language, purpose };
            place.deliver(&letter).await;
        }
        Ok(())
    }

    fn mailed(&self, code: Zeroizing<String>) -> MailedCode {
        MailedCode { code, minutes: self.0.mail_config.code_minutes }
    }

    async fn reset_code(&self, user: UserId) -> Result<Zeroizing<String>, StoreError> {
        let code = Zeroizing::new(secrets::new_code());
        let now = self.0.time.now();
        let until = now + self.0.mail_config.code_span();
        self.0.store.add_recovery_code(user, &secrets::code_hash(&code), now, until).await?;
        Ok(code)
    }
}

/// Distinguishes names from addresses: names have no `@`.
fn addressee(text: &str) -> MailLookup {
    if text.contains('@') {
        MailLookup::Address(Address::key(text))
    } else {
        MailLookup::Name(name_key(text))
    }
}

/// Returns a key that is equal for all spellings of an account's name or an address.
pub fn addressee_key(text: &str) -> String {
    match addressee(text) {
        MailLookup::Name(key) | MailLookup::Address(key) => key,
    }
}

impl From<MailUnavailable> for IdentityError {
    fn from(why: MailUnavailable) -> Self {
        match why {
            MailUnavailable::Disabled => Self::NoMail,
            MailUnavailable::Full => Self::MailBusy,
        }
    }
}
