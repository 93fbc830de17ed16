//! Exceptions from the limits that directors grant: byes and returns. Late entries are [invitations](super::invite).

use sumito_game::UserId;

use super::Tournament;
use super::decide::{Decision, check_reason};
use crate::{Actor, ByeKind, CommandError, Event, Format, Membership, ParticipantId, limits};

impl Tournament {
    pub(super) fn grant_bye(&self, id: ParticipantId, round: u32, half: bool) -> Decision {
        let Format::Swiss(form) = self.settings.form else { return Err(CommandError::NoByes) };
        let participant =
            self.participant(id).filter(|one| one.is_in()).ok_or(CommandError::NoSuchParticipant(id))?;
        if round as usize <= self.rounds.len() || round > form.rounds {
            return Err(CommandError::NoBye(round));
        }
        let kind = if half { ByeKind::Half } else { ByeKind::Absent };
        if participant.planned_bye(round) == Some(kind) {
            return Ok(Vec::new());
        }
        Ok(vec![Event::ByeGranted { participant: id, round, half }])
    }

    pub(super) fn cancel_bye(&self, actor: Actor, round: u32) -> Decision {
        self.not_over()?;
        let participant = self.me(actor)?;
        let user = actor.user().ok_or(CommandError::NotParticipant)?;
        let is_coming = round as usize > self.rounds.len();
        participant.planned_bye(round).filter(|_| is_coming).ok_or(CommandError::NoSuchBye(round))?;
        self.check_changes(user)?;
        Ok(vec![Event::ByeCancelled { participant: participant.id, round }])
    }

    /// Lets a participant return, except in a bracket, where another has advanced.
    pub(super) fn readmit(&self, id: ParticipantId, reason: String) -> Decision {
        check_reason(&reason)?;
        self.running()?;
        let participant = self.participant(id).ok_or(CommandError::NoSuchParticipant(id))?;
        if self.has_bracket_begun() {
            return Err(CommandError::NoReturn);
        }
        let used_up = |user: UserId| {
            self.entry_changes.get(&user).is_some_and(|&changes| changes >= limits::ENTRY_CHANGES_MAX)
        };
        match participant.standing {
            Membership::Excluded => Ok(vec![Event::Readmitted { participant: id, reason }]),
            Membership::Withdrawn if participant.members.iter().any(|member| used_up(member.player.id)) => {
                Ok(vec![Event::Readmitted { participant: id, reason }])
            }
            Membership::In | Membership::Withdrawn => Ok(Vec::new()),
            Membership::Gone => Err(CommandError::NoSuchParticipant(id)),
        }
    }
}
