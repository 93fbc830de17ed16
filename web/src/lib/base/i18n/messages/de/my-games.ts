import type en from '../en/my-games';
import type { Translation } from '../message';

export default {
  myGames: {
    title: 'Deine Partien',
    count: '{count, plural, one {# Partie wartet auf dich} other {# Partien warten auf dich}}',
    yourTurn: 'Du bist am Zug',
    theirTurn: '{name} ist am Zug',
    waiting: 'Wartet auf Mitspieler',
    ready: 'Bestätige, dass du bereit bist',
    offer: 'Ein Angebot wartet auf deine Antwort',
    over: 'Partie beendet',
    back: 'Zurück zur Partie',
  },
} satisfies Translation<typeof en>;
