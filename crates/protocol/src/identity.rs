//! The bodies of the HTTP interface that concern accounts, sessions and tokens. Secrets are told once, where they are made.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::Secret;
use crate::parts::User;

/// `POST /accounts` and `POST /sessions`: a name and a password.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NameAndPassword {
    /// The name: 3 to 20 letters and digits, between them one of `-` `_` `.` at a time. Names that look alike are the same.
    #[schema(min_length = 3, max_length = 20)]
    pub name: String,
    /// The password: 8 to 128 characters.
    #[ts(type = "string")]
    pub password: Secret,
}

/// Somebody who has proved who they are, and what proves it from now on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct SignedIn {
    /// The secret that proves who one is: `Authorization: Bearer TOKEN`. Also set as a cookie.
    #[ts(type = "string")]
    pub token: Secret,
    /// Who it is.
    pub user: User,
}

/// What somebody may do besides playing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Nothing.
    Player,
    /// Keep the peace.
    Moderator,
    /// Everything.
    Admin,
}

/// A session: a browser or a program in which one is logged in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct SessionInfo {
    /// What to call it by.
    pub id: Uuid,
    /// The program that it was made with; may be empty.
    pub label: String,
    /// In microseconds since the Unix epoch.
    #[ts(type = "number")]
    pub created_at: i64,
    /// When it was used, as far as that was noted: some time may be missing. In microseconds since the Unix epoch.
    #[ts(type = "number")]
    pub last_used_at: i64,
    /// When it ends if it is not used. In microseconds since the Unix epoch.
    #[ts(type = "number")]
    pub expires_at: i64,
    /// Whether it is the one that the request came with.
    pub current: bool,
}

/// `GET /me/sessions`: where one is logged in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct SessionList {
    /// The one used last first.
    pub sessions: Vec<SessionInfo>,
}

/// What a program may do with a token. Whatever it may do, it sees what its user sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// Look, and no more.
    Read,
    /// Make rooms, sit down, play; ask for analyses.
    Play,
    /// Say which games a bot takes.
    Bot,
    /// Hold tournaments.
    Tournament,
}

/// `POST /tokens`: a token for a program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TokenWish {
    /// What one recognises it by: 1 to 60 characters, no controls.
    #[schema(min_length = 1, max_length = 60, pattern = r"^[^\u0000-\u001f\u007f-\u009f]*$")]
    pub label: String,
    /// What the program may do: at least one.
    #[schema(min_items = 1)]
    pub scopes: Vec<Scope>,
    /// For how many days it is good: 1 to 366, unless the server is configured otherwise.
    #[schema(minimum = 1, maximum = 366)]
    pub days: u32,
}

/// A token for a program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct TokenInfo {
    /// What to call it by.
    pub id: Uuid,
    /// What one recognises it by.
    pub label: String,
    /// What the program may do.
    pub scopes: Vec<Scope>,
    /// In microseconds since the Unix epoch.
    #[ts(type = "number")]
    pub created_at: i64,
    /// When it was used, as far as that was noted: some time may be missing. In microseconds since the Unix epoch.
    #[ts(type = "number")]
    pub last_used_at: i64,
    /// When it ends. In microseconds since the Unix epoch.
    #[ts(type = "number")]
    pub expires_at: i64,
}

/// `POST /tokens`: a token that is new.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct TokenCreated {
    /// The secret. It is not told again.
    #[ts(type = "string")]
    pub token: Secret,
    /// What it is good for.
    #[serde(flatten)]
    pub info: TokenInfo,
}

/// `GET /tokens`: one's tokens for programs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct TokenList {
    /// The one used last first.
    pub tokens: Vec<TokenInfo>,
}

/// `PUT /me/password`: another password.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PasswordChange {
    /// The password until now.
    #[ts(type = "string")]
    pub old: Secret,
    /// The password from now on: 8 to 128 characters.
    #[ts(type = "string")]
    pub new: Secret,
}

/// `POST /me/recovery-codes` and `DELETE /me`: the password once more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PasswordShown {
    /// The password.
    #[ts(type = "string")]
    pub password: Secret,
}

/// `POST /me/recovery-codes`: new recovery codes, in the place of those before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct RecoveryCodes {
    /// Each is good for once. They are not told again.
    #[ts(type = "Array<string>")]
    pub codes: Vec<Secret>,
}

/// `GET /me/recovery-codes`: how many recovery codes one has left.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct RecoveryCodesLeft {
    /// How many.
    #[ts(type = "number")]
    pub left: u64,
}

/// A language in which the server writes to people.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Language {
    /// English.
    #[default]
    En,
    /// German.
    De,
    /// Polish.
    Pl,
    /// Dutch.
    Nl,
}

/// `GET /me/mail`: where one can be written to about a forgotten password.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct MailAddresses {
    /// The address that was confirmed.
    pub address: Option<String>,
    /// The address that waits for its code.
    pub waiting: Option<String>,
}

/// `PUT /me/mail`: an address that is to be one's own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MailWish {
    /// The address: ASCII, at most 254 characters.
    #[schema(max_length = 254)]
    pub address: String,
    /// The password of the account.
    #[ts(type = "string")]
    pub password: Secret,
    /// The language of the mail; English when left out.
    #[serde(default)]
    #[ts(optional, as = "Option<Language>")]
    pub language: Language,
}

/// `POST /me/mail/confirmation`: the code that came by mail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MailCode {
    /// The code.
    #[ts(type = "string")]
    pub code: Secret,
}

/// `GET /recovery`: what helps whoever has forgotten a password, beside the codes that they have kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct RecoveryWays {
    /// Whether a code can be sent by mail.
    pub mail: bool,
}

/// `POST /recovery/mail`: a code by mail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RecoveryMail {
    /// The name of the account, or its mail address.
    #[schema(max_length = 254)]
    pub to: String,
    /// The language of the mail; English when left out.
    #[serde(default)]
    #[ts(optional, as = "Option<Language>")]
    pub language: Language,
}

/// `POST /recovery`: a recovery code in the place of a password that was forgotten.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Recovery {
    /// The name of the account.
    pub name: String,
    /// The code.
    #[ts(type = "string")]
    pub code: Secret,
    /// The password from now on: 8 to 128 characters.
    #[ts(type = "string")]
    pub password: Secret,
}
