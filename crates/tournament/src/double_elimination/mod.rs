//! Double elimination: a participant is eliminated by the second lost match.
//!
//! The losers of the winners' bracket enter the losers' bracket. The winners of both brackets meet in the grand final. The rounds of both
//! brackets alternate so that a round needs only results of earlier rounds:
//!
//! ```text
//! round      1    2        3    4        5    6      7
//! winners    W1   W2            W3            F      R
//! losers          L1       L2   L3       L4
//! ```

mod crossing;

use crate::bracket::{self, Plan, PlannedMatch, Source};
use crate::{BracketPart, Membership, Tournament};

/// Returns the bracket of a double elimination with `count` participants. Its last round is the second match of the grand final, if `reset`
/// is true.
pub(crate) fn plan(count: usize, reset: bool) -> Plan {
    let levels = bracket::levels(count);
    let mut plan = Plan::new();
    plan.resize(2 * levels - 1, Vec::new());
    plan[0] = bracket::first_round(count);
    for level in 2..=levels {
        let matches = 1 << (levels - level);
        let (round, before) = (winners_round(level), winners_round(level - 1));
        plan[round] = bracket::next_round(BracketPart::Winners, before, 0, matches);
        // The losers' bracket halves itself; then the losers of this level of the winners' bracket enter it.
        let halved = if level == 2 {
            let losers = |place: usize| PlannedMatch {
                part: BracketPart::Losers,
                players: [0, 1].map(|side| Source::loser(0, 2 * place + side)),
            };
            (0..matches).map(losers).collect()
        } else {
            bracket::next_round(BracketPart::Losers, round - 1, 0, matches)
        };
        plan[round].extend(halved);
        let crossing = crossing::crossing(levels, level);
        let entering = |place: usize| PlannedMatch {
            part: BracketPart::Losers,
            players: [Source::winner(round, matches + place), Source::loser(round, place ^ crossing)],
        };
        plan[round + 1] = (0..matches).map(entering).collect();
    }
    let last = winners_round(levels);
    let challenger = if levels == 1 { Source::loser(0, 0) } else { Source::winner(last + 1, 0) };
    let players = [Source::winner(last, 0), challenger];
    plan.push(vec![PlannedMatch { part: BracketPart::Final, players }]);
    if reset {
        plan.push(vec![PlannedMatch { part: BracketPart::Reset, players }]);
    }
    plan
}

/// The index of the round in which a level of the winners' bracket is played. Levels count from 1.
fn winners_round(level: usize) -> usize {
    if level == 1 { 0 } else { 2 * level - 3 }
}

impl Tournament {
    /// Progress of each participant of a double elimination, by number: four times the round in which they were eliminated. A participant
    /// who continues has reached the current round, and two more; three more without a lost match.
    pub(crate) fn reached_in_double_elimination(&self) -> Vec<u32> {
        let count = self.participants().len();
        let (mut losses, mut last_loss) = (vec![0_u32; count], vec![0_u32; count]);
        for one in self.bracket_matches().iter().filter(|one| one.is_over) {
            for (player, _) in one.sides().filter(|&(_, won)| !won) {
                let index = player.index();
                // If neither player comes to a match, both are out. A grand final without a second match eliminates its loser.
                let is_out = one.winner.is_none() || (one.part == BracketPart::Final && !self.has_reset());
                losses[index] += if is_out { 2 } else { 1 };
                last_loss[index] = one.round;
            }
        }
        let round = self.rounds().len() as u32;
        let reached = |(index, one): (usize, &crate::Participant)| match (losses[index], one.standing) {
            _ if one.seed.is_none() => 0,
            (2.., _) => last_loss[index] * 4,
            (_, Membership::Gone | Membership::Withdrawn | Membership::Excluded) => round * 4 + 1,
            (1, Membership::In) => round * 4 + 2,
            (_, Membership::In) => round * 4 + 3,
        };
        self.participants().iter().enumerate().map(reached).collect()
    }

    fn has_reset(&self) -> bool {
        matches!(self.settings().form, crate::Format::DoubleElimination(form) if form.reset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bracket_of_eight_is_the_common_one() {
        let plan = plan(8, true);
        let names: Vec<Vec<String>> = plan
            .iter()
            .map(|round| {
                let name = |source: Source| match source {
                    Source::Seed(seed) => (seed + 1).to_string(),
                    Source::Winner(from) => format!("W{}.{}", from.round + 1, from.index + 1),
                    Source::Loser(from) => format!("L{}.{}", from.round + 1, from.index + 1),
                };
                round.iter().map(|one| format!("{}-{}", name(one.players[0]), name(one.players[1]))).collect()
            })
            .collect();
        assert_eq!(
            names,
            [
                vec!["1-8", "4-5", "2-7", "3-6"],
                vec!["W1.1-W1.2", "W1.3-W1.4", "L1.1-L1.2", "L1.3-L1.4"],
                vec!["W2.3-L2.2", "W2.4-L2.1"],
                vec!["W2.1-W2.2", "W3.1-W3.2"],
                vec!["W4.2-L4.1"],
                vec!["W4.1-W5.1"],
                vec!["W4.1-W5.1"],
            ]
        );
    }

    #[test]
    fn every_match_has_its_place() {
        for count in 2..=256 {
            let plan = plan(count, false);
            let size = count.next_power_of_two();
            let matches: usize = plan.iter().map(Vec::len).sum();
            assert_eq!(matches, 2 * size - 2, "{count}");
            assert_eq!(plan.len(), 2 * bracket::levels(count), "{count}");
            for (round, matches) in plan.iter().enumerate() {
                let earlier = |source: &Source| match source {
                    Source::Seed(_) => round == 0,
                    Source::Winner(from) | Source::Loser(from) => {
                        from.round < round && from.index < plan[from.round].len()
                    }
                };
                assert!(matches.iter().flat_map(|one| &one.players).all(earlier), "{count}");
            }
        }
    }
}
