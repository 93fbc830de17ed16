//! Pairing of a wave: participants with about equal places meet, but not twice in a row, and never two of one team or of a forbidden
//! pair.

use std::collections::BTreeMap;

use crate::matching::{FORBIDDEN, min_cost_pairing};
use crate::seats::seated;
use crate::{ClubId, GameNumber, ParticipantId};

/// Number of recent opponents that are remembered.
const REMEMBERED: usize = 6;

/// Each weight outweighs any sum of the next lower one over a wave.
const DISTANCE: i128 = 1;
const COLOR: i128 = 8;
const MET_LATELY: i128 = 1 << 32;
const MET_LAST: i128 = 1 << 48;
const PLAYED_LAST: i128 = 1 << 64;
const COMPUTERS: i128 = 1 << 96;

/// A participant who waits for a game.
#[derive(Debug, Clone)]
pub(super) struct Free {
    pub(super) id: ParticipantId,
    /// True for a computer, or a team of computers. They do not play each other.
    computer: bool,
    /// The team, in a team arena.
    club: Option<ClubId>,
    /// Recent opponents, latest first.
    met: Vec<ParticipantId>,
    /// Their last game: the higher the number, the shorter they have waited.
    last: Option<GameNumber>,
    /// The wave of that game; 0 before the first.
    last_wave: u32,
    /// Number of games on each side.
    sat: [i32; 3],
}

impl Free {
    pub(super) fn new(id: ParticipantId, computer: bool, club: Option<ClubId>) -> Self {
        Self { id, computer, club, met: Vec::new(), last: None, last_wave: 0, sat: [0; 3] }
    }

    /// Records a game of the participant; callers pass games in their order.
    pub(super) fn played(
        &mut self,
        game: GameNumber,
        wave: u32,
        side: usize,
        others: impl IntoIterator<Item = ParticipantId>,
    ) {
        self.last = Some(game);
        self.last_wave = wave;
        self.sat[side] += 1;
        self.met.splice(0..0, others);
        self.met.truncate(REMEMBERED);
    }

    fn seat(&self) -> (ParticipantId, [i32; 3]) {
        (self.id, self.sat)
    }

    /// Cost of meeting `other`, besides the difference in places: 0 if they have not met lately.
    fn against(&self, other: &Self) -> i128 {
        let since = |one: &Self, other: &Self| one.met.iter().position(|&met| met == other.id);
        match since(self, other).into_iter().chain(since(other, self)).min() {
            Some(0) => MET_LAST,
            Some(ago) => MET_LATELY * (REMEMBERED - ago) as i128,
            None => 0,
        }
    }
}

/// Leaves out the fewest players of a team arena, so that all others can meet a player of another team: of an odd number a player, and from
/// a team that is larger than all others together as many as it is larger. Players of the last wave wait first, and of these the players
/// with the most games.
pub(super) fn leave_out(free: &mut Vec<Free>) {
    let mut sizes: BTreeMap<Option<ClubId>, usize> = BTreeMap::new();
    for one in free.iter() {
        *sizes.entry(one.club).or_default() += 1;
    }
    let Some((&largest, &size)) = sizes.iter().max_by_key(|(_, size)| **size) else { return };
    let excess = (2 * size).saturating_sub(free.len());
    let (from, count) = if excess > 0 { (Some(largest), excess) } else { (None, free.len() % 2) };
    for _ in 0..count {
        let candidates = (0..free.len()).filter(|&place| from.is_none_or(|club| free[place].club == club));
        let turn = |place: &usize| (free[*place].last_wave, free[*place].sat.iter().sum::<i32>(), *place);
        let Some(next) = candidates.max_by_key(turn) else { return };
        free.remove(next);
    }
}

/// Pairs participants who are given in the order of their places. With an odd number, the participant who has waited least is left over.
pub(super) fn pairs(
    free: &[Free],
    is_forbidden: impl Fn(ParticipantId, ParticipantId) -> bool,
) -> Vec<Vec<ParticipantId>> {
    let mut by_waiting: Vec<usize> = (0..free.len()).collect();
    by_waiting.sort_by_key(|&place| std::cmp::Reverse(free[place].last));
    let mut waited = vec![0; free.len()];
    for (rank, place) in by_waiting.into_iter().enumerate() {
        waited[place] = rank;
    }
    let even = free.len() + free.len() % 2;
    let cost = |one: usize, other: usize| {
        if other == free.len() {
            // A person is left over only if all participants are people.
            let person = if free[one].computer { 0 } else { free.len() };
            return PLAYED_LAST * (waited[one] + person) as i128;
        }
        let is_one_team = free[one].club.is_some() && free[one].club == free[other].club;
        if is_one_team || is_forbidden(free[one].id, free[other].id) {
            return FORBIDDEN;
        }
        if free[one].computer && free[other].computer {
            return COMPUTERS;
        }
        let distance = (other - one) as i128;
        // Two who both started more often are a worse match than two who complement each other.
        let leaning = |player: &Free| player.sat[0] - player.sat[1];
        let color = i128::from((leaning(&free[one]) + leaning(&free[other])).abs().min(4));
        DISTANCE * distance * distance + COLOR * color + free[one].against(&free[other])
    };
    let pairs = min_cost_pairing(even, cost).into_iter().filter(|&[_, other]| other < free.len());
    pairs.map(|[one, other]| seated(&[free[one].seat(), free[other].seat()])).collect()
}

/// Forms tables of three participants who are given in the order of their places: from the top, each with the next two that they have not
/// met lately.
pub(super) fn tables(free: &[Free], sides: usize) -> Vec<Vec<ParticipantId>> {
    let mut left: Vec<&Free> = free.iter().collect();
    for _ in 0..free.len() % sides {
        let shortest = (0..left.len()).max_by_key(|&place| (left[place].computer, left[place].last, place));
        left.remove(shortest.unwrap_or_default());
    }
    let mut tables = Vec::new();
    while left.len() >= sides {
        let mut table = vec![left.remove(0)];
        while table.len() < sides {
            let cost = |&place: &usize| {
                let met: i128 = table.iter().map(|seated| seated.against(left[place])).sum();
                met + (place * place) as i128
            };
            let next = (0..left.len()).min_by_key(cost).unwrap_or_default();
            table.push(left.remove(next));
        }
        tables.push(seated(&table.into_iter().map(Free::seat).collect::<Vec<_>>()));
    }
    tables
}
