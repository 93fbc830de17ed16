//! Subscriptions of a socket: each writes into the socket's outbox.

use sumito_protocol::ServerMessage;

use crate::gateway::codec;
use crate::history::analyses::{AnalysisSubscriber, EncodedAnalysisUpdate};
use crate::play::live_boards::{BoardsSubscriber, EncodedBoardsUpdate};
use crate::play::lobby::{EncodedLobbyUpdate, LobbySubscriber};
use crate::play::my_games::{EncodedMyRoomsUpdate, MyRoomsSubscriber};
use crate::social::chat::{ChatSubscriber, EncodedChatUpdate};
use crate::social::notifications::{EncodedNotification, NotificationSubscriber};
use crate::social::sockets::Outbox;
use crate::tournaments::{EncodedTournamentUpdate, TournamentSubscriber};
use sumito_kit::encoded::Encoding;
use sumito_rooms::{EncodedUpdate, Subscriber};

/// A room subscription of a socket.
#[derive(Debug)]
pub(super) struct RoomSubscription {
    pub(super) outbox: Outbox,
    /// Whether the client wants legal moves.
    pub(super) form: Encoding,
}

impl Subscriber for RoomSubscription {
    fn send(&self, update: &EncodedUpdate) {
        self.outbox.send_text(update.text(self.form, |update| codec::update_text(update, self.form)));
    }

    fn free_places(&self) -> usize {
        self.outbox.free_places()
    }

    fn disconnect(&self) {
        self.outbox.disconnect();
    }
}

/// A lobby subscription of a socket.
#[derive(Debug)]
pub(super) struct LobbySubscription {
    pub(super) outbox: Outbox,
}

impl LobbySubscriber for LobbySubscription {
    fn send(&self, update: &EncodedLobbyUpdate) -> bool {
        self.outbox.send_parts(&update.parts(|update| {
            codec::texts(ServerMessage::Lobby {
                lobby: update.lobby.clone(),
                full: update.full,
                rooms: update.rooms.iter().map(codec::listing).collect(),
                gone: update.gone.iter().map(|room| sumito_protocol::RoomId(room.to_string())).collect(),
                seeks: update.seeks.iter().map(codec::seek).collect(),
                seeks_gone: update.seeks_gone.clone(),
                more: false,
            })
        }))
    }
}

/// Subscription to the rooms in which a socket's user has a seat.
#[derive(Debug)]
pub(super) struct MyRoomsSubscription {
    pub(super) outbox: Outbox,
}

impl MyRoomsSubscriber for MyRoomsSubscription {
    fn send(&self, update: &EncodedMyRoomsUpdate) -> bool {
        self.outbox.send_parts(&update.parts(|update| {
            codec::texts(ServerMessage::OwnRooms {
                full: update.full,
                rooms: codec::own_rooms(&update.rooms, update.user),
                gone: update.gone.iter().map(|room| sumito_protocol::RoomId(room.to_string())).collect(),
                more: false,
            })
        }))
    }
}

/// Subscription to the notifications of a socket's user.
#[derive(Debug)]
pub(super) struct NotificationSubscription {
    pub(super) outbox: Outbox,
}

impl NotificationSubscriber for NotificationSubscription {
    fn send(&self, notification: &EncodedNotification) -> bool {
        let write = |notification: &_| codec::text(&codec::notification(notification));
        self.outbox.send_text(notification.text(Encoding::Plain, write))
    }
}

/// A socket's subscription to the live boards of a lobby or a tournament.
#[derive(Debug)]
pub(super) struct BoardsSubscription {
    pub(super) outbox: Outbox,
}

impl BoardsSubscriber for BoardsSubscription {
    fn send(&self, update: &EncodedBoardsUpdate) -> bool {
        self.outbox.send_parts(&update.parts(|update| codec::texts(codec::boards(update))))
    }

    fn disconnect(&self) {
        self.outbox.disconnect();
    }
}

/// A chat subscription of a socket.
#[derive(Debug)]
pub(super) struct ChatSubscription {
    pub(super) outbox: Outbox,
}

impl ChatSubscriber for ChatSubscription {
    fn send(&self, update: &EncodedChatUpdate) -> bool {
        self.outbox.send_parts(&update.parts(|update| codec::texts(codec::chat(update))))
    }
}

/// A socket's subscription to the analysis of a game.
#[derive(Debug, Clone)]
pub(super) struct AnalysisSubscription {
    pub(super) outbox: Outbox,
}

impl AnalysisSubscriber for AnalysisSubscription {
    fn send(&self, update: &EncodedAnalysisUpdate) -> bool {
        let write = |update: &_| codec::texts(ServerMessage::Analysis(codec::analysis(update)));
        self.outbox.send_parts(&update.parts(write))
    }
}

/// A tournament subscription of a socket.
#[derive(Debug)]
pub(super) struct TournamentSubscription {
    pub(super) outbox: Outbox,
}

impl TournamentSubscriber for TournamentSubscription {
    fn send(&self, update: &EncodedTournamentUpdate) -> bool {
        let write = |update: &_| codec::texts(ServerMessage::Tournament(codec::tournament_change(update)));
        self.outbox.send_parts(&update.parts(write))
    }

    fn disconnect(&self) {
        self.outbox.disconnect();
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use sumito_game::{Player, TimeControl, Timestamp, UserId};
    use sumito_protocol::PART_BYTES;
    use sumito_rules::{Layout, Mode};
    use uuid::Uuid;

    use super::*;
    use crate::play::lobby::{LobbyUpdate, SeekListing};
    use sumito_config::{Config, Overrides};

    #[test]
    fn outbox_holds_the_seeks_of_a_full_lobby() {
        let seek = |number: u128| SeekListing {
            id: Uuid::from_u128(number),
            lobby: "main".to_owned(),
            player: Player {
                id: UserId(Uuid::from_u128(number)),
                name: "Ż".repeat(20),
                guest: false,
                bot: false,
            },
            mode: Mode::Two,
            layout: Layout::BelgianDaisy,
            time: TimeControl::None,
            rated: true,
            rating: 1_500,
            min_rating: Some(1_400),
            max_rating: Some(1_600),
            computers: None,
            since: Timestamp(1_795_242_244_678_934),
        };
        let (rooms, gone) = Default::default();
        let seeks: Vec<_> = (0..10_000).map(seek).collect();
        let seeks_gone = (10_000..20_000).map(Uuid::from_u128).collect();
        let update =
            LobbyUpdate { lobby: "main".to_owned(), full: false, rooms, gone, seeks, seeks_gone }.into();
        let limits = Config::load(None, &Overrides::default()).unwrap().limits;
        let (outbox, mut reader) = Outbox::new(limits.outbox_messages, limits.outbox_bytes);
        assert!(LobbySubscription { outbox: outbox.clone() }.send(&update));
        assert!(reader.ready(usize::MAX).now_or_never().is_some());
        let parts: Vec<_> = std::iter::from_fn(|| reader.next()).collect();
        assert!(parts.len() > 50 && parts.iter().all(|part| part.len() <= PART_BYTES), "{}", parts.len());
        assert_eq!(parts.iter().map(|part| part.matches("\"since\"").count()).sum::<usize>(), 10_000);
        assert!(outbox.send("{}".into()), "and there is room for more");
    }
}
