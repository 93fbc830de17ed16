import type en from '../en/app';
import type { Translation } from '../message';

export default {
  app: {
    title: '{page} – {site}',
    titleCount: '({count, number}) {page} – {site}',
  },
  nav: {
    label: 'Hoofdmenu',
    skip: 'Naar de inhoud',
    home: 'Spelen',
    games: 'Partijen',
    tournaments: 'Toernooien',
    puzzles: 'Puzzels',
    players: 'Spelers',
    learn: 'Leren',
    finished: 'Gespeelde partijen',
    logIn: 'Inloggen',
    signUp: 'Registreren',
    settings: 'Instellingen',
    menu: 'Menu',
  },
  language: {
    label: 'Taal',
    failed: 'De taal kon niet worden geladen. Probeer het zo meteen opnieuw.',
  },
  connection: {
    open: 'Verbonden',
    latency: 'Verbonden, ping {ms, number} ms',
    connecting: 'Verbinding maken…',
    doubtful: 'De server antwoordt niet…',
    waiting: 'Opnieuw verbinden…',
    lost: 'Verbinding verbroken.',
    again: 'Weer verbonden.',
    moves: '{count, plural, one {# zet nog niet verstuurd} other {# zetten nog niet verstuurd}}',
    actions: '{count, plural, one {# actie nog niet verstuurd} other {# acties nog niet verstuurd}}',
    foreign: 'Deze pagina is verouderd. Laad hem opnieuw om verder te gaan.',
    newer: 'Er is een nieuwe versie.',
    reload: 'Opnieuw laden',
    tryNow: 'Nu proberen',
    lostClocks: 'Verbinding verbroken. De klokken kunnen achterlopen.',
    local: 'Op één apparaat',
  },
  toast: {
    dismiss: 'Sluiten',
  },
  unloaded: {
    title: 'Deze pagina kon niet worden geladen',
    text: 'Misschien ben je offline, of is de site net bijgewerkt. Probeer het zo meteen opnieuw.',
    reload: 'Opnieuw laden',
    retry: 'Opnieuw proberen',
  },
} satisfies Translation<typeof en>;
