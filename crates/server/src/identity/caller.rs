//! Whoever asks for something, and what they may do.

use crate::store::{Holder, Role, SessionId, UserRow};

/// What a program may do with a personal token. Whatever it may do, it sees what its user sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
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

impl Scope {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Read, Self::Play, Self::Bot, Self::Tournament];

    /// As it is stored.
    pub fn word(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Play => "play",
            Self::Bot => "bot",
            Self::Tournament => "tournament",
        }
    }
}

/// Whoever asks for something: a user, and what proved it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    /// Who it is.
    pub user: UserRow,
    /// By which session or token.
    pub session: SessionId,
    /// What the token is good for; `None` for a session, which is good for everything.
    scopes: Option<Vec<Scope>>,
}

impl Caller {
    /// Somebody with a session.
    pub fn new(user: UserRow, session: SessionId) -> Self {
        Self { user, session, scopes: None }
    }

    /// Whether they may do what is in this scope.
    pub fn may(&self, scope: Scope) -> bool {
        scope == Scope::Read || self.scopes.as_ref().is_none_or(|scopes| scopes.contains(&scope))
    }

    /// Their role, if they may use it now: a program with a token never acts as a moderator.
    pub fn role(&self) -> Role {
        if self.has_session() { self.user.role } else { Role::Player }
    }

    /// Whether they have shown a session, not the token of a program: only then may they change their account.
    pub fn has_session(&self) -> bool {
        self.scopes.is_none()
    }
}

impl From<Holder> for Caller {
    fn from(Holder { user, session }: Holder) -> Self {
        let scopes = session.scopes.as_deref().map(read_scopes);
        Self { user, session: session.id, scopes }
    }
}

/// Scopes as they are stored: words with spaces between them.
pub(super) fn write_scopes(scopes: &[Scope]) -> String {
    let words: Vec<_> =
        Scope::ALL.iter().filter(|scope| scopes.contains(scope)).map(|scope| scope.word()).collect();
    words.join(" ")
}

/// Reads what [`write_scopes`] wrote. A word that is not known permits nothing.
pub(super) fn read_scopes(text: &str) -> Vec<Scope> {
    text.split(' ').filter_map(|word| Scope::ALL.into_iter().find(|scope| scope.word() == word)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_can_be_read_back() {
        assert_eq!(write_scopes(&[Scope::Bot, Scope::Play, Scope::Play]), "play bot");
        assert_eq!(read_scopes(&write_scopes(&Scope::ALL)), Scope::ALL);
        assert_eq!(read_scopes("play somethingelse"), [Scope::Play]);
        assert_eq!(read_scopes(""), []);
    }
}
