//! FIDE's Dutch system, checked by another program.
//!
//! `cargo xtask check-dutch` plays random tournaments with late entries, absences, byes and forfeits, and lets a program that implements the
//! Dutch system pair each round of their TRF files again. `tests/data/fide.txt` has some of these tournaments, so that an ordinary test run
//! pairs them without that program.
//!
//! Its format: a line `T players rounds`, with `accelerated` if the tournament was, then a line for each round. `12-7:1` is a game in which 12
//! started and won; `=` is a draw, `0` a loss, `+` and `-` a win and a loss by forfeit, `x` a loss by forfeit for both. `9:U` is a bye for
//! a point, `9:H` for half a point, and `9:Z` an absence. A player who is not in the line has withdrawn, or has not entered yet.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::process::Command as Process;
use std::time::{Duration, Instant};

use fastrand::Rng;
use sumito_rules::Mode;
use sumito_tournament::export::TrfHead;
use sumito_tournament::{
    ByeKind, Command, Entry, Format, GameNumber, Membership, Rounds, Settings, Swiss, SwissPairing,
    TournamentStatus, Verdict, export,
};

use crate::scene::{DIRECTOR, End, Scene, id, settings, user};

const RECORDED: &str = include_str!("../data/fide.txt");

/// A tournament of the Dutch system, and its events in the format of the recorded ones.
struct Dutch {
    scene: Scene,
    text: String,
}

/// Actions of players before a round is paired.
#[derive(Debug, Default)]
struct Before {
    enter: Vec<u32>,
    withdraw: Vec<u32>,
    come_back: Vec<u32>,
    /// Players who ask for half a point.
    half: Vec<u32>,
    absent: BTreeSet<u32>,
}

#[derive(Debug, Clone, Copy)]
enum Result {
    Won(u8),
    Drawn,
    Missed(u8),
    BothMissed,
}

impl Dutch {
    fn new(count: u32, rounds: u32, accelerated: bool) -> Self {
        let form = Swiss {
            rounds,
            pairing: SwissPairing::Dutch,
            accelerated,
            half_point_byes: rounds as u8,
            late_entry_rounds: rounds,
        };
        let settings = settings(Format::Swiss(form), Mode::Two);
        let entry = Entry { capacity: 1_024, ..settings.entry };
        // A break, in which players come and go.
        let rounds_ = Rounds { break_seconds: 60, ..Rounds::default() };
        let scene = Scene::with(Settings { rounds: rounds_, entry, ..settings }, count);
        let acceleration = if accelerated { " accelerated" } else { "" };
        Self { scene, text: format!("T {count} {rounds}{acceleration}\n") }
    }

    fn number(&self) -> u32 {
        self.scene.tournament.participants().len() as u32
    }

    /// Pairs the next round, and returns the words of its line without results.
    fn pair(&mut self, before: &Before) -> Vec<String> {
        let round = self.scene.tournament.rounds().len() as u32 + 1;
        for &number in &before.enter {
            self.scene.enter(number, 2_500 - number as u16);
        }
        for &number in &before.withdraw {
            self.scene.player(number, Command::Withdraw).unwrap();
        }
        for &number in &before.come_back {
            self.scene.player(number, Command::Return).unwrap();
        }
        for &number in &before.half {
            self.scene.player(number, Command::RequestBye { round }).unwrap();
        }
        self.scene.present =
            (1..=self.number()).filter(|number| !before.absent.contains(number)).map(user).collect();
        if round == 1 {
            self.scene.direct(Command::Start).unwrap();
        }
        if self.scene.tournament.rounds().len() < round as usize {
            self.scene.now = self.scene.tournament.next_round_at().unwrap() + Duration::from_secs(31);
            self.scene.tick();
        }
        let tournament = &self.scene.tournament;
        let paired = &tournament.rounds()[round as usize - 1];
        let games = paired.games.iter().map(|&number| {
            let sides = &tournament.game(number).unwrap().sides;
            format!("{}-{}", sides[0], sides[1])
        });
        let byes = paired.byes.iter().map(|bye| {
            let letter = match bye.kind {
                ByeKind::Full | ByeKind::NoOpponent => 'U',
                ByeKind::Half => 'H',
                ByeKind::Absent => 'Z',
            };
            format!("{}:{letter}", bye.participant)
        });
        games.chain(byes).collect()
    }

    /// Ends the games of a round, and adds its line.
    fn play(&mut self, mut words: Vec<String>, results: &[Result]) {
        let games: Vec<GameNumber> = self.scene.tournament.rounds().last().unwrap().games.clone();
        assert_eq!(games.len(), results.len());
        for ((game, result), word) in games.into_iter().zip(results).zip(&mut words) {
            let (letter, end) = match *result {
                Result::Won(0) => ('1', End::Wins(0, 2)),
                Result::Won(_) => ('0', End::Wins(1, 2)),
                Result::Drawn => ('=', End::Draw),
                Result::Missed(0) => ('-', End::NoShow(0)),
                Result::Missed(_) => ('+', End::NoShow(1)),
                Result::BothMissed => {
                    let verdict = Verdict::Forfeit { winners: vec![] };
                    let reason = "Nobody came".to_owned();
                    let command = Command::Rule { game, verdict, seen: None, reason };
                    self.scene.run_command(DIRECTOR, command).unwrap();
                    word.push_str(":x");
                    continue;
                }
            };
            self.scene.finish(game, end);
            write!(word, ":{letter}").unwrap();
        }
        self.text += &words.join(" ");
        self.text.push('\n');
    }
}

/// Plays a random tournament, with this number of players or a random one. Returns it with the longest time of a pairing.
#[expect(clippy::disallowed_methods, reason = "a comparison with another program reports the time")]
fn simulate(seed: u64, players: Option<u32>) -> (Dutch, Duration) {
    let mut rng = Rng::with_seed(seed);
    let usual = if rng.u32(..3) == 0 { rng.u32(8..=20) } else { rng.u32(8..=120) };
    let count = players.unwrap_or(usual);
    let rounds = rng.u32(5..=11).min(count.max(3) - 2);
    let mut dutch = Dutch::new(count, rounds, rng.u32(..4) == 0);
    // How often players are absent, ask for byes, leave, miss games, draw: in some tournaments never.
    let [absent, half, leave, miss] =
        [0.08, 0.06, 0.03, 0.05].map(|max| if rng.bool() { rng.f64() * max } else { 0.0 });
    let drawn = rng.f64() * 0.5;
    let slope = -1_200.0 / f64::from(count);
    let late = if rng.bool() { rng.u32(1..=3) } else { 0 };
    let mut strength: BTreeMap<u32, f64> = BTreeMap::new();
    let mut longest = Duration::ZERO;
    while matches!(dutch.scene.tournament.status(), TournamentStatus::Registering | TournamentStatus::Running)
    {
        let round = dutch.scene.tournament.rounds().len() as u32 + 1;
        let mut before = Before::default();
        let number = dutch.number();
        if (2..=1 + late).contains(&round) {
            before.enter = (number + 1..=number + rng.u32(..=2)).collect();
        }
        for one in 1..=number {
            let standing = dutch.scene.tournament.participant(id(one)).unwrap().standing;
            if standing == Membership::Withdrawn && rng.u32(..4) == 0 {
                before.come_back.push(one);
            } else if standing == Membership::In && round > 1 && rng.f64() < leave {
                before.withdraw.push(one);
            } else if standing == Membership::In && rng.f64() < half {
                before.half.push(one);
            } else if rng.f64() < absent {
                before.absent.insert(one);
            }
        }
        let began = Instant::now();
        let words = dutch.pair(&before);
        longest = longest.max(began.elapsed());
        let tournament = &dutch.scene.tournament;
        let mut results = Vec::new();
        for &game in &tournament.rounds().last().unwrap().games.clone() {
            let sides = &tournament.game(game).unwrap().sides;
            let [one, other] = [sides[0], sides[1]].map(|side| {
                *strength.entry(side.0).or_insert_with(|| f64::from(side.0) * slope + rng.f64() * 300.0)
            });
            let expected = 1.0 / (1.0 + 10_f64.powf((other - one) / 400.0));
            results.push(if rng.f64() < miss {
                if rng.u32(..6) == 0 { Result::BothMissed } else { Result::Missed(rng.u8(..2)) }
            } else if rng.f64() < drawn {
                Result::Drawn
            } else {
                Result::Won(u8::from(rng.f64() > expected))
            });
        }
        dutch.play(words, &results);
        if dutch.scene.tournament.rounds().len() as u32 == rounds {
            break;
        }
    }
    (dutch, longest)
}

/// Plays a recorded tournament again, and compares each pairing.
fn replay(text: &str) {
    let mut lines = text.lines();
    let mut head = lines.next().unwrap().split(' ').skip(1);
    let mut number = || head.next().unwrap().parse::<u32>().unwrap();
    let (count, rounds) = (number(), number());
    let mut dutch = Dutch::new(count, rounds, head.next().is_some());
    for line in lines {
        let words: Vec<(&str, &str)> = line.split(' ').map(|word| word.split_once(':').unwrap()).collect();
        let numbers = |who: &str| who.split('-').map(|one| one.parse::<u32>().unwrap()).collect::<Vec<_>>();
        let listed: BTreeSet<u32> = words.iter().flat_map(|(who, _)| numbers(who)).collect();
        let with = |letter: char| {
            words
                .iter()
                .filter(move |(_, result)| result.starts_with(letter))
                .flat_map(|(who, _)| numbers(who))
        };
        let known = dutch.number();
        let standing = |one: u32| dutch.scene.tournament.participant(id(one)).unwrap().standing;
        let before = Before {
            enter: listed.range(known + 1..).copied().collect(),
            withdraw: (1..=known)
                .filter(|&one| standing(one) == Membership::In && !listed.contains(&one))
                .collect(),
            come_back: (1..=known)
                .filter(|&one| standing(one) == Membership::Withdrawn && listed.contains(&one))
                .collect(),
            half: with('H').collect(),
            absent: with('Z').collect(),
        };
        let paired = dutch.pair(&before);
        let expected: Vec<String> = words
            .iter()
            .map(
                |(who, result)| if who.contains('-') { (*who).to_owned() } else { format!("{who}:{result}") },
            )
            .collect();
        assert_eq!(paired, expected, "{}", dutch.text);
        let games = words.iter().filter(|(who, _)| who.contains('-'));
        let results: Vec<_> = games
            .map(|(_, result)| match *result {
                "1" => Result::Won(0),
                "0" => Result::Won(1),
                "=" => Result::Drawn,
                "+" => Result::Missed(1),
                "-" => Result::Missed(0),
                "x" => Result::BothMissed,
                other => panic!("{other} is no result"),
            })
            .collect();
        dutch.play(paired, &results);
    }
    assert_eq!(dutch.text, text);
}

#[test]
fn recorded_tournaments_are_paired_as_the_checker_paired_them() {
    let mut tournaments = 0;
    for text in RECORDED.split("T ").skip(1) {
        replay(&format!("T {text}"));
        tournaments += 1;
    }
    assert!(tournaments >= 20, "{tournaments} tournaments are recorded");
}

#[test]
fn round_without_a_valid_pairing_is_paired_all_the_same() {
    let mut dutch = Dutch::new(4, 4, false);
    for round in 1..=4 {
        let words = dutch.pair(&Before::default());
        assert_eq!(words.len(), 2, "round {round}: {words:?}");
        dutch.play(words, &[Result::Drawn; 2]);
    }
    assert_eq!(dutch.scene.tournament.status(), TournamentStatus::Finished);
}

#[test]
fn file_has_what_a_checker_needs() {
    let mut dutch = Dutch::new(8, 5, true);
    let words = dutch.pair(&Before::default());
    assert_eq!(words, ["1-3", "4-2", "5-7", "8-6"], "the stronger half has a point more");
    dutch.play(words, &[Result::Drawn; 4]);
    let file = export::trf(&dutch.scene.tournament, &TrfHead::default()).unwrap();
    for line in ["092 Swiss system, FIDE Dutch, accelerated (Baku)", "XXR 5", "XXC white1"] {
        assert!(file.lines().any(|one| one == line), "{line} is not in {file}");
    }
    let accelerated: Vec<_> = file.lines().filter(|line| line.starts_with("XXA")).collect();
    let line = |number| format!("XXA    {number}  1.0  1.0  0.5");
    assert_eq!(accelerated, [line(1), line(2), line(3), line(4)]);
}

#[test]
fn stored_tournaments_without_a_pairing_system_are_balanced() {
    let stored =
        r#"{"form":"swiss","rounds":5,"accelerated":false,"half_point_byes":1,"late_entry_rounds":2}"#;
    let format: Format = serde_json::from_str(stored).unwrap();
    assert!(matches!(format, Format::Swiss(form) if form.pairing == SwissPairing::Balanced));
    assert_eq!(serde_json::to_string(&format).unwrap(), stored);
}

/// Runs with `SUMITO_DUTCH_CHECKER`, the path of a program that checks a TRF file with the arguments `--dutch FILE -c`, as bbpPairings does.
#[test]
fn another_program_pairs_all_rounds_alike() {
    let Ok(checker) = std::env::var("SUMITO_DUTCH_CHECKER") else { return };
    let number = |name: &str| -> Option<u64> { std::env::var(name).ok().map(|text| text.parse().unwrap()) };
    let first = number("SUMITO_DUTCH_SEED").unwrap_or(1);
    let seeds = first..first + number("SUMITO_DUTCH_TOURNAMENTS").unwrap_or(100);
    let players = number("SUMITO_DUTCH_PLAYERS").map(|players| players as u32);
    let folder = std::env::temp_dir().join(format!("sumito-dutch-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (mut rounds, mut impossible, mut different) = (0, 0, Vec::new());
    let mut longest = Duration::ZERO;
    let mut record = String::new();
    for seed in seeds.clone() {
        let (dutch, time) = simulate(seed, players);
        longest = longest.max(time);
        let file = folder.join(format!("{seed}.trf"));
        std::fs::write(&file, export::trf(&dutch.scene.tournament, &TrfHead::default()).unwrap()).unwrap();
        let output = Process::new(&checker).arg("--dutch").arg(&file).arg("-c").output().unwrap();
        let report = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{}: {}", file.display(), String::from_utf8_lossy(&output.stderr));
        let of_rounds: Vec<_> = report.split("Round #").skip(1).collect();
        assert_eq!(of_rounds.len(), dutch.scene.tournament.rounds().len(), "{}: {report}", file.display());
        rounds += of_rounds.len();
        let is_impossible = |round: &&&str| round.contains("No valid pairing");
        impossible += of_rounds.iter().filter(is_impossible).count();
        let wrong = of_rounds.iter().filter(|round| round.contains("Checker pairings"));
        let found: Vec<_> = wrong.map(|round| format!("{}: round {round}", file.display())).collect();
        if found.is_empty() {
            std::fs::remove_file(&file).unwrap();
            if of_rounds.iter().filter(is_impossible).count() == 0 {
                record += &dutch.text;
            }
        }
        different.extend(found);
    }
    println!(
        "{} tournaments, {rounds} rounds: {} differ, {impossible} have no valid pairing; a pairing took at most {longest:?}",
        seeds.end - seeds.start,
        different.len(),
    );
    if let Ok(path) = std::env::var("SUMITO_DUTCH_RECORD") {
        std::fs::write(path, record).unwrap();
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
}
