//! Registration by invitation, and accounts that administrators create.

use std::time::Duration;

use sumito_game::{Timestamp, UserId};
use uuid::Uuid;
use zeroize::Zeroizing;

use super::passwords::NO_PASSWORD;
use super::{Caller, Identities, IdentityError, Name, Password, secrets};
use crate::accounts::mail::{Address, Email, EmailKind, Language};
use sumito_kit::task;
use sumito_store::{
    AcceptedTerms, AccountSearch, ListedAccount, MailAddressKey, ModerationAction, ModerationActionKind,
    NewAccount, NewCredentials, NewRegistrationLink, RegistrationLinkRow, Role, Store, StoreError, TokenHash,
    UserRow,
};
use sumito_vocabulary::Registration;

/// Maximum length of the code of a registration link, in bytes; longer ones are wrong.
const LONGEST_CODE: usize = 100;

const DAY: Duration = Duration::from_hours(24);

/// Maximum values of a registration link.
pub const MAX_USES: u32 = 1_000;
/// Longest validity of a link, in days.
pub const MAX_DAYS: u32 = 90;

/// A request to create an account.
pub struct SignUp<'a> {
    /// Name of the new account.
    pub name: &'a str,
    /// Password of the new account.
    pub password: Password,
    /// The code of a registration link, if any.
    pub code: Option<&'a str>,
    /// The terms of use of the site, if it has any.
    pub terms: Option<AcceptedTerms>,
    /// Whether the user accepts them.
    pub accepts_terms: bool,
}

/// A new registration link.
pub struct CreatedLink {
    /// Its code, which is shown once.
    pub code: String,
    /// The stored link.
    pub row: RegistrationLinkRow,
}

/// An account that an administrator wants to exist.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountOrder {
    /// Name of the new account.
    pub name: String,
    /// The user's email address.
    pub mail: Option<String>,
}

/// Outcome of an [`AccountOrder`].
pub enum AccountOutcome {
    /// The account is new.
    Created(Box<CreatedAccount>),
    /// An account with this name, or with one that looks alike, exists. It is unchanged.
    Exists,
    /// The name or the address is not allowed.
    Invalid(IdentityError),
}

/// An account that an administrator has created.
pub struct CreatedAccount {
    /// Name of the account.
    pub name: String,
    /// The code with which its user chooses the password, once.
    pub code: Zeroizing<String>,
    /// The user's email address.
    pub mail: Option<Address>,
}

impl CreatedAccount {
    /// Returns the email with the code; `None` without an address.
    pub fn letter(&self, language: Language, days: u32) -> Option<Email> {
        let purpose = EmailKind::Account { code: self.code.clone(), days };
        let to = self.mail.clone()?;
        Some(Email { to, name: self.name.clone(), language, purpose })
    }
}

impl Identities {
    /// Checks whether a visitor with this code may create an account now. Returns the link that is to be used up, if one is needed.
    ///
    /// # Errors
    /// [`IdentityError::RegistrationClosed`], [`IdentityError::InvitationNeeded`].
    pub(super) async fn registration_link(
        &self,
        code: Option<&str>,
    ) -> Result<Option<TokenHash>, IdentityError> {
        match self.0.config.registration {
            Registration::Open => return Ok(None),
            Registration::Closed => return Err(IdentityError::RegistrationClosed),
            Registration::Invitation => {}
        }
        let code = code.filter(|code| code.len() <= LONGEST_CODE).map(secrets::registration_code_hash);
        let code = code.ok_or(IdentityError::InvitationNeeded)?;
        let is_valid = self.0.store.is_registration_link(&code, self.0.time.now()).await?;
        if is_valid { Ok(Some(code)) } else { Err(IdentityError::InvitationNeeded) }
    }

    /// Creates a registration link: `uses` accounts can be created with it, within `days`.
    ///
    /// # Errors
    /// [`IdentityError::OutOfRange`], [`IdentityError::TooManyLinks`].
    pub async fn create_registration_link(
        &self,
        by: &Caller,
        uses: u32,
        days: u32,
    ) -> Result<CreatedLink, IdentityError> {
        let words = format!("uses: {uses}, days: {days}");
        let action = self.action(by, ModerationActionKind::RegistrationLink, words);
        let max = self.0.max_links;
        let mut created =
            create_link(&self.0.store, Some(&action), uses, days, max, self.0.time.now()).await?;
        created.row.made_by = Some(by.user.name.clone());
        Ok(created)
    }

    /// Returns the valid registration links.
    ///
    /// # Errors
    /// If the store is unavailable.
    pub async fn registration_links(&self) -> Result<Vec<RegistrationLinkRow>, IdentityError> {
        Ok(self.0.store.registration_links(self.0.time.now()).await?)
    }

    /// Revokes a registration link.
    ///
    /// # Errors
    /// [`IdentityError::NoSuchLink`].
    pub async fn revoke_registration_link(&self, by: &Caller, id: Uuid) -> Result<(), IdentityError> {
        let action = self.action(by, ModerationActionKind::RegistrationLink, format!("revoked: {id}"));
        let removed = self.0.store.remove_registration_link(id, Some(&action)).await?;
        if removed { Ok(()) } else { Err(IdentityError::NoSuchLink) }
    }

    /// Creates accounts whose users choose their passwords with codes. With `mail`, users with an address get their code by email in that
    /// language, in the background. Names that exist are reported and not changed.
    ///
    /// # Errors
    /// [`IdentityError::NoMail`] or [`IdentityError::MailBusy`] before anything has changed; or the store is unavailable, and some
    /// accounts may exist.
    pub async fn create_accounts(
        &self,
        by: &Caller,
        orders: Vec<AccountOrder>,
        mail: Option<Language>,
    ) -> Result<Vec<AccountOutcome>, IdentityError> {
        let mail =
            mail.map(|language| Ok::<_, IdentityError>((self.0.mail.place()?, language))).transpose()?;
        let (mut outcomes, mut names, mut failure) = (Vec::with_capacity(orders.len()), Vec::new(), None);
        for order in &orders {
            match create_account(&self.0.store, order, self.0.config.first_login_span(), self.0.time.now())
                .await
            {
                Ok(outcome) => {
                    if let AccountOutcome::Created(created) = &outcome {
                        names.push(created.name.clone());
                    }
                    outcomes.push(outcome);
                }
                Err(error) => {
                    failure = Some(error);
                    break;
                }
            }
        }
        if !names.is_empty() {
            let action = self.action(by, ModerationActionKind::CreateAccounts, names.join(", "));
            self.0.store.log_action(&action).await?;
        }
        if let Some((place, language)) = mail {
            let days = self.0.config.first_login_days;
            let letter = |outcome: &AccountOutcome| match outcome {
                AccountOutcome::Created(created) => created.letter(language, days),
                AccountOutcome::Exists | AccountOutcome::Invalid(_) => None,
            };
            let letters: Vec<_> = outcomes.iter().filter_map(letter).collect();
            task::spawn(async move {
                for letter in &letters {
                    place.deliver(letter).await;
                }
            });
        }
        failure.map_or(Ok(outcomes), |error| Err(error.into()))
    }

    /// Returns the accounts that a search finds.
    ///
    /// # Errors
    /// If the store is unavailable.
    pub async fn list_accounts(
        &self,
        search: &AccountSearch,
        limit: u32,
    ) -> Result<Vec<ListedAccount>, IdentityError> {
        Ok(self.0.store.list_accounts(search, self.0.time.now(), limit).await?)
    }

    fn action(&self, by: &Caller, kind: ModerationActionKind, words: String) -> ModerationAction {
        let (id, at) = (Uuid::now_v7(), self.0.time.now());
        ModerationAction { id, at, by: by.user.id, kind, target: "accounts".to_owned(), words }
    }
}

/// Creates a registration link. With an `action`, its maker is the maker of the link.
///
/// # Errors
/// [`IdentityError::OutOfRange`], [`IdentityError::TooManyLinks`].
pub async fn create_link(
    store: &Store,
    action: Option<&ModerationAction>,
    uses: u32,
    days: u32,
    max: u32,
    now: Timestamp,
) -> Result<CreatedLink, IdentityError> {
    for (field, value, max) in [("uses", uses, MAX_USES), ("days", days, MAX_DAYS)] {
        if !(1..=max).contains(&value) {
            return Err(IdentityError::OutOfRange(format!("`{field}` must be 1 to {max}")));
        }
    }
    let code = secrets::new_link_code();
    let link = NewRegistrationLink {
        id: Uuid::now_v7(),
        code: secrets::registration_code_hash(&code),
        made_by: action.map(|action| action.by),
        created_at: now,
        expires_at: now + DAY * days,
        uses,
    };
    if !store.add_registration_link(&link, max, action).await? {
        return Err(IdentityError::TooManyLinks(max));
    }
    let NewRegistrationLink { id, expires_at, uses: uses_left, .. } = link;
    Ok(CreatedLink { code, row: RegistrationLinkRow { id, made_by: None, expires_at, uses_left } })
}

/// Creates an account, unless one with its name exists. The administrator vouches for the email address. The code is valid for `span`.
///
/// # Errors
/// If the store is unavailable.
pub async fn create_account(
    store: &Store,
    order: &AccountOrder,
    span: Duration,
    now: Timestamp,
) -> Result<AccountOutcome, StoreError> {
    let (name, mail) = match checked(order) {
        Ok(parts) => parts,
        Err(error) => return Ok(AccountOutcome::Invalid(error)),
    };
    let code = Zeroizing::new(secrets::new_code());
    let user = UserRow {
        id: UserId(Uuid::now_v7()),
        name: name.shown().to_owned(),
        guest: false,
        bot: false,
        role: Role::Player,
        created_at: now,
    };
    let key = |address: &Address| MailAddressKey {
        address: address.as_str().to_owned(),
        key: Address::key(address.as_str()),
    };
    let account = NewAccount {
        user,
        credentials: NewCredentials {
            name: name.shown().to_owned(),
            name_key: name.key().to_owned(),
            password_hash: NO_PASSWORD.to_owned(),
            link: None,
            terms: None,
        },
        code: secrets::code_hash(&code),
        code_expires_at: now + span,
        mail: mail.as_ref().map(key),
    };
    if !store.create_account(&account).await? {
        return Ok(AccountOutcome::Exists);
    }
    Ok(AccountOutcome::Created(Box::new(CreatedAccount { name: account.credentials.name, code, mail })))
}

/// Reads accounts from a list: in each line a name, and perhaps an email address after a comma, a semicolon or a tab, as spreadsheets of
/// different languages write it. A first line `name` or `name,mail` is a heading.
pub fn orders(text: &str) -> Vec<AccountOrder> {
    let mut orders = Vec::new();
    for line in text.trim_start_matches('\u{feff}').lines() {
        let separator = line.bytes().find(|byte| b",;\t".contains(byte)).unwrap_or(b',');
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .trim(csv::Trim::All)
            .delimiter(separator)
            .from_reader(line.as_bytes());
        let Some(Ok(fields)) = reader.records().next() else { continue };
        let name = fields.get(0).unwrap_or_default().to_owned();
        let mail = fields.get(1).filter(|mail| !mail.is_empty()).map(str::to_owned);
        let is_heading = orders.is_empty() && name.eq_ignore_ascii_case("name");
        if !name.is_empty() && !is_heading {
            orders.push(AccountOrder { name, mail });
        }
    }
    orders
}

fn checked(order: &AccountOrder) -> Result<(Name, Option<Address>), IdentityError> {
    let name = Name::parse(&order.name)?;
    let mail = order.mail.as_deref().map(Address::parse).transpose()?;
    Ok((name, mail))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spreadsheets_are_read() {
        let order = |name: &str, mail: Option<&str>| AccountOrder {
            name: name.to_owned(),
            mail: mail.map(str::to_owned),
        };
        let three = [order("Ada", Some("ada@club.example")), order("Bob", None), order("Zażółć", None)];
        for text in [
            "Ada,ada@club.example\nBob\nZażółć\n",
            "\u{feff}name;mail\r\nAda;ada@club.example\r\nBob;\r\n\r\n\"Zażółć\";\r\n",
            "Name,E-mail\n Ada , ada@club.example ,x\nBob,\nZażółć",
            "Name\tE-mail\nAda\tada@club.example\nBob\nZażółć",
            "Ada\tada@club.example\nBob;\nZażółć,",
        ] {
            assert_eq!(orders(text), three, "{text:?}");
        }
        assert_eq!(orders(""), []);
    }
}
