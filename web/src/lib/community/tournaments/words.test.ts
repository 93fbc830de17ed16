import { afterEach, describe, expect, it } from 'vitest';
import { startI18n } from '$lib/base/i18n/i18n.svelte';
import { logEntryText, words } from './words';

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
