//! Games between people: all of them are parsed, replayed and written again.

use serde_json::Value;
use sumito_rules::{Layout, Mode, Position};

#[test]
fn every_recorded_game_replays_to_its_end() {
    let mut plies = 0;
    for line in include_str!("data/games.jsonl").lines() {
        let game: Value = serde_json::from_str(line).unwrap();
        let layout: Layout = game["start"].as_str().unwrap().parse().unwrap();
        let mut position = Position::start(Mode::Two, layout).unwrap();
        for text in game["moves"].as_array().unwrap() {
            let text = text.as_str().unwrap();
            let m =
                position.parse_move(text).unwrap_or_else(|error| panic!("{} {text}: {error}", game["id"]));
            assert_eq!(position.parse_move(&m.to_string()), Ok(m));
            position = position.play(m).unwrap().position;
            plies += 1;
        }
        assert_eq!(Value::from(position.ply()), game["plies"]);
        assert_eq!(Value::from(position.captured()[0]), game["ejected_by_black"]);
        assert_eq!(Value::from(position.captured()[1]), game["ejected_by_white"]);
        let winner = position.winner().map(|team| ["black", "white"][team.index()]);
        assert_eq!(Value::from(winner), game["board_winner"], "{}", game["id"]);
    }
    assert_eq!(plies, 6947);
}
