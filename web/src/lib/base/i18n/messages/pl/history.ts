import type en from '../en/history';
import type { Translation } from '../message';

export default {
  games: {
    title: 'Partie',
    titleOf: 'Partie gracza {name}',
    loading: 'Wczytywanie…',
    plies: '{count, plural, one {# ruch} few {# ruchy} many {# ruchów} other {# ruchu}}',
    replay: 'Obejrzyj partię: {players}',
  },
  replay: {
    position: 'Ruch {ply, number} z {last, number}',
    unknownStart: 'Ta strona nie zna ustawienia, od którego zaczęła się ta partia, więc widać tylko końcową pozycję.',
    notFound: 'Nie znaleziono partii',
    notFoundText: 'Może jeszcze trwa, a może to prywatna partia innych graczy. Partie pojawiają się tutaj po zakończeniu.',
  },
} satisfies Translation<typeof en>;
