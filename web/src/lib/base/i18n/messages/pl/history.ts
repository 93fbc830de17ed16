import type en from '../en/history';
import type { Translation } from '../message';

export default {
  games: {
    title: 'Partie',
    loading: 'Wczytywanie…',
    plies: '{count, plural, one {# ruch} few {# ruchy} many {# ruchów} other {# ruchu}}',
    replay: 'Obejrzyj partię: {players}',
  },
  replay: {
    position: 'Ruch {ply, number} z {last, number}',
  },
} satisfies Translation<typeof en>;
