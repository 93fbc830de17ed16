//! Accounts, sessions and tokens in their wire form.

use sumito_protocol::identity::{Language, Role, Scope, SessionInfo, TokenInfo};

use sumito_services::accounts::mail;
use sumito_store::{SessionId, SessionRow};

/// Converts a role; `None` for players.
pub(crate) fn role(role: Role) -> Option<Role> {
    Some(role).filter(|role| *role != Role::Player)
}

pub(crate) fn session(row: SessionRow, current: SessionId) -> SessionInfo {
    SessionInfo {
        id: row.id.0,
        label: row.label.into_string(),
        created_at: row.created_at.0,
        last_used_at: row.last_used_at.0,
        expires_at: row.expires_at.0,
        current: row.id == current,
    }
}

pub(crate) fn token(row: SessionRow, scopes: &[Scope]) -> TokenInfo {
    TokenInfo {
        id: row.id.0,
        label: row.label.into_string(),
        app: row.app,
        scopes: scopes.to_vec(),
        created_at: row.created_at.0,
        last_used_at: row.last_used_at.0,
        expires_at: row.expires_at.0,
    }
}

pub(crate) fn language(language: mail::Language) -> Language {
    match language {
        mail::Language::En => Language::En,
        mail::Language::De => Language::De,
        mail::Language::Pl => Language::Pl,
        mail::Language::Nl => Language::Nl,
    }
}

pub(crate) fn language_from_wire(language: Language) -> mail::Language {
    match language {
        Language::En => mail::Language::En,
        Language::De => mail::Language::De,
        Language::Pl => mail::Language::Pl,
        Language::Nl => mail::Language::Nl,
    }
}
