//! Limits on repeated requests.

use sumito_game::{
    Command, CommandError, Event, Offer, Policy, Reason, SeatSet, Settings, Status, TimeControl, limits,
};
use sumito_rules::{Mode, Position};

use crate::scene::{ALL_USERS, BLACK, RED, Scene, WHITE, settings, settings_for};

/// Four plies that lead back to the standard start, with Black to move.
const SHUFFLE: [&str; 4] = ["c3d3", "g5f5", "d3c3", "f5g5"];

const DRAW: Offer = Offer::Draw;
const TAKEBACK: Offer = Offer::Takeback;

/// A game that never ends unless a limit ends it.
fn endless() -> Scene {
    let policy = Policy { quiet_plies: 0, repetitions: 0, ..Policy::usual(TimeControl::None) };
    Scene::started_with(Settings { policy, ..settings(TimeControl::None) })
}

/// Plays a move without an ejection for the seat to move.
fn play_quietly(scene: &mut Scene) {
    let position = *scene.table.position();
    let is_quiet = |after: Position| after.quiet_plies() > 0;
    let mut moves = position.legal_moves().into_iter();
    let quiet = moves.find(|&mv| position.play(mv).is_ok_and(|played| is_quiet(played.position))).unwrap();
    scene.play(&quiet.to_string()).unwrap();
}

fn is_too_many(answer: &Result<Vec<Event>, CommandError>) -> bool {
    matches!(answer, Err(CommandError::TooMany(_)))
}

#[test]
fn a_table_changes_only_so_often_before_a_game() {
    let mut scene = Scene::new(Settings { ready: true, ..settings(TimeControl::None) });
    scene.join(BLACK, None).unwrap();
    let mut ready = false;
    for _ in 1..limits::CHANGES_BEFORE_GAME {
        ready = !ready;
        scene.request(BLACK, Command::Ready(ready)).unwrap();
    }
    assert_eq!(scene.table.seq(), 1 + limits::CHANGES_BEFORE_GAME);
    assert!(is_too_many(&scene.request(BLACK, Command::Ready(!ready))));
    assert_eq!(scene.request(BLACK, Command::Ready(ready)), Ok(vec![]), "that changes nothing");
    assert!(is_too_many(&scene.join(WHITE, None)));
    scene.request(BLACK, Command::Leave).unwrap();
    assert_eq!(scene.table.status(), Status::Closed);
    assert!(is_too_many(&scene.join(BLACK, None)));
}

#[test]
fn one_seat_offers_only_so_often_in_a_game() {
    let mut scene = endless();
    for _ in 0..limits::OFFERS_BY_SEAT {
        scene.request(BLACK, Command::Offer(DRAW)).unwrap();
        scene.request(WHITE, Command::Decline(DRAW)).unwrap();
        scene.play_all(&SHUFFLE);
    }
    assert!(is_too_many(&scene.request(BLACK, Command::Offer(DRAW))));
    assert!(is_too_many(&scene.request(BLACK, Command::Offer(TAKEBACK))));
    scene.request(WHITE, Command::Offer(TAKEBACK)).unwrap();
    scene.request(BLACK, Command::Accept(TAKEBACK)).unwrap();
    assert!(
        is_too_many(&scene.request(BLACK, Command::Offer(DRAW))),
        "a takeback does not clear the account"
    );
    scene.request(WHITE, Command::Offer(DRAW)).unwrap();
    scene.request(BLACK, Command::Offer(DRAW)).unwrap();
    assert_eq!(scene.outcome().unwrap().reason, Reason::Agreement, "an answer is no offer of one's own");
}

#[test]
fn accepting_an_offer_is_not_counted() {
    let policy = Policy { quiet_plies: 0, repetitions: 0, ..Policy::usual(TimeControl::None) };
    let mut scene = Scene::started_with(Settings { policy, ..settings_for(Mode::Three, TimeControl::None) });
    for _ in 0..limits::OFFERS_BY_SEAT {
        scene.request(BLACK, Command::Offer(DRAW)).unwrap();
        scene.request(WHITE, Command::Accept(DRAW)).unwrap();
        scene.request(RED, Command::Decline(DRAW)).unwrap();
        for _ in 0..3 {
            play_quietly(&mut scene);
        }
    }
    assert!(is_too_many(&scene.request(BLACK, Command::Offer(DRAW))));
    scene.request(WHITE, Command::Offer(DRAW)).unwrap();
}

#[test]
fn limits_never_block_team_resignation_or_rematch() {
    let policy = Policy { quiet_plies: 0, repetitions: 0, ..Policy::usual(TimeControl::None) };
    let mut scene = Scene::started_with(Settings { policy, ..settings_for(Mode::Four, TimeControl::None) });
    for user in ALL_USERS {
        scene.connect(user);
    }
    for _ in 0..limits::OFFERS_BY_SEAT {
        scene.request(BLACK, Command::Offer(DRAW)).unwrap();
        scene.request(RED, Command::Decline(DRAW)).unwrap();
        for _ in 0..4 {
            play_quietly(&mut scene);
        }
    }
    assert!(is_too_many(&scene.request(BLACK, Command::Offer(DRAW))));
    scene.request(BLACK, Command::Resign).unwrap();
    scene.request(RED, Command::Resign).unwrap();
    scene.request(BLACK, Command::Offer(Offer::Rematch)).unwrap();
}

#[test]
fn offers_are_counted_anew_in_the_next_game() {
    let mut scene = endless();
    for _ in 0..limits::OFFERS_BY_SEAT {
        scene.request(BLACK, Command::Offer(DRAW)).unwrap();
        scene.request(BLACK, Command::Decline(DRAW)).unwrap();
        scene.play_all(&SHUFFLE);
    }
    scene.request(BLACK, Command::Resign).unwrap();
    scene.request(BLACK, Command::Offer(Offer::Rematch)).unwrap();
    scene.request(WHITE, Command::Accept(Offer::Rematch)).unwrap();
    scene.request(BLACK, Command::Offer(DRAW)).unwrap();
}

#[test]
fn moves_are_taken_back_only_so_often_in_a_game() {
    let mut scene = endless();
    for _ in 0..limits::TAKEBACKS_IN_GAME {
        scene.play(SHUFFLE[0]).unwrap();
        scene.request(BLACK, Command::Offer(TAKEBACK)).unwrap();
        scene.request(WHITE, Command::Accept(TAKEBACK)).unwrap();
    }
    scene.play_all(&SHUFFLE[..2]);
    for user in [BLACK, WHITE] {
        assert!(is_too_many(&scene.request(user, Command::Offer(TAKEBACK))));
    }
    scene.request(BLACK, Command::Offer(DRAW)).unwrap();
}

#[test]
fn a_game_has_only_so_many_plies() {
    let mut scene = endless();
    for text in SHUFFLE.iter().cycle().take(limits::PLIES_IN_GAME as usize) {
        scene.play(text).unwrap();
    }
    assert_eq!(scene.table.position().ply(), limits::PLIES_IN_GAME);
    let outcome = scene.outcome().unwrap();
    assert_eq!((outcome.reason, outcome.winners), (Reason::Quiet, SeatSet::EMPTY));
}
