export default {
  games: {
    title: 'Games',
    titleOf: '{name}’s games',
    loading: 'Loading…',
    plies: '{count, plural, one {# move} other {# moves}}',
    replay: 'Review {players}',
  },
  replay: {
    position: 'Move {ply, number} of {last, number}',
    unknownStart: 'This page doesn’t know the setup this game started from, so it can only show the final position.',
    notFound: 'Game not found',
    notFoundText: 'It may still be in progress, or it was a private game between other players. Games appear here once they’re over.',
  },
} as const;
