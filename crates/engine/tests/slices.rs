//! A search in slices, against the same search without a pause.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::{
    sync::atomic::{AtomicU32, Ordering},
    time::Duration,
};

use sumito_engine::{Level, Limits, Progress, Root, SearchResult, Searcher, Stop};
use sumito_rules::{Layout, Mode, Position};

/// A clock on which a millisecond passes with each look.
fn ticking() -> Duration {
    static LOOKS: AtomicU32 = AtomicU32::new(0);
    Duration::from_millis(LOOKS.fetch_add(1, Ordering::Relaxed).into())
}

/// A position after some moves, which the seed chooses.
fn root(mode: Mode, layout: Layout, plies: usize, seed: u64) -> Root {
    let mut root = Root::new(Position::start(mode, layout).unwrap());
    let mut rng = fastrand::Rng::with_seed(seed);
    for _ in 0..plies {
        let moves: Vec<_> = root.position().legal_moves().iter().collect();
        let Some(&m) = rng.choice(&moves) else { break };
        root.play(m).unwrap();
    }
    root
}

fn whole(root: &Root, limits: &Limits) -> (SearchResult, Vec<Progress>) {
    let mut progress = Vec::new();
    let found =
        Searcher::new(1).search(root, limits, &Stop::new(), &mut |depth| progress.push(depth.clone()));
    (found, progress)
}

/// Searches in slices of this many looks at the limits. Returns the number of slices, too.
fn sliced(root: &Root, limits: &Limits, looks: u64) -> (SearchResult, Vec<Progress>, usize) {
    let (mut progress, mut slices) = (Vec::new(), 0);
    let mut searcher = Searcher::with_clock(1, ticking);
    let mut search = searcher.begin(root.clone(), limits.clone());
    loop {
        slices += 1;
        let slice = Duration::from_millis(looks);
        match searcher.advance(search, slice, &Stop::new(), &mut |depth| progress.push(depth.clone())) {
            Ok(found) => return (found, progress, slices),
            Err(rest) => search = rest,
        }
    }
}

fn timeless(progress: Vec<Progress>) -> Vec<Progress> {
    progress.into_iter().map(|depth| Progress { time: Duration::ZERO, ..depth }).collect()
}

#[test]
fn slices_search_the_same_positions() {
    let starts = [
        (Mode::Two, Layout::Standard),
        (Mode::Two, Layout::BelgianDaisy),
        (Mode::Three, Layout::ThreeStandard),
        (Mode::Four, Layout::FourStandard),
        (Mode::FourConsecutive, Layout::FourStandard),
    ];
    let mut slices = 0;
    for (mode, layout) in starts {
        for seed in 0..8 {
            let root = root(mode, layout, 6 * seed as usize, seed);
            for lines in [1, 3] {
                let limits = Limits { lines, ..Limits::nodes(25_000) };
                let (found, progress) = whole(&root, &limits);
                for looks in [0, 3] {
                    let (same, steps, count) = sliced(&root, &limits, looks);
                    assert_eq!(same, found, "{mode} {}", root.position());
                    assert_eq!(timeless(steps), timeless(progress.clone()), "{mode} {}", root.position());
                    slices += count;
                }
            }
        }
    }
    assert!(slices > 1_000, "{slices} slices paused too seldom to prove anything");
}

#[test]
fn levels_choose_the_same_moves_in_slices() {
    for (mode, layout) in [(Mode::Two, Layout::GermanDaisy), (Mode::Four, Layout::FourStandard)] {
        for level in Level::all() {
            let root = root(mode, layout, 9, u64::from(level.number()));
            let limits = Limits { seed: 7, book: false, ..Limits::nodes(20_000).at(level) };
            assert_eq!(sliced(&root, &limits, 0).0, whole(&root, &limits).0, "{mode}, level {level}");
        }
    }
}

#[test]
fn a_paused_search_stops_with_a_move() {
    let root = root(Mode::Two, Layout::Standard, 4, 1);
    let mut searcher = Searcher::with_clock(1, ticking);
    let mut search = searcher.begin(root.clone(), Limits::default());
    let stop = Stop::new();
    for slice in 0.. {
        if slice == 50 {
            stop.now();
        }
        match searcher.advance(search, Duration::from_millis(2), &stop, &mut |_| {}) {
            Ok(found) => {
                assert_eq!(slice, 50);
                assert!(root.position().legal_moves().contains(found.best.unwrap()));
                break;
            }
            Err(rest) => search = rest,
        }
    }
}
