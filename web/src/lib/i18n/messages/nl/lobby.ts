import type en from '../en/lobby';
import type { Translation } from '../message';

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
    watchGame: 'Kijken naar {players}',
    seats: 'Plaats kiezen',
    seatsOf: 'Plaats bij {name} kiezen',
    free: '{count, plural, one {# plaats vrij} other {# plaatsen vrij}}',
  },
  create: {
    heading: 'Nieuwe partij',
    headingFriend: 'Een partij met een vriend',
    mode: 'Spelers',
    layout: 'Opstelling',
    allLayouts: 'Alle {number, number} opstellingen',
    fewerLayouts: 'Minder opstellingen',
    clock: 'Bedenktijd',
    color: 'Jouw kleur',
    random: 'Willekeurig',
    computers: 'Computers aan tafel',
    noComputers: 'Geen',
    visibility: 'Wie kan meedoen',
    public: 'Iedereen',
    private: 'Alleen met de link',
    submit: 'Partij beginnen',
    ready: 'Pas beginnen als iedereen klaar is',
    spectatorDelay: 'Vertraging voor wie meekijkt',
    noDelay: 'Geen',
  },
} satisfies Translation<typeof en>;
