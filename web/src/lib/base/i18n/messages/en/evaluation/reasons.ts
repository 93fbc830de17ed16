export default {
  /** Several lines of an analysis. */
  lines: {
    count: 'Lines',
    draw: 'Draw the move on the board',
    show: 'Show the best {count, plural, one {# line} other {# lines}}',
  },
  /** Why a move is a mistake. Cells are the marbles' cells after the move. */
  why: {
    missed_win: '{count, plural, one {There was a forced win in # move.} other {There was a forced win in # moves.}}',
    allows_win: '{count, plural, one {Now there’s a forced win for the opponent in # move.} other {Now there’s a forced win for the opponent in # moves.}}',
    missed_ejection: `{count, plural,
      one {{plies, plural, =1 {The marble on {cells} could have been pushed off at once.} one {The marble on {cells} could have been pushed off within # move.} other {The marble on {cells} could have been pushed off within # moves.}}}
      other {{plies, plural, =1 {The marbles on {cells} could have been pushed off, the first at once.} one {The marbles on {cells} could have been pushed off, the first within # move.} other {The marbles on {cells} could have been pushed off, the first within # moves.}}}
    }`,
    allows_ejection: `{count, plural,
      one {{plies, plural, =1 {Now the marble on {cells} can be pushed off at once.} one {Now the marble on {cells} can be pushed off within # move.} other {Now the marble on {cells} can be pushed off within # moves.}}}
      other {{plies, plural, =1 {Now the marbles on {cells} can be pushed off, the first at once.} one {Now the marbles on {cells} can be pushed off, the first within # move.} other {Now the marbles on {cells} can be pushed off, the first within # moves.}}}
    }`,
    misses_threat: '{count, plural, one {The marble on {cells} was under threat, and still is.} other {The marbles on {cells} were under threat, and still are.}}',
    missed_push: '{count, plural, one {The marble on {cells} could have been pushed back.} other {The marbles on {cells} could have been pushed back.}}',
    allows_push: '{count, plural, one {Now the marble on {cells} can be pushed back.} other {Now the marbles on {cells} can be pushed back.}}',
    leaves_centre: '{count, plural, one {The marble on {cells} has moved away from the centre.} other {The marbles on {cells} have moved away from the centre.}}',
    breaks_formation: '{count, plural, one {The marble on {cells} is cut off from the others now.} other {The marbles on {cells} are cut off from the others now.}}',
  },
  /** Who gains by a move, with more than two players. */
  verdict: {
    heading: 'Winning chances: {changes}',
    gains: '{count, plural, one {{side} gains {percent}} other {{side} gain {percent}}}',
    loses: '{count, plural, one {{side} loses {percent}} other {{side} lose {percent}}}',
    none: 'no real change',
    share: '{side} {percent}',
  },
} as const;
