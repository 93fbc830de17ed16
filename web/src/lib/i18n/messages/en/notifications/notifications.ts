export default {
  notifications: {
    gameStarted: 'A game of yours has begun.',
    declined: '{name} declines.',
    declinedWhy: '{name} declines: {reason, select, later {not now} too_fast {too fast} too_slow {too slow} unrated {not for ratings} rated {only for ratings} other {rather another game}}.',
    expired: 'Your challenge to {name} has run out.',
    takenBack: 'The challenge of {name} was taken back.',
    gamePaired: 'Your tournament game has been paired.',
    open: 'Open the board',
    opens: 'It opens by itself in {time}',
    stay: 'Stay here',
    challenges: 'Challenges',
    announcement: 'A word from those who run this server:',
    announcedUntil: 'Until {when}.',
    understood: 'Understood',
    seekFailed: 'No game came of it. Try again.',
  },
} as const;
