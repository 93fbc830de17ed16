//! Swiss system: each round pairs participants with about equal points who have not met.

mod colors;
mod history;
mod pairing;

use std::collections::BTreeSet;

use self::history::Histories;
use crate::{Bye, ByeKind, Context, Event, ParticipantId, Swiss, Tournament};

impl Tournament {
    /// Pairs a round of the Swiss system among the present participants.
    pub(crate) fn pair_swiss(&self, form: Swiss, round: u32, context: &Context<'_>) -> Event {
        let (tables, byes) = self.swiss_tables(form, round, context);
        Event::Paired { round, games: self.numbered(tables), byes }
    }

    /// Returns the pairs of a round, the beginning participant first, and the byes.
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
        let histories = Histories::of(self);
        let virtual_points =
            |id: ParticipantId| if form.accelerated { self.accelerated(form, round, id) } else { 0 };
        let is_forbidden = |one, other| self.must_not_meet(one, other);
        let (pairs, alone) = pairing::pair(&histories.players(&there, virtual_points), is_forbidden);
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

    /// Additional points of the stronger half for pairings: FIDE's Baku acceleration (Handbook C.04.7). It applies in the first half of the
    /// rounds: a point in the first half of these, and half a point in the others.
    fn accelerated(&self, form: Swiss, round: u32, id: ParticipantId) -> u32 {
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
