//! Swiss pairings compared with pairings of FIDE's Dutch system. `tests/data/dutch.py` documents their origin.
//!
//! Each round of the yardstick's tournaments is paired again from the same results. Both follow the same goals; each difference is
//! classified: one of them has smaller floats, or fewer players without their claimed colour, or only the order differs.

use std::collections::{BTreeMap, BTreeSet};

use sumito_rules::Mode;
use sumito_tournament::{
    Actor, Bye, ByeKind, Command, Event, Format, GameNumber, PlannedGame, Rounds, Settings, Swiss,
    SwissPairing, Tournament, Verdict,
};

use crate::scene::{Scene, id, settings};

const DUTCH: &str = include_str!("../data/dutch.txt");

type Pair = (u32, u32);

/// Faults of a pairing, worst first: rematches, forbidden colours, squared floats, colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Quality {
    rematches: u32,
    forbidden: u32,
    byes: u32,
    floats: i64,
    colors: u32,
}

#[derive(Debug, Default)]
struct Tally {
    rounds: u32,
    rounds_equal: u32,
    pairs: u32,
    pairs_equal: u32,
    why: BTreeMap<&'static str, u32>,
}

#[test]
fn no_pairing_is_worse_than_the_dutch_systems() {
    let mut tally = Tally::default();
    for block in DUTCH.split("T ").skip(1) {
        let mut lines = block.lines();
        let mut head = lines.next().unwrap().split(' ').map(|number| number.parse::<u32>().unwrap());
        let (count, rounds) = (head.next().unwrap(), head.next().unwrap());
        replay(count, rounds, lines, &mut tally);
    }
    let share = |equal: u32, all: u32| f64::from(equal) * 100.0 / f64::from(all);
    println!(
        "{} rounds, {:.1} % equal; {} pairs, {:.1} % equal; the others: {:?}",
        tally.rounds,
        share(tally.rounds_equal, tally.rounds),
        tally.pairs,
        share(tally.pairs_equal, tally.pairs),
        tally.why
    );
    assert!(tally.rounds > 400, "hundreds of rounds");
    assert!(tally.pairs_equal * 2 > tally.pairs, "most pairs are equal");
}

fn replay<'a>(count: u32, rounds: u32, lines: impl Iterator<Item = &'a str>, tally: &mut Tally) {
    let form = Swiss {
        rounds,
        pairing: SwissPairing::Balanced,
        accelerated: false,
        half_point_byes: 0,
        late_entry_rounds: 0,
    };
    // A break, so that our code can pair each round first.
    let rounds = Rounds { break_seconds: 60, deadline_seconds: None, ..Rounds::default() };
    let mut scene = Scene::with(Settings { rounds, ..settings(Format::Swiss(form), Mode::Two) }, count);
    let seeds = (1..=count).map(id).collect();
    write(&mut scene, vec![Event::Started { seeds, schedule: vec![] }]);
    for (line, round) in lines.zip(1..) {
        scene.now = scene.tournament.next_round_at().unwrap();
        let context = sumito_tournament::Context { now: scene.now, present: &scene.present, waiting: None };
        let events = scene.tournament.decide(Actor::System, Command::Tick, &context).unwrap();
        let Some(Event::Paired { games, .. }) = events.first() else { panic!("no pairing: {events:?}") };
        let ours: Vec<Pair> = games.iter().map(|game| (game.sides[0].0, game.sides[1].0)).collect();
        let (dutch, bye, results) = read(line);
        compare(&scene.tournament, count, round, &ours, &dutch, tally);
        play(&mut scene, round, &dutch, bye, &results);
    }
}

/// Parses a round of the yardstick: its pairs, the participant with the bye, and the winner's side of each pair.
fn read(line: &str) -> (Vec<Pair>, Option<u32>, Vec<Option<u8>>) {
    let (mut pairs, mut bye, mut results) = (Vec::new(), None, Vec::new());
    for word in line.split(' ') {
        let (first, rest) = word.split_once('-').unwrap();
        let first = first.parse().unwrap();
        let Some((second, result)) = rest.split_once(':') else {
            bye = Some(first);
            continue;
        };
        pairs.push((first, second.parse().unwrap()));
        results.push(match result {
            "1" => Some(0),
            "0" => Some(1),
            _ => None,
        });
    }
    (pairs, bye, results)
}

fn play(scene: &mut Scene, round: u32, pairs: &[Pair], bye: Option<u32>, results: &[Option<u8>]) {
    let first = scene.tournament.games().len();
    let games = pairs.iter().zip(first..).map(|(&(one, other), index)| PlannedGame {
        number: GameNumber::at(index),
        sides: vec![id(one), id(other)],
        pairing: 0,
        draw_odds: false,
        replays: None,
    });
    let byes = bye.map(|number| Bye { participant: id(number), kind: ByeKind::Full });
    let mut events = vec![Event::Paired { round, games: games.collect(), byes: byes.into_iter().collect() }];
    for (result, index) in results.iter().zip(first..) {
        let verdict =
            Verdict::Played { winners: result.iter().copied().collect(), marbles: vec![0, 0], plies: 80 };
        events.push(Event::Played { game: GameNumber::at(index), verdict, no_shows: vec![] });
    }
    events.push(Event::RoundEnded { round });
    write(scene, events);
}

fn write(scene: &mut Scene, events: Vec<Event>) {
    for record in scene.tournament.records(Actor::System, scene.now, events) {
        scene.tournament.apply(&record).unwrap();
    }
}

fn compare(before: &Tournament, count: u32, round: u32, ours: &[Pair], dutch: &[Pair], tally: &mut Tally) {
    let unordered = |pairs: &[Pair]| -> BTreeSet<Pair> {
        pairs.iter().map(|&(one, other)| (one.min(other), one.max(other))).collect()
    };
    let (our_set, dutch_set) = (unordered(ours), unordered(dutch));
    tally.rounds += 1;
    tally.pairs += dutch_set.len() as u32;
    tally.pairs_equal += our_set.intersection(&dutch_set).count() as u32;
    if our_set == dutch_set {
        tally.rounds_equal += 1;
        return;
    }
    let (our, their) = (quality(before, count, ours), quality(before, count, dutch));
    let worse = (our.rematches, our.forbidden, our.byes, our.floats)
        > (their.rematches, their.forbidden, their.byes, their.floats);
    assert!(!worse, "round {round} of {count}: {our:?} against {their:?}");
    let why = if our.floats < their.floats || our.forbidden < their.forbidden {
        "our floats are smaller"
    } else if our.colors < their.colors {
        "more of us have the colour they should"
    } else if our.colors > their.colors {
        "more of theirs have the colour they should"
    } else {
        "another order within score groups"
    };
    *tally.why.entry(why).or_default() += 1;
}

fn quality(before: &Tournament, count: u32, pairs: &[Pair]) -> Quality {
    let mut quality = Quality { rematches: 0, forbidden: 0, byes: 0, floats: 0, colors: 0 };
    let colors = |number: u32| -> Vec<usize> {
        before
            .games()
            .iter()
            .filter_map(|game| game.sides.iter().position(|&side| side == id(number)))
            .collect()
    };
    let standings = before.standings();
    let points = |number: u32| {
        i64::from(standings.iter().find(|standing| standing.participant == id(number)).unwrap().points)
    };
    for &(first, second) in pairs {
        let met = |game: &&sumito_tournament::Game| {
            game.sides.contains(&id(first)) && game.sides.contains(&id(second))
        };
        quality.rematches += before.games().iter().map(AsRef::as_ref).filter(met).count() as u32;
        quality.floats += (points(first) - points(second)).pow(2);
        for (number, side) in [(first, 0), (second, 1)] {
            let had = colors(number);
            let on = had.iter().filter(|&&color| color == side).count();
            let in_a_row = had.iter().rev().take_while(|&&color| color == side).count();
            quality.forbidden += u32::from(in_a_row >= 2 || 2 * on >= had.len() + 2);
            let rather_not = 2 * on > had.len() || (2 * on == had.len() && had.last() == Some(&side));
            quality.colors += u32::from(rather_not);
        }
    }
    let alone = (1..=count).find(|number| !pairs.iter().any(|(one, other)| one == number || other == number));
    if let Some(alone) = alone {
        let lowest = (1..=count).map(points).min().unwrap_or(0);
        quality.floats += (points(alone) - lowest + 1).pow(2);
        let had =
            before.rounds().iter().flat_map(|round| &round.byes).filter(|bye| bye.participant == id(alone));
        quality.byes += had.count() as u32;
    }
    quality
}
