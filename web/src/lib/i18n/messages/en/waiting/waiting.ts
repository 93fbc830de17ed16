export default {
  waiting: {
    waiting: 'Waiting for an opponent',
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
} as const;
