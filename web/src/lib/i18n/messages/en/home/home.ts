export default {
  home: {
    heading: 'Push six marbles over the edge',
    text: 'Abalone for two, three or four: line up, outnumber, push. Free, and without an account.',
    start: 'Start at once',
    perMove: 'a move',
    waiting: '{count, plural, one {# waiting} other {# waiting}}',
    join: 'Join at once',
    wait: 'Wait for somebody to join',
    friend: 'With a friend',
    more: 'More options',
    open: 'Open games',
    noneOpen: 'Nobody is waiting. Start a game above: the next one who wants the same joins you.',
    live: 'Being played now',
    noneLive: 'No public game is under way. Yours could be the first.',
    moreLive: '{count, plural, one {and one more} other {and # more}}',
    own: 'Your games',
  },
} as const;
