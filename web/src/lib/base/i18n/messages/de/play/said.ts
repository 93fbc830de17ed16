import type en from '../../en/play/said';
import type { Translation } from '../../message';

export default {
  said: {
    move: `{color, select,
      black {Schwarz zieht {move}.}
      white {Weiß zieht {move}.}
      red {Rot zieht {move}.}
      yellow {Gelb zieht {move}.}
    }`,
    push: `{color, select,
      black {Schwarz schiebt eine Kugel: {move}.}
      white {Weiß schiebt eine Kugel: {move}.}
      red {Rot schiebt eine Kugel: {move}.}
      yellow {Gelb schiebt eine Kugel: {move}.}
    }`,
    pushTwo: `{color, select,
      black {Schwarz schiebt zwei Kugeln: {move}.}
      white {Weiß schiebt zwei Kugeln: {move}.}
      red {Rot schiebt zwei Kugeln: {move}.}
      yellow {Gelb schiebt zwei Kugeln: {move}.}
    }`,
    out: `{color, select,
      black {Eine schwarze Kugel wird hinausgeschoben.}
      white {Eine weiße Kugel wird hinausgeschoben.}
      red {Eine rote Kugel wird hinausgeschoben.}
      yellow {Eine gelbe Kugel wird hinausgeschoben.}
    }`,
  },
  inTournament: {
    back: 'Zurück zum Turnier',
    berserk: 'Berserk (halbe Zeit)',
  },
} satisfies Translation<typeof en>;
