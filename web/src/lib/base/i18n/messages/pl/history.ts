import type en from '../en/history';
import type { Translation } from '../message';

export default {
  games: {
    title: 'Partie',
    titleOf: 'Partie gracza {name}',
    none: 'Nie ma jeszcze zakończonych partii.',
    noneFits: 'Nie znaleziono partii. Spróbuj z mniejszą liczbą filtrów.',
    search: 'Szukaj',
    more: 'Pokaż starsze partie',
    loading: 'Wczytywanie…',
    plies: '{count, plural, one {# ruch} few {# ruchy} many {# ruchów} other {# ruchu}}',
    replay: 'Obejrzyj partię: {players}',
  },
  counts: {
    heading: 'Wyniki',
    mode: 'Gracze',
    games: 'Partie',
    won: 'Wygrane',
    drawn: 'Remisy',
    lost: 'Przegrane',
  },
  replay: {
    position: 'Ruch {ply, number} z {last, number}',
    unknownStart: 'Ta strona nie zna ustawienia, od którego zaczęła się ta partia, więc widać tylko końcową pozycję.',
    notFound: 'Nie znaleziono partii',
    notFoundText: 'Może jeszcze trwa, a może to prywatna partia innych graczy. Partie pojawiają się tutaj po zakończeniu.',
  },
} satisfies Translation<typeof en>;
