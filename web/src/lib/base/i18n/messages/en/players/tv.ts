export default {
  tv: {
    title: '{site} TV',
    text: 'The best live game for each number of players.',
    which: 'Show',
    best: 'Best game',
    open: 'Go to the game',
    over: 'Game over',
    next: 'The next game follows in a moment.',
    others: 'Also live',
    none: 'No game to show right now. The next one appears here as soon as it starts.',
  },
} as const;
