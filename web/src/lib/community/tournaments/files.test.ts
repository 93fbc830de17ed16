import { describe, expect, it } from 'vitest';

import { fileAddress, filesOf, isFederation } from './files';

const arena = { form: 'arena', duration_s: 600, closing_s: 0, wave_s: 5 } as const;
const swiss = { form: 'swiss', rounds: 5 } as const;

describe('the files of a tournament', () => {
  it('include the federation report only for two-player games in rounds', () => {
    expect(filesOf({ form: swiss })).toContain('trf');
    expect(filesOf({ form: { form: 'round_robin', cycles: 1 }, mode: 'three' })).toEqual(['csv', 'text', 'json']);
    expect(filesOf({ form: arena, mode: 'two' })).not.toContain('trf');
  });

  it('each have an address', () => {
    const place = { city: 'Sint-Niklaas', federation: '' };
    expect(fileAddress('7', 'csv', place)).toBe('/api/v1/tournaments/7/export?format=csv');
    expect(fileAddress('7', 'trf', place)).toBe('/api/v1/tournaments/7/export?format=trf&city=Sint-Niklaas');
  });

  it('name federations by three letters', () => {
    expect(['', 'BEL', 'ned', 'BE', 'B-L'].map(isFederation)).toEqual([true, true, true, false, false]);
  });
});
