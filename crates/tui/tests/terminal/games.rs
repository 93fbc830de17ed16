//! Whole games, played by keys alone.

use std::collections::VecDeque;

use sumito_client::rules::{Bitboard, Cell, Direction, Mode, Position};

use crate::terminal::{DOWN, ENTER, HOME, LEFT, RIGHT, Terminal, TestServer, UP};

/// A recorded game of 48 plies from the Belgian daisy that White wins 6 to 0.
fn recorded_game() -> Vec<String> {
    let line = include_str!("../../../rules/tests/data/games.jsonl")
        .lines()
        .find(|line| line.contains("migs-38701"));
    let moves = line.unwrap().split("\"moves\": [").nth(1).unwrap().split(']').next().unwrap();
    moves.split(", ").map(|mv| mv.trim_matches('"').to_owned()).collect()
}

/// Two players at a table: the first created it, the second joined by its link.
fn table(server: &TestServer) -> [Terminal; 2] {
    let mut black = server.terminal();
    black.press("n");
    black.until("New game");
    black.press(ENTER);
    let screen = black.until("/room/");
    let link = screen.split_whitespace().find(|word| word.contains("/room/")).unwrap().to_owned();
    let mut white = server.terminal();
    white.press("j");
    white.until("Link or ID");
    white.press(&link);
    white.press(ENTER);
    white.until("Waiting for players");
    white.choose("Sit here: White");
    white.until("to move");
    black.until("Your turn");
    [black, white]
}

#[test]
fn a_recorded_game_is_played_to_its_end_and_looked_at_again() {
    let server = TestServer::start();
    let [mut black, mut white] = table(&server);
    let moves = recorded_game();
    assert_eq!(moves.len(), 48);
    for (ply, mv) in moves.iter().enumerate() {
        let (mover, other) = if ply % 2 == 0 { (&mut black, &mut white) } else { (&mut white, &mut black) };
        mover.until("Your turn");
        mover.press(mv);
        mover.press(ENTER);
        if ply + 1 < moves.len() {
            mover.until_seen("the other's turn", |screen| !screen.contains("Your turn"));
            other.until("Your turn");
        }
    }
    let screen = white.until("You won");
    assert!(screen.contains("0 : 6") && screen.contains("marbles."), "{screen}");
    black.until("You lost");

    black.choose("Review game");
    black.until("Move 48 of 48");
    black.press(HOME);
    let start = black.until("Move 0 of 48");
    assert!(start.contains("I   W   W   .   B   B"), "{start}");
    black.press(RIGHT);
    black.press(RIGHT);
    black.until("Move 2 of 48");
    black.press(LEFT);
    black.until("Move 1 of 48");
    black.back_to("Actions");
    black.back_to("Play the computer");
    black.press("h");
    black.until("0:6");
    black.press(ENTER);
    black.until("Move 48 of 48");

    white.choose("Rematch");
    white.until("You offered a rematch");
    black.back_to("0:6");
    black.back_to("Play the computer");
    black.press(ENTER);
    black.until("offers");
    black.choose("Accept: Rematch");
    white.until("Your turn");
    black.back_to("Play the computer");
    black.press("q");
    assert!(black.ended());
}

#[test]
fn menu_handles_offers_and_irreversible_actions() {
    // Only single words of the side panel are checked: the lines are short, and names differ.
    let server = TestServer::start();
    let [mut black, mut white] = table(&server);
    black.press("a1b2\r");
    white.until("Your turn");
    white.press("e5e6\r");
    white.until("No marble there.");
    white.back_to("Move: _");
    white.choose("Offer draw");
    black.until("offers");
    black.choose("Decline: Draw");
    black.until_seen("no offer", |screen| !screen.contains("offers"));
    black.choose("Takeback");
    white.until("asks");
    white.choose("Accept: Takeback");
    black.until("Your turn");
    black.choose("Resign");
    black.until("Really?");
    black.press("n");
    black.until_seen("no question", |screen| !screen.contains("Really?"));
    black.choose("Resign");
    black.until("Really?");
    black.press("y");
    black.until("You lost");
    white.until("You won");
}

#[test]
fn four_play_by_cursor_without_colours() {
    let server = TestServer::start();
    let mut terminal = server.terminal_with(&[], &[("NO_COLOR", "1")]);
    terminal.press("c");
    terminal.until("> Opponents");
    terminal.press(&UP.repeat(3));
    terminal.until("> Players");
    terminal.press(RIGHT);
    terminal.press(RIGHT);
    terminal.until("< Four players >");
    terminal.press(&DOWN.repeat(3));
    terminal.until("> Opponents");
    terminal.press(LEFT);
    terminal.until("< Computer, level 1 >");
    terminal.press(ENTER);
    terminal.until("Your turn");
    let start = Position::start(Mode::Four, Mode::Four.default_layout()).unwrap();
    let mv = start.legal_moves().into_iter().find(|mv| !mv.is_side_step()).unwrap();
    // The first key moves the cursor to the middle of the board.
    terminal.press(DOWN);
    terminal.until("Move: _");
    let mut cursor = "e5".parse().unwrap();
    for cell in [mv.from(), mv.to()] {
        terminal.press(&keys(cursor, cell));
        terminal.press(" ");
        terminal.until(&cell.to_string());
        cursor = cell;
    }
    terminal.until(&format!("Move: {mv}"));
    terminal.press(ENTER);
    terminal.until(&format!("1. {mv}"));
    terminal.until_seen("three answers", |screen| {
        let round = screen
            .lines()
            .find_map(|line| line.split_once("1. ").map(|(_, moves)| moves.split_whitespace().count()));
        round == Some(4) && screen.contains("Your turn")
    });
    assert!(!terminal.has_colours());
}

/// Returns the shortest path of the cursor from one cell to another.
fn keys(from: Cell, to: Cell) -> String {
    let mut ways = VecDeque::from([(from, String::new())]);
    let mut seen = Bitboard::of(from);
    while let Some((cell, way)) = ways.pop_front() {
        if cell == to {
            return way;
        }
        // Rows are offset by half a cell: up and down lead to one side from every other row, and to the other side from the rest.
        let odd = cell.row() % 2 == 1;
        let step = |ways: [Direction; 2]| {
            let ways = if odd { [ways[1], ways[0]] } else { ways };
            cell.neighbor(ways[0]).or_else(|| cell.neighbor(ways[1]))
        };
        let next = [
            (RIGHT, cell.neighbor(Direction::East)),
            (LEFT, cell.neighbor(Direction::West)),
            (UP, step([Direction::NorthWest, Direction::NorthEast])),
            (DOWN, step([Direction::SouthEast, Direction::SouthWest])),
        ];
        for (key, next) in next {
            if let Some(next) = next.filter(|next| !seen.contains(*next)) {
                seen = seen.with(next);
                ways.push_back((next, format!("{way}{key}")));
            }
        }
    }
    panic!("the cursor reaches every cell");
}
