//! Games of three players.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use sumito_engine::{Limits, Root, Score, SearchResult, Searcher, Stop};
use sumito_rules::{Mode, Position};

fn root(line: &str) -> Root {
    Root::new(Position::parse(Mode::Three, line).unwrap())
}

fn search(root: &Root, limits: &Limits) -> SearchResult {
    Searcher::new(1).search(root, limits, &Stop::new(), &mut |_| {})
}

/// Red wins by an ejection on e1, which Black can prevent. White, who is next, threatens nothing.
const THIRD_THREATENS: &str = "5/6/7/8/brr6/8/2ww3/6/2bb1 b 0,0,5 0 0";

#[test]
fn a_threat_of_the_third_player_is_seen() {
    let root = root(THIRD_THREATENS);
    let found = search(&root, &Limits::depth(2));
    let best = found.best.unwrap();
    let is_of = |m: sumito_rules::Move| root.position().effect(m).moved.contains("e1".parse().unwrap());
    assert!(is_of(best), "{best}");
    let moves = root.position().legal_moves().iter().filter(|&m| !is_of(m)).collect();
    let worse = search(&root, &Limits { moves, ..Limits::depth(2) });
    assert!(found.score.hundredths() > worse.score.hundredths() + 1000, "{} {}", found.score, worse.score);
}

#[test]
fn a_win_is_sure_by_the_next_move_only() {
    let mut all = 0;
    // The red marble is on its way to the end of the row, and then at it.
    for line in [
        "5/6/7/8/3rbb3/8/2ww3/6/2bb1 b 5,0,0 0 0",
        "5/6/7/8/1rbb5/8/2ww3/6/2bb1 b 5,0,0 0 0",
        THIRD_THREATENS,
    ] {
        for depth in 1..6 {
            let root = root(line);
            for team in Mode::Three.all_teams() {
                let found = search(&root.clone().seen_by(team), &Limits::depth(depth));
                assert!(
                    matches!(found.score, Score::Marbles(_) | Score::Win(1) | Score::Loss(1)),
                    "{line}: {}",
                    found.score
                );
                all += 1;
            }
        }
    }
    assert_eq!(all, 45);
    let position = Position::parse(Mode::Three, "5/6/7/8/rbb6/8/2ww3/6/2bb1 b 5,0,0 0 0").unwrap();
    assert_eq!(search(&Root::new(position), &Limits::depth(3)).score, Score::Win(1));
}

#[test]
fn moves_of_a_line_follow_each_other() {
    let mut played = root("ww1rr/ww2rr/1w2rrr/www3r1/ww4rr1/w2b4/2bb2r/b3bb/bbbbb b 0,0,0 12 12");
    let mut longest = 0;
    for _ in 0..12 {
        let found = search(&played, &Limits::nodes(3_000));
        let mut line = played.clone();
        for &m in &found.line {
            line.play(m).unwrap();
        }
        longest = longest.max(found.line.len());
        played.play(found.best.unwrap()).unwrap();
    }
    assert!(longest > 1);
}
