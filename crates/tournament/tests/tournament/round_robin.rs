//! Round robins: pairings, late entries, departures and no-shows.

use std::collections::BTreeSet;

use sumito_rules::Mode;
use sumito_tournament::{
    Command, CommandError, Event, Format, GameNumber, RoundRobin, RulingReason, Settings, TieBreak,
    TournamentStatus, Verdict,
};

use crate::scene::{End, Scene, applicant, id, settings, user};

fn round_robin_of(cycles: u8) -> Settings {
    settings(Format::RoundRobin(RoundRobin { cycles }), Mode::Two)
}

#[test]
fn all_participants_meet_and_the_best_wins() {
    let mut scene = Scene::started(round_robin_of(1), 6);
    assert_eq!(
        scene.open(),
        [(GameNumber(1), vec![1, 6]), (GameNumber(2), vec![2, 5]), (GameNumber(3), vec![3, 4])]
    );
    scene.play_out();
    let tournament = &scene.tournament;
    assert_eq!((tournament.status(), tournament.games().len()), (TournamentStatus::Finished, 15));
    assert_eq!(scene.order(), [1, 2, 3, 4, 5, 6]);
    let points: Vec<_> = tournament.standings().iter().map(|standing| standing.points).collect();
    assert_eq!(points, [10, 8, 6, 4, 2, 0], "in half points");
    assert_eq!(scene.fold(), *tournament);
}

#[test]
fn odd_round_robin_has_byes_and_admits_a_latecomer() {
    let mut scene = Scene::started(round_robin_of(1), 3);
    assert_eq!(scene.tournament.rounds()[0].byes.len(), 1);
    scene.finish(GameNumber(1), End::Wins(0, 1));
    assert_eq!(scene.tournament.rounds().len(), 2, "no break was agreed");
    scene.enter(4, 1_000);
    assert_eq!(scene.tournament.participant(id(4)).unwrap().since_round, 3);
    let refused = scene.player(5, Command::Register { applicant: Box::new(applicant(5, 1_500)) });
    assert_eq!(refused, Err(CommandError::TooLate));
    scene.play_out();
    assert_eq!(scene.tournament.games().len(), 4, "one in each of two rounds, two in the last");
    assert_eq!(scene.tournament.rounds()[2].byes, []);
}

#[test]
fn duplicate_result_counts_once() {
    let mut scene = Scene::started(round_robin_of(1), 4);
    let result = scene.finished(GameNumber(1), End::Wins(0, 2));
    assert_eq!(scene.finish(GameNumber(1), End::Wins(0, 2)).len(), 1);
    let again = scene.run_command(sumito_tournament::Actor::System, result).unwrap();
    assert_eq!(again, []);
    assert_eq!(scene.finish(GameNumber(1), End::Draw), [], "nor does another one");
    assert_eq!(scene.tournament.standings()[0].points, 2);
}

#[test]
fn withdrawal_loses_current_game_and_annuls_short_participation() {
    let mut scene = Scene::started(round_robin_of(1), 4);
    let events = scene.player(1, Command::Withdraw).unwrap();
    let ruled = Event::Ruled {
        game: GameNumber(1),
        verdict: Verdict::Forfeit { winners: vec![1] },
        ruling: RulingReason::Withdrawal,
    };
    assert_eq!(events, [Event::Withdrew { participant: id(1) }, ruled]);
    scene.play_out();
    let standings = scene.tournament.standings();
    let of = |number| standings.iter().find(|standing| standing.participant == id(number)).unwrap();
    assert_eq!(of(4).points, 0, "no point for games against a player who played less than half");
    assert_eq!(of(2).points, 4);
    assert_eq!(scene.finish(GameNumber(1), End::Draw), [], "the result arrives too late");
}

#[test]
fn when_all_but_one_have_gone_it_ends() {
    let mut scene = Scene::started(round_robin_of(2), 3);
    scene.player(1, Command::Withdraw).unwrap();
    let events = scene.player(2, Command::Withdraw).unwrap();
    assert_eq!(events.last(), Some(&Event::Finished));
    assert_eq!(scene.tournament.status(), TournamentStatus::Finished);
}

#[test]
fn only_present_participants_begin() {
    let mut scene = Scene::with(round_robin_of(1), 5);
    scene.present.remove(&user(5));
    scene.direct(Command::Start).unwrap();
    assert_eq!(scene.tournament.seeds(), [id(1), id(2), id(3), id(4)]);
    scene.present = BTreeSet::new();
    assert_eq!(scene.direct(Command::Start), Err(CommandError::Started));
}

#[test]
fn no_shows_lose_and_are_excluded() {
    let mut scene = Scene::started(Settings { no_shows_max: 2, ..round_robin_of(1) }, 4);
    scene.present.remove(&user(4));
    for round in 1..=2 {
        for (number, sides) in scene.open() {
            let absent = sides.iter().position(|&side| side == 4);
            let end = absent.map_or(End::Draw, |side| End::NoShow(side as u8));
            scene.finish(number, end);
            if absent.is_some() {
                let verdict = scene.tournament.game(number).unwrap().verdict.clone();
                assert!(matches!(verdict, Some(Verdict::Forfeit { .. })), "round {round}: {verdict:?}");
            }
        }
        // Some participants are absent: the next round waits for a while.
        if round == 1 {
            assert_eq!(scene.tournament.rounds().len(), 1);
            scene.pass(30);
        }
    }
    let out = scene.tournament.participant(id(4)).unwrap();
    assert!(!out.is_in() && out.no_shows == 2);
    scene.play_out();
    assert_eq!(scene.tournament.status(), TournamentStatus::Finished);
}

#[test]
fn if_neither_comes_neither_wins() {
    let mut scene = Scene::started(round_robin_of(1), 4);
    scene.present.clear();
    let mut result = scene.finished(GameNumber(1), End::NoShow(0));
    if let Command::GameFinished { moved, .. } = &mut result {
        *moved = sumito_game::SeatSet::EMPTY;
    }
    scene.run_command(sumito_tournament::Actor::System, result).unwrap();
    let verdict = scene.tournament.game(GameNumber(1)).unwrap().verdict.clone();
    assert_eq!(verdict, Some(Verdict::Forfeit { winners: vec![] }));
}

#[test]
fn a_game_that_was_broken_off_is_played_again_in_another_room() {
    let mut scene = Scene::started(round_robin_of(1), 2);
    let first = scene.tournament.games_to_make().next().unwrap();
    scene.finish(first.number, End::Aborted);
    let second = scene.tournament.games_to_make().next().unwrap();
    assert_eq!((second.number, second.round), (GameNumber(2), 1));
    assert_ne!(second.room, first.room);
    scene.finish(second.number, End::Aborted);
    let third = scene.tournament.games_to_make().next().unwrap();
    scene.finish(third.number, End::Aborted);
    assert_eq!(scene.tournament.status(), TournamentStatus::Finished, "the third time it is drawn");
    assert!(scene.tournament.standings().iter().all(|standing| standing.points == 1));
}

#[test]
fn direct_encounter_breaks_a_tie_of_two() {
    let mut scene = Scene::started(round_robin_of(1), 3);
    // 1 beats 3, 3 beats 2, 2 beats 1: all are tied, and only the marbles separate them.
    for (winner, lost) in [(1, 5), (3, 3), (2, 0)] {
        let _ = winner;
        let (number, sides) = scene.open().remove(0);
        let beats = |one: u32, other: u32| matches!((one, other), (1, 3) | (3, 2) | (2, 1));
        let side = u8::from(!beats(sides[0], sides[1]));
        scene.finish(number, End::Wins(side, lost));
    }
    let standings = scene.tournament.standings();
    let breaks = scene.tournament.settings().tie_breaks();
    let marbles = breaks.iter().position(|&tie_break| tie_break == TieBreak::Marbles).unwrap();
    assert!(standings.iter().all(|standing| standing.points == 2));
    assert!(standings.windows(2).all(|two| two[0].tie_breaks[marbles] > two[1].tie_breaks[marbles]));
}

#[test]
fn teams_of_two_sit_opposite_each_other() {
    let mut scene = Scene::new(settings(Format::RoundRobin(RoundRobin { cycles: 1 }), Mode::Four));
    (1..=2).for_each(|team| scene.enter_team(team));
    scene.direct(Command::Start).unwrap();
    let game = scene.tournament.games_to_make().next().unwrap();
    let seats: Vec<_> = game.players.iter().map(|player| player.id).collect();
    assert_eq!(seats, [user(1), user(3), user(2), user(4)]);
    scene.play_out();
    assert_eq!(scene.order(), [1, 2]);
}

#[test]
fn nine_meet_at_tables_of_three() {
    let mut scene = Scene::started(settings(Format::RoundRobin(RoundRobin { cycles: 1 }), Mode::Three), 9);
    scene.play_out();
    assert_eq!((scene.tournament.rounds().len(), scene.tournament.games().len()), (4, 12));
    assert_eq!(scene.tournament.standings()[0].points, 12, "three for each win");
}
