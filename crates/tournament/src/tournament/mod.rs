//! A tournament: who takes part, what was paired, what it counted for.

mod apply;
mod decide;
mod due;
mod enter;
mod invite;
mod rule;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use sumito_game::{Player, Timestamp, TournamentId, UserId};

use crate::participant::Standing as Membership;
use crate::{
    Actor, Context, Event, Form, Game, GameNumber, GameToMake, Invitation, Member, Participant,
    ParticipantId, Record, Round, Settings, SettingsError, limits,
};

pub use apply::Corrupt;
pub(crate) use apply::seconds;

/// A tournament: who takes part, what was paired, what it counted for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tournament {
    id: TournamentId,
    settings: Settings,
    /// How often what is agreed was changed.
    revision: u32,
    directors: BTreeSet<UserId>,
    invitations: BTreeMap<UserId, Invitation>,
    status: Status,
    /// By number, from 1.
    participants: Vec<Participant>,
    /// Where each player is: the last participant that they were one of.
    places: BTreeMap<UserId, ParticipantId>,
    /// Those who began, from the strongest to the weakest; in a round robin, later entries follow where a place was free.
    seeds: Vec<ParticipantId>,
    /// A round robin's tables, by round, with places in `seeds`.
    schedule: Vec<Vec<Vec<u16>>>,
    /// How often each player has entered, gone and come back by themselves.
    entry_changes: BTreeMap<UserId, u32>,
    /// Events that are counted in [`limits::ENTRY_EVENTS_MAX`].
    entry_events: u32,
    /// Events that are counted in [`limits::DIRECTOR_EVENTS_MAX`].
    director_events: u32,
    /// What players are called whose accounts were deleted.
    forgotten: BTreeMap<UserId, String>,
    /// Half-point byes that were asked for.
    asked_byes: BTreeSet<(u32, ParticipantId)>,
    rounds: Vec<Round>,
    /// Shared with copies, which are made for each decision.
    games: Vec<Arc<Game>>,
    /// Games without a verdict, in order.
    open: BTreeSet<GameNumber>,
    started_at: Option<Timestamp>,
    /// When it ended or was broken off.
    ended_at: Option<Timestamp>,
    /// Since when it is paused.
    paused_since: Option<Timestamp>,
    /// When the break before the next round is over.
    next_round_at: Option<Timestamp>,
    /// When the games of the round that is under way are settled.
    deadline_at: Option<Timestamp>,
    /// When an arena ends.
    ends_at: Option<Timestamp>,
    /// Until when the server was away last.
    away_until: Timestamp,
    /// The number of the record with which a moderator took out the reasons of all before it; 0 where none did.
    reasons_since: u64,
    seq: u64,
    at: Timestamp,
}

/// Where a tournament is in its life.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// It takes entries and has not begun.
    Registering,
    /// It is under way.
    Running,
    /// It ended.
    Finished,
    /// It was broken off, or did not begin.
    Cancelled,
}

impl Status {
    /// The name of the status in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Registering => "registering",
            Self::Running => "running",
            Self::Finished => "finished",
            Self::Cancelled => "cancelled",
        }
    }
}

impl Tournament {
    /// The first events of a new tournament.
    ///
    /// # Errors
    /// [`SettingsError`] when nobody can play by the settings.
    pub fn create(settings: Settings, director: UserId) -> Result<Vec<Event>, SettingsError> {
        settings.validate()?;
        Ok(vec![Event::Created { settings: Box::new(settings), director }])
    }

    /// Its id.
    pub fn id(&self) -> TournamentId {
        self.id
    }

    /// What is agreed.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// How often that was changed: what [`Command::Edit`](crate::Command::Edit) names.
    pub fn revision(&self) -> u32 {
        self.revision
    }

    /// Where it is in its life.
    pub fn status(&self) -> Status {
        self.status
    }

    /// Since when it is paused.
    pub fn paused_since(&self) -> Option<Timestamp> {
        self.paused_since
    }

    /// What a player is called whose account was deleted.
    pub fn forgotten_name(&self, user: UserId) -> Option<&str> {
        self.forgotten.get(&user).map(String::as_str)
    }

    /// Those who run it.
    pub fn directors(&self) -> &BTreeSet<UserId> {
        &self.directors
    }

    /// Whether this one may do what a director may.
    pub fn is_director(&self, actor: Actor) -> bool {
        match actor {
            Actor::User(user) => self.directors.contains(&user),
            Actor::Steward(_) => true,
            Actor::System => false,
        }
    }

    /// All who ever entered, by number; those who went are among them.
    pub fn participants(&self) -> &[Participant] {
        &self.participants
    }

    /// The one with this number.
    pub fn participant(&self, id: ParticipantId) -> Option<&Participant> {
        self.participants.get((id.0 as usize).checked_sub(1)?)
    }

    /// Whom `user` takes part as, or took part as if they went.
    pub fn participant_of(&self, user: UserId) -> Option<&Participant> {
        self.participant(*self.places.get(&user)?)
    }

    /// Those who began, from the strongest to the weakest, with late entries behind them.
    pub fn seeds(&self) -> &[ParticipantId] {
        &self.seeds
    }

    /// A round robin's tables, by round, with places in [`seeds`](Self::seeds); empty in other forms.
    pub fn schedule(&self) -> &[Vec<Vec<u16>>] {
        &self.schedule
    }

    /// The rounds that were paired; in an arena, the waves.
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// How many rounds there will be; `None` in an arena and before the start, except in a Swiss system.
    pub fn rounds_planned(&self) -> Option<u32> {
        match self.settings.form {
            Form::Swiss(form) => Some(form.rounds),
            Form::RoundRobin(_) if !self.schedule.is_empty() => Some(self.schedule.len() as u32),
            Form::Knockout(_) if self.started_at.is_some() => Some(crate::knockout::rounds(self.seeds.len())),
            _ => None,
        }
    }

    /// All games, by number.
    pub fn games(&self) -> &[Arc<Game>] {
        &self.games
    }

    /// The game with this number.
    pub fn game(&self, number: GameNumber) -> Option<&Game> {
        self.games.get((number.0 as usize).checked_sub(1)?).map(Arc::as_ref)
    }

    /// When it began.
    pub fn started_at(&self) -> Option<Timestamp> {
        self.started_at
    }

    /// When it ended or was broken off.
    pub fn ended_at(&self) -> Option<Timestamp> {
        self.ended_at
    }

    /// When an arena that runs ends, unless it is paused.
    pub fn ends_at(&self) -> Option<Timestamp> {
        self.ends_at
    }

    /// When the next round begins, where a break is on.
    pub fn next_round_at(&self) -> Option<Timestamp> {
        self.next_round_at
    }

    /// The number of the record with which a moderator took out all reasons of directors before it; 0 where none did.
    pub fn reasons_since(&self) -> u64 {
        self.reasons_since
    }

    /// The number of the last record taken in.
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// The moment of the last record taken in.
    pub fn at(&self) -> Timestamp {
        self.at
    }

    /// These events as the records that follow.
    pub fn records(&self, by: Actor, at: Timestamp, events: Vec<Event>) -> Vec<Record> {
        let at = at.max(self.at);
        events.into_iter().zip(self.seq + 1..).map(|(event, seq)| Record { seq, at, by, event }).collect()
    }

    /// The games that are under way: all of them are to be made, unless they were made already.
    pub fn games_to_make(&self) -> impl Iterator<Item = GameToMake> {
        self.open.iter().filter_map(|&number| self.to_make(number))
    }

    /// A game as it is to be made.
    pub fn to_make(&self, number: GameNumber) -> Option<GameToMake> {
        let game = self.game(number)?;
        let sides = game.sides.len();
        let seats = self.settings.mode().seats();
        let players =
            (0..seats).map(|seat| self.player_on(game, seat % sides, seat / sides)).collect::<Option<_>>()?;
        let berserk = (0..seats).map(|seat| game.berserk.contains(&((seat % sides) as u8))).collect();
        Some(GameToMake {
            number,
            round: game.round,
            room: number.room_of(self.id),
            game: number.game_of(self.id),
            players,
            berserk,
        })
    }

    fn player_on(&self, game: &Game, side: usize, member: usize) -> Option<Player> {
        let participant = self.participant(*game.sides.get(side)?)?;
        Some(participant.members.get(member)?.player.clone())
    }

    /// The games without a verdict, by number.
    pub(crate) fn open_games(&self) -> impl Iterator<Item = &Game> {
        self.open.iter().filter_map(|&number| self.game(number))
    }

    /// Whether somebody asked to sit out this round for half a point.
    pub(crate) fn has_asked_for_bye(&self, round: u32, participant: ParticipantId) -> bool {
        self.asked_byes.contains(&(round, participant))
    }

    /// The game that `participant` plays now.
    pub fn open_game_of(&self, participant: ParticipantId) -> Option<&Game> {
        self.open
            .iter()
            .filter_map(|&number| self.game(number))
            .find(|game| game.sides.contains(&participant))
    }

    /// The next moment at which [`Command::Tick`](crate::Command::Tick) is due, after `settled_at`: the moment of the last tick that found
    /// nothing to do. It does not depend on the time now, so a moment that has passed since then is still due. A tick is also due when a
    /// player comes or goes. `waiting` as in [`Context`].
    pub fn next_alarm(&self, settled_at: Timestamp, waiting: Option<Duration>) -> Option<Timestamp> {
        let gathering = Duration::from_secs(limits::GATHERING_SECONDS.into());
        let after_gathering = |moment: Timestamp| moment.max(self.away_until) + gathering;
        let mut moments = Vec::new();
        match self.status {
            Status::Registering => match self.settings.start {
                crate::Start::At(moment) => moments.extend([moment, after_gathering(moment)]),
                crate::Start::WhenHere(_) | crate::Start::ByDirector => {
                    moments.extend(self.given_up_at(waiting));
                }
            },
            Status::Running if self.paused_since.is_none() => {
                moments.extend(self.cut_off_at());
                if let Some(moment) = self.next_round_at {
                    moments.extend([moment, after_gathering(moment)]);
                }
                if let Some(moment) = self.ends_at {
                    moments.push(moment);
                    moments.extend(self.next_wave_at());
                }
            }
            _ => {}
        }
        moments.into_iter().filter(|&moment| moment > settled_at).min()
    }

    /// Whether `user` counts as there: where moves have days, everybody does; computers always do.
    fn is_there(&self, user: UserId, context: &Context<'_>) -> bool {
        !self.settings.game.time.is_live()
            || context.present.contains(&user)
            || sumito_game::Computer::of(user).is_some()
    }

    /// Whether all players of a participant are there.
    pub(crate) fn is_present(&self, participant: &Participant, context: &Context<'_>) -> bool {
        participant.members.iter().all(|member| self.is_there(member.player.id, context))
    }

    /// Whether computers play on all of these sides.
    pub(crate) fn only_computers(&self, sides: &[ParticipantId]) -> bool {
        let is_computer = |member: &Member| sumito_game::Computer::of(member.player.id).is_some();
        sides.iter().flat_map(|&side| &self.by_id(side).members).all(is_computer)
    }

    /// Those who are in, and complete where they are teams.
    pub(crate) fn complete(&self) -> impl Iterator<Item = &Participant> {
        let size = self.settings.team_size();
        self.participants.iter().filter(move |one| one.is_in() && one.members.len() == size)
    }

    fn by_id(&self, id: ParticipantId) -> &Participant {
        &self.participants[id.index()]
    }

    /// How many take part or wait to.
    fn entered(&self) -> usize {
        self.participants.iter().filter(|one| one.standing != Membership::Gone).count()
    }
}
