//! Live boards in their wire form.

use sumito_game::TournamentId;
use sumito_protocol::parts as wire;
use sumito_protocol::{RoomId, ServerMessage};

use super::{listing, parts};
use sumito_services::play::live_boards::{BoardSource, BoardsUpdate, LiveBoard, TableSnapshot};

/// Converts an update for the subscribers of live boards.
pub(crate) fn boards(update: &BoardsUpdate) -> ServerMessage {
    ServerMessage::Boards {
        of: match &update.of {
            BoardSource::Lobby(lobby) => wire::BoardsOf::Lobby { lobby: lobby.clone() },
            BoardSource::Modes => wire::BoardsOf::Modes {},
            BoardSource::Tournament(id) => wire::BoardsOf::Tournament { tournament: id.0 },
        },
        full: update.full,
        boards: update.boards.iter().map(board).collect(),
        gone: update.gone.iter().map(|room| RoomId(room.to_string())).collect(),
        more: false,
    }
}

/// Converts the source of live boards.
pub(crate) fn boards_of_from_wire(of: wire::BoardsOf) -> BoardSource {
    match of {
        wire::BoardsOf::Lobby { lobby } => BoardSource::Lobby(lobby),
        wire::BoardsOf::Modes {} => BoardSource::Modes,
        wire::BoardsOf::Tournament { tournament } => BoardSource::Tournament(TournamentId(tournament)),
    }
}

fn board(board: &LiveBoard) -> wire::Board {
    let TableSnapshot { position, turn, last, clocks, at, .. } = &board.seen;
    wire::Board {
        room: listing(&board.listing),
        position: position.to_string(),
        turn: turn.map(u8::from),
        last: last.as_ref().map(ToString::to_string),
        captured: position.captured().to_vec(),
        clocks: parts::clocks(clocks),
        at: at.0,
    }
}
