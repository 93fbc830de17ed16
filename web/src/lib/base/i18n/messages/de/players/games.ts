import type en from '../../en/players/games';
import type { Translation } from '../../message';

export default {
  gameList: {
    titleOf: 'Partien von {name}',
    none: 'Noch keine beendeten Partien.',
    noneFits: 'Keine Partien gefunden. Versuch es mit weniger Filtern.',
    search: 'Suchen',
    more: 'Ältere Partien zeigen',
  },
  counts: {
    heading: 'Ergebnisse',
    mode: 'Spieler',
    games: 'Partien',
    won: 'Siege',
    drawn: 'Remis',
    lost: 'Niederlagen',
  },
} as const satisfies Translation<typeof en>;
