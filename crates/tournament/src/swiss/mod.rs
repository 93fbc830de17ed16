//! Swiss system: each round pairs participants with about equal points who have not met.

mod colors;
mod dutch;
mod pairing;
mod pairing_history;
mod tables;

use std::cmp::Reverse;
use std::collections::BTreeSet;

use self::pairing_history::{Floats, Histories};
use crate::{Bye, ByeKind, Context, Event, ParticipantId, Swiss, SwissPairing, Tournament};

/// The pairs of a round, with the player who starts first, and the player who is left over.
type Pairs = (Vec<[ParticipantId; 2]>, Option<ParticipantId>);

impl Tournament {
    /// Pairs a round of the Swiss system among the present participants.
    pub(crate) fn pair_swiss(&self, form: Swiss, round: u32, context: &Context<'_>) -> Event {
        let (tables, byes) = self.swiss_tables(form, round, context);
        Event::Paired { round, games: self.numbered(tables), byes }
    }

    /// Returns the tables of a round, the participant who moves first named first, and the byes.
    pub(crate) fn swiss_tables(
        &self,
        form: Swiss,
        round: u32,
        context: &Context<'_>,
    ) -> (Vec<Vec<ParticipantId>>, Vec<Bye>) {
        let mut byes = Vec::new();
        let mut there = Vec::new();
        for one in self.complete() {
            let participant = one.id;
            if let Some(kind) = one.planned_bye(round) {
                byes.push(Bye { participant, kind });
            } else if self.is_present(one, context) {
                there.push(participant);
            } else {
                byes.push(Bye { participant, kind: ByeKind::Absent });
            }
        }
        if self.settings().sides() > 2 {
            let (tables, alone) = self.tables_of_three(&there, |id| self.more_points(form, round, id));
            byes.extend(alone.into_iter().map(|participant| Bye { participant, kind: ByeKind::Full }));
            byes.sort_unstable_by_key(|bye| bye.participant);
            return (tables, byes);
        }
        let paired = match form.pairing {
            SwissPairing::Dutch => self.pair_dutch(form, round, &there),
            SwissPairing::Balanced => None,
        };
        let (pairs, alone) = paired.unwrap_or_else(|| self.pair_balanced(form, round, &there));
        // Forbidden pairs can leave participants without an opponent.
        let mut left_over: BTreeSet<ParticipantId> = there.into_iter().collect();
        for id in pairs.iter().flatten().chain(&alone) {
            left_over.remove(id);
        }
        byes.extend(alone.map(|participant| Bye { participant, kind: ByeKind::Full }));
        byes.extend(left_over.into_iter().map(|participant| Bye { participant, kind: ByeKind::NoOpponent }));
        byes.sort_unstable_by_key(|bye| bye.participant);
        (pairs.into_iter().map(|pair| pair.to_vec()).collect(), byes)
    }

    fn pair_balanced(&self, form: Swiss, round: u32, there: &[ParticipantId]) -> Pairs {
        let histories = Histories::of(self, Floats::Simple, |_, _| 0);
        let is_forbidden = |one, other| self.must_not_meet(one, other);
        pairing::pair(&histories.players(there, |id| self.more_points(form, round, id)), is_forbidden)
    }

    /// Pairs by FIDE's Dutch system; `None` if that is impossible.
    fn pair_dutch(&self, form: Swiss, round: u32, there: &[ParticipantId]) -> Option<Pairs> {
        let more_points = |round, id| self.more_points(form, round, id);
        let histories = Histories::of(self, Floats::Fide, more_points);
        let players = histories.players(there, |id| more_points(round, id));
        let rules = dutch::Rules {
            rounds_before: round - 1,
            is_last: round >= form.rounds,
            win_points: self.settings().win_points(),
            forbidden: self.forbidden_pairs(),
        };
        let dutch::Pairing { pairs, alone } = dutch::pair(&players, &rules)?;
        // Pairing numbers are the places among the participants who have come (C.04.2).
        let mut number = 0;
        let mut is_odd = vec![false; self.participants().len()];
        for &id in self.seeds() {
            if histories.was_paired(id) || there.contains(&id) {
                number += 1;
                is_odd[id.index()] = number % 2 == 1;
            }
        }
        // The best players are on the first boards (C.04.2).
        let mut boards: Vec<_> = pairs.into_iter().map(|pair| pair.map(|index| &players[index])).collect();
        boards.sort_by_key(|pair| {
            let points = pair.map(|player| player.past.points);
            let better = pair.map(|player| (Reverse(player.past.points), player.seed)).into_iter().min();
            (better.map(|(points, _)| points), Reverse(points[0] + points[1]), better.map(|(_, seed)| seed))
        });
        let colored = boards.into_iter().map(|[better, other]| {
            let begins = better.past.colors.begins(&other.past.colors, is_odd[better.id.index()]);
            if begins { [better.id, other.id] } else { [other.id, better.id] }
        });
        Some((colored.collect(), alone.map(|index| players[index].id)))
    }

    /// Additional points of the stronger half for pairings: FIDE's Baku acceleration (Handbook C.04.7). It applies in the first half of the
    /// rounds: a point in the first half of these, and half a point in the others.
    pub(crate) fn more_points(&self, form: Swiss, round: u32, id: ParticipantId) -> u32 {
        if !form.accelerated {
            return 0;
        }
        let began =
            self.participants().iter().filter(|one| one.seed.is_some() && one.since_round == 1).count();
        let stronger = 2 * began.div_ceil(4);
        let is_stronger = self.participant(id).is_some_and(|one| {
            one.since_round == 1 && one.seed.is_some_and(|seed| (seed as usize) < stronger)
        });
        let rounds = form.rounds.div_ceil(2);
        match round {
            _ if !is_stronger => 0,
            round if round <= rounds.div_ceil(2) => self.settings().win_points(),
            round if round <= rounds => self.settings().draw_points(),
            _ => 0,
        }
    }
}
