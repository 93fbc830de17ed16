//! Finished games of the history.

use std::collections::HashMap;

use sumito_game::{
    GameId, MoveTiming, Outcome, Player, Reason, RoomId, Seat, SeatSet, Start, StartPosition, TimeControl,
    Timestamp, TournamentId, UserId,
};
use sumito_rules::{Layout, Mode};

use super::{EventHash, StoreError, Visibility, store_api};

/// A finished game: with its moves (`M` = [`GameMoves`]) for storing and viewing, or without them (`M` = `()`, [`GameSummary`]) for lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FinishedGame<M = GameMoves> {
    /// Id of the game.
    pub id: GameId,
    /// Room of the game.
    pub room: RoomId,
    /// Visibility of its room.
    pub visibility: Visibility,
    /// Number and order of the players.
    pub mode: Mode,
    /// Start layout of the game; the usual layout of the mode if it starts from a position.
    pub layout: Layout,
    /// The position from which the game starts instead of the layout.
    pub start_position: Option<StartPosition>,
    /// Whether a coach helped the player.
    pub coach: bool,
    /// Time control of the game.
    pub time: TimeControl,
    /// Whether it counted for ratings.
    pub rated: bool,
    /// The tournament game, if it belonged to a tournament.
    pub tournament: Option<TournamentGame>,
    /// The players, by seat.
    pub players: Vec<Player>,
    /// Time of the start.
    pub started_at: Timestamp,
    /// Time of the end.
    pub finished_at: Timestamp,
    /// Result of the game.
    pub outcome: Outcome,
    /// Number of moves.
    pub plies: u32,
    /// The final position as a position line.
    pub final_position: String,
    /// Number of the event that ended it.
    pub last_seq: u64,
    /// Hash of that event. If the room lacks this event, its last events were truncated.
    pub last_hash: EventHash,
    /// The moves, if requested.
    pub moves: M,
}

/// Data of a game in a tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TournamentGame {
    /// Id of the tournament.
    pub id: TournamentId,
    /// Players who played with half of the time.
    pub berserk: SeatSet,
}

/// Returns the id of the room of all imported games. The room has no events and cannot be joined.
pub fn imported_room() -> RoomId {
    // Rooms have random ids of sixty bits.
    RoomId::from_random([0; 8])
}

/// A finished game without its moves, for lists.
pub type GameSummary = FinishedGame<()>;

/// The part of a finished game that only the view of that game needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameMoves {
    /// Moves in Aba-Pro notation, separated by spaces.
    pub moves: String,
    /// Time usage before each move.
    pub ledger: Vec<MoveTiming>,
}

impl<M> FinishedGame<M> {
    /// Returns the start of the game.
    pub fn start(&self) -> Start {
        Start::new(self.layout, self.start_position)
    }

    /// Returns whether the game was not played here, but imported by the operator.
    pub fn is_imported(&self) -> bool {
        self.room == imported_room()
    }

    /// Returns the game with its moves replaced.
    pub fn with_moves<N>(self, moves: N) -> FinishedGame<N> {
        FinishedGame {
            id: self.id,
            room: self.room,
            visibility: self.visibility,
            mode: self.mode,
            layout: self.layout,
            start_position: self.start_position,
            coach: self.coach,
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

/// Filter on finished games: listed games match all given fields.
#[derive(Debug, Clone, Copy, Default)]
pub struct GameFilter {
    /// A player of the game.
    pub player: Option<UserId>,
    /// Another player of the game.
    pub opponent: Option<UserId>,
    /// Number and order of the players.
    pub mode: Option<Mode>,
    /// Start layout of the game. Games from another position have none.
    pub layout: Option<Layout>,
    /// Reason of the end. If not given, aborted games are left out.
    pub reason: Option<Reason>,
    /// Whether it counted for ratings.
    pub rated: Option<bool>,
    /// The tournament that it belongs to.
    pub tournament: Option<TournamentId>,
    /// Winner of the game.
    pub won: Option<WinnerFilter>,
    /// Minimum number of moves.
    pub plies_min: Option<u32>,
    /// Maximum number of moves.
    pub plies_max: Option<u32>,
    /// Earliest time of the end.
    pub since: Option<Timestamp>,
    /// Time before which it ended.
    pub until: Option<Timestamp>,
    /// Cursor: only games after it in the list.
    pub after: Option<GameCursor>,
    /// The requesting user. Private games are listed to a user who asks for their own games, by `player` or `opponent`.
    pub viewer: Option<UserId>,
    /// Maximum number of games.
    pub limit: u32,
}

impl GameFilter {
    /// Returns whether the filter restricts the number of moves.
    pub(super) fn has_bounded_plies(&self) -> bool {
        self.plies_min.is_some() || self.plies_max.is_some()
    }
}

/// Filter on the winner of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WinnerFilter {
    /// The game has no winner.
    NoWinner,
    /// The player on this seat, alone or with a partner.
    Seat(Seat),
    /// The player given by the filter's `player`.
    Player,
    /// An opponent of the filter's `player`.
    Opponents,
}

/// A cursor in the list of finished games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameCursor {
    /// Time of the end of the last listed game.
    pub finished_at: Timestamp,
    /// Id of that game.
    pub id: GameId,
}

/// Results of a player's finished games in one mode. Aborted games do not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayerCounts {
    /// Number and order of the players.
    pub mode: Mode,
    /// Number of all games.
    pub games: u64,
    /// Games won, alone or with a partner.
    pub won: u64,
    /// Games without a winner.
    pub drawn: u64,
    /// Games won by opponents.
    pub lost: u64,
}

store_api! { each:
    /// Returns a page of finished games, newest first.
    pub async fn games(&self, filter: &GameFilter) -> Result<Vec<GameSummary>, StoreError>;

    /// Returns the database's query plan for [`games`](Self::games), as text.
    pub async fn explain_games(&self, filter: &GameFilter) -> Result<String, StoreError>;

    /// Returns a finished game without its moves, without a check of its visibility.
    pub async fn game(&self, id: GameId) -> Result<Option<GameSummary>, StoreError>;

    /// Returns a finished game with its moves, without a check of its visibility.
    pub async fn game_with_moves(&self, id: GameId) -> Result<Option<FinishedGame>, StoreError>;

    /// Returns the ended games among these, with their moves, in any order.
    pub async fn games_with_moves(&self, ids: &[GameId]) -> Result<Vec<FinishedGame>, StoreError>;

    /// Returns the moves of the existing games among these.
    pub async fn moves_of(&self, games: &[GameId]) -> Result<HashMap<GameId, GameMoves>, StoreError>;

    /// Returns the games of a room with their moves, in the order in which they were played.
    pub async fn games_of_room(&self, room: RoomId) -> Result<Vec<FinishedGame>, StoreError>;

    /// Returns the results of a player's finished games by mode, without modes that have no game. A game that has just finished may not be
    /// counted yet. Private games count only with `with_private`, as for the player's own view.
    pub async fn player_counts(&self, user: UserId, with_private: bool) -> Result<Vec<PlayerCounts>, StoreError>;
}

store_api! { each_database:
    /// Returns the ended games among these without their moves, in any order, without a check of their visibility.
    pub async fn games_among(&self, ids: &[GameId]) -> Result<Vec<GameSummary>, StoreError>;
}
