//! Lists of finished games.

use sumito_game::{GameId, Reason, Seat, SeatSet, StartPosition, Timestamp, UserId};
use sumito_rules::{Layout, Mode, Position};
use sumito_store::{FinishedGame, GameCursor, GameFilter, Visibility, WinnerFilter};
use uuid::Uuid;

use super::{Scene, batch, created, ended, execute, game, on_all, player, user_id};
use crate::database::Kind;

/// Some hundred games that differ in every property that a filter can use.
fn different_games(count: u128) -> Vec<FinishedGame> {
    let mut rng = fastrand::Rng::with_seed(7);
    let games = (1..=count).map(|id| {
        let mode =
            rng.choice([Mode::Two, Mode::Two, Mode::Three, Mode::Four, Mode::FourConsecutive]).unwrap();
        let layouts = [Layout::Standard, Layout::BelgianDaisy, Layout::ThreeStandard, Layout::FourStandard];
        let layouts: Vec<_> = layouts.into_iter().filter(|layout| layout.fits(mode)).collect();
        let mut users: Vec<_> = (1..=6).collect();
        rng.shuffle(&mut users);
        users.truncate(mode.seats());
        let mut played = game(1, 1_000 + rng.i64(..200), id);
        played.visibility = if rng.u8(..4) == 0 { Visibility::Private } else { Visibility::Public };
        (played.mode, played.layout) = (mode, rng.choice(layouts).unwrap());
        played.players = users.into_iter().map(player).collect();
        played.rated = rng.bool();
        // Every fourth game does not start from its layout.
        played.start_position = (rng.u8(..4) == 0).then(|| {
            let start = Position::start(mode, played.layout).unwrap();
            StartPosition::new(start.pass_turn()).unwrap()
        });
        played.outcome.reason =
            rng.choice([Reason::Ejections, Reason::Time, Reason::Aborted, Reason::Stuck]).unwrap();
        played.outcome.winners = winners(mode, rng.usize(..5));
        played.plies = rng.u32(..300);
        played
    });
    games.collect()
}

/// Returns the seats of the team of `seat`; none if there is no such seat.
fn winners(mode: Mode, seat: usize) -> SeatSet {
    let seats: Vec<_> = Seat::first(mode.seats()).collect();
    let Some(winner) = seats.get(seat) else { return SeatSet::EMPTY };
    let team = mode.team_of(winner.color());
    seats.into_iter().filter(|seat| mode.team_of(seat.color()) == team).collect()
}

/// Every combination of filters, in a few variants.
fn all_filters() -> impl Iterator<Item = GameFilter> {
    let mut rng = fastrand::Rng::with_seed(8);
    let cursor = GameCursor { finished_at: Timestamp(1_150), id: GameId(Uuid::from_u128(90)) };
    (0..2_048_u32).flat_map(move |number| {
        let given = move |bit: u32| number & (1 << bit) != 0;
        let mode = rng.choice(Mode::ALL);
        let layout = rng.choice([Layout::Standard, Layout::FourStandard, Layout::ThreeStandard]);
        let filter = GameFilter {
            mode: mode.filter(|_| given(0)),
            layout: layout.filter(|_| given(1)),
            reason: rng.choice([Reason::Ejections, Reason::Aborted, Reason::Stuck]).filter(|_| given(2)),
            rated: given(3).then(|| rng.bool()),
            tournament: None,
            since: given(4).then_some(Timestamp(1_040)),
            until: given(5).then_some(Timestamp(1_160)),
            after: given(6).then_some(cursor),
            player: given(7).then(|| user_id(rng.u8(1..=6))),
            opponent: given(8).then(|| user_id(rng.u8(1..=6))),
            won: rng
                .choice([
                    WinnerFilter::NoWinner,
                    WinnerFilter::Player,
                    WinnerFilter::Opponents,
                    WinnerFilter::Seat(Seat::new(0).unwrap()),
                    WinnerFilter::Seat(Seat::new(2).unwrap()),
                ])
                .filter(|_| given(9)),
            plies_min: given(10).then(|| rng.u32(..200)),
            plies_max: (given(10) && rng.bool()).then(|| rng.u32(150..)),
            viewer: None,
            limit: 20,
        };
        [None, filter.player, filter.opponent, Some(user_id(9))].map(|viewer| GameFilter { viewer, ..filter })
    })
}

/// Computes the expected list by looking at every game.
fn looked_for(games: &[FinishedGame], filter: &GameFilter) -> Vec<GameId> {
    let asks_for_own = filter.viewer.is_some() && [filter.player, filter.opponent].contains(&filter.viewer);
    let is_wanted = |game: &&FinishedGame| {
        let played = |user: UserId| game.players.iter().any(|player| player.id == user);
        (game.visibility == Visibility::Public || asks_for_own)
            && filter
                .reason
                .map_or(game.outcome.reason != Reason::Aborted, |reason| game.outcome.reason == reason)
            && filter.player.is_none_or(played)
            && filter.opponent.is_none_or(played)
            && (filter.player.is_none() || filter.player != filter.opponent)
            && filter.mode.is_none_or(|mode| game.mode == mode)
            && filter.layout.is_none_or(|layout| game.start().layout() == Some(layout))
            && filter.rated.is_none_or(|rated| game.rated == rated)
            && filter.won.is_none_or(|won| is_won(game, won, filter.player))
            && filter.plies_min.is_none_or(|plies| game.plies >= plies)
            && filter.plies_max.is_none_or(|plies| game.plies <= plies)
            && filter.since.is_none_or(|since| game.finished_at >= since)
            && filter.until.is_none_or(|until| game.finished_at < until)
            && filter.after.is_none_or(|after| (game.finished_at, game.id) < (after.finished_at, after.id))
    };
    let mut wanted: Vec<_> = games.iter().filter(is_wanted).map(|game| (game.finished_at, game.id)).collect();
    wanted.sort_unstable_by(|one, other| other.cmp(one));
    wanted.into_iter().map(|(_, id)| id).take(filter.limit as usize).collect()
}

fn is_won(game: &FinishedGame, won: WinnerFilter, player: Option<UserId>) -> bool {
    let winners = game.outcome.winners;
    let own = || Seat::new(game.players.iter().position(|each| Some(each.id) == player)?);
    match won {
        WinnerFilter::NoWinner => winners.is_empty(),
        WinnerFilter::Seat(seat) => winners.contains(seat),
        WinnerFilter::Player => own().is_some_and(|seat| winners.contains(seat)),
        WinnerFilter::Opponents => own().is_some_and(|seat| !winners.is_empty() && !winners.contains(seat)),
    }
}

#[tokio::test]
async fn game_list_matches_filter_and_hides_private_games() {
    on_all(async |Scene { store, writer, kind, .. }| {
        writer.append(&batch([created(1, None)])).await.unwrap();
        let games = different_games(400);
        for some in games.chunks(90) {
            writer.append(&batch(some.iter().cloned().map(ended))).await.unwrap();
        }
        for filter in all_filters() {
            let listed = store.games(&filter).await.unwrap();
            let ids: Vec<_> = listed.iter().map(|game| game.id).collect();
            assert_eq!(ids, looked_for(&games, &filter), "{kind:?} {filter:?}");
        }
    })
    .await;
}

#[tokio::test]
async fn every_list_is_answered_from_an_index() {
    for kind in [Kind::Sqlite, Kind::Postgres] {
        let mut scene = Scene::new(kind).await;
        scene.writer.append(&batch([created(1, None)])).await.unwrap();
        let games = different_games(5_000);
        for some in games.chunks(500) {
            scene.writer.append(&batch(some.iter().cloned().map(ended))).await.unwrap();
        }
        execute(&scene.database, "ANALYZE").await;
        for filter in all_filters() {
            let plan = scene.store.explain_games(&filter).await.unwrap();
            if plan.is_empty() {
                assert_eq!(looked_for(&games, &filter), [], "{filter:?}");
            }
            // A merge of several indexes may sort, if it is no more than a few pages.
            let is_merged = filter.player.is_none()
                && filter.opponent.is_none()
                && (filter.won.is_some() || filter.plies_min.is_some());
            let bad = ["SCAN g", "SCAN listed USING", "Seq Scan", "Bitmap", "Materialize"];
            let also_bad = ["SCAN", "TEMP B-TREE", "Sort", "Hash"];
            for bad in bad.iter().chain(also_bad.iter().filter(|_| !is_merged)) {
                assert!(!plan.contains(bad), "{kind:?} {filter:?}: {bad}\n{plan}");
            }
        }
        scene.end().await;
    }
}
