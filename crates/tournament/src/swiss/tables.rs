//! Pairing of a Swiss round of three players: tables of three with about equal points, whose players have not met.
//!
//! The best division into tables is a hard problem (exact cover by triples). This starts with the regular order, in which each table has a
//! player of the upper, the middle and the lower third of a score group, and exchanges two players of different tables as long as that
//! lowers the cost. Fewer repeated meetings outweigh any difference in points.

use std::cmp::Reverse;

use crate::seats::seated;
use crate::{ParticipantId, Tournament};

/// Maximum number of passes over all exchanges. It bounds the time for the largest tournament; few are needed.
const PASSES_MAX: usize = 20;

/// A player to be seated.
#[derive(Debug)]
struct Player {
    id: ParticipantId,
    points: u32,
    seed: u32,
    /// Rounds with points but without a game.
    byes: u32,
    /// Number of meetings with each participant, by their index.
    met: Vec<u32>,
    /// Number of games on each seat.
    sat: [i32; 3],
}

/// The cost of a table; the first part outweighs the second.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
struct Cost {
    /// Squares of the numbers of meetings.
    met: u64,
    /// Squares of the differences in points.
    spread: u64,
}

impl std::ops::Add for Cost {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { met: self.met + other.met, spread: self.spread + other.spread }
    }
}

impl Tournament {
    /// Returns the tables of a round, each in the order of the seats, and the players for whom there is no table.
    pub(super) fn tables_of_three(
        &self,
        there: &[ParticipantId],
        more_points: impl Fn(ParticipantId) -> u32,
    ) -> (Vec<Vec<ParticipantId>>, Vec<ParticipantId>) {
        let mut players = self.players_of_tables(there, more_points);
        players.sort_by_key(|player| (Reverse(player.points), player.seed, player.id));
        // Of the players with the fewest byes, the last ones are left over.
        let mut alone = Vec::new();
        for _ in 0..players.len() % 3 {
            let turn = |&place: &usize| (players[place].byes, Reverse(place));
            let Some(place) = (0..players.len()).min_by_key(turn) else { break };
            alone.push(players.remove(place).id);
        }
        let mut tables = regular(&players);
        improve(&players, &mut tables);
        let seat = |table: [usize; 3]| {
            let table = table.map(|place| (players[place].id, players[place].sat));
            seated(&table)
        };
        (tables.into_iter().map(seat).collect(), alone)
    }

    fn players_of_tables(
        &self,
        there: &[ParticipantId],
        more_points: impl Fn(ParticipantId) -> u32,
    ) -> Vec<Player> {
        let count = self.participants().len();
        let points = self.points();
        let mut at = vec![None; count];
        let mut players: Vec<Player> = Vec::with_capacity(there.len());
        for &id in there {
            at[id.index()] = Some(players.len());
            players.push(Player {
                id,
                points: points[id.index()] + more_points(id),
                seed: self.participant(id).and_then(|one| one.seed).unwrap_or(u32::MAX),
                byes: 0,
                met: vec![0; count],
                sat: [0; 3],
            });
        }
        for bye in self.rounds().iter().flat_map(|round| &round.byes) {
            if let Some(place) = at[bye.participant.index()].filter(|_| bye.is_allocated()) {
                players[place].byes += 1;
            }
        }
        for game in self.games() {
            let Some(verdict) = &game.verdict else { continue };
            for (side, id) in game.sides.iter().enumerate() {
                let Some(place) = at[id.index()] else { continue };
                let player = &mut players[place];
                if verdict.is_played() {
                    player.sat[side] += 1;
                    game.sides
                        .iter()
                        .filter(|other| *other != id)
                        .for_each(|other| player.met[other.index()] += 1);
                } else if verdict.won(side) {
                    player.byes += 1;
                }
            }
        }
        players
    }
}

/// Places of players by table. The players are in order, and their number is a multiple of three.
fn regular(players: &[Player]) -> Vec<[usize; 3]> {
    let mut tables = Vec::with_capacity(players.len() / 3);
    let mut group: Vec<usize> = Vec::new();
    let places: Vec<usize> = (0..players.len()).collect();
    for equals in places.chunk_by(|&one, &next| players[one].points == players[next].points) {
        // The players for whom the group above had no table come first.
        group.extend(equals);
        let thirds = group.len() / 3;
        tables.extend(
            (0..thirds).map(|place| [group[place], group[place + thirds], group[place + 2 * thirds]]),
        );
        group.drain(..3 * thirds);
    }
    tables
}

fn improve(players: &[Player], tables: &mut [[usize; 3]]) {
    for _ in 0..PASSES_MAX {
        let mut is_better = false;
        for upper in 0..tables.len() {
            for lower in upper + 1..tables.len() {
                for (one, other) in (0..3).flat_map(|one| (0..3).map(move |other| (one, other))) {
                    let before = cost(players, tables[upper]) + cost(players, tables[lower]);
                    let (mut first, mut second) = (tables[upper], tables[lower]);
                    std::mem::swap(&mut first[one], &mut second[other]);
                    if cost(players, first) + cost(players, second) < before {
                        (tables[upper], tables[lower]) = (first, second);
                        is_better = true;
                    }
                }
            }
        }
        if !is_better {
            return;
        }
    }
}

fn cost(players: &[Player], table: [usize; 3]) -> Cost {
    let [one, other, third] = table.map(|place| &players[place]);
    let pairs = [(one, other), (other, third), (third, one)];
    let square = |value: u32| u64::from(value) * u64::from(value);
    pairs.into_iter().fold(Cost::default(), |sum, (one, other)| {
        let met = square(one.met[other.id.index()]);
        sum + Cost { met, spread: square(one.points.abs_diff(other.points)) }
    })
}
