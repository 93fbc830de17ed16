//! A tournament under test: users by number, time in seconds, results by name.

use std::collections::BTreeSet;
use std::time::Duration;

use sumito_game::{
    Computer, Outcome, Player, Policy, Reason, Seat, SeatSet, TimeControl, Timestamp, TournamentId, UserId,
};
use sumito_rules::Mode;
use sumito_tournament::{
    Actor, Admission, Applicant, ClubId, Command, CommandError, Context, Entry, Event, Format, GameNumber,
    Member, ParticipantId, Record, Rounds, Settings, Start, Tournament, TournamentStatus, UnplayedRounds,
    limits,
};
use uuid::Uuid;

pub(crate) const ID: TournamentId = TournamentId(Uuid::from_u128(14));
pub(crate) const DIRECTOR: Actor = Actor::User(UserId(Uuid::from_u128(0xd1)));

/// A tournament with all its records, the present users and the time.
pub(crate) struct Scene {
    pub(crate) tournament: Tournament,
    pub(crate) records: Vec<Record>,
    pub(crate) present: BTreeSet<UserId>,
    pub(crate) now: Timestamp,
}

/// The end of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// The side wins six to `lost`.
    Wins(u8, u8),
    Draw,
    /// The side does not come.
    NoShow(u8),
    Aborted,
}

pub(crate) fn user(number: u32) -> UserId {
    UserId(Uuid::from_u128(1_000 + u128::from(number)))
}

pub(crate) fn id(number: u32) -> ParticipantId {
    ParticipantId(number)
}

/// Settings of the games: five minutes each.
pub(crate) fn game(mode: Mode) -> sumito_game::Settings {
    let time = TimeControl::SuddenDeath { initial: Duration::from_mins(5) };
    Settings::strict(sumito_game::Settings {
        mode,
        layout: mode.default_layout(),
        start_position: None,
        coach: false,
        time,
        rated: false,
        ready: false,
        spectator_delay: Duration::ZERO,
        policy: Policy::usual(time),
        tournament: None,
    })
}

pub(crate) fn settings(form: Format, mode: Mode) -> Settings {
    Settings {
        name: "Belgian Open".to_owned(),
        description: String::new(),
        form,
        game: game(mode),
        start: Start::ByDirector,
        entry: Entry {
            minimum: mode.teams() as u32,
            capacity: if mode == Mode::Three { 33 } else { 64 },
            rating_min: None,
            rating_max: None,
            accounts_only: false,
            programs: false,
            admission: Admission::Open,
        },
        rounds: Rounds::default(),
        no_shows_max: 0,
        teams: None,
        tie_break_order: Vec::new(),
        unplayed_rounds: UnplayedRounds::OwnPoints,
    }
}

pub(crate) fn applicant(number: u32, rating: u16) -> Applicant {
    let player = Player { id: user(number), name: format!("Player {number}"), guest: false, bot: false };
    Applicant {
        member: Member { player, rating, provisional: false },
        team_name: None,
        team: None,
        club: None,
        knew_password: false,
    }
}

pub(crate) fn invite(number: u32) -> Command {
    Command::Invite { player: Box::new(applicant(number, 1_500).member.player), exempt: false }
}

impl Scene {
    pub(crate) fn new(settings: Settings) -> Self {
        Self::of_club(settings, None)
    }

    pub(crate) fn of_club(settings: Settings, host: Option<ClubId>) -> Self {
        let director = DIRECTOR.user().unwrap();
        let events = Tournament::create(settings, director, host).unwrap();
        let now = Timestamp(1_000_000_000);
        let record = |(event, seq)| Record { seq, at: now, by: DIRECTOR, event };
        let records: Vec<_> = events.into_iter().zip(1..).map(record).collect();
        let tournament = Tournament::replay(ID, &records).unwrap();
        Self { tournament, records, present: BTreeSet::new(), now }
    }

    /// A tournament with this many players, all present, the first of them the strongest.
    pub(crate) fn with(settings: Settings, count: u32) -> Self {
        let mut scene = Self::new(settings);
        for number in 1..=count {
            scene.enter(number, 2_500 - number as u16);
        }
        scene
    }

    pub(crate) fn started(settings: Settings, count: u32) -> Self {
        let mut scene = Self::with(settings, count);
        scene.direct(Command::Start).unwrap();
        scene
    }

    pub(crate) fn enter(&mut self, number: u32, rating: u16) {
        self.present.insert(user(number));
        let applicant = Box::new(applicant(number, rating));
        self.run_command(Actor::User(user(number)), Command::Register { applicant }).unwrap();
    }

    /// Two players enter as a team. The players of team 1 have the numbers 1 and 2, the players of team 2 the numbers 3 and 4.
    pub(crate) fn enter_team(&mut self, team: u32) {
        for number in [2 * team - 1, 2 * team] {
            let mut entry = applicant(number, 2_000 - number as u16);
            if number % 2 == 1 {
                entry.team_name = Some(format!("Team {team}"));
            } else {
                entry.team = Some(id(team));
            }
            self.present.insert(user(number));
            self.player(number, Command::Register { applicant: Box::new(entry) }).unwrap();
        }
    }

    /// Applies a command, and checks that the state is the fold of the records.
    pub(crate) fn run_command(&mut self, actor: Actor, command: Command) -> Result<Vec<Event>, CommandError> {
        let context = Context { now: self.now, present: &self.present, waiting: Some(limits::WAITING) };
        let events = self.tournament.decide(actor, command, &context)?;
        for record in self.tournament.records(actor, self.now, events.clone()) {
            let text = serde_json::to_string(&record).unwrap();
            assert_eq!(serde_json::from_str::<Record>(&text).unwrap(), record, "as it is stored");
            self.tournament.apply(&record).unwrap();
            self.records.push(record);
        }
        Ok(events)
    }

    /// A director adds a computer of this level.
    pub(crate) fn add_computer(&mut self, level: u8) {
        let mut entry = applicant(0, 1_500);
        entry.member.player = Computer::new(level, 0).unwrap().player();
        self.direct(Command::Register { applicant: Box::new(entry) }).unwrap();
    }

    pub(crate) fn fold(&self) -> Tournament {
        Tournament::replay(ID, &self.records).unwrap()
    }

    pub(crate) fn player(&mut self, number: u32, command: Command) -> Result<Vec<Event>, CommandError> {
        self.run_command(Actor::User(user(number)), command)
    }

    pub(crate) fn direct(&mut self, command: Command) -> Result<Vec<Event>, CommandError> {
        self.run_command(DIRECTOR, command)
    }

    pub(crate) fn tick(&mut self) -> Vec<Event> {
        self.run_command(Actor::System, Command::Tick).unwrap()
    }

    /// Advances the time and ticks.
    pub(crate) fn pass(&mut self, seconds: u64) -> Vec<Event> {
        self.now = self.now + Duration::from_secs(seconds);
        self.tick()
    }

    pub(crate) fn finish(&mut self, number: GameNumber, end: End) -> Vec<Event> {
        let command = self.finished(number, end);
        self.run_command(Actor::System, command).unwrap()
    }

    /// The server's command when a game has ended.
    pub(crate) fn finished(&self, number: GameNumber, end: End) -> Command {
        let mode = self.tournament.settings().mode();
        let sides = mode.teams();
        let seats = mode.seats();
        let of = |side: u8| -> SeatSet {
            Seat::first(seats).filter(|seat| seat.index() % sides == usize::from(side)).collect()
        };
        let all = SeatSet::first(seats);
        let (winners, reason, score, plies, moved) = match end {
            End::Wins(side, lost) => {
                let score =
                    (0..sides).map(|other| if other == usize::from(side) { 6 } else { lost }).collect();
                (of(side), Reason::Ejections, score, 80, all)
            }
            End::Draw => (SeatSet::EMPTY, Reason::Quiet, vec![3; sides], 300, all),
            End::NoShow(side) => {
                (all.without(of(side)), Reason::Time, vec![0; sides], 1, all.without(of(side)))
            }
            End::Aborted => (SeatSet::EMPTY, Reason::Aborted, vec![0; sides], 0, SeatSet::EMPTY),
        };
        let outcome = Outcome { winners, reason, score };
        Command::GameFinished { game: number, outcome, plies, moved, at: self.now }
    }

    /// The participants of the games in progress, as numbers.
    pub(crate) fn open(&self) -> Vec<(GameNumber, Vec<u32>)> {
        let game = |number| self.tournament.game(number).unwrap();
        self.tournament
            .games_to_make()
            .map(|open| (open.number, game(open.number).sides.iter().map(|side| side.0).collect()))
            .collect()
    }

    /// Plays until the end of the tournament; the lower number always wins.
    pub(crate) fn play_out(&mut self) {
        for _ in 0..10_000 {
            if self.tournament.status() != TournamentStatus::Running {
                return;
            }
            for (number, sides) in self.open() {
                let best = (0..sides.len()).min_by_key(|&side| sides[side]).unwrap();
                if self.tournament.game(number).unwrap().is_open() {
                    self.finish(number, End::Wins(best as u8, 2));
                }
            }
            if let Some(wake) =
                self.tournament.next_alarm(self.now, Some(limits::WAITING)).filter(|_| self.open().is_empty())
            {
                self.now = wake;
                self.tick();
            }
        }
        panic!("it does not end");
    }

    /// The participants by place.
    pub(crate) fn order(&self) -> Vec<u32> {
        self.tournament.standings().iter().map(|standing| standing.participant.0).collect()
    }
}
