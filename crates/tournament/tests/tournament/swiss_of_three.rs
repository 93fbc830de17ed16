//! Swiss systems of three players, and of teams of two.

use std::collections::BTreeMap;

use sumito_rules::Mode;
use sumito_tournament::{
    ByeKind, Command, Format, ParticipantId, Settings, SettingsError, Swiss, SwissPairing, TournamentStatus,
    UnplayedRounds,
};

use crate::scene::{End, Scene, id, settings};

fn swiss(rounds: u32, mode: Mode) -> Settings {
    let form = Swiss {
        rounds,
        pairing: SwissPairing::Balanced,
        accelerated: false,
        half_point_byes: 0,
        late_entry_rounds: 0,
    };
    settings(Format::Swiss(form), mode)
}

/// The player with the lowest number wins each game of the round.
fn play_round(scene: &mut Scene) {
    for (number, sides) in scene.open() {
        let best = (0..sides.len()).min_by_key(|&side| sides[side]).unwrap();
        scene.finish(number, End::Wins(best as u8, 2));
    }
}

fn sorted_tables(scene: &Scene) -> Vec<Vec<u32>> {
    let mut tables: Vec<_> = scene.open().into_iter().map(|(_, sides)| sides).collect();
    for table in &mut tables {
        table.sort_unstable();
    }
    tables.sort();
    tables
}

#[test]
fn each_table_has_a_player_of_each_third_and_then_winners_meet() {
    let mut scene = Scene::started(swiss(3, Mode::Three), 9);
    assert_eq!(sorted_tables(&scene), [[1, 4, 7], [2, 5, 8], [3, 6, 9]]);
    play_round(&mut scene);
    assert_eq!(sorted_tables(&scene)[0], [1, 2, 3], "the winners");
    assert_eq!(scene.tournament.rounds().len(), 2);
    // The others have no points, and each has met two of them.
    for table in &sorted_tables(&scene)[1..] {
        let columns: Vec<u32> = table.iter().map(|number| (number - 1) % 3).collect();
        assert!((0..3).all(|column| columns.contains(&column)), "{table:?} has players who have met");
    }
}

#[test]
fn players_of_three_meet_new_opponents_on_all_seats() {
    let mut scene = Scene::started(swiss(5, Mode::Three), 27);
    let mut met: BTreeMap<[u32; 2], u32> = BTreeMap::new();
    let mut sat: BTreeMap<u32, [u32; 3]> = BTreeMap::new();
    while scene.tournament.status() == TournamentStatus::Running {
        let points: BTreeMap<ParticipantId, u32> =
            scene.tournament.standings().into_iter().map(|one| (one.participant, one.points)).collect();
        for (_, table) in scene.open() {
            for (seat, &number) in table.iter().enumerate() {
                sat.entry(number).or_default()[seat] += 1;
                let others = table.iter().filter(|&&other| other > number);
                others.for_each(|&other| *met.entry([number, other]).or_default() += 1);
            }
            let of_table: Vec<u32> = table.iter().map(|&number| points[&id(number)]).collect();
            let spread = of_table.iter().max().unwrap() - of_table.iter().min().unwrap();
            assert!(spread <= 6, "{table:?} differ by more than two wins: {of_table:?}");
        }
        play_round(&mut scene);
    }
    assert!(met.values().all(|&times| times == 1), "{met:?}");
    for (number, seats) in sat {
        assert!(seats.iter().all(|&times| (1..=3).contains(&times)), "{number} sat {seats:?}");
    }
    assert_eq!(scene.order()[0], 1);
}

#[test]
fn players_without_a_table_have_byes_in_turns() {
    let mut scene = Scene::started(swiss(4, Mode::Three), 8);
    let mut had: BTreeMap<ParticipantId, u32> = BTreeMap::new();
    while scene.tournament.status() == TournamentStatus::Running {
        let round = scene.tournament.rounds().last().unwrap();
        assert_eq!((round.games.len(), round.byes.len()), (2, 2));
        assert!(round.byes.iter().all(|bye| bye.kind == ByeKind::Full));
        for bye in &round.byes {
            *had.entry(bye.participant).or_default() += 1;
        }
        play_round(&mut scene);
    }
    assert_eq!(had.len(), 8, "each had one: {had:?}");
    let standings = scene.tournament.standings();
    assert!(standings.iter().all(|standing| standing.points >= 3), "a bye counts as a win");
}

#[test]
fn director_changes_a_table_of_three() {
    let mut reviewed = swiss(2, Mode::Three);
    reviewed.rounds.reviewed = true;
    let mut scene = Scene::started(reviewed, 6);
    let draft = scene.tournament.draft().unwrap();
    let (seen, mut tables) = (draft.seq, draft.tables.clone());
    let (one, other) = (tables[0][0], tables[1][0]);
    (tables[0][0], tables[1][0]) = (other, one);
    let change =
        |tables: Vec<Vec<ParticipantId>>| Command::ChangeDraft { round: 1, seen, tables, byes: Vec::new() };
    let mut short = tables.clone();
    short[0].pop();
    assert!(scene.direct(change(short)).is_err(), "a table of two");
    scene.direct(change(tables.clone())).unwrap();
    scene.direct(Command::BeginRound { round: 1 }).unwrap();
    let open: Vec<Vec<ParticipantId>> =
        scene.open().into_iter().map(|(_, sides)| sides.into_iter().map(ParticipantId).collect()).collect();
    assert_eq!(open, tables);
}

#[test]
fn rules_for_pairs_are_refused_for_three() {
    let mut dutch = swiss(3, Mode::Three);
    let Format::Swiss(form) = &mut dutch.form else { unreachable!() };
    form.pairing = SwissPairing::Dutch;
    assert_eq!(dutch.validate(), Err(SettingsError::Form));
    let fide = Settings { unplayed_rounds: UnplayedRounds::Fide, ..swiss(3, Mode::Three) };
    assert_eq!(fide.validate(), Err(SettingsError::UnplayedRounds));
}

#[test]
fn teams_of_two_play_a_swiss_system_by_both_pairings() {
    for pairing in [SwissPairing::Balanced, SwissPairing::Dutch] {
        let mut teams = swiss(3, Mode::Four);
        let Format::Swiss(form) = &mut teams.form else { unreachable!() };
        form.pairing = pairing;
        let mut scene = Scene::new(teams);
        (1..=6).for_each(|team| scene.enter_team(team));
        scene.direct(Command::Start).unwrap();
        scene.play_out();
        assert_eq!(scene.tournament.rounds().len(), 3, "{pairing:?}");
        assert_eq!(scene.order()[0], 1, "{pairing:?}");
    }
}
