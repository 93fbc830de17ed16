//! A tournament: participants, pairings and verdicts.

mod apply;
mod decide;
mod draft;
mod due;
mod enter;
mod grant;
mod invite;
mod notices;
mod rule;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use sumito_game::{Player, Timestamp, TournamentId, UserId};

use crate::{
    Actor, AddedTime, Announcement, ClubId, Context, Draft, Event, Format, Game, GameNumber, Invitation,
    Member, Membership, Participant, ParticipantId, PendingGame, Record, Round, Settings, SettingsError,
    Team, TournamentStatus, Verdict, limits,
};

pub use apply::ReplayError;
pub(crate) use apply::seconds;

/// A tournament: participants, pairings and verdicts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tournament {
    id: TournamentId,
    settings: Settings,
    /// Number of changes of the settings.
    revision: u32,
    directors: BTreeSet<UserId>,
    invitations: BTreeMap<UserId, Invitation>,
    /// The clubs of a team arena, the host first.
    pub(crate) teams: Vec<Team>,
    status: TournamentStatus,
    /// Participants by number, from 1.
    participants: Vec<Participant>,
    /// The last participant of each player.
    places: BTreeMap<UserId, ParticipantId>,
    /// The participants at the start, from strongest to weakest; in a round robin, late entries to free places follow.
    seeds: Vec<ParticipantId>,
    /// The tables of a round robin or of groups, by round, with places in `seeds`.
    schedule: Vec<Vec<Vec<u16>>>,
    /// The participants of the knockout after the groups, by their seeds in the bracket; empty until the groups have ended.
    qualified: Vec<Option<ParticipantId>>,
    /// Number of entries, departures and returns of each player.
    entry_changes: BTreeMap<UserId, u32>,
    /// Events counted by [`limits::ENTRY_EVENTS_MAX`].
    entry_events: u32,
    /// Events counted by [`limits::DIRECTOR_EVENTS_MAX`].
    director_events: u32,
    /// Replacement names of deleted players.
    forgotten: BTreeMap<UserId, String>,
    /// Pairs of participants who must not meet, the lower number first.
    forbidden_pairs: BTreeSet<[ParticipantId; 2]>,
    /// The pairing of the next round that waits for a director.
    draft: Option<Draft>,
    /// Number of drafts of the next round so far.
    drafts: u32,
    /// Number of penalties and warnings.
    penalties: u32,
    /// The latest announcements.
    announcements: Vec<Announcement>,
    /// Number of all announcements.
    announced: u32,
    rounds: Vec<Round>,
    /// Shared with copies, because each decision copies the tournament.
    games: Vec<Arc<Game>>,
    /// Games without a verdict, in order.
    open: BTreeSet<GameNumber>,
    started_at: Option<Timestamp>,
    /// Time of the end or cancellation.
    ended_at: Option<Timestamp>,
    /// Start of the current pause.
    paused_since: Option<Timestamp>,
    /// End of the break before the next round. The round may have a later time in the settings.
    break_until: Option<Timestamp>,
    /// Time at which the games of the running round are settled.
    deadline_at: Option<Timestamp>,
    /// End of an arena.
    ends_at: Option<Timestamp>,
    /// End of the last server outage.
    away_until: Timestamp,
    /// The number of the record with which a moderator removed the reasons of all records before it; 0 if none did.
    reasons_since: u64,
    seq: u64,
    at: Timestamp,
}

impl Tournament {
    /// The first events of a new tournament. `host` is the club to which it belongs, if there is one.
    ///
    /// # Errors
    /// [`SettingsError`] if the settings do not allow a tournament.
    pub fn create(
        settings: Settings,
        director: UserId,
        host: Option<ClubId>,
    ) -> Result<Vec<Event>, SettingsError> {
        settings.validate()?;
        let first_team = match (settings.teams, host) {
            (None, _) => None,
            (Some(_), None) => return Err(SettingsError::NoHost),
            (Some(_), Some(club)) => Some(Event::ClubJoined { club }),
        };
        let created = Event::Created { settings: Box::new(settings), director };
        Ok(std::iter::once(created).chain(first_team).collect())
    }

    /// The tournament's id.
    pub fn id(&self) -> TournamentId {
        self.id
    }

    /// The tournament's settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Number of changes of the settings, for [`Command::Edit`](crate::Command::Edit).
    pub fn revision(&self) -> u32 {
        self.revision
    }

    /// The status of the tournament.
    pub fn status(&self) -> TournamentStatus {
        self.status
    }

    /// Start of the current pause.
    pub fn paused_since(&self) -> Option<Timestamp> {
        self.paused_since
    }

    /// The replacement name of a deleted player.
    pub fn forgotten_name(&self, user: UserId) -> Option<&str> {
        self.forgotten.get(&user).map(String::as_str)
    }

    /// The directors' user ids.
    pub fn directors(&self) -> &BTreeSet<UserId> {
        &self.directors
    }

    /// Returns whether `actor` has the rights of a director.
    pub fn is_director(&self, actor: Actor) -> bool {
        match actor {
            Actor::User(user) => self.directors.contains(&user),
            Actor::Steward(_) => true,
            Actor::System => false,
        }
    }

    /// All participants who ever entered, by number, including participants who left.
    pub fn participants(&self) -> &[Participant] {
        &self.participants
    }

    /// The participant with this number.
    pub fn participant(&self, id: ParticipantId) -> Option<&Participant> {
        self.participants.get((id.0 as usize).checked_sub(1)?)
    }

    /// The participant that `user` is or was.
    pub fn participant_of(&self, user: UserId) -> Option<&Participant> {
        self.participant(*self.places.get(&user)?)
    }

    /// The participants at the start, from strongest to weakest, followed by late entries.
    pub fn seeds(&self) -> &[ParticipantId] {
        &self.seeds
    }

    /// The tables of a round robin or of groups, by round, as indexes into [`seeds`](Self::seeds); empty in other formats.
    pub fn schedule(&self) -> &[Vec<Vec<u16>>] {
        &self.schedule
    }

    /// The participants of the knockout after the groups, by their seeds in the bracket, `None` for a free place; empty until the groups
    /// have ended, and in other formats.
    pub fn qualified(&self) -> &[Option<ParticipantId>] {
        &self.qualified
    }

    /// The paired rounds; in an arena, the waves.
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// Total number of rounds; `None` in an arena and, except in a Swiss system, before the start. The second match of a grand final is
    /// added when it is due.
    pub fn rounds_planned(&self) -> Option<u32> {
        match self.settings.form {
            Format::Swiss(form) => Some(form.rounds),
            Format::RoundRobin(_) if !self.schedule.is_empty() => Some(self.schedule.len() as u32),
            Format::Knockout(_) | Format::DoubleElimination(_) if self.started_at.is_some() => {
                Some(self.bracket_rounds())
            }
            Format::Groups(form) if self.started_at.is_some() => {
                let entrants = usize::from(form.groups) * usize::from(form.advance);
                Some((self.schedule.len() + crate::bracket::levels(entrants)) as u32)
            }
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

    /// The games of a round without those that do not count: for their sides the round is one without a game.
    pub(crate) fn counted_games(&self, round: &Round) -> impl Iterator<Item = &Game> {
        let games = round.games.iter().filter_map(|&number| self.game(number));
        games.filter(|game| game.verdict != Some(Verdict::Void))
    }

    /// Time of the start.
    pub fn started_at(&self) -> Option<Timestamp> {
        self.started_at
    }

    /// Time of the end or cancellation.
    pub fn ended_at(&self) -> Option<Timestamp> {
        self.ended_at
    }

    /// End of a running arena, unless it is paused.
    pub fn ends_at(&self) -> Option<Timestamp> {
        self.ends_at
    }

    /// Start of the next round, during a break: the end of the break, or the time of the round in the settings if that is later.
    pub fn next_round_at(&self) -> Option<Timestamp> {
        let planned = self.settings.rounds.starts.get(self.rounds.len()).copied();
        self.break_until.map(|moment| planned.map_or(moment, |planned| planned.max(moment)))
    }

    /// The pairing of the next round that waits for a director.
    pub fn draft(&self) -> Option<&Draft> {
        self.draft.as_ref()
    }

    /// Pairs of participants who must not meet, the lower number first.
    pub fn forbidden_pairs(&self) -> &BTreeSet<[ParticipantId; 2]> {
        &self.forbidden_pairs
    }

    /// The latest announcements, the last one last: at most [`ANNOUNCEMENTS_SHOWN`](limits::ANNOUNCEMENTS_SHOWN).
    pub fn announcements(&self) -> &[Announcement] {
        &self.announcements
    }

    /// The number of the record with which a moderator removed all reasons of directors before it; 0 if none did.
    pub fn reasons_since(&self) -> u64 {
        self.reasons_since
    }

    /// The number of the last applied record.
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// The moment of the last applied record.
    pub fn at(&self) -> Timestamp {
        self.at
    }

    /// Turns events into the next records.
    pub fn records(&self, by: Actor, at: Timestamp, events: Vec<Event>) -> Vec<Record> {
        let at = at.max(self.at);
        events.into_iter().zip(self.seq + 1..).map(|(event, seq)| Record { seq, at, by, event }).collect()
    }

    /// The games in progress. The caller creates those that do not exist yet.
    pub fn games_to_make(&self) -> impl Iterator<Item = PendingGame> {
        self.open.iter().filter_map(|&number| self.to_make(number))
    }

    /// Time that directors have added to games in progress. The caller gives it to the players, once.
    pub fn times_to_add(&self) -> impl Iterator<Item = (GameNumber, AddedTime)> {
        self.open_games().flat_map(|game| game.added_times.iter().map(move |&added| (game.number, added)))
    }

    /// The data to create a game.
    pub fn to_make(&self, number: GameNumber) -> Option<PendingGame> {
        let game = self.game(number)?;
        let sides = game.sides.len();
        let seats = self.settings.mode().seats();
        let players =
            (0..seats).map(|seat| self.player_on(game, seat % sides, seat / sides)).collect::<Option<_>>()?;
        let berserk = (0..seats).map(|seat| game.berserk.contains(&((seat % sides) as u8))).collect();
        Some(PendingGame {
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

    /// Returns whether a director has forbidden these two to meet.
    pub(crate) fn must_not_meet(&self, one: ParticipantId, other: ParticipantId) -> bool {
        !self.forbidden_pairs.is_empty() && self.forbidden_pairs.contains(&pair_of(one, other))
    }

    /// The game that `participant` plays now.
    pub fn open_game_of(&self, participant: ParticipantId) -> Option<&Game> {
        self.open
            .iter()
            .filter_map(|&number| self.game(number))
            .find(|game| game.sides.contains(&participant))
    }

    /// Time at which [`Command::Tick`](crate::Command::Tick) is due after `settled_at`, the moment of the last tick without effect. It does
    /// not depend on the current time, so a moment that has passed since then is still due. A tick is also due when a player comes or goes.
    /// `waiting` as in [`Context`].
    pub fn next_alarm(&self, settled_at: Timestamp, waiting: Option<Duration>) -> Option<Timestamp> {
        let gathering = Duration::from_secs(limits::GATHERING_SECONDS.into());
        let after_gathering = |moment: Timestamp| moment.max(self.away_until) + gathering;
        let mut moments = Vec::new();
        match self.status {
            TournamentStatus::Registering => match self.settings.start {
                crate::Start::At(moment) => moments.extend([moment, after_gathering(moment)]),
                crate::Start::WhenHere(_) | crate::Start::ByDirector => {
                    moments.extend(self.abandon_at(waiting));
                }
            },
            TournamentStatus::Running if self.paused_since.is_none() => {
                moments.extend(self.cut_off_at());
                if let Some(moment) = self.next_round_at() {
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

    /// Returns whether `user` counts as present: always if moves have days, and always for computers.
    fn is_there(&self, user: UserId, context: &Context<'_>) -> bool {
        !self.settings.game.time.is_live()
            || context.present.contains(&user)
            || sumito_game::Computer::of(user).is_some()
    }

    /// Returns whether all players of a participant are present.
    pub(crate) fn is_present(&self, participant: &Participant, context: &Context<'_>) -> bool {
        participant.members.iter().all(|member| self.is_there(member.player.id, context))
    }

    /// Returns whether all of these sides are computers.
    pub(crate) fn only_computers(&self, sides: &[ParticipantId]) -> bool {
        let is_computer = |member: &Member| sumito_game::Computer::of(member.player.id).is_some();
        sides.iter().flat_map(|&side| &self.by_id(side).members).all(is_computer)
    }

    /// The active participants that are complete, if they are teams.
    pub(crate) fn complete(&self) -> impl Iterator<Item = &Participant> {
        let size = self.settings.team_size();
        self.participants.iter().filter(move |one| one.is_in() && one.members.len() == size)
    }

    fn by_id(&self, id: ParticipantId) -> &Participant {
        &self.participants[id.index()]
    }

    /// Number of participants who take part or wait to.
    fn entered(&self) -> usize {
        self.participants.iter().filter(|one| one.standing != Membership::Gone).count()
    }
}

/// A pair, the lower number first.
fn pair_of(one: ParticipantId, other: ParticipantId) -> [ParticipantId; 2] {
    [one.min(other), one.max(other)]
}
