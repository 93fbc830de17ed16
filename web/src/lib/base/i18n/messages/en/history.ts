export default {
  games: {
    title: 'Games',
    loading: 'Loading…',
    plies: '{count, plural, one {# move} other {# moves}}',
    replay: 'Review {players}',
  },
  replay: {
    position: 'Move {ply, number} of {last, number}',
  },
} as const;
