import type en from '../../en/computer/computer';
import type { Translation } from '../../message';

export default {
  computer: {
    title: 'Gegen den Computer',
    level: 'Stufe',
    named: 'Stufe {level, number}: {word}',
    play: 'Spielen',
    add: 'Dazusetzen',
    addAs: `{color, select,
      black {Computer dazusetzen, mit Schwarz}
      white {Computer dazusetzen, mit Weiß}
      red {Computer dazusetzen, mit Rot}
      yellow {Computer dazusetzen, mit Gelb}
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
