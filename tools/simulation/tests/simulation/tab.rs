//! A socket, from the view of the server's session.

use sumito_game::Timestamp;
use sumito_protocol::ServerMessage;

use sumito_gateway::simulated::{Life, Session};
use sumito_kit::text::Text;
use sumito_store::{NewSession, TokenHash, UserRow};

/// An open socket.
pub(crate) struct Socket {
    pub(crate) session: Session,
}

/// Returns a session for a user; the simulation never checks its proof.
pub(crate) fn session(number: u8) -> NewSession {
    NewSession::new(TokenHash([number; 32]), Text::default(), Timestamp(0), Timestamp::MAX)
}

impl Socket {
    pub(crate) fn open(app: &Life, user: Option<UserRow>) -> Self {
        Self { session: app.connect(user) }
    }

    /// Returns whether the server has cut it off.
    pub(crate) fn is_cut_off(&self) -> bool {
        self.session.is_cut_off()
    }

    /// Returns the unread messages.
    pub(super) fn read(&mut self) -> impl Iterator<Item = ServerMessage> {
        self.take_texts()
            .into_iter()
            .map(|text| serde_json::from_str(&text).expect("a message of the protocol"))
    }

    /// Waits for the next message.
    pub(super) async fn next(&mut self) -> ServerMessage {
        serde_json::from_str(&self.next_text().await).expect("a message of the protocol")
    }

    /// Returns the text of the unread messages.
    pub(crate) fn take_texts(&mut self) -> Vec<String> {
        self.session.take_texts()
    }

    /// Waits for the text of the next message.
    pub(crate) async fn next_text(&mut self) -> String {
        self.session.next_text().await
    }
}
