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
    ladder: 'Jede Stufe gewinnt 8 bis 9 von 10 Partien gegen die nächstniedrigere.',
  },
  /** Playing strength of a computer, in a word. */
  strength: {
    '1': 'Anfänger',
    '2': 'leicht',
    '3': 'Hobbyspieler',
    '4': 'mittel',
    '5': 'fortgeschritten',
    '6': 'stark',
    '7': 'Experte',
    '8': 'Meister',
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
