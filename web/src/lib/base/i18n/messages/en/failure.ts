export default {
  failure: {
    retry: 'Try again',
    network: 'Can’t reach the server. Check your connection and try again.',
    noSocket: 'The server is up, but a live connection is being blocked. Check for a firewall or proxy, close other tabs, and try again.',
    notSent: 'That wasn’t sent: there’s no connection to the server. Try again once you’re back online.',
    unanswered: 'The connection dropped before the server answered. The page now shows the latest state.',
  },
  notSent: {
    create_room: 'The game wasn’t created: there’s no connection to the server.',
    join: 'You haven’t joined: there’s no connection to the server.',
    resign: 'You haven’t resigned: there’s no connection to the server.',
  },
} as const;
