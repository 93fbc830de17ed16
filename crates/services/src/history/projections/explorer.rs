//! Opening explorer: moves played in the first moves of public games.

use std::collections::{BTreeMap, HashMap};

use sumito_game::{GameId, Reason, Seat};
use sumito_rules::{Move, Position};

use sumito_store::{
    CanonicalPosition, EXPLORED_PLIES, ExploredCounts, ExplorerMove, FeedEntry, GameMoves, GameSummary,
    PositionKey, RatingBand, Store, StoreError, Visibility, pool_with, rating_band,
};

/// Returns the additions of these games to the statistics of positions. Aborted and private games add nothing. The ratings projection must
/// have processed the games before.
pub(super) async fn of(
    store: &Store,
    entries: &[FeedEntry],
) -> Result<Vec<(PositionKey, ExplorerMove)>, StoreError> {
    let games: Vec<_> = entries.iter().map(|entry| &entry.game).filter(|it| counts_in_explorer(it)).collect();
    let moves = store.moves_of(&games.iter().map(|game| game.id).collect::<Vec<_>>()).await?;
    let bands = rating_bands(store, &games).await?;
    Ok(counted(&games, &moves, &bands))
}

/// Returns the rating band of the players of each game at its start.
async fn rating_bands(store: &Store, games: &[&GameSummary]) -> Result<Vec<RatingBand>, StoreError> {
    let players = games.iter().flat_map(|game| {
        let pool = pool_with(game.mode, game.time, &game.players);
        game.players.iter().map(move |player| (player.id, pool, game.started_at))
    });
    let ratings = store.ratings_at(&players.collect::<Vec<_>>()).await?;
    let mut ratings = ratings.as_slice();
    let band = |game: &&GameSummary| {
        let (of_game, rest) = ratings.split_at(game.players.len());
        ratings = rest;
        rating_band(of_game)
    };
    Ok(games.iter().map(band).collect())
}

fn counted(
    games: &[&GameSummary],
    moves: &HashMap<GameId, GameMoves>,
    bands: &[RatingBand],
) -> Vec<(PositionKey, ExplorerMove)> {
    let mut counts = BTreeMap::new();
    for (game, &band) in games.iter().zip(bands) {
        let Some(moves) = moves.get(&game.id) else { continue };
        for (position, seat, mv) in first_moves(game, moves) {
            add(game, seat, counts.entry((position, mv, band)).or_default());
        }
    }
    let explored = |((position, mv, band), counts): ((_, Move, RatingBand), _)| {
        (position, ExplorerMove { mv, band, counts })
    };
    counts.into_iter().map(explored).collect()
}

fn counts_in_explorer(game: &GameSummary) -> bool {
    game.visibility == Visibility::Public && game.outcome.reason != Reason::Aborted
}

/// Returns the first moves of a game in the explorer's form, with the player and position of each. They end at the first move that is not
/// legal after the moves before it.
fn first_moves(game: &GameSummary, moves: &GameMoves) -> Vec<(PositionKey, Seat, Move)> {
    let Ok(mut position) = Position::start(game.mode, game.layout) else { return Vec::new() };
    let timed = moves.moves.split_whitespace().zip(&moves.ledger).take(EXPLORED_PLIES);
    timed
        .map_while(|(text, timing)| {
            for _ in 0..game.mode.seats() {
                if position.turn() != timing.seat.color() {
                    position = position.pass_turn();
                }
            }
            let folded = CanonicalPosition::of(game.layout, &position);
            let mv = position.parse_move(text).ok()?;
            position = position.play(mv).ok()?.position;
            Some((folded.position, timing.seat, folded.fold(mv)))
        })
        .collect()
}

fn add(game: &GameSummary, seat: Seat, counts: &mut ExploredCounts) {
    let winners = game.outcome.winners;
    counts.games += 1;
    if winners.is_empty() {
        counts.drawn += 1;
    } else if winners.contains(seat) {
        counts.won += 1;
    } else {
        counts.lost += 1;
    }
}
