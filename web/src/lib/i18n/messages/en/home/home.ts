export default {
  home: {
    heading: 'Push six marbles over the edge',
    text: 'Abalone for two, three or four: line up, outnumber, push. Free, and without an account.',
    start: 'Start at once',
    computer: 'Play the computer',
    computerColor: `{color, select,
      black {you play Black}
      white {you play White}
      red {you play Red}
      yellow {you play Yellow}
      random {random colour}
    }`,
    computerChange: 'Change',
    computerChangeText: 'Change level, players, colour and time',
    computerTooMany: 'You have as many games against computers as there can be. Finish one of your games, or resign it.',
    perMove: 'a move',
    waiting: '{count, plural, one {# waiting} other {# waiting}}',
    join: 'Join at once',
    wait: 'Wait for somebody to join',
    friend: 'With a friend',
    local: 'Two at one screen',
    more: 'More options',
    learn: 'Learn the rules',
    open: 'Open games',
    noneOpen: 'Nobody is waiting. Start a game above: the next one who wants the same joins you.',
    live: 'Being played now',
    noneLive: 'No public game is under way. Yours could be the first.',
    moreLive: '{count, plural, one {and one more} other {and # more}}',
    seeking: 'Looking for somebody who wants the same …',
    stillSeeking: 'Still looking for an opponent: {clock}',
    cancelSeek: 'Cancel',
    own: 'Your games',
  },
} as const;
