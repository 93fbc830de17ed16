//! Changes of players' statistics by finished games.

use sumito_game::{Reason, Seat};

use sumito_store::{FeedEntry, GameKey, GameSummary, Score, StatisticsDelta, Visibility};

/// Returns the additions of these games. Aborted games add nothing.
pub(super) fn of(entries: &[FeedEntry]) -> StatisticsDelta {
    let mut more = StatisticsDelta::default();
    let games = entries.iter().map(|entry| &entry.game);
    for game in games.filter(|game| game.outcome.reason != Reason::Aborted) {
        add(game, &mut more);
    }
    more
}

fn add(game: &GameSummary, more: &mut StatisticsDelta) {
    let team = |seat: Seat| game.mode.team_of(seat.color());
    for (seat, player) in Seat::first(game.players.len()).zip(&game.players) {
        let score = Score::of(&game.outcome, seat);
        let played = GameKey { mode: game.mode, layout: game.layout, seat };
        let sums = more.played.entry((player.id, game.visibility, played)).or_default();
        sums.tally.count(score);
        sums.ejected += game.outcome.score.get(team(seat).index()).copied().map_or(0, u64::from);
        sums.plies += u64::from(game.plies);
        if game.visibility == Visibility::Public {
            more.results.entry((player.id, game.mode)).or_default().push(score);
        }
    }
}
