export default {
  result: {
    won: 'You won',
    lost: 'You lost',
    draw: 'Draw',
    aborted: 'Game aborted',
    unfinished: 'It was not played to its end: somebody was away for too long.',
    scoreLabel: 'Marbles pushed out: {sides}',
    replay: 'Replay the game',
    analyse: 'Analyse',
    close: 'Close',
    rematch: 'Rematch',
    again: 'New game',
    againText: 'A new game with the same settings, for whoever joins',
    share: 'Share',
    copied: 'Link copied',
    wins: '{count, plural, one {{name} wins} other {{name} win}}',
    side: '{colors} {count, number}',
  },
  reason: {
    ejections: '{winner} pushed out six marbles.',
    time: '{loser} ran out of time.',
    resignation: '{loser} resigned.',
    agreement: 'Both players agreed.',
    repetition: 'The same position came up for the third time.',
    quiet: 'Nothing was pushed out for too long, or the game had too many moves.',
    stuck: '{loser} had no legal move.',
    abandoned: '{loser} was away for too long.',
    aborted: 'It was stopped before both had moved. It does not count.',
  },
  reasonMany: {
    ejections: `{count, plural,
      one {{winner} pushed out six marbles.}
      other {{winner} pushed out six marbles.}
    }`,
    time: '{loser} are out of the game: the time was over.',
    resignation: '{loser} are out of the game.',
    agreement: 'All players agreed.',
    repetition: 'The same position came up for the third time.',
    quiet: 'Nothing was pushed out for too long, or the game had too many moves.',
    stuck: 'Nobody could move any more.',
    abandoned: '{loser} are out of the game: somebody was away for too long.',
    aborted: 'It was stopped before everybody had moved. It does not count.',
  },
  reasonInAll: {
    win: `{count, plural,
      one {The time was over, and {winner} had pushed out more marbles.}
      other {The time was over, and {winner} had pushed out more marbles.}
    }`,
    draw: 'The time was over, with as many marbles pushed out on each side.',
  },
} as const;
