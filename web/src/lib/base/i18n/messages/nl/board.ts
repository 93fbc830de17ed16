import type en from '../en/board';
import type { Translation } from '../message';

export default {
  board: {
    free: '{cell}, vrij',
    marble: `{color, select,
      black {Zwarte knikker op {cell}}
      white {Witte knikker op {cell}}
      red {Rode knikker op {cell}}
      yellow {Gele knikker op {cell}}
    }`,
    selected: `{color, select,
      black {Zwarte knikker op {cell}, gekozen}
      white {Witte knikker op {cell}, gekozen}
      red {Rode knikker op {cell}, gekozen}
      yellow {Gele knikker op {cell}, gekozen}
    }`,
    targetFree: '{cell}, zet hierheen',
    targetPush: `{color, select,
      black {Zwarte knikker op {cell} wegduwen}
      white {Witte knikker op {cell} wegduwen}
      red {Rode knikker op {cell} wegduwen}
      yellow {Gele knikker op {cell} wegduwen}
    }`,
    targetEject: `{color, select,
      black {Zwarte knikker op {cell} van het bord duwen}
      white {Witte knikker op {cell} van het bord duwen}
      red {Rode knikker op {cell} van het bord duwen}
      yellow {Gele knikker op {cell} van het bord duwen}
    }`,
    targetChoice: '{cell}, twee mogelijke zetten',
  },
  moves: {
    heading: 'Zetten',
    none: 'Nog geen zetten',
    first: 'Naar het begin',
    previous: 'Vorige zet',
    next: 'Volgende zet',
    last: 'Naar het einde',
    push: 'duw',
    ejected: `{color, select,
      black {zwarte knikker van het bord geduwd}
      white {witte knikker van het bord geduwd}
      red {rode knikker van het bord geduwd}
      yellow {gele knikker van het bord geduwd}
    }`,
    ply: `{color, select,
      black {Zet {number, number}, zwart: {move}}
      white {Zet {number, number}, wit: {move}}
      red {Zet {number, number}, rood: {move}}
      yellow {Zet {number, number}, geel: {move}}
    }`,
    more: 'Meer',
  },
} satisfies Translation<typeof en>;
