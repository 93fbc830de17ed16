//! Errors of requests that concern accounts.

use std::time::Duration;

use sumito_game::UserId;

use super::names::NameError;
use super::passwords::{PasswordError, PasswordTaskError};
use crate::accounts::mail::AddressError;
use sumito_store::{ActiveSanction, Outdated, StoreError};

/// Errors of requests that concern accounts.
#[derive(Debug, thiserror::Error)]
pub enum IdentityError {
    /// The name is not allowed.
    #[error(transparent)]
    Name(#[from] NameError),
    /// The password is not allowed.
    #[error(transparent)]
    Password(#[from] PasswordError),
    /// The name, or a name that looks alike, is taken.
    #[error("name taken, or too similar to another; choose another")]
    NameTaken,
    /// The name and the password do not match.
    #[error("wrong name or password")]
    WrongPassword,
    /// The password is not the password of the caller's account.
    #[error("wrong password")]
    NotOwnPassword,
    /// The account has two-factor login, and the request has no code.
    #[error(
        "this account needs a second factor: send a code of the authenticator app, or a recovery code, as \"code\""
    )]
    NoSecondFactor,
    /// The code is wrong or was used before.
    #[error(
        "wrong code, or used already; wait for the next code of the app, and check the clock of the device"
    )]
    WrongSecondFactor,
    /// Too many codes of the app were tried for this user; the time until the next try.
    #[error("too many codes of the app were tried for this account; wait, or use a recovery code")]
    TooManyCodes(Duration),
    /// Two-factor login is enabled already.
    #[error("two-factor login is enabled; disable it first")]
    HasTwoFactor,
    /// The caller has not started to set up two-factor login, or another request has replaced the secret.
    #[error("no secret waits for a code; begin with POST /api/v1/me/two-factor")]
    NoTwoFactor,
    /// The session has ended during the request.
    #[error("your session is no longer valid; log in again")]
    SessionEnded,
    /// The name and the code do not match.
    #[error("wrong name or recovery code; each code works once")]
    WrongCode,
    /// The caller already has an account.
    #[error("you already have an account; log out to create another")]
    HasAccount,
    /// The caller is a guest.
    #[error("requires an account; create one with POST /api/v1/accounts (you keep your games)")]
    NeedsAccount,
    /// Visitors cannot create accounts on this server.
    #[error("registration is closed on this server; ask its administrators for an account")]
    RegistrationClosed,
    /// The request has no code of a valid registration link.
    #[error("registration requires a valid registration link; ask the administrators of this server for one")]
    InvitationNeeded,
    /// The request does not accept the terms of use.
    #[error("accept the terms of use of this server: send \"accepts_terms\": true")]
    TermsNotAccepted,
    /// The server has no guests.
    #[error("this server has no guests; log in with POST /api/v1/sessions")]
    NoGuests,
    /// There are too many registration links.
    #[error("there are {0} registration links; revoke one first")]
    TooManyLinks(u32),
    /// There is no registration link with this id.
    #[error("no registration link with this id; it may have expired")]
    NoSuchLink,
    /// The user has no session or token with that id.
    #[error("no such session or token; it may have expired")]
    NoSuchSession,
    /// The user has the maximum number of tokens.
    #[error("token limit reached ({0}); delete one first")]
    TooManyTokens(u32),
    /// The label, scopes or lifetime of a token are out of range.
    #[error("{0}")]
    OutOfRange(String),
    /// The user or the network is banned.
    #[error("you are banned{}: {}", .0.until(), .0.reason)]
    Banned(ActiveSanction),
    /// The user, who has proved who they are, is banned, or their network.
    #[error("you are banned{}: {}", .1.until(), .1.reason)]
    BannedUser(UserId, ActiveSanction),
    /// The user has a seat in a game.
    #[error("you have seats in {0} waiting or running games; leave or resign them first")]
    Seated(u64),
    /// The queue for password hashing is full.
    #[error("login queue is full; try again in a few seconds")]
    Busy,
    /// The address is not an email address.
    #[error(transparent)]
    Address(#[from] AddressError),
    /// The server does not send mail.
    #[error("email is disabled on this server; use a recovery code, or ask the operator for one")]
    NoMail,
    /// Too many emails are in flight.
    #[error("email queue is full; try again in a minute")]
    MailBusy,
    /// An internal error.
    #[error("internal error; the server has logged it")]
    Internal,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<Outdated> for IdentityError {
    fn from(outdated: Outdated) -> Self {
        match outdated {
            Outdated::Password => Self::NotOwnPassword,
            Outdated::Session => Self::SessionEnded,
            Outdated::NoSecondFactor => Self::NoSecondFactor,
            Outdated::SecondFactor => Self::WrongSecondFactor,
            Outdated::RegistrationLink => Self::InvitationNeeded,
            Outdated::Banned(ban) => Self::Banned(ban),
        }
    }
}

impl From<PasswordTaskError> for IdentityError {
    fn from(why: PasswordTaskError) -> Self {
        match why {
            PasswordTaskError::Busy => Self::Busy,
            PasswordTaskError::Panicked => Self::Internal,
        }
    }
}
