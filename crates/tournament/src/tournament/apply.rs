//! Applies records to a tournament.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use sumito_game::{Timestamp, TournamentId, UserId};

use super::Tournament;
use crate::{
    AddedTime, ByeKind, Event, Format, Game, GameNumber, Membership, Participant, ParticipantId, Penalty,
    PlannedBye, PlannedGame, Record, Rewording, Round, RulingReason, TournamentStatus, Verdict,
};

/// A record that does not follow from the previous ones: the stored history is damaged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("event {seq} is inconsistent with the events before it: {what}")]
pub struct ReplayError {
    /// The number of the record; 0 if there is no record at all.
    pub seq: u64,
    /// Description of the fault, as the end of a sentence.
    pub what: &'static str,
}

/// Description of a fault in an event.
type ReplayProblem = &'static str;

impl Tournament {
    /// Opens a tournament from its first record.
    ///
    /// # Errors
    /// [`ReplayError`] if the record is not the creation of a tournament.
    pub fn open(id: TournamentId, first: &Record) -> Result<Self, ReplayError> {
        let corrupt = |what| ReplayError { seq: first.seq, what };
        let Event::Created { settings, director } = &first.event else {
            return Err(corrupt("the first event must create the tournament"));
        };
        if first.seq != 1 {
            return Err(corrupt("the first event must have number 1"));
        }
        Ok(Self {
            id,
            settings: settings.as_ref().clone(),
            revision: 0,
            directors: [*director].into(),
            invitations: [].into(),
            teams: Vec::new(),
            status: TournamentStatus::Registering,
            participants: Vec::new(),
            places: [].into(),
            seeds: Vec::new(),
            schedule: Vec::new(),
            qualified: Vec::new(),
            entry_changes: [].into(),
            entry_events: 0,
            director_events: 0,
            forgotten: [].into(),
            forbidden_pairs: [].into(),
            draft: None,
            drafts: 0,
            penalties: 0,
            announcements: Vec::new(),
            announced: 0,
            rounds: Vec::new(),
            games: Vec::new(),
            open: [].into(),
            started_at: None,
            ended_at: None,
            paused_since: None,
            break_until: None,
            deadline_at: None,
            ends_at: None,
            away_until: Timestamp::MIN,
            reasons_since: 0,
            seq: first.seq,
            at: first.at,
        })
    }

    /// Rebuilds the tournament from its records.
    ///
    /// # Errors
    /// [`ReplayError`] for the first record that does not follow from the previous ones.
    pub fn replay<'a>(
        id: TournamentId,
        records: impl IntoIterator<Item = &'a Record>,
    ) -> Result<Self, ReplayError> {
        let mut records = records.into_iter();
        let first = records.next().ok_or(ReplayError { seq: 0, what: "no events" })?;
        let mut tournament = Self::open(id, first)?;
        records.try_for_each(|record| tournament.apply(record))?;
        Ok(tournament)
    }

    /// Applies a record.
    ///
    /// # Errors
    /// [`ReplayError`] if the record does not follow from the previous ones; the tournament must then be discarded.
    pub fn apply(&mut self, record: &Record) -> Result<(), ReplayError> {
        let corrupt = |what| ReplayError { seq: record.seq, what };
        if record.seq != self.seq + 1 {
            return Err(corrupt("event number is not the next"));
        }
        if record.at < self.at {
            return Err(corrupt("timestamp before the previous event"));
        }
        self.count(record);
        self.apply_event(&record.event, record.at).map_err(corrupt)?;
        self.apply_invitation(record);
        self.apply_draft(record);
        self.apply_announcement(record);
        if let Event::TimeAdded { game, side, seconds, .. } = &record.event {
            let added = AddedTime { seq: record.seq, side: *side, seconds: *seconds };
            self.game_mut(*game).map_err(corrupt)?.added_times.push(added);
        }
        if matches!(&record.event, Event::Reworded { rewording } if rewording.reasons) {
            self.reasons_since = record.seq;
        }
        self.seq = record.seq;
        self.at = record.at;
        Ok(())
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each event")]
    fn apply_event(&mut self, event: &Event, at: Timestamp) -> Result<(), ReplayProblem> {
        match event {
            Event::Created { .. } => return Err("tournament already created"),
            Event::Edited { settings } => {
                self.settings = settings.as_ref().clone();
                self.revision += 1;
            }
            Event::DirectorAdded { user } => {
                self.directors.insert(*user);
            }
            Event::DirectorRemoved { user } => {
                self.directors.remove(user);
            }
            Event::ClubInvited { .. }
            | Event::ClubJoined { .. }
            | Event::ClubDeclined { .. }
            | Event::ClubUninvited { .. } => self.apply_team(event),
            Event::Registered { .. }
            | Event::Joined { .. }
            | Event::Left { .. }
            | Event::Withdrew { .. }
            | Event::Returned { .. }
            | Event::Excluded { .. }
            | Event::Readmitted { .. }
            | Event::Forgotten { .. } => self.apply_entry(event)?,
            Event::Reworded { rewording } => self.apply_rewording(rewording)?,
            Event::ByeAsked { participant, round } => {
                let bye = PlannedBye { round: *round, kind: ByeKind::Half, granted: false };
                self.participant_mut(*participant)?.planned_byes.push(bye);
            }
            Event::ByeGranted { participant, round, half } => {
                let kind = if *half { ByeKind::Half } else { ByeKind::Absent };
                let byes = &mut self.participant_mut(*participant)?.planned_byes;
                byes.retain(|bye| bye.round != *round);
                byes.push(PlannedBye { round: *round, kind, granted: true });
            }
            Event::ByeCancelled { participant, round } => {
                self.participant_mut(*participant)?.planned_byes.retain(|bye| bye.round != *round);
            }
            Event::PairForbidden { pair } => {
                self.forbidden_pairs.insert(*pair);
            }
            Event::PairAllowed { pair } => {
                self.forbidden_pairs.remove(pair);
            }
            Event::Penalised { participant, units, reason } => {
                self.penalties += 1;
                let (number, units, reason) = (self.penalties, *units, reason.clone());
                let penalties = &mut self.participant_mut(*participant)?.penalties;
                penalties.push(Penalty { number, units, reason, lifted: false });
            }
            Event::PenaltyLifted { penalty, .. } => {
                let mut penalties = self.participants.iter_mut().flat_map(|one| &mut one.penalties);
                let lifted = penalties.find(|one| one.number == *penalty);
                lifted.ok_or("no such penalty")?.lifted = true;
            }
            Event::Invited { .. }
            | Event::Uninvited { .. }
            | Event::Drafted { .. }
            | Event::DraftDropped { .. }
            | Event::TimeAdded { .. }
            | Event::Announced { .. } => {}
            Event::Started { seeds, schedule } => self.begin(seeds, schedule, at)?,
            Event::Qualified { entrants } => {
                if entrants.iter().flatten().any(|&id| self.participant(id).is_none()) {
                    return Err("a qualified player is not a participant");
                }
                self.qualified.clone_from(entrants);
            }
            Event::Paired { round, games, byes } => {
                if *round as usize != self.rounds.len() + 1 {
                    return Err("not the next round");
                }
                let numbers = games.iter().map(|game| game.number).collect();
                self.rounds.push(Round {
                    number: *round,
                    began_at: at,
                    ended_at: None,
                    games: numbers,
                    byes: byes.clone(),
                });
                games.iter().try_for_each(|game| self.plan(game, *round))?;
                self.break_until = None;
                self.deadline_at = self
                    .settings
                    .rounds
                    .deadline_seconds
                    .filter(|_| self.ends_at.is_none())
                    .map(|span| at + seconds(span));
            }
            Event::Planned { games } => {
                let round = self.rounds.last_mut().ok_or("no round running")?;
                round.games.extend(games.iter().map(|game| game.number));
                let number = round.number;
                games.iter().try_for_each(|game| self.plan(game, number))?;
            }
            Event::Berserked { game, participant } => {
                let game = self.game_mut(*game)?;
                let side = game.side_of(*participant).ok_or("participant does not play this game")?;
                game.berserk.push(side as u8);
            }
            Event::Played { game, verdict, no_shows } => self.apply_result(*game, verdict, no_shows)?,
            Event::Ruled { game: number, verdict, ruling } => {
                let game = self.game_mut(*number)?;
                game.verdict = Some(verdict.clone());
                game.ruling = Some(ruling.clone());
                self.open.remove(number);
            }
            Event::RoundEnded { round } => {
                let ended = self.rounds.last_mut().filter(|last| last.number == *round);
                ended.ok_or("not the running round")?.ended_at = Some(at);
                self.deadline_at = None;
                self.break_until = Some(at + seconds(self.settings.rounds.break_seconds));
            }
            Event::Paused { .. } => self.paused_since = Some(at),
            Event::Resumed => {
                let since = self.paused_since.take().ok_or("tournament not paused")?;
                self.shift(at.since(since));
                self.away_until = self.away_until.max(at);
            }
            Event::OutageExcused { from, until } => {
                // Time is stopped during a pause: the whole pause is excluded when it ends.
                if self.paused_since.is_none() {
                    self.shift(until.since((*from).max(self.away_until)));
                }
                self.away_until = self.away_until.max(*until);
            }
            Event::Finished => self.end(TournamentStatus::Finished, at),
            Event::Cancelled { .. } => self.end(TournamentStatus::Cancelled, at),
        }
        Ok(())
    }

    fn apply_result(
        &mut self,
        number: GameNumber,
        verdict: &Verdict,
        no_shows: &[u8],
    ) -> Result<(), ReplayProblem> {
        let game = self.game_mut(number)?;
        if game.verdict.is_some() {
            return Err("game already decided");
        }
        game.verdict = Some(verdict.clone());
        let sides = game.sides.clone();
        self.open.remove(&number);
        for (side, id) in sides.into_iter().enumerate() {
            let participant = self.participant_mut(id)?;
            let came = !no_shows.iter().any(|&absent| usize::from(absent) == side);
            participant.no_shows = if came { 0 } else { participant.no_shows.saturating_add(1) };
        }
        Ok(())
    }

    fn apply_entry(&mut self, event: &Event) -> Result<(), ReplayProblem> {
        match event {
            Event::Registered { participant: id, name, member, since_round, club } => {
                let index = (id.0 as usize).checked_sub(1).ok_or("participants are numbered from 1")?;
                let participant = Participant {
                    id: *id,
                    name: name.clone(),
                    members: vec![member.as_ref().clone()],
                    standing: Membership::In,
                    seed: (self.status == TournamentStatus::Running).then_some(self.seeds.len() as u32),
                    since_round: *since_round,
                    no_shows: 0,
                    club: *club,
                    disqualified: false,
                    planned_byes: Vec::new(),
                    penalties: Vec::new(),
                };
                let next = self.participants.len();
                match self.participants.get_mut(index) {
                    Some(gone) if gone.standing == Membership::Gone => *gone = participant,
                    None if index == next => self.participants.push(participant),
                    _ => return Err("not the next participant number"),
                }
                // The number may have belonged to another participant before.
                self.forbidden_pairs.retain(|pair| !pair.contains(id));
                self.places.insert(member.player.id, *id);
                if self.status == TournamentStatus::Running {
                    self.seeds.push(*id);
                }
            }
            Event::Joined { participant: id, member } => {
                self.participant_mut(*id)?.members.push(member.as_ref().clone());
                self.places.insert(member.player.id, *id);
            }
            Event::Left { participant: id, user } => {
                let participant = self.participant_mut(*id)?;
                if participant.members.len() == 1 {
                    participant.standing = Membership::Gone;
                } else {
                    participant.members.retain(|member| member.player.id != *user);
                }
                self.places.remove(user);
            }
            Event::Withdrew { participant } => {
                self.participant_mut(*participant)?.standing = Membership::Withdrawn;
            }
            Event::Returned { participant } => {
                let participant = self.participant_mut(*participant)?;
                participant.standing = Membership::In;
                participant.no_shows = 0;
            }
            Event::Excluded { participant, reason } => {
                let participant = self.participant_mut(*participant)?;
                participant.standing = Membership::Excluded;
                participant.disqualified = reason.is_some();
            }
            Event::Readmitted { participant, .. } => {
                let participant = self.participant_mut(*participant)?;
                participant.standing = Membership::Withdrawn;
                participant.disqualified = false;
                let users: Vec<_> = participant.members.iter().map(|member| member.player.id).collect();
                for user in users {
                    self.entry_changes.remove(&user);
                }
            }
            Event::Forgotten { user, name } => {
                self.forgotten.insert(*user, name.clone());
                self.invitations.remove(user);
                self.call(*user, name, true);
                // A team's name is removed with the last player who could have chosen it.
                for team in self.participants.iter_mut().filter(|one| one.has(*user)) {
                    if team.members.iter().all(|member| self.forgotten.contains_key(&member.player.id)) {
                        team.name.clone_from(name);
                    }
                }
            }
            _ => return Err("not an entry of a participant"),
        }
        Ok(())
    }

    /// Changes a player's name in all of the user's entries. This is not an event: the code that loads a tournament supplies the current
    /// names.
    pub fn call(&mut self, user: UserId, name: &str, guest: bool) {
        let alone = self.settings.team_size() == 1;
        for participant in &mut self.participants {
            let mut members = participant.members.iter_mut();
            let Some(member) = members.find(|member| member.player.id == user) else { continue };
            name.clone_into(&mut member.player.name);
            member.player.guest = guest;
            if alone {
                name.clone_into(&mut participant.name);
            }
        }
        let invited = self.invitations.get_mut(&user).and_then(|invitation| invitation.player.as_mut());
        if let Some(player) = invited {
            name.clone_into(&mut player.name);
            player.guest = guest;
        }
    }

    fn apply_rewording(&mut self, rewording: &Rewording) -> Result<(), ReplayProblem> {
        let Rewording { name, description, team, reasons } = rewording;
        if let Some(name) = name {
            self.settings.name.clone_from(name);
        }
        if let Some(description) = description {
            self.settings.description.clone_from(description);
        }
        // Otherwise a director who edits from the previous settings would restore the removed texts.
        if name.is_some() || description.is_some() {
            self.revision += 1;
        }
        if let Some((id, name)) = team {
            self.participant_mut(*id)?.name.clone_from(name);
        }
        if *reasons {
            for game in &mut self.games {
                if matches!(&game.ruling, Some(RulingReason::Director { reason, .. }) if !reason.is_empty())
                    && let Some(RulingReason::Director { reason, .. }) = &mut Arc::make_mut(game).ruling
                {
                    reason.clear();
                }
            }
            for penalty in self.participants.iter_mut().flat_map(|one| &mut one.penalties) {
                penalty.reason.clear();
            }
            for announcement in &mut self.announcements {
                announcement.text.clear();
            }
        }
        Ok(())
    }

    fn begin(
        &mut self,
        seeds: &[ParticipantId],
        schedule: &[Vec<Vec<u16>>],
        at: Timestamp,
    ) -> Result<(), ReplayProblem> {
        if self.status != TournamentStatus::Registering {
            return Err("tournament already started");
        }
        let seeded: BTreeSet<_> = seeds.iter().collect();
        for participant in &mut self.participants {
            if participant.is_in() && !seeded.contains(&participant.id) {
                participant.standing = Membership::Gone;
                for member in &participant.members {
                    self.places.remove(&member.player.id);
                }
            }
        }
        for (place, &id) in seeds.iter().enumerate() {
            self.participant_mut(id)?.seed = Some(place as u32);
        }
        self.status = TournamentStatus::Running;
        self.seeds = seeds.to_vec();
        self.schedule = schedule.to_vec();
        self.started_at = Some(at);
        match self.settings.form {
            Format::Arena(form) => self.ends_at = Some(at + seconds(form.duration_seconds)),
            _ => self.break_until = Some(at),
        }
        Ok(())
    }

    fn plan(&mut self, planned: &PlannedGame, round: u32) -> Result<(), ReplayProblem> {
        if planned.number != GameNumber::at(self.games.len()) {
            return Err("not the next game number");
        }
        if planned.sides.iter().any(|&side| self.participant(side).is_none()) {
            return Err("a player is not a participant");
        }
        self.open.insert(planned.number);
        self.games.push(Arc::new(Game {
            number: planned.number,
            round,
            sides: planned.sides.clone(),
            pairing: planned.pairing,
            draw_odds: planned.draw_odds,
            berserk: Vec::new(),
            verdict: None,
            ruling: None,
            replays: planned.replays,
            added_times: Vec::new(),
        }));
        Ok(())
    }

    /// Moves all deadlines by `span`.
    fn shift(&mut self, span: Duration) {
        for moment in [&mut self.break_until, &mut self.deadline_at, &mut self.ends_at].into_iter().flatten()
        {
            *moment = *moment + span;
        }
    }

    fn end(&mut self, status: TournamentStatus, at: Timestamp) {
        self.status = status;
        self.ended_at = Some(at);
        self.paused_since = None;
        self.break_until = None;
        self.draft = None;
        self.deadline_at = None;
    }

    fn game_mut(&mut self, number: GameNumber) -> Result<&mut Game, ReplayProblem> {
        let index = (number.0 as usize).checked_sub(1).ok_or("games are numbered from 1")?;
        self.games.get_mut(index).map(Arc::make_mut).ok_or("no such game")
    }

    fn participant_mut(&mut self, id: ParticipantId) -> Result<&mut Participant, ReplayProblem> {
        let index = (id.0 as usize).checked_sub(1).ok_or("participants are numbered from 1")?;
        self.participants.get_mut(index).ok_or("no such participant")
    }
}

pub(crate) fn seconds(count: u32) -> Duration {
    Duration::from_secs(count.into())
}
