//! Where the losers of the winners' bracket enter the losers' bracket, so that players who have met meet again as late as possible.

/// Returns the crossing of a level of the winners' bracket, from 2: the loser of match `i` enters the losers' bracket at place
/// `i ^ crossing`. A bracket of `2^levels` places has `2^(levels - level)` of these matches.
///
/// A player who enters can meet an opponent of each earlier level again. How long that takes depends on the highest bit in which their
/// places differ. The crossing makes the shortest of these ways as long as possible; then the ways to the latest opponents; then it
/// moves the players as far as possible. The first crossing reverses the order: then the byes of the losers' bracket go to players who had
/// none, as far as there are such players.
pub(super) fn crossing(levels: usize, level: usize) -> usize {
    let mut crossings = vec![0, 0];
    for level in 2..=level {
        let ways = |crossing: usize| {
            let way = |earlier: usize| {
                let difference: usize = crossing ^ (crossings[earlier] >> (level - earlier));
                usize::BITS - difference.leading_zeros()
            };
            let ways: Vec<u32> = (1..level).rev().map(way).collect();
            (ways.iter().min().copied(), ways, crossing)
        };
        crossings.push((0..1 << (levels - level)).max_by_key(|&crossing| ways(crossing)).unwrap_or(0));
    }
    crossings[level]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_crossings_of_the_common_sizes() {
        let of = |levels: usize| (2..=levels).map(|level| crossing(levels, level)).collect::<Vec<_>>();
        assert_eq!(of(2), [0]);
        assert_eq!(of(3), [1, 0]);
        assert_eq!(of(4), [3, 0, 0]);
        assert_eq!(of(5), [7, 1, 1, 0]);
    }
}
