export default {
  computer: {
    title: 'Play the computer',
    level: 'Level',
    named: 'Level {level, number}: {word}',
    play: 'Play',
    add: 'Add',
    addAs: '{color, select, black {Add a computer as Black} white {Add a computer as White} red {Add a computer as Red} yellow {Add a computer as Yellow}}',
    remove: 'Remove',
    removeFrom: '{color, select, black {Remove the computer playing Black} white {Remove the computer playing White} red {Remove the computer playing Red} yellow {Remove the computer playing Yellow}}',
    ask: 'How strong should it be?',
    instead: 'Or play the computer',
    ladder: 'Each level wins 8 or 9 of 10 games against the one below.',
  },
  /** Playing strength of a computer, in a word. */
  strength: {
    '1': 'beginner',
    '2': 'easy',
    '3': 'casual',
    '4': 'intermediate',
    '5': 'advanced',
    '6': 'strong',
    '7': 'expert',
    '8': 'master',
  },
  /** Programs of others. */
  bot: {
    opponent: 'Opponent',
    bot: 'Bot',
    computer: 'Computer',
    games: '{count, plural, =0 {available} one {in # game} other {in # games}}',
    noneFits: 'No online bot accepts these settings.',
  },
} as const;
