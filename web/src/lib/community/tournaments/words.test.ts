import { afterEach, describe, expect, it } from 'vitest';
import { startI18n } from '$lib/base/i18n/i18n.svelte';
import type { TournamentDetail, TournamentSettings } from '$lib/base/protocol/types';
import { byeKindText, logEntryText, tieBreakText, words } from './words';

/** The kinds of entries in a tournament's log, from `Event` in `crates/tournament/src/event.rs`. */
const LOG_ENTRIES = [
  ...['created', 'edited', 'director_added', 'director_removed', 'invited', 'registered', 'joined', 'left', 'withdrew', 'returned', 'excluded', 'forgotten', 'reworded', 'bye_asked'],
  ...['bye_granted', 'bye_cancelled', 'readmitted', 'pair_forbidden', 'pair_allowed', 'drafted', 'draft_dropped', 'penalised', 'penalty_lifted', 'time_added', 'announced'],
  ...['started', 'qualified', 'paired', 'planned', 'berserked', 'played', 'ruled', 'round_ended', 'paused', 'resumed', 'forgiven', 'finished', 'cancelled'],
];

describe('the log of a tournament', () => {
  afterEach(() => startI18n(['en']));

  it.each(['en', 'de', 'pl', 'nl'])('has a text in %s for every kind of entry', async (language) => {
    await startI18n([language]);
    await words.load();
    const raw = LOG_ENTRIES.filter((kind) => logEntryText(kind) === kind);
    expect(raw).toEqual([]);
  });
});

describe('the standings', () => {
  it('name the round that a player of a knockout reached', async () => {
    await words.load();
    const knockout = { state: { rounds: 4 } } as unknown as TournamentDetail;
    // The final, won and lost; the match for the third place; a bye in the first round; no match yet.
    const values = [18, 16, 15, 14, 4, 0].map((value) => tieBreakText(knockout, 'reached', value));
    expect(values).toEqual(['Final', 'Final', 'Semi-finals', 'Semi-finals', 'Last 16', '']);
    expect(tieBreakText(knockout, 'marbles', 4)).toBe('4');
  });

  it('count points for a round without a game in a Swiss system only', async () => {
    await words.load();
    const text = (form: string): string => byeKindText({ form: { form } } as unknown as TournamentSettings, 'full');
    expect([text('swiss'), text('groups')]).toEqual(['full point', 'no game']);
  });
});
