//! Before and after a game, and absences: readiness, first moves, absence, rematches.

use std::time::Duration;

use sumito_game::{
    Claim, Command, CommandError, Event, Offer, Policy, Presence, Reason, SeatSet, Settings, Status,
    TimeControl, Timestamp,
};
use sumito_rules::Mode;

use crate::scene::{ALL_USERS, BLACK, RED, SECOND, Scene, WHITE, YELLOW, seat, settings, settings_for};

const TEN_MINUTES: TimeControl = TimeControl::SuddenDeath { initial: SECOND.saturating_mul(600) };
const DAY: Duration = Duration::from_hours(24);
const CLAIM: Command = Command::Claim(Claim::Win);

/// A game with all players present.
fn attended(mode: Mode) -> Scene {
    let mut scene = Scene::started_with(settings_for(mode, TEN_MINUTES));
    for user in &ALL_USERS[..mode.seats()] {
        scene.connect(*user);
    }
    scene
}

#[test]
fn table_can_wait_until_all_players_are_ready() {
    let mut scene = Scene::new(Settings { ready: true, ..settings(TEN_MINUTES) });
    scene.join(BLACK, None).unwrap();
    scene.request(BLACK, Command::Ready(true)).unwrap();
    scene.join(WHITE, None).unwrap();
    assert_eq!(scene.table.status(), Status::Waiting);
    scene.request(BLACK, Command::Ready(false)).unwrap();
    scene.request(WHITE, Command::Ready(true)).unwrap();
    assert_eq!(scene.table.status(), Status::Waiting);
    scene.request(BLACK, Command::Ready(true)).unwrap();
    assert_eq!(scene.table.status(), Status::Playing);
    assert_eq!(scene.request(BLACK, Command::Ready(true)), Err(CommandError::Started));
}

#[test]
fn repeated_readiness_causes_no_event() {
    let mut scene = Scene::new(Settings { ready: true, ..settings(TEN_MINUTES) });
    scene.join(BLACK, None).unwrap();
    assert_eq!(scene.request(BLACK, Command::Ready(false)), Ok(vec![]), "the player was not ready");
    let ready = Event::Ready { seat: seat(0), ready: true };
    assert_eq!(scene.request(BLACK, Command::Ready(true)), Ok(vec![ready]));
    for _ in 0..40 {
        assert_eq!(scene.request(BLACK, Command::Ready(true)), Ok(vec![]));
    }
    assert_eq!(scene.records.len(), 3, "created, seated, ready");
}

#[test]
fn newly_seated_player_is_not_ready() {
    let mut scene = Scene::new(Settings { ready: true, ..settings(TEN_MINUTES) });
    scene.join(BLACK, None).unwrap();
    scene.request(BLACK, Command::Ready(true)).unwrap();
    scene.request(BLACK, Command::Leave).unwrap();
    scene.join(BLACK, None).unwrap();
    scene.join(WHITE, None).unwrap();
    scene.request(WHITE, Command::Ready(true)).unwrap();
    assert_eq!(scene.table.status(), Status::Waiting);
}

#[test]
fn a_first_move_that_does_not_come_breaks_the_game_off() {
    let policy = Policy::usual(TEN_MINUTES);
    let wait = policy.first_move.unwrap();
    let mut scene = Scene::started_with(Settings { policy, ..settings(TEN_MINUTES) });
    scene.play("a1b2").unwrap();
    assert_eq!(scene.table.next_deadline(), Some(scene.now + wait));
    scene.wait(wait);
    scene.tick();
    let outcome = scene.outcome().unwrap();
    assert_eq!((outcome.reason, outcome.winners), (Reason::Aborted, SeatSet::EMPTY));
}

#[test]
fn or_it_loses_where_that_is_the_policy() {
    let policy = Policy { first_move_forfeits: true, ..Policy::usual(TEN_MINUTES) };
    let mut scene = Scene::started_with(Settings { policy, ..settings(TEN_MINUTES) });
    scene.wait(policy.first_move.unwrap());
    scene.tick();
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
fn game_with_days_per_move_ignores_absence() {
    let by_days = TimeControl::PerMove { limit: Duration::from_hours(48) };
    let policy = Policy::usual(by_days);
    assert_eq!((policy.first_move, policy.absence, policy.stale), (None, None, None));
    let mut scene = Scene::started_with(settings(by_days));
    scene.wait(Duration::from_hours(47));
    assert_eq!(scene.request(WHITE, CLAIM), Err(CommandError::NoPlayerAway));
}

#[test]
fn game_can_be_claimed_after_long_absence() {
    let mut scene = attended(Mode::Two);
    assert_eq!(scene.claimable_at(0), None);
    scene.disconnect(BLACK, false);
    let moment = scene.claimable_at(0).unwrap();
    assert_eq!(moment, scene.now + 80 * SECOND);
    scene.wait(79 * SECOND);
    assert_eq!(scene.request(WHITE, CLAIM), Err(CommandError::NoPlayerAway));
    scene.wait(SECOND);
    scene.request(WHITE, CLAIM).unwrap();
    let outcome = scene.outcome().unwrap();
    assert_eq!((outcome.reason, outcome.winners), (Reason::Abandoned, [seat(1)].into_iter().collect()));
}

#[test]
fn or_called_a_draw() {
    let mut scene = attended(Mode::Two);
    scene.disconnect(BLACK, false);
    scene.wait(80 * SECOND);
    scene.request(WHITE, Command::Claim(Claim::Draw)).unwrap();
    assert_eq!(scene.outcome().unwrap().winners, SeatSet::EMPTY);
}

#[test]
fn absence_limit_is_shorter_after_leaving_on_purpose() {
    let mut scene = attended(Mode::Two);
    scene.disconnect(BLACK, true);
    assert_eq!(scene.claimable_at(0), Some(scene.now + 20 * SECOND));
}

#[test]
fn absence_limit_after_leaving_on_purpose_allows_for_a_mistake() {
    let time = TimeControl::Fischer { initial: 60 * SECOND, increment: Duration::ZERO };
    assert_eq!(Policy::usual(time).absence, Some(30 * SECOND));
    let mut scene = Scene::started_with(settings(time));
    scene.connect(BLACK);
    scene.disconnect(BLACK, true);
    assert_eq!(scene.claimable_at(0), Some(scene.now + 20 * SECOND));
}

#[test]
fn returning_player_loses_nothing() {
    let mut scene = attended(Mode::Two);
    scene.disconnect(BLACK, false);
    scene.wait(79 * SECOND);
    scene.connect(BLACK);
    scene.wait(SECOND);
    assert_eq!(scene.request(WHITE, CLAIM), Err(CommandError::NoPlayerAway));
}

#[test]
fn player_who_never_came_counts_as_absent() {
    let mut scene = Scene::started();
    scene.connect(WHITE);
    scene.wait(80 * SECOND);
    scene.request(WHITE, CLAIM).unwrap();
    assert_eq!(scene.outcome().unwrap().reason, Reason::Abandoned);
}

#[test]
fn absent_player_is_eliminated_with_three_players() {
    let mut scene = attended(Mode::Three);
    scene.disconnect(WHITE, false);
    scene.play_something();
    scene.wait(80 * SECOND);
    assert_eq!(
        scene.request(BLACK, Command::Claim(Claim::Draw)),
        Err(CommandError::NoPlayerAway),
        "red is there"
    );
    let events = scene.request(BLACK, CLAIM).unwrap();
    assert_eq!(events, [Event::Eliminated { seat: seat(1), reason: Reason::Abandoned }]);
}

#[test]
fn a_team_loses_when_the_absent_partner_is_to_move() {
    let mut scene = attended(Mode::Four);
    scene.disconnect(WHITE, false);
    scene.wait(80 * SECOND);
    assert_eq!(scene.request(BLACK, CLAIM), Err(CommandError::NoPlayerAway), "it is black's own turn");
    scene.play_something();
    scene.wait(80 * SECOND);
    scene.request(BLACK, CLAIM).unwrap();
    assert_eq!(scene.outcome().unwrap().winners, [seat(0), seat(2)].into_iter().collect());
}

#[test]
fn absence_counts_only_while_the_player_is_to_move() {
    let mut scene = attended(Mode::Two);
    scene.disconnect(WHITE, true);
    scene.wait(3600 * SECOND / 10);
    assert_eq!(scene.claimable_at(1), None, "it is black's turn");
    assert_eq!(scene.request(BLACK, CLAIM), Err(CommandError::NoPlayerAway));
    scene.play_something();
    assert_eq!(scene.claimable_at(1), Some(scene.now + 20 * SECOND));
    scene.wait(20 * SECOND);
    scene.request(BLACK, CLAIM).unwrap();
    assert_eq!(scene.outcome().unwrap().winners, [seat(0)].into_iter().collect());
}

#[test]
fn three_players_may_part_when_both_opponents_have_gone() {
    let mut scene = attended(Mode::Three);
    scene.disconnect(WHITE, false);
    scene.disconnect(RED, false);
    scene.play_something();
    scene.wait(80 * SECOND);
    scene.request(BLACK, Command::Claim(Claim::Draw)).unwrap();
    assert_eq!(scene.outcome().unwrap().winners, SeatSet::EMPTY);
}

#[test]
fn a_rematch_turns_the_seats() {
    let mut scene = attended(Mode::Two);
    let offer = Command::Offer(Offer::Rematch);
    assert_eq!(scene.request(BLACK, offer.clone()), Err(CommandError::NotOver));
    let first = scene.game().id();
    scene.request(WHITE, Command::Resign).unwrap();
    scene.request(WHITE, offer).unwrap();
    scene.request(BLACK, Command::Accept(Offer::Rematch)).unwrap();
    assert_eq!(scene.table.status(), Status::Playing);
    assert_ne!(scene.game().id(), first);
    assert_eq!((scene.table.seat_of(BLACK), scene.table.seat_of(WHITE)), (Some(seat(1)), Some(seat(0))));
    scene.play_as(WHITE, "a1b2").unwrap();
}

#[test]
fn started_event_contains_the_seats() {
    let mut scene = attended(Mode::Three);
    let players = |scene: &Scene| {
        let started = scene.records.iter().rev().find_map(|record| match &record.event {
            Event::Started { players, rematch, .. } => Some((players.clone(), *rematch)),
            _ => None,
        });
        let (players, rematch) = started.unwrap();
        (players.iter().map(|player| player.id).collect::<Vec<_>>(), rematch)
    };
    assert_eq!(players(&scene), (vec![BLACK, WHITE, RED], false));
    scene.request(BLACK, Command::Resign).unwrap();
    scene.request(WHITE, Command::Resign).unwrap();
    for user in [BLACK, WHITE, RED] {
        scene.request(user, Command::Offer(Offer::Rematch)).unwrap();
    }
    assert_eq!(players(&scene), (vec![RED, BLACK, WHITE], true));
}

#[test]
fn partners_stay_partners_in_a_rematch() {
    let mut scene = attended(Mode::Four);
    scene.request(BLACK, Command::Resign).unwrap();
    scene.request(RED, Command::Resign).unwrap();
    for user in [BLACK, WHITE, RED] {
        scene.request(user, Command::Offer(Offer::Rematch)).unwrap();
    }
    assert_eq!(scene.table.status(), Status::Finished);
    scene.request(YELLOW, Command::Accept(Offer::Rematch)).unwrap();
    let seats = [BLACK, RED].map(|user| scene.table.seat_of(user).unwrap().index() % 2);
    assert_eq!(seats, [1, 1]);
}

#[test]
fn a_rematch_can_be_declined() {
    let mut scene = attended(Mode::Two);
    scene.request(WHITE, Command::Resign).unwrap();
    scene.request(BLACK, Command::Offer(Offer::Rematch)).unwrap();
    scene.request(WHITE, Command::Decline(Offer::Rematch)).unwrap();
    assert_eq!(scene.request(WHITE, Command::Accept(Offer::Rematch)), Err(CommandError::NoOffer));
    assert_eq!(scene.request(BLACK, Command::Offer(Offer::Rematch)), Err(CommandError::OfferRepeated));
}

#[test]
fn earlier_absence_counts_from_the_start_of_the_game() {
    let mut scene = Scene::new(settings(TEN_MINUTES));
    scene.join(BLACK, None).unwrap();
    scene.connect(BLACK);
    scene.disconnect(BLACK, true);
    scene.wait(3600 * SECOND);
    scene.join(WHITE, None).unwrap();
    assert_eq!(scene.claimable_at(0), Some(scene.now + 20 * SECOND));
    scene.play_something();
    assert_eq!(scene.claimable_at(1), Some(scene.now + 80 * SECOND), "white has never been there");
}

#[test]
fn players_have_full_absence_time_after_outage() {
    let mut scene = attended(Mode::Two);
    scene.disconnect(BLACK, true);
    scene.wait(19 * SECOND);
    scene.outage(3600 * SECOND);
    scene.presence = Presence::all_away_since([BLACK, WHITE], scene.now);
    assert_eq!(scene.claimable_at(0), Some(scene.now + 80 * SECOND));
}

#[test]
fn claim_requires_running_game_and_active_opponent() {
    let mut scene = Scene::new(settings_for(Mode::Three, TEN_MINUTES));
    scene.join(BLACK, None).unwrap();
    assert_eq!(scene.claimable_at(0), None);
    let mut scene = Scene::started_with(settings_for(Mode::Three, TEN_MINUTES));
    scene.request(BLACK, Command::Resign).unwrap();
    assert_eq!(scene.claimable_at(0), None);
    assert!(scene.claimable_at(1).is_some());
    scene.request(WHITE, Command::Resign).unwrap();
    assert_eq!(scene.claimable_at(2), None);
}

#[test]
fn a_game_without_a_clock_can_be_claimed_after_a_week() {
    let mut scene = Scene::started_with(settings(TimeControl::None));
    scene.connect(WHITE);
    assert_eq!(scene.claimable_at(0), Some(scene.now + 7 * DAY));
    scene.connect(BLACK);
    scene.disconnect(BLACK, true);
    assert_eq!(scene.claimable_at(0), Some(scene.now + 7 * DAY / 4));
    scene.wait(7 * DAY / 4);
    scene.request(WHITE, CLAIM).unwrap();
    let outcome = scene.outcome().unwrap();
    assert_eq!((outcome.reason, outcome.winners), (Reason::Abandoned, [seat(1)].into_iter().collect()));
}

#[test]
fn game_without_clock_closes_after_an_idle_month() {
    let mut scene = Scene::started_with(settings(TimeControl::None));
    scene.wait(20 * DAY);
    scene.play("a1b2").unwrap();
    scene.outage(DAY);
    assert_eq!(scene.table.next_deadline(), Some(scene.now + 30 * DAY), "an outage is not counted");
    scene.wait(30 * DAY);
    scene.now = Timestamp(scene.now.0 - 1);
    assert_eq!(scene.tick(), []);
    scene.wait(Duration::from_micros(1));
    scene.tick();
    let outcome = scene.outcome().unwrap();
    assert_eq!((outcome.reason, outcome.winners), (Reason::Abandoned, SeatSet::EMPTY));
    assert_eq!(scene.table.next_deadline(), None);
}

#[test]
fn a_table_can_let_games_wait_for_ever() {
    let policy = Policy { stale: None, ..Policy::usual(TimeControl::None) };
    let mut scene = Scene::started_with(Settings { policy, ..settings(TimeControl::None) });
    assert_eq!(scene.table.next_deadline(), None);
    scene.wait(1000 * DAY);
    assert_eq!(scene.tick(), []);
}
