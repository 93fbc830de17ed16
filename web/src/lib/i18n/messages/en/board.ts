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
    twoWays: 'Two ways lead here: choose an arrow.',
    twoWaysByKeys: 'Two ways lead here: an arrow key shows the other, Enter plays it.',
    flip: 'Turn the board',
    coordinates: 'Coordinates',
  },
  try: {
    game_over: 'The game is over.',
    empty_cell: 'No marble there.',
    not_yours: 'That marble is not yours.',
    trailing_not_yours: 'A marble of your own has to push.',
    partner_in_side_step: 'Sideways only your own marbles move.',
    not_a_line: 'Not in one line.',
    too_many: 'At most three marbles move.',
    gap: 'The marbles do not touch.',
    too_far: 'One cell at a time.',
    along_the_row: 'That is along the row, not sideways.',
    occupied: 'This cell is taken.',
    pac: 'Pac: as many of theirs as of yours.',
    outnumbered: 'They are more than you.',
    blocked_behind: 'Blocked: this cell is taken.',
    over_the_edge: 'Your own marbles stay on the board.',
    not_a_move: 'A move looks like a1b2 or c3c5d3.',
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
  },
} as const;
