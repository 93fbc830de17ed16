export default {
  computer: {
    title: 'Play the computer',
    level: 'Level',
    named: 'Level {level, number}: {word}',
    play: 'Play',
    add: 'Add',
    addAs: `{color, select,
      black {Add a computer, playing Black}
      white {Add a computer, playing White}
      red {Add a computer, playing Red}
      yellow {Add a computer, playing Yellow}
    }`,
    remove: 'Remove',
    removeFrom: `{color, select,
      black {Remove the computer that plays Black}
      white {Remove the computer that plays White}
      red {Remove the computer that plays Red}
      yellow {Remove the computer that plays Yellow}
    }`,
    ask: 'How strong shall it be?',
    instead: 'Or play the computer',
  },
  /** How strong a computer plays, in a word. */
  strength: {
    '1': 'for beginners',
    '2': 'easy',
    '3': 'relaxed',
    '4': 'medium',
    '5': 'advanced',
    '6': 'strong',
    '7': 'very strong',
    '8': 'masterly',
  },
  /** Programs of others. */
  bot: {
    opponent: 'Opponent',
    bot: 'Bot',
    computer: 'Computer',
    games: '{count, plural, =0 {free} one {# game} other {# games}}',
    noneFits: 'No bot that is here takes such a game.',
  },
} as const;
