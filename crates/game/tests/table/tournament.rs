//! Games of a tournament: they count, and berserk is possible.

use sumito_game::{
    Claim, Command, CommandError, Offer, Outcome, Policy, Reason, Settings, Status, Table, TimeControl,
    TournamentId,
};
use uuid::Uuid;

use crate::scene::{BLACK, SECOND, STRANGER, Scene, WHITE, seat, settings};

const TIME: TimeControl = TimeControl::Fischer { initial: SECOND.saturating_mul(60), increment: SECOND };

fn in_tournament(berserk: bool) -> Settings {
    let policy = Policy {
        first_move: Some(20 * SECOND),
        first_move_forfeits: true,
        takebacks: false,
        berserk,
        ..Policy::usual(TIME)
    };
    Settings { policy, tournament: Some(TournamentId(Uuid::from_u128(5))), ..settings(TIME) }
}

#[test]
fn a_first_move_that_does_not_come_in_time_loses() {
    let mut scene = Scene::started_with(in_tournament(false));
    scene.wait(20 * SECOND);
    scene.tick();
    let Some(Outcome { winners, reason, .. }) = scene.outcome() else { panic!("the game goes on") };
    assert_eq!((winners.contains(seat(1)), winners.len(), *reason), (true, 1, Reason::Time));
    let mut scene = Scene::started_with(in_tournament(false));
    scene.play("a1b2").unwrap();
    scene.wait(20 * SECOND);
    scene.tick();
    assert!(scene.outcome().is_some_and(|outcome| outcome.winners.contains(seat(0))));
}

#[test]
fn it_is_neither_aborted_nor_taken_back_nor_played_again() {
    let mut scene = Scene::started_with(in_tournament(true));
    assert_eq!(scene.request(BLACK, Command::Abort), Err(CommandError::InTournament));
    scene.play("a1b2").unwrap();
    assert_eq!(scene.request(BLACK, Command::Offer(Offer::Takeback)), Err(CommandError::InTournament));
    assert_eq!(scene.join(STRANGER, None), Err(CommandError::Full));
    assert_eq!(scene.request(WHITE, Command::Claim(Claim::Win)), Err(CommandError::NoPlayerAway));
    scene.request(WHITE, Command::Resign).unwrap();
    assert_eq!(scene.request(BLACK, Command::Offer(Offer::Rematch)), Err(CommandError::InTournament));
    assert_eq!(scene.table.status(), Status::Finished);
}

#[test]
fn half_of_the_time_can_be_given_away_once_before_the_first_move() {
    let mut scene = Scene::started_with(in_tournament(true));
    scene.request(WHITE, Command::Berserk).unwrap();
    assert_eq!(scene.request(WHITE, Command::Berserk), Err(CommandError::TooLateForBerserk));
    assert_eq!([scene.remaining(0), scene.remaining(1)], [Some(60 * SECOND), Some(30 * SECOND)]);
    scene.play("a1b2").unwrap();
    assert_eq!(scene.request(BLACK, Command::Berserk), Err(CommandError::TooLateForBerserk));
    scene.wait(5 * SECOND);
    scene.play("i5h5").unwrap();
    assert_eq!(scene.remaining(1), Some(25 * SECOND), "nothing is added");
    assert_eq!(scene.remaining(0), Some(61 * SECOND));
    assert!(scene.game().berserk().contains(seat(1)));
    assert_eq!(Table::replay(&scene.records).as_ref(), Ok(&scene.recorded));
}

#[test]
fn berserk_requires_permission_and_own_time() {
    let mut scene = Scene::started_with(in_tournament(false));
    assert_eq!(scene.request(BLACK, Command::Berserk), Err(CommandError::NoBerserk));
    let time = TimeControl::PerMove { limit: 30 * SECOND };
    let mut scene = Scene::started_with(Settings { time, ..in_tournament(true) });
    assert_eq!(scene.request(BLACK, Command::Berserk), Err(CommandError::NoBerserk));
}

#[test]
fn tournament_game_can_be_restored_from_storage() {
    let stored = serde_json::to_string(&in_tournament(true)).unwrap();
    assert!(stored.contains(r#""tournament":"00000000-0000-0000-0000-000000000005","policy":"#), "{stored}");
    assert!(stored.contains(r#""takebacks":false,"berserk":true}"#), "{stored}");
    assert_eq!(serde_json::from_str::<Settings>(&stored).unwrap(), in_tournament(true));
}
