export default {
  failure: {
    retry: 'Try again',
    network: 'The server cannot be reached. Check your connection and try again.',
    noSocket: 'The server is there but does not let this page connect. Perhaps too many pages are open in your network.',
    notSent: 'That was not sent: there was no connection to the server.',
    unanswered: 'The connection broke before the server answered. What arrived there is shown now.',
  },
  notSent: {
    create_room: 'The game was not created: there was no connection to the server.',
    join: 'You did not join: there was no connection to the server.',
    resign: 'You did not resign: there was no connection to the server.',
  },
} as const;
