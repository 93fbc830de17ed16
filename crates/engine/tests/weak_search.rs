//! Threats that the levels find and miss.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use sumito_engine::{Level, Limits, Root, Searcher, Stop};
use sumito_rules::{Ejections, Mode, Position};

/// White can push black's marble on e1 off the board, and black can save it in several ways. The last move was played far away.
const THREAT: &str = "5/6/7/3ww3/bww6/3bb3/2bbb2/2bb2/5 b 0,0 20 60";

/// Returns how many of a hundred seeds leave the marble to be ejected.
fn misses(level: u8, root: &Root) -> usize {
    let mut searcher = Searcher::new(1);
    (1..=100)
        .filter(|&seed| {
            let limits = Limits { seed, ..Limits::nodes(20_000) }.at(Level::new(level).unwrap());
            let best = searcher.search(root, &limits, &Stop::new(), &mut |_| {}).best.unwrap();
            let mut after = root.clone();
            after.play(best).unwrap();
            Ejections::of(after.position()).moves().next().is_some()
        })
        .count()
}

#[test]
fn weaker_levels_miss_more_threats() {
    let root = Root::new(Position::parse(Mode::Two, THREAT).unwrap());
    assert!(Ejections::of(&root.position().pass_turn()).moves().next().is_some());
    let missed: Vec<usize> = [1, 4, 8, 12].map(|level| misses(level, &root)).to_vec();
    assert!(missed.is_sorted_by(|weaker, stronger| weaker >= stronger), "{missed:?}");
    assert!(missed[0] >= 50 && missed[3] == 0, "{missed:?}");
}

#[test]
fn a_threat_near_the_last_move_is_missed_less_often() {
    let far = Root::new(Position::parse(Mode::Two, THREAT).unwrap());
    let push = far.position().pass_turn().parse_move("e3e2").unwrap();
    let near = far.clone().moved(Some(push));
    for level in [3, 5] {
        let (far, near) = (misses(level, &far), misses(level, &near));
        assert!(near < far, "level {level}: {near} near, {far} far");
    }
}
