import type en from '../../en/home/home';
import type { Translation } from '../../message';

export default {
  home: {
    heading: 'Schieb sechs Kugeln über den Rand',
    text: 'Abalone zu zweit, zu dritt oder zu viert: aufreihen, in der Überzahl sein, schieben. Kostenlos und ohne Konto.',
    start: 'Gleich anfangen',
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
    computerTooMany: 'Mehr Partien gegen Computer kannst du nicht zugleich haben. Spiel eine deiner Partien zu Ende oder gib sie auf.',
    perMove: 'pro Zug',
    waiting: '{count, plural, one {# wartet} other {# warten}}',
    join: 'Gleich mitspielen',
    wait: 'Warten, bis jemand mitspielt',
    friend: 'Mit Freunden',
    local: 'Zu zweit an einem Gerät',
    more: 'Mehr Optionen',
    learn: 'Die Regeln lernen',
    open: 'Offene Partien',
    noneOpen: 'Gerade wartet niemand. Fang oben eine Partie an: Wer als Nächstes dasselbe will, spielt mit dir.',
    live: 'Gerade gespielt',
    noneLive: 'Gerade läuft keine öffentliche Partie. Deine könnte die erste sein.',
    moreLive: '{count, plural, one {und eine weitere} other {und # weitere}}',
    seeking: 'Gegner gesucht …',
    stillSeeking: 'Die Suche nach einem Gegner läuft weiter: {clock}',
    cancelSeek: 'Abbrechen',
    own: 'Deine Partien',
  },
} satisfies Translation<typeof en>;
