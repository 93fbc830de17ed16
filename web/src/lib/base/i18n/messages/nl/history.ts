import type en from '../en/history';
import type { Translation } from '../message';

export default {
  games: {
    title: 'Partijen',
    loading: 'Laden…',
    plies: '{count, plural, one {# zet} other {# zetten}}',
    replay: 'Bekijken: {players}',
  },
  replay: {
    position: 'Zet {ply, number} van {last, number}',
  },
} satisfies Translation<typeof en>;
