//! Tournaments: messages over the socket and bodies of the HTTP interface.

mod command;
mod game;
mod settings;
mod shown;
mod standing;

pub use self::command::TournamentCommand;
pub use self::game::{
    ByeKind, TournamentBye, TournamentGame, TournamentGamePage, TournamentRound, TournamentRoundPage,
    TournamentRuling, TournamentVerdict,
};
pub use self::settings::{
    Admission, CreateTournament, SwissPairing, TournamentEdit, TournamentEntry, TournamentFormat,
    TournamentFormatName, TournamentRounds, TournamentSettings, TournamentStart, TournamentTeams,
};
pub use self::shown::{
    Membership, TournamentChange, TournamentDetail, TournamentInvitation, TournamentInvitations,
    TournamentLog, TournamentLogEntry, TournamentPage, TournamentParticipant, TournamentState,
    TournamentStatus, TournamentSummary,
};
pub use self::standing::{TieBreak, TournamentStanding, TournamentStandings, TournamentTeam};
