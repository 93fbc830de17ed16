//! Penalties, warnings and announcements.

use std::time::Duration;

use super::decide::{Decision, check_reason};
use super::{Status, Tournament};
use crate::participant::Membership;
use crate::{Announcement, CommandError, Context, Event, ParticipantId, Penalty, Record, limits};

impl Tournament {
    pub(super) fn penalise(&self, id: ParticipantId, units: u32, reason: String) -> Decision {
        check_reason(&reason)?;
        self.check_has_started()?;
        let is_there = |standing: Membership| standing != Membership::Gone;
        self.participant(id).filter(|one| is_there(one.standing)).ok_or(CommandError::NoSuchParticipant(id))?;
        if units > limits::PENALTY_UNITS_MAX {
            return Err(CommandError::BadPenalty);
        }
        if self.penalties.len() >= limits::PENALTIES_MAX {
            return Err(CommandError::TooMany("penalties".into()));
        }
        Ok(vec![Event::Penalised { participant: id, units, reason }])
    }

    /// A penalty is lifted once, so their number limits this.
    pub(super) fn lift_penalty(&self, number: u32, reason: String) -> Decision {
        check_reason(&reason)?;
        self.check_has_started()?;
        let counts = self.penalties.iter().any(|one| one.number == number && !one.lifted);
        if !counts {
            return Err(CommandError::NoSuchPenalty(number));
        }
        Ok(vec![Event::PenaltyLifted { penalty: number, reason }])
    }

    fn check_has_started(&self) -> Result<(), CommandError> {
        match self.status {
            Status::Registering => Err(CommandError::NotStarted),
            Status::Running | Status::Finished => Ok(()),
            Status::Cancelled => Err(CommandError::Over),
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

    /// The points that penalties take from each participant, by number.
    pub(crate) fn penalty_units(&self) -> Vec<u32> {
        let mut units = vec![0_u32; self.participants.len()];
        for penalty in self.penalties.iter().filter(|one| !one.lifted) {
            units[penalty.participant.index()] += penalty.units;
        }
        units
    }

    pub(super) fn apply_notice(&mut self, record: &Record) {
        match &record.event {
            Event::Penalised { participant, units, reason } => self.penalties.push(Penalty {
                number: self.penalties.len() as u32 + 1,
                participant: *participant,
                units: *units,
                reason: reason.clone(),
                lifted: false,
            }),
            Event::PenaltyLifted { penalty, .. } => {
                if let Some(lifted) = self.penalties.iter_mut().find(|one| one.number == *penalty) {
                    lifted.lifted = true;
                }
            }
            Event::Announced { text } => {
                self.announced += 1;
                if self.announcements.len() >= limits::ANNOUNCEMENTS_SHOWN {
                    self.announcements.remove(0);
                }
                let (seq, at, by) = (record.seq, record.at, record.by.user());
                self.announcements.push(Announcement { seq, at, by, text: text.clone() });
            }
            _ => {}
        }
    }
}
