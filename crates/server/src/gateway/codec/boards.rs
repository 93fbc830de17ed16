//! Live boards in their wire form.

use sumito_game::TournamentId;
use sumito_protocol::parts as words;
use sumito_protocol::{RoomId, ServerMessage};

use super::{listing, parts};
use crate::play::live_boards::{Board, BoardsOf, BoardsUpdate, Seen};

/// Converts an update for the subscribers of live boards.
pub(crate) fn boards(update: &BoardsUpdate) -> ServerMessage {
    ServerMessage::Boards {
        of: match &update.of {
            BoardsOf::Lobby(lobby) => words::BoardsOf::Lobby { lobby: lobby.clone() },
            BoardsOf::Tournament(id) => words::BoardsOf::Tournament { tournament: id.0 },
        },
        full: update.full,
        boards: update.boards.iter().map(board).collect(),
        gone: update.gone.iter().map(|room| RoomId(room.to_string())).collect(),
        more: false,
    }
}

/// Converts the source of live boards.
pub(crate) fn domain_boards_of(of: words::BoardsOf) -> BoardsOf {
    match of {
        words::BoardsOf::Lobby { lobby } => BoardsOf::Lobby(lobby),
        words::BoardsOf::Tournament { tournament } => BoardsOf::Tournament(TournamentId(tournament)),
    }
}

fn board(board: &Board) -> words::Board {
    let Seen { position, turn, last, clocks, at, .. } = &board.seen;
    words::Board {
        room: listing(&board.listing),
        position: position.to_string(),
        turn: turn.map(u8::from),
        last: last.as_ref().map(ToString::to_string),
        captured: position.captured().to_vec(),
        clocks: parts::clocks(clocks),
        at: at.0,
    }
}
