import { beforeAll, describe, expect, it } from 'vitest';

import type { Challenge, Terms } from '$lib/base/protocol/types';

import { ANY, opponentOf, termsOf, termsText } from './challenge';
import { words } from './words';

const [ADA, BOB] = ['ada', 'bob'].map((name) => ({ id: name, name, guest: false }));

function challenge(terms: Terms): Challenge {
  if (ADA === undefined || BOB === undefined) throw new Error('a user is missing');
  const life = { status: 'open', reason: null, room: null, created_at: 1, expires_at: 2 } as const;
  return { id: 'c', challenger: ADA, challenged: BOB, answers: 'bob', round: 1, terms, ...life };
}

beforeAll(() => words.load());

describe('the terms of a challenge', () => {
  const clock = { kind: 'fischer', initial_ms: 300_000, increment_ms: 3000 } as const;

  it('name the challenger’s seat in a challenge and in a counter-offer', () => {
    const fields = { mode: 'two', clock: '1', color: 'white', rated: true, vacations: false } as const;
    expect(termsOf({ ...fields }, true)).toEqual({ mode: 'two', clock, rated: true, seat: 1 });
    expect(termsOf({ ...fields }, false)).toEqual({ mode: 'two', clock, rated: true, seat: 0 });
    expect(termsOf({ ...fields, color: ANY }, true)).toEqual({ mode: 'two', clock, rated: true });
  });

  it('are worded from the side of the reader', () => {
    const made = challenge({ mode: 'two', clock, rated: true, seat: 1 });
    expect(termsText(made, 'ada')).toBe('5 + 3 · rated · you play White');
    expect(termsText(made, 'bob')).toBe('5 + 3 · rated · you play Black');
    expect(termsText(challenge({ mode: 'three', clock }), 'bob')).toBe('5 + 3 · Three players · unrated');
    expect([opponentOf(made, 'ada').name, opponentOf(made, 'bob').name]).toEqual(['bob', 'ada']);
  });
});
