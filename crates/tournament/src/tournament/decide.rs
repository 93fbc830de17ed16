//! Decides on commands.

use sumito_game::{Computer, Timestamp, UserId};

use super::Tournament;
use crate::{
    Actor, Command, CommandError, Context, Event, Format, GameNumber, Member, Membership, ParticipantId,
    Rewording, RulingReason, Settings, TournamentStatus, Verdict, limits,
};

pub(super) type Decision = Result<Vec<Event>, CommandError>;

impl Tournament {
    /// Returns the events that `command` from `actor` causes, followed by all events that become due: the pairings of the next round, the
    /// end. Changes nothing: the caller stores the events as [`records`](Self::records), then [applies](Self::apply) them. Returns no
    /// events if the state already is as the command requests.
    ///
    /// # Errors
    /// [`CommandError`] gives the reason why the command has no effect, and the remedy.
    pub fn decide(&self, actor: Actor, command: Command, context: &Context<'_>) -> Decision {
        let mut events = self.effects(actor, command, context)?;
        if events.is_empty() {
            // Usually nothing is due: checking the time copies no games.
            events = self.due_events(context);
        }
        if events.is_empty() {
            return Ok(events);
        }
        // Due events depend on the events just decided, so they are computed on a copy with these applied.
        let mut after = self.clone();
        let mut known = 0;
        loop {
            for record in after.records(actor, context.now, events[known..].to_vec()) {
                after.apply(&record).expect("what was decided follows from what was before");
            }
            known = events.len();
            let due = after.due_events(context);
            if due.is_empty() {
                return Ok(events);
            }
            events.extend(due);
        }
    }

    fn effects(&self, actor: Actor, command: Command, context: &Context<'_>) -> Decision {
        match command {
            Command::Tick => Self::only_system(actor).map(|()| Vec::new()),
            Command::GameFinished { game, outcome, plies, moved, at } => {
                Self::only_system(actor)?;
                self.finish_game(game, &outcome, plies, moved, at, context)
            }
            Command::Away { from, until } => {
                Self::only_system(actor)?;
                Ok(self.away(from, until))
            }
            Command::Forget { user, name } => {
                Self::only_system(actor)?;
                Ok(self.forget(user, name))
            }
            Command::Uninvite { user } => self.uninvite(actor, user),
            Command::AnswerClub { club, accept } => self.answer_club(club, accept),
            Command::Reword { rewording } => self.reword(actor, rewording),
            Command::Register { applicant } => self.register(actor, *applicant, context),
            Command::Withdraw => self.withdraw(actor),
            Command::Return => self.rejoin(actor),
            Command::RequestBye { round } => self.request_bye(actor, round),
            Command::CancelBye { round } => self.cancel_bye(actor, round),
            Command::Berserk { game } => self.berserk(actor, game),
            command => {
                if !self.is_director(actor) {
                    return Err(CommandError::NotDirector);
                }
                self.direct(actor, command, context)
            }
        }
    }

    /// Decides on a director's command.
    fn direct(&self, actor: Actor, command: Command, context: &Context<'_>) -> Decision {
        // Results can be corrected after the end, and penalties given for the last round.
        match command {
            Command::Rule { game, verdict, seen, reason } => {
                return self.rule(actor, game, verdict, seen.as_ref(), reason);
            }
            Command::Penalise { participant, units, reason } => {
                return self.penalise(participant, units, reason);
            }
            Command::LiftPenalty { penalty, reason } => return self.lift_penalty(penalty, reason),
            _ => {}
        }
        self.not_over()?;
        self.check_director_events(&command)?;
        match command {
            Command::Edit { settings, revision } => self.edit(*settings, revision),
            Command::AddDirector { user } => self.add_director(user),
            Command::RemoveDirector { user } => self.remove_director(user),
            Command::Invite { player, exempt } => self.invite(*player, exempt, context),
            Command::InviteClub { club } => self.invite_club(club),
            Command::UninviteClub { club } => self.uninvite_club(club),
            Command::Start => self.start_now(context),
            Command::BeginRound { round } => self.begin_round(round, context),
            Command::Pause { reason } => {
                check_reason(&reason)?;
                self.running()?;
                Ok(if self.paused_since.is_some() { Vec::new() } else { vec![Event::Paused { reason }] })
            }
            Command::Resume => {
                self.running()?;
                Ok(if self.paused_since.is_some() { vec![Event::Resumed] } else { Vec::new() })
            }
            Command::Cancel { reason } => {
                check_reason(&reason)?;
                let mut events = self.break_off();
                events.push(Event::Cancelled { reason: Some(reason) });
                Ok(events)
            }
            Command::Exclude { participant, reason } => self.exclude(participant, reason),
            Command::Readmit { participant, reason } => self.readmit(participant, reason),
            Command::GrantBye { participant, round, half } => self.grant_bye(participant, round, half),
            Command::ForbidPair { pair } => self.forbid_pair(pair),
            Command::AllowPair { pair: [one, other] } => Ok(self.allow_pair(one, other)),
            Command::DraftRound { round } => self.draft_round(round, context),
            Command::ChangeDraft { round, seen, tables, byes } => {
                self.change_draft(round, seen, tables, byes)
            }
            Command::DropDraft { round } => self.drop_draft(round),
            Command::AddTime { game, side, seconds, reason } => {
                self.add_time(actor, game, side, seconds, reason)
            }
            Command::Announce { text } => self.announce(text, context),
            _ => Ok(Vec::new()),
        }
    }

    /// Checks the limit of directors' events. Commands that bring the tournament to its end are always permitted, as are excluding
    /// participants and removing directors; their number is limited by the number of games, participants and directors.
    fn check_director_events(&self, command: &Command) -> Result<(), CommandError> {
        let is_limited = matches!(
            command,
            Command::Edit { .. }
                | Command::AddDirector { .. }
                | Command::Invite { .. }
                | Command::InviteClub { .. }
                | Command::Pause { .. }
                | Command::Readmit { .. }
                | Command::GrantBye { .. }
                | Command::ForbidPair { .. }
                | Command::AllowPair { .. }
                | Command::DraftRound { .. }
                | Command::ChangeDraft { .. }
                | Command::DropDraft { .. }
                | Command::AddTime { .. }
        );
        let is_full = self.director_events >= limits::DIRECTOR_EVENTS_MAX;
        if is_limited && is_full { Err(CommandError::TooMany("changes by directors".into())) } else { Ok(()) }
    }

    /// Replaces the texts that differ.
    fn reword(&self, actor: Actor, wanted: Rewording) -> Decision {
        if !matches!(actor, Actor::Steward(_)) {
            return Err(CommandError::NotModerator);
        }
        let Rewording { name, description, team, reasons } = wanted;
        if let Some((id, name)) = &team {
            let is_team = self.settings.team_size() > 1;
            self.participant(*id).filter(|_| is_team).ok_or(CommandError::NoSuchTeam(*id))?;
            check_team_name(name)?;
        }
        let rewording = Rewording {
            name: name.filter(|name| *name != self.settings.name),
            description: description.filter(|text| *text != self.settings.description),
            team: team.filter(|(id, name)| self.participant(*id).is_some_and(|team| team.name != *name)),
            // After the last time nothing has happened, and no reason was given.
            reasons: reasons && self.reasons_since != self.seq,
        };
        if rewording == Rewording::default() {
            return Ok(Vec::new());
        }
        let reworded = Settings {
            name: rewording.name.clone().unwrap_or_else(|| self.settings.name.clone()),
            description: rewording.description.clone().unwrap_or_else(|| self.settings.description.clone()),
            ..self.settings.clone()
        };
        reworded.validate_words()?;
        Ok(vec![Event::Reworded { rewording }])
    }

    fn edit(&self, settings: Settings, revision: u32) -> Decision {
        if self.status != TournamentStatus::Registering {
            return Err(CommandError::Started);
        }
        if revision != self.revision {
            return Err(CommandError::Outdated);
        }
        if revision >= limits::EDITS_MAX {
            return Err(CommandError::TooMany("edits".into()));
        }
        settings.validate()?;
        // The participants entered as players, or as teams of two.
        if !self.participants.is_empty() && settings.team_size() != self.settings.team_size() {
            return Err(CommandError::Started);
        }
        if settings.teams.is_some() != self.settings.teams.is_some() {
            return Err(CommandError::FixedTeams);
        }
        let cannot_be_rated = |member: &Member| {
            member.player.guest || member.player.bot || Computer::of(member.player.id).is_some()
        };
        let entered = self.participants.iter().filter(|one| one.is_in()).flat_map(|one| &one.members);
        if settings.game.rated && entered.into_iter().any(cannot_be_rated) {
            return Err(CommandError::Unratable);
        }
        if settings == self.settings {
            return Ok(Vec::new());
        }
        Ok(vec![Event::Edited { settings: Box::new(settings) }])
    }

    fn add_director(&self, user: UserId) -> Decision {
        if self.directors.contains(&user) {
            return Ok(Vec::new());
        }
        if self.directors.len() >= limits::DIRECTORS_MAX {
            return Err(CommandError::TooMany("directors".into()));
        }
        Ok(vec![Event::DirectorAdded { user }])
    }

    fn remove_director(&self, user: UserId) -> Decision {
        if !self.directors.contains(&user) {
            return Ok(Vec::new());
        }
        if self.directors.len() == 1 {
            return Err(CommandError::LastDirector);
        }
        Ok(vec![Event::DirectorRemoved { user }])
    }

    fn begin_round(&self, round: u32, context: &Context<'_>) -> Decision {
        self.running()?;
        if self.paused_since.is_some() {
            return Err(CommandError::Paused);
        }
        self.check_next_round(round)?;
        let planned = self.settings.rounds.starts.get(self.rounds.len());
        let is_early = planned.is_some_and(|&planned| context.now < planned);
        if is_early && !self.are_all_present(context) {
            return Err(CommandError::BeforeItsTime(round));
        }
        match &self.draft {
            Some(draft) => {
                self.check_draft(round, &draft.tables, &draft.byes)?;
                let games = self.numbered(draft.tables.iter().cloned());
                Ok(vec![Event::Paired { round, games, byes: draft.byes.clone() }])
            }
            None => Ok(self.next_round(context)),
        }
    }

    /// Returns an error unless the tournament is in the break before this round.
    pub(super) fn check_next_round(&self, round: u32) -> Result<(), CommandError> {
        if self.break_until.is_none() || round as usize != self.rounds.len() + 1 {
            return Err(CommandError::NotNextRound(round));
        }
        Ok(())
    }

    fn exclude(&self, id: ParticipantId, reason: String) -> Decision {
        check_reason(&reason)?;
        let participant = self.participant(id).ok_or(CommandError::NoSuchParticipant(id))?;
        match participant.standing {
            Membership::Gone | Membership::Excluded => Ok(Vec::new()),
            Membership::In | Membership::Withdrawn if self.status == TournamentStatus::Registering => {
                let members = participant.members.iter().rev();
                Ok(members.map(|member| Event::Left { participant: id, user: member.player.id }).collect())
            }
            Membership::In | Membership::Withdrawn => {
                let mut events = vec![Event::Excluded { participant: id, reason: Some(reason) }];
                events.extend(self.give_up(id));
                Ok(events)
            }
        }
    }

    fn away(&self, from: Timestamp, until: Timestamp) -> Vec<Event> {
        if self.not_over().is_err() || until <= self.away_until || until <= from {
            return Vec::new();
        }
        vec![Event::OutageExcused { from, until }]
    }

    /// Voids all games in progress.
    pub(crate) fn break_off(&self) -> Vec<Event> {
        self.open.iter().map(|&game| ruled(game, Verdict::Void, RulingReason::End)).collect()
    }

    fn berserk(&self, actor: Actor, number: GameNumber) -> Decision {
        let Format::Arena(form) = self.settings.form else { return Err(CommandError::NoBerserk) };
        if !form.berserk {
            return Err(CommandError::NoBerserk);
        }
        let participant = self.me(actor)?;
        let game = self.game(number).ok_or(CommandError::NoSuchGame(number))?;
        let side = game
            .side_of(participant.id)
            .filter(|_| game.is_open())
            .ok_or(CommandError::NotPlaying(number))?;
        if game.berserk.contains(&(side as u8)) {
            return Ok(Vec::new());
        }
        Ok(vec![Event::Berserked { game: number, participant: participant.id }])
    }

    pub(super) fn running(&self) -> Result<(), CommandError> {
        match self.status {
            TournamentStatus::Registering => Err(CommandError::NotStarted),
            TournamentStatus::Running => Ok(()),
            TournamentStatus::Finished | TournamentStatus::Cancelled => Err(CommandError::Over),
        }
    }

    pub(super) fn not_over(&self) -> Result<(), CommandError> {
        match self.status {
            TournamentStatus::Registering | TournamentStatus::Running => Ok(()),
            TournamentStatus::Finished | TournamentStatus::Cancelled => Err(CommandError::Over),
        }
    }

    fn only_system(actor: Actor) -> Result<(), CommandError> {
        if actor == Actor::System { Ok(()) } else { Err(CommandError::NotSystem) }
    }
}

pub(super) fn check_reason(reason: &str) -> Result<(), CommandError> {
    let length = reason.trim().chars().count();
    let fits = (1..=limits::REASON_MAX).contains(&length) && !reason.contains(char::is_control);
    if fits { Ok(()) } else { Err(CommandError::NeedsReason) }
}

pub(super) fn check_team_name(name: &str) -> Result<(), CommandError> {
    let length = name.trim().chars().count();
    if (1..=limits::NAME_MAX).contains(&length) && !name.contains(char::is_control) {
        Ok(())
    } else {
        Err(CommandError::NeedsTeamName)
    }
}

pub(super) fn ruled(game: GameNumber, verdict: Verdict, ruling: RulingReason) -> Event {
    Event::Ruled { game, verdict, ruling }
}
