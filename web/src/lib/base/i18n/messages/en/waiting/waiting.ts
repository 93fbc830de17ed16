export default {
  waiting: {
    waiting: 'Waiting for an opponent',
    invite: 'Send this link to a friend. The game starts when they join.',
    link: 'Link to this game',
    copy: 'Copy',
    copied: 'Copied',
    selected: 'The link is selected. Copy it with your keyboard or a long press.',
    share: 'Share',
    code: 'Show QR code',
    codeLabel: 'QR code with the link to this game',
    codeText: 'Scan it with a phone camera to join.',
    watchers: 'Spectators',
    late: '{delay} behind live',
    leave: 'Cancel game',
    open: '{name} is waiting for an opponent',
    join: 'Join game',
    justWatch: 'Or stay and watch: the game appears here as soon as it starts.',
    youPlay: `{color, select,
      black {You play Black.}
      white {You play White.}
      red {You play Red.}
      yellow {You play Yellow.}
    }`,
    waitingMany: 'Waiting for players',
    inviteMany: 'Send this link to your friends. The game starts when all seats are taken.',
    openMany: '{name} is waiting for players',
    seats: 'Seats',
    sit: 'Sit here',
    sitAs: '{color, select, black {Sit here as Black} white {Sit here as White} red {Sit here as Red} yellow {Sit here as Yellow}}',
    full: 'All seats are taken, but you can watch.',
    readyTitle: 'Is everyone ready?',
    ready: 'I’m ready',
    notReady: 'Not ready yet',
    isReady: 'ready',
    readyText: 'The game starts when everyone is ready.',
    giveUp: 'Leave seat',
  },
} as const;
