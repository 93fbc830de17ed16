//! Bodies of the HTTP interface for accounts, sessions and tokens. Secrets are returned only once, when they are created.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
pub use sumito_vocabulary::{Role, Scope};
use ts_rs::TS;
use uuid::Uuid;

use crate::Secret;
use crate::parts::User;

/// `POST /accounts`: a new account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct CreateAccount {
    /// The name: 3 to 20 letters and digits, with single `-`, `_` or `.` between them. Names that look alike count as the same.
    #[schemars(length(min = 3, max = 20))]
    pub name: String,
    /// The password: 8 to 128 characters.
    pub password: Secret,
    /// The code of a registration link, where registration is by invitation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub code: Option<Secret>,
    /// True if the user accepts the terms of use. Required where the site has terms.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub accepts_terms: bool,
}

/// `POST /sessions`: a name, a password, and a code if the account has two-factor login.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Login {
    /// The name, in any spelling.
    pub name: String,
    /// The password of the account.
    pub password: Secret,
    /// A code of the authenticator app, or a recovery code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub code: Option<Secret>,
}

/// A logged-in user and the new token.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct LoginResult {
    /// The authentication token: `Authorization: Bearer TOKEN`. Also set as a cookie.
    pub token: Secret,
    /// The authenticated user.
    pub user: User,
}

/// A session: a browser or program in which the user is logged in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct SessionInfo {
    /// The session's id.
    pub id: Uuid,
    /// The program that created the session; may be empty.
    pub label: String,
    /// Creation time, in microseconds since the Unix epoch.
    pub created_at: i64,
    /// Last recorded use, in microseconds since the Unix epoch. The last few minutes may be missing.
    pub last_used_at: i64,
    /// Expiry time if the session is not used, in microseconds since the Unix epoch.
    pub expires_at: i64,
    /// True for the session of this request.
    pub current: bool,
}

/// `GET /me/sessions`: the user's sessions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct SessionList {
    /// The sessions, most recently used first.
    pub sessions: Vec<SessionInfo>,
}

/// `POST /tokens`: a new API token.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct CreateToken {
    /// A label for recognition: 1 to 60 characters, no control characters.
    #[schemars(length(min = 1, max = 60), regex(pattern = r"^[^\u0000-\u001f\u007f-\u009f]*$"))]
    pub label: String,
    /// The permissions of the token: at least one.
    #[schemars(length(min = 1))]
    pub scopes: Vec<Scope>,
    /// Lifetime in days: 1 to 366, unless the server is configured otherwise.
    #[schemars(range(min = 1, max = 366))]
    pub days: u32,
}

/// An API token.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TokenInfo {
    /// The token's id.
    pub id: Uuid,
    /// The label for recognition: the name of the app, if an app has the token.
    pub label: String,
    /// The id of the app that has the token; `null` if the user has created the token.
    pub app: Option<Uuid>,
    /// The permissions of the token.
    pub scopes: Vec<Scope>,
    /// Creation time, in microseconds since the Unix epoch.
    pub created_at: i64,
    /// Last recorded use, in microseconds since the Unix epoch. The last few minutes may be missing.
    pub last_used_at: i64,
    /// Expiry time, in microseconds since the Unix epoch.
    pub expires_at: i64,
}

/// `POST /tokens`: the created API token.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TokenCreated {
    /// The secret. It is returned only here.
    pub token: Secret,
    /// The token's label, scopes and lifetime.
    #[serde(flatten)]
    pub info: TokenInfo,
}

/// `GET /tokens`: the user's API tokens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TokenList {
    /// The tokens, most recently used first.
    pub tokens: Vec<TokenInfo>,
}

/// `PUT /me/password`: the old and the new password.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct PasswordChange {
    /// The current password.
    pub old: Secret,
    /// The new password: 8 to 128 characters.
    pub new: Secret,
    /// A code of the authenticator app, or a recovery code; needed if the account has two-factor login.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub code: Option<Secret>,
}

/// `POST /me/two-factor`: password confirmation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct PasswordConfirmation {
    /// The account's password.
    pub password: Secret,
}

/// `POST /me/recovery-codes` and `PUT /me/two-factor`: new recovery codes, which replace the previous ones.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct RecoveryCodes {
    /// Single-use codes. They are returned only here.
    pub codes: Vec<Secret>,
}

/// `GET /me/recovery-codes`: the number of unused recovery codes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct RecoveryCodesLeft {
    /// Number of unused codes.
    pub left: u64,
}

/// `GET /me/two-factor`: whether a login needs a code in addition to the password.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TwoFactorState {
    /// True if two-factor login is enabled.
    pub enabled: bool,
}

/// `POST /me/two-factor`: a new secret for an authenticator app: SHA-1, six digits, thirty seconds (RFC 6238).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TwoFactorSecret {
    /// The secret in base 32, to be typed.
    pub secret: Secret,
    /// The secret as an `otpauth:` address, to be shown as a QR code.
    pub uri: Secret,
}

/// `PUT /me/two-factor`: the first code of the authenticator app.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct TwoFactorCode {
    /// The code: six digits.
    pub code: Secret,
}

/// `POST /me/recovery-codes`, `DELETE /me`, `DELETE /me/mail` and `DELETE /me/two-factor`: the password, and a code if the account has
/// two-factor login.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct PasswordAndCode {
    /// The account's password.
    pub password: Secret,
    /// A code of the authenticator app, or a recovery code; needed if the account has two-factor login.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub code: Option<Secret>,
}

/// A language of the server's mails and push notifications.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Language {
    /// The English language.
    #[default]
    En,
    /// The German language.
    De,
    /// The Polish language.
    Pl,
    /// The Dutch language.
    Nl,
}

/// `GET /me/mail`: the mail addresses for password recovery.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct MailAddresses {
    /// The confirmed address.
    pub address: Option<String>,
    /// The address that waits for confirmation.
    pub waiting: Option<String>,
}

/// `PUT /me/mail`: a new mail address for the account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct SetMailAddress {
    /// The mail address: ASCII, at most 254 characters.
    #[schemars(length(max = 254))]
    pub address: String,
    /// The password of the account.
    pub password: Secret,
    /// A code of the authenticator app, or a recovery code; needed if the account has two-factor login.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub code: Option<Secret>,
    /// The language of the mail; English when left out.
    #[serde(default)]
    #[ts(optional, as = "Option<Language>")]
    pub language: Language,
}

/// `POST /me/mail/confirmation`: the confirmation code from the mail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct MailCode {
    /// The confirmation code.
    pub code: Secret,
}

/// `GET /recovery`: ways to recover a password, besides recovery codes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct RecoveryOptions {
    /// True if the server can send a code by mail.
    pub mail: bool,
}

/// `POST /recovery/mail`: a request for a code by mail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct RecoveryMail {
    /// The name of the account or its mail address.
    #[schemars(length(max = 254))]
    pub to: String,
    /// The language of the mail; English when left out.
    #[serde(default)]
    #[ts(optional, as = "Option<Language>")]
    pub language: Language,
}

/// `POST /recovery`: a recovery code with a new password.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Recovery {
    /// The name of the account.
    pub name: String,
    /// The recovery code.
    pub code: Secret,
    /// A code of the authenticator app or another recovery code; needed with a code that was sent, if the account has two-factor login.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub second_factor: Option<Secret>,
    /// The new password: 8 to 128 characters.
    pub password: Secret,
}

/// `POST /guests`: the created guest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct GuestCreated {
    /// The authentication token: `Authorization: Bearer TOKEN`. Also set as a cookie. `null` if the browser's cookie authenticates already.
    pub token: Option<String>,
    /// The guest user.
    pub user: User,
}

/// `GET /me`: the current user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Me {
    /// The user of the token; `null` if anonymous.
    pub user: Option<User>,
    /// The user's permissions beyond playing; left out for players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub role: Option<Role>,
}
