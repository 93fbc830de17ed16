import { afterEach, describe, expect, it } from 'vitest';

import { Settings } from './settings.svelte';
import { valuesOf } from './values';

afterEach(() => localStorage.clear());

describe('settings', () => {
  it('have their defaults if the stored text is missing, invalid or unknown', () => {
    const fresh = valuesOf(null);
    expect(fresh).toMatchObject({ appearance: 'system', board: 'wood', coordinates: 'on', newGame: '' });
    for (const text of ['', 'null', '7', '[]', '{"board":"gold","appearance":1,"newGame":{},"else":"x"}']) {
      expect(valuesOf(text)).toEqual(fresh);
    }
  });

  it('are stored and loaded again', () => {
    new Settings().set('board', 'slate');
    expect(new Settings().get('board')).toBe('slate');
    expect(new Settings().get('appearance')).toBe('system');
  });

  it('take over changes from another window', () => {
    const settings = new Settings();
    dispatchEvent(new StorageEvent('storage', { key: 'sumito.settings', newValue: '{"sound":"off"}' }));
    expect(settings.get('sound')).toBe('off');
    dispatchEvent(new StorageEvent('storage', { key: 'another', newValue: '{"sound":"on"}' }));
    expect(settings.get('sound')).toBe('off');
  });
});
