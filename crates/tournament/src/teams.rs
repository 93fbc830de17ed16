//! Teams of a team arena: clubs, their invitations, and their standings.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use crate::{
    ClubId, CommandError, Context, Event, Membership, Participant, ParticipantId, Standing, Tournament,
    TournamentStatus, limits,
};

/// A club of a team arena.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Team {
    /// The club concerned.
    pub club: ClubId,
    /// Whether the club takes part.
    pub status: TeamStatus,
    /// Number of invitations and answers.
    changes: u32,
}

/// The status of a club in a team arena.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TeamStatus {
    /// The club has not answered the invitation.
    Invited,
    /// The club takes part.
    Joined,
    /// An admin of the club declined; the club can still accept before the start.
    Declined,
    /// A director withdrew the invitation.
    Uninvited,
}

/// The standing of a team.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TeamStanding {
    /// The place, from 1; fully tied teams share it.
    pub place: u32,
    /// The club concerned.
    pub club: ClubId,
    /// The sum of the points of the scorers, in the units of [`Settings::point_unit`](crate::Settings::point_unit).
    pub points: u32,
    /// The players who score, from the best: at most [`Teams::best`](crate::Teams::best).
    pub scorers: Vec<ParticipantId>,
    /// Number of players who entered for the club and did not leave before the start.
    pub players: u32,
}

type Decision = Result<Vec<Event>, CommandError>;

impl Tournament {
    /// The clubs of a team arena in the order of their first invitation, the host first; empty in other tournaments.
    pub fn teams(&self) -> &[Team] {
        &self.teams
    }

    /// The clubs that take part in a team arena.
    pub fn joined_clubs(&self) -> impl Iterator<Item = ClubId> {
        self.teams.iter().filter(|team| team.status == TeamStatus::Joined).map(|team| team.club)
    }

    /// The standings of the teams, from first to last. `standings` are the players' standings.
    ///
    /// Teams with equal points are ordered by the points of their best players, then of their second-best players, and so on, and then by
    /// the games that their scorers have won. Teams that are still tied share the place.
    pub fn team_standings(&self, standings: &[Standing]) -> Vec<TeamStanding> {
        let Some(settings) = self.settings().teams else { return Vec::new() };
        let mut teams: Vec<_> = self
            .joined_clubs()
            .map(|club| {
                let of_club = |standing: &&Standing| {
                    self.participant(standing.participant).is_some_and(|one| one.club == Some(club))
                };
                let players: Vec<_> = standings.iter().filter(of_club).collect();
                let counts = |standing: &&&Standing| {
                    self.participant(standing.participant).is_some_and(|one| !one.disqualified)
                };
                let best: Vec<_> = players.iter().filter(counts).take(settings.best.into()).collect();
                let points: Vec<_> = best.iter().map(|standing| standing.points).collect();
                let won: u32 = best.iter().map(|standing| standing.score.won).sum();
                let team = TeamStanding {
                    place: 0,
                    club,
                    points: points.iter().sum(),
                    scorers: best.iter().map(|standing| standing.participant).collect(),
                    players: players.len() as u32,
                };
                ((Reverse(team.points), Reverse(points), Reverse(won)), team)
            })
            .collect();
        teams.sort_by(|(one, _), (other, _)| one.cmp(other));
        let mut ranked: Vec<TeamStanding> = Vec::with_capacity(teams.len());
        let mut before = None;
        for (index, (rank, mut team)) in teams.into_iter().enumerate() {
            let shared = ranked.last().filter(|_| before.as_ref() == Some(&rank)).map(|last| last.place);
            team.place = shared.unwrap_or(index as u32 + 1);
            before = Some(rank);
            ranked.push(team);
        }
        ranked
    }

    /// Returns whether these participants have opponents: in a team arena, players of two teams.
    pub(crate) fn has_opponents<'a>(&self, mut participants: impl Iterator<Item = &'a Participant>) -> bool {
        if self.settings().teams.is_none() {
            return true;
        }
        let first = participants.next().map(|one| one.club);
        first.is_some_and(|club| participants.any(|one| one.club != club))
    }

    /// Returns whether players of two teams are present, where that is required.
    pub(crate) fn can_be_paired(&self, context: &Context<'_>) -> bool {
        self.has_opponents(self.complete().filter(|one| self.is_present(one, context)))
    }

    /// Returns the club for which a player enters.
    pub(crate) fn check_club(&self, club: Option<ClubId>) -> Result<Option<ClubId>, CommandError> {
        if self.settings().teams.is_none() {
            return Ok(None);
        }
        let joined = club.filter(|&club| self.joined_clubs().any(|joined| joined == club));
        joined.map(Some).ok_or(CommandError::NeedsClub)
    }

    pub(crate) fn invite_club(&self, club: ClubId) -> Decision {
        self.check_before_start()?;
        match self.team(club) {
            Some(Team { status: TeamStatus::Invited | TeamStatus::Joined, .. }) => return Ok(Vec::new()),
            Some(Team { status: TeamStatus::Declined, .. }) => return Err(CommandError::ClubHasDeclined),
            Some(team) => Self::check_changes_of(team)?,
            None if self.teams.len() >= limits::INVITED_CLUBS_MAX => {
                return Err(CommandError::TooMany("invited clubs".into()));
            }
            None => {}
        }
        self.check_places()?;
        Ok(vec![Event::ClubInvited { club }])
    }

    pub(crate) fn uninvite_club(&self, club: ClubId) -> Decision {
        self.check_before_start()?;
        match self.team(club).ok_or(CommandError::ClubNotInvited)?.status {
            TeamStatus::Invited => {}
            TeamStatus::Joined => self.check_leaves(club)?,
            TeamStatus::Declined | TeamStatus::Uninvited => return Ok(Vec::new()),
        }
        Ok(vec![Event::ClubUninvited { club }])
    }

    pub(crate) fn answer_club(&self, club: ClubId, accept: bool) -> Decision {
        self.check_before_start()?;
        let team = self.team(club).ok_or(CommandError::ClubNotInvited)?;
        match (team.status, accept) {
            (TeamStatus::Joined, true) | (TeamStatus::Declined, false) => Ok(Vec::new()),
            (TeamStatus::Uninvited, _) => Err(CommandError::ClubNotInvited),
            (TeamStatus::Invited, true) => Ok(vec![Event::ClubJoined { club }]),
            (TeamStatus::Declined, true) => {
                Self::check_changes_of(team)?;
                self.check_places()?;
                Ok(vec![Event::ClubJoined { club }])
            }
            (TeamStatus::Invited, false) => Ok(vec![Event::ClubDeclined { club }]),
            (TeamStatus::Joined, false) => {
                self.check_leaves(club)?;
                Ok(vec![Event::ClubDeclined { club }])
            }
        }
    }

    pub(crate) fn apply_team(&mut self, event: &Event) {
        let (club, status) = match *event {
            Event::ClubInvited { club } => (club, TeamStatus::Invited),
            Event::ClubJoined { club } => (club, TeamStatus::Joined),
            Event::ClubDeclined { club } => (club, TeamStatus::Declined),
            Event::ClubUninvited { club } => (club, TeamStatus::Uninvited),
            _ => return,
        };
        match self.teams.iter_mut().find(|team| team.club == club) {
            Some(team) => {
                team.status = status;
                team.changes = team.changes.saturating_add(1);
            }
            None => self.teams.push(Team { club, status, changes: 1 }),
        }
    }

    fn team(&self, club: ClubId) -> Option<&Team> {
        self.teams.iter().find(|team| team.club == club)
    }

    /// The teams are fixed at the start.
    fn check_before_start(&self) -> Result<(), CommandError> {
        if self.settings().teams.is_none() {
            return Err(CommandError::NoTeams);
        }
        match self.status() {
            TournamentStatus::Registering => Ok(()),
            TournamentStatus::Running => Err(CommandError::Started),
            TournamentStatus::Finished | TournamentStatus::Cancelled => Err(CommandError::Over),
        }
    }

    fn check_changes_of(team: &Team) -> Result<(), CommandError> {
        let is_full = team.changes >= limits::TEAM_CHANGES_MAX;
        if is_full { Err(CommandError::TooMany("invitations of this club".into())) } else { Ok(()) }
    }

    fn check_places(&self) -> Result<(), CommandError> {
        let has_place = |team: &&Team| matches!(team.status, TeamStatus::Invited | TeamStatus::Joined);
        if self.teams.iter().filter(has_place).count() >= limits::TEAMS_MAX {
            return Err(CommandError::TooMany("clubs; withdraw an invitation first".into()));
        }
        Ok(())
    }

    /// Checks that a club which has joined can leave again.
    fn check_leaves(&self, club: ClubId) -> Result<(), CommandError> {
        let is_host = self.teams.first().is_some_and(|host| host.club == club);
        let entered = |one: &Participant| one.club == Some(club) && one.standing != Membership::Gone;
        if is_host || self.participants().iter().any(entered) {
            return Err(CommandError::ClubTakesPart);
        }
        Ok(())
    }
}
