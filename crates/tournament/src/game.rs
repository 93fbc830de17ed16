//! A game of a tournament.

use sumito_game::{GameId, Player, RoomId};

use crate::{GameNumber, ParticipantId, Ruling, Verdict};

/// A game of a tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    /// Its number.
    pub number: GameNumber,
    /// The round in which it is played, from 1; in an arena, the wave.
    pub round: u32,
    /// Who plays: the seats of two and three players, the teams of four. The first begins.
    pub sides: Vec<ParticipantId>,
    /// Which match of a knockout's round it belongs to, from 0.
    pub pairing: u32,
    /// Whether it is the last decider of a match, in which a draw is enough for the second side.
    pub draw_odds: bool,
    /// The sides that play with half of the time.
    pub berserk: Vec<u8>,
    /// What it counts for; `None` while it is under way.
    pub verdict: Option<Verdict>,
    /// Why it counts for that, where it was not decided at the board.
    pub ruling: Option<Ruling>,
    /// The game that this one replaces, because it was broken off.
    pub replays: Option<GameNumber>,
}

/// A game that is to be made, unless it was made already: the same for everybody who asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameToMake {
    /// Its number.
    pub number: GameNumber,
    /// The round in which it is played.
    pub round: u32,
    /// The room in which it is played: the same room, however often one asks.
    pub room: RoomId,
    /// The id of the game.
    pub game: GameId,
    /// Who plays, by seat.
    pub players: Vec<Player>,
    /// Whether each seat plays with half of the time and without increment.
    pub berserk: Vec<bool>,
}

impl Game {
    /// The side on which `participant` plays.
    pub fn side_of(&self, participant: ParticipantId) -> Option<usize> {
        self.sides.iter().position(|&side| side == participant)
    }

    /// Whether it is under way.
    pub fn is_open(&self) -> bool {
        self.verdict.is_none()
    }

    /// The verdict with draw odds taken into account: the winners as they count in a knockout's match.
    pub fn has_won(&self, side: usize) -> bool {
        self.verdict
            .as_ref()
            .is_some_and(|verdict| verdict.won(side) || (self.draw_odds && side == 1 && verdict.is_draw()))
    }
}
