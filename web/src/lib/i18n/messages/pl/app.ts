import type en from '../en/app';
import type { Translation } from '../message';

export default {
  app: {
    name: 'Sumito',
    title: '{page} – Sumito',
    tagline: 'Abalone ze znajomymi, prosto w przeglądarce.',
  },
  nav: {
    label: 'Menu główne',
    skip: 'Przejdź do treści',
    play: 'Graj',
    games: 'Partie',
    ownGames: 'Twoje partie',
  },
  connection: {
    open: 'Połączono',
    latency: 'Połączono, odpowiedź po {ms, number} ms',
    connecting: 'Łączenie…',
    waiting: 'Ponowne łączenie…',
  },
  toast: {
    dismiss: 'Zamknij',
  },
  unknown: {
    title: 'Nie znaleziono',
    text: 'Pod tym adresem niczego nie ma.',
  },
} satisfies Translation<typeof en>;
