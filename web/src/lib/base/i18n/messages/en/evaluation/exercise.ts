export default {
  /** Exercises from the mistakes of a game. */
  exercise: {
    own: 'Learn from your mistakes',
    of: `{color, select,
      black {Learn from Black’s mistakes}
      white {Learn from White’s mistakes}
      red {Learn from Red’s mistakes}
      yellow {Learn from Yellow’s mistakes}
    }`,
    choose: 'Learn from the mistakes of:',
    number: 'Mistake {number, number} of {count, number}',
    played: '{mistake}: {move} was played.',
    asked: `{color, select,
      black {Find a better move for Black.}
      white {Find a better move for White.}
      red {Find a better move for Red.}
      yellow {Find a better move for Yellow.}
    }`,
    checking: 'The computer is checking your move…',
    wrong: 'There’s a better move. Try again!',
    failed: 'The computer couldn’t check that move. Try again.',
    best: 'Well done! That’s the best move.',
    good: 'Well done! That’s about as good as the best move, {move}.',
    shown: 'The best move is {move}.',
    away: 'You’re looking at another position.',
    back: 'Back to the mistake',
    solution: 'Show solution',
    skip: 'Skip',
    next: 'Next',
    summary: `{count, plural,
      one {You found a better move for {found, number} of # mistake.}
      other {You found a better move for {found, number} of # mistakes.}
    }`,
    again: 'Again',
    close: 'Back to the analysis',
  },
} as const;
