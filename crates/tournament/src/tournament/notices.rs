//! Penalties, warnings and announcements.

use std::time::Duration;

use super::Tournament;
use super::decide::{Decision, check_reason};
use crate::{
    Announcement, CommandError, Context, Event, Membership, ParticipantId, Record, TournamentStatus, limits,
};

impl Tournament {
    pub(super) fn penalise(&self, id: ParticipantId, units: u32, reason: String) -> Decision {
        check_reason(&reason)?;
        self.check_has_started()?;
        let is_there = |standing: Membership| standing != Membership::Gone;
        self.participant(id)
            .filter(|one| is_there(one.standing))
            .ok_or(CommandError::NoSuchParticipant(id))?;
        if units > limits::PENALTY_UNITS_MAX {
            return Err(CommandError::BadPenalty);
        }
        if self.penalties as usize >= limits::PENALTIES_MAX {
            return Err(CommandError::TooMany("penalties".into()));
        }
        Ok(vec![Event::Penalised { participant: id, units, reason }])
    }

    /// A penalty is lifted once, so their number limits this.
    pub(super) fn lift_penalty(&self, number: u32, reason: String) -> Decision {
        check_reason(&reason)?;
        self.check_has_started()?;
        let mut penalties = self.participants.iter().flat_map(|one| &one.penalties);
        let counts = penalties.any(|one| one.number == number && !one.lifted);
        if !counts {
            return Err(CommandError::NoSuchPenalty(number));
        }
        Ok(vec![Event::PenaltyLifted { penalty: number, reason }])
    }

    fn check_has_started(&self) -> Result<(), CommandError> {
        match self.status {
            TournamentStatus::Registering => Err(CommandError::NotStarted),
            TournamentStatus::Running | TournamentStatus::Finished => Ok(()),
            TournamentStatus::Cancelled => Err(CommandError::Over),
        }
    }

    pub(super) fn announce(&self, text: String, context: &Context<'_>) -> Decision {
        check_reason(&text)?;
        if self.announced as usize >= limits::ANNOUNCEMENTS_MAX {
            return Err(CommandError::TooMany("announcements".into()));
        }
        let pause = Duration::from_secs(limits::ANNOUNCEMENT_SECONDS_MIN.into());
        if self.announcements.last().is_some_and(|last| context.now < last.at + pause) {
            return Err(CommandError::AnnouncedJustNow);
        }
        Ok(vec![Event::Announced { text }])
    }

    pub(super) fn apply_announcement(&mut self, record: &Record) {
        let Event::Announced { text } = &record.event else { return };
        self.announced += 1;
        if self.announcements.len() >= limits::ANNOUNCEMENTS_SHOWN {
            self.announcements.remove(0);
        }
        let (seq, at, by) = (record.seq, record.at, record.by.user());
        self.announcements.push(Announcement { seq, at, by, text: text.clone() });
    }
}
