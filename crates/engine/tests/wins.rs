//! Decided positions are won.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod forced;

use serde::Deserialize;
use sumito_engine::{Level, Limits, Root, Score, Searcher, Stop};
use sumito_rules::{Mode, Position};

#[derive(Deserialize)]
struct Game {
    start: String,
    moves: Vec<String>,
}

/// Positions from recorded games in which the side to move can eject the sixth marble.
fn wins_in_one() -> Vec<Position> {
    let mut found = Vec::new();
    for line in include_str!("../../rules/tests/data/games.jsonl").lines() {
        let game: Game = serde_json::from_str(line).unwrap();
        let mut position = Position::start(Mode::Two, game.start.parse().unwrap()).unwrap();
        for text in &game.moves {
            if !forced::winning(&position, 1).is_empty() {
                found.push(position);
            }
            position = position.play(position.parse_move(text).unwrap()).unwrap().position;
        }
    }
    found
}

#[test]
fn every_level_plays_a_win_in_one() {
    let positions = wins_in_one();
    assert!(positions.len() >= 40, "{}", positions.len());
    let mut searcher = Searcher::new(1);
    for level in Level::all() {
        for (position, seed) in positions.iter().flat_map(|position| [0, 1, 2].map(|seed| (position, seed))) {
            let limits = Limits { seed, ..Limits::nodes(20_000) }.at(level);
            searcher.clear();
            let found = searcher.search(&Root::new(*position), &limits, &Stop::new(), &mut |_| {});
            let best = found.best.unwrap();
            assert!(
                forced::winning(position, 1).contains(&best),
                "level {level}, seed {seed}: {best} in {position}"
            );
            assert_eq!((found.score, found.line), (Score::Win(1), vec![best]));
        }
    }
}

#[test]
fn every_level_wins_with_five_marbles_to_none() {
    // In each form of a level.
    let seeds = 1..=6;
    let start = "5/1wwww1/1wwwww1/8/9/8/1bbbbb1/bbbbbb/1bbb1 b 5,0 0 60";
    let start = Position::parse(Mode::Two, start).unwrap();
    let weakest = Level::new(1).unwrap();
    for (level, seed) in Level::all().skip(1).flat_map(|level| seeds.clone().map(move |seed| (level, seed))) {
        let (mut leader, mut other) = (Searcher::new(1), Searcher::new(1));
        let mut root = Root::new(start);
        while root.position().winner().is_none() {
            let is_leader = root.position().turn() == start.turn();
            let (searcher, level) = if is_leader { (&mut leader, level) } else { (&mut other, weakest) };
            let limits = Limits { seed, ..Limits::nodes(20_000) }.at(level);
            let found = searcher.search(&root, &limits, &Stop::new(), &mut |_| {});
            root.play(found.best.unwrap()).unwrap();
            let plies = root.position().ply() - start.ply();
            assert!(plies < 200, "level {level}, seed {seed}, does not finish: {}", root.position());
        }
        assert_eq!(root.position().winner(), Some(Mode::Two.team_of(start.turn())), "{level}, {seed}");
    }
}

#[test]
fn a_game_that_is_over_has_its_result_for_a_score() {
    let position = Position::parse(Mode::Two, "5/6/7/8/wbb6/8/7/6/5 b 5,0 0 0").unwrap();
    let mut root = Root::new(position);
    root.play(position.parse_move("e3e2").unwrap()).unwrap();
    let found = Searcher::new(1).search(&root, &Limits::depth(3), &Stop::new(), &mut |_| {});
    assert_eq!((found.best, found.score), (None, Score::Loss(0)));
}

#[test]
fn every_level_varies_its_openings_by_the_seed() {
    let start = Position::start(Mode::Two, Mode::Two.default_layout()).unwrap();
    let first = |level, seed| {
        let limits = Limits { seed, ..Limits::nodes(100_000) }.at(level);
        Searcher::new(4).search(&Root::new(start), &limits, &Stop::new(), &mut |_| {}).best.unwrap()
    };
    for level in Level::all() {
        let moves: std::collections::BTreeSet<_> =
            (1..=12).map(|seed| first(level, seed).to_string()).collect();
        assert!(moves.len() > 1, "level {level} opens by {moves:?}");
        assert_eq!(first(level, 3), first(level, 3));
    }
}
