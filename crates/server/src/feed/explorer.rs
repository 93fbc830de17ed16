//! What was played in the first moves of public games.

use std::collections::{BTreeMap, HashMap};

use sumito_game::{GameId, MoveText, Reason, Seat};
use sumito_rules::Position;

use crate::store::{
    EXPLORED_PLIES, ExploredCounts, ExploredMove, ExploredPosition, FeedEntry, GameMoves, GameSummary,
    UNRATED, Visibility,
};

/// What these games add to what is known of positions. Aborted games add nothing, and private ones are nobody's to know.
pub(super) fn of(
    entries: &[FeedEntry],
    moves: &HashMap<GameId, GameMoves>,
) -> Vec<(ExploredPosition, ExploredMove)> {
    let mut counts = BTreeMap::new();
    let games = entries.iter().map(|entry| &entry.game);
    for game in games.filter(|game| counts_for_everybody(game)) {
        let Some(moves) = moves.get(&game.id) else { continue };
        for (position, seat, text) in first_moves(game, moves) {
            add(game, seat, counts.entry((position, text.as_str().to_owned())).or_default());
        }
    }
    let explored = |((position, text), counts): ((_, String), _)| {
        let notation = MoveText::try_from(text.as_str()).ok()?;
        Some((position, ExploredMove { notation, band: UNRATED.to_owned(), counts }))
    };
    counts.into_iter().filter_map(explored).collect()
}

fn counts_for_everybody(game: &GameSummary) -> bool {
    game.visibility == Visibility::Public && game.outcome.reason != Reason::Aborted
}

/// The first moves of a game, who played them, and where. What does not follow from the moves before it ends them.
fn first_moves(game: &GameSummary, moves: &GameMoves) -> Vec<(ExploredPosition, Seat, MoveText)> {
    let Ok(mut position) = Position::start(game.mode, game.layout) else { return Vec::new() };
    let timed = moves.moves.split_whitespace().zip(&moves.ledger).take(EXPLORED_PLIES);
    timed
        .map_while(|(text, timing)| {
            for _ in 0..game.mode.seats() {
                if position.turn() != timing.seat.color() {
                    position = position.pass_turn();
                }
            }
            let at = ExploredPosition::of(game.layout, &position);
            position = position.play(position.parse_move(text).ok()?).ok()?.position;
            Some((at, timing.seat, MoveText::try_from(text).ok()?))
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
