export default {
  clockKind: {
    sudden_death: 'Fixed time',
    fischer: 'Increment (Fischer)',
    bronstein: 'Bronstein delay',
    delay: 'Simple delay',
    per_move: 'Time per move',
    per_game: 'One limit for the whole game',
  },
  clockSeconds: {
    fischer: 'Increment (seconds)',
    bronstein: 'Delay (seconds)',
    delay: 'Delay (seconds)',
  },
  clockUnit: {
    second: 'Seconds',
    minute: 'Minutes',
    hour: 'Hours',
    day: 'Days',
  },
  clockText: {
    sudden_death: 'Each player has this much time for the whole game. Run out and you lose.',
    fischer: 'Every move adds this much time to your clock.',
    bronstein: 'After each move you get back the time you used, up to this limit. Your clock never gains time.',
    delay: 'Each turn, your clock waits this long before it starts running.',
    per_move: 'You have this long for every move, up to 14 days.',
    per_game: 'When time runs out, the player who has pushed off more marbles wins. If it’s equal, the game is a draw.',
  },
  clockField: {
    custom: 'Custom',
    minutes: 'Minutes per player',
    kind: 'Clock type',
    minutesInAll: 'Total minutes',
    count: 'Time per move',
    unit: 'Unit',
  },
} as const;
