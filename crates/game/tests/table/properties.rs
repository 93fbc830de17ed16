//! Invariants under arbitrary actions.

use std::time::Duration;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample;
use sumito_game::{
    Claim, Command, Event, Game, Offer, Policy, Seat, Settings, Status, Table, TimeControl, Timestamp, UserId,
};
use sumito_rules::Mode;

use crate::scene::{ALL_USERS, BLACK, SECOND, STRANGER, Scene, settings_for};

#[derive(Debug, Clone)]
enum Act {
    Wait(Duration),
    /// The seat to move plays the legal move at this index, modulo the number of moves; the duration is the network time.
    Play(usize, Duration),
    /// A user sends a command, which reached the server this long ago.
    Say(UserId, Command, Duration),
    Tick,
    Flag,
    Connect(UserId),
    Disconnect(UserId, bool),
    /// From now on, storing takes this long.
    Storing(Duration),
    /// The server detects an outage that started and ended this long ago.
    Outage(Duration, Duration),
}

fn any_user() -> impl Strategy<Value = UserId> {
    prop_oneof![8 => sample::select(ALL_USERS.to_vec()), 1 => Just(STRANGER)]
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
        2 => (any::<bool>(), 0_usize..4).prop_map(|(chooses_seat, seat)| Command::Join {
            name: "a player".to_owned(),
            guest: true, bot: false, chosen: false,
            seat: Seat::new(seat).filter(|_| chooses_seat),
        }),
        2 => (0_u32..9, "[a-i][1-9][a-i][1-9]").prop_map(|(ply, text)| Command::Play { ply, text, lag: Duration::ZERO }),
    ]
}

fn millis(range: std::ops::Range<u64>) -> impl Strategy<Value = Duration> {
    range.prop_map(Duration::from_millis)
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        3 => millis(0..9_000).prop_map(Act::Wait),
        12 => (any::<usize>(), millis(0..900)).prop_map(|(choice, lag)| Act::Play(choice, lag)),
        4 => (any_user(), command(), millis(0..3_000)).prop_map(|(user, command, ago)| Act::Say(user, command, ago)),
        1 => Just(Act::Tick),
        1 => Just(Act::Connect(BLACK)),
        1 => any_user().prop_map(Act::Connect),
        1 => (any_user(), any::<bool>()).prop_map(|(user, on_purpose)| Act::Disconnect(user, on_purpose)),
        1 => millis(0..2_000).prop_map(Act::Storing),
        2 => (millis(0..20_000), millis(0..5_000)).prop_map(|(began, ended)| Act::Outage(began, ended)),
    ]
}

/// Acts that include some reports of an expired clock.
fn acts(max: usize) -> impl Strategy<Value = Vec<Act>> {
    vec(prop_oneof![99 => act(), 1 => Just(Act::Flag)], 1..max)
}

fn control() -> impl Strategy<Value = TimeControl> {
    prop_oneof![
        Just(TimeControl::None),
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

/// A scene, with the expected clocks.
struct Observed {
    scene: Scene,
    /// Time left to each seat when the turn after each number of plies started.
    at_turn: Vec<Option<Vec<Duration>>>,
    /// Known server time since the game started.
    server: Vec<(Timestamp, Timestamp)>,
}

impl Observed {
    fn new(scene: Scene) -> Self {
        let mut observed = Self { scene, at_turn: Vec::new(), server: Vec::new() };
        observed.check_records(0);
        observed
    }

    fn perform(&mut self, act: Act) {
        let scene = &mut self.scene;
        let (known, now) = (scene.records.len(), scene.now);
        match act {
            Act::Wait(span) => scene.wait(span),
            Act::Play(choice, lag) => {
                let (ply, moves) = (scene.table.position().ply(), scene.table.position().legal_moves());
                if let Some(mv) = moves.into_iter().nth(choice % moves.len().max(1)) {
                    // Before and after the game it is rejected, as expected.
                    let turn = scene.table.position().turn();
                    let user = scene.table.player(turn.into()).map_or(STRANGER, |player| player.id);
                    drop(scene.request(user, Command::Play { ply, text: mv.to_string(), lag }));
                }
            }
            Act::Say(user, command, ago) => drop(scene.request_at(scene.now - ago, user, command)),
            Act::Tick => drop(scene.tick()),
            Act::Flag => drop(scene.flag()),
            Act::Connect(user) => drop(scene.connect(user)),
            Act::Disconnect(user, on_purpose) => drop(scene.disconnect(user, on_purpose)),
            Act::Storing(span) => scene.storing = span,
            Act::Outage(began, ended) => self.exclude(now - began, now - ended),
        }
        self.check_records(known);
        self.check_turn();
    }

    /// Forgiving gives back at most the time used since the turn started.
    fn exclude(&mut self, from: Timestamp, until: Timestamp) {
        let (table, now) = (&mut self.scene.table, self.scene.now);
        let (before, server) = (table.clocks(now), table.server_time());
        let forgiven = table.exclude(from, until);
        assert_eq!(table.server_time(), server + forgiven);
        assert!(table.earliest_next() <= now);
        if let (Some(before), Some(after)) = (before.remaining, table.clocks(now).remaining) {
            let gained = before
                .iter()
                .zip(&after)
                .all(|(&before, &after)| (before..=before.saturating_add(forgiven)).contains(&after));
            assert!(gained, "{before:?} became {after:?} by {forgiven:?}");
        }
        self.server.push((from, until));
        let again = self.scene.table.exclude(from, until);
        assert_eq!(again, Duration::ZERO, "what is forgiven is not forgiven again");
    }

    /// Records the turns that started with new records, and the time until they were announced.
    fn check_records(&mut self, known: usize) {
        for (record, clocks) in self.scene.records.iter().zip(&self.scene.clocks).skip(known) {
            if clocks.turn_began_at == Some(record.at) {
                self.server.push((record.at, self.scene.now));
            }
            if let Event::TakenBack { ply } = record.event {
                assert_eq!(clocks.remaining, self.at_turn[ply as usize], "clocks are back where they were");
            }
            let ply = match record.event {
                Event::Started { .. } => 0,
                Event::Moved { ply, .. } => ply + 1,
                Event::TakenBack { ply } => ply,
                // The turn has passed to another seat, at the same ply.
                Event::Eliminated { .. } if clocks.turn_began_at == Some(record.at) => {
                    self.at_turn.len() as u32 - 1
                }
                _ => continue,
            };
            self.at_turn.truncate(ply as usize);
            self.at_turn.push(clocks.remaining.clone());
        }
    }

    /// Checks that the running turn has not cost a negative time, and that its server time is at most the known one.
    fn check_turn(&self) {
        let (table, now) = (&self.scene.table, self.scene.now);
        let Some(turn_began_at) = table.clocks(now).turn_began_at else { return };
        let began = turn_began_at - table.server_time();
        assert!(table.server_time() <= union(&self.server, began), "the server's time is counted twice");
        assert!(turn_began_at <= now, "more was forgiven than has passed");
        let at_turn = self.at_turn.last().cloned().flatten();
        if let (Some(left), Some(at_turn)) = (table.clocks(now).remaining, at_turn) {
            assert!(left.iter().zip(&at_turn).all(|(left, had)| left <= had), "{left:?} of {at_turn:?}");
        }
    }
}

/// Total length of the spans from `began` on; overlaps count once.
fn union(spans: &[(Timestamp, Timestamp)], began: Timestamp) -> Duration {
    let mut spans: Vec<_> = spans.iter().map(|&(from, until)| (from.max(began), until)).collect();
    spans.sort_unstable();
    let (mut counted, mut total) = (began, Duration::ZERO);
    for (from, until) in spans {
        total += until.since(from.max(counted));
        counted = counted.max(until);
    }
    total
}

fn check(scene: &Scene, control: TimeControl) {
    assert!(scene.records.iter().zip(1..).all(|(record, seq)| record.seq == seq), "seq has a gap");
    assert!(scene.records.is_sorted_by_key(|record| record.at), "time goes back");
    assert_eq!(
        Table::replay(&scene.records).as_ref(),
        Ok(&scene.recorded),
        "the state is the fold of its events"
    );
    if scene.table.game().is_some() {
        assert_eq!(
            Table::replay(&scene.last_game()).as_ref(),
            Ok(&scene.recorded),
            "the last game is enough"
        );
    }
    let count = |kind: fn(&Event) -> bool| scene.records.iter().filter(|record| kind(&record.event)).count();
    let finished = count(|event| matches!(event, Event::Finished { .. }));
    let started = count(|event| matches!(event, Event::Started { .. }));
    let running = usize::from(scene.table.status() == Status::Playing);
    assert_eq!(finished + running, started, "exactly one result for each game");
    let Some(game) = scene.table.game() else { return };
    assert_eq!(game.ledger().len(), game.moves().len());
    assert_eq!(game.position().ply() as usize, game.moves().len());
    if let Some(turn) = game.turn() {
        assert!(!game.out().contains(turn), "no eliminated player is to move");
        assert!(scene.table.next_deadline().is_none_or(|deadline| deadline >= game.started_at()));
    }
    check_clocks(scene, game, control);
}

/// Checks that no clock gains time: the time left follows from the time used and added by moves.
fn check_clocks(scene: &Scene, game: &Game, control: TimeControl) {
    let initial = match control {
        TimeControl::None => return,
        TimeControl::SuddenDeath { initial }
        | TimeControl::Fischer { initial, .. }
        | TimeControl::Bronstein { initial, .. }
        | TimeControl::Delay { initial, .. } => initial,
        TimeControl::PerMove { limit } | TimeControl::PerGame { limit } => limit,
    };
    let passed = scene.now.since(game.started_at());
    // At the start of the running turn, when none of it was charged.
    let began = game.clock().turn_began_at();
    for seat in Seat::first(scene.table.chairs().len()) {
        let left = game.clock().remaining(seat, scene.now).unwrap();
        let mut expected = initial;
        for timing in game.ledger().iter().filter(|timing| timing.seat == seat || game.clock().is_shared()) {
            if matches!(control, TimeControl::PerMove { .. }) {
                expected = initial;
            }
            expected = expected.checked_sub(timing.charged()).unwrap() + timing.added;
        }
        assert!(left <= initial.max(expected), "{left:?} of {expected:?}");
        assert!(initial.saturating_sub(left) <= passed, "more was charged than has passed");
        // An eliminated player has used time that is in no move's account.
        let accounted = game.out().is_empty()
            && !(game.turn() == Some(seat) && matches!(control, TimeControl::PerMove { .. }));
        if let Some(began) = began.filter(|_| accounted) {
            assert_eq!(game.clock().remaining(seat, began), Some(expected), "the ledger explains the clock");
        }
    }
}

proptest! {
    #[test]
    fn invariants_hold_whatever_happens(mode in mode(), control in control(), ready: bool, acts in acts(120)) {
        let mut scene = Scene::new(Settings { ready, ..settings_for(mode, control) });
        scene.join(BLACK, None).unwrap();
        let mut observed = Observed::new(scene);
        for act in acts {
            observed.perform(act);
        }
        check(&observed.scene, control);
    }

    #[test]
    fn invariants_hold_in_a_game(mode in mode(), control in control(), acts in acts(200)) {
        let policy = Policy::usual(control);
        let mut observed = Observed::new(Scene::started_with(Settings { policy, ..settings_for(mode, control) }));
        for act in acts {
            observed.perform(act);
        }
        check(&observed.scene, control);
    }
}
