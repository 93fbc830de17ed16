import type en from '../en/app';
import type { Translation } from '../message';

export default {
  app: {
    name: 'Sumito',
    title: '{page} – Sumito',
    titleCount: '({count, number}) {page} – Sumito',
  },
  nav: {
    label: 'Hoofdmenu',
    skip: 'Naar de inhoud',
    play: 'Spelen',
    games: 'Partijen',
    tournaments: 'Toernooien',
    learn: 'Leren',
    finished: 'Jouw gespeelde partijen',
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
    latency: 'Verbonden, antwoord na {ms, number} ms',
    connecting: 'Verbinding maken…',
    doubtful: 'De server antwoordt niet…',
    waiting: 'Opnieuw verbinden…',
    lost: 'Geen verbinding met de server. De klokken kunnen verkeerd lopen.',
    again: 'Weer verbonden.',
    moves: '{count, plural, one {# zet wacht om verstuurd te worden} other {# zetten wachten om verstuurd te worden}}',
    actions: '{count, plural, one {# actie wacht om verstuurd te worden} other {# acties wachten om verstuurd te worden}}',
    foreign: 'Deze pagina past niet meer bij de server. Laad haar opnieuw om verder te gaan.',
    newer: 'Er is een nieuwe versie.',
    reload: 'Opnieuw laden',
    tryNow: 'Nu proberen',
  },
  toast: {
    dismiss: 'Sluiten',
  },
  unloaded: {
    title: 'Deze pagina kon niet worden geladen',
    text: 'Misschien is er geen netwerk, of is er een nieuwe versie. Probeer het zo meteen opnieuw.',
    reload: 'Opnieuw laden',
    retry: 'Opnieuw proberen',
  },
  embed: {
    open: 'Openen op {site}',
  },
  unknown: {
    title: 'Over de rand',
    text: 'Op dit adres is niets. Misschien zit er een typfout in, of is het van het bord geduwd.',
  },
} satisfies Translation<typeof en>;
