//! How a tournament looks to clients, and what their wishes for one mean.

mod command;
mod refusal;
mod settings;
mod shown;

pub(crate) use command::{TournamentAsked, domain_tournament_command};
pub(crate) use settings::domain_tournament;
pub(crate) use shown::{
    tournament_change, tournament_deed, tournament_detail, tournament_games, tournament_invitation,
    tournament_rounds, tournament_standings, tournament_state, tournament_summary,
};
