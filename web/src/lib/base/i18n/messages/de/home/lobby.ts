import type en from '../../en/home/lobby';
import type { Translation } from '../../message';

export default {
  lobby: {
    title: 'Spielen',
    loading: 'Wird geladen …',
    vacations: 'mit Urlaub',
    join: 'Mitspielen',
    joinAs: `{color, select,
      black {Mitspielen bei {name}, mit Schwarz}
      white {Mitspielen bei {name}, mit Weiß}
      red {Mitspielen bei {name}, mit Rot}
      yellow {Mitspielen bei {name}, mit Gelb}
    }`,
    playWith: 'Mitspielen bei {name}',
    rated: 'gewertet',
    range: 'Wertung {range}',
    watchGame: 'Zuschauen: {players}',
    seats: 'Platz wählen',
    seatsOf: 'Platz wählen bei {name}',
    free: '{count, plural, one {# freier Platz} other {# freie Plätze}}',
  },
} satisfies Translation<typeof en>;
