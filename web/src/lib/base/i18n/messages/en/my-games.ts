export default {
  myGames: {
    title: 'Your games',
    count: '{count, plural, one {# game waiting for you} other {# games waiting for you}}',
    yourTurn: 'Your turn',
    theirTurn: '{name} to move',
    waiting: 'Waiting for players',
    ready: 'Confirm you’re ready',
    offer: 'Answer an offer',
    over: 'Game over',
    back: 'Back to the game',
  },
} as const;
