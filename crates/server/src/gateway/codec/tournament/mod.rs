//! Tournaments and tournament commands in their wire form.

mod command;
mod refusal;
mod settings;
mod state;

use sumito_protocol::ErrorCode;

use crate::gateway::codec::Refusal;
use sumito_kit::text::{Fault, TextError};

pub(crate) use command::{TournamentAsked, domain_rewording, domain_tournament_command, reworded};
pub(crate) use settings::domain_tournament;
pub(crate) use state::{
    tournament_change, tournament_deed, tournament_detail, tournament_games, tournament_invitation,
    tournament_rounds, tournament_standings, tournament_state, tournament_summary,
};

/// Converts the rejection of a tournament's text. The length limit counts as one of the tournament's limits.
fn text_refusal(error: TextError) -> Refusal {
    match error.why {
        Fault::Empty | Fault::Length(_) | Fault::Bytes(_) => {
            Refusal::new(ErrorCode::OutOfRange, error.to_string())
        }
        _ => error.into(),
    }
}
