import type en from '../en/history';
import type { Translation } from '../message';

export default {
  games: {
    title: 'Partijen',
    titleOf: 'Partijen van {name}',
    loading: 'Laden…',
    plies: '{count, plural, one {# zet} other {# zetten}}',
    replay: 'Bekijken: {players}',
  },
  replay: {
    position: 'Zet {ply, number} van {last, number}',
    unknownStart: 'Deze pagina kent de opstelling niet waarmee deze partij begon, daarom zie je alleen de eindstelling.',
    notFound: 'Partij niet gevonden',
    notFoundText:
      'Misschien is die nog bezig, of was het een privépartij van anderen. Partijen verschijnen hier als ze zijn afgelopen.',
  },
} satisfies Translation<typeof en>;
