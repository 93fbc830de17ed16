import { describe, expect, it } from 'vitest';

import { fileName } from './file-name';

describe('the name of a file with a game', () => {
  it('has the names of the players', () => {
    expect(fileName(['Ada', 'Computer level 2'])).toBe('sumito-Ada-Computer-level-2');
    expect(fileName(['Zażółć', 'Łódź_7.x'])).toBe('sumito-Zażółć-Łódź-7-x');
  });

  it('has nothing that leads out of a folder, and is not too long', () => {
    expect(fileName(['../..', ''])).toBe('sumito');
    expect(fileName(['a'.repeat(50), 'b'.repeat(50)])).toHaveLength('sumito-'.length + 60);
  });
});
