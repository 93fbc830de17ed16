export default {
  clock: {
    none: 'No limit',
    sudden_death: '{minutes, number} min',
    fischer: '{minutes, number} + {seconds, number}',
    bronstein: '{minutes, number} min, up to {seconds, number} s back',
    delay: '{minutes, number} min, {seconds, number} s delay',
    per_move: '{time} a move',
    per_game: '{minutes, number} min for the game',
    custom: 'Custom',
    minutes: 'Minutes each',
    left: '{name} has {time} left',
    perhaps: '{name} has perhaps {time} left: the server does not answer',
    kind: 'How it runs',
    minutesInAll: 'Minutes in all',
    count: 'Time for a move',
    unit: 'Counted in',
  },
  pace: {
    quick: 'Quick',
    calm: 'Calm',
    slow: 'Slow',
  },
} as const;
