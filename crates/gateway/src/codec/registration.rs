//! Registration links, and accounts for administrators, in their wire form.

use sumito_protocol::Secret;
use sumito_protocol::admin::{self as wire, AccountCreated, AccountOutcome, AccountState};

use super::parts;
use sumito_services::accounts::identity::{self as accounts, CreatedLink};
use sumito_store::{ListedAccount, RegistrationLinkRow};

pub(crate) fn registration_link(row: RegistrationLinkRow) -> wire::RegistrationLink {
    let RegistrationLinkRow { id, made_by, expires_at, uses_left } = row;
    wire::RegistrationLink { id, made_by, expires_at: expires_at.0, uses_left }
}

pub(crate) fn created_registration_link(created: CreatedLink) -> wire::RegistrationLinkCreated {
    let CreatedLink { code, row } = created;
    wire::RegistrationLinkCreated { code: code.into(), link: registration_link(row) }
}

pub(crate) fn account_order(account: wire::NewAccount) -> accounts::AccountOrder {
    let wire::NewAccount { name, mail } = account;
    accounts::AccountOrder { name, mail }
}

/// Converts the outcome for an account. The code is not shown if an email brings it.
pub(crate) fn account_outcome(
    name: String,
    outcome: &accounts::AccountOutcome,
    with_mail: bool,
) -> AccountCreated {
    let (outcome, code, mailed, detail) = match outcome {
        accounts::AccountOutcome::Created(created) => {
            let mailed = with_mail && created.mail.is_some();
            let code = (!mailed).then(|| Secret::from(created.code.as_str()));
            (AccountOutcome::Created, code, mailed, None)
        }
        accounts::AccountOutcome::Exists => (AccountOutcome::Exists, None, false, None),
        accounts::AccountOutcome::Invalid(error) => {
            (AccountOutcome::Invalid, None, false, Some(error.to_string()))
        }
    };
    AccountCreated { name, outcome, code, mailed, detail }
}

pub(crate) fn listed_account(account: ListedAccount) -> wire::ListedAccount {
    let ListedAccount { user, name_key: _, mail, seen_at, banned, muted } = account;
    let state = match (banned, muted) {
        (true, _) => AccountState::Banned,
        (false, true) => AccountState::Muted,
        (false, false) => AccountState::Active,
    };
    wire::ListedAccount {
        role: user.role,
        state,
        mail: mail.map(|mail| mail.address),
        created_at: user.created_at.0,
        seen_at: seen_at.map(|at| at.0),
        user: parts::user(&user),
    }
}
