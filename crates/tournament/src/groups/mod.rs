//! Groups and knockout: groups play round robins, and their best participants a knockout.

mod draw;

use crate::round_robin;
use crate::{Event, Groups, Membership, ParticipantId, Settings, Tournament};

/// The place of a participant in their group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct GroupPlace {
    /// The number of the group, from 1.
    pub group: u32,
    /// The place in the group, from 1; fully tied participants share it.
    pub place: u32,
}

/// Returns the index of the group of each of `count` seeds, in serpentine order: with three groups 0, 1, 2, 2, 1, 0, 0, 1 and so on.
pub(crate) fn serpentine(count: usize, groups: usize) -> Vec<usize> {
    let group = |seed: usize| {
        let (row, column) = (seed / groups, seed % groups);
        if row.is_multiple_of(2) { column } else { groups - 1 - column }
    };
    (0..count).map(group).collect()
}

/// Returns the tables of all groups by round, as places in the order of the seeds. Groups of fewer players end earlier. An index beyond the
/// last seed is free.
pub(crate) fn schedule(settings: &Settings, form: Groups, count: usize) -> Vec<Vec<Vec<u16>>> {
    let groups = usize::from(form.groups);
    let of_seed = serpentine(count, groups);
    let mut rounds: Vec<Vec<Vec<u16>>> = Vec::new();
    for group in 0..groups {
        let members: Vec<usize> = (0..count).filter(|&seed| of_seed[seed] == group).collect();
        let tables = round_robin::schedule(settings.mode(), members.len(), form.cycles);
        if rounds.len() < tables.len() {
            rounds.resize(tables.len(), Vec::new());
        }
        let seed = |place: u16| members.get(usize::from(place)).copied().unwrap_or(count) as u16;
        for (round, tables) in rounds.iter_mut().zip(tables) {
            round.extend(tables.into_iter().map(|table| table.into_iter().map(seed).collect::<Vec<_>>()));
        }
    }
    rounds
}

impl Tournament {
    /// The participants of each group, in the order of the seeds; empty before the start, and in other formats.
    pub(crate) fn groups(&self) -> Vec<Vec<ParticipantId>> {
        let crate::Format::Groups(form) = self.settings().form else { return Vec::new() };
        let mut groups = vec![Vec::new(); usize::from(form.groups)];
        let of_seed = serpentine(self.seeds().len(), groups.len());
        for (&id, group) in self.seeds().iter().zip(of_seed) {
            groups[group].push(id);
        }
        groups
    }

    /// Number of rounds before the bracket starts: the rounds of the groups.
    pub(crate) fn group_rounds(&self) -> usize {
        if matches!(self.settings().form, crate::Format::Groups(_)) { self.schedule().len() } else { 0 }
    }

    /// Determines the participants of the knockout: the best of each group who still take part.
    pub(crate) fn qualify(&self, form: Groups) -> Event {
        let is_in =
            |id: &ParticipantId| self.participant(*id).is_some_and(|one| one.standing == Membership::In);
        let best = |table: Vec<ParticipantId>| -> Vec<ParticipantId> {
            table.into_iter().filter(is_in).take(form.advance.into()).collect()
        };
        let best: Vec<Vec<ParticipantId>> = self.group_tables().into_iter().map(best).collect();
        let places = draw::places(form.groups.into(), form.advance.into());
        let entrant = |(group, rank): (usize, usize)| best[group].get(rank).copied();
        Event::Qualified { entrants: places.into_iter().map(entrant).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_wind_through_the_groups() {
        assert_eq!(serpentine(8, 3), [0, 1, 2, 2, 1, 0, 0, 1]);
        assert_eq!(serpentine(4, 2), [0, 1, 1, 0]);
    }
}
