export default {
  board: {
    free: '{cell}, empty',
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
    targetEject: '{color, select, black {Black marble on {cell}, push it off} white {White marble on {cell}, push it off} red {Red marble on {cell}, push it off} yellow {Yellow marble on {cell}, push it off}}',
    targetChoice: '{cell}, two possible moves',
  },
  moves: {
    heading: 'Moves',
    none: 'No moves yet',
    first: 'Go to start',
    previous: 'Previous move',
    next: 'Next move',
    last: 'Go to end',
    push: 'push',
    ejected: '{color, select, black {black marble pushed off} white {white marble pushed off} red {red marble pushed off} yellow {yellow marble pushed off}}',
    ply: `{color, select,
      black {Move {number, number}, Black: {move}}
      white {Move {number, number}, White: {move}}
      red {Move {number, number}, Red: {move}}
      yellow {Move {number, number}, Yellow: {move}}
    }`,
    more: 'More',
  },
} as const;
