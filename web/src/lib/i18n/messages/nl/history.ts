import type en from '../en/history';
import type { Translation } from '../message';

export default {
  games: {
    title: 'Partijen',
    titleOf: 'Partijen van {name}',
    none: 'Er is nog geen partij uitgespeeld.',
    noneFits: 'Geen partij past.',
    search: 'Zoeken',
    more: 'Oudere partijen tonen',
    loading: 'Laden…',
    plies: '{count, plural, one {# zet} other {# zetten}}',
    replay: 'Naspelen: {players}',
  },
  counts: {
    heading: 'Hoe ze afliepen',
    mode: 'Spelers',
    games: 'Partijen',
    won: 'Winst',
    drawn: 'Remise',
    lost: 'Verlies',
  },
  replay: {
    position: 'Zet {ply, number} van {last, number}',
    unknownStart: 'Deze pagina kent de beginopstelling van deze partij niet, daarom is alleen de laatste stelling te zien.',
    notFound: 'Deze partij bestaat niet',
    notFoundText:
      'Misschien is ze nog aan de gang, of was het een privépartij van anderen. Partijen verschijnen hier als ze zijn afgelopen.',
  },
} satisfies Translation<typeof en>;
