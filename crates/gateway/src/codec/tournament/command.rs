//! Tournament commands of clients.

use sumito_game::UserId;
use sumito_protocol::ErrorCode;
use sumito_protocol::moderation::TournamentRewording;
use sumito_protocol::tournament as wire;
use sumito_tournament::{Bye, ClubId, Command, GameNumber, ParticipantId, Tournament, Verdict};

use crate::codec::ApiError;
use crate::codec::tournament::text_refusal;
use sumito_kit::text::{Text, Unmuted};
use sumito_services::tournaments::{Order, Registration};
use uuid::Uuid;

fn verdict_from_wire(one: wire::TournamentVerdict) -> Verdict {
    match one {
        wire::TournamentVerdict::Played { winners, marbles, plies } => {
            Verdict::Played { winners, marbles, plies }
        }
        wire::TournamentVerdict::Forfeit { winners } => Verdict::Forfeit { winners },
        wire::TournamentVerdict::Void {} => Verdict::Void,
    }
}

fn bye_from_wire(bye: wire::TournamentDraftBye) -> Bye {
    Bye { participant: ParticipantId(bye.participant), kind: bye.kind }
}

/// A client's request to a tournament.
pub(crate) enum TournamentRequest {
    /// Take part in the tournament.
    Register(Registration),
    /// Return after a withdrawal.
    Return,
    /// Decline an invitation.
    Decline,
    /// Invite a player, given by name or id; with `true`, late entry and capacity do not apply.
    Invite(String, bool),
    /// Add a director, given by name or id.
    AddDirector(String),
    /// Enter a computer player of this level.
    AddComputer(u8, Registration),
    /// Invite a club to a team arena.
    InviteClub(Uuid),
    /// Accept or decline the invitation of a club.
    AnswerClub(Uuid, bool),
    /// A command about a user, given by name or id.
    About(String, fn(UserId) -> Command),
    /// Any other command.
    Order(Order),
}

/// Converts a command. `unmuted` is called only if the command contains texts.
///
/// # Errors
/// Fails if the user to be entered is missing, if a text is rejected, or if the author is muted.
pub(crate) fn tournament_command_from_wire(
    command: wire::TournamentCommand,
    unmuted: &Result<Unmuted, ApiError>,
) -> Result<TournamentRequest, ApiError> {
    use TournamentRequest as Asked;
    use wire::TournamentCommand as C;
    let team_name = |name: Option<String>| match name {
        None => Ok(None),
        Some(name) => Text::team_name(&name, unmuted.clone()?).map(Some).map_err(text_refusal),
    };
    let registration = |password, name, team: Option<u32>, club: Option<Uuid>| {
        Ok::<_, ApiError>(Registration {
            password,
            team_name: team_name(name)?,
            team: team.map(ParticipantId),
            club: club.map(ClubId),
        })
    };
    let command = match command {
        C::Register { password, team_name, team, club } => {
            return Ok(Asked::Register(registration(password, team_name, team, club)?));
        }
        C::Add { player: Some(player), computer: None, team_name: None, team: None } => {
            return Ok(Asked::Invite(player, false));
        }
        C::Invite { player, exempt } => return Ok(Asked::Invite(player, exempt)),
        C::Add { player: Some(_), computer: None, .. } => {
            let message = "an invited player chooses the team; omit `team_name` and `team`";
            return Err(ApiError::new(ErrorCode::OutOfRange, message));
        }
        C::Add { player: None, computer: Some(level), team_name, team } => {
            return Ok(Asked::AddComputer(level, registration(None, team_name, team, None)?));
        }
        C::Add { .. } => {
            let message = "specify exactly one of `player` and `computer`";
            return Err(ApiError::new(ErrorCode::OutOfRange, message));
        }
        C::Uninvite { player } => return Ok(Asked::About(player, |user| Command::Uninvite { user })),
        C::DeclineInvitation {} => return Ok(Asked::Decline),
        C::AddDirector { player } => return Ok(Asked::AddDirector(player)),
        C::RemoveDirector { player } => {
            return Ok(Asked::About(player, |user| Command::RemoveDirector { user }));
        }
        C::InviteClub { club } => return Ok(Asked::InviteClub(club)),
        C::AnswerClub { club, accept } => return Ok(Asked::AnswerClub(club, accept)),
        C::UninviteClub { club } => Command::UninviteClub { club: ClubId(club) },
        C::Withdraw {} => Command::Withdraw,
        C::Return {} => return Ok(Asked::Return),
        C::AskBye { round } => Command::RequestBye { round },
        C::CancelBye { round } => Command::CancelBye { round },
        C::GrantBye { participant, round, half } => {
            Command::GrantBye { participant: ParticipantId(participant), round, half }
        }
        C::ForbidPair { pair } => Command::ForbidPair { pair: pair.map(ParticipantId) },
        C::AllowPair { pair } => Command::AllowPair { pair: pair.map(ParticipantId) },
        C::DraftRound { round } => Command::DraftRound { round },
        C::ChangeDraft { round, seen, tables, byes } => Command::ChangeDraft {
            round,
            seen,
            tables: tables.into_iter().map(|table| table.into_iter().map(ParticipantId).collect()).collect(),
            byes: byes.into_iter().map(bye_from_wire).collect(),
        },
        C::DropDraft { round } => Command::DropDraft { round },
        C::Start {} => Command::Start,
        C::BeginRound { round } => Command::BeginRound { round },
        C::Resume {} => Command::Resume,
        C::Pause { reason } => return because(&reason, unmuted, |reason| Command::Pause { reason }),
        C::Cancel { reason } => return because(&reason, unmuted, |reason| Command::Cancel { reason }),
        C::Rule { game, verdict, seen, reason } => {
            let (game, verdict) = (GameNumber(game), verdict_from_wire(verdict));
            let seen = seen.map(verdict_from_wire);
            return because(&reason, unmuted, |reason| Command::Rule { game, verdict, seen, reason });
        }
        C::Readmit { participant, reason } => {
            let participant = ParticipantId(participant);
            return because(&reason, unmuted, |reason| Command::Readmit { participant, reason });
        }
        C::Penalise { participant, units, reason } => {
            let participant = ParticipantId(participant);
            return because(&reason, unmuted, |reason| Command::Penalise { participant, units, reason });
        }
        C::LiftPenalty { penalty, reason } => {
            return because(&reason, unmuted, |reason| Command::LiftPenalty { penalty, reason });
        }
        C::AddTime { game, side, seconds, reason } => {
            let game = GameNumber(game);
            return because(&reason, unmuted, |reason| Command::AddTime { game, side, seconds, reason });
        }
        C::Announce { text } => {
            let text = Text::director_message(&text, unmuted.clone()?).map_err(text_refusal)?;
            return Ok(Asked::Order(Order::because(text, |text| Command::Announce { text })));
        }
        C::Remove { participant, reason } => {
            let participant = ParticipantId(participant);
            return because(&reason, unmuted, |reason| Command::Exclude { participant, reason });
        }
    };
    Ok(Asked::Order(Order::silent(command)))
}

/// Returns a director's command with a reason.
fn because(
    reason: &str,
    unmuted: &Result<Unmuted, ApiError>,
    command: impl FnOnce(String) -> Command,
) -> Result<TournamentRequest, ApiError> {
    let reason = Text::director_reason(reason, unmuted.clone()?).map_err(text_refusal)?;
    Ok(TournamentRequest::Order(Order::because(reason, command)))
}

/// Converts a moderator's replacement texts for a tournament.
///
/// # Errors
/// Fails if a text is rejected.
pub(crate) fn rewording_from_wire(edit: TournamentRewording, unmuted: Unmuted) -> Result<Order, ApiError> {
    let TournamentRewording { name, description, team, reasons, reason: _ } = edit;
    let name = name.map(|name| Text::tournament_name(&name, unmuted)).transpose().map_err(text_refusal)?;
    let description = description.map(|text| Text::description(&text, unmuted));
    let description = description.transpose().map_err(text_refusal)?;
    let team = match team {
        None => None,
        Some(team) => {
            let name = Text::team_name(&team.name, unmuted).map_err(text_refusal)?;
            Some((ParticipantId(team.number), name))
        }
    };
    Ok(Order::reword(name, description, team, reasons))
}

/// Returns the old texts that a moderator replaced, for the log, or only that there were many.
pub(crate) fn reworded(before: &Tournament, after: &Tournament) -> String {
    let mut parts = Vec::new();
    let (old, new) = (before.settings(), after.settings());
    if old.name != new.name {
        parts.push(format!("{} → {}", old.name, new.name));
    }
    if old.description != new.description {
        parts.push("description".to_owned());
    }
    for (old, new) in before.participants().iter().zip(after.participants()) {
        if old.name != new.name {
            parts.push(format!("{} → {}", old.name, new.name));
        }
    }
    if before.reasons_since() != after.reasons_since() {
        parts.push("reasons".to_owned());
    }
    parts.join(", ")
}
