//! Entering, leaving and returning.

use sumito_game::{Computer, Player, Timestamp, UserId};

use super::Tournament;
use super::decide::{Decision, check_team_name};
use crate::{
    Actor, Admission, Applicant, CommandError, Context, Event, Format, Invitation, Membership, Participant,
    ParticipantId, Record, RulingReason, TournamentStatus, limits,
};

impl Tournament {
    /// Returns the sender's participant.
    pub(super) fn me(&self, actor: Actor) -> Result<&Participant, CommandError> {
        let user = actor.user().ok_or(CommandError::NotParticipant)?;
        self.participant_of(user).ok_or(CommandError::NotParticipant)
    }

    pub(super) fn register(&self, actor: Actor, applicant: Applicant, context: &Context<'_>) -> Decision {
        self.not_over()?;
        let user = applicant.member.player.id;
        let is_computer = Computer::of(user).is_some();
        if is_computer && !self.is_director(actor) {
            return Err(CommandError::NotDirector);
        }
        if !is_computer && actor.user() != Some(user) {
            return Err(CommandError::NeedsConsent);
        }
        match self.participant_of(user).map(|one| one.standing) {
            Some(Membership::In) => return Err(CommandError::AlreadyIn),
            Some(Membership::Excluded) => return Err(CommandError::Excluded),
            Some(Membership::Withdrawn) => return self.returned(user),
            Some(Membership::Gone) | None => {}
        }
        let is_exempt = self.invitation_of(user).is_some_and(Invitation::is_exempt);
        let since_round = self.open_round(is_exempt, context)?;
        self.check_kind(&applicant.member.player)?;
        self.check_changes(user)?;
        if !is_computer {
            self.check_entry(actor, &applicant)?;
        }
        let teams = self.settings.team_size() > 1;
        if let Some(team) = applicant.team.filter(|_| teams) {
            let waits = |one: &&Participant| one.is_in() && one.members.len() < self.settings.team_size();
            self.participant(team).filter(waits).ok_or(CommandError::NoSuchTeam(team))?;
            return Ok(vec![Event::Joined { participant: team, member: Box::new(applicant.member) }]);
        }
        let club = self.check_club(applicant.club)?;
        let beyond = if is_exempt { limits::PLACES_BEYOND_CAPACITY_MAX } else { 0 };
        let max = self.settings.form.participants_max(self.settings.mode());
        let places = (self.settings.entry.capacity + beyond).min(max);
        if self.entered() >= places as usize {
            return Err(CommandError::Full(places));
        }
        let participant = self.number_for(user)?;
        let name = if teams {
            let name = applicant.team_name.unwrap_or_default().trim().to_owned();
            check_team_name(&name)?;
            name
        } else {
            applicant.member.player.name.clone()
        };
        let member = Box::new(applicant.member);
        Ok(vec![Event::Registered { participant, name, member, since_round, club }])
    }

    /// The first round of a participant who enters before it is paired; `None` if it is too late. Entry to an arena closes when no more
    /// games start.
    pub fn entry_round(&self) -> Option<u32> {
        match self.status {
            TournamentStatus::Registering => return Some(1),
            TournamentStatus::Running => {}
            TournamentStatus::Finished | TournamentStatus::Cancelled => return None,
        }
        let next = self.rounds.len() as u32 + 1;
        match self.settings.form {
            Format::Swiss(form) => (next <= form.late_entry_rounds).then_some(next),
            Format::Arena(_) => Some(next),
            // With an odd number, one place of the tables is free; a participant who takes it has missed the previous rounds. An incomplete
            // team could not play.
            Format::RoundRobin(_) if self.settings.team_size() > 1 => None,
            Format::RoundRobin(_) => {
                let places =
                    self.schedule.iter().flatten().flatten().max().map_or(0, |&last| usize::from(last) + 1);
                let is_free = self.seeds.len() < places && next <= self.schedule.len() as u32;
                is_free.then_some(next)
            }
            Format::Knockout(_) | Format::DoubleElimination(_) | Format::Groups(_) => None,
        }
    }

    /// The first round of a participant of a Swiss system whom a director admits late; `None` if no round is left.
    pub(super) fn late_entry_round(&self) -> Option<u32> {
        let Format::Swiss(form) = self.settings.form else { return None };
        let next = self.rounds.len() as u32 + 1;
        (self.status == TournamentStatus::Running && next <= form.rounds).then_some(next)
    }

    /// Returns the first round of a player who enters now. `exempt` as in [`Command::Invite`](crate::Command::Invite).
    pub(super) fn open_round(&self, exempt: bool, context: &Context<'_>) -> Result<u32, CommandError> {
        let late = || self.late_entry_round().filter(|_| exempt);
        let open = self.entry_round().filter(|_| !self.is_closing(context.now));
        open.or_else(late).ok_or(CommandError::TooLate)
    }

    /// Returns the number of a new participant: the number that `user` had before leaving, another number of a participant who left before
    /// the start, or the next. Numbers grow only with the number of simultaneous participants.
    fn number_for(&self, user: UserId) -> Result<ParticipantId, CommandError> {
        let gone = || self.participants.iter().filter(|one| one.standing == Membership::Gone);
        if let Some(free) = gone().find(|one| one.has(user)).or_else(|| gone().next()) {
            return Ok(free.id);
        }
        if self.participants.len() >= 4 * limits::PARTICIPANTS_MAX as usize {
            return Err(CommandError::TooMany("entries".into()));
        }
        Ok(ParticipantId::at(self.participants.len()))
    }

    /// Returns an error if the player has reached the limit of entries, departures and returns.
    pub(super) fn check_changes(&self, user: UserId) -> Result<(), CommandError> {
        self.check_entry_events()?;
        let changes = self.entry_changes.get(&user).copied().unwrap_or_default();
        let max = limits::ENTRY_CHANGES_MAX;
        if changes >= max { Err(CommandError::TooManyChanges(max)) } else { Ok(()) }
    }

    fn check_entry_events(&self) -> Result<(), CommandError> {
        let is_full = self.entry_events >= limits::ENTRY_EVENTS_MAX;
        if is_full { Err(CommandError::TooMany("entries and withdrawals".into())) } else { Ok(()) }
    }

    /// Counts the events that players and directors cause.
    pub(super) fn count(&mut self, record: &Record) {
        let by = record.by.user();
        let own = match &record.event {
            Event::Registered { member, .. } | Event::Joined { member, .. } => Some(member.player.id) == by,
            Event::Left { user, .. } => Some(*user) == by,
            Event::Withdrew { .. } | Event::Returned { .. } | Event::ByeCancelled { .. } => true,
            Event::ByeAsked { .. } => false,
            Event::Edited { .. }
            | Event::DirectorAdded { .. }
            | Event::DirectorRemoved { .. }
            | Event::Invited { .. }
            | Event::Uninvited { .. }
            | Event::ClubInvited { .. }
            | Event::ClubUninvited { .. }
            | Event::Paused { .. }
            | Event::Readmitted { .. }
            | Event::ByeGranted { .. }
            | Event::PairForbidden { .. }
            | Event::PairAllowed { .. }
            | Event::Penalised { .. }
            | Event::PenaltyLifted { .. }
            | Event::Announced { .. }
            | Event::TimeAdded { .. }
            | Event::DraftDropped { .. }
            | Event::Drafted { .. }
            | Event::Ruled { ruling: RulingReason::Director { .. }, .. } => {
                self.director_events = self.director_events.saturating_add(1);
                return;
            }
            _ => return,
        };
        self.entry_events = self.entry_events.saturating_add(1);
        if let Some(user) = by.filter(|_| own) {
            let changes = self.entry_changes.entry(user).or_default();
            *changes = changes.saturating_add(1);
        }
    }

    /// Returns whether the tournament is an arena in which no more games start.
    fn is_closing(&self, now: Timestamp) -> bool {
        let Format::Arena(form) = self.settings.form else { return false };
        self.ends_at.is_some_and(|ends_at| now >= ends_at - super::apply::seconds(form.closing_seconds))
    }

    /// Returns an error if this kind of player cannot play in the tournament.
    pub(super) fn check_kind(&self, player: &Player) -> Result<(), CommandError> {
        let is_program = player.bot || Computer::of(player.id).is_some();
        if is_program && !self.settings.entry.programs {
            return Err(CommandError::NoPrograms);
        }
        if self.settings.game.rated && player.guest { Err(CommandError::NeedsAccount) } else { Ok(()) }
    }

    /// Returns an error if the entry limits do not admit the player. An invitation lifts them; directors need neither a password nor an
    /// invitation.
    fn check_entry(&self, actor: Actor, applicant: &Applicant) -> Result<(), CommandError> {
        let (entry, member) = (&self.settings.entry, &applicant.member);
        let invitation = self.invitation_of(member.player.id);
        if invitation.is_some_and(Invitation::lifts_limits) {
            return Ok(());
        }
        if entry.accounts_only && member.player.guest {
            return Err(CommandError::NeedsAccount);
        }
        if let Some(min) = entry.rating_min.filter(|&min| member.rating < min) {
            return Err(CommandError::RatingTooLow(min));
        }
        if let Some(max) = entry.rating_max.filter(|&max| member.rating > max || member.provisional) {
            return Err(CommandError::RatingTooHigh(max));
        }
        match entry.admission {
            _ if self.is_director(actor) => Ok(()),
            Admission::Password if !applicant.knew_password => Err(CommandError::NeedsPassword),
            Admission::Invitation if !invitation.is_some_and(Invitation::admits) => {
                Err(CommandError::NeedsInvitation)
            }
            _ => Ok(()),
        }
    }

    pub(super) fn withdraw(&self, actor: Actor) -> Decision {
        self.not_over()?;
        let participant = self.me(actor)?;
        let user = actor.user().ok_or(CommandError::NotParticipant)?;
        let id = participant.id;
        match participant.standing {
            Membership::In if self.status == TournamentStatus::Registering => {
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

    /// Withdraws the user if active, and replaces their name in all entries, including earlier ones.
    pub(super) fn forget(&self, user: UserId, name: String) -> Vec<Event> {
        let has_name = self.participants.iter().any(|one| one.has(user))
            || self.entry_changes.contains_key(&user)
            || self.invitations.contains_key(&user);
        let mut events = Vec::new();
        if has_name && self.forgotten.get(&user) != Some(&name) {
            events.push(Event::Forgotten { user, name });
        }
        // There is nothing to withdraw from if the user is not active, or the tournament is over.
        events.extend(self.withdraw(Actor::User(user)).unwrap_or_default());
        events
    }

    pub(super) fn rejoin(&self, actor: Actor) -> Decision {
        let user = actor.user().ok_or(CommandError::NotParticipant)?;
        self.running()?;
        match self.me(actor)?.standing {
            Membership::In => Ok(Vec::new()),
            Membership::Withdrawn => self.returned(user),
            Membership::Excluded => Err(CommandError::Excluded),
            Membership::Gone => Err(CommandError::NotParticipant),
        }
    }

    /// Returns a withdrawn participant to the tournament, except in a bracket, where another has advanced.
    fn returned(&self, user: UserId) -> Decision {
        let participant = self.participant_of(user).ok_or(CommandError::NotParticipant)?;
        if self.has_bracket_begun() {
            return Err(CommandError::NoReturn);
        }
        self.check_changes(user)?;
        Ok(vec![Event::Returned { participant: participant.id }])
    }

    pub(super) fn request_bye(&self, actor: Actor, round: u32) -> Decision {
        self.not_over()?;
        let participant = self.me(actor)?;
        let Format::Swiss(form) = self.settings.form else { return Err(CommandError::NoByes) };
        if form.half_point_byes == 0 {
            return Err(CommandError::NoByes);
        }
        if participant.planned_bye(round).is_some() {
            return Ok(Vec::new());
        }
        self.check_entry_events()?;
        let asked = participant.planned_byes.iter().filter(|bye| !bye.granted).count();
        if round as usize <= self.rounds.len() || round > form.rounds {
            return Err(CommandError::NoBye(round));
        }
        if asked >= usize::from(form.half_point_byes) {
            return Err(CommandError::ByesUsed(form.half_point_byes));
        }
        Ok(vec![Event::ByeAsked { participant: participant.id, round }])
    }
}
