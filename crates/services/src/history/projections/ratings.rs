//! Rating changes by finished games, and breaches of players who aborted or left a game.

use serde::Deserialize;
use sumito_game::{Cause, Player, Reason, Seat, UserId};
use sumito_ratings::is_too_short;
use sumito_rules::{Mode, Position};

use sumito_store::{
    ConductViolation, FeedEntry, GameSummary, ProjectionUpdate, RatedGame, Store, StoreError, pool_with,
};

/// Returns the changes by the rated games among these.
pub(super) async fn of(store: &Store, entries: &[FeedEntry]) -> Result<ProjectionUpdate, StoreError> {
    let (mut games, mut breaches) = (Vec::new(), Vec::new());
    for game in entries.iter().map(|entry| &entry.game).filter(|game| game.rated && !game.is_imported()) {
        let reason = game.outcome.reason;
        if matches!(reason, Reason::Aborted | Reason::Abandoned) {
            let ended_by = ended_by_player(store, game).await?;
            let breach = |user| ConductViolation { user, game: game.id, at: game.finished_at };
            breaches.extend(responsible_players(game, ended_by)?.into_iter().map(breach));
        }
        if reason != Reason::Aborted && !is_short(store, game).await? {
            games.push(rated(game));
        }
    }
    Ok(ProjectionUpdate::Ratings { games, breaches })
}

/// Returns whether a game is too short to count.
async fn is_short(store: &Store, game: &GameSummary) -> Result<bool, StoreError> {
    let seats = game.mode.seats();
    // Only in three-player games do the others play on when a player is out; the moves record who moved.
    if game.mode == Mode::Three
        && let Some(played) = store.game_with_moves(game.id).await?
    {
        return Ok(is_too_short(game.mode, played.moves.ledger.iter().map(|timing| timing.seat.index())));
    }
    Ok(is_too_short(game.mode, (0..game.plies as usize).map(|ply| ply % seats)))
}

fn rated(game: &GameSummary) -> RatedGame {
    let won = |seat| game.outcome.winners.contains(seat);
    RatedGame {
        id: game.id,
        pool: pool_with(game.mode, game.time, &game.players),
        at: game.finished_at,
        players: game.players.iter().map(|player| player.id).collect(),
        won: Seat::first(game.players.len()).map(won).collect(),
    }
}

/// Returns the user who ended a game by a command; `None` if a clock did.
async fn ended_by_player(store: &Store, game: &GameSummary) -> Result<Option<UserId>, StoreError> {
    /// The part of a stored event that is needed here.
    #[derive(Deserialize)]
    struct Caused {
        by: Option<Cause>,
    }
    let Some(payload) = store.event(game.room, game.last_seq).await? else { return Ok(None) };
    let caused: Caused = serde_json::from_str(&payload)
        .map_err(|error| StoreError::Corrupt(format!("room {}, {}: {error}", game.room, game.last_seq)))?;
    Ok(caused.by.map(|cause| cause.user))
}

/// Returns the players who are to blame for an aborted or abandoned game.
///
/// Aborted: the player who aborted it, or the player to move who missed the first-move limit. Abandoned: the opponent of the player who
/// claimed the game. With more than two players the result does not say who was away, so only the player to move is blamed.
fn responsible_players(game: &GameSummary, ended_by: Option<UserId>) -> Result<Vec<UserId>, StoreError> {
    let waited_for = || -> Result<Option<UserId>, StoreError> {
        let position = Position::parse(game.mode, &game.final_position)
            .map_err(|error| StoreError::Corrupt(format!("game {}: {error}", game.id.0)))?;
        Ok(game.players.get(Seat::from(position.turn()).index()).map(|player| player.id))
    };
    if game.outcome.reason == Reason::Aborted {
        return Ok(ended_by.or(waited_for()?).into_iter().collect());
    }
    // No player claimed it: it was closed because no player moved.
    let Some(claimed_by) = ended_by else { return Ok(Vec::new()) };
    let has_won = |player: &Player| {
        Seat::first(game.players.len())
            .zip(&game.players)
            .any(|(seat, other)| other.id == player.id && game.outcome.winners.contains(seat))
    };
    let others = game.players.iter().filter(|player| player.id != claimed_by && !has_won(player));
    let mut others: Vec<_> = others.map(|player| player.id).collect();
    if game.mode != Mode::Two {
        let waited_for = waited_for()?;
        others.retain(|&other| Some(other) == waited_for);
    }
    Ok(others)
}
