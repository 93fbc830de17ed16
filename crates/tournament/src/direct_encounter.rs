//! The direct encounter: the results among tied participants (FIDE Handbook C.07, article 6).

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::ParticipantId;
use crate::standings::Entry;

/// Divisor of the mean points of a pair that has met more than once: the least common multiple of all numbers of games to 16.
const MEAN_SCALE: u64 = 720_720;

/// Orders tied participants by the games among them: each list has participants who remain tied. `entries` has the results of all
/// participants by number, and `win_points` the most that a missing game could bring.
pub(crate) fn order(
    tied: &[ParticipantId],
    entries: &[Vec<Entry>],
    win_points: u32,
) -> Vec<Vec<ParticipantId>> {
    let mut table = table(tied, entries, win_points);
    if table.iter().all(Row::is_complete) {
        // All have met: the points decide (6.2).
        table.sort_by_key(|row| Reverse(row.points));
        let runs: Vec<_> = table.chunk_by(|one, next| one.points == next.points).map(ids).collect();
        return match runs.len() {
            1 => runs,
            _ => runs.iter().flat_map(|run| order(run, entries, win_points)).collect(),
        };
    }
    // The first place is decided if no result of a missing game could change it; then the second, and so on (6.3).
    let mut decided = Vec::new();
    while let Some(at) = leader(&table) {
        decided.push(vec![table.remove(at).id]);
    }
    if !table.is_empty() {
        let rest = ids(&table);
        if decided.is_empty() {
            decided.push(rest);
        } else {
            decided.extend(order(&rest, entries, win_points));
        }
    }
    decided
}

/// A tied participant's results against the others.
struct Row {
    id: ParticipantId,
    /// Points, as multiples of `1 / MEAN_SCALE`.
    points: u64,
    /// Points if all missing games were won.
    max: u64,
}

impl Row {
    fn is_complete(&self) -> bool {
        self.points == self.max
    }
}

fn ids(rows: &[Row]) -> Vec<ParticipantId> {
    rows.iter().map(|row| row.id).collect()
}

fn table(tied: &[ParticipantId], entries: &[Vec<Entry>], win_points: u32) -> Vec<Row> {
    let row = |&id: &ParticipantId| {
        let mut met: BTreeMap<ParticipantId, (u64, u64)> = BTreeMap::new();
        for entry in &entries[id.index()] {
            for other in entry.opponents.iter().filter(|other| tied.contains(other)) {
                let (points, games) = met.entry(*other).or_default();
                *points += u64::from(entry.points);
                *games += 1;
            }
        }
        // The mean of the games with an opponent counts (6.1.2).
        let points = met.values().map(|(points, games)| points * MEAN_SCALE / games).sum();
        let missing = (tied.len() - 1 - met.len()) as u64;
        Row { id, points, max: points + missing * u64::from(win_points) * MEAN_SCALE }
    };
    tied.iter().map(row).collect()
}

/// Returns the index of the participant who stays ahead of all others whatever the results of the missing games are.
fn leader(table: &[Row]) -> Option<usize> {
    let best = (0..table.len()).max_by_key(|&at| table[at].points)?;
    let is_behind = |at: usize| table[at].max < table[best].points;
    (0..table.len()).all(|at| at == best || is_behind(at)).then_some(best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::standings::{GameScore, RoundEnd};

    /// Results of games: the first participant's points, and the second's.
    fn entries(games: &[(u32, u32, u32, u32)]) -> Vec<Vec<Entry>> {
        let mut entries = vec![Vec::new(); 10];
        for &(one, other, points, points_of_other) in games {
            for (id, opponent, points) in [(one, other, points), (other, one, points_of_other)] {
                entries[ParticipantId(id).index()].push(Entry {
                    round: 1,
                    opponents: vec![ParticipantId(opponent)],
                    points,
                    end: RoundEnd::Game(GameScore::Drawn),
                    marbles: 0,
                });
            }
        }
        entries
    }

    fn ordered(tied: &[u32], games: &[(u32, u32, u32, u32)]) -> Vec<Vec<u32>> {
        let tied: Vec<_> = tied.iter().copied().map(ParticipantId).collect();
        let order = order(&tied, &entries(games), 2);
        order.into_iter().map(|run| run.into_iter().map(|id| id.0).collect()).collect()
    }

    #[test]
    fn those_still_tied_are_compared_again() {
        // 1 has won against 2 and 3 and drawn with 4; 2, 3 and 4 have as many points, and 2 has won against 3 and 4.
        let games = [(1, 2, 2, 0), (1, 3, 2, 0), (1, 4, 1, 1), (2, 3, 2, 0), (2, 4, 0, 2), (3, 4, 2, 0)];
        assert_eq!(ordered(&[4, 3, 2, 1], &games), [vec![1], vec![4], vec![2], vec![3]]);
        let circle = [(1, 2, 2, 0), (2, 3, 2, 0), (3, 1, 2, 0)];
        assert_eq!(ordered(&[1, 2, 3], &circle), [vec![1, 2, 3]], "nothing is decided");
    }

    #[test]
    fn who_cannot_be_caught_is_first() {
        // 2 and 3 have not met.
        let games = [(1, 2, 1, 1), (1, 3, 2, 0)];
        assert_eq!(ordered(&[1, 2, 3], &games), [vec![1, 2, 3]], "2 could have as many points as 1");
        let games = [(1, 2, 2, 0), (1, 3, 2, 0)];
        assert_eq!(ordered(&[1, 2, 3], &games), [vec![1], vec![2, 3]]);
        let games = [(1, 2, 2, 0), (1, 3, 2, 0), (1, 4, 2, 0), (2, 3, 1, 1), (2, 4, 0, 2)];
        assert_eq!(ordered(&[1, 2, 3, 4], &games), [vec![1], vec![2, 3, 4]], "3 and 4 have not met");
        let games = [(1, 2, 2, 0), (1, 3, 2, 0), (1, 4, 2, 0), (2, 3, 2, 0), (2, 4, 2, 0)];
        assert_eq!(ordered(&[3, 4, 1, 2], &games), [vec![1], vec![2], vec![3, 4]]);
    }

    #[test]
    fn the_mean_of_several_games_counts() {
        // 1 has beaten 2 once and 3 once; 3 has beaten 2 three times and lost to 1.
        let games = [(1, 2, 2, 0), (1, 3, 2, 0), (3, 2, 2, 0), (3, 2, 2, 0), (3, 2, 2, 0)];
        assert_eq!(ordered(&[1, 2, 3], &games), [vec![1], vec![3], vec![2]]);
    }
}
