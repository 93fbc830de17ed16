//! Changes of players' activity by finished games: games and ratings by day, and wins against rated opponents.

use std::collections::HashMap;

use sumito_game::{GameId, Reason, Seat};
use sumito_ratings::day_of;

use sumito_store::{
    ActivityDelta, FeedEntry, GameSummary, RatedWin, RatingChange, Score, Store, StoreError, Visibility,
};

/// Returns the changes by these games. Aborted games change nothing. The games must be rated already.
pub(super) async fn of(store: &Store, entries: &[FeedEntry]) -> Result<ActivityDelta, StoreError> {
    let games: Vec<_> = entries
        .iter()
        .map(|entry| &entry.game)
        .filter(|game| game.outcome.reason != Reason::Aborted)
        .collect();
    let rated: Vec<_> = games.iter().filter(|game| game.rated).map(|game| game.id).collect();
    let mut changes: HashMap<GameId, Vec<RatingChange>> = HashMap::new();
    for change in store.rating_changes_by(&rated).await? {
        changes.entry(change.game).or_default().push(change);
    }
    let mut more = ActivityDelta::default();
    for game in games {
        add(game, changes.get(&game.id).map(Vec::as_slice).unwrap_or_default(), &mut more);
    }
    Ok(more)
}

fn add(game: &GameSummary, changes: &[RatingChange], more: &mut ActivityDelta) {
    let day = day_of(game.finished_at.0);
    for (seat, player) in Seat::first(game.players.len()).zip(&game.players) {
        let score = Score::of(&game.outcome, seat);
        more.days.entry((player.id, day, game.visibility)).or_default().count(score);
        for (other, opponent) in Seat::first(game.players.len()).zip(&game.players) {
            if game.mode.team_of(other.color()) != game.mode.team_of(seat.color()) && opponent.id != player.id
            {
                let key = (player.id, opponent.id, game.mode, game.visibility);
                more.pairs.entry(key).or_default().count(score);
            }
        }
        let has_bot = game.players.iter().any(|player| player.bot);
        if score == Score::Won && game.visibility == Visibility::Public && !has_bot {
            more.wins.extend(win(game, seat, changes));
        }
    }
    for change in changes {
        // Games are in the order in which they were rated.
        let key = (change.user, change.pool, day_of(change.at.0), game.visibility);
        more.ratings.insert(key, (change.at, change.after));
    }
}

/// Returns the win of the player in this seat against the opponent with the highest rating.
fn win(game: &GameSummary, seat: Seat, changes: &[RatingChange]) -> Option<RatedWin> {
    let user = game.players.get(seat.index())?.id;
    let team = |seat: Seat| game.mode.team_of(seat.color());
    let opponents = Seat::first(game.players.len())
        .zip(&game.players)
        .filter(|&(other, opponent)| team(other) != team(seat) && opponent.id != user);
    let rated =
        opponents.filter_map(|(_, opponent)| changes.iter().find(|change| change.user == opponent.id));
    let best = rated.max_by(|one, other| one.before.total_cmp(&other.before))?;
    Some(RatedWin {
        user,
        opponent: best.user,
        rating: best.before,
        pool: best.pool,
        game: game.id,
        at: game.finished_at,
    })
}
