//! The places of the groups' best participants in the bracket.

use crate::bracket;
use crate::matching::{FORBIDDEN, min_cost_pairing};

/// Returns for each seed of the bracket the group and the rank in it, both from 0. The winners of the groups are the highest seeds, then
/// the seconds follow, and so on. In each rank, a matching assigns the groups to the seeds so that participants of one group meet as late as
/// possible. Of equal assignments it takes the usual one, in which the winner of the first group meets the second of the second group.
pub(super) fn places(groups: usize, advance: usize) -> Vec<(usize, usize)> {
    let mut seeds: Vec<(usize, usize)> = (0..groups).map(|group| (group, 0)).collect();
    let count = groups * advance;
    for rank in 1..advance {
        let first = rank * groups;
        let cost = |one: usize, other: usize| {
            if one >= groups || other < groups {
                return FORBIDDEN;
            }
            let (group, seed) = (one, first + other - groups);
            let meetings = seeds.iter().enumerate().filter(|(_, (earlier, _))| *earlier == group);
            // A meeting a round earlier outweighs all meetings of later rounds.
            let early: i128 =
                meetings.map(|(earlier, _)| 1 << (8 * (8 - bracket::meeting(count, earlier, seed)))).sum();
            let usual = bracket::opponent(count, seed).abs_diff(group ^ 1);
            (early << 16) + usual as i128
        };
        let pairs = min_cost_pairing(2 * groups, cost);
        let mut groups_of_rank = vec![0; groups];
        for [one, other] in pairs {
            groups_of_rank[one.max(other) - groups] = one.min(other);
        }
        seeds.extend(groups_of_rank.into_iter().map(|group| (group, rank)));
    }
    seeds
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(groups: usize, advance: usize) -> Vec<String> {
        let name = |(group, rank): (usize, usize)| format!("{}{}", char::from(b'A' + group as u8), rank + 1);
        places(groups, advance).into_iter().map(name).collect()
    }

    #[test]
    fn winners_meet_the_seconds_of_other_groups() {
        assert_eq!(names(2, 2), ["A1", "B1", "A2", "B2"]);
        assert_eq!(names(4, 2), ["A1", "B1", "C1", "D1", "C2", "D2", "A2", "B2"]);
    }

    #[test]
    fn players_of_a_group_meet_as_late_as_possible() {
        for groups in 2..=32 {
            for advance in 1..=4 {
                let places = places(groups, advance);
                let count = groups * advance;
                let last = bracket::levels(count);
                for (seed, &(group, rank)) in places.iter().enumerate() {
                    for (other, _) in
                        places.iter().enumerate().skip(seed + 1).filter(|(_, one)| one.0 == group)
                    {
                        let round = bracket::meeting(count, seed, other);
                        let expected = if advance == 2 { last } else { last.saturating_sub(2).max(2) };
                        assert!(
                            round >= expected,
                            "{groups} groups, {advance} advance: {group} {rank} in {round}"
                        );
                    }
                }
                let mut all = places;
                all.sort_unstable();
                all.dedup();
                assert_eq!(all.len(), count);
            }
        }
    }
}
