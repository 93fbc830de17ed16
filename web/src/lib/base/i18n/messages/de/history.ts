import type en from '../en/history';
import type { Translation } from '../message';

export default {
  games: {
    title: 'Partien',
    titleOf: 'Partien von {name}',
    none: 'Noch keine beendeten Partien.',
    noneFits: 'Keine Partien gefunden. Versuch es mit weniger Filtern.',
    search: 'Suchen',
    more: 'Ältere Partien zeigen',
    loading: 'Wird geladen …',
    plies: '{count, plural, one {# Zug} other {# Züge}}',
    replay: 'Ansehen: {players}',
  },
  counts: {
    heading: 'Ergebnisse',
    mode: 'Spieler',
    games: 'Partien',
    won: 'Siege',
    drawn: 'Remis',
    lost: 'Niederlagen',
  },
  replay: {
    position: 'Zug {ply, number} von {last, number}',
    unknownStart: 'Die Aufstellung, mit der diese Partie begann, ist dieser Seite nicht bekannt. Deshalb ist nur die Endstellung zu sehen.',
    notFound: 'Partie nicht gefunden',
    notFoundText:
      'Vielleicht läuft sie noch, oder es war eine private Partie zwischen anderen. Partien erscheinen hier, wenn sie zu Ende sind.',
  },
} satisfies Translation<typeof en>;
