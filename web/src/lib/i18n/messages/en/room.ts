export default {
  room: {
    title: 'Game',
    loading: 'Opening the game …',
    waitingTitle: 'Waiting',
    yourTurnTitle: 'Your turn',
    closed: 'This game was cancelled',
    closedText: 'It was given up before it began.',
    notFound: 'There is no such game',
    notFoundText: 'The link may be incomplete, or the game was cancelled before it began.',
    toLobby: 'Back to the lobby',
    yourTurn: 'Your turn',
    turnOf: '{name} to move',
    turnOfColor: '{color, select, black {Black to move} white {White to move} red {Red to move} yellow {Yellow to move}}',
    looking: 'you look at move {ply, number}',
    back: 'Back to the game',
    watching: 'You are watching',
    watchingLate: 'You are watching, {delay} late',
    boardLabel: 'Board. Marbles: {counts}.',
    elsewhere: 'You play this game in another window.',
    takeOver: 'Play here',
    firstMove: 'First move within {time}',
    out: 'You are out. The others go on.',
    marbles: `{color, select,
      black {Black {count, number}}
      white {White {count, number}}
      red {Red {count, number}}
      yellow {Yellow {count, number}}
    }`,
  },
  claim: {
    away: '{count, plural, one {{names} has gone away.} other {{names} have gone away.}}',
    wait: 'You can claim the game in {time}',
    ready: 'You need not wait any longer.',
    win: 'Claim the win',
    draw: 'Call it a draw',
  },
  notice: {
    storage_unavailable: 'The server cannot store moves at the moment. The clocks stand still until it can.',
    room_lost: 'The game is interrupted. It goes on as soon as the server has it again.',
    computer_waits: 'The computer waits until the server has time for it.{clock, select, none {} other { Its clock runs.}}',
    stopping: 'The server pauses the game. The clocks stand still until it goes on.',
  },
} as const;
