export default {
  game: {
    resign: 'Resign',
    draw: 'Offer draw',
    drawOffered: 'Draw offered',
    abort: 'Abort',
    takeback: 'Takeback',
  },
  player: {
    free: 'Open seat',
    deleted: 'Deleted account',
    computer: 'Computer level {level, number}',
    computerListed: 'Computer level {level, number}',
    computersListed: '{count, plural, one {# computer (level {level, number})} other {# computers (level {level, number})}}',
    level: 'Level {level, number}',
    bot: 'BOT',
    thinking: 'thinking…',
    rating: 'Rating',
    you: 'you',
    online: 'online',
    offline: 'offline',
    captured: 'Marbles pushed off: {count, number} of {size, number}',
    with: `{color, select,
      black {with Black}
      white {with White}
      red {with Red}
      yellow {with Yellow}
    }`,
    out: 'out',
  },
  playerOut: {
    time: 'out: ran out of time',
    resignation: 'out: resigned',
    abandoned: 'out: left the game',
  },
} as const;
