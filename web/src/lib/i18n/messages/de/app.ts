import type en from '../en/app';
import type { Translation } from '../message';

export default {
  app: {
    name: 'Sumito',
    title: '{page} – Sumito',
    tagline: 'Abalone mit Freunden, direkt im Browser.',
  },
  nav: {
    label: 'Hauptmenü',
    skip: 'Zum Inhalt springen',
    play: 'Spielen',
    games: 'Partien',
    ownGames: 'Deine Partien',
  },
  connection: {
    open: 'Verbunden',
    latency: 'Verbunden, Antwort nach {ms, number} ms',
    connecting: 'Verbindung wird aufgebaut …',
    waiting: 'Neue Verbindung wird aufgebaut …',
  },
  toast: {
    dismiss: 'Schließen',
  },
  unknown: {
    title: 'Nicht gefunden',
    text: 'Unter dieser Adresse gibt es nichts.',
  },
} satisfies Translation<typeof en>;
