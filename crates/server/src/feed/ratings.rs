//! Which games change ratings, and what is held against those who aborted or left one.

use serde::Deserialize;
use sumito_game::{Cause, Player, Reason, Seat, TimeControl, UserId};
use sumito_ratings::{Pool, Speed, is_too_short};
use sumito_rules::{Mode, Position};

use crate::store::{Breach, Effects, FeedEntry, GameSummary, RatedGame, Store, StoreError};

/// What the rated ones of these games change.
pub(super) async fn of(store: &Store, entries: &[FeedEntry]) -> Result<Effects, StoreError> {
    let (mut games, mut breaches) = (Vec::new(), Vec::new());
    for game in entries.iter().map(|entry| &entry.game).filter(|game| game.rated && !game.is_imported()) {
        let reason = game.outcome.reason;
        if matches!(reason, Reason::Aborted | Reason::Abandoned) {
            let ended_by = ended_by(store, game).await?;
            let breach = |user| Breach { user, game: game.id, at: game.finished_at };
            breaches.extend(to_blame(game, ended_by)?.into_iter().map(breach));
        }
        if reason != Reason::Aborted && !is_short(store, game).await? {
            games.push(rated(game));
        }
    }
    Ok(Effects::Ratings { games, breaches })
}

/// Whether a game is too short to count.
async fn is_short(store: &Store, game: &GameSummary) -> Result<bool, StoreError> {
    let seats = game.mode.seats();
    // Only among three do the others go on when a player is out; who moved stands with the moves.
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
        pool: pool_of(game.mode, game.time),
        at: game.finished_at,
        players: game.players.iter().map(|player| player.id).collect(),
        won: Seat::first(game.players.len()).map(won).collect(),
    }
}

/// In which pool games of this kind are.
pub(crate) fn pool_of(mode: Mode, time: TimeControl) -> Pool {
    let speed = if time.is_live() { Speed::Live } else { Speed::Correspondence };
    Pool { mode, speed }
}

/// Who sent the command that ended a game; `None` where time did.
async fn ended_by(store: &Store, game: &GameSummary) -> Result<Option<UserId>, StoreError> {
    /// Of an event as it is stored, what is asked for here.
    #[derive(Deserialize)]
    struct Caused {
        by: Option<Cause>,
    }
    let Some(payload) = store.event(game.room, game.last_seq).await? else { return Ok(None) };
    let caused: Caused = serde_json::from_str(&payload)
        .map_err(|error| StoreError::Corrupt(format!("room {}, {}: {error}", game.room, game.last_seq)))?;
    Ok(caused.by.map(|cause| cause.user))
}

/// Whose fault it is that a game was aborted or abandoned.
///
/// Aborted: whoever did so, or who was to move and let the time for the first move pass. Abandoned: the opponent of whoever claimed the
/// game. With more than two players it cannot be told from the result which of the others was away, so only the one is blamed for whom
/// the game waited.
fn to_blame(game: &GameSummary, ended_by: Option<UserId>) -> Result<Vec<UserId>, StoreError> {
    let waited_for = || -> Result<Option<UserId>, StoreError> {
        let position = Position::parse(game.mode, &game.final_position)
            .map_err(|error| StoreError::Corrupt(format!("game {}: {error}", game.id.0)))?;
        Ok(game.players.get(Seat::from(position.turn()).index()).map(|player| player.id))
    };
    if game.outcome.reason == Reason::Aborted {
        return Ok(ended_by.or(waited_for()?).into_iter().collect());
    }
    // Nobody claimed it: it was closed because nobody moved.
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
