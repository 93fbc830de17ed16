import { describe, expect, it } from 'vitest';

import type { TournamentSettings } from '$lib/base/protocol/types';

import { changed, clockOf, CLOCKS, CUSTOM, datedRounds, formsFor, hasDates, localText, maxParticipants, settingsOf, initialFields, fieldsOf, TIE_BREAKS, type TournamentFields } from './tournament-fields';

const NOW = new Date(2026, 10, 22, 9, 5).getTime();

describe('the form for a tournament', () => {
  it('has a clock for every preset', () => {
    for (const preset of CLOCKS) expect(clockOf({ ...initialFields(NOW), preset }).kind).not.toBe('none');
  });

  it('offers matches for two sides, and a Swiss system for two players', () => {
    expect(formsFor('two')).toHaveLength(6);
    expect(formsFor('three')).toEqual(['round_robin', 'swiss', 'arena']);
    expect(formsFor('four')).toHaveLength(6);
  });

  it('shows the start in the reader’s time zone', () => {
    expect(localText(NOW)).toBe('2026-11-22T09:05');
    const { start } = settingsOf({ ...initialFields(NOW), at: localText(NOW) });
    expect(start).toEqual({ kind: 'at', at: NOW * 1000 });
  });

  it('requires accounts and excludes programs if the games are rated', () => {
    const { entry } = settingsOf({ ...initialFields(NOW), rated: true, programs: true });
    expect(entry).toMatchObject({ accounts_only: true, programs: false });
  });

  it('has limits of ratings only if the director enters them', () => {
    expect(Object.keys(settingsOf(initialFields(NOW)).entry ?? {})).not.toContain('rating_min');
    const { entry } = settingsOf({ ...initialFields(NOW), ratingMin: 1200, ratingMax: null });
    expect(entry).toMatchObject({ rating_min: 1200 });
    expect(Object.keys(entry ?? {})).not.toContain('rating_max');
  });

  it('has the chosen layout, and late entries up to a round', () => {
    const fields = { ...initialFields(NOW), layout: 'standard', lateRounds: 9 };
    expect(settingsOf(fields)).toMatchObject({ layout: 'standard', form: { rounds: 5, late_entry_rounds: 5 } });
  });

  it('allows as many participants as the server does', () => {
    const robin = { ...initialFields(NOW), form: 'round_robin' } as const;
    expect([maxParticipants(robin), maxParticipants({ ...robin, mode: 'three' }), maxParticipants(initialFields(NOW))]).toEqual([64, 33, 1024]);
    expect(maxParticipants({ ...initialFields(NOW), form: 'double_elimination' })).toBe(256);
    expect(maxParticipants({ ...initialFields(NOW), form: 'groups', groups: 3 })).toBe(48);
  });
});

describe('the form that changes a tournament', () => {
  const agreed: TournamentSettings = {
    ...{ name: 'Club evening', description: 'Bring a friend', mode: 'two', layout: 'belgian_daisy', rated: false, first_move_s: 45, spectator_delay_s: 30 },
    form: { form: 'swiss', rounds: 7, accelerated: true, half_point_byes: 2, late_entry_rounds: 1 },
    clock: { kind: 'fischer', initial_ms: 7 * 60_000, increment_ms: 4000 },
    start: { kind: 'at', at: NOW * 1000 + 1 },
    entry: { minimum: 4, capacity: 20, rating_min: 1200, accounts_only: true, programs: false, admission: 'password' },
    rounds: { break_s: 20, deadline_s: 3600, starts: [NOW * 1000 + 1, NOW * 1000 + 90_000_001], reviewed: true },
    no_shows_max: 3,
    tie_breaks: ['marbles', 'buchholz'],
    unplayed_rounds: 'fide',
  };

  it('changes nothing if the director enters nothing', () => {
    const fields = fieldsOf(agreed, 0);
    expect(fields).toMatchObject({ preset: CUSTOM, custom: { kind: 'fischer', minutes: 7, seconds: 4 }, rounds: 7, password: '' });
    expect(changed(agreed, fields)).toEqual(agreed);
    const dutch: TournamentSettings = { ...agreed, form: { form: 'swiss', rounds: 5, pairing: 'dutch', half_point_byes: 1, late_entry_rounds: 2 } };
    expect(fieldsOf(dutch, 0).pairing).toBe('dutch');
    expect(changed(dutch, fieldsOf(dutch, 0))).toEqual(dutch);
    expect(changed(agreed, { ...fieldsOf(agreed, 0), pairing: 'dutch' }).form).toMatchObject({ rounds: 7, pairing: 'dutch' });
    const { tie_breaks, unplayed_rounds, ...usual } = agreed;
    expect([tie_breaks, unplayed_rounds]).not.toContain(undefined);
    const form = { form: 'arena', duration_s: 3601, closing_s: 9, wave_s: 2, berserk: true, streaks: false } as const;
    const arena: TournamentSettings = { ...usual, form, rounds: { break_s: 20, deadline_s: 3600 } };
    expect(changed(arena, fieldsOf(arena, 0))).toEqual(arena);
    const groups: TournamentSettings = { ...arena, form: { form: 'groups', groups: 3, advance: 3, cycles: 2, best_of: 3, third_place: false }, entry: { ...agreed.entry, minimum: 10 } };
    expect(changed(groups, fieldsOf(groups, 0))).toEqual(groups);
    expect(changed(groups, { ...fieldsOf(groups, 0), groups: 4 }).entry?.minimum).toBe(12);
    const double: TournamentSettings = { ...usual, form: { form: 'double_elimination', best_of: 3, extra_pairs: 2, reset: false }, rounds: { break_s: 20 } };
    expect(changed(double, fieldsOf(double, 0))).toEqual(double);
    expect(changed(double, { ...fieldsOf(double, 0), reset: true }).form).toEqual({ form: 'double_elimination', best_of: 3, extra_pairs: 1, reset: true });
  });

  it('has times for all rounds of every format with rounds', () => {
    const rounds = (changes: Partial<TournamentFields>): number => datedRounds({ ...initialFields(NOW), capacity: 8, ...changes });
    expect(rounds({ rounds: 5 })).toBe(5);
    expect([rounds({ form: 'round_robin' }), rounds({ form: 'round_robin', capacity: 7, cycles: 2 })]).toEqual([7, 14]);
    expect([2, 3, 8, 9, 1024].map((capacity) => rounds({ form: 'knockout', capacity }))).toEqual([1, 2, 3, 4, 10]);
    expect([rounds({ form: 'double_elimination' }), rounds({ form: 'double_elimination', reset: false })]).toEqual([7, 6]);
    expect(rounds({ form: 'groups', groups: 2, advance: 2 })).toBe(5);
    expect(rounds({ form: 'groups', groups: 3, advance: 1, capacity: 15, cycles: 4 })).toBe(12);
    expect([hasDates({ form: 'arena' }), rounds({ form: 'arena' })]).toEqual([false, 0]);
    const dated = { ...initialFields(NOW), form: 'knockout', capacity: 4, dated: true, starts: [localText(NOW), localText(NOW + 60_000)] } as const;
    expect(settingsOf(dated).rounds?.starts).toEqual([NOW * 1000, (NOW + 60_000) * 1000]);
    expect(settingsOf({ ...dated, form: 'arena' }).rounds?.starts).toBeUndefined();
  });

  it('moves a round, and leaves the others at their times', () => {
    const fields = fieldsOf(agreed, 0);
    const later = changed(agreed, { ...fields, starts: [fields.starts[0] ?? '', localText(NOW + 3_600_000)] });
    expect(later.rounds?.starts?.[1]).toBe((NOW + 3_600_000) * 1000);
    expect(changed(agreed, { ...fields, dated: false }).rounds?.starts).toBeUndefined();
  });

  it('names the tie-breaks only if they are not the usual ones', () => {
    const fields = fieldsOf(agreed, 0);
    expect(changed(agreed, { ...fields, tieBreaks: TIE_BREAKS.swiss, fide: false })).not.toHaveProperty('tie_breaks');
  });

  it('can lift the limits of ratings', () => {
    expect(changed(agreed, { ...fieldsOf(agreed, 0), ratingMin: null }).entry?.rating_min).toBeUndefined();
  });

  it('keeps hidden settings, except those that depend on a changed clock or mode', () => {
    const calmer = changed(agreed, { ...fieldsOf(agreed, 0), name: 'Late evening', preset: CLOCKS[0] ?? '' });
    expect(calmer).toMatchObject({ name: 'Late evening', layout: 'belgian_daisy', entry: { rating_min: 1200, minimum: 4 }, form: agreed.form });
    expect(calmer.first_move_s).toBeUndefined();
    const three = changed(agreed, { ...fieldsOf(agreed, 0), mode: 'three', layout: 'three_standard', form: 'round_robin' });
    expect(three).toMatchObject({ mode: 'three', entry: { minimum: 3 }, form: { form: 'round_robin', cycles: 1 } });
  });
});
