//! Arenas: waves, streaks, berserk, and the last second.

use std::time::Duration;

use sumito_rules::Mode;
use sumito_tournament::{
    Actor, Arena, Command, CommandError, Event, Format, GameNumber, PlannedGame, RulingReason, Settings,
    TournamentStatus, Verdict, limits,
};

use crate::scene::{End, Scene, id, settings, user};

fn arena(mode: Mode) -> Settings {
    let form =
        Arena { duration_seconds: 600, closing_seconds: 60, wave_seconds: 10, berserk: true, streaks: true };
    settings(Format::Arena(form), mode)
}

#[test]
fn points_count_double_after_two_wins_until_one_does_not_win() {
    let mut scene = Scene::started(arena(Mode::Two), 2);
    let mut points = Vec::new();
    for end in [1, 1, 1, 2, 1] {
        let (number, sides) = scene.open().remove(0);
        let side = sides.iter().position(|&one| one == end).unwrap();
        scene.finish(number, End::Wins(side as u8, 0));
        points.push(scene.tournament.standings().iter().find(|one| one.participant == id(1)).unwrap().points);
        scene.pass(10);
    }
    assert_eq!(points, [2, 4, 8, 8, 10]);
}

#[test]
fn half_of_the_time_is_a_point_more_for_a_win() {
    let mut scene = Scene::started(arena(Mode::Two), 2);
    let (number, sides) = scene.open().remove(0);
    assert_eq!(scene.player(3, Command::Berserk { game: number }), Err(CommandError::NotParticipant));
    scene.player(1, Command::Berserk { game: number }).unwrap();
    assert_eq!(scene.player(1, Command::Berserk { game: number }), Ok(vec![]), "once is enough");
    let side = sides.iter().position(|&one| one == 1).unwrap();
    let berserk = &scene.tournament.games_to_make().next().unwrap().berserk;
    assert_eq!((berserk[side], berserk[1 - side]), (true, false));
    scene.finish(number, End::Wins(side as u8, 3));
    assert_eq!(scene.tournament.standings()[0].points, 3);
}

#[test]
fn late_result_before_arena_end_counts_unfinished_game_does_not() {
    let mut scene = Scene::started(arena(Mode::Two), 4);
    let open = scene.open();
    let end = scene.tournament.ends_at().unwrap();
    scene.now = end - Duration::from_millis(1);
    let result = scene.finished(open[0].0, End::Wins(0, 3));
    scene.now = end;
    assert_eq!(scene.tick(), [], "results are on their way");
    assert_eq!(
        scene.tournament.next_alarm(scene.now, Some(limits::WAITING)),
        Some(end + Duration::from_secs(10))
    );
    scene.now = end + Duration::from_secs(2);
    scene.run_command(Actor::System, result).unwrap();
    let too_late = scene.finished(open[1].0, End::Wins(0, 3));
    assert_eq!(scene.run_command(Actor::System, too_late), Ok(vec![]), "it ended after the arena");
    scene.now = end + Duration::from_secs(10);
    let events = scene.tick();
    let void = Event::Ruled { game: open[1].0, verdict: Verdict::Void, ruling: RulingReason::End };
    assert_eq!(events, [void, Event::Finished]);
    let points: Vec<_> = scene.tournament.standings().iter().map(|standing| standing.points).collect();
    assert_eq!(points, [2, 0, 0, 0]);
}

#[test]
fn overdue_wave_is_still_due() {
    let mut scene = Scene::started(arena(Mode::Two), 2);
    let number = scene.open()[0].0;
    scene.now = scene.now + Duration::from_secs(9);
    scene.finish(number, End::Draw);
    let settled_at = scene.now;
    let wave = scene.tournament.next_alarm(settled_at, None).unwrap();
    assert_eq!(wave, settled_at + Duration::from_secs(1));
    // The server is busy and ticks late.
    scene.now = wave + Duration::from_secs(5);
    assert_eq!(scene.tournament.next_alarm(settled_at, None), Some(wave));
    scene.tick();
    assert_eq!(scene.open().len(), 1);
    assert!(scene.tournament.next_alarm(scene.now, None) > Some(scene.now), "it is looked at once");
}

#[test]
fn a_game_that_ends_while_the_arena_is_paused_counts() {
    let mut scene = Scene::started(arena(Mode::Two), 2);
    scene.pass(590);
    scene.direct(Command::Pause { reason: "the projector".to_owned() }).unwrap();
    scene.pass(100);
    let number = scene.open()[0].0;
    scene.finish(number, End::Wins(0, 3));
    assert_eq!(scene.tournament.standings()[0].points, 2);
    scene.direct(Command::Resume).unwrap();
    assert_eq!(scene.tournament.ends_at(), Some(scene.now + Duration::from_secs(10)));
}

#[test]
fn closing_arena_starts_no_games_and_admits_no_entries() {
    let mut scene = Scene::started(arena(Mode::Two), 2);
    scene.pass(540);
    scene.finish(GameNumber(1), End::Draw);
    scene.pass(10);
    assert_eq!(scene.open(), []);
    let applicant = Box::new(crate::scene::applicant(3, 1_500));
    assert_eq!(scene.player(3, Command::Register { applicant }), Err(CommandError::TooLate));
    scene.pass(50);
    assert_eq!(
        scene.tournament.status(),
        TournamentStatus::Finished,
        "without games there is nothing to wait for"
    );
}

#[test]
fn arena_avoids_immediate_rematches_while_others_wait() {
    let mut scene = Scene::started(arena(Mode::Two), 4);
    for _ in 0..6 {
        let before: Vec<_> = scene
            .open()
            .into_iter()
            .map(|(_, mut sides)| {
                sides.sort_unstable();
                sides
            })
            .collect();
        for (number, _) in scene.open() {
            scene.finish(number, End::Draw);
        }
        scene.pass(10);
        for (_, mut sides) in scene.open() {
            sides.sort_unstable();
            assert!(!before.contains(&sides));
        }
    }
}

#[test]
fn waiting_participant_is_paired_next() {
    let mut scene = Scene::started(arena(Mode::Two), 5);
    let mut waited = None;
    for _ in 0..10 {
        let playing: Vec<_> = scene.open().into_iter().flat_map(|(_, sides)| sides).collect();
        if let Some(waited) = waited {
            assert!(playing.contains(&waited));
        }
        waited = (1..=5).find(|number| !playing.contains(number));
        for (number, _) in scene.open() {
            scene.finish(number, End::Draw);
        }
        scene.pass(10);
    }
}

#[test]
fn tables_of_three_contain_only_present_participants() {
    let mut scene = Scene::with(arena(Mode::Three), 7);
    scene.present.remove(&user(3));
    scene.direct(Command::Start).unwrap();
    let mut seated: Vec<_> = scene.open().into_iter().flat_map(|(_, sides)| sides).collect();
    seated.sort_unstable();
    assert_eq!(seated, [1, 2, 4, 5, 6, 7]);
    let (number, _) = scene.open().remove(0);
    scene.finish(number, End::Wins(2, 1));
    assert_eq!(scene.tournament.standings()[0].points, 3);
}

#[test]
fn arena_makes_no_more_games_than_the_maximum() {
    let mut scene = Scene::started(arena(Mode::Two), 6);
    let open = scene.open();
    let sides = scene.tournament.game(open[0].0).unwrap().sides.clone();
    // The two players of the first game stay busy with all other games.
    let first = scene.tournament.games().len() as u32 + 1;
    let games = (first..limits::ARENA_GAMES_MAX as u32)
        .map(|number| PlannedGame {
            number: GameNumber(number),
            sides: sides.clone(),
            pairing: 0,
            draw_odds: false,
            replays: None,
        })
        .collect();
    let events = vec![Event::Planned { games }];
    for record in scene.tournament.records(Actor::System, scene.now, events) {
        scene.tournament.apply(&record).unwrap();
    }
    assert_eq!(scene.tournament.games().len(), limits::ARENA_GAMES_MAX - 1);
    scene.finish(open[1].0, End::Wins(0, 3));
    scene.finish(open[2].0, End::Wins(0, 3));
    let events = scene.pass(10);
    assert!(matches!(&events[..], [Event::Paired { games, .. }] if games.len() == 1), "one of two pairs");
    assert_eq!(scene.tournament.games().len(), limits::ARENA_GAMES_MAX);
    assert_eq!(scene.pass(10), [], "the other pair waits");
}
