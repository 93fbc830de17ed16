//! The engine plays in every mode.

use sumito_engine::{Level, Limits, Root, Score, Searcher, Stop};
use sumito_rules::{Mode, Position};

#[test]
fn every_level_plays_every_mode_to_its_end() {
    for mode in Mode::ALL {
        for level in Level::all() {
            let mut root = Root::new(Position::start(mode, mode.default_layout()).unwrap());
            let mut searcher = Searcher::new(1);
            let limits = Limits { seed: 7, ..Limits::nodes(300) }.at(level);
            for _ in 0..120 {
                let found = searcher.search(&root, &limits, &Stop::new(), &mut |_| {});
                let Some(best) = found.best else {
                    assert!(root.position().winner().is_some(), "{}", root.position());
                    break;
                };
                assert_eq!(found.line.first(), Some(&best));
                root.play(best).unwrap();
            }
        }
    }
}

#[test]
fn a_win_in_one_is_seen_and_counted() {
    let position = Position::parse(Mode::Two, "5/6/7/8/wbb6/8/7/6/5 b 5,0 0 0").unwrap();
    let root = Root::new(position);
    for level in Level::all() {
        let found = Searcher::new(1).search(&root, &Limits::depth(3).at(level), &Stop::new(), &mut |_| {});
        assert_eq!((found.best.unwrap().to_string().as_str(), found.score), ("e3e2", Score::Win(1)));
    }
}

#[test]
fn a_search_that_is_stopped_at_once_has_a_move() {
    let root = Root::new(Position::start(Mode::Two, Mode::Two.default_layout()).unwrap());
    let stop = Stop::new();
    stop.now();
    let found = Searcher::new(1).search(&root, &Limits::default(), &stop, &mut |_| {});
    assert!(found.best.is_some());
    assert!(found.nodes < 5_000);
}
