import { describe, expect, it } from 'vitest';
import type { Clock, GameResult, Mode } from '$lib/base/protocol/types';
import { matchText } from './match-text';
import { outcomeText, reasonText, scoreLabel, scoreText, whyUnrated, type Ended } from './outcome';

const PLAYERS = ['Fox', 'Stork', 'Lynx', 'Hare'].map((name) => ({ id: name, name, guest: true }));

function ended(mode: Mode, result: GameResult, clock: Clock = { kind: 'none' }): Ended {
  return { mode, clock, result, players: PLAYERS.slice(0, mode === 'two' ? 2 : mode === 'three' ? 3 : 4) };
}

describe('the end of a game', () => {
  it('for two players has a winner, a reason and two scores', () => {
    const game = ended('two', { winners: [1], reason: 'time', score: [0, 4] });
    expect(outcomeText(game, null)).toBe('Stork wins');
    expect([0, 1].map((seat) => outcomeText(game, seat))).toEqual(['You lost', 'You won']);
    expect(reasonText(game)).toBe('Fox ran out of time.');
    expect(scoreText(game.result)).toBe('0 : 4');
    expect(scoreLabel('two', game.result)).toBe('Marbles pushed off: Black 0, White 4');
  });

  it('changes ratings only if each player has made three moves', () => {
    const moves = (count: number) =>
      Array.from({ length: count }, (_, ply) => ({ seat: ply % 2, elapsed_ms: 0, server_ms: 0, forgiven_ms: 0, free_ms: 0, added_ms: 0 }));
    const result: GameResult = { winners: [0], reason: 'resignation', score: [0, 0] };
    expect([0, 5, 6].map((count) => whyUnrated('two', result, moves(count)))).toEqual(['too_short', 'too_short', null]);
    expect(whyUnrated('two', { ...result, winners: [], reason: 'aborted' }, moves(6))).toBe('aborted');
  });

  it('for three players has three scores', () => {
    const game = ended('three', { winners: [2], reason: 'ejections', score: [1, 0, 6] });
    expect(outcomeText(game, null)).toBe('Lynx wins');
    expect(reasonText(game)).toBe('Lynx pushed off six marbles.');
    expect(scoreText(game.result)).toBe('1 : 0 : 6');
    expect(scoreLabel('three', game.result)).toBe('Marbles pushed off: Black 1, White 0, Red 6');
  });

  it('for four players has two winners', () => {
    const game = ended('four', { winners: [1, 3], reason: 'resignation', score: [2, 3] });
    expect(outcomeText(game, null)).toBe('Stork and Hare win');
    expect(outcomeText(game, 3)).toBe('You won');
    expect(reasonText(game)).toBe('Fox and Lynx are out of the game.');
    expect(scoreLabel('four', game.result)).toBe('Marbles pushed off: Black and Red 2, White and Yellow 3');
  });

  it('names no loser if the game was abandoned without a winner', () => {
    for (const mode of ['two', 'four'] as const) {
      const game = ended(mode, { winners: [], reason: 'abandoned', score: [0, 0] });
      expect(outcomeText(game, 0)).toBe('Draw');
      expect(reasonText(game)).toBe('The game was left unfinished: someone was away for too long.');
    }
    const won = ended('two', { winners: [0], reason: 'abandoned', score: [0, 0] });
    expect(reasonText(won)).toBe('Stork left the game.');
  });

  it('by a shared clock is explained by the ejections', () => {
    const clock: Clock = { kind: 'per_game', limit_ms: 60_000 };
    expect(reasonText(ended('two', { winners: [0], reason: 'time', score: [2, 1] }, clock))).toBe(
      'Time ran out, and Fox had pushed off more marbles.',
    );
    expect(reasonText(ended('two', { winners: [], reason: 'time', score: [1, 1] }, clock))).toContain('the same number of marbles');
  });
});

describe('the players of a game', () => {
  it('are listed by side', () => {
    expect(matchText('two', PLAYERS)).toBe('Fox – Stork');
    expect(matchText('three', PLAYERS)).toBe('Fox – Stork – Lynx');
    expect(matchText('four', PLAYERS)).toBe('Fox and Lynx – Stork and Hare');
  });
});
