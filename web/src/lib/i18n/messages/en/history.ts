export default {
  games: {
    title: 'Games',
    titleOf: 'Games of {name}',
    none: 'No game has been finished yet.',
    noneFits: 'No game fits.',
    search: 'Search',
    more: 'Show older games',
    loading: 'Loading …',
    plies: '{count, plural, one {# move} other {# moves}}',
    replay: 'Replay {players}',
  },
  counts: {
    heading: 'How they went',
    mode: 'Players',
    games: 'Games',
    won: 'Won',
    drawn: 'Drawn',
    lost: 'Lost',
  },
  replay: {
    position: 'Move {ply, number} of {last, number}',
    unknownStart: 'This game began from a start that this page does not know, so only its last position can be looked at.',
    notFound: 'There is no such game',
    notFoundText:
      'It may still be being played, or it was a private game between others. Games appear here when they have ended.',
  },
} as const;
