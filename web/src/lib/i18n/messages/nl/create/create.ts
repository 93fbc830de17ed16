import type en from '../../en/create/create';
import type { Translation } from '../../message';

export default {
  create: {
    heading: 'Nieuwe partij',
    headingFriend: 'Een partij met een vriend',
    allLayouts: 'Alle {number, number} opstellingen',
    fewerLayouts: 'Minder opstellingen',
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
