import { beforeEach, describe, expect, it, vi } from 'vitest';
import { cellNamed, type Cell } from '$lib/rules/cell';
import { DIRECTIONS, type Direction } from '$lib/rules/direction';
import { legalMoves } from '$lib/rules/legal';
import { moveText } from '$lib/rules/notation';
import { marblesOn } from '$lib/rules/position';
import { startOf } from '$lib/rules/position-text';
import { along, centre, type Point } from './geometry';
import { BoardInput } from './input.svelte';

const START = startOf('two', '5/6/7/3bw3/3bbb1b1/8/7/6/5');
const OCCUPATION = marblesOn(START.board);

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

const play = vi.fn<(move: string) => void>();
let input: BoardInput;

beforeEach(() => {
  play.mockClear();
  const options = legalMoves(START);
  input = new BoardInput({
    options: () => options,
    own: (cell) => OCCUPATION.get(cell) === 'black',
    play: (move) => play(moveText(move)),
  });
});

function click(...names: string[]): void {
  for (const name of names) {
    input.press(at(name), centre(at(name)));
    input.release(at(name));
  }
}

/** Draws the pointer from the first place through the others, in small steps, and leaves it down. */
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

function selected(): string[] {
  return input.selection.map(({ name }) => name).sort();
}

function pulled(): string | null {
  return input.pull === null ? null : moveText(input.pull.option);
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

  it('start anew with a marble that is not in line', () => {
    click('e4', 'e5', 'e8');
    expect(selected()).toEqual(['e8']);
  });

  it('take a marble out again, and the whole row with its middle', () => {
    click('e4', 'e5', 'e6', 'e6');
    expect(selected()).toEqual(['e4', 'e5']);
    click('e6', 'e5');
    expect(selected()).toEqual([]);
  });

  it('put the selection down beside the marbles', () => {
    click('e4', 'a1');
    expect(selected()).toEqual([]);
    expect(play).not.toHaveBeenCalled();
  });

  it('play a side-step on the cells that only one of them enters', () => {
    click('e4', 'e6');
    expect(targets()).toEqual(['d3', 'd6', 'e3', 'e7']);
    click('d3');
    expect(play).toHaveBeenCalledExactlyOnceWith('e4e6d3');
  });

  it('offer nothing that is not legal', () => {
    click('e4', 'e5', 'f5');
    expect(selected()).toEqual(['f5']);
    expect(targets()).not.toContain('f6');
  });

  it('do nothing when it is not one’s turn', () => {
    input = new BoardInput({ options: () => [], own: () => true, play: (move) => play(moveText(move)) });
    click('e4', 'e7');
    expect(selected()).toEqual([]);
    expect(play).not.toHaveBeenCalled();
  });
});

describe('drags', () => {
  it('push the line ahead of the marble that is held', () => {
    draw('e4', 'e5');
    expect(pulled()).toBe('e4e5');
    expect(input.pull?.progress).toBe(1);
    input.release(at('e5'));
    expect(play).toHaveBeenCalledExactlyOnceWith('e4e5');
  });

  it('move the marbles along with the pointer', () => {
    draw('e8', { x: centre(at('e8')).x + 0.4, y: 0 });
    expect(input.offset(at('e8'))).toEqual({ x: expect.closeTo(0.4), y: expect.closeTo(0) });
    expect(input.offset(at('e4'))).toBeNull();
  });

  it('play nothing when let go before half of the way', () => {
    draw('e8', { x: centre(at('e8')).x + 0.4, y: 0 });
    input.release(null);
    expect(play).not.toHaveBeenCalled();
    expect(input.offset(at('e8'))).toBeNull();
  });

  it('snap to the legal direction that is nearest', () => {
    const rather = along(centre(at('e8')), direction('e'), 0.8);
    draw('e8', { x: rather.x, y: rather.y - 0.25 });
    input.release(null);
    expect(play).toHaveBeenCalledExactlyOnceWith('e8e9');
  });

  it('take a row sideways when drawn along it and then off it', () => {
    draw('e4', 'e5', 'e6', 'd6');
    expect(pulled()).toBe('e4e6d4');
    input.release(at('d6'));
    expect(play).toHaveBeenCalledExactlyOnceWith('e4e6d4');
  });

  it('take only the part of the row that was drawn along', () => {
    draw('e6', 'e5', 'd4');
    input.release(at('d4'));
    expect(play).toHaveBeenCalledExactlyOnceWith('e5e6d4');
  });

  it('give a marble back when the pointer returns to the one before', () => {
    draw('e4', 'e5', 'e6', 'e5', 'd5');
    input.release(at('d5'));
    expect(play).toHaveBeenCalledExactlyOnceWith('e4e5d4');
  });

  it('take a selected row as a whole, whichever marble is held', () => {
    click('e4', 'e6');
    draw('e5', along(centre(at('e5')), direction('sw'), 0.9));
    input.release(at('d4'));
    expect(play).toHaveBeenCalledExactlyOnceWith('e4e6d3');
  });

  it('leave the row selected where it can go nowhere', () => {
    draw('f5', 'e5');
    expect(pulled()).toBe('f5e5');
    input.cancel();
    draw('e5', 'f5', along(centre(at('f5')), direction('e'), 0.8));
    expect(input.pull).toBeNull();
    input.release(null);
    expect(play).not.toHaveBeenCalled();
    expect(selected()).toEqual(['e5', 'f5']);
  });

  it('end with Escape', () => {
    draw('e4', 'e5');
    input.cancel();
    input.release(at('e5'));
    expect(play).not.toHaveBeenCalled();
  });
});
