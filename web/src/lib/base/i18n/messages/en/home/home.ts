export default {
  home: {
    heading: 'Push six marbles over the edge',
    text: 'Abalone for two, three or four players: line up, outnumber, push.',
    free: 'Free, no account needed.',
    start: 'Play now',
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
    computerTooMany: 'You’ve reached the limit of games against the computer. Finish or resign one first.',
    perMove: 'per move',
    waiting: '{count, plural, one {# waiting} other {# waiting}}',
    join: 'Join now',
    wait: 'Find an opponent',
    friend: 'Play a friend',
    local: 'Pass and play',
    more: 'More options',
    learn: 'Learn the rules',
    open: 'Open games',
    noneOpen: 'No open games. Start one above and we’ll match you with the next player.',
  },
} as const;
