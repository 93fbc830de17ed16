//! Bodies of the HTTP interface for apps of other developers, and of OAuth 2.1.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

use crate::Secret;
use crate::identity::Scope;

/// `POST /me/apps`: a new app.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct CreateApp {
    /// The name for users: 1 to 40 characters.
    #[schemars(length(min = 1, max = 40))]
    pub name: String,
    /// The addresses to which the server may send a user back: `https`, `http://127.0.0.1`, `http://[::1]`, or a private scheme such as
    /// `org.example.app:`. An app of devices only needs none.
    #[serde(default)]
    #[schemars(length(max = 5), inner(length(max = 500)))]
    pub redirect_uris: Vec<String>,
}

/// An app of the user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct AppInfo {
    /// The app's id: the `client_id` of OAuth. It is no secret.
    pub id: Uuid,
    /// The name for users.
    pub name: String,
    /// The addresses to which the server may send a user back.
    pub redirect_uris: Vec<String>,
    /// Creation time, in microseconds since the Unix epoch.
    pub created_at: i64,
}

/// `GET /me/apps`: the user's apps.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct AppList {
    /// The apps, the oldest first.
    pub apps: Vec<AppInfo>,
}

/// The permissions that an app requests from its user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct AppConsent {
    /// The app's name.
    pub name: String,
    /// Name of the account that has created the app.
    pub developer: String,
    /// The permissions that the app asks for.
    pub scopes: Vec<Scope>,
    /// The address to which the user is sent back; `null` for a device.
    pub redirect_uri: Option<String>,
}

/// `GET /oauth/authorization`: an authorization request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Authorization {
    /// The user decides.
    Ask {
        /// The permissions that the app requests.
        consent: AppConsent,
    },
    /// The app has sent an invalid request. The error is shown here, and the user returns to the app only if they want to.
    Refused {
        /// The code of the error (RFC 6749, 4.1.2.1).
        error: String,
        /// The fault, for the developer of the app.
        detail: String,
        /// The address of the app, with the error.
        to: String,
    },
}

/// `POST /oauth/authorization`: the user's answer to an authorization request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct AnswerAuthorization {
    /// The query of the address to which the app has sent the user, without `?`.
    #[schemars(length(max = 4096))]
    pub query: String,
    /// True if the app gets access.
    pub allow: bool,
}

/// `POST /oauth/authorization`: the address to which the user is sent back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct AuthorizationAnswered {
    /// The address, with a code for the app or an error.
    pub to: String,
}

/// `POST /oauth/device`: the user's answer to an app on a device.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct AnswerDevice {
    /// The code that the device shows.
    #[schemars(length(max = 20))]
    pub user_code: String,
    /// True if the app gets access.
    pub allow: bool,
}

/// `POST /oauth/device_authorization`: a form of an app on a device (RFC 8628, 3.1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct DeviceForm {
    /// The app's id.
    pub client_id: String,
    /// The permissions, separated by spaces; `read` if omitted.
    #[serde(default)]
    #[ts(optional)]
    pub scope: Option<String>,
}

/// `POST /oauth/device_authorization`: the codes of a device (RFC 8628, 3.2).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct DeviceCodes {
    /// The secret with which the device asks for its token.
    pub device_code: Secret,
    /// The code that the user types.
    pub user_code: String,
    /// The page on which the user types it.
    pub verification_uri: String,
    /// The same page with the code, for a QR code.
    pub verification_uri_complete: String,
    /// Validity of the codes in seconds.
    pub expires_in: u64,
    /// Minimum time between two requests for the token, in seconds.
    pub interval: u64,
}

/// `POST /oauth/token`: a form of an app (RFC 6749, 4.1.3; RFC 8628, 3.4).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TokenForm {
    /// `authorization_code`, or `urn:ietf:params:oauth:grant-type:device_code`.
    pub grant_type: String,
    /// The app's id.
    pub client_id: String,
    /// The code with which the user was sent back.
    #[serde(default)]
    #[ts(optional)]
    pub code: Option<String>,
    /// The address to which the user was sent back.
    #[serde(default)]
    #[ts(optional)]
    pub redirect_uri: Option<String>,
    /// The secret of which the authorization request had the hash (RFC 7636).
    #[serde(default)]
    #[ts(optional)]
    pub code_verifier: Option<String>,
    /// The secret of the device.
    #[serde(default)]
    #[ts(optional)]
    pub device_code: Option<String>,
}

/// `POST /oauth/token`: the token of an app (RFC 6749, 5.1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct AppToken {
    /// The API token: `Authorization: Bearer TOKEN`.
    pub access_token: Secret,
    /// Type of the token, always `Bearer`.
    pub token_type: String,
    /// Validity of the token in seconds.
    pub expires_in: u64,
    /// The permissions, separated by spaces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub scope: Option<String>,
}

/// `POST /oauth/revoke`: a form of an app (RFC 7009).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct RevocationForm {
    /// The app's id.
    pub client_id: String,
    /// The token to end.
    pub token: String,
}

/// An error of OAuth (RFC 6749, 5.2).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct OauthProblem {
    /// The code of the error, such as `invalid_grant` or `authorization_pending`.
    pub error: String,
    /// The fault in words.
    pub error_description: String,
}

/// `GET /.well-known/oauth-authorization-server`: the server's description for apps (RFC 8414).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct OauthMetadata {
    /// The server's address.
    pub issuer: String,
    /// The page to which an app sends its user.
    pub authorization_endpoint: String,
    /// The address at which an app gets its token.
    pub token_endpoint: String,
    /// The address at which a device gets its codes.
    pub device_authorization_endpoint: String,
    /// The address at which an app ends its token.
    pub revocation_endpoint: String,
    /// The permissions that an app can request.
    pub scopes_supported: Vec<String>,
    /// Types of answers of `/oauth/authorize`: `code`.
    pub response_types_supported: Vec<String>,
    /// Places of the answer in the app's address: `query`.
    pub response_modes_supported: Vec<String>,
    /// The kinds of codes that an app can exchange for a token.
    pub grant_types_supported: Vec<String>,
    /// Ways in which an app shows who it is: `none`, as apps have no secret.
    pub token_endpoint_auth_methods_supported: Vec<String>,
    /// The same for the end of a token: `none`.
    pub revocation_endpoint_auth_methods_supported: Vec<String>,
    /// Hash functions of the code challenge: `S256`.
    pub code_challenge_methods_supported: Vec<String>,
    /// True: the answer has the server's address as `iss` (RFC 9207).
    pub authorization_response_iss_parameter_supported: bool,
}
