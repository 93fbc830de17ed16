//! Tournaments: messages over the socket and bodies of the HTTP interface.

mod bracket;
mod command;
mod export;
mod game;
mod import;
mod log;
mod settings;
mod shown;
mod standing;

pub use self::bracket::{BracketMatch, BracketPart, BracketSlot, TournamentBracket};
pub use self::command::TournamentCommand;
pub use self::export::TournamentExport;
pub use self::game::{
    ByeKind, TournamentAddedTime, TournamentBoard, TournamentBye, TournamentDraft, TournamentDraftBye,
    TournamentGame, TournamentGamePage, TournamentHall, TournamentNextRound, TournamentRound,
    TournamentRoundPage, TournamentRuling, TournamentVerdict,
};
pub use self::import::{FilePart, FilePlayer, ImportTournament, ImportedTournament, RefusedPlayer};
pub use self::log::{
    TournamentLog, TournamentLogEntry, TournamentLogEvent, TournamentLogGame, TournamentLogReason,
    TournamentLogRewording, TournamentLogRuling,
};
pub use self::settings::{
    Admission, CreateTournament, SwissPairing, TournamentEdit, TournamentEntry, TournamentFormat,
    TournamentFormatName, TournamentRounds, TournamentSettings, TournamentStart, TournamentTeams,
    UnplayedRounds,
};
pub use self::shown::{
    Membership, TournamentAnnouncement, TournamentChange, TournamentDetail, TournamentInvitation,
    TournamentInvitations, TournamentPage, TournamentParticipant, TournamentPenalty, TournamentPlannedBye,
    TournamentState, TournamentStatus, TournamentSummary,
};
pub use self::standing::{TieBreak, TournamentStanding, TournamentStandings, TournamentTeam};
