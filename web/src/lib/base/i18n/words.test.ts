import { describe, expect, it } from 'vitest';
import { Refusal } from '$lib/base/protocol/refusal';
import { errors as words } from './errors';
import { nameText, playersText, playerText, refusalText, turnText } from './words';
import errors from './messages/en/errors/errors';

describe('errors of the server', () => {
  it('have a message for each code, and illegal moves have a message for each reason', () => {
    expect(refusalText(new Refusal('not_your_turn', 'raw'))).toBe(errors.error.not_your_turn);
    expect(refusalText(new Refusal('illegal_move', 'raw', 'pac'))).toBe(errors.illegal.pac);
    expect(refusalText(new Refusal('illegal_move', 'raw', 'a_new_one'))).toBe(errors.error.illegal_move);
  });

  it('name the part of a text that is at fault', () => {
    const refusal = new Refusal('bad_words', 'raw', 'offensive', undefined, undefined, 'this word');
    expect(refusalText(refusal)).toBe('“this word” isn’t allowed here. Change it and try again.');
  });

  it('with an unknown code are shown with the server’s message', () => {
    expect(refusalText(new Refusal('brand_new' as 'internal', 'The server says so.'))).toBe('The server says so.');
    expect(words.tIfKnown('error.brand_new')).toBeNull();
    expect(words.tIfKnown('error.constructor')).toBeNull();
  });
});

describe('players', () => {
  const person = { id: 'u1', name: 'Sly Stork', guest: true };
  const computer = { id: 'c3', name: 'Computer 3', guest: false, computer: 3 };

  it('are shown by name, and computers by level in the user’s language', () => {
    expect(playerText(person)).toBe('Sly Stork');
    expect(playerText(computer)).toBe('Computer level 3');
    expect(playerText(null)).toBe('Open seat');
    expect(playerText({ ...person, name: '[deleted]' })).toBe('Deleted account');
    expect(nameText('[deleted]')).toBe('Deleted account');
  });

  it('are listed with clear separators', () => {
    expect(playersText([computer])).toBe('Computer level 3');
    expect(playersText([computer, person])).toBe('Computer level 3 and Sly Stork');
    expect(playersText([])).toBe('');
  });

  it('are grouped with a count if they are computers of the same level', () => {
    expect(playersText([computer, computer, computer])).toBe('3 computers (level 3)');
    expect(playersText([computer, person, { ...computer, computer: 5 }, computer])).toBe('2 computers (level 3), Sly Stork, and Computer level 5');
  });

  it('are named in the turn message of games for two, and shown by colour in other games', () => {
    expect(turnText('two', 'white', computer)).toBe('Computer level 3 to move');
    expect(turnText('four', 'yellow', computer)).toBe('Yellow to move');
  });
});
