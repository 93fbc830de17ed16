import type en from '../../en/home/lobby';
import type { Translation } from '../../message';

export default {
  lobby: {
    title: 'Spelen',
    loading: 'Laden…',
    join: 'Meedoen',
    joinAs: `{color, select,
      black {Meedoen met {name}, met zwart}
      white {Meedoen met {name}, met wit}
      red {Meedoen met {name}, met rood}
      yellow {Meedoen met {name}, met geel}
    }`,
    playWith: 'Meedoen met {name}',
    rated: 'telt mee',
    range: 'Speelsterkte {range}',
    watchGame: 'Kijken naar {players}',
    seats: 'Plaats kiezen',
    seatsOf: 'Plaats kiezen bij {name}',
    free: '{count, plural, one {# plaats vrij} other {# plaatsen vrij}}',
  },
} satisfies Translation<typeof en>;
