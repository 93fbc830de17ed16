export default {
  said: {
    move: `{color, select,
      black {Black plays {move}.}
      white {White plays {move}.}
      red {Red plays {move}.}
      yellow {Yellow plays {move}.}
    }`,
    push: `{color, select,
      black {Black pushes a marble: {move}.}
      white {White pushes a marble: {move}.}
      red {Red pushes a marble: {move}.}
      yellow {Yellow pushes a marble: {move}.}
    }`,
    pushTwo: `{color, select,
      black {Black pushes two marbles: {move}.}
      white {White pushes two marbles: {move}.}
      red {Red pushes two marbles: {move}.}
      yellow {Yellow pushes two marbles: {move}.}
    }`,
    out: '{color, select, black {A black marble is pushed off.} white {A white marble is pushed off.} red {A red marble is pushed off.} yellow {A yellow marble is pushed off.}}',
  },
  inTournament: {
    back: 'Back to the tournament',
    berserk: 'Berserk (half time)',
  },
} as const;
