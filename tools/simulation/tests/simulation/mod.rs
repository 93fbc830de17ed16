//! Simulation of rooms with simulated players, on one or several nodes, on a simulated store and bus, in simulated time.
//!
//! All behaviour follows from one seed: the players, their actions, when a message is sent twice or late, when a node starts, stops, dies
//! or is suspended, and when the store and the bus fail. The code from a session's text frames to the event log is the real code, and so
//! are the lease and the link to the bus; only sockets, tables, the NATS server and time are simulated. After each step the simulation
//! checks the invariants.
//!
//! A failing seed is printed. To print everything that happened in it: `SUMITO_SIM_SEED=4711 cargo nextest run -p sumito-simulation
//! --no-capture simulation`. `cargo xtask simulate --seeds 10000` runs many seeds.

mod busy;
mod club;
pub(crate) mod life;
mod random_behaviour;
mod scenes;
mod seeks;
mod stored;
pub(crate) mod tab;
mod tally;
mod tournament;
mod view;
mod world;

use std::cell::Cell;
use std::sync::Once;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use self::tally::Tally;
use self::world::World;

/// Seeds of a test run; `SUMITO_SIM_SEEDS` overrides them: `COUNT` or `FIRST..END`.
const SEEDS: std::ops::Range<u64> = 0..300;

thread_local! {
    /// Number of panics on this thread. The server catches panics in a room's task, which must not hide them here.
    static PANICS: Cell<u32> = const { Cell::new(0) };
}

/// Prints the seed if the run fails.
struct Seed(u64);

impl Drop for Seed {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("failed with SUMITO_SIM_SEED={}", self.0);
        }
    }
}

/// Starts counting panics.
pub(crate) fn count_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let report = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            PANICS.set(PANICS.get() + 1);
            report(info);
        }));
    });
}

/// Returns the number of panics on this thread.
pub(crate) fn panics() -> u32 {
    PANICS.get()
}

fn run(seed: u64, prints_log: bool) -> Tally {
    count_panics();
    let _seed = Seed(seed);
    World::new(seed, prints_log).run()
}

fn given(variable: &str) -> Option<String> {
    std::env::var(variable).ok()
}

fn seeds() -> std::ops::Range<u64> {
    let Some(text) = given("SUMITO_SIM_SEEDS") else { return SEEDS };
    let number = |text: &str| text.parse().unwrap_or_else(|_| panic!("{text:?} is not a number"));
    let (first, end) = text.split_once("..").unwrap_or(("0", &text));
    number(first)..number(end)
}

#[test]
fn clients_agree_and_no_data_is_lost_under_faults() {
    if let Some(seed) = given("SUMITO_SIM_SEED") {
        let seed = seed.parse().expect("SUMITO_SIM_SEED is a number");
        eprintln!("{:?}", run(seed, true));
        return;
    }
    let (seeds, started) = (seeds(), Instant::now());
    let next = AtomicU64::new(seeds.start);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let work = || {
        let mut tally = Tally::default();
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= seeds.end {
                return tally;
            }
            tally += run(seed, false);
            if seed % 1_000 == 999 {
                eprintln!("up to seed {seed}: {:.0?}", started.elapsed());
            }
        }
    };
    let tally = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().fold(Tally::default(), |mut sum, worker| {
            sum += worker.join().expect("no seed fails");
            sum
        })
    });
    eprintln!("seeds {seeds:?} in {:.1?}: {tally:?}", started.elapsed());
    tally.check_variety();
}

/// Nodes with a bus wait for it in tokio's `watch` channels, which wake the waiting tasks in any order.
#[test]
fn same_seed_of_a_single_server_gives_the_same_run() {
    let single = (0..80).filter(|&seed| !World::new(seed, false).has_bus());
    for seed in single {
        assert_eq!(run(seed, false), run(seed, false), "seed {seed}");
    }
}
