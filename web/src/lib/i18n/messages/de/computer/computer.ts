import type en from '../../en/computer/computer';
import type { Translation } from '../../message';

export default {
  computer: {
    title: 'Gegen den Computer',
    level: 'Stufe',
    named: 'Stufe {level, number}: {word}',
    play: 'Spielen',
    add: 'Dazu',
    addAs: `{color, select,
      black {Computer dazu, mit Schwarz}
      white {Computer dazu, mit Weiß}
      red {Computer dazu, mit Rot}
      yellow {Computer dazu, mit Gelb}
    }`,
    remove: 'Entfernen',
    removeFrom: `{color, select,
      black {Entfernen: den Computer mit Schwarz}
      white {Entfernen: den Computer mit Weiß}
      red {Entfernen: den Computer mit Rot}
      yellow {Entfernen: den Computer mit Gelb}
    }`,
    ask: 'Wie stark soll er sein?',
    instead: 'Oder spiel gegen den Computer',
  },
  /** How strong a computer plays, in a word. */
  strength: {
    '1': 'zum Einstieg',
    '2': 'leicht',
    '3': 'gemütlich',
    '4': 'mittel',
    '5': 'fortgeschritten',
    '6': 'stark',
    '7': 'sehr stark',
    '8': 'meisterhaft',
  },
  /** Programs of others. */
  bot: {
    opponent: 'Gegenüber',
    bot: 'Bot',
    computer: 'Computer',
    games: '{count, plural, =0 {frei} one {# Partie} other {# Partien}}',
    noneFits: 'Kein Bot, der da ist, spielt eine solche Partie.',
  },
} satisfies Translation<typeof en>;
