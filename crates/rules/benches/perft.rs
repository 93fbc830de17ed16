//! Benchmarks of finding and playing moves, with the plain generator of the tests as a reference for the machine.
//!
//! `cargo bench -p sumito-rules`; throughput is in leaves, the counted sequences of plies. `deep` in the command line's filter checks the
//! deepest counts, which the tests leave out.

#![expect(clippy::unwrap_used, reason = "a benchmark that cannot go on fails")]

#[path = "../tests/naive/mod.rs"]
mod naive;

use std::{hint::black_box, time::Duration};

use criterion::{BenchmarkId, Criterion, Throughput};
use naive::Naive;
use sumito_rules::{Layout, Mode, Position, perft, perft_playing};

/// Mode, layout, and the counts of sequences to depth 3, 4 and 5.
const STARTS: [(Mode, Layout, [u64; 3]); 5] = [
    (Mode::Two, Layout::Standard, [98_912, 5_045_110, 283_320_928]),
    (Mode::Two, Layout::BelgianDaisy, [149_322, 8_270_666, 483_942_012]),
    (Mode::Three, Layout::ThreeStandard, [62_440, 2_745_148, 119_723_630]),
    (Mode::Four, Layout::FourStandard, [71_761, 2_776_782, 112_024_153]),
    (Mode::FourConsecutive, Layout::FourStandard, [71_767, 2_776_869, 112_053_568]),
];

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    for (mode, layout, [three, four, five]) in STARTS {
        let start = Position::start(mode, layout).unwrap();
        let naive = Naive::read(mode.name(), &start.to_string());
        assert_eq!(naive.write(), start.to_string());
        let mut group = criterion.benchmark_group(format!("{mode}/{layout}"));
        group.sample_size(20).measurement_time(Duration::from_secs(3));

        group.throughput(Throughput::Elements(four));
        group.bench_function(BenchmarkId::new("last ply counted", 4), |bencher| {
            bencher.iter(|| assert_eq!(perft(black_box(&start), 4), four));
        });
        group.bench_function(BenchmarkId::new("last ply played", 4), |bencher| {
            bencher.iter(|| assert_eq!(perft_playing(black_box(&start), 4), four));
        });
        group.throughput(Throughput::Elements(three));
        group.bench_function(BenchmarkId::new("plain generator", 3), |bencher| {
            bencher.iter(|| assert_eq!(black_box(&naive).perft(3), three));
        });
        group.sample_size(10).throughput(Throughput::Elements(five));
        group.bench_function(BenchmarkId::new("deep, last ply counted", 5), |bencher| {
            bencher.iter(|| assert_eq!(perft(black_box(&start), 5), five));
        });
        group.finish();
    }
    criterion.final_summary();
}
