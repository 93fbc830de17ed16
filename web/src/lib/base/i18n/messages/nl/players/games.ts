import type en from '../../en/players/games';
import type { Translation } from '../../message';

export default {
  gameList: {
    titleOf: 'Partijen van {name}',
    none: 'Nog geen gespeelde partijen.',
    noneFits: 'Geen partijen gevonden. Probeer het met minder filters.',
    search: 'Zoeken',
    more: 'Oudere partijen tonen',
  },
  counts: {
    heading: 'Resultaten',
    mode: 'Spelers',
    games: 'Partijen',
    won: 'Winst',
    drawn: 'Remise',
    lost: 'Verlies',
  },
} as const satisfies Translation<typeof en>;
