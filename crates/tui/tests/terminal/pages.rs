//! The pages besides the game.

use crate::terminal::{ENTER, TestServer};

#[test]
fn the_language_changes_with_a_key() {
    let server = TestServer::start();
    let mut terminal = server.terminal();
    for text in
        ["Play the computer", "Gegen den Computer", "Z komputerem", "Tegen de computer", "Play the computer"]
    {
        terminal.until(text);
        terminal.press("l");
    }
}

#[test]
fn a_room_that_is_not_there_is_said_to_be_not_there() {
    let server = TestServer::start();
    let mut terminal = server.terminal_with(&["000000000000"], &[]);
    terminal.until("Game not found");
    terminal.back_to("Play the computer");
    terminal.press("\x03");
    assert!(terminal.ended());
}

#[test]
fn the_computer_is_played_at_once_and_answers() {
    let server = TestServer::start();
    let mut terminal = server.terminal();
    terminal.press("c");
    terminal.until("Computer, level 2");
    terminal.press(ENTER);
    terminal.until("Your turn");
    terminal.press("z");
    terminal.until("z doesn’t fit here: type a letter");
    terminal.press("az");
    terminal.until("z doesn’t fit here: type a digit");
    terminal.press("1");
    terminal.until_seen("no complaint", |screen| !screen.contains("doesn’t fit"));
    terminal.press("b2\r");
    terminal.until("1. a1b2");
    terminal.until("Your turn");
    assert!(terminal.has_colours());
}

#[test]
fn spectator_sees_the_game_and_its_players() {
    let server = TestServer::start();
    let mut player = server.terminal();
    player.press("n");
    player.until("New game");
    player.press(ENTER);
    player.until("/room/");
    let mut other = server.terminal();
    other.until("Open seat");
    other.press(ENTER);
    other.until("Waiting for players");
    other.choose("Sit here: White");
    player.until("Your turn");
    let mut onlooker = server.terminal();
    onlooker.until(", ");
    onlooker.press(ENTER);
    onlooker.until("to move");
    player.press("a1b2\r");
    onlooker.until("1. a1b2");
}
