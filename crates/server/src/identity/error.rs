//! Why nothing came of a wish that concerns an account.

use super::names::NameError;
use super::passwords::{NotDone, PasswordError};
use crate::mail::AddressError;
use crate::store::{InForce, Outdated, StoreError};

/// Why nothing came of a wish that concerns an account.
#[derive(Debug, thiserror::Error)]
pub enum IdentityError {
    /// Nobody can be called that.
    #[error(transparent)]
    Name(#[from] NameError),
    /// The password will not do.
    #[error(transparent)]
    Password(#[from] PasswordError),
    /// Somebody is called that, or nearly that.
    #[error("somebody has this name, or one that looks like it; choose another")]
    NameTaken,
    /// The name and the password do not belong together.
    #[error("there is no account with this name and this password")]
    WrongPassword,
    /// It is not the password of one's own account.
    #[error("this is not the password of your account")]
    NotOwnPassword,
    /// The session has ended while the request was being worked on.
    #[error("your session has ended meanwhile; log in again")]
    SessionEnded,
    /// The name and the code do not belong together.
    #[error("this code does not open an account with this name; each code is good for once")]
    WrongCode,
    /// Whoever asks has an account.
    #[error("you have an account already; log out to make another")]
    HasAccount,
    /// Whoever asks is a guest.
    #[error("guests have none of this; POST /api/v1/accounts makes you an account, and you keep your games")]
    NeedsAccount,
    /// There is none of this user's with that id.
    #[error("you have no session or token with this id; it may have ended")]
    NoSuchSession,
    /// The user has as many tokens as is allowed.
    #[error("you have {0} tokens, and that is the limit; delete one that you do not need")]
    TooManyTokens(u32),
    /// What a token is called, what it is good for and how long do not fit.
    #[error("{0}")]
    OutOfRange(String),
    /// Moderators keep them away.
    #[error("the moderators keep you away{}: {}", .0.until(), .0.reason)]
    Banned(InForce),
    /// They play.
    #[error("you have seats in {0} games that wait or are being played; leave them or resign first")]
    Seated(u64),
    /// Too many wait for their passwords.
    #[error("too many people log in at this moment; try again in some seconds")]
    Busy,
    /// It is no mail address.
    #[error(transparent)]
    Address(#[from] AddressError),
    /// Nothing is sent from here.
    #[error("this server sends no mail; use a recovery code, or ask whoever runs it for one")]
    NoMail,
    /// Too many letters are under way.
    #[error("too many mails wait to be sent at this moment; try again in a minute")]
    MailBusy,
    /// A fault of the program's.
    #[error("the server has a fault; it is noted in its log")]
    Internal,
    /// The store.
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
