import type en from '../../en/create/create';
import type { Translation } from '../../message';

export default {
  create: {
    heading: 'Nieuwe partij',
    headingFriend: 'Een partij met een vriend',
    allLayouts: '{number, plural, one {# opstelling} other {Alle # opstellingen}}',
    fewerLayouts: 'Minder opstellingen',
    color: 'Jouw kleur',
    random: 'Willekeurig',
    computers: 'Computers aan tafel',
    noComputers: 'Geen',
    visibility: 'Wie kan meedoen',
    public: 'Iedereen',
    private: 'Alleen met de link',
    submit: 'Partij beginnen',
    rated: 'Voor de rating',
    ratedText: 'Jouw rating en die van de anderen veranderen met de uitslag. Zetten worden niet teruggenomen.',
    notRated: {
      account: 'Voor de rating speelt wie een account heeft.',
      clock: 'Een partij voor de rating heeft een klok.',
      program: 'Voor de rating spelen alleen mensen.',
    },
    ready: 'Pas beginnen als iedereen klaar is',
    spectatorDelay: 'Vertraging voor wie meekijkt',
    noDelay: 'Geen',
  },
} satisfies Translation<typeof en>;
