export default {
  clock: {
    none: 'No limit',
    sudden_death: '{minutes, number} min',
    fischer: '{minutes, number} + {seconds, number}',
    bronstein: '{minutes, number} min, Bronstein {seconds, number} s',
    delay: '{minutes, number} min, {seconds, number} s delay',
    per_move: '{time} per move',
    per_game: '{minutes, number} min game limit',
    left: '{name} has {time} left',
    perhaps: '{name} has about {time} left (the server isn’t responding)',
  },
  pace: {
    quick: 'Blitz',
    calm: 'Rapid',
    slow: 'Correspondence',
  },
} as const;
