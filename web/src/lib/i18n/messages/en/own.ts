export default {
  own: {
    title: 'Your games',
    count: '{count, plural, one {# game waits for you} other {# games wait for you}}',
    yourTurn: 'Your turn',
    theirTurn: '{name} to move',
    waiting: 'Waiting for players',
    ready: 'Say that you are ready',
    offer: 'An offer waits for your answer',
    over: 'It is over',
    back: 'Back to the game',
  },
} as const;
