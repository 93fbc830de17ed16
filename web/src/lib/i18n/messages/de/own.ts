import type en from '../en/own';
import type { Translation } from '../message';

export default {
  own: {
    title: 'Deine Partien',
    count: '{count, plural, one {# Partie wartet auf dich} other {# Partien warten auf dich}}',
    yourTurn: 'Du bist dran',
    theirTurn: '{name} ist dran',
    waiting: 'Wartet auf Mitspieler',
    ready: 'Sag, dass du bereit bist',
    offer: 'Ein Angebot wartet auf deine Antwort',
    over: 'Sie ist vorbei',
    back: 'Zurück zur Partie',
  },
} satisfies Translation<typeof en>;
