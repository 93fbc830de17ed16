import type en from '../en/own';
import type { Translation } from '../message';

export default {
  own: {
    title: 'Jouw partijen',
    count: '{count, plural, one {# partij wacht op jou} other {# partijen wachten op jou}}',
    yourTurn: 'Jij bent aan de beurt',
    theirTurn: '{name} is aan de beurt',
    waiting: 'Wacht op spelers',
    ready: 'Zeg dat je klaar bent',
    offer: 'Een aanbod wacht op je antwoord',
    over: 'Die is afgelopen',
    back: 'Terug naar de partij',
  },
} satisfies Translation<typeof en>;
