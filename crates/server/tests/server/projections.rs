//! The feed of finished games and its consumers: each game counts exactly once.

mod killed;

use std::time::Duration;

use sqlx::{Connection, PgConnection};
use sumito_cluster::{Duties, Node, Wakeup};
use sumito_config::{Config, Overrides};
use sumito_game::{Reason, Seat, SeatSet};
use sumito_kit::tasks::Tasks;
use sumito_kit::time_source::TimeSource;
use sumito_rooms::event_log::EventLog;
use sumito_rules::{Layout, Mode};
use sumito_services::history::projections::{catch_up, rebuild, start};
use sumito_store::{
    FinishedGame, GameKey, GameTotals, PlayerCounts, Projection, ProjectionUpdate, ResultCounts,
    StatisticsDelta, Store, Visibility, Writer,
};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::database::{ALL, Kind};
use crate::store::{Scene, batch, created, ended, game, settings, user_id};

const COUNTS: Projection = Projection::Statistics;

/// Games of the first two users: the first user has won the games with an even number.
fn games(numbers: impl IntoIterator<Item = u64>) -> Vec<FinishedGame> {
    let seat = |number: u64| Seat::new(number as usize % 2).into_iter().collect::<SeatSet>();
    let played = |number: u64| {
        let mut game = game(1, 1_000 + number as i64, number.into());
        game.outcome.winners = seat(number);
        game
    };
    numbers.into_iter().map(played).collect()
}

async fn finish(writer: &mut Writer, games: &[FinishedGame]) {
    for some in games.chunks(100) {
        writer.append(&batch(some.iter().cloned().map(ended))).await.unwrap();
    }
}

fn counts(games: u64, won: u64, drawn: u64, lost: u64) -> Vec<PlayerCounts> {
    vec![PlayerCounts { mode: Mode::Two, games, won, drawn, lost }]
}

async fn counts_of_first(store: &Store) -> Vec<PlayerCounts> {
    store.player_counts(user_id(1), false).await.unwrap()
}

/// Makes a store with a room for games.
async fn scene(kind: Kind) -> Scene {
    let mut scene = Scene::new(kind).await;
    scene.writer.append(&batch([created(1, None)])).await.unwrap();
    scene
}

#[tokio::test]
async fn each_game_counts_once_and_again_from_the_start() {
    for kind in ALL {
        let mut scene = scene(kind).await;
        let mut all = games(0..600);
        for (game, winners) in all.iter_mut().zip(["none", "aborted", "by time"]) {
            if winners != "by time" {
                game.outcome.winners = SeatSet::EMPTY;
            }
            match winners {
                "none" => game.outcome.reason = Reason::Agreement,
                "aborted" => game.outcome.reason = Reason::Aborted,
                _ => game.outcome.reason = Reason::Time,
            }
        }
        finish(&mut scene.writer, &all[..500]).await;
        assert_eq!(catch_up(&scene.store, COUNTS).await.unwrap(), 500);
        assert_eq!(catch_up(&scene.store, COUNTS).await.unwrap(), 0);
        assert_eq!(counts_of_first(&scene.store).await, counts(499, 249, 1, 249));
        finish(&mut scene.writer, &all[500..]).await;
        assert_eq!(catch_up(&scene.store, COUNTS).await.unwrap(), 100);
        assert_eq!(counts_of_first(&scene.store).await, counts(599, 299, 1, 299));
        assert_eq!(rebuild(&scene.store, COUNTS).await.unwrap(), 600);
        assert_eq!(counts_of_first(&scene.store).await, counts(599, 299, 1, 299));
        assert_eq!(scene.store.player_counts(user_id(3), true).await.unwrap(), []);
        scene.end().await;
    }
}

#[tokio::test]
async fn counts_are_kept_by_mode_for_all_players() {
    for kind in ALL {
        let mut scene = scene(kind).await;
        let mut four = games([1]).remove(0);
        let player = four.players[0].clone();
        four.mode = Mode::FourConsecutive;
        four.layout = Layout::FourStandard;
        four.players =
            [4, 3, 2, 1].map(|number| sumito_game::Player { id: user_id(number), ..player.clone() }).into();
        four.outcome.winners = [0, 2].into_iter().filter_map(Seat::new).collect();
        finish(&mut scene.writer, &[four]).await;
        finish(&mut scene.writer, &games([2])).await;
        catch_up(&scene.store, COUNTS).await.unwrap();
        let lost = PlayerCounts { mode: Mode::FourConsecutive, games: 1, won: 0, drawn: 0, lost: 1 };
        assert_eq!(counts_of_first(&scene.store).await, [vec![lost], counts(1, 1, 0, 0)].concat());
        let won = PlayerCounts { won: 1, lost: 0, ..lost };
        assert_eq!(scene.store.player_counts(user_id(4), false).await.unwrap(), [won]);
        scene.end().await;
    }
}

#[tokio::test]
async fn concurrent_consumers_count_no_game_twice() {
    for kind in ALL {
        let mut scene = scene(kind).await;
        finish(&mut scene.writer, &games(0..1_000)).await;
        let (one, other) = tokio::join!(catch_up(&scene.store, COUNTS), catch_up(&scene.store, COUNTS));
        assert_eq!(one.unwrap() + other.unwrap(), 1_000);
        assert_eq!(counts_of_first(&scene.store).await, counts(1_000, 500, 0, 500));
        // A consumer with an outdated position.
        let key = GameKey { mode: Mode::Two, layout: Layout::Standard, seat: Seat::new(0).unwrap() };
        let won = GameTotals {
            tally: ResultCounts { games: 1, won: 1, ..ResultCounts::default() },
            ..GameTotals::default()
        };
        let mut late = StatisticsDelta::default();
        late.played.insert((user_id(1), Visibility::Public, key), won);
        let late = ProjectionUpdate::Statistics(late);
        assert!(!scene.store.consume(999, 1_000, &late).await.unwrap());
        assert!(!scene.store.consume(0, 1, &late).await.unwrap());
        assert_eq!(counts_of_first(&scene.store).await, counts(1_000, 500, 0, 500));
        scene.end().await;
    }
}

#[tokio::test]
async fn interrupted_consumer_resumes_at_its_position() {
    for kind in ALL {
        let mut scene = scene(kind).await;
        finish(&mut scene.writer, &games(0..2_000)).await;
        // The timeout grows until the consumer reaches the end.
        let mut limit = Duration::ZERO;
        while timeout(limit, catch_up(&scene.store, COUNTS)).await.is_err() {
            limit += Duration::from_micros(1_700);
        }
        assert_eq!(catch_up(&scene.store, COUNTS).await.unwrap(), 0);
        assert_eq!(counts_of_first(&scene.store).await, counts(2_000, 1_000, 0, 1_000));
        // The same during a rebuild. A cancelled write may still be committed a moment later.
        let mut limit = Duration::ZERO;
        while timeout(limit, rebuild(&scene.store, COUNTS)).await.is_err() {
            limit += Duration::from_millis(9);
        }
        while counts_of_first(&scene.store).await != counts(2_000, 1_000, 0, 1_000) {
            catch_up(&scene.store, COUNTS).await.unwrap();
            let counted = counts_of_first(&scene.store).await;
            assert!(counted.iter().all(|counts| counts.games <= 2_000), "{counted:?}");
        }
        scene.end().await;
    }
}

/// One transaction has taken the next position and has not committed yet. A later transaction has to wait, and no reader receives a later
/// position first.
#[tokio::test]
async fn a_transaction_that_commits_late_is_not_skipped() {
    let mut scene = scene(Kind::Postgres).await;
    finish(&mut scene.writer, &games([0])).await;
    let mut late = PgConnection::connect(scene.database.url()).await.unwrap();
    let take = "BEGIN;
                UPDATE feed_end SET position = position + 1;
                INSERT INTO games SELECT '00000000-0000-0000-0000-000000009999', room_id, visibility, mode, layout, clock, rated,
                    started_at, finished_at, reason, winners, score, plies, final_position, last_seq, last_hash FROM games;
                INSERT INTO game_players SELECT '00000000-0000-0000-0000-000000009999', seat, user_id, finished_at,
                    public, facet FROM game_players;
                INSERT INTO finished_feed SELECT position, '00000000-0000-0000-0000-000000009999' FROM feed_end";
    sqlx::raw_sql(take).execute(&mut late).await.unwrap();

    let Scene { store, writer, database, .. } = &mut scene;
    let last = games([1]);
    let mut finishing = Box::pin(finish(writer, &last));
    let pending = timeout(Duration::from_millis(300), &mut finishing).await;
    assert!(pending.is_err(), "the later one has to wait");
    assert_eq!(catch_up(store, COUNTS).await.unwrap(), 1);
    sqlx::raw_sql("COMMIT").execute(&mut late).await.unwrap();
    finishing.await;
    assert_eq!(catch_up(store, COUNTS).await.unwrap(), 2);
    assert_eq!(counts_of_first(store).await, counts(3, 2, 0, 1));
    let feed = store.feed_after(0, 9).await.unwrap();
    let order: Vec<_> = feed.iter().map(|entry| (entry.position, entry.game.id.0.as_u128())).collect();
    assert_eq!(order, [(1, 0), (2, 0x9999), (3, 1)], "{}", database.url());
    late.close().await.unwrap();
    scene.end().await;
}

#[tokio::test]
async fn consumers_process_missed_and_new_games() {
    for kind in [Kind::Sqlite, Kind::Postgres] {
        let Scene { database, store, mut writer, .. } = scene(kind).await;
        finish(&mut writer, &games(0..10)).await;
        writer.close().await;
        store.close().await;

        let store = Store::connect(database.url(), &settings()).await.unwrap();
        let config = Config::load(None, &Overrides::default()).unwrap().event_log;
        let (event_log, task) =
            EventLog::start(store.clone(), &config, TimeSource::from_system()).await.unwrap();
        let stopping = CancellationToken::new();
        let duties = Duties::new(Node::alone(), stopping.clone());
        let tasks = Tasks::new(stopping.clone());
        start(&store, &event_log.games_finished(), &Wakeup::default(), &duties, &tasks);
        let counted = async |count: u64| {
            while counts_of_first(&store).await.first().is_none_or(|counts| counts.games < count) {
                tokio::task::yield_now().await;
            }
        };
        counted(10).await;
        for game in games(10..20) {
            event_log.append(ended(game)).await.unwrap();
        }
        counted(20).await;
        assert_eq!(counts_of_first(&store).await, counts(20, 10, 0, 10));
        stopping.cancel();
        drop(event_log);
        task.await.unwrap();
        store.close().await;
    }
}
