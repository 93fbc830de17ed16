//! Knockout: the loser of a match is eliminated.

use crate::bracket::{self, Plan, PlannedMatch, Source};
use crate::{BracketPart, Tournament};

/// Returns the bracket of a knockout with `count` participants.
pub(crate) fn plan(count: usize, third_place: bool) -> Plan {
    let levels = bracket::levels(count);
    let mut plan = vec![bracket::first_round(count)];
    for round in 1..levels {
        plan.push(bracket::next_round(BracketPart::Winners, round - 1, 0, 1 << (levels - 1 - round)));
    }
    if third_place && levels > 1 {
        let players = [0, 1].map(|index| Source::loser(levels - 2, index));
        plan[levels - 1].push(PlannedMatch { part: BracketPart::ThirdPlace, players });
    }
    plan
}

impl Tournament {
    /// Progress of each participant in a knockout, by number: four times the round of their last match, and two more if they won it. The
    /// match for the third place ranks between the semi-finals and the final.
    pub(crate) fn reached_in_knockout(&self) -> Vec<u32> {
        let mut reached = vec![0; self.participants().len()];
        for round in self.rounds().iter().skip(self.group_rounds()) {
            for bye in &round.byes {
                reached[bye.participant.index()] = round.number * 4;
            }
        }
        for one in self.bracket_matches() {
            for (player, won) in one.sides() {
                let won = u32::from(won);
                let here = match one.part {
                    BracketPart::ThirdPlace => one.round * 4 - 2 + won,
                    _ => one.round * 4 + 2 * won,
                };
                let before = &mut reached[player.index()];
                *before = here.max(*before);
            }
        }
        reached
    }
}
