import type en from '../en/board';
import type { Translation } from '../message';

export default {
  board: {
    free: '{cell}, frei',
    marble: `{color, select,
      black {Schwarze Kugel auf {cell}}
      white {Weiße Kugel auf {cell}}
      red {Rote Kugel auf {cell}}
      yellow {Gelbe Kugel auf {cell}}
    }`,
    selected: `{color, select,
      black {Schwarze Kugel auf {cell}, ausgewählt}
      white {Weiße Kugel auf {cell}, ausgewählt}
      red {Rote Kugel auf {cell}, ausgewählt}
      yellow {Gelbe Kugel auf {cell}, ausgewählt}
    }`,
    targetFree: '{cell}, hierher ziehen',
    targetPush: `{color, select,
      black {Schwarze Kugel auf {cell} schieben}
      white {Weiße Kugel auf {cell} schieben}
      red {Rote Kugel auf {cell} schieben}
      yellow {Gelbe Kugel auf {cell} schieben}
    }`,
    targetEject: `{color, select,
      black {Schwarze Kugel auf {cell} hinausschieben}
      white {Weiße Kugel auf {cell} hinausschieben}
      red {Rote Kugel auf {cell} hinausschieben}
      yellow {Gelbe Kugel auf {cell} hinausschieben}
    }`,
    targetChoice: '{cell}, zwei mögliche Züge',
  },
  moves: {
    heading: 'Züge',
    none: 'Noch keine Züge',
    first: 'Zum Anfang',
    previous: 'Voriger Zug',
    next: 'Nächster Zug',
    last: 'Zum Ende',
    push: 'Schub',
    ejected: `{color, select,
      black {schwarze Kugel hinausgeschoben}
      white {weiße Kugel hinausgeschoben}
      red {rote Kugel hinausgeschoben}
      yellow {gelbe Kugel hinausgeschoben}
    }`,
    ply: `{color, select,
      black {Zug {number, number}, Schwarz: {move}}
      white {Zug {number, number}, Weiß: {move}}
      red {Zug {number, number}, Rot: {move}}
      yellow {Zug {number, number}, Gelb: {move}}
    }`,
    more: 'Mehr',
  },
} satisfies Translation<typeof en>;
