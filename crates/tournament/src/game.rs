//! A game of a tournament.

use sumito_game::{GameId, Player, RoomId};

use crate::{GameNumber, ParticipantId, RulingReason, Verdict};

/// A game of a tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    /// The game's number.
    pub number: GameNumber,
    /// The round in which it is played, from 1; in an arena, the wave.
    pub round: u32,
    /// The participants: the seats of two and three players, the teams of four. The first starts.
    pub sides: Vec<ParticipantId>,
    /// The index of the match in a round of a bracket, from 0.
    pub pairing: u32,
    /// True for the last decider of a match, in which a draw is enough for the second side.
    pub draw_odds: bool,
    /// The berserk sides.
    pub berserk: Vec<u8>,
    /// The verdict; `None` while the game is in progress.
    pub verdict: Option<Verdict>,
    /// The reason for the verdict, if it was not decided at the board.
    pub ruling: Option<RulingReason>,
    /// The aborted game that this one replaces.
    pub replays: Option<GameNumber>,
    /// Time that directors have added to the clocks.
    pub added_times: Vec<AddedTime>,
}

/// Time that a director has added to the clock of a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AddedTime {
    /// The number of the record that added it.
    pub seq: u64,
    /// The side with more time.
    pub side: u8,
    /// The added time.
    pub seconds: u32,
}

/// A game to be created, unless it exists already. Every call returns the same ids.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PendingGame {
    /// The game's number.
    pub number: GameNumber,
    /// The round in which it is played.
    pub round: u32,
    /// The room of the game. Every call returns the same room.
    pub room: RoomId,
    /// The id of the game.
    pub game: GameId,
    /// The players, by seat.
    pub players: Vec<Player>,
    /// By seat: true if the player has half of the time and no increment.
    pub berserk: Vec<bool>,
}

impl Game {
    /// The side on which `participant` plays.
    pub fn side_of(&self, participant: ParticipantId) -> Option<usize> {
        self.sides.iter().position(|&side| side == participant)
    }

    /// Returns whether the game is in progress.
    pub fn is_open(&self) -> bool {
        self.verdict.is_none()
    }
}
