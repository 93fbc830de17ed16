//! Accounts, sessions and tokens in their wire form.

use sumito_protocol::identity::{Language, Role, Scope, SessionInfo, TokenInfo};

use crate::accounts::{identity, mail};
use sumito_store::{self as store, SessionId, SessionRow};

/// Converts a role; `None` for players, whose role is not shown.
pub(crate) fn role(role: store::Role) -> Option<Role> {
    Some(any_role(role)).filter(|role| *role != Role::Player)
}

pub(super) fn any_role(role: store::Role) -> Role {
    match role {
        store::Role::Player => Role::Player,
        store::Role::Moderator => Role::Moderator,
        store::Role::Admin => Role::Admin,
    }
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

pub(crate) fn token(row: SessionRow, scopes: &[identity::Scope]) -> TokenInfo {
    TokenInfo {
        id: row.id.0,
        label: row.label.into_string(),
        app: row.app,
        scopes: scopes.iter().copied().map(scope).collect(),
        created_at: row.created_at.0,
        last_used_at: row.last_used_at.0,
        expires_at: row.expires_at.0,
    }
}

pub(super) fn scope(scope: identity::Scope) -> Scope {
    match scope {
        identity::Scope::Read => Scope::Read,
        identity::Scope::Play => Scope::Play,
        identity::Scope::Bot => Scope::Bot,
        identity::Scope::Tournament => Scope::Tournament,
        identity::Scope::Webhooks => Scope::Webhooks,
    }
}

pub(crate) fn scope_from_wire(scope: Scope) -> identity::Scope {
    match scope {
        Scope::Read => identity::Scope::Read,
        Scope::Play => identity::Scope::Play,
        Scope::Bot => identity::Scope::Bot,
        Scope::Tournament => identity::Scope::Tournament,
        Scope::Webhooks => identity::Scope::Webhooks,
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
