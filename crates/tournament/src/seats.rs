//! Seats at a table.

use crate::ParticipantId;

/// The orders in which two or three participants can sit.
const ORDERS: [&[[usize; 3]]; 2] =
    [&[[0, 1, 2], [1, 0, 2]], &[[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]]];

/// Assigns the seats of a table to two or three participants, given with the number of their games on each seat: in the order in which they
/// sit where they sat least often, relative to their games on other seats.
pub(crate) fn seated(table: &[(ParticipantId, [i32; 3])]) -> Vec<ParticipantId> {
    let count = table.len();
    let share = |(place, seat): (usize, usize)| {
        let sat = table[place].1;
        sat[seat] * count as i32 - sat.iter().sum::<i32>()
    };
    let seats = |order: &[usize; 3]| order.iter().copied().take(count).zip(0..).collect::<Vec<_>>();
    let cost = |order: &&[usize; 3]| seats(order).into_iter().map(share).sum::<i32>();
    let best = ORDERS[count - 2].iter().min_by_key(cost).unwrap_or(&ORDERS[1][0]);
    seats(best).into_iter().map(|(place, _)| table[place].0).collect()
}
