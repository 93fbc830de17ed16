//! Finished games in their wire form.

use sumito_game::{GameText, MoveText, Reason, Seat};
use sumito_protocol::{ErrorCode, games, positions, statistics};
use sumito_ratings::is_too_short;
use sumito_rules::Position;

use super::rating::rating_changes;
use super::{ApiError, parts};
use sumito_store::{
    CanonicalPosition, EXPLORED_PLIES, ExploredCounts, ExplorerMove, FinishedGame, PlayerCounts,
    RatingChange, WinnerFilter,
};

/// Converts a game for lists.
pub(crate) fn game_summary<M>(game: &FinishedGame<M>) -> games::GameSummary {
    games::GameSummary {
        id: game.id.0,
        mode: parts::mode(game.mode),
        layout: game.layout.to_string(),
        start_position: game.start_position.map(|start| start.line()),
        coach: game.coach,
        rated: game.rated,
        tournament: game.tournament.map(|tournament| tournament.id.0),
        clock: parts::clock(game.time),
        players: game.players.iter().map(parts::player).collect(),
        started_at: game.started_at.0,
        finished_at: game.finished_at.0,
        result: parts::result(&game.outcome),
        plies: game.plies,
        final_position: game.final_position.clone(),
    }
}

/// Converts a game with its moves and its rating changes.
pub(crate) fn game_detail(game: &FinishedGame, changes: &[RatingChange]) -> games::GameDetail {
    games::GameDetail {
        summary: game_summary(game),
        moves: game.moves.moves.split_whitespace().map(str::to_owned).collect(),
        ledger: game.moves.ledger.iter().map(parts::timing).collect(),
        ratings: rating_changes(game, changes),
        unrated: unrated(game),
        imported: game.is_imported(),
        positions: None,
    }
}

/// Returns the reason why a game meant to be rated changes no ratings.
fn unrated(game: &FinishedGame) -> Option<games::Unrated> {
    let movers = game.moves.ledger.iter().map(|timing| timing.seat.index());
    match game.outcome.reason {
        _ if !game.rated || game.is_imported() => None,
        Reason::Aborted => Some(games::Unrated::Aborted),
        _ => is_too_short(game.mode, movers).then_some(games::Unrated::TooShort),
    }
}

/// Converts a game with its moves and the position after each move.
///
/// # Errors
/// `internal` if its stored data is invalid.
pub(crate) fn game_detail_with_positions(
    game: &FinishedGame,
    changes: &[RatingChange],
) -> Result<games::GameDetail, ApiError> {
    let positions = game_text(game)?.positions().map(|position| position.to_string()).collect();
    Ok(games::GameDetail { positions: Some(positions), ..game_detail(game, changes) })
}

/// Converts a game for an export.
pub(crate) fn exported_game(game: &FinishedGame) -> games::ExportedGame {
    let games::GameDetail { summary, moves, ledger, .. } = game_detail(game, &[]);
    games::ExportedGame { summary, moves, ledger }
}

/// Converts a game to text notation.
///
/// # Errors
/// `internal` if its stored data is invalid.
pub(crate) fn game_text(game: &FinishedGame) -> Result<GameText, ApiError> {
    let broken = |what: &dyn std::fmt::Display| {
        tracing::error!(game = %game.id.0, error = %what, "stored game corrupt");
        ApiError::new(ErrorCode::Internal, "internal error: stored game is corrupt")
    };
    let moves = game.moves.moves.split_whitespace().zip(&game.moves.ledger);
    let moves: Result<Vec<(Seat, MoveText)>, _> =
        moves.map(|(text, timing)| MoveText::try_from(text).map(|text| (timing.seat, text))).collect();
    let names = game.players.iter().map(|player| player.name.clone()).collect();
    let moves = moves.map_err(|error| broken(&error))?;
    GameText::new((game.mode, game.start(), game.time), names, game.finished_at, game.outcome.clone(), moves)
        .map_err(|error| broken(&error))
}

/// Parses the result filter: the winner, or in its older form the reason of the end.
///
/// # Errors
/// `out_of_range` for another word.
pub(crate) fn result_from_wire(word: &str) -> Result<(Option<WinnerFilter>, Option<Reason>), ApiError> {
    let won = match word {
        "win" => Some(WinnerFilter::Player),
        "loss" => Some(WinnerFilter::Opponents),
        "draw" => Some(WinnerFilter::NoWinner),
        color => color.parse().ok().map(|color: sumito_rules::Color| WinnerFilter::Seat(color.into())),
    };
    match won {
        Some(won) => Ok((Some(won), None)),
        None => Reason::parse(word).map(|reason| (None, Some(reason))).ok_or_else(|| {
            let message = "`result` must be win, loss, draw, black, white, red or yellow";
            ApiError::new(ErrorCode::OutOfRange, message)
        }),
    }
}

/// Converts the moves that were played in a position.
pub(crate) fn explored(
    position: &Position,
    folded: &CanonicalPosition,
    moves: &[ExplorerMove],
) -> positions::ExplorerResult {
    let explored = |explored: &ExplorerMove| {
        let ExploredCounts { games, won, drawn, lost } = explored.counts;
        let (notation, band) = (folded.unfold(explored.mv).to_string(), explored.band);
        positions::ExplorerMove { notation, band, games, won, drawn, lost }
    };
    let mut moves: Vec<_> = moves.iter().map(explored).collect();
    // Moves with equal counts are sorted by notation.
    moves.sort_by(|one, other| (other.games, &one.notation).cmp(&(one.games, &other.notation)));
    positions::ExplorerResult { position: position.to_string(), plies: EXPLORED_PLIES as u32, moves }
}

/// Converts the results of a player's games in a mode.
pub(crate) fn mode_counts(counts: &PlayerCounts) -> statistics::ModeCounts {
    let PlayerCounts { mode, games, won, drawn, lost } = *counts;
    statistics::ModeCounts { mode: parts::mode(mode), games, won, drawn, lost }
}
