//! How a finished game looks to clients.

use sumito_protocol::rest::{GameDetail, GameSummary};

use super::parts;
use crate::store::FinishedGame;

pub(crate) fn game_summary(game: &FinishedGame) -> GameSummary {
    GameSummary {
        id: game.id.0,
        mode: parts::mode(game.mode),
        layout: game.layout.to_string(),
        rated: game.rated,
        clock: parts::clock(game.time),
        players: game.players.iter().map(parts::player).collect(),
        started_at: game.started_at.0,
        finished_at: game.finished_at.0,
        result: parts::result(&game.outcome),
        plies: game.plies,
    }
}

pub(crate) fn game_detail(game: &FinishedGame) -> GameDetail {
    GameDetail {
        summary: game_summary(game),
        moves: game.moves.split_whitespace().map(str::to_owned).collect(),
        final_position: game.final_position.clone(),
    }
}
