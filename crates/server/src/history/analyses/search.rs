//! Search of the positions of one game.

use serde::{Deserialize, Serialize};
use sumito_engine::{Limits, Root, Score};
use sumito_game::{GameId, Reason, Seat, UserId};
use sumito_rules::{Mode, Position};

use super::mistakes::{Mistake, reversed};
use sumito_kit::engine_pool::{EnginePool, JobKind, cost_of, roots};
use sumito_store::FinishedGame;

/// The analysis of one position of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnalysedPosition {
    /// Plies played before the position.
    pub ply: u32,
    /// Score for the player to move.
    #[serde(with = "as_text")]
    pub score: Score,
    /// Search depth in plies.
    pub depth: u8,
    /// Best line in Aba-Pro notation.
    pub line: Vec<String>,
    /// Severity of the mistake, if the move played here was a mistake.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mistake: Option<Mistake>,
}

/// Returns the positions of a game from start to end; `None` if the game cannot be replayed.
pub(in crate::history) fn all_roots(game: &FinishedGame) -> Option<Vec<Root>> {
    let seats = game.moves.ledger.iter().map(|timing| timing.seat);
    let end = Position::parse(game.mode, &game.final_position).ok()?;
    roots(game.mode, game.start(), game.moves.moves.split_whitespace().zip(seats), Some(end))
}

/// A game with positions still to be searched. Stored games do not record at which move a player of a three-player game was out; the
/// search treats such players as still playing.
pub(super) struct Search {
    game: GameId,
    mode: Mode,
    moves: Vec<String>,
    /// Positions still to be searched.
    roots: Vec<Root>,
    /// Result of the position after the last of `roots`.
    after: Option<(Score, Root)>,
    /// Score of the final position if the game is over.
    result: Option<Score>,
}

/// Returns the result of a game for the player to move at its end, as a score that needs no search: win, loss, or level for a draw.
/// `None` for an aborted game.
pub(super) fn result_of<M>(game: &FinishedGame<M>) -> Option<Score> {
    let end = Position::parse(game.mode, &game.final_position).ok()?;
    let outcome = &game.outcome;
    match outcome.reason {
        Reason::Aborted => None,
        _ if outcome.winners.is_empty() => Some(Score::Marbles(0)),
        _ if outcome.winners.contains(Seat::from(end.turn())) => Some(Score::Win(0)),
        _ => Some(Score::Loss(0)),
    }
}

impl Search {
    /// Returns `None` if the game cannot be replayed.
    pub(super) fn new(game: &FinishedGame) -> Option<Self> {
        let moves = game.moves.moves.split_whitespace().map(str::to_owned).collect();
        let roots = all_roots(game)?;
        Some(Self { game: game.id, mode: game.mode, moves, roots, after: None, result: result_of(game) })
    }

    pub(super) fn game(&self) -> GameId {
        self.game
    }

    pub(super) fn plies(&self) -> u32 {
        self.moves.len() as u32
    }

    /// Returns whether all positions have been searched.
    pub(super) fn is_done(&self) -> bool {
        self.roots.is_empty()
    }

    /// Searches the last unsearched position with this many nodes. Returns `None` after the first position, or if the search failed.
    pub(super) async fn next(
        &mut self,
        thinking: &EnginePool,
        owner: UserId,
        nodes: u64,
    ) -> Option<AnalysedPosition> {
        let root = self.roots.last()?.clone();
        // The node limit does not depend on the load of the server, since the result is stored for good.
        let limits = move |_| Limits::nodes(nodes);
        let (payer, cost) = (thinking.payer(owner), cost_of(nodes));
        let asked = thinking.submit_when_free(JobKind::Analysis, payer, &root, cost, limits).await;
        let found = asked.answer().await?;
        self.roots.pop();
        let played = self.moves.get(self.roots.len()).map(String::as_str);
        let line: Vec<_> = found.line.iter().map(ToString::to_string).collect();
        let mistake = played
            .filter(|played| line.first().is_some_and(|best| best != played))
            .and_then(|_| Mistake::of(found.score, self.after_for(&root)?));
        // The quality of the last move does not depend on what came after it, such as a resignation.
        let result = self.result.filter(|_| played.is_none());
        let position = AnalysedPosition {
            ply: root.position().ply(),
            score: result.unwrap_or(found.score),
            depth: found.depth,
            line,
            mistake,
        };
        self.after = Some((found.score, root));
        Some(position)
    }

    /// Returns the score of the next position for the player who moves in this one. `None` with three players: a position that is bad for
    /// one player need not be good for another.
    fn after_for(&self, root: &Root) -> Option<Score> {
        let (score, next) = self.after.as_ref()?;
        if self.mode.teams() != 2 {
            return None;
        }
        let team = |root: &Root| self.mode.team_of(root.position().turn());
        Some(if team(root) == team(next) { *score } else { reversed(*score) })
    }
}

/// Serialises scores as text: `123`, `win 5`, `loss 4`.
mod as_text {
    use serde::{Deserialize, Deserializer, Serializer, de};
    use sumito_engine::Score;

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants a reference")]
    pub(super) fn serialize<S: Serializer>(score: &Score, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(score)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Score, D::Error> {
        let text = String::deserialize(deserializer)?;
        read(&text).ok_or_else(|| de::Error::custom(format!("{text:?} is not a score")))
    }

    fn read(text: &str) -> Option<Score> {
        Some(match text.split_once(' ') {
            None => Score::Marbles(text.parse().ok()?),
            Some(("win", plies)) => Score::Win(plies.parse().ok()?),
            Some(("loss", plies)) => Score::Loss(plies.parse().ok()?),
            Some(_) => return None,
        })
    }
}
