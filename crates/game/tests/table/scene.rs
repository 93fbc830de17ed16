//! A table with players and a manual clock.

use std::time::Duration;

use sumito_game::{
    Absence, Cause, Clocks, Command, CommandError, Context, Event, Game, GameId, Outcome, Policy, Presence,
    Record, Seat, Settings, Status, Table, TimeControl, Timestamp, UserId,
};
use sumito_rules::{Layout, Mode};
use uuid::Uuid;

pub(crate) const BLACK: UserId = UserId(Uuid::from_u128(0xb1ac));
pub(crate) const WHITE: UserId = UserId(Uuid::from_u128(0x817e));
pub(crate) const RED: UserId = UserId(Uuid::from_u128(0x12ed));
pub(crate) const YELLOW: UserId = UserId(Uuid::from_u128(0x9e11));
pub(crate) const ALL_USERS: [UserId; 4] = [BLACK, WHITE, RED, YELLOW];
pub(crate) const STRANGER: UserId = UserId(Uuid::from_u128(0x57a));

/// The first game's id; the next ones count up.
pub(crate) const FIRST_GAME: u128 = 0x1000;

pub(crate) const SECOND: Duration = Duration::from_secs(1);

/// A table, its events, the presence of its players, and the time.
pub(crate) struct Scene {
    pub(crate) table: Table,
    /// The table after the last record, without later forgiven time.
    pub(crate) recorded: Table,
    pub(crate) records: Vec<Record>,
    /// The clocks after each of the records.
    pub(crate) clocks: Vec<Clocks>,
    pub(crate) presence: Presence,
    pub(crate) now: Timestamp,
    /// Time between an event and its announcement, needed to store it.
    pub(crate) storing: Duration,
    next_game: u128,
}

pub(crate) fn settings(time: TimeControl) -> Settings {
    let policy = Policy { first_move: None, ..Policy::usual(time) };
    let (mode, layout, spectator_delay) = (Mode::Two, Layout::Standard, Duration::ZERO);
    let (start_position, tournament) = (None, None);
    let (rated, ready, coach) = (false, false, false);
    Settings { mode, layout, start_position, coach, time, rated, ready, spectator_delay, tournament, policy }
}

/// Settings for another mode, with its usual layout.
pub(crate) fn settings_for(mode: Mode, time: TimeControl) -> Settings {
    Settings { mode, layout: mode.default_layout(), ..settings(time) }
}

pub(crate) fn seat(number: usize) -> Seat {
    Seat::new(number).expect("a seat from 0 to 3")
}

impl Scene {
    /// Creates an empty table.
    pub(crate) fn new(settings: Settings) -> Self {
        let now = Timestamp(1_763_680_000_000_000);
        let event = Table::create(settings).expect("settings to play by").remove(0);
        let record = Record { seq: 1, at: now, server: Duration::ZERO, cause: None, event };
        let table = Table::open(&record).expect("a table that was just created");
        Self {
            recorded: table.clone(),
            clocks: vec![table.clocks(now)],
            table,
            records: vec![record],
            presence: Presence::default(),
            now,
            storing: Duration::ZERO,
            next_game: FIRST_GAME,
        }
    }

    /// A game of two that has just started, with ten minutes for each.
    pub(crate) fn started() -> Self {
        Self::started_with(settings(TimeControl::SuddenDeath { initial: 600 * SECOND }))
    }

    pub(crate) fn started_with(settings: Settings) -> Self {
        let mode = settings.mode;
        let mut scene = Self::new(settings);
        for user in &ALL_USERS[..mode.seats()] {
            scene.join(*user, None).expect("a free seat");
        }
        assert_eq!(scene.table.status(), Status::Playing);
        scene
    }

    pub(crate) fn wait(&mut self, span: Duration) {
        self.now = self.now + span;
    }

    pub(crate) fn join(&mut self, user: UserId, seat: Option<Seat>) -> Result<Vec<Event>, CommandError> {
        self.request(
            user,
            Command::Join { name: format!("user {user:?}"), guest: true, bot: false, chosen: false, seat },
        )
    }

    /// Sends a command of `user` and applies its effects.
    pub(crate) fn request(&mut self, user: UserId, command: Command) -> Result<Vec<Event>, CommandError> {
        self.request_at(self.now, user, command)
    }

    /// The same, for a command that reached the server at another moment than now.
    pub(crate) fn request_at(
        &mut self,
        received: Timestamp,
        user: UserId,
        command: Command,
    ) -> Result<Vec<Event>, CommandError> {
        let at = received.max(self.table.earliest_next());
        self.happen(self.table.tick(at), at, None);
        let at = received.max(self.table.earliest_next());
        let fresh = GameId(Uuid::from_u128(self.next_game));
        let context = Context { now: at, fresh, presence: &self.presence };
        let decision = self.table.decide(user, command, &context);
        if decision == Err(CommandError::TimeOver) {
            self.happen(self.table.flag(), at, None);
        }
        let events = decision?;
        if events.iter().any(|event| matches!(event, Event::Started { .. })) {
            self.next_game += 1;
        }
        self.happen(events.clone(), at, Some(&Cause { user, command: "c".into() }));
        Ok(events)
    }

    /// Applies the effects of time.
    pub(crate) fn tick(&mut self) -> Vec<Event> {
        let at = self.now.max(self.table.earliest_next());
        let events = self.table.tick(at);
        self.happen(events.clone(), at, None);
        events
    }

    /// Reports that the running clock has expired, regardless of moves in transit.
    pub(crate) fn flag(&mut self) -> Vec<Event> {
        let at = self.now.max(self.table.earliest_next());
        let events = self.table.flag();
        self.happen(events.clone(), at, None);
        events
    }

    pub(crate) fn connect(&mut self, user: UserId) -> bool {
        self.presence.connect(user)
    }

    pub(crate) fn disconnect(&mut self, user: UserId, on_purpose: bool) -> bool {
        self.presence.disconnect(user, Absence { since: self.now, on_purpose })
    }

    pub(crate) fn claimable_at(&self, number: usize) -> Option<Timestamp> {
        self.table.claimable_at(seat(number), &self.presence)
    }

    /// Simulates an outage of this length.
    pub(crate) fn outage(&mut self, span: Duration) {
        let began = self.now;
        self.wait(span);
        self.table.exclude(began, self.now);
    }

    /// Plays a move for the seat to move.
    pub(crate) fn play(&mut self, text: &str) -> Result<Vec<Event>, CommandError> {
        let turn = self.game().turn().ok_or(CommandError::Over)?;
        let user = self.table.player(turn).expect("all seats are taken during a game").id;
        self.play_as(user, text)
    }

    pub(crate) fn play_as(&mut self, user: UserId, text: &str) -> Result<Vec<Event>, CommandError> {
        let ply = self.table.position().ply();
        self.request(user, Command::Play { ply, text: text.to_owned(), lag: Duration::ZERO })
    }

    /// Plays any legal move for the seat to move.
    pub(crate) fn play_something(&mut self) {
        let mv = self.table.position().legal_moves().into_iter().next().expect("there is a legal move");
        self.play(&mv.to_string()).expect("a legal move");
    }

    pub(crate) fn play_all(&mut self, moves: &[&str]) {
        for text in moves {
            self.play(text).unwrap_or_else(|reject| panic!("{text}: {reject}"));
        }
    }

    pub(crate) fn game(&self) -> &Game {
        self.table.game().expect("a game has begun")
    }

    pub(crate) fn outcome(&self) -> Option<&Outcome> {
        self.game().outcome()
    }

    pub(crate) fn remaining(&self, number: usize) -> Option<Duration> {
        self.game().clock().remaining(seat(number), self.now)
    }

    /// The records from which a server rebuilds the table: the first, and the records of the last game.
    pub(crate) fn last_game(&self) -> Vec<Record> {
        let is_start = |record: &Record| matches!(record.event, Event::Started { .. });
        let start = self.records.iter().rposition(is_start).unwrap_or(1);
        self.records[..1].iter().chain(&self.records[start..]).cloned().collect()
    }

    /// Stores and applies the events, and announces them. All records are made before the first is applied.
    fn happen(&mut self, events: Vec<Event>, at: Timestamp, cause: Option<&Cause>) {
        if events.is_empty() {
            return;
        }
        let server = self.table.server_time();
        for (seq, event) in (self.table.seq() + 1..).zip(events) {
            let record = Record { seq, at, server, cause: cause.cloned(), event };
            self.table.apply(&record).expect("a decision fits the table that made it");
            self.records.push(record);
            self.clocks.push(self.table.clocks(at));
        }
        self.recorded = self.table.clone();
        self.wait(self.storing);
        self.table.announced_at(self.now);
    }
}
