import type en from '../../en/home/lobby';
import type { Translation } from '../../message';

export default {
  lobby: {
    title: 'Spielen',
    loading: 'Wird geladen …',
    join: 'Mitspielen',
    joinAs: `{color, select,
      black {Gegen {name} spielen, mit Schwarz}
      white {Gegen {name} spielen, mit Weiß}
      red {Gegen {name} spielen, mit Rot}
      yellow {Gegen {name} spielen, mit Gelb}
    }`,
    playWith: 'Gegen {name} spielen',
    rated: 'gewertet',
    range: 'Wertung {range}',
    watchGame: 'Zuschauen: {players}',
    seats: 'Platz wählen',
    seatsOf: 'Platz bei {name} wählen',
    free: '{count, plural, one {# Platz frei} other {# Plätze frei}}',
  },
} satisfies Translation<typeof en>;
