//! Tournaments and tournament commands in their wire form.

mod api_error;
mod bracket;
mod command;
mod import;
mod log;
mod settings;
mod state;

use sumito_protocol::ErrorCode;

use crate::codec::ApiError;
use sumito_kit::text::{Fault, TextError};

pub(crate) use bracket::tournament_bracket;
pub(crate) use command::{TournamentRequest, reworded, rewording_from_wire, tournament_command_from_wire};
pub(crate) use import::{apply_trf, file_player};
pub(crate) use log::tournament_log_entry;
pub(crate) use settings::tournament_from_wire;
pub(crate) use state::{
    tournament_change, tournament_detail, tournament_export, tournament_games, tournament_hall,
    tournament_invitation, tournament_next_round, tournament_receipt, tournament_rounds,
    tournament_standings, tournament_state, tournament_summary,
};

/// Converts the rejection of a tournament's text. The length limit counts as one of the tournament's limits.
fn text_refusal(error: TextError) -> ApiError {
    match error.why {
        Fault::Empty | Fault::Length(_) | Fault::Bytes(_) => {
            ApiError::new(ErrorCode::OutOfRange, error.to_string())
        }
        _ => error.into(),
    }
}
