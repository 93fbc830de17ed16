//! Three and four players.

use sumito_game::{Command, CommandError, Event, Offer, Reason, Seat, SeatSet, TimeControl};
use sumito_rules::Mode;

use crate::scene::{BLACK, RED, SECOND, Scene, WHITE, YELLOW, seat, settings_for};

const TEN_MINUTES: TimeControl = TimeControl::SuddenDeath { initial: SECOND.saturating_mul(600) };

fn started(mode: Mode) -> Scene {
    Scene::started_with(settings_for(mode, TEN_MINUTES))
}

fn seats(numbers: &[usize]) -> SeatSet {
    numbers.iter().map(|&number| seat(number)).collect()
}

fn turns(scene: &mut Scene, plies: usize) -> Vec<usize> {
    (0..plies)
        .map(|_| {
            let turn = scene.game().turn().map(Seat::index).expect("the game goes on");
            scene.play_something();
            turn
        })
        .collect()
}

#[test]
fn turns_go_round_in_each_mode() {
    assert_eq!(turns(&mut started(Mode::Three), 6), [0, 1, 2, 0, 1, 2]);
    assert_eq!(turns(&mut started(Mode::Four), 8), [0, 1, 2, 3, 0, 1, 2, 3]);
    assert_eq!(turns(&mut started(Mode::FourConsecutive), 8), [0, 2, 1, 3, 0, 2, 1, 3]);
}

#[test]
fn a_game_in_which_all_who_are_left_have_moved_cannot_be_aborted() {
    let mut scene = started(Mode::Three);
    turns(&mut scene, 1);
    scene.request(WHITE, Command::Resign).unwrap();
    turns(&mut scene, 1);
    assert_eq!(scene.request(BLACK, Command::Abort), Err(CommandError::TooLateToAbort));
}

#[test]
fn resigning_among_three_players_is_out_and_the_last_player_wins() {
    let mut scene = started(Mode::Three);
    turns(&mut scene, 3);
    let marbles = scene.table.position().occupied().len();
    let events = scene.request(WHITE, Command::Resign).unwrap();
    assert_eq!(events, [Event::Eliminated { seat: seat(1), reason: Reason::Resignation }]);
    // In either wording, a late duplicate of the command does not resign the next game.
    for said in [Command::Resign, Command::Offer(Offer::Resignation), Command::Accept(Offer::Resignation)] {
        assert!(events[0].is_effect_of(&said), "{said:?}");
    }
    assert_eq!(scene.table.position().occupied().len(), marbles, "the marbles stay on the board");
    assert_eq!(turns(&mut scene, 4), [0, 2, 0, 2], "the turn skips the seat");
    assert_eq!(scene.request(WHITE, Command::Resign), Err(CommandError::Out));
    scene.request(BLACK, Command::Resign).unwrap();
    let outcome = scene.outcome().unwrap();
    assert_eq!((outcome.winners, outcome.reason), (seats(&[2]), Reason::Resignation));
}

#[test]
fn turn_passes_on_when_its_player_is_eliminated() {
    let mut scene = started(Mode::Three);
    scene.wait(600 * SECOND);
    let events = scene.tick();
    assert_eq!(events, [Event::Eliminated { seat: seat(0), reason: Reason::Time }]);
    assert_eq!(scene.game().turn(), Some(seat(1)));
    assert_eq!(scene.remaining(1), Some(600 * SECOND));
    scene.wait(600 * SECOND);
    scene.tick();
    let outcome = scene.outcome().unwrap();
    assert_eq!((outcome.winners, outcome.reason), (seats(&[2]), Reason::Time));
}

#[test]
fn a_team_loses_with_the_time_of_one() {
    for mode in [Mode::Four, Mode::FourConsecutive] {
        let mut scene = started(mode);
        turns(&mut scene, 2);
        let loser = scene.game().turn().unwrap();
        scene.wait(600 * SECOND);
        scene.tick();
        let outcome = scene.outcome().unwrap();
        let winners = if loser.index().is_multiple_of(2) { seats(&[1, 3]) } else { seats(&[0, 2]) };
        assert_eq!((outcome.winners, outcome.reason), (winners, Reason::Time));
    }
}

#[test]
fn a_team_resigns_when_both_do() {
    let mut scene = started(Mode::Four);
    for user in [BLACK, WHITE, RED, YELLOW] {
        scene.connect(user);
    }
    let proposed = scene.request(BLACK, Command::Resign).unwrap();
    assert_eq!(proposed, [Event::Offered { seat: seat(0), what: Offer::Resignation }]);
    assert_eq!(scene.request(BLACK, Command::Resign), Err(CommandError::OfferRepeated));
    assert_eq!(scene.request(WHITE, Command::Accept(Offer::Resignation)), Err(CommandError::NoOffer));
    scene.request(RED, Command::Decline(Offer::Resignation)).unwrap();
    assert_eq!(scene.outcome(), None);
    scene.request(RED, Command::Resign).unwrap();
    scene.play_something();
    scene.request(BLACK, Command::Accept(Offer::Resignation)).unwrap();
    let outcome = scene.outcome().unwrap();
    assert_eq!((outcome.winners, outcome.reason), (seats(&[1, 3]), Reason::Resignation));
}

#[test]
fn absent_partner_agrees_to_resign() {
    let mut scene = started(Mode::Four);
    scene.connect(YELLOW);
    scene.request(YELLOW, Command::Resign).unwrap();
    assert_eq!(scene.outcome().unwrap().winners, seats(&[0, 2]));
}

#[test]
fn draw_requires_agreement_of_all_remaining_players() {
    let mut scene = started(Mode::Three);
    scene.request(RED, Command::Offer(Offer::Draw)).unwrap();
    let more = scene.request(BLACK, Command::Accept(Offer::Draw)).unwrap();
    assert_eq!(more, [Event::Offered { seat: seat(0), what: Offer::Draw }]);
    scene.request(WHITE, Command::Accept(Offer::Draw)).unwrap();
    assert_eq!(scene.outcome().unwrap().reason, Reason::Agreement);

    let mut scene = started(Mode::Three);
    scene.request(WHITE, Command::Resign).unwrap();
    scene.request(RED, Command::Offer(Offer::Draw)).unwrap();
    scene.request(BLACK, Command::Accept(Offer::Draw)).unwrap();
    assert_eq!(scene.outcome().unwrap().reason, Reason::Agreement);
}

#[test]
fn one_clock_for_the_game_lets_the_ejections_decide() {
    for mode in Mode::ALL {
        let limit = TimeControl::PerGame { limit: 300 * SECOND };
        let mut scene = Scene::started_with(settings_for(mode, limit));
        turns(&mut scene, 5);
        scene.wait(300 * SECOND);
        scene.tick();
        let outcome = scene.outcome().unwrap();
        assert_eq!(
            (outcome.winners, outcome.reason),
            (SeatSet::EMPTY, Reason::Time),
            "nothing was pushed out"
        );
    }
}
