import { describe, expect, it } from 'vitest';

import { flat } from './flat';
import { argumentsOf } from './shape';
import { sources } from './sources';

/** Wordings that a language does not use, and the one that it does. */
const TERMS: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  en: [
    [/\b(?:colors?|center|favorites?|behavior)\b|\banalyz|\bpractice (?:it|them|again|their)\b/i, 'British spelling'],
    [/\b(?:cannot|(?:is|does|do|has|have|are|was|were|will|did|can) not)\b/i, 'a contraction'],
    [/\bany more\b/i, 'no longer'],
    [/\bby itself\b/i, 'automatically, or on its own'],
    [/\bstands? still\b/i, 'is stopped'],
    [/\bbegins?\b/i, 'start'],
  ],
  de: [
    [/Z(?:ug|üge) im Voraus|vorausgeplant/i, 'Vorauszug'],
    [/Freirunde/i, 'Freilos'],
    [/Mehr zeigen/, 'Mehr anzeigen'],
    [/\bWorte\b/, 'Texte'],
    [/Kennung/, 'ID'],
    [/Geheimnis/, 'geheimer Schlüssel'],
    [/steht still/, 'ist angehalten'],
    [/von selbst/, 'automatisch'],
    [/unterschr[ie]+b/i, 'signiert'],
  ],
  pl: [
    [/\p{L}\([ay]\)/u, 'a form without gender'],
    [/Promuj/, 'Przesuń wyżej'],
  ],
  nl: [
    [/\bkogel/i, 'knikker'],
    [/\bopgaven\b/i, 'puzzels'],
    [/\bpremove/i, 'zet vooraf'],
    [/\bAfslaan\b/, 'Afwijzen'],
    [/\bHint\b/, 'Tip'],
    [/\bkenmerk\b/, 'ID'],
    [/vanzelf/, 'automatisch'],
  ],
};

/** A text without the names of its arguments. */
function wording(message: string): string {
  const names = Object.keys(argumentsOf(message)).join('|');
  return names === '' ? message : message.replace(new RegExp(`\\{(?:${names})(?:, number)?\\}|\\{(?:${names}), (?:select|plural),`, 'g'), ' ');
}

describe.each(Object.entries(TERMS))('texts in %s', (language, terms) => {
  const own = Object.entries(sources).filter(([path]) => path.startsWith(`./${language}/`));
  const texts = own.flatMap(([, messages]) => Object.entries(flat(messages)));

  it.each(terms)('do not say %s', (pattern, instead) => {
    expect(texts.length).toBeGreaterThan(1000);
    expect(texts.filter(([, text]) => pattern.test(wording(text))).map(([name]) => `${name}: say ${instead}`)).toEqual([]);
  });
});

it('finds a term, but not the name of an argument', () => {
  expect(wording('{color, select, red {Red} other {a color of {color}}}')).toBe('  red {Red} other {a color of  }}');
});
