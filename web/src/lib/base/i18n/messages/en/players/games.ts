export default {
  gameList: {
    titleOf: '{name}’s games',
    none: 'No finished games yet.',
    noneFits: 'No games found. Try fewer filters.',
    search: 'Search',
    more: 'Show older games',
  },
  counts: {
    heading: 'Results',
    mode: 'Players',
    games: 'Games',
    won: 'Won',
    drawn: 'Drawn',
    lost: 'Lost',
  },
} as const;
