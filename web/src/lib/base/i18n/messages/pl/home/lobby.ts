import type en from '../../en/home/lobby';
import type { Translation } from '../../message';

export default {
  lobby: {
    title: 'Graj',
    loading: 'Wczytywanie…',
    vacations: 'z urlopami',
    join: 'Dołącz',
    joinAs: `{color, select,
      black {Dołącz i graj czarnymi, gospodarz: {name}}
      white {Dołącz i graj białymi, gospodarz: {name}}
      red {Dołącz i graj czerwonymi, gospodarz: {name}}
      yellow {Dołącz i graj żółtymi, gospodarz: {name}}
    }`,
    playWith: 'Dołącz, gospodarz: {name}',
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
