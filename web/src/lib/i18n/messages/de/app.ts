import type en from '../en/app';
import type { Translation } from '../message';

export default {
  app: {
    name: 'Sumito',
    title: '{page} – Sumito',
  },
  nav: {
    label: 'Hauptmenü',
    skip: 'Zum Inhalt springen',
    play: 'Spielen',
    games: 'Partien',
    ownGames: 'Deine Partien',
    settings: 'Einstellungen',
    menu: 'Menü',
  },
  language: {
    label: 'Sprache',
    failed: 'Die Sprache konnte nicht geladen werden. Versuch es gleich noch einmal.',
  },
  connection: {
    open: 'Verbunden',
    latency: 'Verbunden, Antwort nach {ms, number} ms',
    connecting: 'Verbindung wird aufgebaut …',
    doubtful: 'Der Server antwortet nicht …',
    waiting: 'Neue Verbindung wird aufgebaut …',
  },
  toast: {
    dismiss: 'Schließen',
  },
  unloaded: {
    title: 'Diese Seite konnte nicht geladen werden',
    text: 'Vielleicht fehlt das Netz, oder es gibt eine neue Fassung. Versuch es gleich noch einmal.',
    reload: 'Neu laden',
  },
  unknown: {
    title: 'Nicht gefunden',
    text: 'Unter dieser Adresse gibt es nichts.',
  },
} satisfies Translation<typeof en>;
