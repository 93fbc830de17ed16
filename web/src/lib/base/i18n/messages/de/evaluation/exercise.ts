import type en from '../../en/evaluation/exercise';
import type { Translation } from '../../message';

export default {
  /** Exercises from the mistakes of a game. */
  exercise: {
    own: 'Aus deinen Fehlern lernen',
    of: `{color, select,
      black {Aus den Fehlern von Schwarz lernen}
      white {Aus den Fehlern von Weiß lernen}
      red {Aus den Fehlern von Rot lernen}
      yellow {Aus den Fehlern von Gelb lernen}
    }`,
    choose: 'Aus Fehlern lernen:',
    number: 'Fehler {number, number} von {count, number}',
    played: '{mistake}: Gespielt wurde {move}.',
    asked: `{color, select,
      black {Finde einen besseren Zug für Schwarz.}
      white {Finde einen besseren Zug für Weiß.}
      red {Finde einen besseren Zug für Rot.}
      yellow {Finde einen besseren Zug für Gelb.}
    }`,
    checking: 'Der Computer prüft deinen Zug …',
    wrong: 'Es gibt einen besseren Zug. Versuch es noch einmal!',
    failed: 'Der Computer konnte den Zug nicht prüfen. Versuch es noch einmal.',
    best: 'Gut gemacht! Das ist der beste Zug.',
    good: 'Gut gemacht! Das ist etwa so gut wie der beste Zug, {move}.',
    shown: 'Der beste Zug ist {move}.',
    away: 'Du siehst eine andere Stellung.',
    back: 'Zurück zum Fehler',
    solution: 'Lösung zeigen',
    skip: 'Überspringen',
    next: 'Weiter',
    summary: `{count, plural,
      one {Du hast bei {found, number} von # Fehler einen besseren Zug gefunden.}
      other {Du hast bei {found, number} von # Fehlern einen besseren Zug gefunden.}
    }`,
    again: 'Noch einmal',
    close: 'Zurück zur Analyse',
  },
} satisfies Translation<typeof en>;
