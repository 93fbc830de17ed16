import type en from '../en/history';
import type { Translation } from '../message';

export default {
  games: {
    title: 'Partien',
    titleOf: 'Partien von {name}',
    none: 'Noch ist keine Partie zu Ende gespielt.',
    noneFits: 'Keine Partie passt.',
    search: 'Suchen',
    more: 'Ältere Partien zeigen',
    loading: 'Wird geladen …',
    plies: '{count, plural, one {# Zug} other {# Züge}}',
    replay: 'Nachspielen: {players}',
  },
  counts: {
    heading: 'Wie sie ausgingen',
    mode: 'Spieler',
    games: 'Partien',
    won: 'Siege',
    drawn: 'Remis',
    lost: 'Niederlagen',
  },
  replay: {
    position: 'Zug {ply, number} von {last, number}',
    unknownStart: 'Die Startaufstellung dieser Partie ist hier nicht bekannt, deshalb ist nur die letzte Stellung zu sehen.',
    notFound: 'Diese Partie gibt es nicht',
    notFoundText:
      'Vielleicht läuft sie noch, oder es war eine private Partie zwischen anderen. Partien erscheinen hier, wenn sie zu Ende sind.',
  },
} satisfies Translation<typeof en>;
