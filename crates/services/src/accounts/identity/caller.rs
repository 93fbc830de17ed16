//! Callers of requests and their permissions.

use sumito_store::{Grounds, Role, SessionId, TokenOwner, UserRow};
use sumito_vocabulary::Scope;

/// Caller of a request: a user, and the session or token of the request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    /// User of the caller.
    pub user: UserRow,
    /// Session or token of the request.
    pub session: SessionId,
    /// Scopes of the token; `None` for a session, which has all.
    scopes: Option<Vec<Scope>>,
}

impl Caller {
    /// Creates a caller with a session.
    pub fn new(user: UserRow, session: SessionId) -> Self {
        Self { user, session, scopes: None }
    }

    /// Returns whether the caller has this scope.
    pub fn may(&self, scope: Scope) -> bool {
        scope == Scope::Read || self.scopes.as_ref().is_none_or(|scopes| scopes.contains(&scope))
    }

    /// Returns the role that the caller may use now: requests with an API token never act as a moderator.
    pub fn role(&self) -> Role {
        if self.has_session() { self.user.role } else { Role::Player }
    }

    /// Returns the grounds of a change without a password: the session.
    pub(in crate::accounts) fn grounds(&self) -> Grounds {
        Grounds { user: self.user.id, session: Some(self.session), password_hash: None, second: None }
    }

    /// Returns whether the caller has a session instead of an API token. Only sessions may change the account.
    pub fn has_session(&self) -> bool {
        self.scopes.is_none()
    }
}

impl From<TokenOwner> for Caller {
    fn from(TokenOwner { user, session }: TokenOwner) -> Self {
        let scopes = session.scopes.as_deref().map(read_scopes);
        Self { user, session: session.id, scopes }
    }
}

/// Encodes scopes for the store: words separated by spaces.
pub(in crate::accounts) fn write_scopes(scopes: &[Scope]) -> String {
    let words: Vec<_> =
        Scope::ALL.iter().filter(|scope| scopes.contains(scope)).map(|scope| scope.as_str()).collect();
    words.join(" ")
}

/// Decodes the result of [`write_scopes`]. Unknown words permit nothing.
pub(in crate::accounts) fn read_scopes(text: &str) -> Vec<Scope> {
    text.split(' ').filter_map(Scope::parse).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_survive_round_trip() {
        assert_eq!(write_scopes(&[Scope::Bot, Scope::Play, Scope::Play]), "play bot");
        assert_eq!(read_scopes(&write_scopes(&Scope::ALL)), Scope::ALL);
        assert_eq!(read_scopes("play somethingelse"), [Scope::Play]);
        assert_eq!(read_scopes(""), []);
    }
}
