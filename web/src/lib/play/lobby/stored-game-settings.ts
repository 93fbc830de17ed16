import { countLimits, CUSTOM_KINDS, CUSTOM_LIMITS, UNIT_NAMES, type CustomClock } from '$lib/game/clock/custom';
import { PRESETS } from '$lib/game/clock/presets';
import { storedLevel } from '$lib/play/computer/level';
import { colorsOf } from '$lib/game/rules/mode';
import { fieldsOf, oneOf, parsed } from '$lib/base/settings/stored';

import { COMPUTERS, CUSTOM_CLOCK, initialGameSettings, MODES, SPECTATOR_DELAYS, type GameSettings } from './game-settings';
import { ANY_COLOR } from './usual';

/** Reads the stored form for a new game. Missing and invalid values become the defaults. */
export function readGameSettings(text: string): GameSettings {
  const first = initialGameSettings();
  const stored = parsed(text);
  const mode = oneOf(MODES, stored['mode'], first.mode);
  const presets = [...PRESETS.keys()].map(String);
  return {
    mode,
    // The server has the layouts; the form replaces unknown ones.
    layout: typeof stored['layout'] === 'string' ? stored['layout'] : first.layout,
    preset: oneOf([...presets, CUSTOM_CLOCK], stored['preset'], first.preset),
    custom: readClock(stored['custom'], first.custom),
    color: oneOf([...colorsOf(mode), ANY_COLOR], stored['color'], first.color),
    visibility: oneOf(['public', 'private'], stored['visibility'], first.visibility),
    rated: stored['rated'] === true,
    ready: stored['ready'] === true,
    vacations: stored['vacations'] === true,
    spectatorDelay: oneOf(SPECTATOR_DELAYS, stored['spectatorDelay'], first.spectatorDelay),
    computers: oneOf(COMPUTERS.slice(0, colorsOf(mode).length), stored['computers'], first.computers),
    level: storedLevel(stored),
    ladder: first.ladder,
  };
}

/** The form as text, for storage. */
export function gameSettingsText(game: GameSettings): string {
  return JSON.stringify(game);
}

function readClock(value: unknown, first: CustomClock): CustomClock {
  const stored = fieldsOf(value);
  const unit = oneOf(UNIT_NAMES, stored['unit'], first.unit);
  return {
    kind: oneOf(CUSTOM_KINDS, stored['kind'], first.kind),
    minutes: within(CUSTOM_LIMITS.minutes, stored['minutes'], first.minutes),
    seconds: within(CUSTOM_LIMITS.seconds, stored['seconds'], first.seconds),
    count: within(countLimits(unit), stored['count'], first.count),
    unit,
  };
}

function within({ min, max }: { min: number; max: number }, value: unknown, otherwise: number): number {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max ? value : otherwise;
}
