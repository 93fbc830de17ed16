//! Password hashing, with bounded concurrency.

use std::fmt;

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use tracing::error;
use unicode_normalization::UnicodeNormalization;
use zeroize::Zeroizing;

use sumito_kit::blocking::{BlockingPool, NotRun};
use sumito_kit::shares::Payer;

/// Minimum length of a password, in characters (the minimum of NIST SP 800-63B, which recommends no further rules).
pub(super) const SHORTEST: usize = 8;
/// Maximum length of a password, in characters.
pub(super) const LONGEST: usize = 128;

/// Cost of one hash: 19 MiB of memory and two passes over it, as OWASP's "Password Storage Cheat Sheet" recommends.
const MEMORY_KIB: u32 = 19 * 1024;
const PASSES: u32 = 2;
const LANES: u32 = 1;

/// Hash that no known password matches: for accounts without a chosen password, and to compare with if there is no account, so that the
/// answer takes equally long.
pub(super) const NO_PASSWORD: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$c3VtaXRvL25vYm9keQ$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// A password. Its memory is overwritten on drop.
#[derive(Clone)]
pub struct Password(Zeroizing<String>);

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(…)")
    }
}

/// Reasons for which a password is not allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PasswordError {
    /// Too few or too many characters.
    #[error("a password must be {SHORTEST} to {LONGEST} characters; several words are easy to remember")]
    Length,
    /// The account's name, or one repeated character.
    #[error("password too easy to guess: it is your name or one repeated character")]
    Obvious,
}

impl Password {
    /// Normalises a typed password (NFKC), since keyboards encode some letters in different ways.
    pub fn typed(text: &str) -> Self {
        Self(Zeroizing::new(text.nfkc().collect()))
    }

    /// Checks whether an account called `name` may have this password.
    ///
    /// # Errors
    /// [`PasswordError`] says why the password is not allowed.
    pub fn check(&self, name: &str) -> Result<(), PasswordError> {
        let Self(text) = self;
        if !(SHORTEST..=LONGEST).contains(&text.chars().count()) {
            return Err(PasswordError::Length);
        }
        let first = text.chars().next();
        if text.chars().all(|c| Some(c) == first) || text.to_lowercase() == name.to_lowercase() {
            return Err(PasswordError::Obvious);
        }
        Ok(())
    }
}

/// Hashes and compares passwords on blocking threads.
#[derive(Debug)]
pub(crate) struct Passwords(BlockingPool);

/// Reasons for which a password was not hashed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PasswordTaskError {
    /// The queue is full.
    Busy,
    /// An internal error.
    Panicked,
}

impl Passwords {
    /// Creates a pool for passwords of one kind: at most `at_once` hashes run, and at most `waiting` callers wait.
    pub(crate) fn new(kind: &'static str, at_once: usize, waiting: usize) -> Self {
        Self(BlockingPool::new(kind, at_once, waiting))
    }

    /// Returns the hash to store for a password.
    pub(crate) async fn hash(&self, password: Password) -> Result<String, PasswordTaskError> {
        self.work(move || {
            let hash: PasswordHash = hasher()?.hash_password(password.0.as_bytes())?;
            Ok(hash.to_string())
        })
        .await
    }

    /// Returns whether the password matches the `stored` hash. Without a hash the result is `false`, after the same time.
    pub(crate) async fn is_right(
        &self,
        password: Password,
        stored: Option<String>,
    ) -> Result<bool, PasswordTaskError> {
        self.work(move || {
            let hash = PasswordHash::new(stored.as_deref().unwrap_or(NO_PASSWORD))?;
            let fits = hasher()?.verify_password(password.0.as_bytes(), &hash).is_ok();
            Ok(fits && stored.is_some())
        })
        .await
    }

    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> argon2::password_hash::Result<T> + Send + 'static,
    ) -> Result<T, PasswordTaskError> {
        match self.0.run(Payer::SERVER, work).await {
            Ok(Ok(done)) => Ok(done),
            Ok(Err(error)) => {
                error!(%error, "password hashing failed");
                Err(PasswordTaskError::Panicked)
            }
            Err(NotRun::Full(_)) => Err(PasswordTaskError::Busy),
            Err(error @ NotRun::Panicked) => {
                error!(%error, "password hashing panicked");
                Err(PasswordTaskError::Panicked)
            }
        }
    }
}

fn hasher() -> argon2::password_hash::Result<Argon2<'static>> {
    let params = Params::new(MEMORY_KIB, PASSES, LANES, None)?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

#[cfg(test)]
mod tests {
    use std::iter::repeat_with;

    use futures_util::FutureExt;

    use super::*;

    fn passwords(at_once: usize, waiting: usize) -> Passwords {
        Passwords::new("passwords", at_once, waiting)
    }

    #[tokio::test]
    async fn only_the_right_password_matches() {
        let passwords = passwords(1, 8);
        let hash = passwords.hash(Password::typed("correct horse")).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        let is_right = async |text| passwords.is_right(Password::typed(text), Some(hash.clone())).await;
        assert_eq!(is_right("correct horse").await, Ok(true));
        assert_eq!(is_right("correct hors").await, Ok(false));
        assert_eq!(is_right("").await, Ok(false));
        assert_eq!(passwords.is_right(Password::typed("correct horse"), None).await, Ok(false));
    }

    #[tokio::test]
    async fn passwords_are_normalised() {
        let passwords = passwords(1, 8);
        let hash = passwords.hash(Password::typed("Käse\u{2460}ﬁsch")).await.unwrap();
        let other = Password::typed("Ka\u{308}se1fisch");
        assert_eq!(passwords.is_right(other, Some(hash)).await, Ok(true));
    }

    #[test]
    fn missing_account_takes_as_long_as_wrong_password() {
        let hash = PasswordHash::new(NO_PASSWORD).unwrap();
        let params = Params::try_from(&hash).unwrap();
        assert_eq!((params.m_cost(), params.t_cost(), params.p_cost()), (MEMORY_KIB, PASSES, LANES));
        assert_eq!(hash.hash.unwrap().len(), Params::DEFAULT_OUTPUT_LEN);
    }

    #[tokio::test]
    async fn full_queue_rejects_as_busy() {
        let passwords = passwords(1, 2);
        let hash = || Box::pin(passwords.hash(Password::typed("correct horse")));
        let mut waiting: Vec<_> = repeat_with(hash).take(3).collect();
        for one in &mut waiting {
            assert!(one.now_or_never().is_none());
        }
        assert_eq!(hash().now_or_never(), Some(Err(PasswordTaskError::Busy)));
        drop(waiting);
        assert!(hash().await.is_ok());
    }

    #[test]
    fn obvious_passwords_and_bad_lengths_are_rejected() {
        for (text, outcome) in [
            ("1234567", Err(PasswordError::Length)),
            (&"ab".repeat(65), Err(PasswordError::Length)),
            ("aaaaaaaaaaaa", Err(PasswordError::Obvious)),
            ("ADA.LOVELACE", Err(PasswordError::Obvious)),
            ("paßwörter", Ok(())),
            (&"ab".repeat(64), Ok(())),
        ] {
            assert_eq!(Password::typed(text).check("Ada.Lovelace"), outcome, "{text}");
        }
    }

    #[test]
    fn password_is_not_logged() {
        assert_eq!(format!("{:?}", Password::typed("secret secret")), "Password(…)");
    }
}
