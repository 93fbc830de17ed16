export default {
  analysis: {
    title: 'Analysis',
    titleOf: 'Analysis: {name}',
    intro: 'Try any move on the board. What you try is kept beside it, and in the address of the page.',
    mode: 'Players',
    fromLayout: 'From a start',
    fromText: 'From a text',
    textHint: 'Paste a position, or a whole game as it can be copied on the page of the game.',
    file: 'Open a file',
    read: 'Read',
    none: 'Play any move.',
    promote: 'Variation up',
    remove: 'Delete from here',
    pass: 'Pass the turn',
    other: 'Another analysis',
    toGame: 'To the game',
    decided: 'Nobody moves any more.',
    incomplete: 'Some of the moves in the address could not be read. The others are here.',
    neither:
      'This is neither a position nor a game. A position is one line that begins with its nine rows, with slashes between them. A game begins with its tags in square brackets.',
    unreadable: 'This address names no position that can be read. {why}',
    insteadOf: 'In place of {move}',
    ejects: '{move}, pushes a marble out',
    loading: 'Loading …',
  },
  positionFault: {
    missing: `{field, select,
      rows {The rows are missing.}
      turn {The letter of the colour to move is missing.}
      captured {The counts of marbles pushed out are missing.}
      quiet {The moves since the last ejection are missing.}
      ply {The number of moves played is missing.}
    }`,
    too_long: 'There is more in the line than belongs to a position.',
    rowCount: 'A position has nine rows; here {count, plural, one {is one} other {are #}}.',
    rowLength: 'Row {row} has too many or too few cells.',
    symbol: 'In row {row}, “{symbol}” is neither a marble nor a number of free cells.',
    turn: 'The colour to move is one of the letters b, w, r, y.',
    captured: 'The counts of marbles pushed out are numbers with commas between them.',
    plies: 'The moves are counted in plain digits.',
    foreignColor: `{color, select,
      black {Black does not take part with this number of players.}
      white {White does not take part with this number of players.}
      red {Red does not take part with this number of players.}
      yellow {Yellow does not take part with this number of players.}
    }`,
    wrong_sides: 'There has to be one count of marbles pushed out for each side.',
    too_many_captured: 'No side pushes out more than six marbles.',
  },
  recordFault: {
    at: 'Line {line, number}, character {column, number}: {why}',
    expected: 'Here “{wanted}” is missing: a tag is written [Name “value”].',
    escape: 'In a value, \\ stands only before a quotation mark or another \\.',
    open_comment: 'The comment that begins here does not end.',
    tag_twice: 'This tag is there twice.',
    position: 'The tag Position holds no position that can be read.',
    tag_name: 'This tag has no name.',
    no_start: 'The start is missing: a tag Layout or Position stands before the moves.',
    two_starts: 'The start is told twice, by Layout and by Position.',
    mode: 'There is no such mode.',
    layout: 'There is no such start layout.',
    layout_does_not_fit: 'This start layout is for another number of players.',
    pass_of_two: 'Between two players every turn is a move.',
  },
  explorer: {
    open: 'What others played here',
    heading: 'Opening explorer',
    none: 'Nobody has played from here yet.',
    ended: 'The explorer knows the first {count, plural, one {move} other {# moves}} of games.',
    move: 'Move',
    games: 'Games',
    won: 'Won',
    drawn: 'Drawn',
    lost: 'Lost',
    play: 'Play {move}',
    ratings: 'Strength of the players',
    caption: 'How often each move was played, and how it went for whoever played it',
  },
  band: {
    all: 'All games',
    unrated: 'Without ratings',
    under_1400: 'Below 1400',
    from_1400: '1400 to 1599',
    from_1600: '1600 to 1799',
    from_1800: '1800 to 1999',
    from_2000: '2000 and more',
  },
} as const;
