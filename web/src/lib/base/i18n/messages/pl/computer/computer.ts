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
    ladder: 'Każdy poziom wygrywa około 3 z 4 partii z poziomem niższym.',
    coach: 'Graj z trenerem',
    coachText: 'Podpowiedzi na życzenie i ostrzeżenie po błędzie. Te partie się nie liczą.',
  },
  /** Playing strength of a computer, in a word. */
  strength: {
    '1': 'pierwsze kroki',
    '2': 'początkujący',
    '3': 'łatwy',
    '4': 'niedzielny gracz',
    '5': 'amatorski',
    '6': 'średni',
    '7': 'wprawny',
    '8': 'zaawansowany',
    '9': 'silny',
    '10': 'ekspert',
    '11': 'mistrz',
    '12': 'pełna siła',
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
