import type en from '../en/history';
import type { Translation } from '../message';

export default {
  games: {
    title: 'Partie',
    titleOf: 'Partie gracza {name}',
    none: 'Żadna partia jeszcze się nie skończyła.',
    noneFits: 'Żadna partia nie pasuje.',
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
    unknownStart: 'Ta strona nie zna ustawienia, od którego zaczęła się ta gra, więc widać tylko ostatnią pozycję.',
    notFound: 'Nie ma takiej partii',
    notFoundText: 'Może jeszcze trwa, a może to prywatna partia innych osób. Partie pojawiają się tutaj po zakończeniu.',
  },
} satisfies Translation<typeof en>;
