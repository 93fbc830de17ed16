//! Berger's tables for games of two sides.

/// Returns the rounds for `count` participants and `cycles` cycles. Each cycle reverses the colours of the previous one.
///
/// The tables come from the FIDE Handbook (C.05 annex 1). Before another cycle the last two rounds are swapped, as it recommends, so
/// that no player has the same colour three times in a row.
pub(super) fn schedule(count: usize, cycles: u8) -> Vec<Vec<Vec<u16>>> {
    let places = count + count % 2;
    if places < 2 {
        return Vec::new();
    }
    let mut rounds = Vec::new();
    for cycle in 0..cycles {
        let mut tables: Vec<_> = (0..places - 1).map(|round| one(places, round, cycle % 2 == 1)).collect();
        if cycle + 1 < cycles && places > 2 {
            tables.swap(places - 3, places - 2);
        }
        rounds.extend(tables);
    }
    rounds
}

/// Returns one round for an even number of places. The last place is fixed, all others rotate in steps of half of the number.
fn one(places: usize, round: usize, reversed: bool) -> Vec<Vec<u16>> {
    let (last, half) = (places - 1, places / 2);
    let top = round * half % last;
    let with_last = if round.is_multiple_of(2) { [top, last] } else { [last, top] };
    let others = (1..half).map(|step| [(top + step) % last, (top + last - step) % last]);
    let pairs = std::iter::once(with_last).chain(others);
    pairs
        .map(|[one, other]| {
            if reversed { [other, one] } else { [one, other] }.map(|place| place as u16).to_vec()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_those_of_the_handbook() {
        let one_based = |rounds: Vec<Vec<Vec<u16>>>| -> Vec<String> {
            let pair = |pair: &Vec<u16>| format!("{}-{}", pair[0] + 1, pair[1] + 1);
            rounds.iter().map(|round| round.iter().map(pair).collect::<Vec<_>>().join(" ")).collect()
        };
        assert_eq!(one_based(schedule(4, 1)), ["1-4 2-3", "4-3 1-2", "2-4 3-1"]);
        assert_eq!(
            one_based(schedule(6, 1)),
            ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"]
        );
        assert_eq!(one_based(schedule(3, 1)), one_based(schedule(4, 1)), "the fourth place is free");
    }

    #[test]
    fn each_pair_meets_once_per_cycle() {
        for count in 2..=20_u16 {
            for cycles in 1..=4 {
                let rounds = schedule(count.into(), cycles);
                let games: Vec<_> = rounds.iter().flatten().collect();
                for one in 0..count {
                    for other in 0..count {
                        let met = games.iter().filter(|game| game[0] == one && game[1] == other).count();
                        let back = games.iter().filter(|game| game[0] == other && game[1] == one).count();
                        if one != other {
                            assert_eq!(met + back, usize::from(cycles), "{one} and {other} of {count}");
                            assert!(met.abs_diff(back) <= 1, "{one} and {other} of {count}");
                        }
                    }
                }
                for round in &rounds {
                    let mut places: Vec<_> = round.iter().flatten().copied().collect();
                    places.sort_unstable();
                    assert_eq!(places, (0..count + count % 2).collect::<Vec<_>>());
                }
            }
        }
    }

    #[test]
    fn no_player_begins_three_times_in_a_row() {
        for count in [4_u16, 6, 8, 10, 16] {
            let rounds = schedule(count.into(), 2);
            for place in 0..count {
                let begins: Vec<_> =
                    rounds.iter().map(|round| round.iter().any(|game| game[0] == place)).collect();
                assert!(
                    begins.windows(3).all(|run| run[0] != run[1] || run[1] != run[2]),
                    "{place} of {count}"
                );
            }
        }
    }
}
