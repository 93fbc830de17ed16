//! Two-factor login: codes of an authenticator app, which change with the time (RFC 6238).

use std::net::IpAddr;
use std::time::Duration;

use sumito_game::Timestamp;
use sumito_kit::random;
use sumito_store::{AttemptKey, SecondFactor, SessionId, UserRow};
use totp_rs::{Algorithm, TOTP};
use zeroize::Zeroizing;

use super::accounts::new_codes;
use super::{Caller, Identities, IdentityError, Password, secrets};

/// Length of a secret in bytes, as RFC 4226 recommends.
const SECRET_BYTES: usize = 20;

/// Number of digits of a code.
const DIGITS: usize = 6;

/// Duration of a time step in seconds: how long the app shows a code.
const STEP: u64 = 30;

/// Codes of the app that are tried for a user in an hour, in each session, from each known network, and from all other networks together:
/// of a million codes, three are right at a time.
const TRIES_PER_HOUR: u32 = 10;

/// The place from which a user types a second factor. A stranger with the password uses up the tries of unknown networks only.
#[derive(Debug, Clone, Copy)]
pub(super) enum TypedIn {
    /// A session of the user.
    Session(SessionId),
    /// A network without a session.
    Network(Option<IpAddr>),
}

/// A secret for an authenticator app.
pub struct NewSecret {
    /// The secret in base 32, to be typed.
    pub secret: Zeroizing<String>,
    /// The secret as an `otpauth:` address, to be shown as a QR code.
    pub uri: Zeroizing<String>,
}

impl Identities {
    /// Returns whether the caller's logins need a second factor.
    ///
    /// # Errors
    /// If the store is unavailable.
    pub async fn has_two_factor(&self, caller: &Caller) -> Result<bool, IdentityError> {
        Ok(self.0.store.two_factor(caller.user.id).await?.is_some_and(|row| row.enabled))
    }

    /// Creates a secret, which replaces an earlier one that no code has confirmed.
    ///
    /// # Errors
    /// [`IdentityError::NotOwnPassword`], [`IdentityError::NeedsAccount`], [`IdentityError::HasTwoFactor`].
    pub async fn prepare_two_factor(
        &self,
        caller: &Caller,
        password: Password,
    ) -> Result<NewSecret, IdentityError> {
        if self.has_two_factor(caller).await? {
            return Err(IdentityError::HasTwoFactor);
        }
        let grounds = self.check_password(caller, password, None).await?;
        let secret = random::bytes::<SECRET_BYTES>();
        if !self.0.store.prepare_two_factor(&grounds, &secret).await?? {
            return Err(IdentityError::HasTwoFactor);
        }
        // A colon would end the name of the site.
        let site = self.0.site.name.replace(':', " ");
        let totp = totp(&secret, site, &caller.user.name)?;
        Ok(NewSecret {
            secret: Zeroizing::new(totp.get_secret_base32()),
            uri: Zeroizing::new(totp.get_url()),
        })
    }

    /// Enables two-factor login after a first code of the app, and creates new recovery codes, which replace the previous ones.
    ///
    /// # Errors
    /// [`IdentityError::WrongSecondFactor`], [`IdentityError::NoTwoFactor`], [`IdentityError::HasTwoFactor`].
    pub async fn enable_two_factor(&self, caller: &Caller, code: &str) -> Result<Vec<String>, IdentityError> {
        let row = self.0.store.two_factor(caller.user.id).await?.ok_or(IdentityError::NoTwoFactor)?;
        if row.enabled {
            return Err(IdentityError::HasTwoFactor);
        }
        let step = step_of(&row.secret, code, self.0.time.now())?.ok_or(IdentityError::WrongSecondFactor)?;
        let (codes, hashes) = new_codes();
        let enabled = self.0.store.enable_two_factor(&caller.grounds(), &row.secret, step, &hashes).await??;
        if enabled { Ok(codes) } else { Err(IdentityError::NoTwoFactor) }
    }

    /// Disables two-factor login.
    ///
    /// # Errors
    /// The errors of a wrong password or code.
    pub async fn disable_two_factor(
        &self,
        caller: &Caller,
        password: Password,
        code: Option<&str>,
    ) -> Result<(), IdentityError> {
        let grounds = self.check_password(caller, password, code).await?;
        Ok(self.0.store.disable_two_factor(&grounds).await??)
    }

    /// Returns the second factor that a user has typed; `None` without two-factor login. The transaction that needs it uses it up.
    ///
    /// Codes of the app are counted. Therefore the password, or a code in its place, must have been checked before: a stranger with only
    /// the name could otherwise use up the tries.
    ///
    /// # Errors
    /// [`IdentityError::NoSecondFactor`] without a code, [`IdentityError::WrongSecondFactor`], [`IdentityError::TooManyCodes`].
    pub(super) async fn second_factor(
        &self,
        user: &UserRow,
        code: Option<&str>,
        place: TypedIn,
    ) -> Result<Option<SecondFactor>, IdentityError> {
        let Some(row) = self.0.store.two_factor(user.id).await?.filter(|row| row.enabled) else {
            return Ok(None);
        };
        let code = code.ok_or(IdentityError::NoSecondFactor)?;
        if !is_app_code(code) {
            return Ok(Some(SecondFactor::RecoveryCode(secrets::code_hash(code))));
        }
        let place = self.known_place(user, place).await?;
        let key = AttemptKey::new("second_factors_of_user", &[user.id.0.as_bytes(), place.as_bytes()]);
        if let Some(wait) = self.0.store.count_attempt(key, TRIES_PER_HOUR, Duration::from_hours(1)).await? {
            return Err(IdentityError::TooManyCodes(wait));
        }
        let step = step_of(&row.secret, code, self.0.time.now())?.ok_or(IdentityError::WrongSecondFactor)?;
        Ok(Some(SecondFactor::AppCode { secret: row.secret, step }))
    }

    /// Returns the name of a session, or of a network from which the user was logged in to before; an empty one for other networks.
    async fn known_place(&self, user: &UserRow, place: TypedIn) -> Result<String, IdentityError> {
        Ok(match place {
            TypedIn::Session(session) => session.0.to_string(),
            TypedIn::Network(Some(network)) if self.knows_network(&user.name, network).await? => {
                network.to_string()
            }
            TypedIn::Network(_) => String::new(),
        })
    }
}

/// Returns whether this is a code of an app, in any spelling; otherwise it can only be a recovery code.
fn is_app_code(code: &str) -> bool {
    digits(code).is_some()
}

/// Returns the digits of an app's code, which may be typed in groups.
fn digits(code: &str) -> Option<String> {
    let digits: String = code.chars().filter(|c| !c.is_whitespace()).take(DIGITS + 1).collect();
    (digits.len() == DIGITS && digits.bytes().all(|digit| digit.is_ascii_digit())).then_some(digits)
}

/// Returns the time step of a code: the present one, or the one before or after, as clocks differ and people type slowly.
fn step_of(secret: &[u8], code: &str, now: Timestamp) -> Result<Option<i64>, IdentityError> {
    let Some(digits) = digits(code) else { return Ok(None) };
    let totp = totp(secret, String::new(), "")?;
    let present = u64::try_from(now.0 / 1_000_000).unwrap_or(0) / STEP;
    let mut steps = [present.saturating_sub(1), present, present + 1].into_iter();
    let found = steps.find(|step| totp.check(&digits, step * STEP));
    Ok(found.and_then(|step| i64::try_from(step).ok()))
}

/// # Errors
/// [`IdentityError::Internal`] if the stored secret is too short.
fn totp(secret: &[u8], site: String, account: &str) -> Result<TOTP, IdentityError> {
    TOTP::new(Algorithm::SHA1, DIGITS, 0, STEP, secret.to_vec(), Some(site), account.to_owned())
        .map_err(|_| IdentityError::Internal)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The secret of the examples of RFC 6238.
    const SECRET: &[u8] = b"12345678901234567890";

    fn at(seconds: i64) -> Timestamp {
        Timestamp(seconds * 1_000_000)
    }

    #[test]
    fn codes_are_those_of_the_rfc() {
        // RFC 6238, appendix B, the last six of the eight digits.
        for (seconds, code) in [(59, "287082"), (1_111_111_109, "081804"), (20_000_000_000, "353130")] {
            assert_eq!(step_of(SECRET, code, at(seconds)).unwrap(), Some(seconds / 30), "{seconds}");
        }
    }

    #[test]
    fn code_counts_one_step_before_and_after_its_own() {
        let step = |seconds| step_of(SECRET, "287 082", at(seconds)).unwrap();
        assert_eq!([step(0), step(30), step(89), step(90)], [Some(1), Some(1), Some(1), None]);
        assert_eq!(step(-5), Some(1), "a clock before 1970 is taken for 1970");
    }

    #[test]
    fn other_texts_are_no_codes_of_the_app() {
        for text in
            ["", "28708", "2870822", "28708a", "２８７０８２", "ABCD-EFGH-JKMN-PQRS", &"1".repeat(10_000)]
        {
            assert!(!is_app_code(text), "{text}");
            assert_eq!(step_of(SECRET, text, at(59)).unwrap(), None);
        }
        assert!(is_app_code(" 287 082 "));
    }
}
