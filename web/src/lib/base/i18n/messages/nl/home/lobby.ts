import type en from '../../en/home/lobby';
import type { Translation } from '../../message';

export default {
  lobby: {
    title: 'Spelen',
    loading: 'Laden…',
    vacations: 'met vakantie',
    join: 'Meedoen',
    joinAs: `{color, select,
      black {Meedoen met {name}, jij speelt zwart}
      white {Meedoen met {name}, jij speelt wit}
      red {Meedoen met {name}, jij speelt rood}
      yellow {Meedoen met {name}, jij speelt geel}
    }`,
    playWith: 'Meedoen met {name}',
    rated: 'met rating',
    range: 'Rating {range}',
    watchGame: 'Kijken naar {players}',
    seats: 'Plaats kiezen',
    seatsOf: 'Plaats kiezen bij {name}',
    free: '{count, plural, one {# plaats vrij} other {# plaatsen vrij}}',
  },
} satisfies Translation<typeof en>;
