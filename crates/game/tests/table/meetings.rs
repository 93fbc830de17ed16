//! Before and after a game, and when somebody is away: ready, first moves, absence, rematches.

use std::time::Duration;

use sumito_game::{
    Claim, Command, Event, Offer, Phase, Policy, Reason, Reject, SeatSet, Settings, Signal, TimeControl,
};
use sumito_rules::Mode;

use crate::scene::{BLACK, RED, SECOND, Scene, WHITE, YELLOW, seat, settings, settings_for};

const TEN_MINUTES: TimeControl = TimeControl::SuddenDeath { initial: SECOND.saturating_mul(600) };
const CLAIM: Command = Command::Claim(Claim::Win);

fn away(user: sumito_game::UserId, on_purpose: bool) -> Signal {
    Signal::Disconnected { user, on_purpose }
}

/// A game in which everybody is there.
fn attended(mode: Mode) -> Scene {
    let mut scene = Scene::started_with(settings_for(mode, TEN_MINUTES));
    for user in [BLACK, WHITE, RED, YELLOW] {
        scene.signal(Signal::Connected(user));
    }
    scene
}

#[test]
fn a_table_can_wait_until_everybody_is_ready() {
    let mut scene = Scene::new(Settings { ready: true, ..settings(TEN_MINUTES) });
    scene.join(BLACK, None).unwrap();
    scene.ask(BLACK, Command::Ready(true)).unwrap();
    scene.join(WHITE, None).unwrap();
    assert_eq!(scene.table.phase(), Phase::Waiting);
    scene.ask(BLACK, Command::Ready(false)).unwrap();
    scene.ask(WHITE, Command::Ready(true)).unwrap();
    assert_eq!(scene.table.phase(), Phase::Waiting);
    scene.ask(BLACK, Command::Ready(true)).unwrap();
    assert_eq!(scene.table.phase(), Phase::Playing);
    assert_eq!(scene.ask(BLACK, Command::Ready(true)), Err(Reject::Started));
}

#[test]
fn whoever_sits_down_anew_is_not_ready() {
    let mut scene = Scene::new(Settings { ready: true, ..settings(TEN_MINUTES) });
    scene.join(BLACK, None).unwrap();
    scene.ask(BLACK, Command::Ready(true)).unwrap();
    scene.ask(BLACK, Command::Leave).unwrap();
    scene.join(BLACK, None).unwrap();
    scene.join(WHITE, None).unwrap();
    scene.ask(WHITE, Command::Ready(true)).unwrap();
    assert_eq!(scene.table.phase(), Phase::Waiting);
}

#[test]
fn a_first_move_that_does_not_come_breaks_the_game_off() {
    let policy = Policy::usual(TEN_MINUTES);
    let wait = policy.first_move.unwrap();
    let mut scene = Scene::started_with(Settings { policy, ..settings(TEN_MINUTES) });
    scene.play("a1b2").unwrap();
    assert_eq!(scene.table.next_deadline(), Some(scene.now + wait));
    scene.wait(wait);
    scene.signal(Signal::Tick);
    let outcome = scene.outcome().unwrap();
    assert_eq!((outcome.reason, outcome.winners), (Reason::Aborted, SeatSet::EMPTY));
}

#[test]
fn or_it_loses_where_that_is_the_policy() {
    let policy = Policy { first_move_forfeits: true, ..Policy::usual(TEN_MINUTES) };
    let mut scene = Scene::started_with(Settings { policy, ..settings(TEN_MINUTES) });
    scene.wait(policy.first_move.unwrap());
    scene.signal(Signal::Tick);
    let outcome = scene.outcome().unwrap();
    assert_eq!((outcome.reason, outcome.winners), (Reason::Time, [seat(1)].into_iter().collect()));
}

#[test]
fn later_moves_have_the_clock_alone() {
    let policy = Policy::usual(TEN_MINUTES);
    let mut scene = Scene::started_with(Settings { policy, ..settings(TEN_MINUTES) });
    scene.play_all(&["a1b2", "i5h5"]);
    assert_eq!(scene.table.next_deadline(), scene.game().clock().falls_at());
}

#[test]
fn a_game_by_days_waits_for_nobody_to_come_back() {
    let by_days = TimeControl::PerMove { limit: Duration::from_hours(48) };
    let policy = Policy::usual(by_days);
    assert_eq!((policy.first_move, policy.absence), (None, None));
    let mut scene = Scene::started_with(settings(by_days));
    scene.wait(Duration::from_hours(47));
    assert_eq!(scene.ask(WHITE, CLAIM), Err(Reject::NobodyAway));
}

#[test]
fn a_game_can_be_claimed_from_whoever_is_away_for_too_long() {
    let mut scene = attended(Mode::Two);
    assert_eq!(scene.table.claimable_at(seat(0)), None);
    scene.signal(away(BLACK, false));
    let moment = scene.table.claimable_at(seat(0)).unwrap();
    assert_eq!(moment, scene.now + 80 * SECOND);
    scene.wait(79 * SECOND);
    assert_eq!(scene.ask(WHITE, CLAIM), Err(Reject::NobodyAway));
    scene.wait(SECOND);
    scene.ask(WHITE, CLAIM).unwrap();
    let outcome = scene.outcome().unwrap();
    assert_eq!((outcome.reason, outcome.winners), (Reason::Abandoned, [seat(1)].into_iter().collect()));
}

#[test]
fn or_called_a_draw() {
    let mut scene = attended(Mode::Two);
    scene.signal(away(BLACK, false));
    scene.wait(80 * SECOND);
    scene.ask(WHITE, Command::Claim(Claim::Draw)).unwrap();
    assert_eq!(scene.outcome().unwrap().winners, SeatSet::EMPTY);
}

#[test]
fn whoever_left_on_purpose_has_less_time() {
    let mut scene = attended(Mode::Two);
    scene.signal(away(BLACK, true));
    assert_eq!(scene.table.claimable_at(seat(0)), Some(scene.now + 20 * SECOND));
}

#[test]
fn whoever_comes_back_has_lost_nothing() {
    let mut scene = attended(Mode::Two);
    scene.signal(away(BLACK, false));
    scene.wait(79 * SECOND);
    scene.signal(Signal::Connected(BLACK));
    scene.wait(SECOND);
    assert_eq!(scene.ask(WHITE, CLAIM), Err(Reject::NobodyAway));
}

#[test]
fn whoever_never_came_counts_as_away() {
    let mut scene = Scene::started();
    scene.signal(Signal::Connected(WHITE));
    scene.wait(80 * SECOND);
    scene.ask(WHITE, CLAIM).unwrap();
    assert_eq!(scene.outcome().unwrap().reason, Reason::Abandoned);
}

#[test]
fn among_three_whoever_is_away_goes_out() {
    let mut scene = attended(Mode::Three);
    scene.signal(away(WHITE, false));
    scene.wait(80 * SECOND);
    assert_eq!(scene.ask(BLACK, Command::Claim(Claim::Draw)), Err(Reject::NobodyAway), "red is there");
    let events = scene.ask(BLACK, CLAIM).unwrap();
    assert_eq!(events, [Event::Eliminated { seat: seat(1), reason: Reason::Abandoned }]);
}

#[test]
fn a_team_loses_when_the_absent_partner_is_to_move() {
    let mut scene = attended(Mode::Four);
    scene.signal(away(WHITE, false));
    scene.wait(80 * SECOND);
    assert_eq!(scene.ask(BLACK, CLAIM), Err(Reject::NobodyAway), "it is black's own turn");
    scene.play_something();
    scene.ask(BLACK, CLAIM).unwrap();
    assert_eq!(scene.outcome().unwrap().winners, [seat(0), seat(2)].into_iter().collect());
}

#[test]
fn a_rematch_turns_the_seats() {
    let mut scene = attended(Mode::Two);
    let offer = Command::Offer(Offer::Rematch);
    assert_eq!(scene.ask(BLACK, offer.clone()), Err(Reject::NotOver));
    let first = scene.game().id();
    scene.ask(WHITE, Command::Resign).unwrap();
    scene.ask(WHITE, offer).unwrap();
    scene.ask(BLACK, Command::Accept(Offer::Rematch)).unwrap();
    assert_eq!(scene.table.phase(), Phase::Playing);
    assert_ne!(scene.game().id(), first);
    assert_eq!((scene.table.seat_of(BLACK), scene.table.seat_of(WHITE)), (Some(seat(1)), Some(seat(0))));
    scene.play_as(WHITE, "a1b2").unwrap();
}

#[test]
fn partners_stay_partners_in_a_rematch() {
    let mut scene = attended(Mode::Four);
    scene.ask(BLACK, Command::Resign).unwrap();
    scene.ask(RED, Command::Resign).unwrap();
    for user in [BLACK, WHITE, RED] {
        scene.ask(user, Command::Offer(Offer::Rematch)).unwrap();
    }
    assert_eq!(scene.table.phase(), Phase::Finished);
    scene.ask(YELLOW, Command::Accept(Offer::Rematch)).unwrap();
    let seats = [BLACK, RED].map(|user| scene.table.seat_of(user).unwrap().index() % 2);
    assert_eq!(seats, [1, 1]);
}

#[test]
fn a_rematch_can_be_declined() {
    let mut scene = attended(Mode::Two);
    scene.ask(WHITE, Command::Resign).unwrap();
    scene.ask(BLACK, Command::Offer(Offer::Rematch)).unwrap();
    scene.ask(WHITE, Command::Decline(Offer::Rematch)).unwrap();
    assert_eq!(scene.ask(WHITE, Command::Accept(Offer::Rematch)), Err(Reject::NoOffer));
    assert_eq!(scene.ask(BLACK, Command::Offer(Offer::Rematch)), Err(Reject::OfferRepeated));
}

#[test]
fn a_store_that_was_away_costs_nobody_time() {
    let mut scene = attended(Mode::Two);
    scene.wait(10 * SECOND);
    scene.signal(Signal::Pausing);
    scene.wait(60 * SECOND);
    assert_eq!(scene.signal(Signal::Continuing), [Event::Continued]);
    assert_eq!(scene.remaining(0), Some(590 * SECOND));
    assert!(scene.table.chairs()[0].connected, "nobody was cut off");
}
