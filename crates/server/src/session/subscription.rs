//! What a socket follows: each subscription writes into the socket's outbox.

use sumito_protocol::ServerMessage;

use crate::analyses::{AnalysisSubscriber, SharedAnalysis};
use crate::boards::{BoardsSubscriber, SharedBoards};
use crate::chat::{ChatSubscriber, SharedChat};
use crate::lobby::{LobbySubscriber, SharedLobbyUpdate};
use crate::notifications::{NotificationSubscriber, SharedNotification};
use crate::own_rooms::{OwnRoomsSubscriber, SharedOwnRooms};
use crate::rooms::{SharedUpdate, Subscriber};
use crate::shared::Form;
use crate::sockets::Outbox;
use crate::tournaments::{SharedTournamentUpdate, TournamentSubscriber};
use crate::wire;

/// A room that a socket follows.
#[derive(Debug)]
pub(super) struct RoomSubscription {
    pub(super) outbox: Outbox,
    /// Whether the client wants legal moves.
    pub(super) form: Form,
}

impl Subscriber for RoomSubscription {
    fn tell(&self, update: &SharedUpdate) {
        self.outbox.send_text(update.text(self.form, |update| wire::update_text(update, self.form)));
    }

    fn free_places(&self) -> usize {
        self.outbox.free_places()
    }

    fn cut_off(&self) {
        self.outbox.cut_off();
    }
}

/// A lobby that a socket follows.
#[derive(Debug)]
pub(super) struct LobbySubscription {
    pub(super) outbox: Outbox,
}

impl LobbySubscriber for LobbySubscription {
    fn tell(&self, update: &SharedLobbyUpdate) -> bool {
        self.outbox.send_text(update.text(Form::Plain, |update| {
            wire::text(&ServerMessage::Lobby {
                lobby: update.lobby.clone(),
                full: update.full,
                rooms: update.rooms.iter().map(wire::listing).collect(),
                gone: update.gone.iter().map(|room| sumito_protocol::RoomId(room.to_string())).collect(),
                seeks: update.seeks.iter().map(wire::seek).collect(),
                seeks_gone: update.seeks_gone.clone(),
            })
        }))
    }
}

/// The rooms in which a socket's user has a seat.
#[derive(Debug)]
pub(super) struct OwnRoomsSubscription {
    pub(super) outbox: Outbox,
}

impl OwnRoomsSubscriber for OwnRoomsSubscription {
    fn tell(&self, update: &SharedOwnRooms) -> bool {
        self.outbox.send_text(update.text(Form::Plain, |update| {
            wire::text(&ServerMessage::OwnRooms {
                full: update.full,
                rooms: wire::own_rooms(&update.rooms, update.user),
                gone: update.gone.iter().map(|room| sumito_protocol::RoomId(room.to_string())).collect(),
            })
        }))
    }
}

/// What concerns a socket's user.
#[derive(Debug)]
pub(super) struct NotificationSubscription {
    pub(super) outbox: Outbox,
}

impl NotificationSubscriber for NotificationSubscription {
    fn tell(&self, notification: &SharedNotification) -> bool {
        let write = |notification: &_| wire::text(&wire::notification(notification));
        self.outbox.send_text(notification.text(Form::Plain, write))
    }
}

/// The live boards of a lobby or a tournament that a socket looks at.
#[derive(Debug)]
pub(super) struct BoardsSubscription {
    pub(super) outbox: Outbox,
}

impl BoardsSubscriber for BoardsSubscription {
    fn tell(&self, update: &SharedBoards) -> bool {
        self.outbox.send_text(update.text(Form::Plain, |update| wire::text(&wire::boards(update))))
    }

    fn cut_off(&self) {
        self.outbox.cut_off();
    }
}

/// Where a socket reads along.
#[derive(Debug)]
pub(super) struct ChatSubscription {
    pub(super) outbox: Outbox,
}

impl ChatSubscriber for ChatSubscription {
    fn tell(&self, update: &SharedChat) -> bool {
        self.outbox.send_text(update.text(Form::Plain, |update| wire::text(&wire::chat(update))))
    }
}

/// The analysis of a game.
#[derive(Debug, Clone)]
pub(super) struct AnalysisSubscription {
    pub(super) outbox: Outbox,
}

impl AnalysisSubscriber for AnalysisSubscription {
    fn tell(&self, update: &SharedAnalysis) -> bool {
        let write = |update: &_| wire::text(&ServerMessage::Analysis(wire::analysis(update)));
        self.outbox.send_text(update.text(Form::Plain, write))
    }
}

/// A tournament that a socket follows.
#[derive(Debug)]
pub(super) struct TournamentSubscription {
    pub(super) outbox: Outbox,
}

impl TournamentSubscriber for TournamentSubscription {
    fn tell(&self, update: &SharedTournamentUpdate) -> bool {
        let write = |update: &_| wire::text(&ServerMessage::Tournament(wire::tournament_change(update)));
        self.outbox.send_text(update.text(Form::Plain, write))
    }

    fn cut_off(&self) {
        self.outbox.cut_off();
    }
}
