export default {
  room: {
    title: 'Game',
    loading: 'Opening game…',
    waitingTitle: 'Waiting',
    yourTurnTitle: 'Your turn',
    closed: 'Game cancelled',
    closedText: 'It was cancelled before it started.',
    notFound: 'Game not found',
    notFoundText: 'The link may be incomplete, or the game was cancelled before it started.',
    toLobby: 'Back to the lobby',
    yourTurn: 'Your turn',
    turnOf: '{name} to move',
    turnOfColor: '{color, select, black {Black to move} white {White to move} red {Red to move} yellow {Yellow to move}}',
    looking: 'viewing move {ply, number} of {last, number}',
    back: 'To the newest move',
    watching: 'You’re watching',
    watchingLate: 'You’re watching, {delay} behind live',
    boardLabel: 'Board. Marbles: {counts}.',
    elsewhere: 'You’re playing this game in another window.',
    takeOver: 'Play here',
    firstMove: '{time} to make the first move',
    out: 'You’re out. The others play on.',
    marbles: `{color, select,
      black {Black {count, number}}
      white {White {count, number}}
      red {Red {count, number}}
      yellow {Yellow {count, number}}
    }`,
  },
  notice: {
    storage_unavailable: 'The server can’t save moves right now. Clocks are paused until it can.',
    room_unreachable: 'The connection to this game’s server was lost. The game is paused and will resume automatically.',
    player_unreachable: 'The server of the player whose turn it is can’t be reached. The game is paused and will resume automatically.',
    room_lost: 'The game was interrupted by a server problem. It will resume automatically.',
    computer_waits: 'The server is busy, so the computer’s move is delayed.{clock, select, none {} other { Its clock keeps running.}}',
    stopping: 'The server has paused the game. Clocks are stopped until it resumes.',
  },
} as const;
