export default {
  app: {
    name: 'Sumito',
    title: '{page} – Sumito',
    titleCount: '({count, number}) {page} – Sumito',
  },
  nav: {
    label: 'Main',
    skip: 'Skip to the content',
    play: 'Play',
    games: 'Games',
    learn: 'Learn',
    finished: 'Your finished games',
    logIn: 'Log in',
    signUp: 'Sign up',
    settings: 'Settings',
    menu: 'Menu',
  },
  language: {
    label: 'Language',
    failed: 'The language could not be loaded. Try again in a moment.',
  },
  connection: {
    open: 'Connected',
    latency: 'Connected, answers in {ms, number} ms',
    connecting: 'Connecting …',
    doubtful: 'The server does not answer …',
    waiting: 'Reconnecting …',
    lost: 'No connection to the server. Clocks may be wrong.',
    again: 'Connected again.',
    moves: '{count, plural, one {# move is waiting to be sent} other {# moves are waiting to be sent}}',
    actions: '{count, plural, one {# action is waiting to be sent} other {# actions are waiting to be sent}}',
    foreign: 'This page no longer fits the server. Load it again to go on.',
    newer: 'A new version is there.',
    reload: 'Reload',
    tryNow: 'Try now',
  },
  toast: {
    dismiss: 'Dismiss',
  },
  unloaded: {
    title: 'This page could not be loaded',
    text: 'There may be no network, or a new version of the site. Try again in a moment.',
    reload: 'Load again',
    retry: 'Try again',
  },
  embed: {
    open: 'Open on {site}',
  },
  unknown: {
    title: 'Over the edge',
    text: 'There is nothing at this address. Perhaps it was mistyped, or pushed off the board.',
  },
} as const;
