import type en from '../../en/computer/computer';
import type { Translation } from '../../message';

export default {
  computer: {
    title: 'Gegen den Computer',
    level: 'Stufe',
    named: 'Stufe {level, number}: {word}',
    play: 'Spielen',
    add: 'Hinzufügen',
    addAs: `{color, select,
      black {Computer mit Schwarz hinzufügen}
      white {Computer mit Weiß hinzufügen}
      red {Computer mit Rot hinzufügen}
      yellow {Computer mit Gelb hinzufügen}
    }`,
    remove: 'Entfernen',
    removeFrom: `{color, select,
      black {Computer mit Schwarz entfernen}
      white {Computer mit Weiß entfernen}
      red {Computer mit Rot entfernen}
      yellow {Computer mit Gelb entfernen}
    }`,
    ask: 'Wie stark soll er sein?',
    instead: 'Oder spiel gegen den Computer',
    ladder: 'Jede Stufe gewinnt etwa drei von vier Partien gegen die nächstniedrigere.',
    coach: 'Mit Coach spielen',
    coachText: 'Tipps auf Wunsch und eine Warnung nach einem Fehler. Diese Partien zählen nicht.',
  },
  /** Playing strength of a computer, in a word. */
  strength: {
    '1': 'erste Schritte',
    '2': 'Anfänger',
    '3': 'leicht',
    '4': 'Gelegenheitsspieler',
    '5': 'Hobbyspieler',
    '6': 'mittel',
    '7': 'geübt',
    '8': 'fortgeschritten',
    '9': 'stark',
    '10': 'Experte',
    '11': 'Meister',
    '12': 'volle Stärke',
  },
  /** Programs of others. */
  bot: {
    opponent: 'Gegner',
    bot: 'Bot',
    computer: 'Computer',
    games: '{count, plural, =0 {verfügbar} one {in # Partie} other {in # Partien}}',
    noneFits: 'Kein Bot, der online ist, nimmt diese Einstellungen an.',
  },
} satisfies Translation<typeof en>;
