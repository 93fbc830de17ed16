//! Numbers of participants and games, and the ids of a game's room and record.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use sumito_game::{GameId, RoomId, TournamentId};
use uuid::{Builder, Uuid};

/// The number of a participant (a player or a team), from 1 in the order of entry. A number is never reused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ParticipantId(pub u32);

/// The number of a game of a tournament, from 1 in the order of pairing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GameNumber(pub u32);

/// The id of a club.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ClubId(pub Uuid);

impl ParticipantId {
    /// The index in a list of all participants.
    pub fn index(self) -> usize {
        self.0 as usize - 1
    }

    /// Returns the participant with this index in a list of all participants.
    pub fn at(index: usize) -> Self {
        Self(index as u32 + 1)
    }
}

impl GameNumber {
    /// The index in a list of all games.
    pub fn index(self) -> usize {
        self.0 as usize - 1
    }

    /// Returns the game with this index in a list of all games.
    pub fn at(index: usize) -> Self {
        Self(index as u32 + 1)
    }

    /// Derives the id of this game. It is always the same, so a game is created only once.
    pub fn game_of(self, tournament: TournamentId) -> GameId {
        let digest = self.digest(tournament);
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&digest[..16]);
        // Version 8: a form that no generator of random ids uses.
        GameId(Builder::from_custom_bytes(bytes).into_uuid())
    }

    /// Derives the room of that game. The id is computable from the tournament's id, because rooms of tournaments are open to all users.
    pub fn room_of(self, tournament: TournamentId) -> RoomId {
        let digest = self.digest(tournament);
        let mut bytes = [0; 8];
        bytes.copy_from_slice(&digest[16..24]);
        RoomId::from_random(bytes)
    }

    fn digest(self, tournament: TournamentId) -> [u8; 32] {
        let mut hash = Sha256::new();
        hash.update(b"sumito tournament game");
        hash.update(tournament.0.as_bytes());
        hash.update(self.0.to_be_bytes());
        hash.finalize().into()
    }
}

impl fmt::Display for ParticipantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for GameNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn game_ids_are_deterministic_and_unique() {
        let [tournament, other] = [7, 8].map(|id| TournamentId(Uuid::from_u128(id)));
        let [first, second] = [1, 2].map(GameNumber);
        // Recorded when the first tournaments were stored: the server finds their rooms by these ids.
        assert_eq!(first.room_of(tournament).to_string(), "bfzz9e3pwqq9");
        assert_ne!(first.room_of(tournament), second.room_of(tournament));
        assert_ne!(first.game_of(tournament), first.game_of(other));
        assert_eq!(first.game_of(tournament).0.get_version_num(), 8);
    }
}
