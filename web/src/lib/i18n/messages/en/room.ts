export default {
  room: {
    title: 'Game',
    loading: 'Opening the game …',
    waiting: 'Waiting for an opponent',
    waitingTitle: 'Waiting',
    yourTurnTitle: 'Your turn',
    invite: 'Send this link to whoever you want to play with. The game begins when they join.',
    link: 'Link to this game',
    copy: 'Copy',
    copied: 'Copied',
    selected: 'The link is selected: copy it with your keyboard, or by pressing long.',
    share: 'Share',
    code: 'Show as a code',
    codeLabel: 'QR code with the link to this game',
    codeText: 'Point a phone’s camera at it to join.',
    watchers: 'Who watches sees it',
    late: '{delay} late',
    leave: 'Cancel the game',
    open: '{name} is waiting for an opponent',
    join: 'Join the game',
    justWatch: 'Or stay and watch: the game appears here as soon as it begins.',
    youPlay: `{color, select,
      black {You play Black.}
      white {You play White.}
      red {You play Red.}
      yellow {You play Yellow.}
    }`,
    closed: 'This game was cancelled',
    closedText: 'It was given up before it began.',
    notFound: 'There is no such game',
    notFoundText: 'The link may be incomplete, or the game was cancelled before it began.',
    toLobby: 'Back to the lobby',
    yourTurn: 'Your turn',
    turnOf: '{name} to move',
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
    waitingMany: 'Waiting for players',
    inviteMany: 'Send this link to whoever you want to play with. The game begins when all seats are taken.',
    openMany: '{name} is waiting for players',
    seats: 'Seats',
    sit: 'Sit here',
    sitAs: `{color, select,
      black {Sit here, playing Black}
      white {Sit here, playing White}
      red {Sit here, playing Red}
      yellow {Sit here, playing Yellow}
    }`,
    full: 'All seats are taken. You can watch.',
    readyTitle: 'Is everybody ready?',
    ready: 'I am ready',
    notReady: 'Not ready after all',
    isReady: 'ready',
    readyText: 'The game begins when everybody has said so.',
    giveUp: 'Give up the seat',
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
    computer_waits: 'The computer waits until the server can think for it. Its clock runs.',
    stopping: 'The server pauses the game. The clocks stand still until it goes on.',
  },
} as const;
