//! Drafts: pairings of the next round that a director checks, changes and publishes; and forbidden pairs.

use std::collections::BTreeSet;

use super::decide::Decision;
use super::{Tournament, pair_of};
use crate::{Bye, CommandError, Context, Draft, Event, Format, ParticipantId, Record, Swiss, limits};

impl Tournament {
    pub(super) fn forbid_pair(&self, [one, other]: [ParticipantId; 2]) -> Decision {
        if !self.can_forbid_pairs() {
            return Err(CommandError::NoForbiddenPairs);
        }
        if one == other {
            return Err(CommandError::BadPair);
        }
        for id in [one, other] {
            self.participant(id).ok_or(CommandError::NoSuchParticipant(id))?;
        }
        if self.must_not_meet(one, other) {
            return Ok(Vec::new());
        }
        if self.forbidden_pairs.len() >= limits::FORBIDDEN_PAIRS_MAX {
            return Err(CommandError::TooMany("forbidden pairs".into()));
        }
        Ok(vec![Event::PairForbidden { pair: pair_of(one, other) }])
    }

    fn can_forbid_pairs(&self) -> bool {
        matches!(self.settings.form, Format::Swiss(_) | Format::Arena(_)) && self.settings.sides() == 2
    }

    pub(super) fn allow_pair(&self, one: ParticipantId, other: ParticipantId) -> Vec<Event> {
        let pair = pair_of(one, other);
        if self.forbidden_pairs.contains(&pair) { vec![Event::PairAllowed { pair }] } else { Vec::new() }
    }

    /// Pairs the next round as the server would.
    pub(super) fn draft_round(&self, round: u32, context: &Context<'_>) -> Decision {
        let form = self.check_drafting(round)?;
        let drafted = self.drafted(form, context);
        let is_known = matches!((&self.draft, &drafted), (Some(draft), Event::Drafted { tables, byes, .. })
            if draft.tables == *tables && draft.byes == *byes);
        Ok(if is_known { Vec::new() } else { vec![drafted] })
    }

    /// The draft of the next round, with the participants who are present.
    pub(super) fn drafted(&self, form: Swiss, context: &Context<'_>) -> Event {
        let round = self.rounds.len() as u32 + 1;
        let (tables, byes) = self.swiss_tables(form, round, context);
        Event::Drafted { round, tables, byes }
    }

    pub(super) fn change_draft(
        &self,
        round: u32,
        seen: u64,
        tables: Vec<Vec<ParticipantId>>,
        mut byes: Vec<Bye>,
    ) -> Decision {
        self.check_drafting(round)?;
        let draft = self.draft.as_ref().ok_or(CommandError::NoSuchDraft(round))?;
        if draft.seq != seen {
            return Err(CommandError::Outdated);
        }
        byes.sort_unstable_by_key(|bye| bye.participant);
        self.check_draft(round, &tables, &byes)?;
        if draft.tables == tables && draft.byes == byes {
            return Ok(Vec::new());
        }
        Ok(vec![Event::Drafted { round, tables, byes }])
    }

    pub(super) fn drop_draft(&self, round: u32) -> Decision {
        self.check_drafting(round)?;
        Ok(if self.draft.is_some() { vec![Event::DraftDropped { round }] } else { Vec::new() })
    }

    fn check_drafting(&self, round: u32) -> Result<Swiss, CommandError> {
        self.running()?;
        let Format::Swiss(form) = self.settings.form else { return Err(CommandError::NoDrafts) };
        self.check_next_round(round)?;
        if self.drafts >= limits::DRAFTS_PER_ROUND_MAX {
            return Err(CommandError::TooMany("drafts of this round; begin it".into()));
        }
        Ok(form)
    }

    /// Checks that a pairing has each active participant once, respects requested byes, and has no forbidden pair.
    pub(super) fn check_draft(
        &self,
        round: u32,
        tables: &[Vec<ParticipantId>],
        byes: &[Bye],
    ) -> Result<(), CommandError> {
        let mut missing: BTreeSet<ParticipantId> = self.complete().map(|one| one.id).collect();
        let planned_bye = |id: ParticipantId| self.participant(id).and_then(|one| one.planned_bye(round));
        for table in tables {
            if table.len() != self.settings.sides() {
                let first = table.first().copied().unwrap_or(ParticipantId(0));
                return Err(CommandError::BadDraft(first));
            }
            if let [one, other] = table[..]
                && self.must_not_meet(one, other)
            {
                return Err(CommandError::ForbiddenPair(one, other));
            }
            for &id in table {
                if !missing.remove(&id) || planned_bye(id).is_some() {
                    return Err(CommandError::BadDraft(id));
                }
            }
        }
        for bye in byes {
            let is_wanted = planned_bye(bye.participant).is_none_or(|kind| kind == bye.kind);
            if !missing.remove(&bye.participant) || !is_wanted {
                return Err(CommandError::BadDraft(bye.participant));
            }
        }
        missing.first().map_or(Ok(()), |&id| Err(CommandError::BadDraft(id)))
    }

    pub(super) fn apply_draft(&mut self, record: &Record) {
        match &record.event {
            Event::Drafted { round, tables, byes } => {
                self.drafts += 1;
                let (seq, round) = (record.seq, *round);
                self.draft = Some(Draft { seq, round, tables: tables.clone(), byes: byes.clone() });
            }
            Event::DraftDropped { .. } => self.draft = None,
            Event::Paired { .. } => {
                self.draft = None;
                self.drafts = 0;
            }
            _ => {}
        }
    }
}
