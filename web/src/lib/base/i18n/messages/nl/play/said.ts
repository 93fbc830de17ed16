import type en from '../../en/play/said';
import type { Translation } from '../../message';

export default {
  said: {
    move: `{color, select,
      black {Zwart speelt {move}.}
      white {Wit speelt {move}.}
      red {Rood speelt {move}.}
      yellow {Geel speelt {move}.}
    }`,
    push: `{color, select,
      black {Zwart duwt een knikker: {move}.}
      white {Wit duwt een knikker: {move}.}
      red {Rood duwt een knikker: {move}.}
      yellow {Geel duwt een knikker: {move}.}
    }`,
    pushTwo: `{color, select,
      black {Zwart duwt twee knikkers: {move}.}
      white {Wit duwt twee knikkers: {move}.}
      red {Rood duwt twee knikkers: {move}.}
      yellow {Geel duwt twee knikkers: {move}.}
    }`,
    out: `{color, select,
      black {Een zwarte knikker is van het bord geduwd.}
      white {Een witte knikker is van het bord geduwd.}
      red {Een rode knikker is van het bord geduwd.}
      yellow {Een gele knikker is van het bord geduwd.}
    }`,
  },
  inTournament: {
    back: 'Terug naar het toernooi',
    berserk: 'Berserk (halve tijd)',
  },
} satisfies Translation<typeof en>;
