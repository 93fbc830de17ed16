//! Analyses in their wire form.

use sumito_engine::{ScoredLine, SearchResult};
use sumito_protocol::{ErrorCode, parts, positions};
use sumito_rules::{Move, Position};

use super::api_error::ApiError;
use super::parts::mode;
use sumito_services::history::analyses::{AnalysedPosition, AnalysisError, AnalysisUpdate, Reason};

/// Converts the known part of a game's analysis.
pub(crate) fn analysis(update: &AnalysisUpdate) -> parts::Analysis {
    parts::Analysis {
        game: update.game.0,
        plies: update.plies,
        done: update.done,
        full: update.full,
        positions: update.positions.iter().map(position).collect(),
        more: false,
    }
}

/// Converts the search result of a position that belongs to no game.
pub(crate) fn evaluation(position: &Position, found: &SearchResult) -> positions::PositionEvaluation {
    positions::PositionEvaluation {
        mode: mode(position.mode()),
        position: position.to_string(),
        score: score(found.score),
        chance: chance(found.score),
        depth: found.depth,
        nodes: found.nodes,
        line: texts(&found.line),
        others: found.others.iter().map(line).collect(),
    }
}

fn line(line: &ScoredLine) -> parts::ScoredLine {
    parts::ScoredLine { score: score(line.score), chance: chance(line.score), line: texts(&line.moves) }
}

fn texts(moves: &[Move]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}

fn chance(score: sumito_engine::Score) -> u16 {
    (1000.0 * score.chance()).round() as u16
}

fn position(position: &AnalysedPosition) -> parts::AnalysedPosition {
    parts::AnalysedPosition {
        ply: position.ply,
        score: score(position.score),
        chance: chance(position.score),
        depth: position.depth,
        line: position.line.clone(),
        mistake: position.mistake,
        reason: position.reason.clone().map(reason),
        chances: position.chances.clone(),
    }
}

fn reason(reason: Reason) -> parts::MistakeReason {
    use parts::MistakeReason as Wire;
    match reason {
        Reason::MissedWin { plies } => Wire::MissedWin { plies },
        Reason::AllowsWin { plies } => Wire::AllowsWin { plies },
        Reason::MissedEjection { cells, plies } => Wire::MissedEjection { cells, plies },
        Reason::AllowsEjection { cells, plies } => Wire::AllowsEjection { cells, plies },
        Reason::MissesThreat { cells } => Wire::MissesThreat { cells },
        Reason::MissedPush { cells } => Wire::MissedPush { cells },
        Reason::AllowsPush { cells } => Wire::AllowsPush { cells },
        Reason::LeavesCentre { cells } => Wire::LeavesCentre { cells },
        Reason::BreaksFormation { cells } => Wire::BreaksFormation { cells },
    }
}

fn score(score: sumito_engine::Score) -> parts::Score {
    match score {
        sumito_engine::Score::Marbles(hundredths) => parts::Score::Marbles(hundredths),
        sumito_engine::Score::Win(plies) => parts::Score::Win(plies),
        sumito_engine::Score::Loss(plies) => parts::Score::Loss(plies),
    }
}

impl From<AnalysisError> for ApiError {
    fn from(error: AnalysisError) -> Self {
        let code = match error {
            AnalysisError::TooMany(_) => ErrorCode::TooMany,
            AnalysisError::InPlay => ErrorCode::PositionInPlay,
            AnalysisError::Busy => ErrorCode::Busy,
            AnalysisError::Corrupt => ErrorCode::Internal,
            AnalysisError::Store(error) => return error.into(),
        };
        Self::new(code, error.to_string())
    }
}
