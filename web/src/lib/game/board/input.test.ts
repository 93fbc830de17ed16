import { beforeEach, describe, expect, it, vi } from 'vitest';
import { cellNamed, type Cell } from '$lib/game/rules/cell';
import { DIRECTIONS, type Direction } from '$lib/game/rules/direction';
import { along, centre, type Point } from './geometry';
import { BoardInput } from './input.svelte';
import { whyNot } from './intent';
import { legalMoves } from '$lib/game/rules/legal';
import type { Move } from '$lib/game/rules/move';
import { moveText } from '$lib/game/rules/notation';
import { colorAt } from '$lib/game/rules/position';
import { readPosition } from '$lib/game/rules/position-text';

const ROWS = '5/6/7/3bw3/3bbb1b1/8/7/6/5';
const POSITION = readPosition('two', `${ROWS} b 0,0 0 0`);
const LEGAL = legalMoves(POSITION);

function at(name: string): Cell {
  const cell = cellNamed(name);
  if (cell === null) throw new Error(`there is no ${name}`);
  return cell;
}

function direction(name: Direction['name']): Direction {
  const found = DIRECTIONS.find((each) => each.name === name);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found;
}

function legal(text: string): Move | undefined {
  return LEGAL.find((move) => moveText(move) === text);
}

const play = vi.fn<(move: string) => void>();
/** Called for illegal moves with the reason and the cell that shows it. */
const refuse = vi.fn<(why: string, cell: string | null) => void>();
let input: BoardInput;

beforeEach(() => {
  play.mockClear();
  refuse.mockClear();
  input = inputFor(LEGAL);
});

function inputFor(moves: readonly Move[], position = POSITION): BoardInput {
  return new BoardInput({
    moves: () => moves,
    own: (cell) => colorAt(position, cell) === 'black',
    taken: (cell) => colorAt(position, cell) !== null,
    play: (move) => play(moveText(move)),
    refuse: (intents, pointed) => {
      const why = whyNot(position, intents, pointed);
      if (why !== null) refuse(why.reason, why.cell?.name ?? null);
    },
    explain: ({ reason, cell }) => refuse(reason, cell?.name ?? null),
  });
}

function click(...names: string[]): void {
  for (const name of names) {
    input.press(at(name), centre(at(name)));
    input.release(at(name));
  }
}

/** Drags the pointer from the first stop through the others, in small steps, without a release. */
function draw(...stops: (string | Point)[]): void {
  const points = stops.map((stop) => (typeof stop === 'string' ? centre(at(stop)) : stop));
  const [first] = stops;
  if (typeof first !== 'string' || points[0] === undefined) throw new Error('a drag begins on a marble');
  input.press(at(first), points[0]);
  for (let index = 1; index < points.length; index += 1) {
    const from = points[index - 1];
    const to = points[index];
    if (from === undefined || to === undefined) continue;
    for (let part = 1; part <= 8; part += 1) {
      const x = from.x + ((to.x - from.x) * part) / 8;
      const y = from.y + ((to.y - from.y) * part) / 8;
      input.move(null, { x, y });
    }
  }
}

function tap(name: string): void {
  input.press(at(name), centre(at(name)));
  input.release(at(name), 'touch');
}

function selected(): string[] {
  return input.selection.map(({ name }) => name).sort();
}

function targets(): string[] {
  return [...input.targets.keys()].map(({ name }) => name).sort();
}

describe('clicks', () => {
  it('select a marble and play it on a free cell', () => {
    click('e8', 'f8');
    expect(play).toHaveBeenCalledExactlyOnceWith('e8f8');
    expect(selected()).toEqual([]);
  });

  it('on the selected marble clear the selection, except the second click of a double click', () => {
    const clickAt = (moment: number): void => {
      input.press(at('e5'), centre(at('e5')));
      input.release(at('e5'), 'mouse', moment);
    };
    clickAt(1_000);
    clickAt(1_150);
    expect(selected()).toEqual(['e5']);
    clickAt(2_000);
    expect(selected()).toEqual([]);
  });

  it('select a row marble by marble', () => {
    click('e4', 'e5', 'e6');
    expect(selected()).toEqual(['e4', 'e5', 'e6']);
    click('e7');
    expect(play).toHaveBeenCalledExactlyOnceWith('e4e5');
  });

  it('select a row of three by its ends', () => {
    click('e4', 'e6');
    expect(selected()).toEqual(['e4', 'e5', 'e6']);
  });

  it('move a whole line when only its trailing marble is selected', () => {
    click('e4', 'e7');
    expect(play).toHaveBeenCalledExactlyOnceWith('e4e5');
  });

  it('restart the selection with a marble that is not in line', () => {
    click('e4', 'e5', 'e8');
    expect(selected()).toEqual(['e8']);
  });

  it('deselect a marble, and the whole row with its middle', () => {
    click('e4', 'e5', 'e6', 'e6');
    expect(selected()).toEqual(['e4', 'e5']);
    click('e6', 'e5');
    expect(selected()).toEqual([]);
  });

  it('clear the selection beside the marbles', () => {
    click('e4', 'a1');
    expect(selected()).toEqual([]);
    expect(play).not.toHaveBeenCalled();
  });

  it('play a side-step on a cell that no other side-step enters', () => {
    click('e4', 'e6');
    expect(targets()).toEqual(['d3', 'd4', 'd5', 'd6', 'e3', 'e7']);
    click('d3');
    expect(play).toHaveBeenCalledExactlyOnceWith('e4e6d3');
  });

  it('play the side-step on whose half of the cell the mouse is', () => {
    for (const [beside, move] of [[-0.2, 'e4e6d3'], [0.2, 'e4e6d4']] as const) {
      click('e4', 'e6');
      const spot = { x: centre(at('d4')).x + beside, y: centre(at('d4')).y };
      input.move(at('d4'), spot);
      expect(input.preview && moveText(input.preview)).toBe(move);
      input.press(at('d4'), spot);
      input.release(at('d4'));
      expect(play).toHaveBeenLastCalledWith(move);
    }
  });

  it('by touch show both of two possible side-steps, and keep the marbles selected', () => {
    click('e4', 'e6');
    tap('d5');
    expect(input.question?.ways.map(moveText).sort()).toEqual(['e4e6d3', 'e4e6d4']);
    expect(selected()).toEqual(['e4', 'e5', 'e6']);
    tap('d5');
    expect(play).not.toHaveBeenCalled();
    tap('d6');
    expect(play).toHaveBeenCalledExactlyOnceWith('e4e6d4');
    expect(input.question).toBeNull();
  });

  it('preview the first of two side-steps for a key, then the other, and play the preview', () => {
    click('e4', 'e6');
    input.focus(at('d5'));
    input.click(at('d5'), 'key');
    const shown = input.preview;
    input.another();
    expect(input.preview).not.toBe(shown);
    input.another();
    expect(input.preview).toBe(shown);
    input.click(at('d5'), 'key');
    expect(play).toHaveBeenCalledExactlyOnceWith(shown && moveText(shown));
  });

  it('are undone by Escape: first the choice of a side-step, then the selection', () => {
    click('e4', 'e6');
    input.click(at('d5'), 'key');
    input.back();
    expect(input.question).toBeNull();
    expect(selected()).toHaveLength(3);
    input.back();
    expect(selected()).toEqual([]);
  });

  it('offer only legal moves as targets', () => {
    click('e4', 'e5', 'f5');
    expect(selected()).toEqual(['f5']);
    expect(targets()).not.toContain('f6');
  });

  it('do nothing while the player has no legal moves', () => {
    input = inputFor([]);
    click('e4', 'e7');
    expect(selected()).toEqual([]);
    expect(play).not.toHaveBeenCalled();
  });
});

describe('drags', () => {
  it('push the line in front of the dragged marble', () => {
    draw('e4', 'e5');
    expect(input.pull).toMatchObject({ move: legal('e4e5'), progress: 1 });
    input.release(at('e5'));
    expect(play).toHaveBeenCalledExactlyOnceWith('e4e5');
  });

  it('move the marbles along with the pointer', () => {
    draw('e8', { x: centre(at('e8')).x + 0.4, y: 0 });
    expect(input.offset(at('e8'))).toEqual({ x: expect.closeTo(0.4), y: expect.closeTo(0) });
    expect(input.offset(at('e4'))).toBeNull();
  });

  it('play nothing if they end before half of the distance', () => {
    draw('e8', { x: centre(at('e8')).x + 0.4, y: 0 });
    input.release(null);
    expect(play).not.toHaveBeenCalled();
    expect(input.offset(at('e8'))).toBeNull();
  });

  it('snap to the nearest legal direction', () => {
    const rather = along(centre(at('e8')), direction('e'), 0.8);
    draw('e8', { x: rather.x, y: rather.y - 0.25 });
    input.release(null);
    expect(play).toHaveBeenCalledExactlyOnceWith('e8e9');
  });

  it('side-step a row if the pointer moves along the row and then off it', () => {
    draw('e4', 'e5', 'e6', 'd6');
    expect(input.pull?.move).toBe(legal('e4e6d4'));
    input.release(at('d6'));
    expect(play).toHaveBeenCalledExactlyOnceWith('e4e6d4');
  });

  it('move only the part of the row that the pointer has passed', () => {
    draw('e6', 'e5', 'd4');
    input.release(at('d4'));
    expect(play).toHaveBeenCalledExactlyOnceWith('e5e6d4');
  });

  it('release the last marble when the pointer returns to the previous marble', () => {
    draw('e4', 'e5', 'e6', 'e5', 'd5');
    input.release(at('d5'));
    expect(play).toHaveBeenCalledExactlyOnceWith('e4e5d4');
  });

  it('move a whole selected row, by any of its marbles', () => {
    click('e4', 'e6');
    draw('e5', along(centre(at('e5')), direction('sw'), 0.9));
    input.release(at('d4'));
    expect(play).toHaveBeenCalledExactlyOnceWith('e4e6d3');
  });

  it('keep the row selected if it has no legal move there', () => {
    draw('f5', 'e5');
    expect(input.pull).toMatchObject({ move: legal('f5e5') });
    input.cancel();
    draw('e5', 'f5', along(centre(at('f5')), direction('e'), 0.8));
    expect(input.pull).toBeNull();
    input.release(null);
    expect(play).not.toHaveBeenCalled();
    expect(selected()).toEqual(['e5', 'f5']);
  });

  it('are cancelled by Escape', () => {
    draw('e4', 'e5');
    input.cancel();
    input.release(at('e5'));
    expect(play).not.toHaveBeenCalled();
  });
});

describe('illegal moves', () => {
  const CROWD = readPosition('two', '5/6/4bww/b2bbbb1/3bbwww1/4wbb1/3b3/6/5 b 0,0 0 0');

  function crowded(): void {
    input = inputFor(legalMoves(CROWD), CROWD);
  }

  it('show the reason, and keep the marbles selected', () => {
    crowded();
    click('e4', 'e6');
    expect(refuse).toHaveBeenLastCalledWith('outnumbered', null);
    expect(selected()).toEqual(['e4']);
    expect(play).not.toHaveBeenCalled();
  });

  it('to a cell that is not next to the marbles show no reason, and clear the selection', () => {
    crowded();
    click('e4', 'a1');
    expect(refuse).not.toHaveBeenCalled();
    expect(selected()).toEqual([]);
  });

  it('of four marbles show that these are too many', () => {
    crowded();
    click('f5', 'f8');
    expect(refuse).toHaveBeenLastCalledWith('too_many', 'f8');
    expect(selected()).toEqual(['f8']);
  });

  it('sideways show the occupied cell', () => {
    crowded();
    click('e4', 'e5');
    click('f6');
    expect(selected()).toEqual(['f6']);
    click('e4', 'e5');
    draw('e4', along(centre(at('e4')), direction('ne'), 0.9));
    input.release(at('f5'));
    expect(refuse).toHaveBeenLastCalledWith('occupied', 'f5');
  });

  it('of own marbles over the edge show that reason', () => {
    crowded();
    draw('f2', along(centre(at('f2')), direction('w'), 0.9));
    input.release(null);
    expect(refuse).toHaveBeenLastCalledWith('over_the_edge', 'f2');
  });

  it('show no reason if a drag ends before half of the distance', () => {
    crowded();
    draw('f2', along(centre(at('f2')), direction('w'), 0.4));
    input.release(null);
    expect(refuse).not.toHaveBeenCalled();
  });
});

describe('the selection when the legal moves change', () => {
  it('stays while its marbles are on the board and can move', () => {
    click('e4', 'e5');
    input.refresh();
    expect(selected()).toEqual(['e4', 'e5']);
  });

  it('is cleared when no move is legal', () => {
    let moves = LEGAL;
    input = new BoardInput({ ...silent(), moves: () => moves });
    click('e4', 'e5');
    moves = [];
    input.refresh();
    expect(selected()).toEqual([]);
  });

  it('is cleared when a selected marble has left the board', () => {
    let gone = '';
    input = new BoardInput({ ...silent(), own: (cell) => cell.name !== gone && colorAt(POSITION, cell) === 'black' });
    click('e4', 'e5');
    gone = 'e5';
    input.refresh();
    expect(selected()).toEqual([]);
  });

  function silent(): ConstructorParameters<typeof BoardInput>[0] {
    const nothing = (): undefined => undefined;
    const own = (cell: Cell): boolean => colorAt(POSITION, cell) === 'black';
    return { moves: () => LEGAL, own, taken: own, play: nothing, refuse: nothing, explain: nothing };
  }
});
