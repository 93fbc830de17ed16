//! Pairing of a Swiss round.
//!
//! All pairs of a round are chosen together with the minimum total cost. A pair that a director has forbidden is never made. Each cost
//! outweighs any sum of the costs below it, in this order:
//!
//! 1. two participants who have already met;
//! 2. a pair in which a participant would get a colour for the third time in a row, or three times more often than the other colour;
//! 3. a bye for a participant who already had one;
//! 4. a pair from different score groups: by the square of the difference, so that several small floats are better than a large one;
//! 5. a participant who does not get their claimed colour; a claim from a difference costs more than one from turns;
//! 6. a participant who floats in the same direction as in the last round, or the one before;
//! 7. the distance from the regular order, in which the upper half of a score group meets its lower half, best against best.

use super::pairing_history::{Float, Player};
use crate::ParticipantId;
use crate::matching::{FORBIDDEN, min_cost_pairing};

/// Factors of the parts of a cost. Each leaves room for the sum of the part below over all pairs of a round.
const ORDER: i128 = 1 << 20;
const FLOAT_AGAIN: i128 = ORDER << 31;
const COLOR: i128 = FLOAT_AGAIN << 13;
const FLOAT: i128 = COLOR << 11;
const BYE_AGAIN: i128 = FLOAT << 23;
const COLOR_FORBIDDEN: i128 = BYE_AGAIN << 2;
const MET: i128 = COLOR_FORBIDDEN << 10;

/// A player's position in their score group.
#[derive(Debug, Clone, Copy)]
struct Place {
    from_top: i128,
    from_bottom: i128,
}

/// Pairs players who are given in their order: the first of each pair starts. With an odd number, one player is left over. As many as
/// possible are paired without a forbidden pair; if that is not possible for all, the others are missing in the result.
pub(super) fn pair(
    players: &[Player<'_>],
    is_forbidden: impl Fn(ParticipantId, ParticipantId) -> bool,
) -> (Vec<[ParticipantId; 2]>, Option<ParticipantId>) {
    let places = places(players);
    let even = players.len() + players.len() % 2;
    let lowest = players.last().map_or(0, |player| player.points);
    let cost = |one: usize, other: usize| {
        if other == players.len() {
            bye_cost(&players[one], places[one], lowest)
        } else if is_forbidden(players[one].id, players[other].id) {
            FORBIDDEN
        } else {
            cost(&players[one], &players[other], places[one], places[other])
        }
    };
    let mut pairs = Vec::with_capacity(even / 2);
    let mut alone = None;
    for [one, other] in min_cost_pairing(even, cost) {
        if other == players.len() {
            alone = Some(players[one].id);
        } else {
            pairs.push(colored(&players[one], &players[other]));
        }
    }
    (pairs, alone)
}

/// Returns the pair with the player who moves first in front. In the first round colours alternate down the list.
fn colored(better: &Player<'_>, other: &Player<'_>) -> [ParticipantId; 2] {
    let turn = better.seed.is_multiple_of(2);
    if better.past.colors.begins(&other.past.colors, turn) {
        [better.id, other.id]
    } else {
        [other.id, better.id]
    }
}

fn places(players: &[Player<'_>]) -> Vec<Place> {
    let groups = players.chunk_by(|one, next| one.points == next.points);
    groups
        .flat_map(|group| {
            let last = group.len() - 1;
            (0..group.len())
                .map(move |place| Place { from_top: place as i128, from_bottom: (last - place) as i128 })
        })
        .collect()
}

fn cost(one: &Player<'_>, other: &Player<'_>, place: Place, other_place: Place) -> i128 {
    let mut cost = 0;
    if one.past.met.contains(&other.id) {
        cost += MET;
    }
    let clash = one.past.colors.clash(&other.past.colors);
    if clash > 2 {
        cost += COLOR_FORBIDDEN;
    }
    cost += COLOR * i128::from(clash);
    let difference = i128::from(one.points) - i128::from(other.points);
    cost += FLOAT * difference * difference;
    if difference == 0 {
        let size = place.from_top + place.from_bottom + 1;
        let half = size / 2;
        let off = other_place.from_top - place.from_top - half;
        // Two players of the same half meet only if no order of the other half helps.
        let exchanged = (place.from_top < half) == (other_place.from_top < half);
        cost += ORDER * (off * off + i128::from(exchanged) * size * size);
    } else {
        cost += FLOAT_AGAIN * (again(one, Float::Down) + again(other, Float::Up));
        cost += ORDER * (place.from_bottom * place.from_bottom + other_place.from_top * other_place.from_top);
    }
    cost + by_chance(one.id, other.id)
}

fn bye_cost(player: &Player<'_>, place: Place, lowest: u32) -> i128 {
    let difference = i128::from(player.points) - i128::from(lowest) + 1;
    let again_bye = i128::from(player.past.had_bye) * BYE_AGAIN;
    again_bye
        + FLOAT * difference * difference
        + FLOAT_AGAIN * again(player, Float::Down)
        + ORDER * place.from_bottom * place.from_bottom
}

/// Returns 2 for the same float in the last round, 1 for the round before, 3 for both.
fn again(player: &Player<'_>, float: Float) -> i128 {
    let [last, before] = player.past.floats.map(|past| i128::from(past == Some(float)));
    2 * last + before
}

/// A small random cost, to separate pairings of equal cost: otherwise the result would depend on the order of the search.
fn by_chance(one: ParticipantId, other: ParticipantId) -> i128 {
    let mixed = (u64::from(one.0) << 32 | u64::from(other.0)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    i128::from(mixed >> 54)
}
