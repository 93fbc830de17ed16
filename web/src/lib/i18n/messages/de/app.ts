import type en from '../en/app';
import type { Translation } from '../message';

export default {
  app: {
    name: 'Sumito',
    title: '{page} – Sumito',
    titleCount: '({count, number}) {page} – Sumito',
  },
  nav: {
    label: 'Hauptmenü',
    skip: 'Zum Inhalt springen',
    play: 'Spielen',
    games: 'Partien',
    tournaments: 'Turniere',
    learn: 'Lernen',
    finished: 'Deine beendeten Partien',
    logIn: 'Anmelden',
    signUp: 'Registrieren',
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
    connecting: 'Verbinde …',
    doubtful: 'Der Server antwortet nicht …',
    waiting: 'Verbinde neu …',
    lost: 'Keine Verbindung zum Server. Die Uhren können falsch gehen.',
    again: 'Wieder verbunden.',
    moves: '{count, plural, one {# Zug wartet darauf, gesendet zu werden} other {# Züge warten darauf, gesendet zu werden}}',
    actions: '{count, plural, one {# Aktion wartet darauf, gesendet zu werden} other {# Aktionen warten darauf, gesendet zu werden}}',
    foreign: 'Diese Seite passt nicht mehr zum Server. Lade sie neu, um weiterzuspielen.',
    newer: 'Es gibt eine neue Fassung.',
    reload: 'Neu laden',
    tryNow: 'Jetzt versuchen',
  },
  toast: {
    dismiss: 'Schließen',
  },
  unloaded: {
    title: 'Diese Seite konnte nicht geladen werden',
    text: 'Vielleicht fehlt das Netz, oder es gibt eine neue Fassung. Versuch es gleich noch einmal.',
    reload: 'Neu laden',
    retry: 'Noch einmal',
  },
  embed: {
    open: 'Auf {site} öffnen',
  },
  unknown: {
    title: 'Über den Rand',
    text: 'Unter dieser Adresse gibt es nichts. Vielleicht hat sie einen Tippfehler, oder sie wurde vom Brett geschoben.',
  },
} satisfies Translation<typeof en>;
