import { describe, expect, it } from 'vitest';
import { Refusal } from '$lib/base/protocol/refusal';
import { refusedText } from './words';

describe('a refused name of a club', () => {
  it('is shown with the part that is at fault', () => {
    const refusal = new Refusal('bad_name', 'raw', undefined, undefined, undefined, 'this word');
    expect(refusedText(refusal)).toBe('“this word” isn’t allowed here. Change it and try again.');
  });
});
