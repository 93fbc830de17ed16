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
      black {Eine schwarze Kugel ist draußen.}
      white {Eine weiße Kugel ist draußen.}
      red {Eine rote Kugel ist draußen.}
      yellow {Eine gelbe Kugel ist draußen.}
    }`,
  },
  inTournament: {
    back: 'Zum Turnier',
    berserk: 'Halbe Zeit',
  },
} satisfies Translation<typeof en>;
