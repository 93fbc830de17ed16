import type en from '../en/my-games';
import type { Translation } from '../message';

export default {
  myGames: {
    title: 'Twoje partie',
    count: '{count, plural, one {# partia czeka na ciebie} few {# partie czekają na ciebie} many {# partii czeka na ciebie} other {# partii czeka na ciebie}}',
    yourTurn: 'Twój ruch',
    theirTurn: 'Ruch: {name}',
    waiting: 'Czeka na graczy',
    ready: 'Potwierdź gotowość',
    offer: 'Propozycja czeka na twoją odpowiedź',
    over: 'Koniec partii',
    back: 'Wróć do partii',
  },
} satisfies Translation<typeof en>;
