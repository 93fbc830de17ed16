//! Tells tournaments how their games have ended: a consumer of finished games.
//!
//! A game is taken as told when the tournament has stored what it makes of it. Where the process is killed in between, it is told again;
//! a result that a tournament knows changes nothing, so that each counts exactly once.

use std::time::Duration;

use sumito_game::SeatSet;
use tokio::sync::watch;
use tokio::time::timeout;
use tracing::{debug, error};

use super::handle::FinishedTable;
use super::{TournamentError, Tournaments};
use crate::store::{Consumer, Effects, FeedEntry};

/// Games that are looked at together.
const GAMES_AT_ONCE: u32 = 256;

/// How long to rest when it cannot go on.
const TRY_AGAIN_AFTER: Duration = Duration::from_secs(1);

/// Takes in what has been missed, and goes on whenever `finished` changes.
pub(super) async fn follow(tournaments: &Tournaments, mut finished: watch::Receiver<()>) {
    loop {
        finished.mark_unchanged();
        let rest = match catch_up(tournaments).await {
            Ok(()) => None,
            Err(error) => {
                debug!(%error, "tournaments are told later how their games ended");
                Some(TRY_AGAIN_AFTER)
            }
        };
        let next = finished.changed();
        let is_over = match rest {
            None => next.await.is_err(),
            Some(rest) => timeout(rest, next).await.is_ok_and(|changed| changed.is_err()),
        };
        if is_over {
            return;
        }
    }
}

async fn catch_up(tournaments: &Tournaments) -> Result<(), TournamentError> {
    let store = &tournaments.shared().store;
    loop {
        let from = store.consumed(Consumer::Tournaments).await?;
        let entries = store.feed_after(from, GAMES_AT_ONCE).await?;
        let Some(last) = entries.last() else { return Ok(()) };
        for entry in &entries {
            tell(tournaments, entry).await?;
        }
        store.consume(from, last.position, &Effects::Tournaments).await?;
    }
}

/// Tells a tournament of a game, if it is one of a tournament's.
///
/// # Errors
/// When it has to be told again. A game that its tournament will never take in is left out.
async fn tell(tournaments: &Tournaments, entry: &FeedEntry) -> Result<(), TournamentError> {
    let game = &entry.game;
    let Some(tournament) = game.tournament else { return Ok(()) };
    let moves = tournaments.shared().store.moves_of(&[game.id]).await?;
    let ledger = moves.get(&game.id).map(|moves| moves.ledger.as_slice()).unwrap_or_default();
    let table = FinishedTable {
        room: game.room,
        outcome: game.outcome.clone(),
        plies: game.plies,
        moved: ledger.iter().map(|timing| timing.seat).collect::<SeatSet>(),
        berserk: tournament.berserk,
        at: game.finished_at,
    };
    match tournaments.finished(tournament.id, table).await {
        Ok(()) => Ok(()),
        Err(error @ (TournamentError::Busy | TournamentError::Unavailable)) => Err(error),
        Err(error) => {
            error!(tournament = %tournament.id.0, game = %game.id.0, %error, "a tournament does not take in a game");
            Ok(())
        }
    }
}
