//! Knockouts: brackets, matches, and the decision of drawn matches.

use sumito_rules::Mode;
use sumito_tournament::{
    Command, CommandError, Format, GameNumber, Knockout, Settings, TournamentStatus, Verdict,
};

use crate::scene::{End, Scene, id, settings};

fn matches(best_of: u32, extra_pairs: u8, third_place: bool) -> Settings {
    settings(Format::Knockout(Knockout { best_of, third_place, extra_pairs }), Mode::Two)
}

#[test]
fn the_strongest_have_byes_and_meet_last() {
    let mut scene = Scene::started(matches(1, 0, false), 5);
    assert_eq!(scene.open(), [(GameNumber(1), vec![4, 5])]);
    let byes: Vec<_> = scene.tournament.rounds()[0].byes.iter().map(|bye| bye.participant.0).collect();
    assert_eq!(byes, [1, 2, 3]);
    scene.play_out();
    assert_eq!(scene.tournament.rounds_planned(), Some(3));
    assert_eq!(scene.order()[..2], [1, 2]);
    assert_eq!(scene.tournament.games().len(), 4);
}

#[test]
fn a_match_ends_when_it_is_decided_and_colours_change() {
    let mut scene = Scene::started(matches(3, 0, false), 2);
    assert_eq!(scene.open(), [(GameNumber(1), vec![1, 2])]);
    scene.finish(GameNumber(1), End::Wins(0, 4));
    assert_eq!(scene.open(), [(GameNumber(2), vec![2, 1])]);
    scene.finish(GameNumber(2), End::Wins(1, 4));
    assert_eq!(scene.tournament.status(), TournamentStatus::Finished, "two of three");
    assert_eq!(scene.order(), [1, 2]);
}

#[test]
fn an_even_match_has_extra_games_then_marbles_then_a_game_with_draw_odds() {
    let mut scene = Scene::started(matches(1, 1, false), 2);
    for game in 1..=3 {
        assert_eq!(scene.open()[0].0, GameNumber(game));
        scene.finish(GameNumber(game), End::Draw);
    }
    let (number, sides) = scene.open().remove(0);
    assert_eq!(sides, [2, 1], "the better seed does not begin");
    assert!(scene.tournament.game(number).unwrap().draw_odds);
    scene.finish(number, End::Draw);
    assert_eq!(scene.order(), [1, 2]);

    let mut scene = Scene::started(matches(2, 0, false), 2);
    scene.finish(GameNumber(1), End::Wins(0, 4));
    scene.finish(GameNumber(2), End::Wins(0, 1));
    assert_eq!(scene.order(), [2, 1], "one each, but 10 marbles to 7");
}

#[test]
fn semi_final_losers_play_for_third_place() {
    let mut scene = Scene::started(matches(1, 0, true), 4);
    scene.play_out();
    assert_eq!((scene.tournament.games().len(), scene.order()), (4, vec![1, 2, 3, 4]));
}

#[test]
fn withdrawal_lets_the_opponent_advance() {
    let mut scene = Scene::started(matches(5, 0, false), 4);
    scene.finish(GameNumber(1), End::Wins(0, 0));
    let second = scene.open().into_iter().find(|(_, sides)| sides.contains(&1)).unwrap().0;
    scene.player(1, Command::Withdraw).unwrap();
    assert!(!scene.tournament.game(second).unwrap().is_open());
    assert_eq!(scene.player(1, Command::Return), Err(CommandError::NoReturn));
    scene.play_out();
    assert_eq!(scene.order()[0], 2);
    assert!(
        scene.tournament.rounds()[1].games.iter().all(|&game| scene
            .tournament
            .game(game)
            .unwrap()
            .sides
            .contains(&id(4)))
    );
}

#[test]
fn correction_may_change_advancement_until_next_pairing() {
    let mut scene = Scene::started(matches(1, 0, false), 4);
    let correct = |seen: Option<Verdict>| Command::Rule {
        game: GameNumber(1),
        verdict: Verdict::Played { winners: vec![1], marbles: vec![2, 6], plies: 80 },
        seen,
        reason: "the wrong name was written down".to_owned(),
    };
    scene.finish(GameNumber(1), End::Wins(0, 2));
    let seen = scene.tournament.game(GameNumber(1)).unwrap().verdict.clone();
    assert_eq!(
        scene.direct(correct(None)),
        Err(CommandError::VerdictChanged(GameNumber(1))),
        "as another director saw it"
    );
    scene.finish(GameNumber(2), End::Wins(0, 2));
    assert_eq!(scene.direct(correct(seen.clone())), Err(CommandError::Advanced));

    let mut scene = Scene::started(matches(1, 0, false), 4);
    scene.finish(GameNumber(1), End::Wins(0, 2));
    scene.direct(correct(seen)).unwrap();
    scene.finish(GameNumber(2), End::Wins(0, 2));
    assert!(
        scene
            .tournament
            .games_to_make()
            .any(|game| game.players.iter().any(|player| player.name == "Player 4"))
    );
}

#[test]
fn reached_round_outranks_points() {
    let mut scene = Scene::started(matches(1, 2, false), 4);
    // 4 beats 1 after four draws and loses the final, with more points than 2, who wins it.
    for end in [End::Draw; 4] {
        let number = scene.open().into_iter().find(|(_, sides)| sides.contains(&1)).unwrap().0;
        scene.finish(number, end);
    }
    let (number, sides) = scene.open().into_iter().find(|(_, sides)| sides.contains(&4)).unwrap();
    scene.finish(number, End::Wins(u8::from(sides[1] == 4), 3));
    scene.play_out();
    let standings = scene.tournament.standings();
    let points: Vec<_> = standings.iter().map(|standing| (standing.participant.0, standing.points)).collect();
    assert_eq!(points[..2], [(2, 4), (4, 6)]);
}

#[test]
fn if_neither_comes_neither_advances() {
    let mut scene = Scene::started(matches(1, 0, false), 4);
    for number in [1, 4] {
        scene.player(number, Command::Withdraw).unwrap();
    }
    scene.play_out();
    assert_eq!(scene.tournament.status(), TournamentStatus::Finished);
    assert_eq!(scene.order()[0], 2, "a final without an opponent");
}
