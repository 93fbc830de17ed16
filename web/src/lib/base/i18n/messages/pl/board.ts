import type en from '../en/board';
import type { Translation } from '../message';

export default {
  board: {
    free: '{cell}, wolne',
    marble: `{color, select,
      black {Czarna kula na {cell}}
      white {Biała kula na {cell}}
      red {Czerwona kula na {cell}}
      yellow {Żółta kula na {cell}}
    }`,
    selected: `{color, select,
      black {Czarna kula na {cell}, zaznaczona}
      white {Biała kula na {cell}, zaznaczona}
      red {Czerwona kula na {cell}, zaznaczona}
      yellow {Żółta kula na {cell}, zaznaczona}
    }`,
    targetFree: '{cell}, rusz tutaj',
    targetPush: `{color, select,
      black {Pchnij czarną kulę na {cell}}
      white {Pchnij białą kulę na {cell}}
      red {Pchnij czerwoną kulę na {cell}}
      yellow {Pchnij żółtą kulę na {cell}}
    }`,
    targetEject: `{color, select,
      black {Wypchnij czarną kulę na {cell} z planszy}
      white {Wypchnij białą kulę na {cell} z planszy}
      red {Wypchnij czerwoną kulę na {cell} z planszy}
      yellow {Wypchnij żółtą kulę na {cell} z planszy}
    }`,
    targetChoice: '{cell}, dwa możliwe ruchy',
  },
  moves: {
    heading: 'Ruchy',
    none: 'Jeszcze nie było ruchów',
    first: 'Na początek',
    previous: 'Poprzedni ruch',
    next: 'Następny ruch',
    last: 'Na koniec',
    push: 'pchnięcie',
    ejected: `{color, select,
      black {wypchnięto czarną kulę}
      white {wypchnięto białą kulę}
      red {wypchnięto czerwoną kulę}
      yellow {wypchnięto żółtą kulę}
    }`,
    ply: `{color, select,
      black {Ruch {number, number}, czarne: {move}}
      white {Ruch {number, number}, białe: {move}}
      red {Ruch {number, number}, czerwone: {move}}
      yellow {Ruch {number, number}, żółte: {move}}
    }`,
    more: 'Więcej',
  },
} satisfies Translation<typeof en>;
