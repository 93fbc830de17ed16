//! Ratings from many games: exactly once, rebuilt from the start, and listed from an index.

use std::collections::{BTreeMap, HashMap};

use sumito_game::{Reason, Seat, SeatSet, TimeControl, Timestamp};
use sumito_kit::text::Text;
use sumito_ratings::{Pool, Rating, Speed};
use sumito_rules::Mode;
use sumito_services::history::projections::{catch_up, rebuild};
use sumito_store::{
    ClubEntry, ClubJoining, ClubLimits, ClubSettings, FinishedGame, LeaderCursor, LeaderRow, Projection,
    RatingRow, ResultCounts, Score, Store, Visibility,
};
use uuid::Uuid;

use crate::database::{ALL, BOTH, Kind};
use crate::store::{Scene, batch, created, ended, execute, game, user_id};

const POOL: Pool = Pool { mode: Mode::Two, speed: Speed::Live };
const HOUR: i64 = 3_600_000_000;

/// Rated games of the first eight users: one an hour, all pairs in turn; the player with the lower number wins most of them.
fn season(count: u64) -> Vec<FinishedGame> {
    let mut rng = fastrand::Rng::with_seed(13);
    let played = |number: u64| {
        let mut game = game(1, number as i64 * HOUR, number.into());
        game.rated = true;
        game.plies = 6;
        game.time = TimeControl::SuddenDeath { initial: std::time::Duration::from_mins(5) };
        let first = rng.u8(1..=8);
        let second = 1 + (first + rng.u8(0..7)) % 8;
        game.players[0].id = user_id(first);
        game.players[1].id = user_id(second);
        let winner = usize::from((first > second) != (rng.u8(0..4) == 0));
        game.outcome.reason = Reason::Resignation;
        game.outcome.winners =
            if rng.u8(0..9) == 0 { SeatSet::EMPTY } else { Seat::new(winner).into_iter().collect() };
        if number % 50 == 7 {
            game.outcome.reason = Reason::Aborted;
            game.outcome.winners = SeatSet::EMPTY;
            game.final_position = sumito_rules::Position::start(Mode::Two, game.layout).unwrap().to_string();
        }
        game
    };
    (1..=count).map(played).collect()
}

async fn finish(scene: &mut Scene, games: &[FinishedGame]) {
    for some in games.chunks(100) {
        scene.writer.append(&batch(some.iter().cloned().map(ended))).await.unwrap();
    }
}

async fn scene(kind: Kind) -> Scene {
    let mut scene = Scene::new(kind).await;
    scene.writer.append(&batch([created(1, None)])).await.unwrap();
    if kind != Kind::Memory {
        // Leaderboards list accounts only, without deleted ones.
        execute(&scene.database, "UPDATE users SET name_key = name").await;
    }
    scene
}

async fn ratings(store: &Store) -> Vec<RatingRow> {
    let mut all = Vec::new();
    for number in 1..=9 {
        all.extend(store.ratings_of(user_id(number)).await.unwrap());
    }
    all
}

/// Computes the expected ratings independently.
fn expected(games: &[FinishedGame]) -> Vec<RatingRow> {
    let mut all = [Rating::START; 10];
    let mut met = HashMap::new();
    for game in games.iter().filter(|game| game.outcome.reason != Reason::Aborted) {
        let places = [0, 1].map(|seat| game.players[seat].id.0.as_u128() as usize);
        let won = [0, 1].map(|seat| game.outcome.winners.contains(Seat::new(seat).unwrap()));
        let after =
            sumito_ratings::rate(Mode::Two, game.finished_at.0, &places.map(|place| all[place]), &won);
        // From the fifth game of a pair on a day (UTC) on, each game counts half as much as the one before.
        let day = game.finished_at.0 / (24 * HOUR);
        let before = met.entry((places[0].min(places[1]), places[0].max(places[1]), day)).or_insert(0);
        let weight = 0.5_f64.powi((*before - 3).max(0));
        *before += 1;
        for (place, rating) in places.into_iter().zip(after) {
            all[place] = all[place].towards(&rating, weight, game.finished_at.0);
        }
    }
    let row =
        |(number, &rating): (usize, &Rating)| RatingRow { user: user_id(number as u8), pool: POOL, rating };
    all.iter().enumerate().filter(|(_, rating)| rating.games > 0).map(row).collect()
}

#[tokio::test]
async fn each_game_counts_once_and_after_a_rebuild() {
    for kind in ALL {
        let mut scene = scene(kind).await;
        let all = season(700);
        finish(&mut scene, &all[..300]).await;
        catch_up(&scene.store, Projection::Ratings).await.unwrap();
        assert_eq!(ratings(&scene.store).await, expected(&all[..300]));
        finish(&mut scene, &all[300..]).await;
        // Two concurrent consumers together rate each game only once.
        let store = &scene.store;
        let (one, other) =
            tokio::join!(catch_up(store, Projection::Ratings), catch_up(store, Projection::Ratings));
        assert_eq!(one.unwrap() + other.unwrap(), 400);
        assert_eq!(ratings(store).await, expected(&all));
        assert_eq!(rebuild(store, Projection::Ratings).await.unwrap(), 700);
        assert_eq!(ratings(store).await, expected(&all));

        let aborted = all.iter().filter(|game| game.outcome.reason == Reason::Aborted);
        let by_first: Vec<_> = aborted
            .filter(|game| game.players[0].id == user_id(1))
            .map(|game| game.finished_at)
            .rev()
            .collect();
        // A timeout has no command: Black was to move and did not.
        assert_eq!(store.breaches(user_id(1), Timestamp(0), 64).await.unwrap(), by_first);
        scene.end().await;
    }
}

#[tokio::test]
async fn a_history_has_a_point_for_each_game() {
    for kind in BOTH {
        let mut scene = scene(kind).await;
        let all = season(60);
        finish(&mut scene, &all).await;
        catch_up(&scene.store, Projection::Ratings).await.unwrap();
        let points = scene.store.rating_history(user_id(3), POOL, Timestamp::MAX, 1_000, true).await.unwrap();
        let played = |game: &&FinishedGame| {
            game.players.iter().any(|player| player.id == user_id(3))
                && game.outcome.reason != Reason::Aborted
        };
        let games: Vec<_> = all.iter().rev().filter(played).map(|game| game.id).collect();
        assert_eq!(points.iter().map(|point| point.game).collect::<Vec<_>>(), games);
        let now = scene.store.ratings_of(user_id(3)).await.unwrap()[0].rating;
        assert_eq!((points[0].value, points[0].deviation), (now.value, now.deviation));
        let earlier = scene.store.rating_history(user_id(3), POOL, points[0].at, 1, true).await.unwrap();
        assert_eq!(earlier, points[1..2]);
        let changes = scene.store.rating_changes(points[0].game).await.unwrap();
        assert_eq!(changes.len(), 2);
        assert!(
            changes
                .iter()
                .any(|change| change.user == user_id(3)
                    && change.before.to_bits() == points[1].value.to_bits())
        );
        scene.end().await;
    }
}

#[tokio::test]
async fn a_players_page_is_read_from_indexes() {
    for kind in BOTH {
        let mut scene = scene(kind).await;
        finish(&mut scene, &season(400)).await;
        for consumer in Projection::ALL {
            catch_up(&scene.store, consumer).await.unwrap();
        }
        // Enough other users, so that an index is faster than a full scan.
        let id = if kind == Kind::Postgres { "gen_random_uuid()" } else { "randomblob(16)" };
        let others = format!(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4000)
             INSERT INTO users (id, name, guest, created_at) SELECT {id}, 'Other ' || i, TRUE, 0 FROM n"
        );
        execute(&scene.database, &others).await;
        for table in [
            "player_statistics SELECT id, TRUE, 'two', 'standard', 0, 1, 1, 0, 0, 0, 9 FROM users",
            "player_streaks SELECT id, 'two', 'won', 1, 1, 0 FROM users",
            "player_days SELECT id, 7, TRUE, 1, 1, 0, 0 FROM users",
            "player_pairs SELECT one.id, other.id, 'two', TRUE, 1, 1, 0, 0
             FROM users AS one JOIN (SELECT id FROM users ORDER BY name DESC LIMIT 3) AS other ON one.id <> other.id",
            "rating_days SELECT id, 'two', 'live', 7, TRUE, 0, 1500 FROM users",
        ] {
            let (name, rows) = table.split_once(' ').unwrap();
            // SQLite would parse ON CONFLICT as a part of the join.
            let rows = format!("INSERT INTO {name} {rows} WHERE TRUE ON CONFLICT DO NOTHING");
            execute(&scene.database, &rows).await;
        }
        execute(&scene.database, "ANALYZE").await;
        // The most frequent opponents are sums, of which there are as many as the page lists.
        let statistics =
            scene.store.explain_statistics(user_id(1), 20).await.unwrap().replace("SCAN listed", "");
        let profile = scene.store.explain_profile(user_id(1)).await.unwrap();
        let activity = scene.store.explain_activity(user_id(1), 0).await.unwrap();
        for plan in [statistics, profile, activity] {
            for bad in ["SCAN", "Seq Scan", "Bitmap"] {
                assert!(!plan.contains(bad), "{kind:?}:\n{plan}");
            }
        }
        scene.end().await;
    }
}

#[tokio::test]
async fn leaderboard_of_a_club_lists_its_established_members() {
    for kind in BOTH {
        let mut scene = scene(kind).await;
        let all = season(400);
        finish(&mut scene, &all).await;
        catch_up(&scene.store, Projection::Ratings).await.unwrap();
        execute(&scene.database, "ANALYZE").await;
        let now = all.last().unwrap().finished_at;
        let best = scene.store.leaders(POOL, None, now, None, 5).await.unwrap();
        let club = Uuid::from_u128(1);
        let settings = ClubSettings {
            name: "Marbles".to_owned(),
            name_key: "marbles".to_owned(),
            description: Text::default(),
            joining: ClubJoining::Open,
        };
        let limits = ClubLimits {
            owned: 1,
            memberships: 1,
            members: 10,
            requests: 0,
            requests_per_user: 0,
            links: 0,
            bans: 0,
            announcements: 0,
            announcements_per_day: 0,
        };
        let users: Vec<_> = best.iter().map(|leader| leader.row.user).collect();
        scene.store.add_club(club, &settings, users[3], now, &limits).await.unwrap().unwrap();
        for user in [users[0], users[4]] {
            let entry = ClubEntry { code: None, words: Text::default(), at: now };
            scene.store.join_club(club, user, &entry, &limits).await.unwrap().unwrap();
        }
        let first = scene.store.leaders(POOL, Some(club), now, None, 2).await.unwrap();
        assert_eq!(first, [best[0].clone(), best[3].clone()]);
        let after = Some(LeaderCursor { value: first[1].row.rating.value, user: first[1].row.user });
        assert_eq!(scene.store.leaders(POOL, Some(club), now, after, 2).await.unwrap(), [best[4].clone()]);
        let later = Timestamp(now.0 + 10 * 365 * 24 * HOUR);
        assert_eq!(scene.store.leaders(POOL, Some(club), later, None, 3).await.unwrap(), []);
        let plan = scene.store.explain_leaders(POOL, Some(club), now, None, 2).await.unwrap();
        assert!(!plan.contains("SCAN"), "{kind:?}:\n{plan}");
        scene.end().await;
    }
}

#[tokio::test]
async fn leaderboard_pages_list_all_established_players() {
    for kind in BOTH {
        let mut scene = scene(kind).await;
        let all = season(400);
        finish(&mut scene, &all).await;
        catch_up(&scene.store, Projection::Ratings).await.unwrap();
        execute(&scene.database, "ANALYZE").await;
        let now = all.last().unwrap().finished_at;
        let mut best = expected(&all);
        best.retain(|row| !row.rating.is_provisional(Mode::Two, now.0));
        best.sort_by(|one, other| other.rating.value.total_cmp(&one.rating.value));
        assert!(best.len() > 5, "{}", best.len());
        let (mut listed, mut after): (Vec<LeaderRow>, _) = (Vec::new(), None);
        loop {
            let page = scene.store.leaders(POOL, None, now, after, 3).await.unwrap();
            let plan = scene.store.explain_leaders(POOL, None, now, after, 3).await.unwrap();
            for bad in ["SCAN", "TEMP B-TREE", "Sort", "Bitmap"] {
                assert!(!plan.contains(bad), "{kind:?}:\n{plan}");
            }
            let Some(last) = page.last() else { break };
            after = Some(LeaderCursor { value: last.row.rating.value, user: last.row.user });
            listed.extend(page);
        }
        assert_eq!(listed.iter().map(|leader| leader.row).collect::<Vec<_>>(), best);
        assert_eq!(listed[0].name, format!("User {}", listed[0].row.user.0.as_u128()));
        // Ten years later every rating is too uncertain for the list.
        let later = Timestamp(now.0 + 10 * 365 * 24 * HOUR);
        assert_eq!(scene.store.leaders(POOL, None, later, None, 3).await.unwrap(), []);
        let other = Pool { speed: Speed::Correspondence, ..POOL };
        assert_eq!(scene.store.leaders(other, None, now, None, 3).await.unwrap(), []);
        scene.end().await;
    }
}

#[tokio::test]
async fn players_are_counted_by_rating_in_an_index() {
    for kind in BOTH {
        let mut scene = scene(kind).await;
        let all = season(400);
        finish(&mut scene, &all).await;
        catch_up(&scene.store, Projection::Ratings).await.unwrap();
        let now = all.last().unwrap().finished_at;
        let mut steps = BTreeMap::new();
        for row in expected(&all) {
            if !row.rating.is_provisional(Mode::Two, now.0) {
                *steps.entry(Rating::shown(row.rating.value) as u32 / 10).or_insert(0) += 1;
            }
        }
        let counts = scene.store.rating_counts(POOL, now, 10).await.unwrap();
        assert_eq!(counts, steps.into_iter().collect::<Vec<_>>());
        // With so few rows PostgreSQL prefers a full scan; the index serves this condition.
        if kind == Kind::Sqlite {
            execute(&scene.database, "ANALYZE").await;
            let plan = scene.store.explain_rating_counts(POOL, now, 10).await.unwrap();
            assert!(plan.contains("COVERING INDEX ratings_by_value"), "{plan}");
        }
        let later = Timestamp(now.0 + 10 * 365 * 24 * HOUR);
        assert_eq!(scene.store.rating_counts(POOL, later, 10).await.unwrap(), []);
        let other = Pool { speed: Speed::Correspondence, ..POOL };
        assert_eq!(scene.store.rating_counts(other, now, 10).await.unwrap(), []);
        scene.end().await;
    }
}

/// Compares a player's activity with games that are counted independently.
async fn check_activity(store: &Store, player: u8, games: &[FinishedGame], with_private: bool) {
    let user = user_id(player);
    let (mut days, mut wins) = (BTreeMap::new(), HashMap::new());
    for game in games.iter().filter(|game| game.outcome.reason != Reason::Aborted) {
        let Some(seat) = game.players.iter().position(|player| player.id == user) else { continue };
        let is_public = game.visibility == Visibility::Public;
        if is_public || with_private {
            let tally: &mut ResultCounts = days.entry(game.finished_at.0 / (24 * HOUR)).or_default();
            tally.count(Score::of(&game.outcome, Seat::new(seat).unwrap()));
        }
        if is_public && game.outcome.winners.contains(Seat::new(seat).unwrap()) {
            let opponent = game.players[1 - seat].id;
            let changes = store.rating_changes(game.id).await.unwrap();
            let rating = changes.iter().find(|change| change.user == opponent).unwrap().before;
            let best: &mut f64 = wins.entry(opponent).or_insert(0.0);
            *best = best.max(rating);
        }
    }
    let mut pairs: HashMap<_, ResultCounts> = HashMap::new();
    let finished = games.iter().filter(|game| game.outcome.reason != Reason::Aborted);
    for game in finished.filter(|game| with_private || game.visibility == Visibility::Public) {
        let Some(seat) = game.players.iter().position(|player| player.id == user) else { continue };
        let score = Score::of(&game.outcome, Seat::new(seat).unwrap());
        pairs.entry(game.players[1 - seat].id).or_default().count(score);
    }
    for (opponent, counts) in pairs {
        let counted = store.pair_counts(user, opponent, with_private).await.unwrap();
        assert_eq!(counted, [(Mode::Two, counts)]);
    }
    let counted = store.active_days(user, 0, with_private).await.unwrap();
    assert_eq!(
        counted.iter().map(|day| (day.day, day.tally)).collect::<Vec<_>>(),
        days.into_iter().collect::<Vec<_>>()
    );
    let mut wins: Vec<_> = wins.into_iter().collect();
    wins.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    let best = store.best_wins(user).await.unwrap();
    assert_eq!(best.iter().map(|best| (best.opponent.id, best.win.rating)).collect::<Vec<_>>(), wins);

    let mut history = store.rating_history(user, POOL, Timestamp::MAX, 1_000, with_private).await.unwrap();
    history.reverse();
    let last_of_day: BTreeMap<_, _> =
        history.iter().map(|point| (point.at.0 / (24 * HOUR), (point.at, point.value))).collect();
    let rated = store.rating_days(user, 0, with_private).await.unwrap();
    assert_eq!(
        rated.iter().map(|day| (day.at, day.value)).collect::<Vec<_>>(),
        last_of_day.into_values().collect::<Vec<_>>()
    );
}

#[tokio::test]
async fn activity_is_counted_by_day_and_after_a_rebuild() {
    for kind in BOTH {
        let mut scene = scene(kind).await;
        let mut all = season(600);
        for game in all.iter_mut().step_by(5) {
            game.visibility = Visibility::Private;
        }
        finish(&mut scene, &all).await;
        let store = &scene.store;
        // Games wait for their ratings.
        assert_eq!(catch_up(store, Projection::Activity).await.unwrap(), 0);
        catch_up(store, Projection::Ratings).await.unwrap();
        let (one, other) =
            tokio::join!(catch_up(store, Projection::Activity), catch_up(store, Projection::Activity));
        assert_eq!(one.unwrap() + other.unwrap(), 600);
        for rebuilt in [false, true] {
            if rebuilt {
                assert_eq!(rebuild(store, Projection::Activity).await.unwrap(), 600);
            }
            for player in 1..=8 {
                check_activity(store, player, &all, true).await;
                check_activity(store, player, &all, false).await;
            }
        }
        let last = all.last().unwrap().finished_at.0 / (24 * HOUR);
        assert_eq!(store.active_days(user_id(1), last - 3, true).await.unwrap().len(), 4);
        scene.end().await;
    }
}
