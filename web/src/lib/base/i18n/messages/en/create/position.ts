export default {
  position: {
    title: 'Play from this position',
    friend: 'A friend',
    friends: 'Friends',
    link: 'You get a link to send.',
    unrated: 'The game is unrated and doesn’t count in statistics.',
  },
  /** The reason why no game can start from a position. */
  startFault: {
    over: 'One side has already won. Each side can have pushed off at most five marbles.',
    noMarble: `{color, select,
      black {Black needs a marble.}
      white {White needs a marble.}
      red {Red needs a marble.}
      yellow {Yellow needs a marble.}
    }`,
    tooMany: `{color, select,
      black {Black has too many marbles ({count, number}; the maximum is {max, number}).}
      white {White has too many marbles ({count, number}; the maximum is {max, number}).}
      red {Red has too many marbles ({count, number}; the maximum is {max, number}).}
      yellow {Yellow has too many marbles ({count, number}; the maximum is {max, number}).}
    }`,
    noMove: `{color, select,
      black {It’s Black’s turn, but Black can’t move.}
      white {It’s White’s turn, but White can’t move.}
      red {It’s Red’s turn, but Red can’t move.}
      yellow {It’s Yellow’s turn, but Yellow can’t move.}
    }`,
  },
} as const;
