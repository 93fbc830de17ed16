//! Search of the positions of one game.

use serde::{Deserialize, Serialize};
use sumito_engine::{Limits, Root, Score, shares};
use sumito_game::{GameId, Reason as EndReason, Seat, UserId};
use sumito_rules::{Mode, Move, Position, Team};

use super::mistakes::mistake;
use super::reasons::{Mistaken, Reason};
use sumito_kit::engine_pool::{EnginePool, JobKind, cost_of, roots};
use sumito_store::FinishedGame;
use sumito_vocabulary::Mistake;

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
    /// The reason of the mistake, if it has a name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// Points that each of three teams can expect, in thousandths. Empty with two teams: their points follow from the score.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chances: Vec<u16>,
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
    after: Option<Searched>,
    /// Score of the final position for each team, if the game is over.
    result: Option<Vec<Score>>,
}

/// A searched position.
struct Searched {
    root: Root,
    /// The scores for each team.
    views: Vec<Score>,
    depth: u8,
    line: Vec<Move>,
}

impl Searched {
    fn team(&self) -> Team {
        let position = self.root.position();
        position.mode().team_of(position.turn())
    }

    /// Returns the score for the player to move.
    fn score(&self) -> Option<Score> {
        self.views.get(self.team().index()).copied()
    }
}

/// Returns the result of a game for the player to move at its end, as a score that needs no search: win, loss, or level for a draw.
/// `None` for an aborted game.
pub(super) fn result_of<M>(game: &FinishedGame<M>) -> Option<Score> {
    let end = Position::parse(game.mode, &game.final_position).ok()?;
    result_for(game, game.mode.team_of(end.turn()))
}

/// Returns the result of a game for a team, like [`result_of`].
fn result_for<M>(game: &FinishedGame<M>, team: Team) -> Option<Score> {
    let outcome = &game.outcome;
    match outcome.reason {
        EndReason::Aborted => None,
        _ if outcome.winners.is_empty() => Some(Score::Marbles(0)),
        _ if game.mode.colors_of(team).any(|color| outcome.winners.contains(Seat::from(color))) => {
            Some(Score::Win(0))
        }
        _ => Some(Score::Loss(0)),
    }
}

impl Search {
    /// Returns `None` if the game cannot be replayed.
    pub(super) fn new(game: &FinishedGame) -> Option<Self> {
        let moves = game.moves.moves.split_whitespace().map(str::to_owned).collect();
        let roots = all_roots(game)?;
        let result = game.mode.all_teams().map(|team| result_for(game, team)).collect();
        Some(Self { game: game.id, mode: game.mode, moves, roots, after: None, result })
    }

    pub(super) fn game(&self) -> GameId {
        self.game
    }

    pub(super) fn plies(&self) -> u32 {
        self.moves.len() as u32
    }

    /// Returns the positions still to be searched.
    pub(super) fn positions(&self) -> impl Iterator<Item = &Position> {
        self.roots.iter().map(Root::position)
    }

    /// Returns whether all positions have been searched.
    pub(super) fn is_done(&self) -> bool {
        self.roots.is_empty()
    }

    /// Searches the last unsearched position with this many nodes. Returns `None` after the first position, or if the search failed.
    pub(super) async fn next(
        &mut self,
        engine_pool: &EnginePool,
        owner: UserId,
        nodes: u64,
    ) -> Option<AnalysedPosition> {
        let root = self.roots.last()?.clone();
        let searched = self.search(root, engine_pool, owner, nodes).await?;
        self.roots.pop();
        let played = self.moves.get(self.roots.len()).map(String::as_str);
        let line: Vec<_> = searched.line.iter().map(ToString::to_string).collect();
        let mistake = played
            .filter(|&played| line.first().is_some_and(|best| best != played))
            .and_then(|played| self.judge(&searched, played));
        // The quality of the last move does not depend on later events, such as a resignation.
        let result = self.result.as_ref().filter(|_| played.is_none());
        let views = result.unwrap_or(&searched.views);
        let position = AnalysedPosition {
            ply: searched.root.position().ply(),
            score: *views.get(searched.team().index())?,
            depth: searched.depth,
            line,
            mistake: mistake.as_ref().map(|(mistake, _)| *mistake),
            reason: mistake.and_then(|(_, reason)| reason),
            chances: if self.mode.teams() > 2 { shares(views) } else { Vec::new() },
        };
        self.after = Some(searched);
        Some(position)
    }

    /// Searches a position. With three teams, each of them has its own view, and a third of the nodes.
    async fn search(
        &self,
        root: Root,
        engine_pool: &EnginePool,
        owner: UserId,
        nodes: u64,
    ) -> Option<Searched> {
        let mover = self.mode.team_of(root.position().turn());
        let is_seen = |team: &Team| self.mode.teams() > 2 || *team == mover;
        let teams: Vec<_> = self.mode.all_teams().filter(is_seen).collect();
        let nodes = nodes / teams.len() as u64;
        let mut searched = Searched { root, views: Vec::new(), depth: 0, line: Vec::new() };
        for team in teams {
            // The node limit does not depend on the load of the server, since the result is stored for good.
            let limits = move |_| Limits::nodes(nodes);
            let (payer, cost) = (engine_pool.payer(owner), cost_of(nodes));
            let root = searched.root.clone().seen_by(team);
            let asked = engine_pool.submit_when_free(JobKind::Analysis, payer, &root, cost, limits).await;
            let found = asked.answer().await?;
            searched.views.push(found.score);
            if team == mover {
                (searched.depth, searched.line) = (found.depth, found.line);
            }
        }
        if let [score] = searched.views[..] {
            let view = |team| if team == mover { score } else { score.reversed() };
            searched.views = self.mode.all_teams().map(view).collect();
        }
        Some(searched)
    }

    /// Judges the move that was played in a position, by the position after it.
    fn judge(&self, searched: &Searched, played: &str) -> Option<(Mistake, Option<Reason>)> {
        let after = self.after.as_ref()?;
        let (best, score) = (searched.score()?, *after.views.get(searched.team().index())?);
        let mistake = mistake(best, score)?;
        let mistaken = Mistaken {
            before: &searched.root,
            best,
            better: &searched.line,
            played: searched.root.position().parse_move(played).ok()?,
            after: &after.root,
            score,
            reply: &after.line,
        };
        Some((mistake, mistaken.reason()))
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
