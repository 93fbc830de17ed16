import type en from '../en/app';
import type { Translation } from '../message';

export default {
  app: {
    name: 'Sumito',
    title: '{page} – Sumito',
  },
  nav: {
    label: 'Hoofdmenu',
    skip: 'Naar de inhoud',
    play: 'Spelen',
    games: 'Partijen',
    ownGames: 'Jouw partijen',
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
  },
  toast: {
    dismiss: 'Sluiten',
  },
  unloaded: {
    title: 'Deze pagina kon niet worden geladen',
    text: 'Misschien is er geen netwerk, of is er een nieuwe versie. Probeer het zo meteen opnieuw.',
    reload: 'Opnieuw laden',
  },
  unknown: {
    title: 'Niet gevonden',
    text: 'Op dit adres is niets te vinden.',
  },
} satisfies Translation<typeof en>;
