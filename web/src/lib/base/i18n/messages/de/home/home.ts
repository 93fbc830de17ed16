import type en from '../../en/home/home';
import type { Translation } from '../../message';

export default {
  home: {
    heading: 'Schieb sechs Kugeln über den Rand',
    text: 'Abalone zu zweit, zu dritt oder zu viert: aufreihen, Überzahl schaffen, schieben.',
    free: 'Kostenlos und ohne Konto.',
    start: 'Jetzt spielen',
    computer: 'Gegen den Computer',
    computerColor: `{color, select,
      black {du spielst Schwarz}
      white {du spielst Weiß}
      red {du spielst Rot}
      yellow {du spielst Gelb}
      random {zufällige Farbe}
    }`,
    computerChange: 'Ändern',
    computerChangeText: 'Ändern: Stufe, Spieler, Farbe und Zeit',
    computerTooMany: 'Mehr Partien gegen den Computer kannst du nicht gleichzeitig spielen. Spiel eine zu Ende oder gib sie auf.',
    perMove: 'pro Zug',
    waiting: '{count, plural, one {# wartet} other {# warten}}',
    join: 'Jetzt mitspielen',
    wait: 'Gegner suchen',
    friend: 'Mit Freunden',
    local: 'An einem Gerät',
    more: 'Mehr Optionen',
    learn: 'Die Regeln lernen',
    open: 'Offene Partien',
    noneOpen: 'Keine offenen Partien. Starte oben eine, und du spielst gegen den Nächsten, der dieselbe sucht.',
  },
} satisfies Translation<typeof en>;
