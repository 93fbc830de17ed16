import type en from '../en/history';
import type { Translation } from '../message';

export default {
  games: {
    title: 'Partien',
    titleOf: 'Partien von {name}',
    loading: 'Wird geladen …',
    plies: '{count, plural, one {# Zug} other {# Züge}}',
    replay: 'Ansehen: {players}',
  },
  replay: {
    position: 'Zug {ply, number} von {last, number}',
    unknownStart: 'Die Aufstellung, mit der diese Partie begann, ist dieser Seite nicht bekannt. Deshalb ist nur die Endstellung zu sehen.',
    notFound: 'Partie nicht gefunden',
    notFoundText:
      'Vielleicht läuft sie noch, oder es war eine private Partie zwischen anderen. Partien erscheinen hier, wenn sie zu Ende sind.',
  },
} satisfies Translation<typeof en>;
