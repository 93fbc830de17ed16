//! The recorded games, played at a table: each ends with the recorded result.

use serde::Deserialize;
use sumito_game::{Policy, Reason, Settings, TimeControl};
use sumito_rules::Layout;

use crate::scene::{Scene, seat, settings};

#[derive(Deserialize)]
struct Recorded {
    id: String,
    start: String,
    moves: Vec<String>,
    ejected_by_black: u8,
    ejected_by_white: u8,
    board_winner: Option<String>,
}

#[test]
fn every_recorded_game_ends_as_it_did() {
    let games = include_str!("../../../rules/tests/data/games.jsonl");
    let mut played = 0;
    for line in games.lines() {
        let game: Recorded = serde_json::from_str(line).unwrap();
        let layout: Layout = game.start.parse().unwrap();
        // They were played under rules without a draw by repetition.
        let policy = Policy { repetitions: 0, ..Policy::usual(TimeControl::None) };
        let mut scene = Scene::started_with(Settings { layout, policy, ..settings(TimeControl::None) });
        scene.play_all(&game.moves.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(scene.table.position().captured(), [game.ejected_by_black, game.ejected_by_white]);
        let winner = scene.outcome().map(|outcome| {
            assert_eq!(outcome.reason, Reason::Ejections, "{}", game.id);
            if outcome.winners.contains(seat(0)) { "black" } else { "white" }
        });
        assert_eq!(winner, game.board_winner.as_deref(), "{}", game.id);
        played += 1;
    }
    assert_eq!(played, 66);
}
