import type en from '../../en/create/position';
import type { Translation } from '../../message';

export default {
  position: {
    title: 'Ab dieser Stellung spielen',
    friend: 'Freunde',
    friends: 'Freunde',
    link: 'Du bekommst einen Link zum Verschicken.',
    unrated: 'Die Partie wird nicht gewertet und zählt in keiner Statistik.',
  },
  /** The reason why no game can start from a position. */
  startFault: {
    over: 'Eine Seite hat schon gewonnen. Höchstens fünf Kugeln dürfen hinausgeschoben sein.',
    noMarble: `{color, select,
      black {Schwarz braucht eine Kugel.}
      white {Weiß braucht eine Kugel.}
      red {Rot braucht eine Kugel.}
      yellow {Gelb braucht eine Kugel.}
    }`,
    tooMany: `{color, select,
      black {Schwarz hat zu viele Kugeln ({count, number}; höchstens {max, number}).}
      white {Weiß hat zu viele Kugeln ({count, number}; höchstens {max, number}).}
      red {Rot hat zu viele Kugeln ({count, number}; höchstens {max, number}).}
      yellow {Gelb hat zu viele Kugeln ({count, number}; höchstens {max, number}).}
    }`,
    noMove: `{color, select,
      black {Schwarz ist am Zug, kann aber nicht ziehen.}
      white {Weiß ist am Zug, kann aber nicht ziehen.}
      red {Rot ist am Zug, kann aber nicht ziehen.}
      yellow {Gelb ist am Zug, kann aber nicht ziehen.}
    }`,
  },
} satisfies Translation<typeof en>;
