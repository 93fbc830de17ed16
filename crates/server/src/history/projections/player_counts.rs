//! Win, draw and loss counts of players.

use std::collections::HashMap;

use sumito_game::{Reason, Seat, UserId};

use sumito_store::{FeedEntry, GameSummary, PlayerCounts, Visibility};

/// Returns the additions of these games to the counts of their players. Aborted games add nothing.
pub(super) fn of(entries: &[FeedEntry]) -> Vec<(UserId, Visibility, PlayerCounts)> {
    let mut counts = HashMap::new();
    let games = entries.iter().map(|entry| &entry.game);
    for game in games.filter(|game| game.outcome.reason != Reason::Aborted) {
        for (player, seat) in game.players.iter().zip(Seat::first(Seat::MAX)) {
            let none = || PlayerCounts { mode: game.mode, games: 0, won: 0, drawn: 0, lost: 0 };
            count(game, seat, counts.entry((player.id, game.visibility, game.mode)).or_insert_with(none));
        }
    }
    counts.into_iter().map(|((user, visibility, _), counts)| (user, visibility, counts)).collect()
}

fn count(game: &GameSummary, seat: Seat, counts: &mut PlayerCounts) {
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
