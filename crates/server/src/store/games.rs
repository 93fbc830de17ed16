//! Finished games, as the history shows them.

use std::collections::HashMap;

use sumito_game::{
    GameId, MoveTiming, Outcome, Player, Reason, RoomId, Seat, SeatSet, TimeControl, Timestamp, TournamentId,
    UserId,
};
use sumito_rules::{Layout, Mode};

use super::{EventHash, Store, StoreError, Visibility, each};

/// A finished game: with its moves (`M` = [`GameMoves`]) as it is stored and looked at, or without them (`M` = `()`,
/// [`GameSummary`]) as lists show it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FinishedGame<M = GameMoves> {
    /// Its id.
    pub id: GameId,
    /// Where it was played.
    pub room: RoomId,
    /// Who may find it: its room's.
    pub visibility: Visibility,
    /// How many played, and in which order.
    pub mode: Mode,
    /// Where the marbles stood at the start.
    pub layout: Layout,
    /// How thinking time was limited.
    pub time: TimeControl,
    /// Whether it counted for ratings.
    pub rated: bool,
    /// What it was in a tournament, if it belonged to one.
    pub tournament: Option<TournamentGame>,
    /// Who played, by seat.
    pub players: Vec<Player>,
    /// When it began.
    pub started_at: Timestamp,
    /// When it ended.
    pub finished_at: Timestamp,
    /// How it ended.
    pub outcome: Outcome,
    /// How many moves were played.
    pub plies: u32,
    /// The position line at the end.
    pub final_position: String,
    /// The number of the event that ended it.
    pub last_seq: u64,
    /// The hash of that event. Where the room has no such event, its last ones were cut off.
    pub last_hash: EventHash,
    /// The moves, where they are wanted.
    pub moves: M,
}

/// What a game was in its tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TournamentGame {
    /// Which tournament.
    pub id: TournamentId,
    /// Who played with half of the time.
    pub berserk: SeatSet,
}

/// The room of all games that were not played here. Nothing happens in it: it has no events, and nobody can enter it.
pub fn imported_room() -> RoomId {
    // Rooms have random ids of sixty bits.
    RoomId::from_random([0; 8])
}

/// A finished game as a list shows it.
pub type GameSummary = FinishedGame<()>;

/// What of a finished game is needed only when that game is looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameMoves {
    /// In Aba-Pro notation, separated by spaces.
    pub moves: String,
    /// Where the time before each move went.
    pub ledger: Vec<MoveTiming>,
}

impl<M> FinishedGame<M> {
    /// Whether it was not played here, but taken in by the operator.
    pub fn is_imported(&self) -> bool {
        self.room == imported_room()
    }

    /// The same game with these moves instead of its own.
    pub fn with_moves<N>(self, moves: N) -> FinishedGame<N> {
        FinishedGame {
            id: self.id,
            room: self.room,
            visibility: self.visibility,
            mode: self.mode,
            layout: self.layout,
            time: self.time,
            rated: self.rated,
            tournament: self.tournament,
            players: self.players,
            started_at: self.started_at,
            finished_at: self.finished_at,
            outcome: self.outcome,
            plies: self.plies,
            final_position: self.final_position,
            last_seq: self.last_seq,
            last_hash: self.last_hash,
            moves,
        }
    }
}

/// Which finished games to list: all that fit every given word.
#[derive(Debug, Clone, Copy, Default)]
pub struct GameFilter {
    /// One of the players.
    pub player: Option<UserId>,
    /// Another one of the players.
    pub opponent: Option<UserId>,
    /// How many played, and in which order.
    pub mode: Option<Mode>,
    /// Where the marbles stood at the start.
    pub layout: Option<Layout>,
    /// How it ended. Without it, aborted games are left out.
    pub reason: Option<Reason>,
    /// Whether it counted for ratings.
    pub rated: Option<bool>,
    /// The tournament to which it belongs.
    pub tournament: Option<TournamentId>,
    /// Who won.
    pub won: Option<Won>,
    /// At least so many moves were played.
    pub plies_min: Option<u32>,
    /// At most so many moves were played.
    pub plies_max: Option<u32>,
    /// Finished then or later.
    pub since: Option<Timestamp>,
    /// Finished before.
    pub until: Option<Timestamp>,
    /// Only what comes after this place in the list.
    pub after: Option<GameCursor>,
    /// Who asks. Private games are listed to somebody who asks for their own, by `player` or `opponent`.
    pub viewer: Option<UserId>,
    /// How many at most.
    pub limit: u32,
}

impl GameFilter {
    /// Whether it matters how many moves were played.
    pub(super) fn has_bounded_plies(&self) -> bool {
        self.plies_min.is_some() || self.plies_max.is_some()
    }
}

/// Who won a game that is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Won {
    /// Nobody.
    Nobody,
    /// Whoever had this seat, alone or with a partner.
    Seat(Seat),
    /// The filter's `player`.
    Player,
    /// Somebody else, and not the filter's `player`.
    Opponents,
}

/// A place in the list of finished games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameCursor {
    /// When the last game that was listed had finished.
    pub finished_at: Timestamp,
    /// Its id.
    pub id: GameId,
}

/// How a player's finished games of one mode went. Aborted games do not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayerCounts {
    /// How many play, and in which order.
    pub mode: Mode,
    /// All of them.
    pub games: u64,
    /// Won, alone or with a partner.
    pub won: u64,
    /// Ended without a winner.
    pub drawn: u64,
    /// Won by others.
    pub lost: u64,
}

impl Store {
    /// A page of finished games, the newest first.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer in time.
    pub async fn games(&self, filter: &GameFilter) -> Result<Vec<GameSummary>, StoreError> {
        each!(self, queries => queries.games(filter).await)
    }

    /// How the database looks for [`games`](Self::games), in its own words.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer in time.
    pub async fn explain_games(&self, filter: &GameFilter) -> Result<String, StoreError> {
        each!(self, queries => queries.explain_games(filter).await)
    }

    /// One finished game without its moves, whoever may see it.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] when what is stored of it makes no sense.
    pub async fn game(&self, id: GameId) -> Result<Option<GameSummary>, StoreError> {
        each!(self, queries => queries.game(id).await)
    }

    /// One finished game with its moves, whoever may see it.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] when what is stored of it makes no sense.
    pub async fn game_with_moves(&self, id: GameId) -> Result<Option<FinishedGame>, StoreError> {
        each!(self, queries => queries.game_with_moves(id).await)
    }

    /// Those of some games that have ended, with their moves, in any order.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] when what is stored of one of them makes no sense.
    pub async fn games_with_moves(&self, ids: &[GameId]) -> Result<Vec<FinishedGame>, StoreError> {
        each!(self, queries => queries.games_with_moves(ids).await)
    }

    /// The moves of those of these games that there are.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] when what is stored of one of them makes no sense.
    pub async fn moves_of(&self, games: &[GameId]) -> Result<HashMap<GameId, GameMoves>, StoreError> {
        each!(self, queries => queries.moves_of(games).await)
    }

    /// The games of a room, with their moves, in the order in which they were played.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] when what is stored of one of them makes no sense.
    pub async fn games_of_room(&self, room: RoomId) -> Result<Vec<FinishedGame>, StoreError> {
        each!(self, queries => queries.games_of_room(room).await)
    }

    /// How a player's finished games went, by mode; modes without a game are left out. A game that has just finished may not be
    /// counted yet. Private ones count only `with_private`, as the player themselves may see them.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer in time.
    pub async fn player_counts(
        &self,
        user: UserId,
        with_private: bool,
    ) -> Result<Vec<PlayerCounts>, StoreError> {
        each!(self, queries => queries.player_counts(user, with_private).await)
    }
}
