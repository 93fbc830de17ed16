import type en from '../en/clock';
import type { Translation } from '../message';

export default {
  clock: {
    none: 'Ohne Limit',
    sudden_death: '{minutes, number} min',
    fischer: '{minutes, number} + {seconds, number}',
    bronstein: '{minutes, number} min, bis {seconds, number} s zurück',
    delay: '{minutes, number} min, {seconds, number} s Verzögerung',
    per_move: '{time} pro Zug',
    per_game: '{minutes, number} min für die Partie',
    custom: 'Eigene',
    minutes: 'Minuten pro Person',
    left: '{name} hat noch {time}',
    perhaps: '{name} hat vielleicht noch {time}: Der Server antwortet nicht',
    kind: 'Art der Uhr',
    minutesInAll: 'Minuten insgesamt',
    count: 'Zeit pro Zug',
    unit: 'Einheit',
  },
  pace: {
    quick: 'Schnell',
    calm: 'Ruhig',
    slow: 'Langsam',
  },
} satisfies Translation<typeof en>;
