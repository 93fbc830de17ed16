//! A tournament on a busy server, with readers and followers who come and go, players who resign, leave and come back, a failing store,
//! and time that passes between any two steps. Whenever the server is idle, no due work may be undone, and no result unknown.
//!
//! `SUMITO_SIM_CLUB_SEEDS` sets the seeds: `FIRST..END`.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde_json::json;
use sumito_game::{Command as ModerationAction, Timestamp, TournamentId, UserId};
use sumito_tournament::{Actor, Command, Context, Tournament, TournamentStatus, limits};
use tokio::runtime::Builder;
use tokio::task::yield_now;
use tokio::time::sleep;
use uuid::Uuid;

use super::{Seed, busy, count_panics, life, panics, tab};
use sumito_gateway::simulated::{self, Life};
use sumito_kit::text::Text;
use sumito_kit::topic::{Subscriber, SubscriberId};
use sumito_rooms::PresenceGuard;
use sumito_services::tournaments::{EncodedTournamentUpdate, Order, Registration, TournamentUpdate};
use sumito_store::simulated::{Condition, Faults, Queries};
use sumito_store::{Role, UserRow};

/// Seeds of an ordinary test run.
const SEEDS: std::ops::Range<u64> = 0..150;

/// Time without work after which the server is idle: longer than the longest pause of a retry.
const UNTIL_SETTLED: Duration = Duration::from_secs(10);

/// Time within which a tournament reads the result of a game: more than the interval of the rounds in which results are read.
const RESULT_IS_READ_WITHIN: Duration = Duration::from_millis(300);

/// A subscriber of the tournament.
#[derive(Debug)]
struct Follower {
    events: Arc<AtomicU64>,
}

impl Subscriber<TournamentUpdate> for Follower {
    fn send(&self, _: &EncodedTournamentUpdate) -> bool {
        self.events.fetch_add(1, Ordering::Relaxed);
        true
    }
}

/// Counts of simulated events.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Counts {
    results: usize,
    finished: usize,
    rests: u64,
    events: u64,
    shown: u64,
    trace: u64,
}

struct Club {
    seed: u64,
    rng: fastrand::Rng,
    now: Timestamp,
    queries: Queries,
    faults: Faults,
    director: UserRow,
    players: Vec<UserRow>,
    id: Option<TournamentId>,
    events: Arc<AtomicU64>,
    shown: Arc<AtomicU64>,
    trace: DefaultHasher,
    counts: Counts,
}

fn person(number: u128) -> UserRow {
    UserRow {
        id: UserId(Uuid::from_u128(number)),
        name: format!("Person {number}"),
        guest: false,
        bot: false,
        role: Role::Player,
        created_at: Timestamp(0),
    }
}

impl Club {
    fn new(seed: u64) -> Self {
        let mut rng = fastrand::Rng::with_seed(seed);
        sumito_kit::random::simulate(rng.u64(..));
        let faults = Faults::new(rng.fork());
        let count = rng.u128(2..6);
        Self {
            seed,
            now: Timestamp(1_763_680_000_000_000),
            queries: Queries::new(faults.clone()),
            faults,
            director: person(1),
            players: (2..2 + count).map(person).collect(),
            id: None,
            events: Arc::default(),
            shown: Arc::default(),
            trace: DefaultHasher::new(),
            counts: Counts::default(),
            rng,
        }
    }

    /// Runs servers one after the other on the same store.
    fn run(mut self) -> Counts {
        for _ in 0..self.rng.u8(1..4) {
            let runtime = Builder::new_current_thread().enable_time().start_paused(true).build();
            let runtime = runtime.expect("a runtime without I/O needs nothing");
            busy::start(self.rng.fork());
            runtime.block_on(self.run_loop());
            busy::stop();
            self.now = self.now + Duration::from_millis(self.rng.u64(..20_000));
        }
        self.counts.events = self.events.load(Ordering::Relaxed);
        self.counts.shown = self.shown.load(Ordering::Relaxed);
        self.counts.trace = self.trace.finish();
        self.counts
    }

    async fn run_loop(&mut self) {
        busy::set(false);
        self.faults.set(Condition::Healthy);
        self.queries.finish_late().await;
        let app = life::start(self.queries.store(), self.now).await;
        app.run_tournaments();
        let mut stays: Vec<Option<PresenceGuard>> =
            self.players.iter().map(|one| Some(app.rooms.attendance().enter(one.id))).collect();
        let id = match self.id {
            Some(id) => id,
            None => self.announce(&app).await,
        };
        self.id = Some(id);
        busy::set(true);
        for _ in 0..self.rng.u32(20..120) {
            self.step(&app, id, &mut stays).await;
            for _ in 0..self.rng.u8(..6) {
                yield_now().await;
            }
            if self.rng.u8(..12) == 0 {
                self.check(&app, id).await;
            }
            assert_eq!(panics(), 0, "seed {}: something panicked", self.seed);
        }
        self.check(&app, id).await;
        // Only at the end: tokio's `watch` channels wake the readers of results in any order.
        self.counts.results.hash(&mut self.trace);
        self.now = app.time.now();
    }

    /// Creates the tournament, registers all players, and starts it.
    async fn announce(&mut self, app: &Life) -> TournamentId {
        for (number, user) in (0..).zip([&self.director].into_iter().chain(&self.players)) {
            app.store.add_user(user, &tab::session(number)).await.expect("all users are new");
        }
        let form = if self.rng.u8(..3) > 0 {
            json!({"form": "arena", "duration_s": self.rng.u32(60..400), "closing_s": 5, "wave_s": self.rng.u32(1..6)})
        } else {
            json!({"form": "round_robin", "cycles": 3})
        };
        let settings = json!({
            "name": "Club evening",
            "form": form,
            "clock": {"kind": "sudden_death", "initial_ms": 20_000},
            "start": {"kind": "by_director"},
            "rounds": {"break_s": self.rng.u32(..5), "deadline_s": 60},
            "no_shows_max": 0,
        });
        let settings = serde_json::from_value(settings).expect("settings");
        let tournament = simulated::tournament(&settings).expect("it can be held");
        let tournaments = &app.tournaments;
        let id = tournaments.create(&self.director, tournament).await.expect("it is made").tournament.id();
        for player in &self.players {
            let entered = tournaments.register(id, player, Registration::default()).await;
            entered.expect("they can enter");
        }
        let begun = tournaments.order(id, Actor::User(self.director.id), Order::silent(Command::Start)).await;
        begun.expect("it can begin");
        id
    }

    async fn step(&mut self, app: &Life, id: TournamentId, stays: &mut [Option<PresenceGuard>]) {
        let tournaments = &app.tournaments;
        match self.rng.u8(..100) {
            0..30 => sleep(Duration::from_millis(self.rng.u64(..40))).await,
            30..50 => sleep(Duration::from_millis(self.rng.u64(40..1_500))).await,
            50..64 => {
                // A concurrent reader.
                let (tournaments, shown) = (tournaments.clone(), Arc::clone(&self.shown));
                tokio::spawn(async move {
                    if tournaments.show(id).await.is_ok() {
                        shown.fetch_add(1, Ordering::Relaxed);
                    }
                });
            }
            64..70 => {
                let follower = Box::new(Follower { events: Arc::clone(&self.events) });
                // The store may be down.
                let _ = tournaments.subscribe(id, SubscriberId::fresh(), follower).await;
            }
            70..88 => self.random_player_resigns(app, id).await,
            88..92 => {
                let place = self.rng.usize(..self.players.len());
                let attendance = app.rooms.attendance();
                match stays[place].take() {
                    Some(stay) => stay.end(self.rng.bool()),
                    None => stays[place] = Some(attendance.enter(self.players[place].id)),
                }
            }
            92..95 => {
                let user = self.players[self.rng.usize(..self.players.len())].id;
                let command = if self.rng.u8(..3) == 0 { Command::Withdraw } else { Command::Return };
                // The tournament may be over, or the store down.
                let _ = tournaments.order(id, Actor::User(user), Order::silent(command)).await;
            }
            95..96 => {
                let user = Actor::User(self.director.id);
                let pause = Order::because(Text::of_operator("lunch"), |reason| Command::Pause { reason });
                let _ = tournaments.order(id, user, pause).await;
                sleep(Duration::from_millis(self.rng.u64(..9_000))).await;
                let _ = tournaments.order(id, user, Order::silent(Command::Resume)).await;
            }
            _ => {
                let is_well = self.rng.bool();
                let fault = *self.rng.choice(&[Condition::Unavailable, Condition::Flaky]).expect("two");
                self.faults.set(if is_well { Condition::Healthy } else { fault });
                sleep(Duration::from_millis(self.rng.u64(..2_000))).await;
            }
        }
    }

    async fn random_player_resigns(&mut self, app: &Life, id: TournamentId) {
        let Ok(view) = app.tournaments.show(id).await else { return };
        let open: Vec<_> = view.tournament.games_to_make().collect();
        let Some(game) = self.rng.choice(&open) else { return };
        let user = game.players[self.rng.usize(..game.players.len())].id;
        if let Ok(room) = app.rooms.get(game.room).await {
            // Another player may have been faster.
            let _ = room.execute(user, ModerationAction::Resign, None).await;
        }
    }

    /// Waits until the server is idle, and checks that no work is left.
    async fn check(&mut self, app: &Life, id: TournamentId) {
        busy::set(false);
        self.faults.set(Condition::Healthy);
        sleep(UNTIL_SETTLED).await;
        let seed = self.seed;
        // Timers are exact to this precision.
        let settled = app.time.now() - Duration::from_millis(20);
        let stored = app.store.tournament(id).await.expect("the store is well").expect("it was made");
        let view = app.tournaments.show(id).await.expect("it can be shown");
        if view.tournament.at() > settled {
            // An event happens at this very moment.
            return busy::set(true);
        }
        let tournament: &Tournament = &view.tournament;
        assert!(
            stored.events.len() as u64 <= tournament.seq(),
            "seed {seed}: it does not know what is stored"
        );
        let attendance = app.rooms.attendance();
        let here = self.players.iter().map(|one| one.id).filter(|&user| attendance.is_here(user));
        let context = Context { now: settled, present: &here.collect(), waiting: None };
        let due = tournament.decide(Actor::System, Command::Tick, &context);
        assert_eq!(due, Ok(Vec::new()), "seed {seed}: this has been due for a while, and not handled");
        let games: Vec<_> = tournament.games_to_make().map(|game| game.game).collect();
        let ended = app.store.games_with_moves(&games).await.expect("the store is well");
        let read_until = settled - RESULT_IS_READ_WITHIN;
        let untold = ended
            .into_iter()
            .filter(|game| game.finished_at < read_until && counts(tournament, game.finished_at));
        let untold: Vec<_> = untold.map(|game| game.outcome).collect();
        assert_eq!(untold, [], "seed {seed}: the tournament does not know how these games ended");
        self.counts.rests += 1;
        self.counts.results = tournament.games().iter().filter(|game| game.verdict.is_some()).count();
        self.counts.finished = usize::from(tournament.status() == TournamentStatus::Finished);
        busy::set(true);
    }
}

/// Returns whether a game that ended then can count: not if it ended after the end of an arena or the deadline of a round, shortly before
/// games are cut off.
fn counts(tournament: &Tournament, at: Timestamp) -> bool {
    let settling = Duration::from_secs(limits::SETTLING_SECONDS.into());
    tournament.cut_off_at().is_none_or(|moment| at + settling <= moment)
        && tournament.paused_since().is_none()
}

fn run(seed: u64) -> Counts {
    count_panics();
    let _seed = Seed(seed);
    Club::new(seed).run()
}

fn seeds() -> std::ops::Range<u64> {
    let Some(text) = super::given("SUMITO_SIM_CLUB_SEEDS") else { return SEEDS };
    let (first, end) = text.split_once("..").expect("SUMITO_SIM_CLUB_SEEDS is FIRST..END");
    first.parse().expect("a number")..end.parse().expect("a number")
}

#[test]
fn busy_tournament_runs_due_actions_and_reads_all_results() {
    let mut sum = Counts::default();
    for seed in seeds() {
        let counts = run(seed);
        sum.results += counts.results;
        sum.finished += counts.finished;
        sum.rests += counts.rests;
        sum.events += counts.events;
        sum.shown += counts.shown;
    }
    eprintln!("{sum:?}");
    let count = seeds().count();
    assert!(
        sum.results > count && sum.events > count as u64 && sum.shown > count as u64,
        "too little happens: {sum:?}"
    );
    assert!(count < 100 || sum.finished > 0, "none comes to its end: {sum:?}");
}

#[test]
fn same_seed_gives_the_same_tournament() {
    for seed in 0..10 {
        assert_eq!(run(seed), run(seed), "seed {seed}");
    }
}
