import type en from '../en/my-games';
import type { Translation } from '../message';

export default {
  myGames: {
    title: 'Jouw partijen',
    count: '{count, plural, one {# partij wacht op jou} other {# partijen wachten op jou}}',
    yourTurn: 'Jij bent aan zet',
    theirTurn: '{name} is aan zet',
    waiting: 'Wacht op spelers',
    ready: 'Bevestig dat je klaar bent',
    offer: 'Een aanbod wacht op je antwoord',
    over: 'Partij afgelopen',
    back: 'Terug naar de partij',
  },
} satisfies Translation<typeof en>;
