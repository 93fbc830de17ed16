//! Errors of requests that concern accounts.

use super::names::NameError;
use super::passwords::{NotDone, PasswordError};
use crate::mail::AddressError;
use crate::store::{InForce, Outdated, StoreError};

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
    #[error("somebody has this name, or one that looks like it; choose another")]
    NameTaken,
    /// The name and the password do not match.
    #[error("there is no account with this name and this password")]
    WrongPassword,
    /// The password is not that of the caller's account.
    #[error("this is not the password of your account")]
    NotOwnPassword,
    /// The session has ended during the request.
    #[error("your session has ended meanwhile; log in again")]
    SessionEnded,
    /// The name and the code do not match.
    #[error("this code does not open an account with this name; each code is good for once")]
    WrongCode,
    /// The caller already has an account.
    #[error("you have an account already; log out to make another")]
    HasAccount,
    /// The caller is a guest.
    #[error("guests have none of this; POST /api/v1/accounts makes you an account, and you keep your games")]
    NeedsAccount,
    /// The user has no session or token with that id.
    #[error("you have no session or token with this id; it may have ended")]
    NoSuchSession,
    /// The user has the maximum number of tokens.
    #[error("you have {0} tokens, and that is the limit; delete one that you do not need")]
    TooManyTokens(u32),
    /// The label, scopes or lifetime of a token are out of range.
    #[error("{0}")]
    OutOfRange(String),
    /// The user or the network is banned.
    #[error("the moderators keep you away{}: {}", .0.until(), .0.reason)]
    Banned(InForce),
    /// The user has a seat in a game.
    #[error("you have seats in {0} games that wait or are being played; leave them or resign first")]
    Seated(u64),
    /// The queue for password hashing is full.
    #[error("too many people log in at this moment; try again in some seconds")]
    Busy,
    /// The address is not an email address.
    #[error(transparent)]
    Address(#[from] AddressError),
    /// The server does not send mail.
    #[error("this server sends no mail; use a recovery code, or ask whoever runs it for one")]
    NoMail,
    /// Too many emails are in flight.
    #[error("too many mails wait to be sent at this moment; try again in a minute")]
    MailBusy,
    /// An internal error.
    #[error("the server has a fault; it is noted in its log")]
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
            Outdated::Banned(ban) => Self::Banned(ban),
        }
    }
}

impl From<NotDone> for IdentityError {
    fn from(why: NotDone) -> Self {
        match why {
            NotDone::Busy => Self::Busy,
            NotDone::Broken => Self::Internal,
        }
    }
}
