//! A browser tab: the state of its client, and its connection to a node.

use sumito_game::RoomId;
use sumito_protocol::ServerMessage;

use super::nodes::Connection;
use crate::simulation::view::View;

/// A tab that follows a room. It outlives the server and its socket.
pub(super) struct Tab {
    /// Number of its user; `None` if anonymous.
    pub(super) who: Option<usize>,
    pub(super) room: RoomId,
    pub(super) view: Option<View>,
    pub(super) socket: Option<Connection>,
    /// Ids of the commands on this socket that are not answered yet.
    pub(super) owed: Vec<String>,
    /// Whether its client wants legal moves.
    pub(super) wants_legal: bool,
    /// Whether the tab reads nothing at the moment.
    pub(super) is_slow: bool,
    /// Whether the tab has subscribed again, so that events may be repeated or skipped.
    pub(super) may_repeat: bool,
}

impl Tab {
    pub(super) fn new(who: Option<usize>, room: RoomId, wants_legal: bool) -> Self {
        Self {
            who,
            room,
            view: None,
            socket: None,
            owed: Vec::new(),
            wants_legal,
            is_slow: false,
            may_repeat: false,
        }
    }

    /// Returns the last event that the client has.
    pub(super) fn seq(&self) -> Option<u64> {
        self.view.as_ref().map(|view| view.room.seq)
    }

    /// Returns the messages since the last read; none while the tab is slow.
    pub(super) fn read(&mut self) -> Vec<ServerMessage> {
        let socket = self.socket.as_mut().filter(|_| !self.is_slow);
        let texts = socket.map(Connection::take_texts).unwrap_or_default();
        texts.iter().map(|text| serde_json::from_str(text).expect("a message of the protocol")).collect()
    }

    /// Returns whether the server has cut the socket off.
    pub(super) fn is_cut_off(&self) -> bool {
        self.socket.as_ref().is_some_and(Connection::is_cut_off)
    }
}
