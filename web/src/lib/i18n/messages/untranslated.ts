/** Messages that are the same in every language: names, and forms without words. */
const EVERYWHERE = [
  'app.name',
  'app.title',
  'app.titleCount',
  'clock.fischer',
  'clock.sudden_death',
  'formations.count',
  'layout.anglattack',
  'layout.atomouche',
  'result.side',
  'review.clockOf',
];

/** Messages that are the same as in English, by language: these, and words that both languages have. */
export const UNTRANSLATED: Readonly<Record<string, readonly string[]>> = {
  de: [...EVERYWHERE, 'layout.alien', 'layout.domination', 'layout.standard', 'ledger.server', 'preferences.vibration'],
  pl: [...EVERYWHERE, 'nav.menu'],
  nl: [...EVERYWHERE, 'layout.alien', 'layout.centrifuge', 'layout.duel', 'ledger.server', 'nav.menu'],
};
