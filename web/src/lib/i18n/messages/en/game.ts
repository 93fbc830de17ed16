export default {
  game: {
    resign: 'Resign',
    resignTitle: 'Resign this game?',
    resignText: '{name} wins if you do.',
    keepPlaying: 'Keep playing',
    draw: 'Offer a draw',
    drawOffered: 'Draw offered',
    accept: 'Accept',
    decline: 'Decline',
    drawTitle: 'Offer a draw?',
    drawText: 'The game ends without a winner if {count, plural, one {{names} agrees} other {{names} agree}}.',
    abort: 'Abort',
    abortTitle: 'Abort this game?',
    abortText: 'Your game with {names} ends without a result and counts for nothing: not everybody has moved yet.',
    takeback: 'Take back',
    withdraw: 'Withdraw',
    resignAlone: 'You are out if you do. The others go on, and your marbles stay on the board.',
    resignTogether: 'The game ends only if {name}, your partner, agrees.',
  },
  player: {
    free: 'Free seat',
    you: 'you',
    online: 'here',
    offline: 'away',
    captured: '{count, plural, one {# marble pushed out, of {size, number}} other {# marbles pushed out, of {size, number}}}',
    with: `{color, select,
      black {with Black}
      white {with White}
      red {with Red}
      yellow {with Yellow}
    }`,
    out: 'out',
  },
  playerOut: {
    time: 'out: no time left',
    resignation: 'out: resigned',
    abandoned: 'out: away too long',
  },
  offer: {
    draw: '{name} offers a draw',
    takeback: '{name} would like to take back their last move',
    rematch: '{name} would like a rematch',
    resignation: '{name}, your partner, would like to resign',
    waiting: 'Waiting for {names}.',
  },
  offered: {
    draw: 'You offer a draw',
    takeback: 'You would like to take back your last move',
    rematch: 'You would like a rematch',
    resignation: 'You would like to resign',
  },
} as const;
