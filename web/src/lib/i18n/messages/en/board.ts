export default {
  board: {
    free: '{cell}, free',
    marble: `{color, select,
      black {Black marble on {cell}}
      white {White marble on {cell}}
      red {Red marble on {cell}}
      yellow {Yellow marble on {cell}}
    }`,
    selected: `{color, select,
      black {Black marble on {cell}, selected}
      white {White marble on {cell}, selected}
      red {Red marble on {cell}, selected}
      yellow {Yellow marble on {cell}, selected}
    }`,
    targetFree: '{cell}, move here',
    targetPush: `{color, select,
      black {Black marble on {cell}, push it}
      white {White marble on {cell}, push it}
      red {Red marble on {cell}, push it}
      yellow {Yellow marble on {cell}, push it}
    }`,
    targetEject: `{color, select,
      black {Black marble on {cell}, push it out}
      white {White marble on {cell}, push it out}
      red {Red marble on {cell}, push it out}
      yellow {Yellow marble on {cell}, push it out}
    }`,
    targetChoice: '{cell}, two ways lead here',
    type: 'Type a move (/)',
    flip: 'Turn the board',
    sound: 'Sound',
  },
  moves: {
    heading: 'Moves',
    none: 'No moves yet',
    first: 'To the start',
    previous: 'One move back',
    next: 'One move on',
    last: 'To the end',
    push: 'a push',
    ejected: `{color, select,
      black {a black marble pushed out}
      white {a white marble pushed out}
      red {a red marble pushed out}
      yellow {a yellow marble pushed out}
    }`,
    ply: `{color, select,
      black {Move {number, number}, Black: {move}}
      white {Move {number, number}, White: {move}}
      red {Move {number, number}, Red: {move}}
      yellow {Move {number, number}, Yellow: {move}}
    }`,
    times: 'Time for each move',
  },
} as const;
