//! Cost of a round: pairing it, and computing the standings.
//!
//! `cargo bench -p sumito-tournament`

#![expect(clippy::unwrap_used, reason = "a benchmark that cannot go on fails")]

use std::collections::BTreeSet;
use std::hint::black_box;
use std::time::Duration;

use criterion::Criterion;
use fastrand::Rng;
use sumito_game::{
    Outcome, Player, Policy, Reason, Seat, SeatSet, TimeControl, Timestamp, TournamentId, UserId,
};
use sumito_rules::Mode;
use sumito_tournament::{
    Actor, Admission, Applicant, Arena, Command, Context, Entry, Format, Member, Record, Rounds, Settings,
    Start, Swiss, SwissPairing, Tournament, UnplayedRounds,
};
use uuid::Uuid;

const DIRECTOR: UserId = UserId(Uuid::from_u128(1));

fn main() {
    let mut criterion = Criterion::default().configure_from_args().sample_size(10);
    for count in [64, 128, 256, 512, 1_024] {
        for (system, pairing) in [("Swiss", SwissPairing::Balanced), ("Dutch system", SwissPairing::Dutch)] {
            let mut played = Played::started(Mode::Two, swiss(pairing), count);
            bench_round(&mut criterion, &format!("{system}, {count} players, round 1"), &played);
            for _ in 0..5 {
                played.round();
            }
            bench_round(&mut criterion, &format!("{system}, {count} players, round 6"), &played);
            if pairing == SwissPairing::Balanced {
                let name = format!("standings of {count} players after five rounds");
                criterion.bench_function(&name, |bencher| {
                    bencher.iter(|| black_box(played.tournament.standings()));
                });
            }
        }
    }
    for count in [255, 1_023] {
        let mut played = Played::started(Mode::Three, swiss(SwissPairing::Balanced), count);
        bench_round(&mut criterion, &format!("Swiss for three, {count} players, round 1"), &played);
        for _ in 0..5 {
            played.round();
        }
        bench_round(&mut criterion, &format!("Swiss for three, {count} players, round 6"), &played);
    }
    let form = Format::Arena(Arena {
        duration_seconds: 3_600,
        closing_seconds: 60,
        wave_seconds: 10,
        berserk: false,
        streaks: true,
    });
    let mut arena = Played::started(Mode::Two, form, 1_024);
    for _ in 0..5 {
        arena.round();
    }
    bench_round(&mut criterion, "arena, a wave of 1024 players after five", &arena);
    criterion.final_summary();
}

/// Pairing of the next round: deciding on the tick at which it is due.
fn bench_round(criterion: &mut Criterion, name: &str, played: &Played) {
    criterion.bench_function(name, |bencher| {
        bencher.iter(|| {
            let events = played.decide(Actor::System, Command::Tick);
            assert!(!events.is_empty(), "a round was due");
            black_box(events)
        });
    });
}

/// A tournament with a due round.
struct Played {
    tournament: Tournament,
    present: BTreeSet<UserId>,
    now: Timestamp,
    rng: Rng,
}

impl Played {
    fn started(mode: Mode, form: Format, count: u32) -> Self {
        let settings = settings(mode, form);
        let event = Tournament::create(settings, DIRECTOR, None).unwrap().remove(0);
        let now = Timestamp(1_000_000);
        let first = Record { seq: 1, at: now, by: Actor::System, event };
        let tournament = Tournament::open(TournamentId(Uuid::from_u128(1)), &first).unwrap();
        let mut played = Self { tournament, present: BTreeSet::new(), now, rng: Rng::with_seed(14) };
        for number in 0..count {
            let id = UserId(Uuid::from_u128(1_000 + u128::from(number)));
            played.present.insert(id);
            let player = Player { id, name: format!("Player {number}"), guest: false, bot: false };
            let member = Member { player, rating: played.rng.u16(1_000..2_200), provisional: false };
            let applicant =
                Applicant { member, team_name: None, team: None, club: None, knew_password: false };
            played.run_command(Actor::User(id), Command::Register { applicant: Box::new(applicant) });
        }
        // The start would pair the first round immediately unless the tournament is paused; the benchmark measures the tick that pairs it.
        let events = played.decide(Actor::User(DIRECTOR), Command::Start);
        played.apply(events.into_iter().take(1).collect());
        played
    }

    /// Pairs a round and plays its games.
    fn round(&mut self) {
        self.run_command(Actor::System, Command::Tick);
        let games: Vec<_> = self.tournament.games_to_make().map(|game| game.number).collect();
        let last = games.len() - 1;
        for (index, game) in games.into_iter().enumerate() {
            let seats = self.tournament.settings().mode().seats();
            let winner = Seat::new(self.rng.usize(..seats)).unwrap();
            let outcome = Outcome {
                winners: [winner].into_iter().collect(),
                reason: Reason::Ejections,
                score: vec![2; seats],
            };
            let moved = SeatSet::first(seats);
            let command = Command::GameFinished { game, outcome, plies: 80, moved, at: self.now };
            let events = self.decide(Actor::System, command);
            // The last result ends the round; the measured tick pairs the next one.
            let kept = if index == last { 2 } else { 1 };
            let ends =
                |event: &sumito_tournament::Event| !matches!(event, sumito_tournament::Event::Paired { .. });
            self.apply(events.into_iter().filter(ends).take(kept).collect());
        }
        self.now = self.now + Duration::from_secs(10);
    }

    fn decide(&self, actor: Actor, command: Command) -> Vec<sumito_tournament::Event> {
        self.tournament
            .decide(actor, command, &Context { now: self.now, present: &self.present, waiting: None })
            .unwrap()
    }

    fn run_command(&mut self, actor: Actor, command: Command) {
        let events = self.decide(actor, command);
        self.apply(events);
    }

    fn apply(&mut self, events: Vec<sumito_tournament::Event>) {
        for record in self.tournament.records(Actor::System, self.now, events) {
            self.tournament.apply(&record).unwrap();
        }
    }
}

fn swiss(pairing: SwissPairing) -> Format {
    Format::Swiss(Swiss { rounds: 9, pairing, accelerated: false, half_point_byes: 0, late_entry_rounds: 0 })
}

fn settings(mode: Mode, form: Format) -> Settings {
    let time = TimeControl::SuddenDeath { initial: Duration::from_mins(5) };
    Settings {
        name: "Benchmark".to_owned(),
        description: String::new(),
        form,
        game: Settings::strict(sumito_game::Settings {
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
        }),
        start: Start::ByDirector,
        entry: Entry {
            minimum: 3,
            capacity: 1_024,
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
