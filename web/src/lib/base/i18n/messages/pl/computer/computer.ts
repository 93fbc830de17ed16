import type en from '../../en/computer/computer';
import type { Translation } from '../../message';

export default {
  computer: {
    title: 'Zagraj z komputerem',
    level: 'Poziom',
    named: 'Poziom {level, number}: {word}',
    play: 'Graj',
    add: 'Dodaj',
    addAs: `{color, select,
      black {Dodaj komputer grający czarnymi}
      white {Dodaj komputer grający białymi}
      red {Dodaj komputer grający czerwonymi}
      yellow {Dodaj komputer grający żółtymi}
    }`,
    remove: 'Usuń',
    removeFrom: `{color, select,
      black {Usuń komputer grający czarnymi}
      white {Usuń komputer grający białymi}
      red {Usuń komputer grający czerwonymi}
      yellow {Usuń komputer grający żółtymi}
    }`,
    ask: 'Jak silny ma być?',
    instead: 'Albo zagraj z komputerem',
    ladder: 'Każdy poziom wygrywa 8–9 na 10 partii z poziomem niższym.',
  },
  /** Playing strength of a computer, in a word. */
  strength: {
    '1': 'początkujący',
    '2': 'łatwy',
    '3': 'amatorski',
    '4': 'średni',
    '5': 'zaawansowany',
    '6': 'silny',
    '7': 'ekspert',
    '8': 'mistrz',
  },
  /** Programs of others. */
  bot: {
    opponent: 'Przeciwnik',
    bot: 'Bot',
    computer: 'Komputer',
    games: '{count, plural, =0 {wolny} one {gra # partię} few {gra # partie} many {gra # partii} other {gra # partii}}',
    noneFits: 'Żaden bot online nie przyjmuje takich ustawień.',
  },
} satisfies Translation<typeof en>;
