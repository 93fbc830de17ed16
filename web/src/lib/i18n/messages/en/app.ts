export default {
  app: {
    name: 'Sumito',
    title: '{page} – Sumito',
  },
  nav: {
    label: 'Main',
    skip: 'Skip to the content',
    play: 'Play',
    games: 'Games',
    ownGames: 'Your games',
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
  },
  toast: {
    dismiss: 'Dismiss',
  },
  unloaded: {
    title: 'This page could not be loaded',
    text: 'There may be no network, or a new version of the site. Try again in a moment.',
    reload: 'Load again',
  },
  unknown: {
    title: 'Not found',
    text: 'There is nothing at this address.',
  },
} as const;
