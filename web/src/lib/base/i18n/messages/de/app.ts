import type en from '../en/app';
import type { Translation } from '../message';

export default {
  app: {
    title: '{page} – {site}',
    titleCount: '({count, number}) {page} – {site}',
  },
  nav: {
    label: 'Hauptmenü',
    skip: 'Zum Inhalt springen',
    home: 'Spielen',
    games: 'Partien',
    tournaments: 'Turniere',
    puzzles: 'Aufgaben',
    players: 'Spieler',
    learn: 'Lernen',
    finished: 'Gespielte Partien',
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
    latency: 'Verbunden, Ping {ms, number} ms',
    connecting: 'Verbinde …',
    doubtful: 'Der Server antwortet nicht …',
    waiting: 'Verbinde neu …',
    lost: 'Verbindung verloren.',
    again: 'Wieder verbunden.',
    moves: '{count, plural, one {# Zug noch nicht gesendet} other {# Züge noch nicht gesendet}}',
    actions: '{count, plural, one {# Aktion noch nicht gesendet} other {# Aktionen noch nicht gesendet}}',
    foreign: 'Diese Seite ist veraltet. Lade sie neu, um weiterzuspielen.',
    newer: 'Es gibt eine neue Version.',
    reload: 'Neu laden',
    tryNow: 'Jetzt versuchen',
    lostClocks: 'Verbindung verloren. Die Uhren gehen vielleicht falsch.',
    local: 'An einem Gerät',
  },
  toast: {
    dismiss: 'Schließen',
  },
  unloaded: {
    title: 'Diese Seite konnte nicht geladen werden',
    text: 'Vielleicht bist du offline, oder die Seite wurde gerade aktualisiert. Versuch es gleich noch einmal.',
    reload: 'Neu laden',
    retry: 'Noch einmal versuchen',
  },
} satisfies Translation<typeof en>;
