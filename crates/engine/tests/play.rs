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

#[test]
fn search_with_several_threads_finds_a_legal_move() {
    let root = Root::new(Position::start(Mode::Two, Mode::Two.default_layout()).unwrap());
    let limits = Limits { threads: 3, ..Limits::depth(7) };
    let found = Searcher::new(4).search(&root, &limits, &Stop::new(), &mut |_| {});
    assert_eq!(found.depth, 7);
    assert!(root.position().legal_moves().contains(found.best.unwrap()));
}

#[test]
fn the_same_nodes_and_seed_find_the_same() {
    let root = Root::new(Position::start(Mode::Two, Mode::Two.default_layout()).unwrap());
    let mut searcher = Searcher::new(4);
    let mut found = || {
        searcher.clear();
        searcher.search(&root, &Limits::nodes(50_000), &Stop::new(), &mut |_| {})
    };
    assert_eq!(found(), found());
}

#[test]
fn a_third_repetition_is_a_draw_that_the_loser_looks_for() {
    // Black is far behind, but the position after b1a1 has occurred twice before.
    let mut root =
        Root::new(Position::parse(Mode::Two, "5/6/7/3ww3/2wwwww2/3ww3/7/b5/1b3 b 0,5 0 0").unwrap());
    for text in ["b1a1", "d5d6", "a1b1", "d6d5", "b1a1", "d5d6", "a1b1", "d6d5"] {
        match root.position().parse_move(text) {
            Ok(m) => root.play(m).unwrap(),
            Err(error) => panic!("{text} in {}: {error}", root.position()),
        }
    }
    let found = Searcher::new(1).search(&root, &Limits::depth(5), &Stop::new(), &mut |_| {});
    assert_eq!((found.best.unwrap().to_string().as_str(), found.score), ("b1a1", Score::Marbles(0)));
}

/// A position in the middle of a game, with few ejections in reach.
const MIDDLE: &str = "5/6/wb2b2/1wwbbb2/1b1bb4/2bwb3/1wwww2/bwbww1/5 w 3,2 1 55";

#[test]
fn several_lines_are_the_best_moves_in_order() {
    let root = Root::new(Position::parse(Mode::Two, MIDDLE).unwrap());
    let mut numbers = Vec::new();
    let limits = Limits { lines: 4, ..Limits::depth(5) };
    let found = Searcher::new(4).search(&root, &limits, &Stop::new(), &mut |progress| {
        numbers.push((progress.depth, progress.number));
        assert!(progress.deepest >= progress.depth.min(2), "{progress:?}");
    });
    assert_eq!(numbers[..5], [(1, 1), (1, 2), (1, 3), (1, 4), (2, 1)]);
    let lines: Vec<_> = std::iter::once((found.score, &found.line))
        .chain(found.others.iter().map(|line| (line.score, &line.moves)))
        .collect();
    assert_eq!(lines.len(), 4);
    assert!(lines.is_sorted_by(|one, next| one.0.hundredths() >= next.0.hundredths()), "{lines:?}");
    let firsts: std::collections::BTreeSet<_> = lines.iter().map(|(_, moves)| moves[0].to_string()).collect();
    assert_eq!(firsts.len(), 4, "{lines:?}");
    assert_eq!(found.best, Some(found.line[0]));
    for (_, moves) in lines {
        let mut after = root.clone();
        for &m in moves {
            after.play(m).unwrap();
        }
    }
}

#[test]
fn no_line_is_left_out_where_there_are_few_moves() {
    // Black has a marble in the corner, with three moves.
    let root = Root::new(Position::parse(Mode::Two, "5/6/7/8/9/8/w6/wb4/b4 b 0,0 0 0").unwrap());
    let all = root.position().legal_moves().len();
    let limits = Limits { lines: Limits::MAX_LINES, ..Limits::depth(2) };
    let found = Searcher::new(1).search(&root, &limits, &Stop::new(), &mut |_| {});
    assert_eq!(1 + found.others.len(), all.min(Limits::MAX_LINES.into()));
}

#[test]
fn only_the_given_moves_are_searched() {
    let position = Position::parse(Mode::Two, "5/6/7/8/wbb6/8/7/6/5 b 5,0 0 0").unwrap();
    let root = Root::new(position);
    let win = position.parse_move("e3e2").unwrap();
    let others: Vec<_> = position.legal_moves().iter().filter(|&m| m != win).collect();
    let mut searcher = Searcher::new(1);
    for level in [Level::all().next().unwrap(), Level::FULL] {
        let limits = Limits { moves: others[..2].to_vec(), lines: 3, ..Limits::depth(4) }.at(level);
        let found = searcher.search(&root, &limits, &Stop::new(), &mut |_| {});
        let mut firsts: Vec<_> = found.others.iter().map(|line| line.moves[0]).chain(found.best).collect();
        firsts.sort_by_key(ToString::to_string);
        let mut given = others[..2].to_vec();
        given.sort_by_key(ToString::to_string);
        assert_eq!(firsts, given);
        // The scores of some moves are not the value of the position.
        let found = searcher.search(&root, &Limits::depth(3), &Stop::new(), &mut |_| {});
        assert_eq!((found.best, found.score), (Some(win), Score::Win(1)));
    }
    let limits = Limits { moves: others[..1].to_vec(), ..Limits::nodes(1) };
    assert_eq!(searcher.search(&root, &limits, &Stop::new(), &mut |_| {}).best, Some(others[0]));
}

#[test]
fn a_position_of_three_is_seen_by_each_of_them() {
    // Black ejects White's last marble but one, and needs it to win; Red is far away.
    let position = Position::parse(Mode::Three, "3rr/3rrr/7/8/wbb6/8/7/6/5 b 5,0,0 0 0").unwrap();
    let root = Root::new(position);
    let score =
        |root: Root| Searcher::new(1).search(&root, &Limits::depth(3), &Stop::new(), &mut |_| {}).score;
    assert_eq!(score(root.clone()), Score::Win(1));
    let scores: Vec<_> = Mode::Three.all_teams().map(|team| score(root.clone().seen_by(team))).collect();
    assert_eq!(scores, [Score::Win(1), Score::Loss(1), Score::Loss(1)]);
    assert_eq!(sumito_engine::shares(&scores), [1000, 0, 0]);
}

#[test]
fn the_form_of_a_level_depends_on_the_game() {
    let root = Root::new(Position::start(Mode::Two, Mode::Two.default_layout()).unwrap());
    // Far enough from the opening for a level without a weakness to search as many positions as its form allows.
    let mut later = root.clone();
    for _ in 0..6 {
        let found = Searcher::new(1).search(&later, &Limits::depth(1), &Stop::new(), &mut |_| {});
        later.play(found.best.unwrap()).unwrap();
    }
    let nodes = |level: u8, seed| {
        let limits = Limits { seed, ..Limits::nodes(60_000) }.at(Level::new(level).unwrap());
        Searcher::new(1).search(&later, &limits, &Stop::new(), &mut |_| {}).nodes
    };
    let forms = |level| (1..=30).map(|seed| nodes(level, seed)).collect::<std::collections::BTreeSet<_>>();
    assert_eq!(forms(12).len(), 1, "full strength never varies");
    // Level 11 has days on which it plays like its neighbours.
    let (usual, best_day) = (nodes(11, 0), nodes(12, 0));
    let all = forms(11);
    assert!(all.contains(&usual) && all.contains(&best_day) && all.contains(&nodes(10, 0)), "{all:?}");
    assert_eq!(nodes(11, 3), nodes(11, 3));
}
