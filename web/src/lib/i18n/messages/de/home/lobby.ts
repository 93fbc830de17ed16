import type en from '../../en/home/lobby';
import type { Translation } from '../../message';

export default {
  lobby: {
    title: 'Spielen',
    loading: 'Wird geladen …',
    join: 'Mitspielen',
    joinAs: `{color, select,
      black {Mitspielen gegen {name}, mit Schwarz}
      white {Mitspielen gegen {name}, mit Weiß}
      red {Mitspielen gegen {name}, mit Rot}
      yellow {Mitspielen gegen {name}, mit Gelb}
    }`,
    playWith: 'Mitspielen gegen {name}',
    rated: 'gewertet',
    range: 'Wertung {range}',
    watchGame: 'Zuschauen: {players}',
    seats: 'Platz wählen',
    seatsOf: 'Platz wählen bei {name}',
    free: '{count, plural, one {# Platz frei} other {# Plätze frei}}',
  },
} satisfies Translation<typeof en>;
