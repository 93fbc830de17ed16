//! Tables of three, with about equal numbers of meetings between all players.
//!
//! Designs in which all players meet exactly once, without byes, exist for 3, 9, 15, 21… players (Kirkman's schoolgirls). For other numbers
//! there is none, so this searches for the most even design within its time: it fills rounds, exchanges two players as long as that makes
//! the meetings more even, and restarts several times. It works for any number without special cases, and uses a fixed seed for randomness.

use fastrand::Rng;

/// Maximum additional rounds, beyond the minimum in which all players could meet.
const ROUNDS_MORE: usize = 3;

/// Returns the rounds for `count` players and `cycles` cycles; in each cycle all players move to the next seat.
pub(super) fn schedule(count: usize, cycles: u8) -> Vec<Vec<Vec<u16>>> {
    if count < 3 {
        return Vec::new();
    }
    let once = most_even(count);
    seat(&once, count, cycles)
}

/// Tables by round.
type Rounds = Vec<Vec<[u16; 3]>>;

/// Unevenness of a design; less is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Imbalance {
    /// Number of pairs that do not meet.
    missing: usize,
    /// Difference between the most and the fewest games of a player.
    games: u32,
    /// Difference between the most and the fewest meetings of a pair.
    meetings: u32,
    /// Number of rounds.
    rounds: usize,
}

fn most_even(count: usize) -> Rounds {
    let tables = count / 3;
    let min = (count * (count - 1) / 2).div_ceil(3 * tables);
    // With more players, an attempt takes longer, and a further attempt gains less.
    let attempts = (1_000 / (count * count)).max(2) as u64;
    let mut best: Option<(Imbalance, Rounds)> = None;
    for rounds in min..=min + ROUNDS_MORE {
        for attempt in 0..attempts {
            let seed = (count as u64) << 32 | (rounds as u64) << 16 | attempt;
            let found = search(count, rounds, &mut Rng::with_seed(seed));
            let uneven = unevenness(count, &found);
            let as_even_as_can_be = uneven.missing == 0 && uneven.games == 0 && uneven.meetings == 0;
            if best.as_ref().is_none_or(|(min, _)| uneven < *min) {
                best = Some((uneven, found));
            }
            if as_even_as_can_be {
                return best.map(|(_, rounds)| rounds).unwrap_or_default();
            }
        }
    }
    best.map(|(_, rounds)| rounds).unwrap_or_default()
}

fn unevenness(count: usize, rounds: &Rounds) -> Imbalance {
    let meetings = Meetings::of(count, rounds);
    let mut plays = vec![0_u32; count];
    for &player in rounds.iter().flatten().flatten() {
        plays[usize::from(player)] += 1;
    }
    let spread = |min: Option<u32>, max: Option<u32>| max.unwrap_or(0) - min.unwrap_or(0);
    Imbalance {
        missing: meetings.pairs().filter(|&met| met == 0).count(),
        games: spread(plays.iter().min().copied(), plays.iter().max().copied()),
        meetings: spread(meetings.pairs().min(), meetings.pairs().max()),
        rounds: rounds.len(),
    }
}

/// Starts with a random order of the players in each round: those at the end sit out, in turns. Swaps two players of a round while that
/// improves the design.
fn search(count: usize, rounds: usize, rng: &mut Rng) -> Rounds {
    let seats = count / 3 * 3;
    let mut lines: Vec<Vec<u16>> = Vec::new();
    let mut rests = vec![0_u32; count];
    for _ in 0..rounds {
        let mut line: Vec<u16> = (0..count as u16).collect();
        rng.shuffle(&mut line);
        // The players who have sat out least often do so now.
        line.sort_by_key(|&player| std::cmp::Reverse(rests[usize::from(player)]));
        for &player in &line[seats..] {
            rests[usize::from(player)] += 1;
        }
        rng.shuffle(&mut line[..seats]);
        lines.push(line);
    }
    let mut meetings = Meetings::of(count, &tables(&lines, seats));
    for temperature in (0..40_u32).rev() {
        let mut changed = false;
        for line in &mut lines {
            for one in 0..seats {
                for other in one / 3 * 3 + 3..seats {
                    let gain = meetings.exchange(line, one, other);
                    // Early on, some steps with a small cost are accepted: they lead out of local optima.
                    let taken = gain > 0 || (gain >= -2 && rng.u32(..400) < temperature);
                    if taken {
                        changed |= gain > 0;
                    } else {
                        meetings.exchange(line, one, other);
                    }
                }
            }
        }
        if !changed && temperature == 0 {
            break;
        }
    }
    tables(&lines, seats)
}

fn tables(lines: &[Vec<u16>], seats: usize) -> Rounds {
    let table = |three: &[u16]| [three[0], three[1], three[2]];
    lines.iter().map(|line| line[..seats].chunks_exact(3).map(table).collect()).collect()
}

/// Number of meetings of each pair.
struct Meetings {
    count: usize,
    met: Vec<u32>,
}

impl Meetings {
    fn of(count: usize, rounds: &Rounds) -> Self {
        let mut meetings = Self { count, met: vec![0; count * count] };
        for &[one, other, third] in rounds.iter().flatten() {
            for (one, other) in [(one, other), (other, third), (third, one)] {
                meetings.add(one, other, 1);
            }
        }
        meetings
    }

    fn add(&mut self, one: u16, other: u16, more: i32) {
        let (one, other) = (usize::from(one), usize::from(other));
        for place in [one * self.count + other, other * self.count + one] {
            self.met[place] = self.met[place].wrapping_add_signed(more);
        }
    }

    fn pairs(&self) -> impl Iterator<Item = u32> {
        let count = self.count;
        (0..count).flat_map(move |one| (one + 1..count).map(move |other| self.met[one * count + other]))
    }

    /// Swaps two players of different tables; returns by how much the cost falls.
    fn exchange(&mut self, line: &mut [u16], one: usize, other: usize) -> i64 {
        let partners = |place: usize| {
            let table = place / 3 * 3;
            let (first, second) = (table + (place + 1) % 3, table + (place + 2) % 3);
            [first, second]
        };
        let mut gain = 0;
        for (player, leaves, joins) in [(line[one], one, other), (line[other], other, one)] {
            for (places, more) in [(partners(leaves), -1_i32), (partners(joins), 1)] {
                for partner in places.map(|place| line[place]) {
                    let met = i64::from(self.met[usize::from(player) * self.count + usize::from(partner)]);
                    // (m ± 1)² − m² = ±2m + 1
                    gain -= 2 * met * i64::from(more) + 1;
                    self.add(player, partner, more);
                }
            }
        }
        line.swap(one, other);
        gain
    }
}

/// Assigns seats at each table in turns, so that each player has each seat about equally often.
fn seat(once: &Rounds, count: usize, cycles: u8) -> Vec<Vec<Vec<u16>>> {
    const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]];
    let mut sat = vec![[0_u32; 3]; count];
    let mut rounds = Vec::new();
    for _ in 0..cycles {
        for round in once {
            let seated = round.iter().map(|table| {
                let cost = |order: &&[usize; 3]| -> u32 {
                    (0..3).map(|seat| sat[usize::from(table[order[seat]])][seat].pow(2)).sum::<u32>()
                };
                // The cost of a seat grows with its previous uses by the player: 2m + 1 each, of which only the sum of m differs.
                let weight = |order: &&[usize; 3]| -> (u32, u32) {
                    let sum = (0..3).map(|seat| sat[usize::from(table[order[seat]])][seat]).sum();
                    (sum, cost(order))
                };
                let order = ORDERS.iter().min_by_key(weight).unwrap_or(&ORDERS[0]);
                let table: Vec<u16> = order.iter().map(|&place| table[place]).collect();
                for (seat, &player) in table.iter().enumerate() {
                    sat[usize::from(player)][seat] += 1;
                }
                table
            });
            rounds.push(seated.collect());
        }
    }
    rounds
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the number of pairs that do not meet, the difference in games between players, and the difference in meetings between pairs.
    fn uneven(count: usize) -> (usize, u32, u32) {
        let Imbalance { missing, games, meetings, .. } = unevenness(count, &most_even(count));
        (missing, games, meetings)
    }

    #[test]
    fn three_four_and_nine_meet_as_evenly_as_can_be() {
        assert_eq!(most_even(3).len(), 1);
        assert_eq!((most_even(4).len(), uneven(4)), (4, (0, 0, 0)), "each sits out once");
        assert_eq!((most_even(9).len(), uneven(9)), (4, (0, 0, 0)), "Kirkman's design for nine");
    }

    #[test]
    fn tables_of_three_meet_evenly() {
        for count in 3..=15 {
            let (missing, games, meetings) = uneven(count);
            assert!(missing == 0 && games <= 1 && meetings <= 2, "{count}: {missing}, {games}, {meetings}");
        }
    }

    #[test]
    fn players_get_each_seat_about_equally_often() {
        for count in [3, 4, 6, 9, 12] {
            let rounds = schedule(count, 3);
            for player in 0..count as u16 {
                let sat: Vec<_> = (0..3)
                    .map(|seat| rounds.iter().flatten().filter(|table| table[seat] == player).count())
                    .collect();
                assert!(
                    sat.iter().max().unwrap() - sat.iter().min().unwrap() <= 2,
                    "{player} of {count}: {sat:?}"
                );
            }
        }
    }
}
