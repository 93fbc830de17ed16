//! What the wishes of clients for a tournament mean.

use sumito_game::UserId;
use sumito_protocol::ErrorCode;
use sumito_protocol::tournament as words;
use sumito_tournament::{Command, GameNumber, ParticipantId, Verdict};

use crate::tournaments::Registration;
use crate::wire::Refusal;

fn domain_verdict(one: words::TournamentVerdict) -> Verdict {
    match one {
        words::TournamentVerdict::Played { winners, marbles, plies } => {
            Verdict::Played { winners, marbles, plies }
        }
        words::TournamentVerdict::Forfeit { winners } => Verdict::Forfeit { winners },
        words::TournamentVerdict::Void {} => Verdict::Void,
    }
}

/// What somebody wants of a tournament.
pub(crate) enum TournamentAsked {
    /// To take part.
    Register(Registration),
    /// To come back.
    Return,
    /// To decline an invitation.
    Decline,
    /// To ask a player to enter, by whatever word they are called.
    Invite(String),
    /// To let another user run it, too, by whatever word they are called.
    AddDirector(String),
    /// To enter a computer player of this level.
    AddComputer(u8, Registration),
    /// Something about somebody, by whatever word they are called.
    About(String, fn(UserId) -> Command),
    /// Anything else.
    Command(Command),
}

/// # Errors
/// When it is not said who is to be entered.
pub(crate) fn domain_tournament_command(
    command: words::TournamentCommand,
) -> Result<TournamentAsked, Refusal> {
    use TournamentAsked as Asked;
    use words::TournamentCommand as C;
    let registration = |password, team_name, team: Option<u32>| Registration {
        password,
        team_name,
        team: team.map(ParticipantId),
    };
    Ok(Asked::Command(match command {
        C::Register { password, team_name, team } => {
            return Ok(Asked::Register(registration(password, team_name, team)));
        }
        C::Add { player: Some(player), computer: None, team_name: None, team: None }
        | C::Invite { player } => {
            return Ok(Asked::Invite(player));
        }
        C::Add { player: Some(_), computer: None, .. } => {
            let message = "a player who is invited chooses the team; leave out `team_name` and `team`";
            return Err(Refusal::new(ErrorCode::OutOfRange, message));
        }
        C::Add { player: None, computer: Some(level), team_name, team } => {
            return Ok(Asked::AddComputer(level, registration(None, team_name, team)));
        }
        C::Add { .. } => {
            let message = "exactly one of `player` and `computer` says who is to be entered";
            return Err(Refusal::new(ErrorCode::OutOfRange, message));
        }
        C::Uninvite { player } => return Ok(Asked::About(player, |user| Command::Uninvite { user })),
        C::DeclineInvitation {} => return Ok(Asked::Decline),
        C::AddDirector { player } => return Ok(Asked::AddDirector(player)),
        C::RemoveDirector { player } => {
            return Ok(Asked::About(player, |user| Command::RemoveDirector { user }));
        }
        C::Withdraw {} => Command::Withdraw,
        C::Return {} => return Ok(Asked::Return),
        C::AskBye { round } => Command::AskBye { round },
        C::Start {} => Command::Start,
        C::BeginRound { round } => Command::BeginRound { round },
        C::Pause { reason } => Command::Pause { reason },
        C::Resume {} => Command::Resume,
        C::Cancel { reason } => Command::Cancel { reason },
        C::Rule { game, verdict, seen, reason } => Command::Rule {
            game: GameNumber(game),
            verdict: domain_verdict(verdict),
            seen: seen.map(domain_verdict),
            reason,
        },
        C::Remove { participant, reason } => {
            Command::Exclude { participant: ParticipantId(participant), reason }
        }
    }))
}
