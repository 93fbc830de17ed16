import type en from '../en/history';
import type { Translation } from '../message';

export default {
  games: {
    title: 'Partien',
    loading: 'Wird geladen …',
    plies: '{count, plural, one {# Zug} other {# Züge}}',
    replay: 'Ansehen: {players}',
  },
  replay: {
    position: 'Zug {ply, number} von {last, number}',
  },
} satisfies Translation<typeof en>;
