//! A browser tab: one socket, as the server's session sees it, and the state of its client.

use sumito_game::{RoomId, Timestamp};
use sumito_protocol::ServerMessage;

use super::view::View;
use sumito_kit::text::Text;
use sumito_server::simulated::{Life, Session};
use sumito_store::{NewSession, TokenHash, UserRow};

/// A tab that follows a room. It outlives the server and its socket.
pub(super) struct Tab {
    /// Number of its user; `None` if anonymous.
    pub(super) who: Option<usize>,
    pub(super) room: RoomId,
    pub(super) view: Option<View>,
    pub(super) socket: Option<Socket>,
    /// Whether its client wants legal moves.
    pub(super) wants_legal: bool,
    /// Whether the tab reads nothing at the moment.
    pub(super) is_slow: bool,
    /// Whether the tab has subscribed again, so that events may be repeated or skipped.
    pub(super) may_repeat: bool,
}

/// An open socket.
pub(crate) struct Socket {
    pub(crate) session: Session,
}

impl Tab {
    pub(super) fn new(who: Option<usize>, room: RoomId, wants_legal: bool) -> Self {
        Self { who, room, view: None, socket: None, wants_legal, is_slow: false, may_repeat: false }
    }

    /// Returns the last event that the client knows.
    pub(super) fn seq(&self) -> Option<u64> {
        self.view.as_ref().map(|view| view.state.seq)
    }

    /// Returns the messages since the last read; none while the tab is slow.
    pub(super) fn read(&mut self) -> Vec<ServerMessage> {
        let socket = self.socket.as_mut().filter(|_| !self.is_slow);
        socket.map(|socket| socket.read().collect()).unwrap_or_default()
    }

    /// Returns whether the server has cut the socket off.
    pub(super) fn is_cut_off(&self) -> bool {
        self.socket.as_ref().is_some_and(Socket::is_cut_off)
    }
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
