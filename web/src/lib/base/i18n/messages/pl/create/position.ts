import type en from '../../en/create/position';
import type { Translation } from '../../message';

export default {
  position: {
    title: 'Zagraj z tej pozycji',
    friend: 'Ktoś znajomy',
    friends: 'Znajomi',
    link: 'Dostaniesz link do wysłania.',
    unrated: 'Partia nie jest rankingowa i nie liczy się w statystykach.',
  },
  /** The reason why no game can start from a position. */
  startFault: {
    over: 'Jedna ze stron już wygrała. Wypchniętych kul może być najwyżej pięć.',
    noMarble: `{color, select,
      black {Czarne potrzebują choć jednej kuli.}
      white {Białe potrzebują choć jednej kuli.}
      red {Czerwone potrzebują choć jednej kuli.}
      yellow {Żółte potrzebują choć jednej kuli.}
    }`,
    tooMany: `{color, select,
      black {Czarne mają za dużo kul ({count, number}; najwyżej {max, number}).}
      white {Białe mają za dużo kul ({count, number}; najwyżej {max, number}).}
      red {Czerwone mają za dużo kul ({count, number}; najwyżej {max, number}).}
      yellow {Żółte mają za dużo kul ({count, number}; najwyżej {max, number}).}
    }`,
    noMove: `{color, select,
      black {Ruch mają czarne, ale nie mogą go wykonać.}
      white {Ruch mają białe, ale nie mogą go wykonać.}
      red {Ruch mają czerwone, ale nie mogą go wykonać.}
      yellow {Ruch mają żółte, ale nie mogą go wykonać.}
    }`,
  },
} satisfies Translation<typeof en>;
