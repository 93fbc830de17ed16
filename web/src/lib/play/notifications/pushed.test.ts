import { describe, expect, it } from 'vitest';

import { LANGUAGES } from '$lib/base/i18n/languages';

import { noteOf, type Pushed } from './pushed';

const KINDS = ['turn', 'challenge', 'accepted', 'tournament', 'announcement', 'tournament_news', 'conversation'] as const;

function pushed(kind: Pushed['kind'], language: string): Pushed {
  if (kind === 'announcement') return { kind, language, club: 'k1', title: 'Cup of {players}.', players: ['$& Ben'] };
  if (kind === 'tournament_news') return { kind, language, tournament: 't1', title: 'Round {players} at noon.', players: ['$& Ben'] };
  if (kind === 'conversation') return { kind, language, partner: 'u1', players: ['$& Ben'] };
  const about = kind === 'challenge' ? { challenge: 'c1' } : { room: 'f5cfawbpmmz8' };
  return { kind, language, ...about, players: kind === 'tournament' ? [] : ['$& Ben'] };
}

describe('the text of a push', () => {
  it.each(Object.keys(LANGUAGES))('has a title and a body for every kind: %s', (language) => {
    const notes = KINDS.map((kind) => noteOf(pushed(kind, language)));
    expect(new Set(notes.map(({ title }) => title)).size).toBe(KINDS.length);
    for (const { body } of notes.filter((_, place) => KINDS[place] !== 'announcement' && KINDS[place] !== 'tournament_news')) expect(body).toMatch(/^[^{}]{5,80}\.$/);
    expect(notes.map(({ body }) => body.includes('$& Ben'))).toEqual([true, true, true, false, true, true, true]);
    expect(notes[KINDS.indexOf('announcement')]?.body, 'a title is no pattern').toBe('$& Ben: Cup of {players}.');
  });

  it('differs between languages', () => {
    const titles = KINDS.flatMap((kind) => Object.keys(LANGUAGES).map((language) => noteOf(pushed(kind, language)).title));
    expect(new Set(titles).size).toBe(titles.length);
  });

  it('is English if the worker does not know the language', () => {
    expect(noteOf(pushed('turn', 'tlh')).title).toBe('Your turn');
  });

  it('links to the board, to the club, to the tournament, or to the home page for a challenge', () => {
    expect(noteOf(pushed('turn', 'en'))).toMatchObject({ path: '/room/f5cfawbpmmz8', tag: 'f5cfawbpmmz8' });
    expect(noteOf(pushed('challenge', 'en'))).toMatchObject({ path: '/', tag: 'c1' });
    expect(noteOf(pushed('announcement', 'en'))).toMatchObject({ path: '/clubs/k1', tag: 'k1' });
    expect(noteOf(pushed('tournament_news', 'en'))).toMatchObject({ path: '/tournaments/t1', tag: 't1' });
    expect(noteOf(pushed('conversation', 'en'))).toMatchObject({ path: '/messages/u1', tag: 'u1' });
  });
});
