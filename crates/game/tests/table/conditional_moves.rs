//! Conditional moves of correspondence games.

use std::time::Duration;

use sumito_game::{
    Command, CommandError, ConditionalMoves, Event, LimitReached, Line, MoveText, Offer, TimeControl, limits,
};
use sumito_rules::Mode;

use crate::scene::{BLACK, RED, STRANGER, Scene, WHITE, seat, settings, settings_for};

const DAYS: TimeControl = TimeControl::PerMove { limit: Duration::from_hours(48) };

fn texts(of: &[&[&str]]) -> Vec<Vec<String>> {
    of.iter().map(|line| line.iter().map(ToString::to_string).collect()).collect()
}

fn moves(of: &[&[&str]]) -> Vec<Line> {
    of.iter().map(|line| line.iter().map(|text| MoveText::try_from(*text).unwrap()).collect()).collect()
}

fn read(of: &[&[&str]]) -> Result<Vec<Line>, CommandError> {
    let scene = Scene::started_with(settings(DAYS));
    scene.table.conditional_lines(WHITE, 0, &texts(of)).map(|(_, lines)| lines)
}

fn moved(text: &str) -> Event {
    Event::Moved { seat: seat(0), ply: 0, mv: MoveText::try_from(text).unwrap(), lag_us: 0 }
}

#[test]
fn lines_follow_the_game() {
    let mut conditional = ConditionalMoves::default();
    let lines = read(&[&["a1b2", "i9h8", "b2c3", "i5h5"], &["a1b2", "i9h8", "a2b3", "i8h7"]]).unwrap();
    conditional.set(seat(1), lines);
    conditional.apply(&Event::Offered { seat: seat(0), what: Offer::Draw });
    conditional.apply(&moved("a1b2"));
    assert_eq!(conditional.reply_of(seat(1)), Some(MoveText::try_from("i9h8").unwrap()));
    conditional.apply(&moved("i9h8"));
    assert_eq!(conditional.of(seat(1)), moves(&[&["b2c3", "i5h5"], &["a2b3", "i8h7"]]));
    let mut other = conditional.clone();
    conditional.apply(&moved("a2b3"));
    conditional.apply(&moved("i8h7"));
    assert!(conditional.is_empty());
    other.apply(&moved("a3b4"));
    assert!(other.is_empty(), "no line fits");
}

#[test]
fn a_takeback_removes_all_lines() {
    let mut conditional = ConditionalMoves::default();
    conditional.set(seat(1), moves(&[&["a1b2", "i9h8"]]));
    conditional.apply(&Event::TakenBack { ply: 0 });
    assert!(conditional.is_empty());
}

#[test]
fn lines_must_be_legal_and_unambiguous() {
    assert_eq!(read(&[]), Ok(vec![]));
    assert_eq!(read(&[&["a1b2"]]), Err(CommandError::LineWithoutReply));
    assert_eq!(read(&[&[]]), Err(CommandError::LineWithoutReply));
    assert!(matches!(read(&[&["a1b2", "a2b3"]]), Err(CommandError::Illegal(_))), "a marble of the other");
    assert!(matches!(read(&[&["a1b2", "x"]]), Err(CommandError::BadMove(_))));
    assert_eq!(read(&[&["a1b2", "i9h8"], &["a1b2", "i8h7"]]), Err(CommandError::TwoReplies));
    let longer: &[&str] = &["a1b2", "i9h8", "b2c3", "i5h5"];
    for given in [&[&["a1b2", "i9h8"], longer], &[longer, &["a1b2", "i9h8"]]] {
        assert_eq!(read(given), Ok(moves(&[longer])), "the longer line contains the other");
    }
}

#[test]
fn the_number_of_lines_and_moves_is_limited() {
    let line: &[&str] = &["a1b2", "i9h8"];
    assert!(read(&vec![line; limits::CONDITIONAL_LINES]).is_ok());
    let too_many = Err(LimitReached::ConditionalMoves.into());
    assert_eq!(read(&vec![line; limits::CONDITIONAL_LINES + 1]), too_many);
    assert_eq!(read(&[&["a1b2"; limits::CONDITIONAL_LINE_MOVES + 1]]), too_many);
}

#[test]
fn only_a_waiting_player_of_a_correspondence_game_prepares_moves() {
    let lines = texts(&[&["a1b2", "i9h8"]]);
    let mut scene = Scene::started_with(settings(DAYS));
    let read =
        |scene: &Scene, user, ply| scene.table.conditional_lines(user, ply, &lines).map(|(seat, _)| seat);
    assert_eq!(read(&scene, WHITE, 0), Ok(seat(1)));
    assert_eq!(read(&scene, BLACK, 0), Err(CommandError::OwnTurn));
    assert_eq!(read(&scene, STRANGER, 0), Err(CommandError::NotSeated));
    assert_eq!(read(&scene, WHITE, 2), Err(CommandError::StalePly { expected: 0, sent: 2 }));
    let live = Scene::started();
    assert_eq!(read(&live, WHITE, 0), Err(CommandError::NoConditionalMoves));
    let set = Command::SetConditionalMoves { ply: 0, lines: lines.clone() };
    assert_eq!(scene.request(WHITE, set), Ok(vec![]), "it is no event");
    scene.request(BLACK, Command::Resign).unwrap();
    assert_eq!(read(&scene, WHITE, 0), Err(CommandError::Over));
}

#[test]
fn with_three_players_a_line_has_the_moves_of_both_opponents() {
    let scene = Scene::started_with(settings_for(Mode::Three, DAYS));
    let mut game = scene.table.position().to_owned();
    let mut line = Vec::new();
    for _ in 0..3 {
        let mv = game.legal_moves().into_iter().next().unwrap();
        line.push(MoveText::from(mv).as_str().to_owned());
        game = game.play(mv).unwrap().position;
    }
    let read = |line: &[String]| scene.table.conditional_lines(RED, 0, &[line.to_vec()]);
    assert!(read(&line).is_ok());
    assert_eq!(read(&line[..2]), Err(CommandError::LineWithoutReply));
}
