//! Positions of the seeds in the first round.

/// Returns the seeds, from 0, from the top of the bracket to its bottom. `size` is a power of two. The first two seeds can meet only in the
/// final, the first four not before the semi-finals, and so on. Seeds beyond the last participant are byes, so the strongest participants
/// get them.
pub(super) fn places(size: usize) -> Vec<usize> {
    let mut places = vec![0];
    while places.len() < size {
        let last = places.len() * 2 - 1;
        places = places.iter().flat_map(|&seed| [seed, last - seed]).collect();
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_strongest_meet_last() {
        assert_eq!(places(2), [0, 1]);
        assert_eq!(places(8), [0, 7, 3, 4, 1, 6, 2, 5]);
    }
}
