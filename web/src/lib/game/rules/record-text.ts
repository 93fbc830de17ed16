import { PASS } from './game-reader';
import { colorsOf } from './mode';
import { moveText } from './notation';
import { positionText } from './position-text';
import type { GameRecord } from './record';

/** The tags that stand before the tags of the start. */
const FIRST_TAGS = ['Event', 'Date', 'Black', 'White', 'Red', 'Yellow'];

/** Tags of the end, directly after the others; unknown tags follow. */
const LATER_TAGS = ['Clock', 'Result', 'Termination'];


/**
 * The game as text: tags, one a line; an empty line; then a line for each round, in which every colour has one turn. Control
 * characters in a tag become spaces.
 */
export function recordText({ tags, layout, start, turns }: GameRecord): string {
  const known = [...FIRST_TAGS, ...LATER_TAGS];
  const later = [...LATER_TAGS, ...[...tags.keys()].filter((name) => !known.includes(name))];
  const written = (names: readonly string[]): string[] =>
    names.flatMap((name) => {
      const value = tags.get(name);
      return value === undefined ? [] : [tagText(name, value)];
    });
  const lines = [
    ...written(FIRST_TAGS),
    tagText('Mode', start.mode),
    layout === null ? tagText('Position', positionText(start)) : tagText('Layout', layout),
    ...written(later),
    '',
  ];
  const seats = colorsOf(start.mode).length;
  for (let first = 0; first < turns.length; first += seats) {
    const round = turns.slice(first, first + seats).map((turn) => (turn === null ? PASS : moveText(turn)));
    lines.push(`${first / seats + 1}. ${round.join(' ')}`);
  }
  return `${lines.join('\n')}\n`;
}

function tagText(name: string, value: string): string {
  return `[${name} "${value.replace(/\p{Cc}/gu, ' ').replace(/["\\]/g, '\\$&')}"]`;
}
