//! Apps in their wire form.

use oauth_as::error::ErrorResponse;
use oauth_as::grant::GrantType;
use oauth_as::metadata::AuthorizationServerMetadata;
use sumito_protocol::apps::{AppConsent, AppInfo, Authorization, OauthMetadata, OauthProblem};

use sumito_services::accounts::apps::{self, GRANT_TYPES};
use sumito_store::AppRow;

pub(crate) fn app(row: AppRow) -> AppInfo {
    AppInfo {
        id: row.id,
        name: row.name.into_string(),
        redirect_uris: row.redirect_uris,
        created_at: row.created_at.0,
    }
}

pub(crate) fn app_consent(consent: apps::Consent) -> AppConsent {
    AppConsent {
        name: consent.app.name.into_string(),
        developer: consent.app.owner_name,
        scopes: consent.scopes,
        redirect_uri: consent.redirect_uri,
    }
}

pub(crate) fn authorization(authorization: apps::Authorization) -> Authorization {
    match authorization {
        apps::Authorization::Ask(consent) => Authorization::Ask { consent: app_consent(consent) },
        apps::Authorization::Refuse { error, to } => {
            let OauthProblem { error, error_description } = oauth_problem(&error);
            Authorization::Refused { error, detail: error_description, to }
        }
    }
}

/// Converts an error of OAuth. Each has a description, also those to which the library gives none.
pub(crate) fn oauth_problem(refused: &ErrorResponse) -> OauthProblem {
    let error = refused.error.as_str();
    let usual = match error {
        "invalid_client" => "no app has this `client_id`",
        "invalid_grant" => "the code is wrong, was used, or has expired; begin again",
        "invalid_scope" => "`scope` names no permission of this server, or has an invalid character",
        "unsupported_grant_type" => {
            "`grant_type` must be `authorization_code` or `urn:ietf:params:oauth:grant-type:device_code`"
        }
        "unsupported_response_type" => "`response_type` must be `code`",
        "authorization_pending" => "the user has not answered yet; ask again after `interval` seconds",
        "slow_down" => "the requests come too fast; wait five seconds longer between them",
        "expired_token" => "the codes of the device have expired; begin again",
        "access_denied" => "the user has refused",
        _ => "the server cannot answer now; try again later",
    };
    let description = refused.error_description.as_deref().unwrap_or(usual);
    OauthProblem { error: error.to_owned(), error_description: description.to_owned() }
}

/// Converts the description of the server. The library also names features that this server does not offer.
pub(crate) fn oauth_metadata(found: AuthorizationServerMetadata) -> OauthMetadata {
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
    OauthMetadata {
        issuer: found.issuer,
        authorization_endpoint: found.authorization_endpoint,
        token_endpoint: found.token_endpoint,
        device_authorization_endpoint: found.device_authorization_endpoint,
        revocation_endpoint: found.revocation_endpoint.unwrap_or_default(),
        scopes_supported: found.scopes_supported.unwrap_or_default(),
        response_types_supported: words(&["code"]),
        response_modes_supported: words(&["query"]),
        grant_types_supported: words(&GRANT_TYPES.map(GrantType::as_str)),
        token_endpoint_auth_methods_supported: words(&["none"]),
        revocation_endpoint_auth_methods_supported: words(&["none"]),
        code_challenge_methods_supported: words(&["S256"]),
        authorization_response_iss_parameter_supported: true,
    }
}
