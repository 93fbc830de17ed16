//! Groups and knockout: tables of groups, qualification, and the places of all.

use std::collections::BTreeSet;

use sumito_rules::Mode;
use sumito_tournament::{
    Command, CommandError, Event, Format, GameNumber, Groups, ParticipantId, Settings, SettingsError,
    Tournament, TournamentStatus, Verdict,
};

use crate::scene::{DIRECTOR, End, Scene, id, settings};

fn groups(groups: u8, advance: u8, cycles: u8) -> Settings {
    let form = Groups { groups, advance, cycles, best_of: 1, extra_pairs: 0, third_place: false };
    let mut settings = settings(Format::Groups(form), Mode::Two);
    settings.entry.minimum = u32::from(groups) * u32::from(advance.max(2));
    settings.entry.capacity = settings.form.participants_max(Mode::Two).min(64);
    settings
}

/// Plays the games of the running round; the lower number wins.
fn play_round(scene: &mut Scene) {
    for (number, sides) in scene.open() {
        scene.finish(number, End::Wins(u8::from(sides[1] < sides[0]), 2));
    }
}

fn in_groups(tournament: &Tournament) -> Vec<(u32, u32, u32)> {
    let mut all: Vec<_> = tournament
        .standings()
        .iter()
        .filter_map(|one| one.group.map(|group| (group.group, group.place, one.participant.0)))
        .collect();
    all.sort_unstable();
    all
}

#[test]
fn winners_of_groups_meet_the_seconds_of_other_groups() {
    let mut scene = Scene::started(groups(2, 2, 1), 8);
    assert_eq!(scene.tournament.rounds_planned(), Some(5));
    for _ in 0..3 {
        play_round(&mut scene);
    }
    let expected = [(1, 1, 1), (1, 2, 4), (1, 3, 5), (1, 4, 8), (2, 1, 2), (2, 2, 3), (2, 3, 6), (2, 4, 7)];
    assert_eq!(in_groups(&scene.tournament), expected, "seeds in serpentine order");
    assert_eq!(scene.tournament.qualified(), [1, 2, 4, 3].map(|number| Some(id(number))));
    let mut pairs: Vec<_> = scene.open().into_iter().map(|(_, sides)| sides).collect();
    for pair in &mut pairs {
        pair.sort_unstable();
    }
    assert_eq!(pairs, [vec![1, 3], vec![2, 4]]);
    scene.play_out();
    assert_eq!(scene.tournament.rounds().len(), 5);
    let places: Vec<_> = scene.tournament.standings().iter().map(|one| one.participant.0).collect();
    assert_eq!(places, [1, 2, 3, 4, 5, 6, 7, 8], "the round reached, then the place in the group");
}

#[test]
fn points_and_tie_breaks_are_those_of_the_groups() {
    let mut scene = Scene::started(groups(2, 1, 2), 5);
    scene.play_out();
    assert_eq!(scene.tournament.status(), TournamentStatus::Finished);
    assert_eq!(scene.tournament.rounds_planned(), Some(7), "three players twice, and a final");
    let standings = scene.tournament.standings();
    assert_eq!(standings[0].points, 8, "of the second place in four games: {standings:?}");
    assert_eq!((standings[0].score.won, standings[0].participant), (4, id(1)));
}

#[test]
fn withdrawn_players_do_not_advance() {
    let mut scene = Scene::started(groups(2, 1, 1), 6);
    play_round(&mut scene);
    play_round(&mut scene);
    let mut left: Vec<_> = scene.open();
    let (last, sides) = left.pop().unwrap();
    for (number, sides) in left {
        scene.finish(number, End::Wins(u8::from(sides[1] < sides[0]), 2));
    }
    scene.player(1, Command::Withdraw).unwrap();
    if !sides.contains(&1) {
        scene.finish(last, End::Wins(u8::from(sides[1] < sides[0]), 2));
    }
    assert_eq!(scene.tournament.qualified(), [Some(id(4)), Some(id(2))]);
    assert_eq!(scene.player(1, Command::Return), Err(CommandError::NoReturn));
    scene.play_out();
    assert_eq!(scene.order()[..2], [2, 4]);
}

#[test]
fn players_return_until_the_knockout() {
    let mut scene = Scene::started(groups(2, 1, 1), 6);
    scene.player(6, Command::Withdraw).unwrap();
    scene.player(6, Command::Return).unwrap();
    play_round(&mut scene);
    play_round(&mut scene);
    play_round(&mut scene);
    assert!(!scene.tournament.qualified().is_empty());
    scene.player(6, Command::Withdraw).unwrap();
    assert_eq!(scene.player(6, Command::Return), Err(CommandError::NoReturn));
}

#[test]
fn later_corrections_do_not_change_who_has_advanced() {
    let mut scene = Scene::started(groups(2, 1, 1), 4);
    play_round(&mut scene);
    let before = scene.tournament.qualified().to_vec();
    assert_eq!(before, [Some(id(1)), Some(id(2))]);
    for number in [1, 2] {
        let seen = scene.tournament.game(GameNumber(number)).unwrap().verdict.clone();
        let sides = scene.tournament.game(GameNumber(number)).unwrap().sides.clone();
        let loser = u8::from(sides[0] < sides[1]);
        let verdict = Verdict::Played { winners: vec![loser], marbles: vec![2, 2], plies: 80 };
        let reason = "the wrong name was written down".to_owned();
        scene.direct(Command::Rule { game: GameNumber(number), verdict, seen, reason }).unwrap();
    }
    assert_eq!(scene.tournament.qualified(), before);
    assert_eq!(in_groups(&scene.tournament)[0], (1, 1, 4), "the table shows the correction");
    scene.play_out();
    assert_eq!(scene.order(), [1, 2, 4, 3], "but the knockout decides");
    let qualified = |record: &&sumito_tournament::Record| matches!(record.event, Event::Qualified { .. });
    assert_eq!(scene.records.iter().filter(qualified).count(), 1);
}

#[test]
fn a_director_begins_the_knockout() {
    let mut settings = groups(2, 2, 1);
    settings.rounds.break_seconds = 600;
    let mut scene = Scene::started(settings, 4);
    play_round(&mut scene);
    assert!(scene.tournament.qualified().is_empty(), "results can be corrected in the break");
    scene.direct(Command::BeginRound { round: 2 }).unwrap();
    assert_eq!((scene.tournament.qualified().len(), scene.open().len()), (4, 2));
}

#[test]
fn any_number_of_players_plays_to_the_end() {
    for (count, of, advance) in
        [(4, 2, 1), (5, 2, 2), (9, 4, 1), (11, 3, 3), (13, 3, 2), (23, 5, 4), (32, 8, 2)]
    {
        let mut scene = Scene::started(groups(of, advance, 1), count);
        scene.play_out();
        assert_eq!(scene.tournament.status(), TournamentStatus::Finished, "{count}");
        assert_eq!(scene.tournament.standings().len(), count as usize);
        assert_eq!(scene.order()[0], 1, "{count}");
        let advanced: BTreeSet<ParticipantId> =
            scene.tournament.qualified().iter().flatten().copied().collect();
        assert_eq!(advanced.len(), usize::from(of) * usize::from(advance), "{count}");
        let first = scene.order()[..advanced.len()].to_vec();
        assert!(first.iter().all(|&number| advanced.contains(&id(number))), "{count}");
        assert_eq!(scene.fold(), scene.tournament);
    }
}

#[test]
fn groups_need_players() {
    let director = DIRECTOR.user().unwrap();
    let mut settings = groups(4, 2, 1);
    settings.entry.minimum = 7;
    let refused = Tournament::create(settings, director, None);
    assert!(matches!(refused, Err(SettingsError::Range { min: 8, .. })), "{refused:?}");
    let mut scene = Scene::with(groups(4, 3, 1), 11);
    let refused = scene.direct(Command::Start);
    assert_eq!(refused, Err(CommandError::TooFew { needed: 12, present: 11 }));
    let refused = Tournament::create(groups(33, 1, 1), director, None);
    assert!(matches!(refused, Err(SettingsError::Range { max: 32, .. })), "{refused:?}");
    let mut settings = groups(2, 2, 1);
    settings.entry.capacity = 33;
    let refused = Tournament::create(settings, director, None);
    assert!(matches!(refused, Err(SettingsError::Range { max: 32, .. })), "{refused:?}");
}
