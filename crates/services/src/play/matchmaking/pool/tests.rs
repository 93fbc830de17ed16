use std::collections::{HashMap, HashSet};

use proptest::collection::{hash_set, vec};
use proptest::option;
use proptest::prelude::*;
use sumito_game::{Player, TimeControl};
use sumito_rules::Layout;
use uuid::Uuid;

use super::*;
use crate::play::matchmaking::seek::RatingRange;

const RULES: PairingConfig =
    PairingConfig { window: Window { first: 100, per_second: 10 }, computers_after: Duration::from_secs(20) };

fn user(number: u8) -> UserId {
    UserId(Uuid::from_u128(u128::from(number) + 1))
}

fn game(mode: Mode) -> GameKind {
    let time = TimeControl::SuddenDeath { initial: Duration::from_mins(5) };
    GameKind { mode, layout: Layout::ALL[0], time, rated: false }
}

fn seek(id: u128, number: u8, rating: i32, since: u64) -> Seek {
    let name = format!("Guest {number}");
    Seek {
        id: SeekId(Uuid::from_u128(id)),
        player: Player { id: user(number), name, guest: true, bot: false },
        game: game(Mode::Two),
        rating,
        range: RatingRange::ALL,
        computers: None,
        bots: false,
        blocks: HashSet::new(),
        wants: None,
        since: at(since),
    }
}

fn at(seconds: u64) -> Timestamp {
    Timestamp(0) + Duration::from_secs(seconds)
}

fn ids(pairing: &Pairing) -> Vec<u128> {
    let mut ids: Vec<_> = pairing.seeks().map(|seek| seek.id.0.as_u128()).collect();
    ids.sort_unstable();
    ids
}

/// Adds these seeks to a pool one after the other; returns the resulting pairings.
fn entered(pool: &mut SeekPool, seeks: impl IntoIterator<Item = Seek>, now: u64) -> Vec<Vec<u128>> {
    let mut pairings = Vec::new();
    for seek in seeks {
        let id = seek.id;
        pool.enter(seek);
        if let Some(pairing) = pool.pair_with(id, at(now)) {
            pool.record(&pairing);
            pairings.push(ids(&pairing));
        }
    }
    pairings
}

#[test]
fn nearest_ratings_are_paired_at_once() {
    let mut pool = SeekPool::new(RULES);
    let waiting = [seek(1, 1, 1_500, 0), seek(2, 2, 1_650, 0), seek(3, 3, 1_800, 0)];
    assert!(entered(&mut pool, waiting, 0).is_empty());
    assert_eq!(entered(&mut pool, [seek(4, 4, 1_740, 0)], 0), [[3, 4]]);
    assert_eq!(pool.len(), 2);
}

#[test]
fn windows_of_both_players_widen_over_time() {
    let mut pool = SeekPool::new(RULES);
    entered(&mut pool, [seek(1, 1, 1_500, 0), seek(2, 2, 1_700, 5)], 5);
    assert!(pool.pair(at(14)).is_empty(), "the second one has waited for nine seconds");
    assert_eq!(pool.pair(at(15)).iter().map(ids).collect::<Vec<_>>(), [[1, 2]]);
}

#[test]
fn rematch_is_avoided_while_others_wait() {
    let mut pool = SeekPool::new(RULES);
    assert_eq!(entered(&mut pool, [seek(1, 1, 1_500, 0), seek(2, 2, 1_500, 0)], 0), [[1, 2]]);
    // The third rating is too far away for now.
    entered(&mut pool, [seek(3, 3, 1_620, 0)], 0);
    assert!(entered(&mut pool, [seek(4, 1, 1_500, 0), seek(5, 2, 1_500, 0)], 0).is_empty());
    assert_eq!(pool.pair(at(2)).iter().map(ids).collect::<Vec<_>>(), [[3, 4]]);
    assert_eq!(entered(&mut pool, [seek(6, 3, 1_900, 2)], 2), Vec::<Vec<u128>>::new());
    pool.leave(SeekId(Uuid::from_u128(6)));
    let again = [seek(7, 2, 1_500, 3), seek(8, 1, 1_500, 3)];
    assert_eq!(entered(&mut pool, again, 3), [[7, 8]], "the first has played another opponent since");
    let again = [seek(9, 2, 1_500, 4), seek(10, 1, 1_500, 4)];
    assert_eq!(entered(&mut pool, again, 4), [[9, 10]], "no other seek waits");
}

#[test]
fn chosen_seek_is_paired_at_any_rating() {
    let mut pool = SeekPool::new(RULES);
    entered(&mut pool, [seek(1, 1, 900, 0), seek(2, 2, 1_500, 0)], 0);
    let taker = Seek { wants: Some(SeekId(Uuid::from_u128(1))), ..seek(3, 3, 1_480, 0) };
    assert_eq!(entered(&mut pool, [taker], 0), [[1, 3]]);
}

#[test]
fn tables_of_three_and_four_fill_seat_by_seat() {
    for mode in [Mode::Three, Mode::Four, Mode::FourConsecutive] {
        let mut pool = SeekPool::new(RULES);
        let seek = |number: u8| Seek {
            game: game(mode),
            ..seek(number.into(), number, 1_500 + i32::from(number), 0)
        };
        let all = (1..=mode.seats() as u8).map(seek);
        let pairings = entered(&mut pool, all, 0);
        assert_eq!(pairings, [(1..=mode.seats() as u128).collect::<Vec<_>>()], "{mode}");
    }
}

#[test]
fn unsuitable_seek_does_not_block_a_table() {
    let mut pool = SeekPool::new(RULES);
    let three =
        |number: u8, rating| Seek { game: game(Mode::Three), ..seek(number.into(), number, rating, 0) };
    let unwanted = Seek { blocks: HashSet::from([user(3), user(4)]), ..three(2, 1_500) };
    let all = [three(1, 1_500), unwanted, three(3, 1_540), three(4, 1_550)];
    assert_eq!(entered(&mut pool, all, 0), [[1, 3, 4]], "two players do not want the nearest seek");
}

#[test]
fn computers_fill_free_seats_if_agreed() {
    let mut pool = SeekPool::new(RULES);
    let three = |number: u8, computers| Seek {
        game: game(Mode::Three),
        computers,
        ..seek(number.into(), number, 1_500, 0)
    };
    entered(&mut pool, [three(1, Some(5)), three(2, None)], 0);
    assert!(pool.pair(at(19)).is_empty());
    let pairings = pool.pair(at(20));
    assert_eq!(pairings.len(), 1, "the other one wants people only");
    let levels = pairings[0].seats.iter().filter(|paired| **paired == PairedPlayer::Computer(5)).count();
    assert_eq!((ids(&pairings[0]), levels), (vec![1], 2));
    pool.leave(SeekId(Uuid::from_u128(2)));
    entered(&mut pool, [three(3, Some(7)), three(4, Some(3))], 0);
    let pairings = pool.pair(at(20));
    assert_eq!(pairings.iter().map(ids).collect::<Vec<_>>(), [[3, 4]]);
    assert!(pairings[0].seats.contains(&PairedPlayer::Computer(3)), "the lowest of the wanted levels");
}

/// An operation on a pool.
#[derive(Debug, Clone)]
enum Step {
    Enter(Box<Seek>),
    Leave(u8),
    Wait(u64),
}

fn a_seek() -> impl Strategy<Value = Seek> {
    let range = option::of((1_000..1_600i32, 1_400..2_000i32));
    let who = (0..12u8, 1_000..2_000i32, hash_set(0..12u8, 0..4));
    let what = (0..4usize, range, option::of(1..=8u8), option::weighted(0.2, 1..40u128));
    (who, what).prop_map(|((number, rating, blocked), (mode, range, computers, wants))| Seek {
        game: game(Mode::ALL[mode]),
        blocks: blocked.into_iter().map(user).collect(),
        range: range.map_or(RatingRange::ALL, |(min, max)| RatingRange { min, max: max.max(min) }),
        computers,
        wants: wants.map(|id| SeekId(Uuid::from_u128(id))),
        ..seek(0, number, rating, 0)
    })
}

fn a_step() -> impl Strategy<Value = Step> {
    prop_oneof![
        6 => a_seek().prop_map(|seek| Step::Enter(Box::new(seek))),
        1 => (0..12u8).prop_map(Step::Leave),
        2 => (0..15u64).prop_map(Step::Wait),
    ]
}

/// Checks a pairing, and that its seeks were in the pool; removes them from the model.
fn check(
    pairing: &Pairing,
    waiting: &mut HashMap<UserId, Seek>,
    now: Timestamp,
) -> Result<(), TestCaseError> {
    let seeks: Vec<_> = pairing.seeks().collect();
    prop_assert_eq!(pairing.seats.len(), pairing.game.mode.seats());
    for seek in &seeks {
        let known = waiting.remove(&seek.user());
        prop_assert_eq!(known.as_ref(), Some(*seek), "no seek is paired twice, or without waiting");
        prop_assert_eq!(seek.game, pairing.game);
    }
    let is_two = pairing.game.mode == Mode::Two;
    for (place, one) in seeks.iter().enumerate() {
        for other in &seeks[place + 1..] {
            prop_assert!(!one.blocks.contains(&other.user()) && !other.blocks.contains(&one.user()));
            prop_assert!(one.range.contains(other.rating) && other.range.contains(one.rating));
            let window = |seek: &Seek| RULES.window.after(now.since(seek.since));
            let near = one.rating_gap(other) <= window(one).min(window(other));
            prop_assert!(near || one.is_chosen(other), "windows are respected");
        }
    }
    if seeks.len() < pairing.seats.len() {
        prop_assert!(seeks.iter().all(|seek| seek.computers.is_some()));
        let waited = seeks.iter().map(|seek| now.since(seek.since)).max();
        prop_assert!(waited >= Some(RULES.computers_after) && (!is_two || seeks.len() == 1));
    }
    Ok(())
}

proptest! {
    #[test]
    fn random_pairings_are_valid_and_complete(
        steps in vec(a_step(), 1..120),
    ) {
        let mut pool = SeekPool::new(RULES);
        let mut waiting: HashMap<UserId, Seek> = HashMap::new();
        let mut now = 0;
        for (number, step) in steps.into_iter().enumerate() {
            match step {
                Step::Enter(seek) => {
                    let seek = Seek { id: SeekId(Uuid::from_u128(number as u128 + 1)), since: at(now), ..*seek };
                    let before = waiting.insert(seek.user(), seek.clone());
                    prop_assert_eq!(pool.enter(seek.clone()), before);
                    if let Some(pairing) = pool.pair_with(seek.id, at(now)) {
                        prop_assert!(pairing.seeks().any(|paired| paired.id == seek.id));
                        check(&pairing, &mut waiting, at(now))?;
                        pool.record(&pairing);
                    }
                }
                Step::Leave(number) => {
                    let left = waiting.remove(&user(number));
                    if let Some(seek) = left {
                        prop_assert_eq!(pool.leave(seek.id), Some(seek));
                    }
                }
                Step::Wait(seconds) => {
                    now += seconds;
                    for pairing in pool.pair(at(now)) {
                        check(&pairing, &mut waiting, at(now))?;
                        pool.record(&pairing);
                    }
                }
            }
            prop_assert_eq!(pool.len(), waiting.len());
        }
        // Every window has reached its maximum.
        loop {
            let pairings = pool.pair(at(now + 100_000));
            for pairing in &pairings {
                check(pairing, &mut waiting, at(now + 100_000))?;
                pool.record(pairing);
            }
            if pairings.is_empty() {
                break;
            }
        }
        for one in waiting.values().filter(|seek| seek.game.mode == Mode::Two) {
            prop_assert!(waiting.values().all(|other| !one.could_play(other)), "{:?} could play", one);
        }
        prop_assert!(waiting.values().all(|seek| seek.computers.is_none()), "computers were agreed to");
    }
}
