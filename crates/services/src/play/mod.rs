//! Finding games and watching them: lobbies, matchmaking, lists of rooms, computer players and bots.

pub mod bots;
pub mod computers;
pub mod live_boards;
pub mod lobby;
pub mod matchmaking;
pub mod my_games;
pub mod puzzles;
