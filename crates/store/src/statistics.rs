//! Statistics of players' finished games: by kind of game, by opponent, and streaks.

use std::collections::HashMap;

use sumito_game::{Outcome, Seat, UserId};
use sumito_rules::{Layout, Mode};

use super::{StoreError, Visibility, store_api};

/// Result of a game for a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Score {
    /// The player won, alone or with the team.
    Won,
    /// The game had no winner.
    Drawn,
    /// An opponent won the game.
    Lost,
}

impl Score {
    /// Returns the result of a game for the player in this seat.
    pub fn of(outcome: &Outcome, seat: Seat) -> Self {
        match outcome.winners {
            winners if winners.is_empty() => Self::Drawn,
            winners if winners.contains(seat) => Self::Won,
            _ => Self::Lost,
        }
    }

    /// Returns the word for the result, both stored and on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Won => "won",
            Self::Drawn => "drawn",
            Self::Lost => "lost",
        }
    }

    pub(super) fn parse(word: &str) -> Option<Self> {
        [Self::Won, Self::Drawn, Self::Lost].into_iter().find(|score| score.as_str() == word)
    }
}

/// Number of games by result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ResultCounts {
    /// Number of all games.
    pub games: u64,
    /// Games won, alone or with a team.
    pub won: u64,
    /// Games without a winner.
    pub drawn: u64,
    /// Games won by opponents.
    pub lost: u64,
}

impl ResultCounts {
    /// Counts a game with this result.
    pub fn count(&mut self, score: Score) {
        self.games += 1;
        match score {
            Score::Won => self.won += 1,
            Score::Drawn => self.drawn += 1,
            Score::Lost => self.lost += 1,
        }
    }

    /// Adds the games of another tally.
    pub fn add(&mut self, other: Self) {
        self.games += other.games;
        self.won += other.won;
        self.drawn += other.drawn;
        self.lost += other.lost;
    }
}

/// Kind of game, and the player's seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct GameKey {
    /// Number and order of the players.
    pub mode: Mode,
    /// Starting position of the game.
    pub layout: Layout,
    /// The player's seat, and so the colour.
    pub seat: Seat,
}

/// Sums over games of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct GameTotals {
    /// Results of the games.
    pub tally: ResultCounts,
    /// Marbles that the player's team has pushed out.
    pub ejected: u64,
    /// Number of moves by all players.
    pub plies: u64,
}

/// Streak of equal results in public games of one mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Streak {
    /// Result of the last game.
    pub score: Score,
    /// Number of consecutive last games with this result.
    pub length: u64,
    /// Longest series of wins.
    pub longest_won: u64,
    /// Longest series of losses.
    pub longest_lost: u64,
}

impl Streak {
    /// Returns the streak after another game; `None` before the first game.
    pub(super) fn after(before: Option<Self>, score: Score) -> Self {
        let mut streak = before.unwrap_or(Self { score, length: 0, longest_won: 0, longest_lost: 0 });
        streak.length = if streak.score == score { streak.length + 1 } else { 1 };
        streak.score = score;
        match score {
            Score::Won => streak.longest_won = streak.longest_won.max(streak.length),
            Score::Lost => streak.longest_lost = streak.longest_lost.max(streak.length),
            Score::Drawn => {}
        }
        streak
    }
}

/// Increments of the players' statistics by some games.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StatisticsDelta {
    /// Increments by kind of game.
    pub played: HashMap<(UserId, Visibility, GameKey), GameTotals>,
    /// Results of public games in their order, by player and mode.
    pub results: HashMap<(UserId, Mode), Vec<Score>>,
}

/// An opponent of a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpponentRow {
    /// User of the opponent.
    pub user: super::UserRow,
    /// Results of the player's games against them.
    pub tally: ResultCounts,
}

/// Statistics of a player's finished games.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Statistics {
    /// Sums by kind of game.
    pub played: Vec<(GameKey, GameTotals)>,
    /// The most frequent opponents of the player, most frequent first.
    pub opponents: Vec<OpponentRow>,
    /// Streaks by mode.
    pub streaks: Vec<(Mode, Streak)>,
}

store_api! { each_database:
    /// Returns the statistics of a player's finished games, with at most this number of opponents. A game that has just finished may not
    /// be counted yet. Private games count only with `with_private`, as for the player's own view; they never count in streaks or among
    /// opponents.
    pub async fn statistics_of(
        &self,
        user: UserId,
        with_private: bool,
        opponents: u32,
    ) -> Result<Statistics, StoreError>;

    /// Returns the database's query plan for [`statistics_of`](Self::statistics_of), as text.
    pub async fn explain_statistics(&self, user: UserId, opponents: u32) -> Result<String, StoreError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streak_ends_with_a_different_result() {
        use Score::{Drawn, Lost, Won};
        let results = [Won, Won, Won, Lost, Won, Drawn, Lost, Lost];
        let streak = results.into_iter().fold(None, |streak, score| Some(Streak::after(streak, score)));
        assert_eq!(streak, Some(Streak { score: Lost, length: 2, longest_won: 3, longest_lost: 2 }));
    }
}
