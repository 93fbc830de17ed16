import { describe, expect, it } from 'vitest';

import { gameSettingsText, readGameSettings } from './stored-game-settings';
import { initialGameSettings, type GameSettings } from './game-settings';

describe('the stored form for a new game', () => {
  it('has the default values if nothing readable is stored', () => {
    for (const text of ['', 'nonsense', 'null', '7', '[]', '{}']) expect(readGameSettings(text)).toEqual(initialGameSettings());
  });

  it('is restored', () => {
    const game: GameSettings = {
      mode: 'four',
      layout: 'four_standard',
      preset: 'custom',
      custom: { kind: 'per_move', minutes: 7, seconds: 0, count: 3, unit: 'hour' },
      color: 'yellow',
      visibility: 'private',
      rated: true,
      ready: true,
      vacations: true,
      spectatorDelay: '60',
      computers: '2',
      level: '5',
      ladder: 12,
    };
    expect(readGameSettings(gameSettingsText(game))).toEqual(game);
  });

  it('drops invalid values', () => {
    const { preset, custom, color, spectatorDelay } = initialGameSettings();
    const broken = { mode: 'two', color: 'red', preset: '99', spectatorDelay: 60, custom: { minutes: 0, seconds: 1.5, count: 900, unit: 'day' } };
    expect(readGameSettings(JSON.stringify(broken))).toMatchObject({ preset, custom, color, spectatorDelay });
  });
});
