//! Tournaments from a seed: players of random strength who enter late, leave, miss games and return; a server that is killed and reports
//! results twice; directors who pause and correct. The invariants are checked after each step.
//!
//! `SUMITO_TOURNAMENT_SEEDS` selects the seeds: `FIRST..END`. `cargo xtask simulate-tournaments` runs any number of them.

mod checks;
mod slow;

use std::collections::BTreeMap;
use std::ops::Range;
use std::time::Duration;

use fastrand::Rng;
use sumito_game::Timestamp;
use sumito_rules::Mode;
use sumito_tournament::{
    Actor, Arena, Command, DoubleElimination, Event, Format, GameNumber, Groups, Knockout, Participant,
    RoundRobin, Rounds, Settings, Start, Swiss, SwissPairing, Tournament, TournamentFormatName,
    TournamentStatus, Verdict, limits,
};

use self::checks::Counts;
use crate::scene::{DIRECTOR, End, Scene, applicant, settings, user};

/// Seeds of an ordinary test run.
const SEEDS: Range<u64> = 0..150;

#[test]
fn whatever_happens_pairings_are_fair_standings_are_right_and_nothing_is_lost() {
    let mut all: BTreeMap<TournamentFormatName, Counts> = BTreeMap::new();
    for seed in seeds() {
        let mut simulation = Simulation::new(seed);
        simulation.run();
        let form = simulation.scene.tournament.settings().form.name();
        all.entry(form).or_default().add(&simulation.counts);
    }
    for (form, counts) in all {
        println!("{}: {counts:?}", form.as_str());
    }
}

fn seeds() -> Range<u64> {
    let Ok(text) = std::env::var("SUMITO_TOURNAMENT_SEEDS") else { return SEEDS };
    let (first, end) = text.split_once("..").expect("SUMITO_TOURNAMENT_SEEDS is FIRST..END");
    first.parse().unwrap()..end.parse().unwrap()
}

struct Simulation {
    seed: u64,
    rng: Rng,
    scene: Scene,
    /// Strength of each player, by number.
    strength: Vec<i32>,
    counts: Counts,
}

impl Simulation {
    fn new(seed: u64) -> Self {
        let mut rng = Rng::with_seed(seed);
        let (settings, count) = plan(seed, &mut rng);
        let late = settings.entry.capacity - count;
        let mut scene = Scene::new(settings);
        let teams = scene.tournament.settings().team_size() > 1;
        let people = if teams { count * 2 } else { count };
        let mut strength = vec![0];
        for number in 1..=people + late {
            strength.push(rng.i32(1_000..2_200));
            if number <= people {
                scene.present.insert(user(number));
                enter(&mut scene, number, strength[number as usize], teams);
            }
        }
        let counts = Counts { tournaments: 1, ..Counts::default() };
        Self { seed, rng, scene, strength, counts }
    }

    fn run(&mut self) {
        self.direct(Command::Start);
        for step in 0..200_000 {
            if self.scene.tournament.status() != TournamentStatus::Running {
                break;
            }
            self.step();
            assert!(step < 199_999, "seed {}: it does not end", self.seed);
        }
        self.counts.finished += u32::from(self.scene.tournament.status() == TournamentStatus::Finished);
        self.counts.games += self.scene.tournament.games().len() as u32;
        assert_eq!(self.scene.fold(), self.scene.tournament, "seed {}", self.seed);
        assert_eq!(self.scene.tournament.games_to_make().count(), 0, "seed {}", self.seed);
        slow::check(&self.scene.tournament, self.seed);
        checks::whole(&self.scene.tournament, self.seed);
    }

    fn step(&mut self) {
        let open: Vec<GameNumber> = self.scene.tournament.games_to_make().map(|game| game.number).collect();
        let large = self.scene.tournament.participants().len() > 100;
        match self.rng.u32(..if large { 4_000 } else { 200 }) {
            0..2 => self.participant_withdraws_or_returns(),
            2..4 => self.participant_goes_or_comes(),
            4 => self.participant_enters_late(),
            5..10 => self.killed(),
            10 => self.director_pauses(),
            11 => self.director_corrects(),
            12 => self.participant_asks_for_a_bye(),
            13 => self.away(),
            14 => self.player_goes_berserk(),
            15 => self.participant_is_deleted(),
            16..18 => self.director_forbids_a_pair(),
            _ if open.is_empty() || self.rng.u32(..40) == 0 => self.time_passes(),
            _ => {
                let number = open[self.rng.usize(..open.len())];
                self.game_ends(number);
            }
        }
    }

    fn run_command(&mut self, actor: Actor, command: Command) {
        let before = self.scene.tournament.clone();
        let Ok(events) = self.scene.run_command(actor, command) else { return };
        self.check(before, &events);
    }

    fn direct(&mut self, command: Command) {
        self.run_command(DIRECTOR, command);
    }

    /// Checks each pairing against the state before it.
    fn check(&mut self, mut before: Tournament, events: &[Event]) {
        for event in events {
            if let Event::Paired { games, byes, .. } = event {
                checks::pairing(&before, games, byes, &mut self.counts, self.seed);
            }
            if events.iter().any(|event| matches!(event, Event::Paired { .. })) {
                for record in before.records(Actor::System, self.scene.now, vec![event.clone()]) {
                    before.apply(&record).unwrap();
                }
            }
        }
    }

    fn time_passes(&mut self) {
        let wake = self.scene.tournament.next_alarm(self.scene.now, Some(limits::WAITING));
        let soon = self.scene.now + Duration::from_secs(self.rng.u64(1..40));
        self.scene.now = if self.rng.bool() { wake.unwrap_or(soon) } else { soon };
        self.run_command(Actor::System, Command::Tick);
    }

    fn game_ends(&mut self, number: GameNumber) {
        self.scene.now = self.scene.now + Duration::from_millis(self.rng.u64(..3_000));
        let game = self.scene.tournament.game(number).unwrap();
        let sides = game.sides.clone();
        let absent = sides.iter().position(|&side| {
            let members = &self.scene.tournament.participant(side).unwrap().members;
            members.iter().any(|member| !self.scene.present.contains(&member.player.id))
        });
        let end = match (absent, self.rng.u32(..100)) {
            (Some(side), 0..60) => End::NoShow(side as u8),
            (_, 0..2) => End::Aborted,
            (_, 2..12) => End::Draw,
            _ => {
                let strength = |side: usize| self.strength[sides[side].0 as usize % self.strength.len()];
                let noise: Vec<_> =
                    (0..sides.len()).map(|side| strength(side) + self.rng.i32(-400..400)).collect();
                let best = (0..sides.len()).max_by_key(|&side| noise[side]).unwrap();
                End::Wins(best as u8, self.rng.u8(..6))
            }
        };
        let result = self.scene.finished(number, end);
        self.run_command(Actor::System, result.clone());
        if self.rng.u32(..4) == 0 {
            let again = self.scene.run_command(Actor::System, result).unwrap();
            let late = |event: &Event| matches!(event, Event::Played { .. } | Event::Paired { .. });
            assert!(!again.iter().any(late), "seed {}: a repeated result counts once", self.seed);
            self.counts.repeated_results += 1;
        }
    }

    /// Kills the process: only the stored records remain.
    fn killed(&mut self) {
        let before: Vec<_> = self.scene.tournament.games_to_make().collect();
        let folded = self.scene.fold();
        assert_eq!(folded, self.scene.tournament, "seed {}", self.seed);
        assert_eq!(folded.games_to_make().collect::<Vec<_>>(), before, "seed {}: the same rooms", self.seed);
        self.scene.tournament = folded;
        self.counts.kills += 1;
    }

    fn away(&mut self) {
        let from = self.scene.now;
        self.scene.now = from + Duration::from_secs(self.rng.u64(1..300));
        let until = self.scene.now;
        self.run_command(Actor::System, Command::Away { from, until });
    }

    fn random_participant(&mut self) -> Option<Participant> {
        let in_it: Vec<_> = self.scene.tournament.participants().iter().filter(|one| one.is_in()).collect();
        (!in_it.is_empty()).then(|| in_it[self.rng.usize(..in_it.len())].clone())
    }

    fn participant_withdraws_or_returns(&mut self) {
        let gone = self.scene.tournament.participants().iter().find(|one| !one.is_in()).cloned();
        if let Some(gone) = gone.filter(|_| self.rng.bool()) {
            return self.run_command(Actor::User(gone.members[0].player.id), Command::Return);
        }
        let Some(one) = self.random_participant() else { return };
        self.run_command(Actor::User(one.members[0].player.id), Command::Withdraw);
        self.counts.withdrawals += 1;
    }

    fn participant_is_deleted(&mut self) {
        let Some(one) = self.random_participant() else { return };
        let user = one.members[0].player.id;
        self.run_command(Actor::System, Command::Forget { user, name: "[deleted]".to_owned() });
        let one = self.scene.tournament.participant(one.id).unwrap();
        assert!(!one.is_in() && one.members[0].player.name == "[deleted]", "seed {}", self.seed);
        self.counts.deletions += 1;
    }

    fn participant_goes_or_comes(&mut self) {
        let Some(one) = self.random_participant() else { return };
        let user = one.members[0].player.id;
        if !self.scene.present.remove(&user) {
            self.scene.present.insert(user);
        }
        self.run_command(Actor::System, Command::Tick);
    }

    fn participant_enters_late(&mut self) {
        let number = self.scene.tournament.participants().len() as u32 + 1;
        if self.scene.tournament.settings().team_size() > 1 || number as usize >= self.strength.len() {
            return;
        }
        self.scene.present.insert(user(number));
        let applicant = Box::new(applicant(number, self.strength[number as usize] as u16));
        let count = self.scene.tournament.participants().len();
        self.run_command(Actor::User(user(number)), Command::Register { applicant });
        self.counts.late += (self.scene.tournament.participants().len() - count) as u32;
    }

    fn participant_asks_for_a_bye(&mut self) {
        let Some(one) = self.random_participant() else { return };
        let round = self.scene.tournament.rounds().len() as u32 + self.rng.u32(1..3);
        self.run_command(Actor::User(one.members[0].player.id), Command::RequestBye { round });
    }

    fn player_goes_berserk(&mut self) {
        let Some(game) = self.scene.tournament.games_to_make().next() else { return };
        self.run_command(Actor::User(game.players[0].id), Command::Berserk { game: game.number });
    }

    fn director_forbids_a_pair(&mut self) {
        if let (Some(one), Some(other)) = (self.random_participant(), self.random_participant()) {
            self.direct(Command::ForbidPair { pair: [one.id, other.id] });
        }
    }

    fn director_pauses(&mut self) {
        self.direct(Command::Pause { reason: "lunch".to_owned() });
        self.scene.now = self.scene.now + Duration::from_secs(self.rng.u64(..1_000));
        self.run_command(Actor::System, Command::Tick);
        self.direct(Command::Resume);
    }

    fn director_corrects(&mut self) {
        let games = self.scene.tournament.games();
        if games.is_empty() {
            return;
        }
        let game = games[self.rng.usize(..games.len())].clone();
        let sides = game.sides.len();
        let verdict = match self.rng.u32(..4) {
            0 => Verdict::Forfeit { winners: vec![self.rng.u8(..sides as u8)] },
            1 => Verdict::Void,
            _ => Verdict::Played {
                winners: vec![self.rng.u8(..sides as u8)],
                marbles: (0..sides).map(|_| self.rng.u8(..6)).collect(),
                plies: 60,
            },
        };
        let command = Command::Rule {
            game: game.number,
            verdict,
            seen: game.verdict.clone(),
            reason: "a wrong click".to_owned(),
        };
        self.direct(command);
        self.counts.corrections += 1;
    }
}

/// Returns random settings and a number of players.
fn plan(seed: u64, rng: &mut Rng) -> (Settings, u32) {
    let form = match rng.u32(..10) {
        0 => Format::RoundRobin(RoundRobin { cycles: rng.u8(1..3) }),
        1 | 2 => Format::Swiss(Swiss {
            rounds: rng.u32(3..12),
            pairing: SwissPairing::Balanced,
            accelerated: rng.bool(),
            half_point_byes: rng.u8(..3),
            late_entry_rounds: 3,
        }),
        3 => Format::Knockout(Knockout {
            best_of: rng.u32(1..4),
            third_place: rng.bool(),
            extra_pairs: rng.u8(..2),
        }),
        4 | 5 => Format::DoubleElimination(DoubleElimination {
            best_of: rng.u32(1..4),
            extra_pairs: rng.u8(..2),
            reset: rng.bool(),
        }),
        6 | 7 => Format::Groups(Groups {
            groups: rng.u8(2..5),
            advance: rng.u8(1..4),
            cycles: rng.u8(1..3),
            best_of: rng.u32(1..3),
            extra_pairs: rng.u8(..2),
            third_place: rng.bool(),
        }),
        _ => Format::Arena(Arena {
            duration_seconds: rng.u32(300..900),
            closing_seconds: 60,
            wave_seconds: rng.u32(1..20),
            berserk: rng.bool(),
            streaks: rng.bool(),
        }),
    };
    let modes: Vec<Mode> =
        [Mode::Two, Mode::Two, Mode::Three, Mode::Four].into_iter().filter(|&mode| form.fits(mode)).collect();
    let mode = *rng.choice(&modes).unwrap();
    let max = match form {
        Format::RoundRobin(_) => 14,
        Format::Groups(_) => 24,
        // Large tournaments are rare, because they take long.
        _ if seed % 1_000 == 999 => 1_024,
        _ if seed % 50 == 49 => 200,
        _ => 40,
    };
    let min = form.participants_min(mode);
    let max = form.participants_max(mode).min(max);
    let count = if max > 100 { rng.u32(max / 2..=max) } else { rng.u32(min..=max) };
    let mut settings = settings(form, mode);
    settings.entry.minimum = min;
    settings.start = Start::ByDirector;
    settings.entry.capacity = (count + 4).min(form.participants_max(mode));
    settings.rounds = Rounds {
        break_seconds: rng.u32(..30),
        deadline_seconds: rng.bool().then(|| rng.u32(60..1_000)),
        starts: starts(&form, rng),
        reviewed: false,
    };
    settings.no_shows_max = rng.u8(..3);
    (settings, count)
}

/// Times of the first rounds, in one tournament of three.
fn starts(form: &Format, rng: &mut Rng) -> Vec<Timestamp> {
    let max = match form {
        Format::Swiss(form) => form.rounds,
        Format::Arena(_) => 0,
        _ => 12,
    };
    if max == 0 || rng.u32(..3) > 0 {
        return Vec::new();
    }
    let mut at = Timestamp(1_000_000_000);
    let mut next = || {
        at = at + Duration::from_secs(rng.u64(1..600));
        at
    };
    (0..max).map(|_| next()).collect()
}

fn enter(scene: &mut Scene, number: u32, strength: i32, teams: bool) {
    let mut entry = applicant(number, strength as u16);
    if teams && number % 2 == 1 {
        entry.team_name = Some(format!("Team {number}"));
    } else if teams {
        entry.team = Some(crate::scene::id(number / 2));
    }
    scene.player(number, Command::Register { applicant: Box::new(entry) }).unwrap();
}
