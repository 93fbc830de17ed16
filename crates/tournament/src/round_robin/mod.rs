//! Round robin: every participant plays every other participant.

mod berger;
mod tables_of_three;

use std::collections::BTreeSet;

use sumito_rules::Mode;

use crate::{Bye, ByeKind, Event, Format, ParticipantId, Tournament};

/// Returns the tables of each round for `count` participants: places from 0; the first of a table starts. With an odd number, a place
/// beyond the last is free, and the participant who would meet it has a bye.
pub(crate) fn schedule(mode: Mode, count: usize, cycles: u8) -> Vec<Vec<Vec<u16>>> {
    match mode {
        Mode::Three => tables_of_three::schedule(count, cycles),
        Mode::Two | Mode::Four | Mode::FourConsecutive => berger::schedule(count, cycles),
    }
}

impl Tournament {
    /// Pairs a round of the schedule. Tables of three with missing players are merged; leftover participants have a bye.
    pub(crate) fn pair_round_robin(&self, round: u32) -> Event {
        let tables = self.schedule().get(round as usize - 1).map_or(&[][..], Vec::as_slice);
        let sides = self.settings().sides();
        let in_round: Vec<Vec<ParticipantId>> = tables
            .iter()
            .map(|table| {
                table.iter().filter_map(|&place| self.seeds().get(usize::from(place)).copied()).collect()
            })
            .collect();
        let mut games: Vec<Vec<ParticipantId>> = Vec::new();
        let mut left_over = Vec::new();
        let scheduled: BTreeSet<ParticipantId> = in_round.iter().flatten().copied().collect();
        for mut table in in_round {
            if sides > 2 {
                table.retain(|&id| self.participant(id).is_some_and(crate::Participant::is_in));
            }
            if table.len() == sides { games.push(table) } else { left_over.extend(table) }
        }
        let chunks = left_over.chunks_exact(sides);
        let alone = chunks.remainder().to_vec();
        if sides > 2 {
            games.extend(chunks.map(<[_]>::to_vec));
        }
        let seated = |id: &ParticipantId| games.iter().flatten().any(|other| other == id);
        // A group that has played all of its rounds has no tables in this one.
        let is_over = |id: &ParticipantId| {
            let has_groups = matches!(self.settings().form, Format::Groups(_));
            has_groups && !scheduled.contains(id)
        };
        let idle = self.seeds().iter().copied().filter(|id| !seated(id) && !is_over(id));
        let mut out: Vec<_> = idle
            .filter(|&id| self.participant(id).is_some_and(|one| one.is_in() && one.since_round <= round))
            .collect();
        out.extend(alone.into_iter().filter(|id| !seated(id)));
        out.sort_unstable();
        out.dedup();
        let byes = out.into_iter().map(|participant| Bye { participant, kind: ByeKind::Full }).collect();
        Event::Paired { round, games: self.numbered(games), byes }
    }
}
