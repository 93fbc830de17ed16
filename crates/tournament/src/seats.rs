//! Seats at a table.

use crate::ParticipantId;

/// Assigns the seats of a table: each participant, given with the number of their games on each seat, gets the seat on which they sat less
/// often than on the others.
pub(crate) fn seated(table: &[(ParticipantId, [i32; 3])]) -> Vec<ParticipantId> {
    let mut left = table.to_vec();
    let mut seated = Vec::with_capacity(table.len());
    for seat in 0..table.len() {
        // The participant who sat here least, relative to their games on other seats.
        let share = |sat: &[i32; 3]| sat[seat] * table.len() as i32 - sat.iter().sum::<i32>();
        let next = (0..left.len()).min_by_key(|&place| share(&left[place].1)).unwrap_or_default();
        seated.push(left.remove(next).0);
    }
    seated
}
