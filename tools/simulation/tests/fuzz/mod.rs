//! Fuzzing with messages from a grammar, randomly mutated: into the decoder alone, and as conversations of several clients with a server.
//! The server must not panic, must answer each request once, and must keep the stored data valid.
//!
//! A run is determined by its seed and its number of inputs. A failing conversation is shortened and printed with its own seed.
//! `SUMITO_FUZZ_CONVERSATION=4711 cargo nextest run -p sumito-simulation --no-capture -E 'test(fuzz)'` repeats it alone. `cargo xtask fuzz
//! --inputs 1000000` sends many inputs.

mod conversation;
mod decoder;
mod grammar;
mod mutate;
mod names;
mod replies;

use std::ops::AddAssign;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use crate::simulation::count_panics;

/// Inputs of a default test run; `SUMITO_FUZZ_INPUTS` overrides it.
const INPUTS: u64 = 20_000;

/// Inputs per batch: of each batch, this many go to the decoder alone, the others are a conversation.
const BATCH: u64 = 1_000;
const DECODED: u64 = BATCH - conversation::INPUTS as u64;

/// Counts of outcomes.
#[derive(Debug, Default, Clone, Copy)]
struct Tally {
    decoded: u64,
    /// Decoded inputs that were valid.
    readable: u64,
    said: u64,
    carried_out: u64,
    refused: u64,
    rooms: u64,
    events: u64,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.decoded += other.decoded;
        self.readable += other.readable;
        self.said += other.said;
        self.carried_out += other.carried_out;
        self.refused += other.refused;
        self.rooms += other.rooms;
        self.events += other.events;
    }
}

fn given(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable}={text} is not a number")))
}

/// Runs one batch of inputs.
fn batch(seed: u64) -> Tally {
    let mut tally = decoder::feed(seed, DECODED);
    tally += conversation::hold(seed);
    tally
}

#[test]
fn every_input_is_answered_once_and_harms_no_client() {
    count_panics();
    if let Some(seed) = given("SUMITO_FUZZ_CONVERSATION") {
        eprintln!("{:?}", batch(seed));
        return;
    }
    let (inputs, seed) =
        (given("SUMITO_FUZZ_INPUTS").unwrap_or(INPUTS), given("SUMITO_FUZZ_SEED").unwrap_or(1));
    let (batches, started, next) = (inputs.div_ceil(BATCH), Instant::now(), AtomicU64::new(0));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let work = || {
        let mut tally = Tally::default();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= batches {
                return tally;
            }
            tally += batch(seed.wrapping_mul(1 << 32).wrapping_add(number));
            if number % 100 == 99 {
                eprintln!("{} inputs: {:.0?}", (number + 1) * BATCH, started.elapsed());
            }
        }
    };
    let tally = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().fold(Tally::default(), |mut sum, worker| {
            sum += worker.join().expect("no batch fails");
            sum
        })
    });
    eprintln!("{} inputs of seed {seed} in {:.1?}: {tally:?}", batches * BATCH, started.elapsed());
    // States that are never reached are not tested.
    let Tally { decoded, readable, said, carried_out, refused, rooms, events } = tally;
    assert!(
        readable * 10 > decoded && readable * 10 < decoded * 9,
        "some can be read and some cannot: {tally:?}"
    );
    assert!(
        carried_out * 10 > said && refused * 10 > said,
        "some are carried out and some are not: {tally:?}"
    );
    assert!(rooms > batches && events > 10 * batches, "{tally:?}");
}
