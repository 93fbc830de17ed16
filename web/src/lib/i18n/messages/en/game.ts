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
  declined: {
    draw: '{name} declined the draw',
    takeback: '{name} wants the move to stand',
    rematch: '{name} declined the rematch',
    resignation: '{name} would rather play on',
  },
  declinedByYou: {
    draw: 'You declined the draw',
    takeback: 'You let the move stand',
    rematch: 'You declined the rematch',
    resignation: 'You would rather play on',
  },
  withdrawn: {
    draw: '{name} no longer offers a draw',
    takeback: '{name} lets the move stand after all',
    rematch: '{name} no longer wants a rematch',
    resignation: '{name} plays on after all',
  },
  withdrawnByYou: {
    draw: 'You no longer offer a draw',
    takeback: 'You let your move stand after all',
    rematch: 'You no longer want a rematch',
    resignation: 'You play on after all',
  },
} as const;
