//! Whatever people do, these things hold.

use std::time::Duration;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample;
use sumito_game::{
    Claim, Command, Event, Game, Offer, Phase, Policy, Seat, Settings, Signal, Table, TimeControl, UserId,
};
use sumito_rules::Mode;

use crate::scene::{BLACK, EVERYBODY, SECOND, STRANGER, Scene, settings_for};

#[derive(Debug, Clone)]
enum Act {
    Wait(Duration),
    /// Whoever's turn it is plays the legal move at this place of the list, wrapped around.
    Play(usize),
    Say(UserId, Command),
    Signal(Signal),
}

fn anybody() -> impl Strategy<Value = UserId> {
    prop_oneof![8 => sample::select(EVERYBODY.to_vec()), 1 => Just(STRANGER)]
}

fn offer() -> impl Strategy<Value = Offer> {
    sample::select(Offer::ALL.to_vec())
}

fn command() -> impl Strategy<Value = Command> {
    prop_oneof![
        3 => offer().prop_map(Command::Offer),
        2 => offer().prop_map(Command::Accept),
        2 => offer().prop_map(Command::Decline),
        1 => Just(Command::Resign),
        1 => any::<bool>().prop_map(Command::Ready),
        1 => Just(Command::Claim(Claim::Win)),
        1 => Just(Command::Claim(Claim::Draw)),
        1 => Just(Command::Abort),
        1 => Just(Command::Leave),
        2 => (any::<bool>(), 0_usize..4).prop_map(|(wish, seat)| Command::Join {
            name: "somebody".to_owned(),
            guest: true,
            seat: Seat::new(seat).filter(|_| wish),
        }),
        2 => (0_u32..9, "[a-i][1-9][a-i][1-9]").prop_map(|(ply, text)| Command::Play { ply, text, lag: Duration::ZERO }),
    ]
}

fn signal() -> impl Strategy<Value = Signal> {
    prop_oneof![
        Just(Signal::Tick),
        anybody().prop_map(Signal::Connected),
        (anybody(), any::<bool>()).prop_map(|(user, on_purpose)| Signal::Disconnected { user, on_purpose }),
        Just(Signal::Flag),
        Just(Signal::Continuing),
        Just(Signal::Pausing),
        Just(Signal::Resuming),
    ]
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        3 => (0_u64..9_000).prop_map(|ms| Act::Wait(Duration::from_millis(ms))),
        12 => any::<usize>().prop_map(Act::Play),
        3 => (anybody(), command()).prop_map(|(user, command)| Act::Say(user, command)),
        1 => signal().prop_map(Act::Signal),
    ]
}

fn control() -> impl Strategy<Value = TimeControl> {
    prop_oneof![
        Just(TimeControl::Unlimited),
        Just(TimeControl::SuddenDeath { initial: 60 * SECOND }),
        Just(TimeControl::Fischer { initial: 30 * SECOND, increment: 3 * SECOND }),
        Just(TimeControl::Bronstein { initial: 30 * SECOND, delay: 3 * SECOND }),
        Just(TimeControl::Delay { initial: 30 * SECOND, delay: 3 * SECOND }),
        Just(TimeControl::PerMove { limit: 20 * SECOND }),
        Just(TimeControl::PerGame { limit: 300 * SECOND }),
    ]
}

fn mode() -> impl Strategy<Value = Mode> {
    sample::select(Mode::ALL.to_vec())
}

fn perform(scene: &mut Scene, act: Act) {
    match act {
        Act::Wait(span) => scene.wait(span),
        Act::Play(choice) => {
            let moves = scene.table.position().legal_moves();
            if let Some(mv) = moves.into_iter().nth(choice % moves.len().max(1)) {
                // Before and after the game it is refused, which is as it should be.
                let turn = scene.table.position().turn();
                let user = scene.table.player(turn.into()).map_or(STRANGER, |player| player.id);
                drop(scene.play_as(user, &mv.to_string()));
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
    let started = count(|event| matches!(event, Event::Started { .. }));
    let running = usize::from(scene.table.phase() == Phase::Playing);
    assert_eq!(finished + running, started, "exactly one result for each game");
    let Some(game) = scene.table.game() else { return };
    assert_eq!(game.ledger().len(), game.moves().len());
    assert_eq!(game.position().ply() as usize, game.moves().len());
    if let Some(turn) = game.turn() {
        assert!(!game.out().contains(turn), "nobody who is out is to move");
        assert!(scene.table.next_deadline().is_none_or(|deadline| deadline >= game.started_at()));
    }
    check_clocks(scene, game, control);
}

/// No clock has grown out of nothing: nobody has more than the initial time and what the moves have added, and not more
/// is gone than has passed.
fn check_clocks(scene: &Scene, game: &Game, control: TimeControl) {
    let (initial, increment) = match control {
        TimeControl::Unlimited => return,
        TimeControl::Fischer { initial, increment } => (initial, increment),
        TimeControl::SuddenDeath { initial }
        | TimeControl::Bronstein { initial, .. }
        | TimeControl::Delay { initial, .. } => (initial, Duration::ZERO),
        TimeControl::PerMove { limit } | TimeControl::PerGame { limit } => (limit, Duration::ZERO),
    };
    let passed = scene.now.since(game.started_at());
    for seat in Seat::first(scene.table.chairs().len()) {
        let left = game.clock().remaining(seat, scene.now).unwrap();
        let moves = game.ledger().iter().filter(|lapse| lapse.seat == seat).count() as u32;
        assert!(left <= initial + increment * moves, "{left:?} left after {moves} moves");
        assert!(initial.saturating_sub(left) <= passed, "more was charged than has passed");
    }
}

proptest! {
    #[test]
    fn invariants_hold_whatever_happens(mode in mode(), control in control(), ready: bool, acts in vec(act(), 1..120)) {
        let mut scene = Scene::new(Settings { ready, ..settings_for(mode, control) });
        scene.join(BLACK, None).unwrap();
        for act in acts {
            perform(&mut scene, act);
        }
        check(&scene, control);
    }

    #[test]
    fn invariants_hold_in_a_game(mode in mode(), control in control(), acts in vec(act(), 1..200)) {
        let policy = Policy::usual(control);
        let mut scene = Scene::started_with(Settings { policy, ..settings_for(mode, control) });
        for act in acts {
            perform(&mut scene, act);
        }
        check(&scene, control);
    }
}
