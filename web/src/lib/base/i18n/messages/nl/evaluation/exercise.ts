import type en from '../../en/evaluation/exercise';
import type { Translation } from '../../message';

export default {
  /** Exercises from the mistakes of a game. */
  exercise: {
    own: 'Leer van je fouten',
    of: `{color, select,
      black {Leer van de fouten van zwart}
      white {Leer van de fouten van wit}
      red {Leer van de fouten van rood}
      yellow {Leer van de fouten van geel}
    }`,
    choose: 'Leer van de fouten van:',
    number: 'Fout {number, number} van {count, number}',
    played: '{mistake}: {move} werd gespeeld.',
    asked: `{color, select,
      black {Vind een betere zet voor zwart.}
      white {Vind een betere zet voor wit.}
      red {Vind een betere zet voor rood.}
      yellow {Vind een betere zet voor geel.}
    }`,
    checking: 'De computer controleert je zet…',
    wrong: 'Er is een betere zet. Probeer het nog eens!',
    failed: 'De computer kon die zet niet controleren. Probeer het nog eens.',
    best: 'Goed gedaan! Dat is de beste zet.',
    good: 'Goed gedaan! Die is ongeveer even goed als de beste zet, {move}.',
    shown: 'De beste zet is {move}.',
    away: 'Je bekijkt een andere stelling.',
    back: 'Terug naar de fout',
    solution: 'Oplossing tonen',
    skip: 'Overslaan',
    next: 'Verder',
    summary: `{count, plural,
      one {Je vond bij {found, number} van # fout een betere zet.}
      other {Je vond bij {found, number} van # fouten een betere zet.}
    }`,
    again: 'Nog een keer',
    close: 'Terug naar de analyse',
  },
} satisfies Translation<typeof en>;
