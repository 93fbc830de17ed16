//! The subscription of a socket to a topic: it writes the topic's updates into the socket's outbox.

use std::fmt;

use bytes::Bytes;
use sumito_protocol::ServerMessage;

use crate::codec;
use sumito_kit::encoded::{Encoded, Encoding};
use sumito_kit::topic::Subscriber;
use sumito_rooms::RoomUpdate;
use sumito_services::history::analyses::AnalysisUpdate;
use sumito_services::play::live_boards::BoardsUpdate;
use sumito_services::play::lobby::LobbyUpdate;
use sumito_services::play::my_games::MyGamesUpdate;
use sumito_services::social::chat::ChatUpdate;
use sumito_services::social::notifications::Notification;
use sumito_services::social::sockets::Outbox;
use sumito_services::social::studies::StudyUpdate;
use sumito_services::tournaments::TournamentUpdate;

/// A subscription of a socket to any topic.
#[derive(Debug, Clone)]
pub(super) struct SocketSubscription {
    outbox: Outbox,
    /// Whether the client wants legal moves in the updates of a room.
    form: Encoding,
}

/// An update that a socket can receive.
pub(super) trait SocketUpdate: fmt::Debug + Sized {
    /// Encodes the update as the messages for a client.
    fn messages(&self) -> Vec<Bytes>;

    /// Puts the update into an outbox; returns whether the client is still connected. The messages are encoded once for all sockets.
    fn put(update: &Encoded<Self>, outbox: &Outbox, _: Encoding) -> bool {
        outbox.send_parts(&update.parts(Self::messages))
    }
}

impl SocketSubscription {
    pub(super) fn new(outbox: &Outbox) -> Self {
        Self::with_encoding(outbox, Encoding::Plain)
    }

    pub(super) fn with_encoding(outbox: &Outbox, form: Encoding) -> Self {
        Self { outbox: outbox.clone(), form }
    }
}

impl<U: SocketUpdate> Subscriber<U> for SocketSubscription {
    fn send(&self, update: &Encoded<U>) -> bool {
        U::put(update, &self.outbox, self.form)
    }

    fn free_places(&self) -> usize {
        self.outbox.free_places()
    }

    fn disconnect(&self) {
        self.outbox.disconnect();
    }
}

impl SocketUpdate for RoomUpdate {
    fn messages(&self) -> Vec<Bytes> {
        vec![codec::update_text(self, Encoding::Plain)]
    }

    fn put(update: &Encoded<Self>, outbox: &Outbox, form: Encoding) -> bool {
        outbox.send(update.text(form, |update| codec::update_text(update, form)))
    }
}

impl SocketUpdate for LobbyUpdate {
    fn messages(&self) -> Vec<Bytes> {
        codec::texts(ServerMessage::Lobby {
            lobby: self.lobby.clone(),
            full: self.full,
            rooms: self.rooms.iter().map(codec::listing).collect(),
            gone: self.gone.iter().map(|room| sumito_protocol::RoomId(room.to_string())).collect(),
            seeks: self.seeks.iter().map(codec::seek).collect(),
            seeks_gone: self.seeks_gone.clone(),
            more: false,
        })
    }
}

impl SocketUpdate for MyGamesUpdate {
    fn messages(&self) -> Vec<Bytes> {
        codec::texts(ServerMessage::MyGames {
            full: self.full,
            rooms: codec::my_games(&self.rooms, self.user),
            gone: self.gone.iter().map(|room| sumito_protocol::RoomId(room.to_string())).collect(),
            more: false,
        })
    }
}

impl SocketUpdate for Notification {
    fn messages(&self) -> Vec<Bytes> {
        vec![codec::text(&codec::notification(self))]
    }
}

impl SocketUpdate for BoardsUpdate {
    fn messages(&self) -> Vec<Bytes> {
        codec::texts(codec::boards(self))
    }
}

impl SocketUpdate for ChatUpdate {
    fn messages(&self) -> Vec<Bytes> {
        codec::texts(codec::chat(self))
    }
}

impl SocketUpdate for AnalysisUpdate {
    fn messages(&self) -> Vec<Bytes> {
        codec::texts(ServerMessage::Analysis(codec::analysis(self)))
    }
}

impl SocketUpdate for StudyUpdate {
    fn messages(&self) -> Vec<Bytes> {
        vec![codec::study_update_text(self)]
    }
}

impl SocketUpdate for TournamentUpdate {
    fn messages(&self) -> Vec<Bytes> {
        codec::texts(ServerMessage::Tournament(codec::tournament_change(self)))
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
    use sumito_config::{Config, Overrides};
    use sumito_services::play::lobby::SeekListing;

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
            bots: true,
            since: Timestamp(1_795_242_244_678_934),
        };
        let (rooms, gone) = Default::default();
        let seeks: Vec<_> = (0..10_000).map(seek).collect();
        let seeks_gone = (10_000..20_000).map(Uuid::from_u128).collect();
        let update = Encoded::from(LobbyUpdate {
            lobby: "main".to_owned(),
            full: false,
            rooms,
            gone,
            seeks,
            seeks_gone,
        });
        let limits = Config::load(None, &Overrides::default()).unwrap().limits;
        let (outbox, mut reader) = Outbox::new(limits.outbox_messages, limits.outbox_bytes);
        assert!(SocketSubscription::new(&outbox).send(&update));
        assert!(reader.ready(usize::MAX).now_or_never().is_some());
        let parts: Vec<_> = std::iter::from_fn(|| reader.pop()).collect();
        assert!(parts.len() > 50 && parts.iter().all(|part| part.len() <= PART_BYTES), "{}", parts.len());
        assert_eq!(
            parts
                .iter()
                .map(|part| str::from_utf8(part).unwrap().matches("\"since\"").count())
                .sum::<usize>(),
            10_000
        );
        assert!(outbox.send("{}".into()), "and there is room for more");
    }
}
