//! Entering, going, and coming back.

use sumito_game::{Computer, Timestamp, UserId};

use super::decide::Decision;
use super::{Status, Tournament};
use crate::participant::Standing as Membership;
use crate::{
    Actor, Admission, Applicant, Context, Event, Form, Member, Participant, ParticipantId, Refusal, limits,
};

impl Tournament {
    /// Whom the sender takes part as.
    pub(super) fn me(&self, actor: Actor) -> Result<&Participant, Refusal> {
        let user = actor.user().ok_or(Refusal::NotParticipant)?;
        self.participant_of(user).ok_or(Refusal::NotParticipant)
    }

    pub(super) fn register(&self, actor: Actor, applicant: Applicant, context: &Context<'_>) -> Decision {
        self.not_over()?;
        let user = applicant.member.player.id;
        let by_director = self.is_director(actor) && actor.user() != Some(user);
        if !by_director && actor.user() != Some(user) {
            return Err(Refusal::NotDirector);
        }
        match self.participant_of(user).map(|one| one.standing) {
            Some(Membership::In) => return Err(Refusal::AlreadyIn),
            Some(Membership::Excluded) => return Err(Refusal::Excluded),
            Some(Membership::Withdrawn) => return self.let_back(user),
            Some(Membership::Gone) | None => {}
        }
        let since_round =
            self.entry_round().filter(|_| !self.is_closing(context.now)).ok_or(Refusal::TooLate)?;
        self.check_program(&applicant.member)?;
        // Whoever lets them in: their games would be refused.
        if self.settings.game.rated && applicant.member.player.guest {
            return Err(Refusal::NeedsAccount);
        }
        if !by_director {
            self.check_entry(&applicant)?;
        }
        let teams = self.settings.team_size() > 1;
        if let Some(team) = applicant.team.filter(|_| teams) {
            let waits = |one: &&Participant| one.is_in() && one.members.len() < self.settings.team_size();
            self.participant(team).filter(waits).ok_or(Refusal::NoSuchTeam(team))?;
            return Ok(vec![Event::Joined { participant: team, member: Box::new(applicant.member) }]);
        }
        if self.entered() >= self.settings.entry.capacity as usize {
            return Err(Refusal::Full(self.settings.entry.capacity));
        }
        // Numbers are not used again, so that their count is limited by itself.
        if self.participants.len() >= 4 * limits::PARTICIPANTS_MAX as usize {
            return Err(Refusal::TooMany("entries"));
        }
        let name = if teams {
            let name = applicant.team_name.unwrap_or_default().trim().to_owned();
            if name.is_empty() || name.chars().count() > limits::NAME_MAX {
                return Err(Refusal::NeedsTeamName);
            }
            name
        } else {
            applicant.member.player.name.clone()
        };
        let participant = ParticipantId::at(self.participants.len());
        Ok(vec![Event::Registered { participant, name, member: Box::new(applicant.member), since_round }])
    }

    /// The round from which on somebody would take part who enters before it is paired; `None` if it is too late. In an arena nobody enters
    /// any more, either, once no more games begin.
    pub fn entry_round(&self) -> Option<u32> {
        match self.status {
            Status::Registering => return Some(1),
            Status::Running => {}
            Status::Finished | Status::Cancelled => return None,
        }
        let next = self.rounds.len() as u32 + 1;
        match self.settings.form {
            Form::Swiss(form) => (next <= form.late_entry_rounds).then_some(next),
            Form::Arena(_) => Some(next),
            // Where the number is odd, one place of the tables is free; whoever takes it has missed the rounds before. A team that is not
            // complete yet could not play.
            Form::RoundRobin(_) if self.settings.team_size() > 1 => None,
            Form::RoundRobin(_) => {
                let places =
                    self.schedule.iter().flatten().flatten().max().map_or(0, |&last| usize::from(last) + 1);
                let is_free = self.seeds.len() < places && next <= self.schedule.len() as u32;
                is_free.then_some(next)
            }
            Form::Knockout(_) => None,
        }
    }

    /// Whether it is an arena in which no more games begin.
    fn is_closing(&self, now: Timestamp) -> bool {
        let Form::Arena(form) = self.settings.form else { return false };
        self.ends_at.is_some_and(|ends_at| now >= ends_at - super::apply::seconds(form.closing_seconds))
    }

    fn check_program(&self, member: &Member) -> Result<(), Refusal> {
        let is_program = member.player.bot || Computer::of(member.player.id).is_some();
        if is_program && !self.settings.entry.programs { Err(Refusal::NoPrograms) } else { Ok(()) }
    }

    fn check_entry(&self, applicant: &Applicant) -> Result<(), Refusal> {
        let (entry, member) = (&self.settings.entry, &applicant.member);
        if entry.accounts_only && member.player.guest {
            return Err(Refusal::NeedsAccount);
        }
        if let Some(min) = entry.rating_min.filter(|&min| member.rating < min) {
            return Err(Refusal::RatingTooLow(min));
        }
        if let Some(max) = entry.rating_max.filter(|&max| member.rating > max || member.provisional) {
            return Err(Refusal::RatingTooHigh(max));
        }
        match entry.admission {
            Admission::Password if !applicant.knew_password => Err(Refusal::NeedsPassword),
            Admission::Invitation if !self.invited.contains(&member.player.id) => {
                Err(Refusal::NeedsInvitation)
            }
            _ => Ok(()),
        }
    }

    pub(super) fn withdraw(&self, actor: Actor) -> Decision {
        self.not_over()?;
        let participant = self.me(actor)?;
        let user = actor.user().ok_or(Refusal::NotParticipant)?;
        let id = participant.id;
        match participant.standing {
            Membership::In if self.status == Status::Registering => {
                Ok(vec![Event::Left { participant: id, user }])
            }
            Membership::In => {
                let mut events = vec![Event::Withdrew { participant: id }];
                events.extend(self.give_up(id));
                Ok(events)
            }
            Membership::Gone | Membership::Withdrawn | Membership::Excluded => Ok(Vec::new()),
        }
    }

    /// Whoever is in goes; their name goes wherever they took part, also where they had gone before.
    pub(super) fn forget(&self, user: UserId, name: String) -> Vec<Event> {
        let shows_another = |member: &Member| member.player.id == user && member.player.name != name;
        let mut events = Vec::new();
        if self.participants.iter().flat_map(|one| &one.members).any(shows_another) {
            events.push(Event::Forgotten { user, name });
        }
        // There is nothing to withdraw from where they are not in, or all is over.
        events.extend(self.withdraw(Actor::User(user)).unwrap_or_default());
        events
    }

    pub(super) fn come_back(&self, actor: Actor) -> Decision {
        let user = actor.user().ok_or(Refusal::NotParticipant)?;
        self.running()?;
        match self.me(actor)?.standing {
            Membership::In => Ok(Vec::new()),
            Membership::Withdrawn => self.let_back(user),
            Membership::Excluded => Err(Refusal::Excluded),
            Membership::Gone => Err(Refusal::NotParticipant),
        }
    }

    /// Somebody who withdrew is in again, except in a knockout: there another has advanced.
    fn let_back(&self, user: UserId) -> Decision {
        let participant = self.participant_of(user).ok_or(Refusal::NotParticipant)?;
        if matches!(self.settings.form, Form::Knockout(_)) {
            return Err(Refusal::NoReturn);
        }
        Ok(vec![Event::Returned { participant: participant.id }])
    }

    pub(super) fn ask_bye(&self, actor: Actor, round: u32) -> Decision {
        self.not_over()?;
        let participant = self.me(actor)?;
        let Form::Swiss(form) = self.settings.form else { return Err(Refusal::NoBye) };
        if self.asked_byes.contains(&(round, participant.id)) {
            return Ok(Vec::new());
        }
        let asked = self.asked_byes.iter().filter(|(_, id)| *id == participant.id).count();
        let is_open = round as usize > self.rounds.len() && round <= form.rounds;
        if !is_open || asked >= usize::from(form.half_point_byes) {
            return Err(Refusal::NoBye);
        }
        Ok(vec![Event::ByeAsked { participant: participant.id, round }])
    }
}
