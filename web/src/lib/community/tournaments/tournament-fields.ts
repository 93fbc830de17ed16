import { initialMs, perMoveMs, PRESETS, sameClock } from '$lib/game/clock/presets';
import { USUAL_LAYOUTS } from '$lib/play/lobby/usual';
import { customClock, inUnits, UNITS, type CustomClock } from '$lib/game/clock/custom';
import type { Admission, Clock, Mode, SwissPairing, TournamentFormat, TieBreak, TournamentFormatName, TournamentRounds, TournamentSettings, TournamentStart } from '$lib/base/protocol/types';

export const FORMS: readonly TournamentFormatName[] = ['round_robin', 'swiss', 'knockout', 'double_elimination', 'groups', 'arena'];
const PAIRINGS: readonly SwissPairing[] = ['balanced', 'dutch'];
export const ADMISSIONS: readonly Admission[] = ['open', 'password', 'invitation'];
export const STARTS = ['at', 'when_here', 'by_director'] as const;
export const CUSTOM = 'custom';

/** The places in `PRESETS` of the clocks for tournaments: those that end within a sitting. */
export const CLOCKS: readonly string[] = [...PRESETS.entries()].filter(([, { pace }]) => pace !== 'slow').map(([place]) => String(place));

const MINUTE_S = 60;
const MICROS_PER_MILLI = 1000;

/** The content of the form. */
export interface TournamentFields {
  name: string;
  description: string;
  form: TournamentFormatName;
  cycles: number;
  rounds: number;
  /** The pairing system of a Swiss system. */
  pairing: SwissPairing;
  /** The last round that a late participant can enter; 0 for none. */
  lateRounds: number;
  bestOf: number;
  thirdPlace: boolean;
  /** Whether the grand final of a double elimination has a second match if its first one leaves both players with one loss. */
  reset: boolean;
  /** Number of groups before a knockout. */
  groups: number;
  /** Number of players of a group who play the knockout. */
  advance: number;
  minutes: number;
  berserk: boolean;
  streaks: boolean;
  /** Whether clubs are the teams, in an arena of two players. */
  teams: boolean;
  /** Number of players whose points count for their team. */
  best: number;
  mode: Mode;
  layout: string;
  preset: string;
  custom: CustomClock;
  rated: boolean;
  start: TournamentStart['kind'];
  /** A time in the format of `<input type="datetime-local">`, in the user's time zone. */
  at: string;
  whenHere: number;
  capacity: number;
  /** Absent for no limit. */
  ratingMin: number | null;
  ratingMax: number | null;
  accountsOnly: boolean;
  programs: boolean;
  admission: Admission;
  password: string;
  breakSeconds: number;
  /** Number of half-point byes of a participant of a Swiss system. */
  halfByes: number;
  /** The tie-breaks in the order of their application. */
  tieBreaks: readonly TieBreak[];
  /** Whether unplayed rounds count by FIDE's article 16. */
  fide: boolean;
  /** Whether each pairing waits for a director. */
  reviewed: boolean;
  /** Whether the rounds start at fixed times. */
  dated: boolean;
  /** The times of the rounds, in the format of `at`: as many as rounds, or fewer. */
  starts: readonly string[];
}

/** The usual tie-breaks of each format, in their usual order: a tournament chooses among them. */
export const TIE_BREAKS: Readonly<Record<TournamentFormatName, readonly TieBreak[]>> = {
  round_robin: ['direct_encounter', 'sonneborn_berger', 'marbles', 'wins', 'progressive', 'performance'],
  swiss: ['buchholz_cut1', 'buchholz', 'buchholz_median', 'sonneborn_berger', 'direct_encounter', 'marbles', 'progressive', 'wins', 'performance'],
  knockout: ['reached', 'marbles', 'performance'],
  double_elimination: ['reached'],
  groups: ['direct_encounter', 'sonneborn_berger', 'marbles', 'wins', 'progressive', 'performance'],
  arena: ['performance', 'wins', 'marbles'],
};

/** Whether the rounds of a format can start at fixed times. */
export function hasDates({ form }: Pick<TournamentFields, 'form'>): boolean {
  return form !== 'arena';
}

/** The number of rounds that can have times: the rounds of a tournament without free places. */
export function datedRounds(fields: TournamentFields): number {
  const { form, rounds, cycles, groups, advance, reset } = fields;
  const players = Math.min(fields.capacity, maxParticipants(fields));
  switch (form) {
    case 'swiss':
      return rounds;
    case 'round_robin':
      return cycles * cycleOf(players);
    case 'knockout':
      return levels(players);
    case 'double_elimination':
      return 2 * levels(players) + (reset ? 1 : 0);
    case 'groups':
      return Math.min(2, cycles) * cycleOf(Math.ceil(players / groups)) + levels(groups * advance);
    case 'arena':
      return 0;
  }
}

/** The number of rounds in which each of these players meets every other. With an odd number, one sits out each round. */
function cycleOf(players: number): number {
  return Math.max(1, players - 1 + (players % 2));
}

/** The number of rounds of a knockout. */
function levels(players: number): number {
  return Math.ceil(Math.log2(Math.max(2, players)));
}

/** The initial content of the form: a start in an hour. @param now in milliseconds */
export function initialFields(now: number): TournamentFields {
  return {
    ...{ name: '', description: '', form: 'swiss', cycles: 1, rounds: 5, pairing: 'balanced', lateRounds: 2, bestOf: 1, thirdPlace: true, reset: true, groups: 4, advance: 2 },
    ...{ minutes: 60, berserk: true, streaks: true, teams: false, best: 5, mode: 'two', layout: USUAL_LAYOUTS.two, preset: CLOCKS[0] ?? '0', rated: false },
    custom: { kind: 'sudden_death', minutes: 5, seconds: 0, count: 1, unit: 'minute' },
    ...{ start: 'at', at: localText(now + 60 * MINUTE_S * 1000), whenHere: 8, capacity: 64, ratingMin: null, ratingMax: null },
    ...{ accountsOnly: false, programs: false, admission: 'open', password: '', breakSeconds: 15 },
    ...{ halfByes: 1, tieBreaks: TIE_BREAKS.swiss, fide: false, reviewed: false, dated: false, starts: [] },
  };
}

/** The initial content of the form that changes a tournament. @param now in milliseconds */
export function fieldsOf(settings: TournamentSettings, now: number): TournamentFields {
  const { name, description = '', form, mode = 'two', layout = USUAL_LAYOUTS[mode], rated = false, clock, start, entry = {}, rounds = {} } = settings;
  const usual = initialFields(now);
  const preset = CLOCKS.find((place) => sameClock(PRESETS[Number(place)]?.clock ?? clock, clock));
  return {
    ...{ ...usual, name, description, mode, layout, rated, ...formatFields(form) },
    ...{ teams: settings.teams !== undefined, best: settings.teams?.best ?? usual.best },
    ...{ preset: preset ?? CUSTOM, custom: preset === undefined ? customOf(clock, usual.custom) : usual.custom },
    start: start.kind,
    at: start.kind === 'at' ? localText(start.at / MICROS_PER_MILLI) : usual.at,
    whenHere: start.kind === 'when_here' ? start.participants : usual.whenHere,
    capacity: entry.capacity ?? usual.capacity,
    ratingMin: entry.rating_min ?? null,
    ratingMax: entry.rating_max ?? null,
    accountsOnly: entry.accounts_only ?? false,
    programs: entry.programs ?? false,
    admission: entry.admission ?? 'open',
    breakSeconds: rounds.break_s ?? usual.breakSeconds,
    tieBreaks: settings.tie_breaks ?? TIE_BREAKS[form.form],
    fide: settings.unplayed_rounds === 'fide',
    reviewed: rounds.reviewed ?? false,
    dated: rounds.starts !== undefined,
    starts: (rounds.starts ?? []).map((at) => localText(at / MICROS_PER_MILLI)),
  };
}

function formatFields(form: TournamentFormat): Partial<TournamentFields> {
  switch (form.form) {
    case 'round_robin':
      return { form: form.form, cycles: form.cycles };
    case 'swiss':
      return {
        ...{ form: form.form, rounds: form.rounds, pairing: form.pairing ?? 'balanced' },
        ...{ lateRounds: form.late_entry_rounds ?? 0, halfByes: form.half_point_byes ?? 0 },
      };
    case 'knockout':
      return { form: form.form, bestOf: form.best_of, thirdPlace: form.third_place ?? false };
    case 'double_elimination':
      return { form: form.form, bestOf: form.best_of, reset: form.reset ?? true };
    case 'groups':
      return {
        ...{ form: form.form, groups: form.groups, advance: form.advance, cycles: form.cycles ?? 1 },
        ...{ bestOf: form.best_of, thirdPlace: form.third_place ?? false },
      };
    case 'arena':
      return { form: form.form, minutes: Math.round(form.duration_s / MINUTE_S), berserk: form.berserk ?? false, streaks: form.streaks ?? false };
  }
}

function customOf(clock: Clock, usual: CustomClock): CustomClock {
  if (clock.kind === 'none') return usual;
  const span = initialMs(clock) ?? 0;
  if (clock.kind === 'per_move') return { ...usual, kind: clock.kind, ...inUnits(span) };
  return { ...usual, kind: clock.kind, minutes: span / UNITS.minute, seconds: perMoveMs(clock) / UNITS.second };
}

/** The formats for this number of players per game. */
export function formsFor(mode: Mode): readonly TournamentFormatName[] {
  return mode === 'three' ? ['round_robin', 'swiss', 'arena'] : FORMS;
}

/** The pairing systems of a Swiss system for this number of players per game: the Dutch system pairs two sides. */
export function pairingsFor(mode: Mode): readonly SwissPairing[] {
  return mode === 'three' ? ['balanced'] : PAIRINGS;
}

/** Returns whether FIDE's rules for pairs apply: to a Swiss system of two sides. */
export function hasPairs({ form, mode }: TournamentFields): boolean {
  return form === 'swiss' && mode !== 'three';
}

/** The smallest number of participants that the server allows: in groups two for each, or as many as advance. */
export function minParticipants({ form, mode, groups, advance }: TournamentFields): number {
  if (form === 'groups') return groups * Math.max(2, advance);
  return mode === 'three' ? 3 : 2;
}

/** The largest number of participants that the server allows. */
export function maxParticipants({ form, mode, groups }: TournamentFields): number {
  if (form === 'groups') return groups * 16;
  if (form === 'double_elimination') return 256;
  if (form !== 'round_robin') return 1024;
  return mode === 'three' ? 33 : 64;
}

export function clockOf({ preset, custom }: TournamentFields): Clock {
  return PRESETS[Number(preset)]?.clock ?? customClock(custom);
}

/** The format of a tournament. */
export function formOf(fields: TournamentFields): TournamentFormat {
  switch (fields.form) {
    case 'round_robin':
      return { form: 'round_robin', cycles: fields.cycles };
    case 'swiss':
      return {
        ...{ form: 'swiss', rounds: fields.rounds, late_entry_rounds: Math.min(fields.lateRounds, fields.rounds) },
        half_point_byes: Math.min(fields.halfByes, fields.rounds),
        ...(pairingsFor(fields.mode).includes(fields.pairing) && fields.pairing !== 'balanced' && { pairing: fields.pairing }),
      };
    case 'knockout':
      return { form: 'knockout', best_of: fields.bestOf, third_place: fields.thirdPlace, extra_pairs: 1 };
    case 'double_elimination':
      return { form: 'double_elimination', best_of: fields.bestOf, extra_pairs: 1, reset: fields.reset };
    case 'groups':
      return {
        ...{ form: 'groups', groups: fields.groups, advance: fields.advance, cycles: Math.min(2, fields.cycles) },
        ...{ best_of: fields.bestOf, extra_pairs: 1, third_place: fields.thirdPlace },
      };
    case 'arena':
      return {
        ...{ form: 'arena', duration_s: fields.minutes * MINUTE_S, closing_s: Math.min(60, fields.minutes * 3), wave_s: 5 },
        ...{ berserk: fields.berserk, streaks: fields.streaks },
      };
  }
}

function startOf({ start, at, whenHere }: TournamentFields): TournamentStart {
  switch (start) {
    case 'at':
      return { kind: 'at', at: new Date(at).getTime() * MICROS_PER_MILLI };
    case 'when_here':
      return { kind: 'when_here', participants: whenHere };
    case 'by_director':
      return { kind: 'by_director' };
  }
}

function isUsual(tieBreaks: readonly TieBreak[], form: TournamentFormatName): boolean {
  return tieBreaks.length === TIE_BREAKS[form].length && tieBreaks.every((by, place) => by === TIE_BREAKS[form][place]);
}

function roundsOf(fields: TournamentFields): TournamentRounds {
  const starts = fields.dated && hasDates(fields) ? fields.starts.slice(0, datedRounds(fields)) : [];
  return {
    break_s: fields.breakSeconds,
    ...(starts.length > 0 && { starts: starts.map((at) => new Date(at).getTime() * MICROS_PER_MILLI) }),
    ...(fields.reviewed && fields.form === 'swiss' && { reviewed: true }),
  };
}

/** The settings that the page sends to the server. */
export function settingsOf(fields: TournamentFields): TournamentSettings {
  const { name, description, mode, layout, rated, capacity, ratingMin, ratingMax, accountsOnly, programs, admission } = fields;
  return {
    ...{ name, description, mode, layout, rated, form: formOf(fields), clock: clockOf(fields), start: startOf(fields) },
    entry: {
      ...{ minimum: minParticipants(fields), capacity },
      ...(ratingMin !== null && { rating_min: ratingMin }),
      ...(ratingMax !== null && { rating_max: ratingMax }),
      ...{ accounts_only: accountsOnly || rated, programs: programs && !rated, admission },
    },
    rounds: roundsOf(fields),
    ...(!isUsual(fields.tieBreaks, fields.form) && { tie_breaks: [...fields.tieBreaks] }),
    ...(fields.fide && hasPairs(fields) && { unplayed_rounds: 'fide' as const }),
    no_shows_max: 2,
    ...(fields.teams && fields.form === 'arena' && mode === 'two' && { teams: { best: fields.best } }),
  };
}

/** The changes that the page sends to the server. Settings that the form does not show stay the same. */
export function changed(before: TournamentSettings, fields: TournamentFields): TournamentSettings {
  const { first_move_s, spectator_delay_s } = before;
  const now = settingsOf(fields);
  const sameLeast = minParticipants(fields) === minParticipants(fieldsOf(before, 0));
  const shown = fieldsOf(before, 0);
  const isSame = (...names: readonly (keyof TournamentFields)[]): boolean => names.every((name) => fields[name] === shown[name]);
  const sameStart = isSame('start') && (fields.start === 'by_director' || isSame(fields.start === 'at' ? 'at' : 'whenHere'));
  // The form shows minutes: times that were not changed stay exact.
  const starts = before.rounds?.starts;
  const sameTimes = starts !== undefined && now.rounds?.starts?.length === starts.length && JSON.stringify(fields.starts) === JSON.stringify(shown.starts);
  const sameForm = isSame('form', 'cycles', 'rounds', 'pairing', 'lateRounds', 'bestOf', 'thirdPlace', 'reset', 'groups', 'advance', 'minutes', 'berserk', 'streaks', 'halfByes');
  return {
    ...now,
    ...(sameStart && { start: before.start }),
    ...(sameForm && { form: before.form }),
    ...(sameClock(now.clock, before.clock) && first_move_s !== undefined && { first_move_s }),
    ...(spectator_delay_s !== undefined && { spectator_delay_s }),
    entry: { ...now.entry, ...(sameLeast && before.entry?.minimum !== undefined && { minimum: before.entry.minimum }) },
    rounds: {
      ...now.rounds,
      ...(sameTimes && { starts }),
      ...(before.rounds?.deadline_s !== undefined && { deadline_s: before.rounds.deadline_s }),
    },
    ...(before.no_shows_max !== undefined && { no_shows_max: before.no_shows_max }),
  };
}

/** A time in the format of `<input type="datetime-local">`. @param ms since the Unix epoch */
export function localText(ms: number): string {
  const date = new Date(ms);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:${two(date.getMinutes())}`;
}
