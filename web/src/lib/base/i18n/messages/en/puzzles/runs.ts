export default {
  runKind: {
    streak: 'Streak',
    storm: 'Storm',
  },
  runRules: {
    streak: 'Solve puzzle after puzzle. They get harder and harder, and your first mistake ends the streak.',
    storm: 'Solve as many puzzles as you can in three minutes. They get harder and harder, and each mistake costs ten seconds.',
  },
  runMistake: {
    streak: 'That’s not the move. Your streak is over.',
    storm: 'That’s not the move. Ten seconds lost.',
  },
  run: {
    start: 'Start',
    again: 'Again',
    score: 'Score',
    clock: 'Time left',
    best: 'Your best score: {score, number}',
    scored: '{score, plural, one {# puzzle solved} other {# puzzles solved}}',
    tooFast: 'This run was faster than a person can click, so it doesn’t count for the best scores.',
    record: 'That’s your new best score!',
    missed: '{count, plural, one {The puzzle you missed:} other {The puzzles you missed:}}',
  },
  leaders: {
    title: 'Best scores',
    period: 'Period',
    today: 'Today',
    ever: 'All time',
    rank: 'Rank',
    player: 'Player',
    score: 'Score',
    none: 'No scores yet.',
    signUp: 'Sign up to be listed here',
  },
} as const;
