import type en from '../../en/home/lobby';
import type { Translation } from '../../message';

export default {
  lobby: {
    title: 'Graj',
    loading: 'Wczytywanie…',
    join: 'Dołącz',
    joinAs: `{color, select,
      black {Zagraj czarnymi, gospodarz: {name}}
      white {Zagraj białymi, gospodarz: {name}}
      red {Zagraj czerwonymi, gospodarz: {name}}
      yellow {Zagraj żółtymi, gospodarz: {name}}
    }`,
    playWith: 'Zagraj z: {name}',
    rated: 'rankingowa',
    range: 'Ranking {range}',
    watchGame: 'Oglądaj: {players}',
    seats: 'Wybierz miejsce',
    seatsOf: 'Wybierz miejsce, gospodarz: {name}',
    free: `{count, plural,
      one {# wolne miejsce}
      few {# wolne miejsca}
      many {# wolnych miejsc}
      other {# wolnego miejsca}
    }`,
  },
} satisfies Translation<typeof en>;
