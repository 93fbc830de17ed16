//! Whatever people do, these things hold.

use std::time::Duration;

use proptest::collection::vec;
use proptest::prelude::*;
use sumito_game::{Command, Event, Offer, Phase, Seat, Signal, Table, TimeControl, Timestamp, UserId};

use crate::scene::{BLACK, SECOND, STRANGER, Scene, WHITE, settings};

#[derive(Debug, Clone)]
enum Act {
    Wait(Duration),
    /// The legal move at this place of the list, wrapped around.
    Play(UserId, usize),
    Say(UserId, Command),
    Signal(Signal),
}

fn anybody() -> impl Strategy<Value = UserId> {
    prop_oneof![4 => Just(BLACK), 4 => Just(WHITE), 1 => Just(STRANGER)]
}

fn command() -> impl Strategy<Value = Command> {
    prop_oneof![
        3 => Just(Command::Offer(Offer::Draw)),
        1 => Just(Command::Accept(Offer::Draw)),
        2 => Just(Command::Decline(Offer::Draw)),
        1 => Just(Command::Resign),
        1 => Just(Command::Abort),
        1 => Just(Command::Leave),
        2 => (any::<bool>(), 0_usize..4).prop_map(|(wish, seat)| Command::Join {
            name: "somebody".to_owned(),
            guest: true,
            seat: Seat::new(seat).filter(|_| wish),
        }),
        2 => (0_u32..9, "[a-i][1-9][a-i][1-9]").prop_map(|(ply, text)| Command::Play { ply, text }),
    ]
}

fn signal() -> impl Strategy<Value = Signal> {
    prop_oneof![
        Just(Signal::Tick),
        anybody().prop_map(Signal::Connected),
        anybody().prop_map(Signal::Disconnected),
        Just(Signal::Pausing),
        Just(Signal::Resuming),
    ]
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        3 => (0_u64..9_000).prop_map(|ms| Act::Wait(Duration::from_millis(ms))),
        12 => (anybody(), any::<usize>()).prop_map(|(user, choice)| Act::Play(user, choice)),
        3 => (anybody(), command()).prop_map(|(user, command)| Act::Say(user, command)),
        1 => signal().prop_map(Act::Signal),
    ]
}

fn control() -> impl Strategy<Value = TimeControl> {
    prop_oneof![
        Just(TimeControl::Unlimited),
        Just(TimeControl::SuddenDeath { initial: 60 * SECOND }),
        Just(TimeControl::Fischer { initial: 30 * SECOND, increment: 3 * SECOND }),
    ]
}

fn perform(scene: &mut Scene, act: Act) {
    match act {
        Act::Wait(span) => scene.wait(span),
        Act::Play(user, choice) => {
            let moves = scene.table.position().legal_moves();
            if let Some(mv) = moves.into_iter().nth(choice % moves.len().max(1)) {
                let text = mv.to_string();
                // Out of turn or after the end it is refused, which is as it should be.
                let _ = scene.play_as(user, &text);
            }
        }
        Act::Say(user, command) => drop(scene.ask(user, command)),
        Act::Signal(signal) => drop(scene.signal(signal)),
    }
}

fn check(scene: &Scene, control: TimeControl) {
    assert!(scene.records.iter().zip(1..).all(|(record, seq)| record.seq == seq), "seq has a gap");
    assert_eq!(
        Table::replay(&scene.records).as_ref(),
        Ok(&scene.table),
        "the state is the fold of its events"
    );
    let count = |kind: fn(&Event) -> bool| scene.records.iter().filter(|record| kind(&record.event)).count();
    let finished = count(|event| matches!(event, Event::Finished { .. }));
    assert_eq!(finished, usize::from(scene.table.phase() == Phase::Finished), "exactly one result");
    if let Some(game) = scene.table.game() {
        assert_eq!(count(|event| matches!(event, Event::Moved { .. })), game.moves().len());
        check_clocks(scene, game.started_at(), control);
    }
}

/// No clock has grown out of nothing: all that was ever given is the initial time and the increments, and what has
/// passed since the start, less what the server was away, is gone from somebody's clock.
fn check_clocks(scene: &Scene, started_at: Timestamp, control: TimeControl) {
    let (initial, increment) = match control {
        TimeControl::Unlimited => return,
        TimeControl::SuddenDeath { initial } => (initial, Duration::ZERO),
        TimeControl::Fischer { initial, increment } => (initial, increment),
    };
    let given = 2 * initial + increment * scene.game().moves().len() as u32;
    let left = scene.remaining(0).unwrap() + scene.remaining(1).unwrap();
    assert!(left <= given, "{left:?} left of {given:?}");
    let passed = scene.now.since(started_at);
    assert!(given.saturating_sub(left) <= passed, "more was charged than has passed");
}

proptest! {
    #[test]
    fn invariants_hold_whatever_happens(control in control(), acts in vec(act(), 1..120)) {
        let mut scene = Scene::new(settings(control));
        scene.join(BLACK, None).unwrap();
        for act in acts {
            perform(&mut scene, act);
        }
        check(&scene, control);
    }

    #[test]
    fn invariants_hold_in_a_game(control in control(), acts in vec(act(), 1..200)) {
        let mut scene = Scene::started_with(settings(control));
        for act in acts {
            perform(&mut scene, act);
        }
        check(&scene, control);
    }
}
