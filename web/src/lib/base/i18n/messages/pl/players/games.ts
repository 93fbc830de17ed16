import type en from '../../en/players/games';
import type { Translation } from '../../message';

export default {
  gameList: {
    titleOf: 'Partie gracza {name}',
    none: 'Nie ma jeszcze zakończonych partii.',
    noneFits: 'Nie znaleziono partii. Spróbuj z mniejszą liczbą filtrów.',
    search: 'Szukaj',
    more: 'Pokaż starsze partie',
  },
  counts: {
    heading: 'Wyniki',
    mode: 'Gracze',
    games: 'Partie',
    won: 'Wygrane',
    drawn: 'Remisy',
    lost: 'Przegrane',
  },
} as const satisfies Translation<typeof en>;
