//! Apps in their wire form.

use sumito_protocol::apps::{AppConsent, AppInfo, Authorization};

use super::identity::scope;
use crate::accounts::apps;
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
        scopes: consent.scopes.into_iter().map(scope).collect(),
        redirect_uri: consent.redirect_uri,
    }
}

pub(crate) fn authorization(authorization: apps::Authorization) -> Authorization {
    match authorization {
        apps::Authorization::Ask(consent) => Authorization::Ask { consent: app_consent(consent) },
        apps::Authorization::Redirect(to) => Authorization::Redirect { to },
    }
}
