//! Swiss systems: pairings, byes, late entries.

use sumito_rules::Mode;
use sumito_tournament::{
    ByeKind, Command, CommandError, Format, Settings, Swiss, SwissPairing, TieBreak, TournamentStatus,
};

use crate::scene::{End, Scene, id, settings, user};

fn rounds(rounds: u32) -> Swiss {
    Swiss {
        rounds,
        pairing: SwissPairing::Balanced,
        accelerated: false,
        half_point_byes: 1,
        late_entry_rounds: 2,
    }
}

fn swiss(form: Swiss) -> Settings {
    settings(Format::Swiss(form), Mode::Two)
}

fn pairs(scene: &Scene) -> Vec<Vec<u32>> {
    let mut pairs: Vec<_> = scene
        .open()
        .into_iter()
        .map(|(_, mut sides)| {
            sides.sort_unstable();
            sides
        })
        .collect();
    pairs.sort();
    pairs
}

#[test]
fn the_upper_half_meets_the_lower_and_then_winners_meet_winners() {
    let mut scene = Scene::started(swiss(rounds(3)), 8);
    assert_eq!(pairs(&scene), [[1, 5], [2, 6], [3, 7], [4, 8]]);
    let first: Vec<_> = scene.open().iter().map(|(_, sides)| sides[0]).collect();
    assert_eq!(first, [1, 6, 3, 8], "colours take turns down the list");
    for (number, sides) in scene.open() {
        scene.finish(number, End::Wins(u8::from(sides[0] > 4), 1));
    }
    assert_eq!(pairs(&scene), [[1, 4], [2, 3], [5, 8], [6, 7]], "1 and 3 both began, and so did 6 and 8");
    scene.play_out();
    assert_eq!((scene.order()[0], scene.tournament.rounds().len()), (1, 3));
}

#[test]
fn last_player_without_bye_gets_it_with_odd_number() {
    let mut scene = Scene::started(swiss(rounds(3)), 5);
    let mut had = Vec::new();
    for _ in 0..3 {
        let bye = scene.tournament.rounds().last().unwrap().byes[0];
        assert_eq!(bye.kind, ByeKind::Full);
        had.push(bye.participant);
        for (number, sides) in scene.open() {
            scene.finish(number, End::Wins(u8::from(sides[0] > sides[1]), 1));
        }
    }
    assert_eq!(had[0], id(5));
    had.dedup();
    assert_eq!(had.len(), 3);
    assert_eq!(scene.tournament.status(), TournamentStatus::Finished);
}

#[test]
fn participant_can_take_one_half_point_bye() {
    let mut scene = Scene::started(swiss(rounds(3)), 4);
    assert_eq!(
        scene.player(1, Command::RequestBye { round: 1 }),
        Err(CommandError::NoBye(1)),
        "it was paired"
    );
    scene.player(1, Command::RequestBye { round: 2 }).unwrap();
    assert_eq!(scene.player(1, Command::RequestBye { round: 3 }), Err(CommandError::ByesUsed(1)));
    for (number, _) in scene.open() {
        scene.finish(number, End::Draw);
    }
    let byes: Vec<_> =
        scene.tournament.rounds()[1].byes.iter().map(|bye| (bye.participant.0, bye.kind)).collect();
    assert_eq!(byes, [(1, ByeKind::Half), (2, ByeKind::Full)], "3 and 4 have had different colours");
}

#[test]
fn absent_participant_is_not_paired_after_a_short_wait() {
    let mut scene = Scene::started(swiss(rounds(3)), 4);
    scene.present.remove(&user(2));
    for (number, _) in scene.open() {
        scene.finish(number, End::Draw);
    }
    assert_eq!(scene.tournament.rounds().len(), 1, "it waits");
    scene.pass(29);
    assert_eq!(scene.tournament.rounds().len(), 1);
    scene.pass(1);
    let round = &scene.tournament.rounds()[1];
    let absent = round.byes.iter().find(|bye| bye.participant == id(2)).unwrap();
    assert_eq!((absent.kind, round.byes.len()), (ByeKind::Absent, 2), "and one is left over");
    scene.present.insert(user(2));
    scene.play_out();
    assert_eq!(scene.tournament.rounds().len(), 3);
}

#[test]
fn late_entries_are_paired_from_the_next_round_and_then_no_more() {
    let mut scene = Scene::started(swiss(rounds(4)), 4);
    scene.enter(5, 2_600);
    assert_eq!(scene.tournament.participant(id(5)).unwrap().since_round, 2);
    for (number, _) in scene.open() {
        scene.finish(number, End::Draw);
    }
    let round = &scene.tournament.rounds()[1];
    let plays = |id| round.games.iter().any(|&game| scene.tournament.game(game).unwrap().sides.contains(&id));
    assert!(plays(id(5)) || round.byes.iter().any(|bye| bye.participant == id(5)));
    let applicant = Box::new(crate::scene::applicant(6, 1_500));
    assert_eq!(scene.player(6, Command::Register { applicant }), Err(CommandError::TooLate));
    assert_eq!(scene.tournament.entry_round(), None);
}

#[test]
fn accelerated_the_stronger_half_meets_itself_at_first() {
    let form = Swiss { accelerated: true, ..rounds(8) };
    let mut scene = Scene::started(swiss(form), 8);
    assert_eq!(pairs(&scene), [[1, 3], [2, 4], [5, 7], [6, 8]]);
    scene.play_out();
    assert_eq!(scene.tournament.rounds().len(), 8);
}

/// The Buchholz value of a participant: by number, in half points.
fn buchholz(scene: &Scene, number: u32) -> i64 {
    let place = scene.tournament.settings().tie_breaks().iter().position(|one| *one == TieBreak::Buchholz);
    let standings = scene.tournament.standings();
    standings.iter().find(|one| one.participant == id(number)).unwrap().tie_breaks[place.unwrap()]
}

#[test]
fn missed_round_counts_own_points_for_buchholz() {
    let mut scene = Scene::started(swiss(rounds(4)), 4);
    scene.enter(5, 2_600);
    scene.enter(6, 1_000);
    for _ in 0..2 {
        for (number, _) in scene.open() {
            scene.finish(number, End::Draw);
        }
    }
    let points = |number| {
        i64::from(
            scene.tournament.standings().iter().find(|one| one.participant == id(number)).unwrap().points,
        )
    };
    let met = |number| {
        let games = scene
            .tournament
            .games()
            .iter()
            .filter(move |game| game.sides.contains(&id(number)) && game.verdict.is_some());
        games.map(move |game| if game.sides[0] == id(number) { game.sides[1].0 } else { game.sides[0].0 })
    };
    // The fifth was absent in the first round, and has drawn in the second.
    assert_eq!(met(5).count(), 1);
    let opponents: i64 = met(5).map(points).sum();
    assert_eq!(buchholz(&scene, 5), opponents + points(5));
    let opponents: i64 = met(1).map(points).sum();
    assert_eq!(buchholz(&scene, 1), opponents, "the first has played both rounds");
}
