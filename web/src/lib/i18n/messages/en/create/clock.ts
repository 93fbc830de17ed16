export default {
  clockKind: {
    sudden_death: 'A fixed time',
    fischer: 'With an increment (Fischer)',
    bronstein: 'With time back (Bronstein)',
    delay: 'With a delay',
    per_move: 'For each move',
    per_game: 'One clock for the game',
  },
  clockSeconds: {
    fischer: 'Seconds added a move',
    bronstein: 'Seconds back at most',
    delay: 'Seconds of delay',
  },
  clockUnit: {
    second: 'Seconds',
    minute: 'Minutes',
    hour: 'Hours',
    day: 'Days',
  },
  clockText: {
    sudden_death: 'Everybody has this time for the whole game. Whoever runs out of it loses.',
    fischer: 'After each move some time is added, used or not.',
    bronstein: 'After each move comes back what it took, up to this limit. Time is never won.',
    delay: 'In each turn the clock begins to run only after these seconds.',
    per_move: 'Every single move has this time, up to 14 days.',
    per_game: 'When it runs out, whoever has pushed out more marbles wins; as many on both sides is a draw.',
  },
} as const;
