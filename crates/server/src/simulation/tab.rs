//! A browser tab: one socket, as the server's session sees it, and what its client knows.

use futures_util::FutureExt;
use sumito_protocol::{RoomId, ServerMessage};

use super::view::View;
use crate::app::App;
use crate::session::{Outbox, Pickup, Session};

/// A tab in which somebody follows a room. It outlives the server, and its socket.
pub(super) struct Tab {
    /// Whose: the number of a person; `None` for somebody unknown.
    pub(super) who: Option<usize>,
    pub(super) room: RoomId,
    pub(super) view: Option<View>,
    pub(super) socket: Option<Socket>,
    /// Whether nothing is read at the moment.
    pub(super) is_slow: bool,
    /// Whether the room was asked for again, so that events may come which were not read yet, or which were.
    pub(super) may_repeat: bool,
}

/// An open socket.
pub(super) struct Socket {
    pub(super) session: Session,
    pickup: Pickup,
}

impl Tab {
    pub(super) fn new(who: Option<usize>, room: RoomId) -> Self {
        Self { who, room, view: None, socket: None, is_slow: false, may_repeat: false }
    }

    /// The last event that the client knows.
    pub(super) fn seq(&self) -> Option<u64> {
        self.view.as_ref().map(|view| view.state.seq)
    }

    /// What has come since the client looked last; nothing while it is slow.
    pub(super) fn read(&mut self) -> Vec<ServerMessage> {
        let socket = self.socket.as_mut().filter(|_| !self.is_slow);
        socket.map(|socket| socket.read().collect()).unwrap_or_default()
    }

    /// Whether the server has cut the socket off.
    pub(super) fn is_cut_off(&self) -> bool {
        self.socket.as_ref().is_some_and(|socket| socket.pickup.cut_off().now_or_never().is_some())
    }
}

impl Socket {
    pub(super) fn open(app: &App, user: Option<sumito_protocol::parts::User>) -> Self {
        let (outbox, pickup) = Outbox::new(app.config().limits.outbox_messages);
        let session = Session::new(app.clone(), user, outbox);
        Self { session, pickup }
    }

    /// What has come and was not read yet.
    pub(super) fn read(&mut self) -> impl Iterator<Item = ServerMessage> {
        let messages = self.pickup.take_rest().into_iter();
        messages.map(|text| serde_json::from_str(&text).expect("a message of the protocol"))
    }

    /// The next message, as soon as it comes.
    pub(super) async fn next(&mut self) -> ServerMessage {
        self.pickup.ready(1).await;
        let text = self.pickup.next().expect("it is ready");
        serde_json::from_str(&text).expect("a message of the protocol")
    }
}
