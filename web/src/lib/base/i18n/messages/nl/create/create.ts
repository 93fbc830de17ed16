import type en from '../../en/create/create';
import type { Translation } from '../../message';

export default {
  create: {
    heading: 'Nieuwe partij',
    headingFriend: 'Speel met een vriend',
    allLayouts: '{number, plural, one {# opstelling tonen} other {Alle # opstellingen tonen}}',
    fewerLayouts: 'Minder opstellingen tonen',
    color: 'Jouw kleur',
    random: 'Willekeurig',
    computers: 'Computerspelers',
    noComputers: 'Geen',
    visibility: 'Wie kan meedoen',
    public: 'Iedereen',
    private: 'Iedereen met de link',
    submit: 'Partij aanmaken',
    rated: 'Met rating',
    ratedText: 'Jullie ratings veranderen met de uitslag. Zetten kun je niet terugnemen.',
    ratedWithBot: 'De uitslag verandert je rating met bots, en geen andere.',
    notRated: {
      account: 'Registreer je om ratingpartijen te spelen.',
      clock: 'Een ratingpartij heeft een klok nodig.',
      fast: 'In een ratingpartij heeft iedereen minstens een minuut.',
      program: 'Partijen met computers tellen niet voor de rating.',
    },
    vacations: 'Vakantie toestaan',
    vacationsText: 'De klok van een speler staat stil tijdens vakantie.',
    ready: 'Pas beginnen als iedereen klaar is',
    spectatorDelay: 'Vertraging voor toeschouwers',
    noDelay: 'Geen',
  },
} satisfies Translation<typeof en>;
