//! How finished games look to clients.

use sumito_protocol::rest;

use super::parts;
use super::rating::rating_changes;
use crate::store::{FinishedGame, PlayerCounts, RatingChange};

/// A game as a list shows it.
pub(crate) fn game_summary<M>(game: &FinishedGame<M>) -> rest::GameSummary {
    rest::GameSummary {
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
        final_position: game.final_position.clone(),
    }
}

/// A game with its moves, and what it has changed.
pub(crate) fn game_detail(game: &FinishedGame, changes: &[RatingChange]) -> rest::GameDetail {
    rest::GameDetail {
        summary: game_summary(game),
        moves: game.moves.moves.split_whitespace().map(str::to_owned).collect(),
        ledger: game.moves.ledger.iter().map(parts::timing).collect(),
        ratings: rating_changes(game, changes),
    }
}

/// How a player's games of one mode went.
pub(crate) fn mode_counts(counts: &PlayerCounts) -> rest::ModeCounts {
    let PlayerCounts { mode, games, won, drawn, lost } = *counts;
    rest::ModeCounts { mode: parts::mode(mode), games, won, drawn, lost }
}
