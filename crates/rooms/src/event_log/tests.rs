//! Tests of the event log with a simulated store, in the runtime's own time.

use std::time::Duration;

use futures_util::FutureExt;
use sumito_game::{RoomId, Status, Timestamp, UserId};
use tokio::task::JoinHandle;
use tokio::time::{Instant, advance, sleep};
use uuid::Uuid;

use super::{EventLog, StorageState};
use sumito_config::{self as config, Config, Overrides};
use sumito_kit::time_source::TimeSource;
use sumito_store::simulated::{Condition, Faults, Queries};
use sumito_store::{EventHash, NewRoom, Outage, RoomChange, RoomRow, StoreError, StoredEvent, Visibility};

const BEGINNING: Timestamp = Timestamp(1_763_680_000_000_000);

/// Duration of one operation of the simulated store.
const MOMENT: Duration = Duration::from_millis(20);

struct Scene {
    faults: Faults,
    queries: Queries,
    event_log: EventLog,
    task: JoinHandle<()>,
    time: TimeSource,
}

impl Scene {
    async fn new() -> Self {
        let faults = Faults::new(fastrand::Rng::with_seed(1));
        Self::with(Queries::new(faults.clone()), faults, BEGINNING, &config()).await
    }

    async fn with(queries: Queries, faults: Faults, now: Timestamp, config: &config::EventLog) -> Self {
        let time = TimeSource::starting_at(now);
        let (event_log, task) = EventLog::start(queries.store(), config, time).await.unwrap();
        Self { faults, queries, event_log, task, time }
    }

    fn append(&self, change: RoomChange) -> JoinHandle<Result<(), StoreError>> {
        let event_log = self.event_log.clone();
        tokio::spawn(async move {
            event_log
                .append(change)
                .await
                .map_err(|error| std::sync::Arc::into_inner(error).unwrap_or_else(super::down))
        })
    }

    fn state(&self) -> StorageState {
        self.event_log.outages().state()
    }

    async fn is_up_again(&self) -> Timestamp {
        let mut watch = self.event_log.outages().watch();
        while self.state() != StorageState::Up {
            watch.changed().await;
        }
        self.time.now()
    }
}

fn config() -> config::EventLog {
    Config::load(None, &Overrides::default()).unwrap().event_log
}

fn room(number: u8) -> RoomId {
    RoomId::from_random([number; 8])
}

fn event(seq: u64) -> StoredEvent {
    StoredEvent { seq, at: BEGINNING, payload: String::new(), hash: EventHash([0; 32]) }
}

fn created(number: u8) -> RoomChange {
    let row = RoomRow {
        id: room(number),
        lobby: "main".to_owned(),
        visibility: Visibility::Public,
        created_at: BEGINNING,
    };
    RoomChange {
        new: Some(NewRoom {
            row,
            created_by: UserId(Uuid::nil()),
            command_id: None,
            by_correspondence: false,
            open_max: None,
            tournament: None,
            seeks: Vec::new(),
            mandate: None,
        }),
        events: vec![event(1)],
        status: Some(Status::Waiting),
        ..RoomChange::of(room(number))
    }
}

fn appended(number: u8, seq: u64) -> RoomChange {
    RoomChange { events: vec![event(seq)], ..RoomChange::of(room(number)) }
}

fn is_unavailable(outcome: &Result<(), StoreError>) -> bool {
    matches!(outcome, Err(StoreError::Unavailable(_)))
}

#[tokio::test(start_paused = true)]
async fn hanging_store_is_an_outage_after_a_second() {
    let scene = Scene::new().await;
    scene.append(created(1)).await.unwrap().unwrap();
    scene.append(created(2)).await.unwrap().unwrap();
    scene.faults.set(Condition::Hanging);
    let (began, handed_in) = (Instant::now(), scene.time.now());
    let first = scene.append(appended(1, 2));
    sleep(Duration::from_millis(700)).await;
    let second = scene.append(appended(2, 2));
    assert_eq!(scene.state(), StorageState::Up);
    assert!(is_unavailable(&first.await.unwrap()) && is_unavailable(&second.await.unwrap()));
    assert!(began.elapsed() < Duration::from_secs(1) + MOMENT, "{:?}", began.elapsed());
    assert_eq!(scene.state(), StorageState::Down { since: handed_in });

    // From now on no call waits.
    let began = Instant::now();
    for seq in 2..50 {
        assert!(is_unavailable(&scene.append(appended(1, seq)).await.unwrap()));
    }
    assert_eq!(began.elapsed(), Duration::ZERO);
    sleep(Duration::from_secs(20)).await;
    assert_eq!(scene.event_log.outages().since(BEGINNING), []);

    scene.faults.set(Condition::Healthy);
    let ended = scene.is_up_again().await;
    let outage = Outage { began: handed_in, ended };
    assert_eq!(scene.event_log.outages().since(BEGINNING), [outage]);
    assert!(ended.since(handed_in) < Duration::from_secs(23), "tried often enough: {outage:?}");
    scene.append(appended(2, 2)).await.unwrap().unwrap();

    // The store has all changes, too, though storing them took time.
    sleep(MOMENT).await;
    let next = Scene::with(scene.queries.clone(), scene.faults.clone(), scene.time.now(), &config()).await;
    assert_eq!(next.event_log.outages().since(BEGINNING)[0], outage);
}

#[tokio::test(start_paused = true)]
async fn hanging_write_is_settled_when_store_is_up() {
    let mut stored = 0;
    for seed in 0..20 {
        let faults = Faults::new(fastrand::Rng::with_seed(seed));
        let scene = Scene::with(Queries::new(faults.clone()), faults, BEGINNING, &config()).await;
        scene.append(created(1)).await.unwrap().unwrap();
        scene.faults.set(Condition::Hanging);
        assert!(is_unavailable(&scene.append(appended(1, 2)).await.unwrap()));
        scene.faults.set(Condition::Healthy);
        scene.is_up_again().await;
        let count = scene.queries.peek(room(1)).await.len() as u64;
        scene.append(appended(1, count + 1)).await.unwrap().unwrap();
        stored += count - 1;
    }
    assert!((1..20).contains(&stored), "{stored} of 20");
}

#[tokio::test(start_paused = true)]
async fn slow_store_is_no_outage() {
    let scene = Scene::new().await;
    scene.faults.set(Condition::Stalled);
    scene.append(created(1)).await.unwrap().unwrap();
    for seq in 2..20 {
        scene.append(appended(1, seq)).await.unwrap().unwrap();
    }
    assert_eq!((scene.state(), scene.event_log.outages().count()), (StorageState::Up, 0));
}

#[tokio::test(start_paused = true)]
async fn bad_command_does_not_affect_the_others() {
    let scene = Scene::new().await;
    for number in 1..=9 {
        scene.append(created(number)).await.unwrap().unwrap();
    }
    let all: Vec<_> = (1..=9)
        .map(|number| scene.append(appended(number, if number == 4 || number == 9 { 1 } else { 2 })))
        .collect();
    for (number, outcome) in (1..=9).zip(all) {
        let outcome = outcome.await.unwrap();
        let expected = if number == 4 || number == 9 {
            matches!(outcome, Err(StoreError::Conflict(_)))
        } else {
            outcome.is_ok()
        };
        assert!(expected, "{number}: {outcome:?}");
    }
    assert_eq!(scene.event_log.outages().count(), 0);
}

#[tokio::test(start_paused = true)]
async fn downtime_is_an_outage() {
    let scene = Scene::new().await;
    assert_eq!(scene.event_log.outages().since(Timestamp(0)), [], "there was none before the first");
    // The server dies some time after its last heartbeat.
    sleep(Duration::from_secs(25)).await;
    scene.task.abort();
    let last = BEGINNING + Duration::from_secs(20);
    let now = scene.time.now() + Duration::from_secs(100);
    let next = Scene::with(scene.queries, scene.faults, now, &config()).await;
    let [outage] = next.event_log.outages().since(Timestamp(0))[..] else { panic!("one outage") };
    assert!(outage.began.since(last) < MOMENT && last.since(outage.began) < MOMENT, "{outage:?}");
    assert!(outage.ended >= now && outage.ended.since(now) < MOMENT, "{outage:?}");
    assert_eq!(next.state(), StorageState::Up);
}

#[tokio::test(start_paused = true)]
async fn downtime_lasts_until_the_event_log_is_opened() {
    let scene = Scene::new().await;
    sleep(Duration::from_secs(25)).await;
    scene.task.abort();
    let now = scene.time.now() + Duration::from_secs(100);
    let time = TimeSource::starting_at(now);
    let (event_log, _task, opening) =
        EventLog::start_closed(scene.queries.store(), &config(), time).await.unwrap();
    // The server is not listening yet.
    sleep(Duration::from_secs(40)).await;
    assert!(matches!(event_log.outages().state(), StorageState::Down { .. }));
    opening.open().await;
    let opened = now + Duration::from_secs(40);
    let [outage] = event_log.outages().since(Timestamp(0))[..] else { panic!("one outage") };
    assert!(outage.ended >= opened && outage.ended.since(opened) < MOMENT, "{outage:?}");
    assert_eq!(event_log.outages().state(), StorageState::Up);
}

#[tokio::test(start_paused = true)]
async fn planned_stop_stores_time_of_stop() {
    let scene = Scene::new().await;
    sleep(Duration::from_secs(15)).await;
    let (now, store) = (scene.time.now(), scene.queries.store());
    drop(scene.event_log);
    scene.task.await.unwrap();
    assert_eq!(store.last_heartbeat().await.unwrap(), Some(now));
}

#[tokio::test(start_paused = true)]
async fn server_starts_while_store_is_down() {
    let scene = Scene::new().await;
    scene.append(created(1)).await.unwrap().unwrap();
    scene.task.abort();
    let stopped = scene.queries.store().last_heartbeat().await.unwrap().unwrap();
    scene.faults.set(Condition::LosesReplies);
    let next = Scene::with(scene.queries, scene.faults, BEGINNING + Duration::from_mins(1), &config()).await;
    assert_eq!(next.state(), StorageState::Down { since: stopped });
    assert!(is_unavailable(&next.append(appended(1, 2)).await.unwrap()));
    next.faults.set(Condition::Healthy);
    next.is_up_again().await;
    assert_eq!(next.event_log.outages().since(BEGINNING).first().map(|outage| outage.began), Some(stopped));
    next.append(appended(1, 2)).await.unwrap().unwrap();
}

#[tokio::test(start_paused = true)]
async fn idle_server_detects_outage() {
    let scene = Scene::new().await;
    scene.faults.set(Condition::Unavailable);
    let mut watch = scene.event_log.outages().watch();
    assert_ne!(watch.changed().await, StorageState::Up);
    assert!(scene.time.now().since(BEGINNING) < Duration::from_secs(11));
}

#[tokio::test(start_paused = true)]
async fn frozen_process_charges_no_clock() {
    let scene = Scene::new().await;
    sleep(Duration::from_secs(3)).await;
    let (outages, before) = (scene.event_log.outages(), scene.time.now());
    let mut watch = outages.watch();
    advance(Duration::from_secs(15)).await;
    // The first reader of the time checks for a freeze, whether or not the watchdog has run again.
    outages.detect_stall(scene.time.now());
    let [outage] = outages.since(BEGINNING)[..] else { panic!("one outage") };
    assert!(before.since(outage.began) <= Duration::from_millis(100), "{outage:?}");
    assert_eq!(outage.ended, scene.time.now());
    assert_eq!(watch.changed().now_or_never(), Some(StorageState::Up));
    sleep(MOMENT).await;
    assert_eq!(scene.queries.store().outages(9).await.unwrap(), [outage]);
    assert_eq!(outages.count(), 1);

    advance(Duration::from_secs(15)).await;
    sleep(Duration::from_millis(200)).await;
    assert_eq!(outages.count(), 2, "the watchdog notices by itself");
}

#[tokio::test(start_paused = true)]
async fn event_log_without_store_stores_nothing() {
    let faults = Faults::new(fastrand::Rng::with_seed(1));
    faults.set(Condition::Unavailable);
    let config = config::EventLog { discard: true, ..config() };
    let scene = Scene::with(Queries::new(faults.clone()), faults, BEGINNING, &config).await;
    let began = Instant::now();
    scene.append(created(1)).await.unwrap().unwrap();
    assert_eq!(began.elapsed(), Duration::ZERO);
    assert_eq!(scene.queries.rooms(), []);
    advance(Duration::from_mins(1)).await;
    scene.event_log.outages().detect_stall(scene.time.now());
    assert_eq!((scene.state(), scene.event_log.outages().count()), (StorageState::Up, 0));
}
